// Plots of pages that the program made, against the CSV files of the same runs.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { after, before, test } from "node:test";
import { document, pack, pendulum } from "../dev/synthetic.mjs";
import { choose, download, openFlat, parseCsv, plotByKeys, plots, untilPlots } from "./flat.mjs";
import { decode } from "./png.mjs";
import { comparison, example, folder, launch, longTest, synthetic } from "./support.mjs";

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const magnitude = (...parts) => parts[0].map((_, i) => Math.sqrt(parts.reduce((sum, part) => sum + part[i] * part[i], 0)));
const peakOf = (values) => values.reduce((best, value, i) => (Math.abs(value) > Math.abs(values[best]) ? i : best), 0);

test("plots show the recorded values bit by bit", async () => {
  const { file, column, time } = example("fourbar");
  const page = await openFlat(browser, file);
  const [first] = await plots(page);
  assert.deepEqual(first.lines.map((line) => line.label), ["|A.f|", "|B.f|", "|D.f|", "|C.f|"]);
  assert.deepEqual(first.data[0], time);
  assert.deepEqual(first.data[1], magnitude(column("A.fx"), column("A.fy"), column("A.fz")));
  for (const name of ["coupler.tracer.y", "spring.force", "energy.kinetic"]) {
    const plot = await plotByKeys(page, name);
    assert.deepEqual(plot.data[1], column(name), name);
    assert.deepEqual(plot.data[1], await page.evaluate((wanted) => window.sarrus.column(wanted), name), name);
  }
  const step = await plotByKeys(page, "solver.iterations");
  assert.ok(step.data[0].length > 100 && step.data[1].every((value) => value >= 1));
  await page.clean();
  await page.context().close();
});

test("the table names the peak and its moment, and goes there", async () => {
  const { file, column, time } = example("fourbar");
  const page = await openFlat(browser, file);
  const force = magnitude(column("D.fx"), column("D.fy"), column("D.fz"));
  const peak = peakOf(force);
  const row = page.locator(".plot-card").first().locator("tbody tr", { hasText: "|D.f|" });
  await page.waitForFunction(() => window.document.querySelectorAll(".extreme").length > 4);
  const cell = row.locator(".extreme").first();
  assert.match(await cell.getAttribute("title"), new RegExp(`largest value ${String(force[peak]).replace(".", "\\.")} N at ${time[peak]} s`));
  await cell.click();
  assert.equal(await page.evaluate(() => window.sarrus.time), time[peak]);
  assert.equal(Number((await row.locator(".now").getAttribute("title"))), force[peak]);
  await page.evaluate(() => window.sarrus.setTime(0));
  await page.keyboard.press("k");
  assert.equal(await page.evaluate(() => window.sarrus.time), time[peak]);
  await page.clean();
  await page.context().close();
});

test("a click in a plot moves the animation to the row there; a drag zooms, a double click shows all again", async () => {
  const { file, time } = example("fourbar");
  const page = await openFlat(browser, file);
  const over = await page.locator(".plot-card .u-over").first().boundingBox();
  await page.mouse.click(over.x + over.width * 0.5, over.y + 30);
  const now = await page.evaluate(() => window.sarrus.time);
  assert.ok(Math.abs(now - 3) < 0.03, `${now}`);
  assert.ok(time.includes(now), "not a recorded moment");
  const head = await page.locator(".plot-card .playhead").first().boundingBox();
  assert.ok(Math.abs(head.x + head.width / 2 - (over.x + over.width * 0.5)) < 2, "the line of time is elsewhere");
  await page.mouse.move(over.x + over.width * 0.25, over.y + 30);
  await page.mouse.down();
  await page.mouse.move(over.x + over.width * 0.4, over.y + 40, { steps: 4 });
  await page.mouse.move(over.x + over.width * 0.5, over.y + 40, { steps: 4 });
  await page.mouse.up();
  const zoomed = await untilPlots(page, (list) => list[0].range !== null);
  assert.ok(Math.abs(zoomed[0].range[0] - 1.5) < 0.03 && Math.abs(zoomed[0].range[1] - 3) < 0.03, JSON.stringify(zoomed[0].range));
  assert.deepEqual(zoomed[1].range, zoomed[0].range, "the other histories follow");
  assert.match(await page.locator(".plot-card caption").first().innerText(), /part shown/);
  await page.mouse.dblclick(over.x + over.width * 0.5, over.y + 30);
  await untilPlots(page, (list) => list.every((plot) => plot.range === null));
  await page.clean();
  await page.context().close();
});

test("CSV of a plot and of all columns hold exactly the numbers of the program's CSV", async () => {
  const { file, names, rows, column, time } = example("fourbar");
  const page = await openFlat(browser, file);
  await plotByKeys(page, "coupler.tracer.y");
  const one = await download(page, () => page.keyboard.press("e"));
  assert.equal(one.name, "coupler.tracer.y.csv");
  const small = parseCsv(one.text);
  assert.deepEqual(small.names, ["time", "coupler.tracer.y"]);
  assert.deepEqual(small.units, ["s", "m"]);
  assert.deepEqual(small.rows, time.map((t, i) => [t, column("coupler.tracer.y")[i]]));
  const all = await download(page, () => choose(page, page.locator(".plot-card").first().getByRole("button", { name: /Export/ }), "CSV of all columns"));
  const whole = parseCsv(all.text);
  assert.deepEqual(whole.names, names);
  assert.equal(whole.rows.length, rows.length);
  whole.rows.forEach((row, i) => row.forEach((value, j) => assert.ok(Object.is(value, rows[i][j]), `row ${i} ${names[j]}: ${value} instead of ${rows[i][j]}`)));
  await page.clean();
  await page.context().close();
});

test("a page with fewer rows and columns says so, names the file, and its CSV holds the rows kept", async () => {
  const { file, names, rows, time } = example("fourbar");
  const template = statSync(new URL("../dist/template.html", import.meta.url)).size;
  const room = template + 0.2 * (statSync(file).size - template);
  const thin = comparison("thin", ["--max-size", String(room / 1e6), `${folder}fourbar.h5`]);
  const page = await openFlat(browser, thin);
  assert.match(await page.locator(".notices").innerText(), /fourbar\.h5/);
  await page.locator("#tab-statistics").click();
  assert.match(await page.locator("#panel-statistics .left-out").innerText(), /of 1\s?201 rows .*full record is .*fourbar\.h5/s);
  const csv = parseCsv((await download(page, () => choose(page, page.locator(".plot-card").first().getByRole("button", { name: /Export/ }), "CSV of all columns"))).text);
  assert.ok(csv.rows.length < rows.length && csv.names.length < names.length, `${csv.rows.length} rows, ${csv.names.length} columns`);
  for (const row of csv.rows) {
    const original = rows[time.indexOf(row[0])];
    assert.ok(original, `no row at ${row[0]}`);
    row.forEach((value, j) => assert.ok(Object.is(value, original[names.indexOf(csv.names[j])])));
  }
  assert.equal(csv.rows.at(-1)[0], time.at(-1));
  await page.keyboard.press("n");
  assert.match(await page.locator(".picker-foot").innerText(), /columns were left out .*fourbar\.h5/);
  await page.keyboard.press("Escape");
  await page.clean();
  await page.context().close();
});

test("derivative: that of a position is the recorded velocity", async () => {
  const { file, column } = example("fourbar");
  const page = await openFlat(browser, file);
  await plotByKeys(page, "rocker.x");
  await choose(page, page.locator(".plot-card.active").getByRole("button", { name: "More for rocker.x" }), "Derivative");
  const list = await untilPlots(page, (all) => all.some((plot) => plot.lines.length === 2 && plot.lines[1].label === "d(rocker.x)/dt"));
  const plot = list.find((candidate) => candidate.lines[1]?.label === "d(rocker.x)/dt");
  assert.equal(plot.lines[1].unit, "m/s");
  const recorded = column("rocker.vx");
  const largest = Math.max(...recorded.map(Math.abs));
  plot.data[2].forEach((value, i) => assert.ok(Math.abs(value - recorded[i]) < 0.01 * largest, `row ${i}: ${value} and ${recorded[i]}`));
  await page.clean();
  await page.context().close();
});

test("spectrum: amplitude and frequency of a known oscillation; the window is said", async () => {
  const time = Array.from({ length: 1000 }, (_, i) => i * 0.01);
  const run = pendulum();
  run.time = pack(time);
  run.rows = { total: 1000, kept: 1000, every: 1 };
  run.scene = null;
  run.columns = [{ name: "s.value", element: "s", quantity: "value", unit: "m", data: pack(time.map((t) => 4 + 2 * Math.sin(2 * Math.PI * 5 * t))) }];
  const page = await openFlat(browser, synthetic("spectrum", document(run)));
  await choose(page, page.locator(".plot-card").first().getByRole("button", { name: "More for this plot" }), "Spectrum");
  const [, plot] = await untilPlots(page, (list) => list.length === 2 && list[1].data);
  const top = plot.data[1].indexOf(Math.max(...plot.data[1]));
  assert.ok(Math.abs(plot.data[0][top] - 5) < 1e-9 && Math.abs(plot.data[1][top] - 2) < 1e-9, `${plot.data[1][top]} at ${plot.data[0][top]}`);
  assert.match(plot.notes.join(" "), /Hann window, 1000 points every 0\.01 s/);
  await choose(page, page.locator(".plot-card.active").getByRole("button", { name: "More for this plot" }), "Hann");
  await untilPlots(page, (list) => /no window/.test(list[1].notes.join(" ")));
  await page.clean();
  await page.context().close();
});

test("phase plot: any quantity against any other", async () => {
  const { file, column } = example("fourbar");
  const page = await openFlat(browser, file);
  await plotByKeys(page, "coupler.tracer.y");
  await choose(page, page.locator(".plot-card.active").getByRole("button", { name: "More for coupler.tracer.y" }), "Plot against");
  await page.keyboard.type("coupler.tracer.x");
  await page.keyboard.press("Enter");
  const list = await untilPlots(page, (all) => all.some((plot) => plot.kind === "phase" && plot.data));
  const plot = list.find((candidate) => candidate.kind === "phase");
  assert.deepEqual(plot.data[1], [column("coupler.tracer.x"), column("coupler.tracer.y")]);
  await page.locator(".plot-card.active").scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${folder}phase.png` });
  const csv = parseCsv((await download(page, () => page.keyboard.press("e"))).text);
  assert.deepEqual(csv.names, ["time", "coupler.tracer.x", "coupler.tracer.y"]);
  assert.deepEqual(csv.rows.map((row) => row[2]), column("coupler.tracer.y"));
  await page.clean();
  await page.context().close();
});

test("rows without a number are gaps: drawn as none, left out of the figures, said", async () => {
  const run = pendulum();
  const values = Array.from({ length: 200 }, (_, i) => (i >= 50 && i < 60 ? NaN : i === 100 ? Infinity : Math.sin(i / 10)));
  run.columns.push({ name: "g.value", element: "g", quantity: "value", unit: "m", data: pack(values) });
  const page = await openFlat(browser, synthetic("gaps", document(run)));
  const plot = await plotByKeys(page, "g.value");
  assert.deepEqual(plot.data[1], values.map((value) => (Number.isFinite(value) ? value : null)));
  assert.match(plot.notes.join(" "), /Gaps/);
  const text = await page.locator(".plot-card.active tbody").innerText();
  assert.doesNotMatch(text, /NaN|Infinity|not a number/);
  const csv = (await download(page, () => page.keyboard.press("e"))).text.split("\n");
  assert.match(csv[2 + 55], /,nan$/);
  assert.match(csv[2 + 100], /,inf$/);
  await page.clean();
  await page.context().close();
});

longTest("SVG and PNG: a drawing with all lines, a picture of its size", async () => {
  const { file } = example("fourbar");
  const page = await openFlat(browser, file);
  const button = page.locator(".plot-card").first().getByRole("button", { name: /Export/ });
  const svg = await download(page, () => choose(page, button, "SVG"));
  const facts = await page.evaluate((text) => {
    const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
    return { faults: drawing.querySelectorAll("parsererror").length, lines: drawing.querySelectorAll("g path").length, text: drawing.documentElement.textContent };
  }, svg.text);
  assert.equal(facts.faults, 0);
  assert.equal(facts.lines, 4);
  assert.match(facts.text, /\|A\.f\| \(N\)/);
  const png = await download(page, () => choose(page, button, "PNG"));
  const picture = decode(png.bytes);
  assert.deepEqual([picture.width, picture.height], [1920, 1040]);
  await page.clean();
  await page.context().close();
});
