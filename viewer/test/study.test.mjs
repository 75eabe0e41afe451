// Pages of studies in a real browser: the table, the views, picking by filter, ranges and clicks, keys, hostile names, sizes.
import assert from "node:assert/strict";
import { statSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { dice, fitted, grid, pageWithRuns, random, search, study } from "../dev/study.mjs";
import { download, parseCsv } from "./flat.mjs";
import { decode } from "./png.mjs";
import { folder, frames, launch, longTest, open, synthetic } from "./support.mjs";

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser?.close(); });

const ask = (page, what, ...more) => page.evaluate(([text, rest]) => { const value = text.split(".").reduce((at, key) => at[key], window.sarrus); return typeof value === "function" ? value(...rest) : value; }, [what, more]);
async function show(page, id) {
  await page.locator(`#tab-${id}`).click();
  await frames(page, 3);
}
const drag = async (page, from, to) => {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
  await frames(page, 3);
};
const close = async (page) => { await page.clean(); await page.context().close(); };

/** Different colours in a part of the screen: something is drawn there. */
async function colours(page, selector) {
  const { pixels, channels } = decode(await page.locator(selector).first().screenshot());
  const seen = new Set();
  for (let i = 0; i < pixels.length; i += channels) seen.add((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
  return seen.size;
}

test("a grid becomes curves; a point that is clicked shows its run and the command that makes it", async () => {
  const page = await open(browser, synthetic("study-grid", grid()));
  assert.equal(await page.locator("h1").textContent(), "Ride of a quarter car");
  assert.match(await page.locator(".facts").textContent(), /165 runs, 6 failed/);
  assert.deepEqual([await ask(page, "panels.response.y"), await ask(page, "panels.response.x"), await ask(page, "panels.response.series")], ["peak", "k", "c"]);
  assert.equal(await ask(page, "log", "k"), true, "stiffness rises by powers");
  assert.equal(await ask(page, "log", "c"), false);
  // Five values of c at the middle mass, each with the eleven stiffnesses in their order.
  const curves = await ask(page, "panels.response.curves");
  assert.equal(curves.length, 5);
  const [k, c, m] = await Promise.all(["k", "c", "m"].map((name) => ask(page, "column", name)));
  for (const curve of curves) {
    assert.equal(curve.length, 11);
    curve.forEach((run, i) => { assert.equal(c[run], c[curve[0]]); assert.equal(m[run], 300); assert.ok(i === 0 || k[run] > k[curve[i - 1]]); });
  }
  const run = curves[2][4];
  const at = await ask(page, "panels.response.screen", run);
  await page.mouse.click(...at);
  assert.equal(await ask(page, "run"), run);
  const card = await page.locator(".run-card").innerText();
  assert.match(card, new RegExp(`Run ${run}`));
  assert.ok(card.includes(`sarrus run car.yaml --set v=20 --set k=${k[run]} --set c=${c[run]} --set m=${m[run]}`), card);
  assert.equal(await page.locator(`#run-row-${run}`).getAttribute("aria-selected"), "true", "the table goes to the run");
  // A run with another mass takes the slice along.
  await page.evaluate(() => window.sarrus.look(2));
  await frames(page, 3);
  assert.ok((await ask(page, "panels.response.curves")).every((curve) => curve.every((each) => m[each] === 400)));
  assert.ok((await colours(page, ".picture")) > 20);
  await page.screenshot({ path: `${folder}grid.png` });
  await close(page);
});

test("the filter, the ranges and the failed runs narrow the table and all views", async () => {
  const page = await open(browser, synthetic("study-grid", grid()));
  const [peak, k, c] = await Promise.all(["peak", "k", "c"].map((name) => ask(page, "column", name)));
  const wanted = (test_) => peak.map((_, i) => i).filter(test_);
  const filter = async (text) => { await page.locator(".filter-line .field").fill(text); return ask(page, "picked"); };
  assert.deepEqual(await filter("peak > 10 and k < 1e5"), wanted((i) => peak[i] > 10 && k[i] < 1e5));
  assert.deepEqual(await filter("not (c <= 1000) or peak / c > 0.02"), wanted((i) => !(c[i] <= 1000) || peak[i] / c[i] > 0.02));
  assert.deepEqual(await filter("1e4 < k < 5e4 && max(peak, 12) = 12"), wanted((i) => k[i] > 1e4 && k[i] < 5e4 && Math.max(peak[i], 12) === 12));
  assert.deepEqual(await filter("-2^2 + abs(c - 1500) < 500"), wanted((i) => -4 + Math.abs(c[i] - 1500) < 500));
  const failed = wanted((i) => Number.isNaN(peak[i]) || peak[i] === null);
  assert.equal(failed.length, 6);
  for (const text of ["failed", "status = failed", 'status = "failed"', "not done", 'message ~ "STEP fell"']) assert.deepEqual(await filter(text), failed, text);
  assert.deepEqual(await ask(page, "table"), failed);
  assert.equal(await page.locator(".runs-row.failed").count(), 6);
  assert.match(await page.locator(".runs-words").textContent(), /6 of 165 runs/);
  // What is wrong is said, and the last good filter stays.
  for (const [text, says] of [["peak >", "missing at the end"], ["peek > 3", 'no column "peek"'], ["k", "not a condition"], ["(k > 1", '")" is missing'], ["k > 1 )", "too much"], ["k # 3", "not known"], ["status > 3", "no size"]]) {
    assert.deepEqual(await filter(text), failed, text);
    assert.ok((await page.locator(".filter-fault").textContent()).includes(says), `${text}: ${await page.locator(".filter-fault").textContent()}`);
  }
  await page.getByRole("button", { name: "All runs" }).click();
  assert.equal((await ask(page, "picked")).length, 165);
  await page.getByRole("button", { name: "6 failed" }).click();
  assert.deepEqual(await ask(page, "picked"), failed);
  await page.keyboard.press("x");
  // A rectangle in the response view: ranges of both columns.
  const box = await ask(page, "panels.response.box");
  await drag(page, [box.left + 5, box.top + 5], [(box.left + box.right) / 2, (box.top + box.bottom) / 2]);
  const { k: range, peak: high } = await ask(page, "ranges");
  assert.ok(range[0] < range[1] && high[0] < high[1]);
  assert.deepEqual(await ask(page, "picked"), wanted((i) => k[i] >= range[0] && k[i] <= range[1] && peak[i] >= high[0] && peak[i] <= high[1]));
  assert.equal(await page.locator(".range-chip").count(), 2);
  await page.getByRole("button", { name: "Take the range of peak away" }).click();
  assert.deepEqual(Object.keys(await ask(page, "ranges")), ["k"]);
  await page.screenshot({ path: `${folder}filtered.png` });
  await close(page);
});

test("the table sorts, runs without a number last, and is saved as CSV", async () => {
  const page = await open(browser, synthetic("study-grid", grid()));
  const peak = await ask(page, "column", "peak");
  const header = (name) => page.locator(".runs-heading", { hasText: new RegExp(`^${name}`) }).locator("button");
  await header("peak").click();
  const fine = peak.map((_, i) => i).filter((i) => peak[i] !== null && !Number.isNaN(peak[i]));
  const up = [...fine].sort((a, b) => peak[a] - peak[b] || a - b);
  let order = await ask(page, "table");
  assert.deepEqual(order.slice(0, fine.length), up);
  assert.equal(await page.locator(".runs-heading", { hasText: /^peak/ }).getAttribute("aria-sort"), "ascending");
  await header("peak").click();
  order = await ask(page, "table");
  assert.deepEqual(order.slice(0, fine.length).map((i) => peak[i]), up.map((i) => peak[i]).reverse());
  assert.equal(order.length, 165);
  await page.locator(".filter-line .field").fill("peak > 15");
  const { text, name } = await download(page, () => page.getByRole("button", { name: "CSV" }).click());
  assert.equal(name, "Ride_of_a_quarter_car.csv");
  const csv = parseCsv(text);
  assert.deepEqual(csv.names, ["run", "k", "c", "m", "peak", "settle", "steps", "cpu_seconds"]);
  assert.deepEqual(csv.rows.map((row) => row[0]), await ask(page, "table"));
  assert.deepEqual(csv.rows.map((row) => row[4]), (await ask(page, "table")).map((i) => peak[i]));
  await close(page);
});

test("a map has the values of the grid; clicking a cell shows its run", async () => {
  const page = await open(browser, synthetic("study-grid", grid()));
  await show(page, "map");
  const { xs, ys, values } = await ask(page, "panels.map.grid");
  const [peak, k, c, m] = await Promise.all(["peak", "k", "c", "m"].map((name) => ask(page, "column", name)));
  assert.deepEqual([xs.length, ys.length], [11, 5]);
  ys.forEach((y, j) => xs.forEach((x, i) => {
    const run = k.findIndex((_, row) => k[row] === x && c[row] === y && m[row] === 300);
    assert.equal(values[j * 11 + i], peak[run]);
  }));
  const run = k.findIndex((_, row) => k[row] === xs[3] && c[row] === ys[1] && m[row] === 300);
  const at = await ask(page, "panels.map.screen", run);
  await page.mouse.click(at[0] + 6, at[1] - 6);
  assert.equal(await ask(page, "run"), run);
  await page.locator("#panel-map canvas[tabindex]").press("ArrowRight");
  assert.equal(k[await ask(page, "run")], xs[4]);
  assert.equal(c[await ask(page, "run")], ys[1]);
  await page.screenshot({ path: `${folder}map.png` });
  await close(page);
});

longTest("brushing in parallel coordinates and in the scatter matrix picks the same runs everywhere", async () => {
  const page = await open(browser, synthetic("study-random", random()));
  await show(page, "parallel");
  const p1 = await ask(page, "column", "p1");
  const [from, to] = [await ask(page, "panels.parallel.screen", "p1", 9), await ask(page, "panels.parallel.screen", "p1", 10)];
  await drag(page, from, to);
  const { p1: range } = await ask(page, "ranges");
  assert.ok(Math.abs(range[0] - 9) < 0.05 && Math.abs(range[1] - 10) < 0.05, String(range));
  assert.deepEqual(await ask(page, "picked"), p1.map((_, i) => i).filter((i) => p1[i] >= range[0] && p1[i] <= range[1]));
  assert.equal(await ask(page, "panels.parallel.drawn"), (await ask(page, "picked")).length);
  await page.screenshot({ path: `${folder}parallel.png` });
  // The range is dragged along its scale, and taken away by a click.
  await drag(page, [from[0], (from[1] + to[1]) / 2], [from[0], (from[1] + to[1]) / 2 + (from[1] - to[1])]);
  const { p1: moved } = await ask(page, "ranges");
  assert.ok(Math.abs(moved[0] - 8) < 0.1 && Math.abs(moved[1] - 9) < 0.1, String(moved));
  await page.mouse.click(from[0], to[1] - 60);
  assert.deepEqual(await ask(page, "ranges"), {});
  // Keys do the same.
  const canvas = page.locator("#panel-parallel canvas[tabindex]");
  await canvas.focus();
  await canvas.press("ArrowRight");
  await canvas.press("ArrowUp");
  assert.deepEqual(Object.keys(await ask(page, "ranges")), ["p2"]);
  await canvas.press("Delete");
  assert.deepEqual(await ask(page, "ranges"), {});
  await show(page, "matrix");
  const [x, y] = ["p1", "peak"];
  const cell = await ask(page, "panels.matrix.cell", x, y);
  await drag(page, [cell.left + 4, cell.top + 4], [(cell.left + cell.right) / 2, (cell.top + cell.bottom) / 2]);
  assert.deepEqual(Object.keys(await ask(page, "ranges")).sort(), ["p1", "peak"]);
  const few = (await ask(page, "picked")).length;
  assert.ok(few > 0 && few < 2000, `${few} are picked`);
  await page.screenshot({ path: `${folder}matrix.png` });
  await page.keyboard.press("x");
  // Rank correlations against their definition.
  const peak = await ask(page, "column", "peak");
  const rows = peak.map((_, i) => i).filter((i) => peak[i] !== null && !Number.isNaN(peak[i]));
  const rank = (values) => { const order = [...values.keys()].sort((a, b) => values[a] - values[b]); const out = []; order.forEach((i, place) => { out[i] = place; }); return out; };
  const [a, b] = [rank(rows.map((i) => p1[i])), rank(rows.map((i) => peak[i]))];
  const wanted = 1 - (6 * a.reduce((sum, _, i) => sum + (a[i] - b[i]) ** 2, 0)) / (rows.length * (rows.length ** 2 - 1));
  const found = (await ask(page, "panels.matrix.correlations")).find(([one, two]) => [one, two].includes("p1") && [one, two].includes("peak"))[2];
  assert.ok(Math.abs(found - wanted) < 1e-9, `${found} instead of ${wanted}`);
  await close(page);
});

test("distributions give the percentiles of the runs that are picked", async () => {
  const page = await open(browser, synthetic("study-random", random()));
  await show(page, "spread");
  await page.waitForFunction(() => window.sarrus.panels.spread.list.length === 2 && window.sarrus.panels.spread.list[0].count > 0);
  const check = async (rows) => {
    const peak = await ask(page, "column", "peak");
    const values = rows.map((i) => peak[i]).filter((value) => value !== null && !Number.isNaN(value)).sort((a, b) => a - b);
    const first = (await ask(page, "panels.spread.list")).find((each) => each.name === "peak");
    assert.equal(first.count, values.length);
    const at = (share) => { const place = share * (values.length - 1); const low = Math.floor(place); return values[low] + (values[Math.min(low + 1, values.length - 1)] - values[low]) * (place - low); };
    [0.05, 0.25, 0.5, 0.75, 0.95].forEach((share, i) => assert.ok(Math.abs(first.percentiles[i] - at(share)) < 1e-12 * Math.abs(at(share)), `${share}`));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    assert.ok(Math.abs(first.mean - mean) < 1e-9 * Math.abs(mean));
    assert.ok(Math.abs(first.deviation - Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))) < 1e-9 * mean);
  };
  await check(Array.from({ length: 2000 }, (_, i) => i));
  const p2 = await ask(page, "column", "p2");
  await page.locator(".filter-line .field").fill("p2 > 11");
  await frames(page, 3);
  await check(p2.map((_, i) => i).filter((i) => p2[i] > 11));
  await page.screenshot({ path: `${folder}spread.png` });
  await close(page);
});

test("an optimisation shows what it found and the way there", async () => {
  const page = await open(browser, synthetic("study-search", search()));
  const text = await page.locator("#panel-optimum").innerText();
  for (const part of ["Least peak", "converged", "the objective no longer changes", "nlopt: slsqp", "60 evaluations", "<= 0.1 m", "kept"]) assert.ok(text.includes(part), `${part} is missing in ${text}`);
  await page.screenshot({ path: `${folder}found.png` });
  await show(page, "history");
  const [peak, sag] = [await ask(page, "column", "peak"), await ask(page, "column", "sag")];
  assert.deepEqual(await ask(page, "panels.history.objective"), peak);
  const violation = await ask(page, "panels.history.violation");
  violation.forEach((value, i) => assert.ok(Math.abs(value - Math.max(0, sag[i] - 0.1) / 0.1) < 1e-12));
  const best = await ask(page, "panels.history.best");
  let now = -1;
  peak.forEach((_, i) => {
    const kept = (row) => violation[row] <= 1e-6;
    if (now < 0 || (kept(i) ? !kept(now) || peak[i] < peak[now] : violation[i] < violation[now])) now = i;
    assert.equal(best[i], now);
  });
  await page.screenshot({ path: `${folder}history.png` });
  await close(page);
});

test("a fit shows intervals, correlations, data and model", async () => {
  const page = await open(browser, synthetic("study-fit", fitted()));
  const text = await page.locator("#panel-optimum").innerText();
  for (const part of ["Sum of squares", "± 1.77", "upper bound", "at a bound", "seat.az", "levenberg-marquardt"]) assert.ok(text.includes(part), `${part} is missing in ${text}`);
  const [first, second, third] = await ask(page, "panels.optimum.correlations");
  assert.ok(Math.abs(first[1] - -0.018 / Math.sqrt(0.81 * 0.0025)) < 1e-12);
  assert.equal(second[1], 1);
  assert.ok(third.every((value) => value === null || Number.isNaN(value)));
  await frames(page, 3);
  assert.ok((await colours(page, ".fit-picture")) > 8);
  await page.screenshot({ path: `${folder}fit.png` });
  await close(page);
});

test("a run that was kept opens with its curves and its motion, and closes again", async () => {
  const file = `${folder}study-kept.html`;
  writeFileSync(file, pageWithRuns(grid(), [0, 17]));
  const page = await open(browser, file);
  await page.evaluate(() => window.sarrus.look(17));
  await page.getByRole("button", { name: "Curves and motion" }).click();
  const frame = page.frameLocator(".run-frame iframe");
  await frame.locator(".plot-card").first().waitFor();
  assert.equal(await frame.locator("h1").textContent(), "Pendulum and slider");
  assert.match(await frame.locator(".facts").textContent(), /run 17\.h5/);
  await frame.locator(".scene-canvas").waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${folder}kept.png` });
  await page.getByRole("button", { name: "Back to the study" }).click();
  await page.locator(".run-frame").waitFor({ state: "detached" });
  await page.evaluate(() => window.sarrus.look(18));
  assert.equal(await page.getByRole("button", { name: "Curves and motion" }).count(), 0);
  await close(page);
});

test("keys alone go through runs and views, and the help lists them", async () => {
  const page = await open(browser, synthetic("study-grid", grid()));
  await page.keyboard.press("ArrowDown");
  assert.equal(await ask(page, "run"), 0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  assert.equal(await ask(page, "run"), 1);
  await page.keyboard.press("Escape");
  assert.equal(await ask(page, "run"), null);
  await page.keyboard.press("/");
  await page.keyboard.type("peak > 20");
  await page.keyboard.press("Enter");
  assert.ok((await ask(page, "picked")).length < 165);
  await page.keyboard.press("x");
  for (const [key, id] of [["3", "matrix"], ["2", "map"], ["1", "response"]]) {
    await page.keyboard.press(key);
    assert.ok(await page.locator(`#panel-${id}`).isVisible(), id);
  }
  const canvas = page.locator("#panel-response canvas[tabindex]");
  await canvas.focus();
  const [k, c] = [await ask(page, "column", "k"), await ask(page, "column", "c")];
  await canvas.press("ArrowRight");
  const first = await ask(page, "run");
  await canvas.press("ArrowRight");
  const second = await ask(page, "run");
  assert.ok(k[second] > k[first] && c[second] === c[first]);
  await canvas.press("ArrowDown");
  const third = await ask(page, "run");
  assert.ok(k[third] === k[second] && c[third] !== c[second]);
  await page.locator(".runs-scroll").focus();
  await page.keyboard.press("End");
  assert.equal(await ask(page, "run"), 164);
  await frames(page, 3);
  assert.ok(await page.locator("#run-row-164").isVisible());
  await page.keyboard.press("?");
  const help = page.getByRole("dialog");
  assert.match(await help.innerText(), /Copy the command of the run/);
  const keys = await page.locator("dialog.help section:not(:has(h3:text-is('Mouse and fingers'))) kbd").allInnerTexts();
  assert.deepEqual(keys.filter((key, i) => keys.indexOf(key) !== i), [], "a key has two meanings");
  await page.keyboard.press("Escape");
  // Nothing that can be reached by Tab is without a name.
  const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, input, select, summary, [tabindex='0']")].filter((node) => node.offsetParent && !(node.getAttribute("aria-label") || node.textContent.trim() || node.labels?.[0]?.textContent.trim() || node.title)).map((node) => node.outerHTML.slice(0, 80)));
  assert.deepEqual(unnamed, []);
  await close(page);
});

test("hostile names are text, also in commands, filters and runs", async () => {
  const evil = ["<img src=x onerror=hacked=1>", "</script><script>hacked=2</script>", "__proto__", "`; rm -rf / #", "\u202eevil\u2066", "a".repeat(300)];
  const toss = dice(5);
  const values = () => Array.from({ length: 20 }, toss);
  const record = study({
    title: "<svg onload=hacked=3>", model: "my model's $(x).yaml", set: ["v=$(touch x)"], host: Array.from({ length: 20 }, () => "<b>host</b>"), status: Array.from({ length: 20 }, (_, i) => (i === 3 ? "failed" : "done")), message: Array.from({ length: 20 }, (_, i) => (i === 3 ? "</p><script>hacked=4</script>" : "")),
    parameters: evil.map((name) => ({ name, unit: "<i>m</i>", values: values() })), responses: [{ name: "constructor", unit: "m", expression: "<b>max</b>", values: values() }, { name: "toString", unit: "\"", values: values() }],
    found: "{\"method\": \"<script>\", \"parameters\": 3, \"limits\": [{\"response\": [], \"kind\": {}}], \"curves\": [null]}",
    messages: [{ severity: "warning\"><script>", element: "<b>", message: "<script>hacked=5</script>", remedy: "<i>" }],
  });
  const page = await open(browser, synthetic("study-hostile", record));
  assert.equal(await page.locator("h1").textContent(), "<svg onload=hacked=3>");
  for (const id of await page.locator(".tab").evaluateAll((tabs) => tabs.map((tab) => tab.id.slice(4)))) await show(page, id);
  await page.evaluate(() => window.sarrus.look(3));
  const card = await page.locator(".run-card").innerText();
  assert.ok(card.includes(evil[0]) && card.includes("</p><script>hacked=4</script>"), card);
  const command = await ask(page, "command", 3);
  assert.ok(command.startsWith("sarrus run 'my model'\\''s $(x).yaml' --set 'v=$(touch x)' --set '<img src=x onerror=hacked=1>="), command);
  await page.locator(".filter-line .field").fill("`<img src=x onerror=hacked=1>` > 0.5 and constructor < 2 and toString >= 0");
  assert.equal(await page.locator(".filter-fault").isVisible(), false);
  assert.ok((await ask(page, "picked")).length < 20);
  await page.screenshot({ path: `${folder}hostile.png` });
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("img[src=x], svg[onload], #app script, b:text-is('host')").count(), 0);
  await close(page);
});

longTest("a hundred thousand runs: read, drawn, filtered and sorted", async () => {
  const file = synthetic("study-many", random({ rows: 100000 }));
  assert.ok(statSync(file).size < 12e6, `the page has ${statSync(file).size} bytes`);
  const page = await open(browser, file, { scheme: "dark" });
  for (const id of ["response", "matrix", "parallel", "spread", "map"]) {
    await show(page, id);
    assert.ok((await colours(page, `#panel-${id}`)) > 30, id);
  }
  assert.ok((await ask(page, "panels.parallel.drawn")) <= 4000);
  assert.ok((await page.locator(".runs-row").count()) < 60, "only rows in sight are made");
  const p1 = await ask(page, "column", "p1");
  await page.locator(".filter-line .field").fill("p1 > 12");
  assert.equal((await ask(page, "picked")).length, p1.filter((value) => value > 12).length);
  await page.locator(".runs-heading", { hasText: /^p1/ }).locator("button").click();
  const order = await ask(page, "table");
  assert.ok(order.every((run, i) => i === 0 || p1[run] >= p1[order[i - 1]]));
  await page.screenshot({ path: `${folder}many.png` });
  await close(page);
});

test("thirty parameters: views begin with those that matter, others can be chosen", async () => {
  const page = await open(browser, synthetic("study-wide", random({ rows: 400, count: 30 })));
  await show(page, "matrix");
  const first = await ask(page, "panels.matrix.columns");
  assert.equal(first.length, 5);
  for (const name of ["p1", "p2", "peak", "load"]) assert.ok(first.includes(name), `${name} is not in ${first}`);
  await page.locator("#panel-matrix summary").click();
  await page.locator("#panel-matrix .chooser-row", { hasText: "p17" }).locator("input").click();
  assert.ok((await ask(page, "panels.matrix.columns")).includes("p17"));
  await page.screenshot({ path: `${folder}wide.png` });
  await page.keyboard.press("Escape");
  await close(page);
});

for (const [name, record, says] of [
  ["one run", study({ parameters: [{ name: "k", unit: "N/m", values: [3] }], responses: [{ name: "peak", unit: "m", values: [5] }] }), "1 run"],
  ["no run yet", study({ parameters: [{ name: "k", values: [] }], responses: [{ name: "peak", values: [] }], running: true, planned: 100 }), "0 of 100 runs"],
  ["nothing but failures", study({ parameters: [{ name: "k", values: [1, 2, 3, 4] }, { name: "c", values: [1, 1, 2, 2] }], responses: [{ name: "peak", values: [NaN, NaN, NaN, NaN] }], status: ["failed", "limit", "error", "crashed"], message: ["a", "b", "c", "d"] }), "4 runs, 4 failed"],
  ["numbers that are none everywhere", study({ parameters: [{ name: "k", values: [NaN, Infinity, -Infinity] }], responses: [{ name: "peak", values: [Infinity, NaN, -Infinity] }] }), "3 runs"],
  ["equal values and large ones", study({ parameters: [{ name: "k", values: [2, 2, 2] }, { name: "c", values: [1e-300, 1e300, -1e300] }], responses: [{ name: "peak", values: [0, 0, 0] }] }), "3 runs"],
  ["no response", study({ parameters: [{ name: "k", values: [1, 2, 3] }], responses: [] }), "3 runs"],
  ["no parameter", study({ parameters: [], responses: [{ name: "peak", values: [1, 2] }] }), "2 runs"],
]) {
  test(`a study with ${name}`, async () => {
    const page = await open(browser, synthetic(`study-${name.replaceAll(" ", "-")}`, record));
    assert.ok((await page.locator(".facts").textContent()).includes(says));
    for (const id of await page.locator(".tab").evaluateAll((tabs) => tabs.map((tab) => tab.id.slice(4)))) {
      await show(page, id);
      const box = await page.locator(`#panel-${id}`).boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await drag(page, [box.x + 60, box.y + 90], [box.x + box.width - 60, box.y + box.height - 90]);
      await page.keyboard.press("x");
    }
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "c", "o", "Escape"]) await page.keyboard.press(key);
    await page.screenshot({ path: `${folder}${name.replaceAll(" ", "-")}.png` });
    await close(page);
  });
}

test("a narrow screen, and damaged data", async () => {
  const page = await open(browser, synthetic("study-grid", grid()), { width: 400, height: 800 });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 400, "nothing is wider than the screen");
  await page.screenshot({ path: `${folder}narrow.png` });
  await close(page);
  const record = grid();
  record.study.parameters[0].data = record.study.parameters[0].data.slice(0, 40);
  const broken = await open(browser, synthetic("study-damaged", record), { hook: false });
  assert.match(await broken.locator("main.failure").innerText(), /numbers of column "k" are damaged/);
  await close(broken);
});
