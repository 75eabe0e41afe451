// A results file made by hand with names that are meant to run as script (tests/data/hostile): the program makes a page of it, and a real
// browser shows every name as text.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { comparison, folder, launch, longTest, open, runExample } from "./support.mjs";
import { openFlat } from "./flat.mjs";

const names = fileURLToPath(new URL("../../tests/data/hostile/names.h5", import.meta.url));
let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser?.close(); });

longTest("hostile names of an HDF5 file are shown as text, and nothing of them runs", async () => {
  const page = await openFlat(browser, comparison("hostile-names", [names]));
  assert.equal(await page.locator("h1").first().textContent(), "</title><script>hacked=14</script>");
  for (const tab of ["statistics", "peaks", "doctor", "tree"]) {
    await page.locator(`#tab-${tab}`).click();
    await page.waitForTimeout(200);
  }
  await page.evaluate((name) => window.sarrus.select(name), "<svg onload=hacked=11>");
  // Every column is offered under its own name, and can be plotted.
  for (const [typed, shown] of [["hacked=alert", "<script>hacked=alert(1)</script>"], ["onerror", "\"><img src=x onerror=hacked=4>"], ["proto", "__proto__"]]) {
    await page.keyboard.press("n");
    await page.keyboard.type(typed);
    await page.waitForTimeout(300);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.waitForTimeout(300);
    const text = await page.locator("body").innerText();
    assert.ok(text.includes(shown), `${shown} is not shown`);
  }
  await page.screenshot({ path: `${folder}hostile-names.png` });
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("img[src=x], svg[onload], #app script").count(), 0);
  assert.equal(await page.evaluate(() => ({}).constructor === Object && Object.getPrototypeOf({}) === Object.prototype && !("x" in {})), true);
  await page.clean(); // no dialog either
  await page.context().close();
});

test("the same names in the 3-D view", async () => {
  const page = await open(browser, comparison("hostile-names", [names]));
  await page.evaluate((name) => window.sarrus.select(name), "<svg onload=hacked=11>");
  for (const key of "bcr7") await page.keyboard.press(key);
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${folder}hostile-names-3d.png` });
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("img[src=x], svg[onload], #app script").count(), 0);
  await page.clean();
  await page.context().close();
});

test("a results file that was cut short opens with a message", async () => {
  const whole = readFileSync(runExample("fourbar", "cut-short", "--end", "1"));
  const file = `${folder}cut-short-half.h5`;
  writeFileSync(file, whole.subarray(0, whole.length / 2));
  const page = await openFlat(browser, comparison("cut-short", [file]));
  const text = await page.locator("body").innerText();
  assert.match(text, /cut-short-half\.h5 is cut short, \d+ of \d+ bytes are there: left are \d+ of 201 rows, up to t = [\d.]+ s, \d+ of 326 columns/);
  const [, rows, columns] = text.match(/left are (\d+) of 201 rows, .*? (\d+) of 326 columns/).map(Number);
  assert.ok(rows > 0 && columns > 0 && columns < 326, `${rows} rows and ${columns} columns of half a file`);
  assert.ok(text.includes(`\n${rows} rows\n`), "the page counts the rows that it shows");
  await page.screenshot({ path: `${folder}cut-short.png` });
  await page.clean();
  await page.context().close();
});
