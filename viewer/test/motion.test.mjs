// The motion as it is drawn: pages of the program, opened from their files.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { parseCsv } from "./flat.mjs";
import { colours, difference } from "./png.mjs";
import { comparison, example, folder, frames, launch, longTest, open, picture, runExample } from "./support.mjs";

const EXAMPLES = ["fourbar", "hmmwv", "heavy_top", "bricard"];
const QUANTITIES = ["x", "y", "z", "q0", "q1", "q2", "q3"];
let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/** Positions relative to their size, quaternions up to their common sign, to 1e-6. */
function assertPose(drawn, recorded, what) {
  for (let i = 0; i < 3; i++) assert.ok(Math.abs(drawn[i] - recorded[i]) <= 1e-6 * Math.max(1, Math.abs(recorded[i])), `${what} ${QUANTITIES[i]}: ${drawn[i]} drawn, ${recorded[i]} recorded`);
  const sign = Math.sign([3, 4, 5, 6].reduce((sum, i) => sum + drawn[i] * recorded[i], 0));
  for (let i = 3; i < 7; i++) assert.ok(Math.abs(sign * drawn[i] - recorded[i]) <= 1e-6, `${what} ${QUANTITIES[i]}: ${drawn[i]} drawn, ${recorded[i]} recorded`);
}

const drawnPoses = (page, run = 0) => page.evaluate((r) => Object.fromEntries(window.sarrus.panels.scene.bodies.map((name) => [name, window.sarrus.panels.scene.pose(name, r)])), run);

for (const name of EXAMPLES) {
  test(`${name}: opens from its file, without errors or requests, and shows something`, async () => {
    const { file, time } = example(name);
    const page = await open(browser, file);
    assert.deepEqual(await page.evaluate(() => window.sarrus.rows()), time);
    await page.screenshot({ path: `${folder}${name}.png` });
    assert.ok(colours(await picture(page)) > 60, "the view is blank");
    await page.clean();
    await page.context().close();
  });

  test(`${name}: scrubbing puts the bodies where they were recorded`, async () => {
    const { file, time, column } = example(name);
    const page = await open(browser, file);
    const bodies = await page.evaluate(() => window.sarrus.panels.scene.bodies);
    assert.ok(bodies.length > 0);
    const recorded = Object.fromEntries(bodies.map((body) => [body, QUANTITIES.map((quantity) => column(`${body}.${quantity}`))]));
    const box = await page.locator(".scrubber").boundingBox();
    await page.mouse.move(box.x + 8, box.y + box.height / 2);
    await page.mouse.down();
    for (const share of [0.13, 0.5, 0.77, 1]) {
      await page.mouse.move(box.x + 8 + share * (box.width - 16), box.y + box.height / 2);
      await frames(page);
      const row = time.indexOf(await page.evaluate(() => window.sarrus.time));
      assert.ok(row >= 0 && Math.abs(row / (time.length - 1) - share) < 0.02, `the pointer at ${share} shows row ${row} of ${time.length}`);
      const drawn = await drawnPoses(page);
      for (const body of bodies) assertPose(drawn[body], recorded[body].map((values) => values[row]), `${body} in row ${row}`);
    }
    await page.mouse.up();
    await page.clean();
    await page.context().close();
  });
}

test("the picture changes while it plays, and rests when it is paused", async () => {
  const page = await open(browser, example("fourbar").file);
  const first = await picture(page);
  await page.getByRole("button", { name: "Play (Space)" }).click();
  const drawnBefore = await page.evaluate(() => window.sarrus.panels.scene.framesDrawn);
  await page.waitForFunction(() => window.sarrus.time > 0.4);
  assert.equal(await page.evaluate(() => window.sarrus.playing), true);
  // A rate, not how fast: it is measured once frames have followed each other, and no screen shows more than a thousand in a second.
  await page.waitForFunction(() => window.sarrus.panels.scene.framesPerSecond > 0 && window.sarrus.panels.scene.framesPerSecond < 1000);
  assert.ok((await page.evaluate(() => window.sarrus.panels.scene.framesDrawn)) >= drawnBefore + 2, "no frames were drawn while it played");
  await page.getByRole("button", { name: "Pause (Space)" }).click();
  const second = await picture(page);
  assert.ok(difference(first, second) > 0.005, "nothing has moved");
  const rested = await page.evaluate(() => window.sarrus.time);
  await page.waitForTimeout(200);
  assert.equal(await page.evaluate(() => window.sarrus.time), rested);
  assert.ok(difference(second, await picture(page)) < 0.0005, "the paused picture moves");
  await page.clean();
  await page.context().close();
});

test("between two rows the motion is interpolated, and turns stay turns", async () => {
  const { file, time, column } = example("heavy_top");
  const page = await open(browser, file);
  const row = 40;
  await page.evaluate((t) => window.sarrus.setTime(t), (time[row] + time[row + 1]) / 2);
  const [body, drawn] = Object.entries(await drawnPoses(page))[0];
  ["x", "y", "z"].forEach((quantity, i) => {
    const values = column(`${body}.${quantity}`);
    assert.ok(Math.abs(drawn[i] - (values[row] + values[row + 1]) / 2) < 1e-6);
  });
  // Half-way on the shortest arc: the normalised sum of the two quaternions.
  const sum = ["q0", "q1", "q2", "q3"].map((quantity) => column(`${body}.${quantity}`)).map((values) => values[row] + values[row + 1]);
  const size = Math.hypot(...sum);
  assertPose(drawn, [...drawn.slice(0, 3), ...sum.map((value) => value / size)], body);
  await page.clean();
  await page.context().close();
});

test("a second run is laid over the first, at its own poses", async () => {
  const first = runExample("fourbar", "fourbar-a");
  const csv = `${folder}fourbar-b.csv`;
  const second = runExample("fourbar", "fourbar-b", "--csv", csv, "--set", "speed=5");
  const page = await open(browser, comparison("fourbar-two", [first, second]));
  const { names, rows } = parseCsv(readFileSync(csv, "utf8"));
  const bodies = await page.evaluate(() => window.sarrus.panels.scene.bodies);
  assert.deepEqual(await page.evaluate(() => window.sarrus.rows(1)), rows.map((row) => row[0]));
  for (const row of [rows[Math.floor(rows.length / 3)], rows.at(-1)]) {
    await page.evaluate((t) => window.sarrus.setTime(t), row[0]);
    await frames(page);
    const drawn = await drawnPoses(page, 1);
    for (const body of bodies) assertPose(drawn[body], QUANTITIES.map((quantity) => row[names.indexOf(`${body}.${quantity}`)]), `${body} of the second run at ${row[0]}`);
  }
  const both = await picture(page);
  await page.screenshot({ path: `${folder}comparison-3d.png` });
  await page.locator(".legend-run input").nth(1).evaluate((box) => box.click());
  assert.ok(difference(both, await picture(page)) > 0.002, "hiding the second run changes nothing");
  await page.clean();
  await page.context().close();
});

test("a click selects, a double click traces, following keeps a body in the middle", async () => {
  const page = await open(browser, example("fourbar").file);
  const at = await page.evaluate(() => window.sarrus.panels.scene.screen("bell"));
  await page.mouse.click(...at);
  assert.equal(await page.evaluate(() => window.sarrus.selection), "bell");
  await page.mouse.dblclick(...at);
  const traces = await page.evaluate(() => window.sarrus.panels.scene.traces);
  assert.ok(traces.length === 1 && traces[0].startsWith("bell ("), traces.join());
  await page.keyboard.press("o");
  assert.equal(await page.evaluate(() => window.sarrus.panels.scene.followed), "bell");
  await page.evaluate(() => window.sarrus.setTime(1.3));
  await frames(page);
  const moved = await page.evaluate(() => window.sarrus.panels.scene.screen("bell"));
  assert.ok(Math.hypot(moved[0] - at[0], moved[1] - at[1]) < 1, "the followed body has left its place");
  await page.screenshot({ path: `${folder}trace.png` });
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => window.sarrus.selection), null);
  await page.clean();
  await page.context().close();
});

longTest("every toggle changes the picture and back", async () => {
  const page = await open(browser, example("fourbar").file);
  await page.evaluate(() => window.sarrus.setTime(2));
  await page.keyboard.press("7");
  const plain = await picture(page);
  for (const [key, what] of [["g", "grid"], ["j", "joints"], ["c", "frames"], ["r", "arrows"], ["x", "glass"]]) {
    const before = await page.evaluate((w) => window.sarrus.panels.scene.shown.includes(w), what);
    const shown = (wanted) => page.waitForFunction(([w, on]) => window.sarrus.panels.scene.shown.includes(w) === on, [what, wanted]);
    await page.keyboard.press(key);
    await shown(!before);
    assert.ok(difference(plain, await picture(page)) > 0.0004, `${what} changes nothing`);
    await page.keyboard.press(key);
    await shown(before);
    assert.ok(difference(plain, await picture(page)) < 0.0004, `${what} leaves something behind`);
  }
  await page.clean();
  await page.context().close();
});

longTest("light and dark, wide and narrow, and on paper", async () => {
  for (const name of ["fourbar", "hmmwv"]) {
    for (const [look, options] of Object.entries({
      dark: { scheme: "dark" }, phone: { width: 390, height: 844, scale: 2, touch: true }, "phone-dark": { width: 390, height: 844, scale: 2, scheme: "dark", touch: true },
    })) {
      if (name === "hmmwv" && look !== "phone") continue; // many bodies: the narrow screen is the hard one
      const page = await open(browser, example(name).file, options);
      await page.evaluate(() => window.sarrus.setTime(1));
      await frames(page);
      await page.screenshot({ path: `${folder}${name}-${look}.png` });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${name} ${look} is ${wide} pixels wider than the screen`);
      await page.clean();
      await page.context().close();
    }
  }
  const page = await open(browser, example("fourbar").file);
  await page.emulateMedia({ media: "print" });
  await page.screenshot({ path: `${folder}print.png`, fullPage: true });
  const paper = await page.pdf({ path: `${folder}print.pdf`, format: "A4" });
  assert.ok(paper.length > 10000);
  await page.clean();
  await page.context().close();
});
