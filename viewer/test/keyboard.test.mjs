// Everything that moves time can be done with keys alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { document, pendulum } from "../dev/synthetic.mjs";
import { folder, launch, longTest, open, synthetic } from "./support.mjs";

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

longTest("keys step, play, jump, set a section of time and change the speed", async () => {
  const page = await open(browser, synthetic("keyboard", document(pendulum())));
  const state = () => page.evaluate(() => ({ time: window.sarrus.time, playing: window.sarrus.playing, section: window.sarrus.section }));
  const rows = await page.evaluate(() => window.sarrus.rows());
  for (const [key, row] of [["ArrowRight", 1], ["ArrowRight", 2], ["Shift+ArrowRight", 12], ["ArrowLeft", 11], ["Shift+ArrowLeft", 1], ["End", 199], ["Home", 0]]) {
    await page.keyboard.press(key);
    assert.equal((await state()).time, rows[row], key);
  }
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("[");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("]");
  assert.deepEqual((await state()).section, [rows[10], rows[20]]);
  await page.keyboard.press("Space");
  assert.equal((await state()).playing, true);
  for (let i = 0; i < 12; i++) {
    const { time } = await state();
    assert.ok(time >= rows[10] && time <= rows[20], `${time} is outside of the section`);
    await page.waitForTimeout(60);
  }
  await page.keyboard.press("Space");
  assert.equal((await state()).playing, false);
  await page.keyboard.press("\\");
  assert.equal((await state()).section, null);
  const speed = () => page.locator(".speed").inputValue();
  const before = Number(await speed());
  await page.keyboard.press("+");
  assert.ok(Number(await speed()) > before);
  await page.keyboard.press("-");
  assert.equal(Number(await speed()), before);
  await page.clean();
  await page.context().close();
});

test("a time can be typed; the help lists the keys; dark and light change", async () => {
  const page = await open(browser, synthetic("keyboard", document(pendulum())));
  await page.locator("input.time").fill("2.5");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => window.sarrus.time), 2.5);
  await page.keyboard.press("?");
  assert.ok(await page.getByRole("dialog").isVisible());
  await page.screenshot({ path: `${folder}help.png` });
  assert.match(await page.getByRole("dialog").innerText(), /Play or pause/);
  const keys = await page.locator("dialog.help section:not(:has(h3:text-is('Mouse and fingers'))) kbd").allInnerTexts();
  assert.ok(keys.length > 25);
  assert.deepEqual(keys.filter((key, i) => keys.indexOf(key) !== i), [], "a key has two meanings");
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("dialog").isVisible(), false);
  const theme = () => page.evaluate(() => window.document.documentElement.dataset.theme);
  assert.equal(await theme(), "light");
  await page.keyboard.press("t");
  assert.equal(await theme(), "dark");
  await page.keyboard.press("t");
  await page.clean();
  await page.context().close();
});

test("tabs and splitters work with keys", async () => {
  const page = await open(browser, synthetic("keyboard", document(pendulum())));
  await page.locator("#tab-tree").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("#tab-statistics").getAttribute("aria-selected"), "true");
  assert.ok(await page.locator("#panel-statistics").isVisible());
  const width = async () => (await page.locator(".scene").boundingBox()).width;
  const before = await width();
  await page.getByRole("separator", { name: "Width of the 3-D view" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.ok((await width()) > before);
  await page.clean();
  await page.context().close();
});
