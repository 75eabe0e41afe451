// What the run recorded besides its rows: drift of the constraints at every step, and events; on the page as in the results file.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { document as documentOf, pack, pendulum } from "../dev/synthetic.mjs";
import { choose, download, openFlat, untilPlots } from "./flat.mjs";
import { comparison, example, folder, launch, longTest, runExample, synthetic } from "./support.mjs";

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/** A dataset of an HDF5 file, by the tool of the HDF5 library. */
function dataset(file, path) {
  const text = execFileSync("h5dump", ["-y", "-w", "1", "-m", "%.17g", "-d", path, file], { encoding: "utf8", maxBuffer: 1 << 28 });
  const [, body] = /DATA \{([^}]*)\}/.exec(text);
  return body.split(/[\s,]+/).filter(Boolean).map(Number);
}

const DRIFT = ["Constraint drift, positions", "Constraint drift, velocities"];

/** Opens the tab "Run" and waits for its small charts. */
async function openRun(page) {
  await page.locator("#tab-statistics").click();
  await page.waitForFunction(() => window.sarrus.panels.statistics?.some((chart) => chart.title === "Energy"), null, { timeout: 60000 });
  return page.evaluate(() => window.sarrus.panels.statistics.map(({ title, log, lines, data }) => ({ title, log, lines, data })));
}

test("drift of the constraints: drawn over time, as in the results file", async () => {
  const { file } = example("fourbar");
  const h5 = `${folder}fourbar.h5`;
  const page = await openFlat(browser, file);
  const [time, position, velocity] = ["time", "constraint_position", "constraint_velocity"].map((name) => dataset(h5, `/solver/${name}`));
  assert.ok(time.length > 500 && position.length === time.length && velocity.length === time.length);
  const charts = await openRun(page);
  const drawn = (values) => values.map((value) => (value > 0 ? value : null)); // on a logarithmic axis
  for (const [i, values] of [position, velocity].entries()) {
    const drift = charts.find((chart) => chart.title === DRIFT[i]);
    assert.ok(drift, `the charts are ${charts.map((chart) => chart.title)}`);
    assert.equal(drift.log, true);
    assert.deepEqual(drift.data, [time, drawn(values)]);
  }
  const facts = (await page.locator("#panel-statistics .properties").first().innerText()).replace(/\s+/g, " ");
  assert.ok(facts.includes(`Constraint drift, positions, largest ${Number(Math.max(...position).toPrecision(4))}`.replace("e-", "e\u2212")), facts);
  assert.ok(facts.includes(`velocities, largest ${Number(Math.max(...velocity).toPrecision(4))} of the model's length per s`.replace("e-", "e\u2212")), facts);
  assert.doesNotMatch(await page.locator("#panel-statistics").innerText(), /not recorded/);
  const chart = page.locator(".small-plot", { hasText: DRIFT[1] });
  await chart.scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${folder}drift.png` });
  await chart.getByRole("button").click();
  const list = await untilPlots(page, (all) => all.some((plot) => plot.title === "solver.constraint_velocity" && plot.data));
  const plot = list.find((one) => one.title === "solver.constraint_velocity");
  assert.equal(plot.lines[0].unit, "1/s");
  assert.deepEqual(plot.data, [time, drawn(velocity)]);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}drift-plot.png` });
  await page.clean();
  await page.context().close();
});

longTest("drift of the constraints: files that do not have it say so, one by one", async () => {
  const old = pendulum({ name: "old" }), young = pendulum({ name: "young" });
  const steps = young.steps.total;
  young.steps.columns.push({ name: "constraint_position", unit: "1", data: pack(Array(steps).fill(1e-9)) }, { name: "constraint_velocity", unit: "1/s", data: pack(Array(steps).fill(1e-5)) });
  const still = pendulum({ name: "still" });
  still.steps.columns.push({ name: "constraint_position", unit: "1", data: pack(Array(steps).fill(0)) }, { name: "constraint_velocity", unit: "1/s", data: pack(Array(steps).fill(0)) });
  const none = pendulum({ name: "none" });
  none.steps = null;
  const cases = [[[old], /over time is not recorded in the file: an older version of the program wrote it/, 0], [[still], /drift of the constraints is zero at all steps/, 0],
    [[none], /not recorded in the file, which holds no steps of a solver/, 0], [[young], /Constraint drift, positions, largest/, 2], [[old, young], /not recorded in the file of old: an older version/, 2]];
  for (const [runs, words, charts] of cases) {
    const page = await openFlat(browser, synthetic("drift", documentOf(...runs.map((run) => structuredClone(run)))));
    await page.locator("#tab-statistics").click();
    await page.waitForFunction((wanted) => new RegExp(wanted).test(document.getElementById("panel-statistics").innerText), words.source, { timeout: 60000 });
    assert.equal(await page.locator(".small-plot", { hasText: "Constraint drift" }).count(), charts);
    await page.clean();
    await page.context().close();
  }
});

test("events: on the slider, in plots, in the list, as in the results file", async () => {
  const { file } = example("bouncing_ball");
  const times = dataset(`${folder}bouncing_ball.h5`, "/solver/events/time");
  assert.ok(times.length >= 10);
  const page = await openFlat(browser, file);
  const events = await page.evaluate(() => window.sarrus.events());
  assert.deepEqual(events.map((event) => event.time), times);
  assert.ok(events.every((event) => event.name === "hit" && !event.rising));

  const ticks = page.locator(".event-tick");
  const titles = await ticks.evaluateAll((list) => list.map((tick) => tick.title));
  assert.match(titles[0], /^hit at /);
  const told = titles.reduce((sum, title) => sum + title.split("; ").reduce((n, part) => n + (/^(\d+) more$/.test(part) ? Number(/^\d+/.exec(part)[0]) : 1), 0), 0);
  assert.equal(told, times.length);
  const [tick, rail] = [await ticks.first().boundingBox(), await page.locator(".rail").boundingBox()];
  const rows = await page.evaluate(() => window.sarrus.rows());
  const share = (times[0] - rows[0]) / (rows.at(-1) - rows[0]);
  assert.ok(Math.abs(tick.x + tick.width / 2 - (rail.x + share * rail.width)) < 1, "the first event stands at another place of the slider");
  await ticks.first().click();
  assert.equal(await page.evaluate(() => window.sarrus.time), times[0]);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press(".");
  await page.waitForFunction((t) => window.sarrus.time === t, times[1]);
  await page.keyboard.press(",");
  await page.waitForFunction((t) => window.sarrus.time === t, times[0]);

  // The line of the first event stands where the line of the moment does.
  const [plot] = await untilPlots(page, (list) => list.length > 0 && list[0].marks.length > 0);
  assert.deepEqual(plot.marks.map((mark) => [mark.time, mark.name]), times.map((time) => [time, "hit"]));
  const card = page.locator(".plot-card").first();
  const [line, head] = [await card.locator(".event-line").first().boundingBox(), await card.locator(".playhead").boundingBox()];
  assert.ok(Math.abs(line.x + line.width / 2 - head.x - head.width / 2) < 1.5, `${line.x} and ${head.x}`);
  assert.equal(await card.locator(".event-name").first().innerText(), "hit");
  const svg = await download(page, () => choose(page, card.getByRole("button", { name: /Export/ }), "SVG"));
  assert.ok(svg.text.includes(">hit</text>"));

  await openRun(page);
  const rowsOf = page.locator("#panel-statistics .event-row");
  assert.equal(await rowsOf.count(), times.length);
  assert.match((await page.locator(".events .facts-table").innerText()).replace(/\s+/g, " "), new RegExp(`hit ${times.length} set, impact, record`));
  assert.equal((await rowsOf.nth(2).innerText()).replace(/\s+/g, " "), `${Number(times[2].toPrecision(8))} s hit downwards`);
  await rowsOf.nth(2).click();
  assert.equal(await page.evaluate(() => window.sarrus.time), times[2]);
  await page.screenshot({ path: `${folder}events.png` });
  await page.locator(".events").scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${folder}events-list.png` });
  await page.clean();
  await page.context().close();
});

longTest("events: several kinds, several runs, zoom, none at all", async () => {
  const brake = runExample("abs_brake", "brake"), other = runExample("abs_brake", "brake-coarse", "--tol", "1e-3");
  const page = await openFlat(browser, comparison("events-two", [brake, other]));
  const counts = [brake, other].map((file) => dataset(file, "/solver/events/time").length);
  const [plot] = await untilPlots(page, (list) => list.length > 0 && list[0].marks.length > 0);
  assert.equal(plot.marks.length, counts[0] + counts[1]);
  assert.ok(plot.marks.every((mark, i) => i === 0 || mark.time >= plot.marks[i - 1].time));
  assert.deepEqual(new Set(plot.marks.map((mark) => mark.name)), new Set(["too_much", "enough", "slow"]));
  assert.ok(plot.marks.some((mark) => mark.label === "slow \u00b7 brake-coarse"));
  await page.screenshot({ path: `${folder}events-two.png` });
  const lines = page.locator(".plot-card").first().locator(".event-line");
  const before = await lines.count();
  await page.evaluate(() => window.sarrus.setTime(1));
  for (let i = 0; i < 3; i++) await page.keyboard.press("i");
  const [zoomed] = await untilPlots(page, (list) => list[0].range !== null);
  const inside = plot.marks.filter((mark) => mark.time >= zoomed.range[0] && mark.time <= zoomed.range[1]).length;
  await page.waitForTimeout(300);
  assert.ok((await lines.count()) <= inside && (await lines.count()) < before, `${await lines.count()} lines for ${inside} events in sight, ${before} before`);
  await page.clean();
  await page.context().close();
  const plain = await openFlat(browser, example("fourbar").file);
  assert.equal(await plain.locator(".event-tick, .event-line").count(), 0);
  await openRun(plain);
  assert.equal(await plain.locator(".events").count(), 0);
  await plain.clean();
  await plain.context().close();
});

test("events: hostile names and damaged numbers", async () => {
  const name = `<img src=x onerror="window.hacked=1">`;
  const run = pendulum();
  const events = (time, event, direction) => ({ total: 3, kept: 3, names: [name], actions: [name], counts: [3], time: pack(time), event: pack(event), direction: pack(direction) });
  run.events = events([1, 2, NaN], [0, 7, 0], [1, -1, 1]);
  const page = await openFlat(browser, synthetic("events-hostile", documentOf(run)));
  assert.deepEqual((await page.evaluate(() => window.sarrus.events())).map((event) => event.name), [name, "event"]);
  await page.locator("#tab-statistics").click();
  await page.locator(".event-row").first().waitFor();
  assert.ok((await page.locator(".events").innerText()).includes(name));
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  await page.clean();
  await page.context().close();
  const damaged = pendulum();
  damaged.events = events([1, 2, 3], [0], [1, -1, 1]);
  const second = await openFlat(browser, synthetic("events-damaged", documentOf(damaged)));
  await second.getByText("The numbers of the events of \"pendulum\" are damaged in this page.").first().waitFor();
  await untilPlots(second, (list) => list.length > 0 && list[0].notes.some((note) => /events of "pendulum" are damaged/.test(note)));
  await second.locator("#tab-statistics").click();
  await second.locator(".events", { hasText: "are damaged in this page" }).waitFor();
  await second.locator(".small-plot").first().waitFor();
  await second.context().close();
});
