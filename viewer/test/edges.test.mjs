// Records at the edge of what can be drawn: no rows, one row, nothing but zeros on a logarithmic axis, nothing but gaps, huge numbers, no model.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { document, pack, pendulum } from "../dev/synthetic.mjs";
import { choose, download, openFlat, plotByKeys, plots } from "./flat.mjs";
import { frames, launch, synthetic } from "./support.mjs";

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/** A run of one column, without model. */
function bare(time, values, steps = null) {
  const run = pendulum();
  return { ...run, scene: null, tree: [], steps, doctor: [], rows: { total: time.length, kept: time.length, every: 1 }, time: pack(time),
    columns: [{ name: "s.value", element: "s", quantity: "value", unit: "m", data: pack(values) }] };
}
const stepsOf = (...columns) => ({ total: 3, kept: 3, every: 1, columns: [{ name: "time", unit: "s", data: pack([1, 2, 3]) }, ...columns] });

async function look(name, run) {
  const page = await openFlat(browser, synthetic(`edge-${name}`, document(run)));
  for (const tab of ["statistics", "peaks", "doctor", "tree"]) {
    await page.locator(`#tab-${tab}`).click();
    await page.waitForTimeout(200);
  }
  return page;
}

for (const [name, run] of [
  ["one-row", bare([0.5], [3])],
  ["only-gaps", bare([0, 1, 2], [NaN, NaN, NaN])],
  ["constant", bare([0, 1, 2], [7, 7, 7])],
  ["huge", bare([0, 1, 2], [1e300, -1e300, 1e300])],
  ["tiny", bare([0, 1e-9, 2e-9], [1e-300, 2e-300, 0])],
  ["zero-errors", bare([0, 1, 2], [1, 2, 3], stepsOf({ name: "error", unit: "", data: pack([0, 0, 0]) }, { name: "step", unit: "s", data: pack([NaN, NaN, NaN]) }))],
  ["one-step-size", bare([0, 1, 2], [1, 2, 3], stepsOf({ name: "step", unit: "s", data: pack([0.5, 0.5, 0.5]) }))],
  ["times-out-of-order", bare([0, 2, 1, NaN], [1, 2, 3, 4])],
]) {
  test(`a record is shown without faults: ${name}`, async () => {
    const page = await look(name, run);
    assert.equal((await plots(page)).length, 1);
    await page.clean();
    await page.context().close();
  });
}

for (const [name, time, values] of [["rounding", [0, 1, 2], [1, 0.9999999999999999, 1]], ["widest", [0, 1], [Number.MAX_VALUE, -Number.MAX_VALUE]], ["late", [1e300, 1e300], [1, 2]]]) {
  test(`a drawing of it is made: ${name}`, async () => {
    const page = await openFlat(browser, synthetic(`drawn-${name}`, document(bare(time, values))));
    const svg = await download(page, () => choose(page, page.getByRole("button", { name: /Export this plot/ }).first(), "SVG"));
    assert.doesNotMatch(svg.text, /NaN|Infinity/);
    assert.match(svg.text, /<path d="M[0-9.]+ [0-9.]+L[0-9.]+ [0-9.]+/);
    await page.clean();
    await page.context().close();
  });
}

for (const unit of ["m/s", "kg*m^2", "(kg*m^2/s^2)/s^2"]) {
  test(`a unit is whole above its axis and in the drawing: ${unit}`, async () => {
    const run = bare([0, 1, 2], [1, 2, 3]);
    run.columns[0].unit = unit;
    run.columns.push({ ...run.columns[0], name: "s.other", quantity: "other", unit: `${unit}^2` });
    const page = await openFlat(browser, synthetic("unit", document(run)));
    await page.evaluate(() => {
      window.written = [];
      const write = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        const { actualBoundingBoxLeft, actualBoundingBoxRight } = this.measureText(text);
        const { e } = this.getTransform();
        window.written.push({ text, from: e + x - actualBoundingBoxLeft, to: e + x + actualBoundingBoxRight, width: this.canvas.width, y });
        return write.call(this, text, x, y);
      };
    });
    await page.keyboard.press("a");
    await page.keyboard.type("s.other");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => window.sarrus.panels.plots.list[0].data?.length === 3);
    await frames(page);
    const shown = (text) => text.replace(/\*/g, "\u00b7").replace(/\^2/g, "\u00b2");
    const written = (await page.evaluate(() => window.written)).filter(({ text }) => [shown(unit), shown(`${unit}^2`)].includes(text));
    assert.equal(new Set(written.map(({ text }) => text)).size, 2);
    for (const { text, from, to, width } of written) assert.ok(from >= 0 && to <= width, `${text} from ${from} to ${to} of ${width}`);
    if (unit.length < 9) {
      const [edge, ratio] = await page.evaluate(() => [document.querySelector(".u-over").offsetLeft, devicePixelRatio]);
      const left = written.findLast(({ text }) => text === shown(unit));
      assert.ok(left.to <= edge * ratio - 5, `${unit} ends at ${left.to}, under the handle of the moment at ${edge * ratio}`);
    }
    const svg = await download(page, () => choose(page, page.getByRole("button", { name: /Export this plot/ }).first(), "SVG"));
    const outside = await page.evaluate((text) => {
      const box = document.createElement("div");
      document.body.append(box);
      box.append(document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true));
      return [...box.querySelectorAll("text")].map((node) => [node.textContent, node.getBBox()]).filter(([, b]) => b.x < 0 || b.x + b.width > 960).map(([words]) => words);
    }, svg.text);
    assert.deepEqual(outside, []);
    await page.clean();
    await page.context().close();
  });
}

test("no rows at all: said, and no fault", async () => {
  const page = await look("no-rows", bare([], []));
  assert.match(await page.locator("body").innerText(), /holds no rows/);
  await page.clean();
  await page.context().close();
});

test("two rows at one time (an event) are both kept, also beside another grid", async () => {
  const run = bare([0, 1, 1, 2], [0, 1, -1, 0], stepsOf({ name: "step", unit: "s", data: pack([0.5, 0.6, 0.7]) }));
  const page = await look("event", run);
  const [plot] = await plots(page);
  assert.deepEqual(plot.data, [[0, 1, 1, 2], [0, 1, -1, 0]]);
  await page.keyboard.press("a");
  await page.keyboard.type("solver.step");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => window.sarrus.panels.plots.list[0].data?.length === 3);
  const [mixed] = await plots(page);
  assert.deepEqual(mixed.data[0], [0, 1, 1, 2, 3]);
  assert.deepEqual(mixed.data[1].slice(0, 4), [0, 1, -1, 0]);
  await page.clean();
  await page.context().close();
});

test("a file without its model still has its reactions and their peaks", async () => {
  const run = { ...pendulum(), scene: null, tree: [], doctor: [] };
  const page = await look("no-model", run);
  assert.equal((await plots(page))[0].title, "|A.f|");
  await page.locator("#tab-peaks").click();
  assert.match(await page.locator("#panel-peaks").innerText(), /Elements: force\s+A/);
  await plotByKeys(page, "spring.force");
  await page.clean();
  await page.context().close();
});
