// What a page begins with where the model measures something, and numbers that hardly differ.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { openFlat, plots } from "./flat.mjs";
import { comparison, folder, launch, top } from "./support.mjs";

const MODEL = `gravity: [0, 0, -9.81]
bodies:
  a: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [1, 0, 0]}
  s: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0, 0, -1.5]}
joints:
  rope: {type: distance, between: [ground, a]}
  slide: {type: prismatic, between: [ground, s], at: [0, 0, -1.5], axis: x}
motions:
  push: {joint: slide, translation: "0.3*sin(3*t)"}
measures:
  nearly: {value: "1000 + 1e-4*sin(t)"}
simulate: {end: 2}
`;

let browser, file;
before(async () => {
  const model = `${folder}measured.yaml`;
  writeFileSync(model, MODEL);
  execFileSync(process.env.SARRUS ?? `${top}build/release/sarrus`, ["run", model, "-o", `${folder}measured.h5`, "--quiet"]);
  file = comparison("measured", [`${folder}measured.h5`]);
  browser = await launch();
});
after(async () => { await browser.close(); });

test("a page begins with what the model measures", async () => {
  const page = await openFlat(browser, file);
  const list = await plots(page);
  assert.deepEqual(list[0].lines.map((line) => line.label), ["nearly.value"]);
  assert.deepEqual(list[1].lines.map((line) => line.label), ["|rope.f|", "|slide.f|"]);
  await page.clean();
  await page.context().close();
});

test("extremes of what hardly changes have the digits that tell them apart", async () => {
  const page = await openFlat(browser, file);
  const cells = await page.locator(".plot-card").first().locator("tbody tr .extreme .value").allTextContents();
  assert.deepEqual(cells, ["1000.0001", "1000"], cells.join(" | "));
  await page.clean();
  await page.context().close();
});
