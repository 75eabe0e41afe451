// Two runs on one page: overlays, differences, the table of the largest differences.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { download, openFlat, parseCsv, plotByKeys, plots, untilPlots } from "./flat.mjs";
import { document, pendulum } from "../dev/synthetic.mjs";
import { comparison, example, folder, launch, longTest, runExample, synthetic, top } from "./support.mjs";
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";

const program = process.env["SARRUS"] ?? `${top}build/release/sarrus`;
let browser;
let file;
let first;
let other;

/** y(x) by straight lines, written out independently of the viewer. */
function at(x, y, place) {
  const i = x.findIndex((value) => value >= place);
  if (i < 0) return NaN;
  return x[i] === place ? y[i] : y[i - 1] + ((place - x[i - 1]) * (y[i] - y[i - 1])) / (x[i] - x[i - 1]);
}

before(async () => {
  browser = await launch();
  first = example("fourbar");
  const csv = `${folder}slow.csv`;
  const results = runExample("fourbar", "slow", "--csv", csv, "--set", "speed=6.2");
  const { names, rows } = parseCsv(readFileSync(csv, "utf8"));
  other = { time: rows.map((row) => row[0]), column: (name) => rows.map((row) => row[names.indexOf(name)]) };
  file = comparison("two-runs", [`${folder}fourbar.h5`, results]);
});
after(async () => { await browser.close(); });

test("a plot lays the runs over each other, by name, and a run can be hidden", async () => {
  const page = await openFlat(browser, file);
  const plot = await plotByKeys(page, "coupler.tracer.x");
  assert.deepEqual(plot.lines.map((line) => line.label), ["coupler.tracer.x \u00b7 fourbar", "coupler.tracer.x \u00b7 slow"]);
  assert.deepEqual(plot.data[1].filter((value) => value !== undefined && value !== null), first.column("coupler.tracer.x"));
  assert.deepEqual(plot.data[2].filter((value) => value !== undefined && value !== null), other.column("coupler.tracer.x"));
  await page.screenshot({ path: `${folder}two-runs.png` });
  await page.getByRole("button", { name: "slow", exact: true }).click();
  await untilPlots(page, (list) => list.every((entry) => entry.lines.every((line) => line.run === "fourbar")));
  await page.clean();
  await page.context().close();
});

test("differences are those at the times of the first run, and said to be", async () => {
  const page = await openFlat(browser, file);
  await plotByKeys(page, "coupler.tracer.x");
  await page.keyboard.press("d");
  const list = await untilPlots(page, (all) => all.some((plot) => plot.difference && plot.data));
  const plot = list.find((candidate) => candidate.difference);
  assert.equal(plot.lines[0].label, "coupler.tracer.x \u00b7 slow \u2212 fourbar");
  assert.match(plot.notes.join(" "), /interpolated .* at the times of fourbar/);
  const expected = first.time.map((t, i) => at(other.time, other.column("coupler.tracer.x"), t) - first.column("coupler.tracer.x")[i]);
  assert.equal(plot.data[1].length, expected.length);
  plot.data[1].forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-12, `row ${i}: ${value} instead of ${expected[i]}`));
  const csv = parseCsv((await download(page, () => page.keyboard.press("e"))).text);
  assert.deepEqual(csv.names, ["time", "coupler.tracer.x [slow \u2212 fourbar]"]);
  await page.clean();
  await page.context().close();
});

longTest("the table lists the largest difference of each column; a name plots it", async () => {
  const page = await openFlat(browser, file);
  await page.locator("#tab-compare").click();
  await page.waitForFunction(() => window.sarrus.panels.compare, null, { timeout: 60000 });
  const list = await page.evaluate(() => window.sarrus.panels.compare.list);
  assert.equal(list.length, first.names.length - 1);
  for (const name of ["coupler.tracer.x", "A.fx", "spring.force"]) {
    const gaps = first.time.map((t, i) => Math.abs(at(other.time, other.column(name), t) - first.column(name)[i]));
    const found = list.find((entry) => entry.column === name);
    const most = Math.max(...gaps);
    assert.ok(Math.abs(found.value - most) <= 1e-12 * Math.max(1, most), `${name}: ${found.value} instead of ${most}`);
    assert.equal(found.time, first.time[gaps.indexOf(most)], name);
  }
  await page.screenshot({ path: `${folder}differences.png` });
  const before = (await plots(page)).length;
  await page.locator("#panel-compare .link").first().click();
  const after = await untilPlots(page, (all) => all.length === before + 1);
  assert.ok(after.some((plot) => plot.difference));
  await page.clean();
  await page.context().close();
});

test("the run panel sets the runs side by side", async () => {
  const page = await openFlat(browser, file);
  await page.locator("#tab-statistics").click();
  await page.waitForSelector("#panel-statistics .facts-table");
  const text = await page.locator("#panel-statistics .facts-table").innerText();
  assert.match(text, /fourbar\s+slow/);
  assert.match(text, /Steps\s/);
  await page.waitForSelector("#panel-statistics .small-plot canvas");
  await page.clean();
  await page.context().close();
});

test("a run with events (two rows at one time) does not differ from itself", async () => {
  const ball = runExample("bouncing_ball", "ball");
  copyFileSync(ball, `${folder}ball-again.h5`);
  const page = await openFlat(browser, comparison("ball-twice", [ball, `${folder}ball-again.h5`]));
  const time = await page.evaluate(() => window.sarrus.rows());
  assert.ok(time.some((t, i) => i > 0 && t === time[i - 1]), "the example records no event");
  await page.locator("#tab-compare").click();
  await page.waitForFunction(() => window.sarrus.panels.compare, null, { timeout: 60000 });
  const list = await page.evaluate(() => window.sarrus.panels.compare.list);
  assert.ok(list.length > 10);
  assert.deepEqual(list.filter((entry) => entry.value !== 0), []);
  await plotByKeys(page, "ball.vz");
  await page.keyboard.press("d");
  const plot = (await untilPlots(page, (all) => all.some((one) => one.difference && one.data))).find((one) => one.difference);
  assert.equal(plot.data[1].length, time.length);
  assert.ok(plot.data[1].every((value) => value === 0), "the plotted difference is not zero");
  await page.clean();
  await page.context().close();
});

/** A run as it would be recorded in other units; the numbers do not matter. */
function inUnits(name, units, columnUnits) {
  const run = pendulum({ name });
  return { ...run, units: { ...run.units, ...units }, columns: run.columns.map((column) => ({ ...column, unit: columnUnits[column.unit] ?? column.unit })) };
}
const textOf = (page, where) => page.locator(where).innerText();

test("columns in other units are neither laid over the first run's nor subtracted, and the page says so", async () => {
  const record = document(pendulum({ name: "metres" }), inUnits("millimetres", { length: "mm" }, { m: "mm" }));
  const page = await openFlat(browser, synthetic("other-lengths", record));
  assert.match(await textOf(page, ".notices"), /millimetres is in other units than metres \(length in mm, not m\)/);
  const length = await plotByKeys(page, "spring.length");
  assert.deepEqual(length.lines.map((line) => [line.run, line.unit]), [["metres", "m"]]);
  assert.match(length.notes.join(" "), /spring\.length of millimetres is left out: it is in mm, not in m\./);
  const force = await plotByKeys(page, "spring.force");
  assert.deepEqual(force.lines.map((line) => line.run), ["metres", "millimetres"], "a force in the same unit is shown");
  await page.keyboard.press("d");
  await untilPlots(page, (all) => all.some((plot) => plot.difference && plot.lines.length === 1));
  await page.locator("#tab-compare").click();
  await page.waitForFunction(() => window.sarrus.panels.compare, null, { timeout: 60000 });
  const compared = await page.evaluate(() => window.sarrus.panels.compare.list.map((entry) => entry.column));
  assert.ok(compared.includes("spring.force") && compared.includes("arm.q0"));
  assert.deepEqual(compared.filter((name) => /\.[xyz]$|length/.test(name)), []);
  assert.match(await textOf(page, "#panel-compare"), /8 columns of millimetres are not compared: they are in other units \(arm\.x in mm, not in m\)/);
  await page.screenshot({ path: `${folder}other-units.png` });
  await page.clean();
  await page.context().close();
});

test("a run with times in another unit is left out of every plot, and the page says so", async () => {
  const page = await openFlat(browser, synthetic("other-times", document(pendulum({ name: "seconds" }), inUnits("milliseconds", { time: "ms" }, {}))));
  assert.match(await textOf(page, ".notices"), /milliseconds is in other units than seconds \(time in ms, not s\)/);
  const plot = await plotByKeys(page, "spring.force");
  assert.deepEqual(plot.lines.map((line) => line.run), ["seconds"]);
  assert.match(plot.notes.join(" "), /milliseconds is left out: its times are in ms, those of seconds in s\./);
  await page.keyboard.press("d");
  const list = await untilPlots(page, (all) => all.some((one) => one.difference && one.lines.length === 0));
  assert.match(list.find((one) => one.difference).notes.join(" "), /milliseconds is left out/);
  await page.locator("#tab-compare").click();
  await page.waitForFunction(() => window.sarrus.panels.compare, null, { timeout: 60000 });
  assert.deepEqual(await page.evaluate(() => window.sarrus.panels.compare.list), []);
  assert.match(await textOf(page, "#panel-compare"), /milliseconds is not compared: its times are in ms/);
  await page.clean();
  await page.context().close();
});

test("the name of a run is whole in tables and CSV, whatever it holds", async () => {
  const [one, two] = ["damping \u00b7 low", "damping \u00b7 high \u00b7 2"];
  const page = await openFlat(browser, synthetic("run-names", document(pendulum({ name: one }), pendulum({ name: two, damping: 0.3 }))));
  await plotByKeys(page, "spring.force");
  const csv = parseCsv((await download(page, () => page.keyboard.press("e"))).text);
  assert.deepEqual(csv.names, ["time", `spring.force [${one}]`, `spring.force [${two}]`]);
  assert.deepEqual(await page.locator(".plot-card.active .line-run").allInnerTexts(), [one, two]);
  await page.keyboard.press("d");
  await untilPlots(page, (all) => all.some((plot) => plot.difference && plot.data));
  assert.deepEqual(parseCsv((await download(page, () => page.keyboard.press("e"))).text).names, ["time", `spring.force [${two} \u2212 ${one}]`]);
  await page.clean();
  await page.context().close();
});

test("the page and the summary tell one number of iterations, after events too", async () => {
  const summary = JSON.parse(execFileSync(program, ["run", `${top}examples/woodpecker/model.yaml`, "--end", "0.05", "-o", `${folder}bird.h5`, "--json"], { encoding: "utf8" }));
  assert.ok(summary.accepted_iterations > 0 && summary.accepted_iterations < summary.iterations, "there should be attempts in vain");
  const page = await openFlat(browser, comparison("bird", [`${folder}bird.h5`]));
  await page.locator("#tab-statistics").click();
  await page.getByText("Iterations in accepted steps").waitFor();
  const text = await page.locator("#panel-statistics").innerText();
  const told = text.replace(/\s+/g, " ").match(/Iterations in accepted steps ([\d\s,\u2009\u202f]+), without rejected attempts/);
  assert.ok(told, text);
  assert.equal(Number(told[1].replace(/\D/g, "")), summary.accepted_iterations);
  await page.clean();
  await page.context().close();
});
