// Live pages: the engine in the page computes what the program computes, sliders and text change it, nothing else can.
// The page of docs/live is always tested; with SARRUS_LIVE=1 (make test-live) pages of three examples made by the program and the engine as they now are.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { openFlat } from "./flat.mjs";
import { folder, launch, longTest, open, top } from "./support.mjs";

const fresh = Boolean(process.env.SARRUS_LIVE);
const program = process.env.SARRUS ?? `${top}build/release/sarrus`;
const MOST_BYTES = 6e6;
const CLOSE = 1e-9; // with the same steps
const WITHIN = 1e-6; // with steps that the run chooses itself: the tolerance of one example, ten times that of the others
const LONG = { timeout: 300000 };

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

function make(name, model, ...more) {
  const file = `${folder}${name}.html`;
  execFileSync(program, ["page", "--live", model, "-o", file, "--quiet", ...more]);
  return file;
}
const example = (name) => make(name, `${top}examples/${name}/model.yaml`);
const committed = `${top}docs/live/fourbar.html`;
const fourbar = () => (fresh ? example("fourbar") : committed);

const facts = (page) => page.evaluate(() => window.sarrus.live);
const state = (page) => page.locator(".live-state").textContent();

/** Waits for the end of a run after `count` of them. */
async function ran(page, count) {
  await page.waitForFunction((n) => window.sarrus.live.runs > n && !window.sarrus.live.running && window.sarrus.live.state !== "busy", count, LONG);
}
async function run(page) {
  const { runs } = await facts(page);
  await page.getByRole("button", { name: /^Run/ }).click();
  await ran(page, runs);
}
/** All columns of the run shown. */
const columns = (page) => page.evaluate(async () => {
  const all = { time: window.sarrus.rows() };
  for (const name of window.sarrus.columns()) all[name] = await window.sarrus.column(name);
  return all;
});
/** What the program itself computes, from its CSV file: columns by name, and their units. The page has no part in it. */
function reference(model, name) {
  const file = `${folder}${name}.csv`;
  execFileSync(program, ["run", model, "--csv", file, "-o", "none", "--quiet"]);
  const [names, units, ...rows] = readFileSync(file, "utf8").trim().split("\n").map((line) => line.replace(/^# /, "").split(","));
  return { units: Object.fromEntries(names.map((one, i) => [one, units[i]])), columns: Object.fromEntries(names.map((one, i) => [one, rows.map((row) => Number(row[i]))])) };
}
/** The largest difference of two runs, over the largest value of all columns of that unit: rounding of a stiff spring's force is not small against a component
 * that happens to be. Times are those of `a`. */
function difference(a, b, units) {
  const unitOf = (name) => units?.[name] ?? name;
  const rowAt = new Map(b.time.map((time, row) => [time, row]));
  const largest = new Map();
  for (const name of Object.keys(a)) for (const value of a[name]) largest.set(unitOf(name), Math.max(largest.get(unitOf(name)) ?? 0, Math.abs(value)));
  let worst = [0, "nowhere"];
  for (const name of Object.keys(a)) {
    assert.ok(name in b, `the engine has no column ${name}`);
    for (let i = 0; i < a[name].length; i++) {
      const other = b[name][rowAt.get(a.time[i])];
      assert.notEqual(other, undefined, `${name} at ${a.time[i]}`);
      const apart = Math.abs(a[name][i] - other);
      if (apart > 0 && apart / largest.get(unitOf(name)) > worst[0]) worst = [apart / largest.get(unitOf(name)), `${name} at ${a.time[i]}`];
    }
  }
  return worst;
}
/** Moves a slider as a reader does, with the keyboard. */
async function slide(page, name, presses = 20) {
  const { runs } = await facts(page);
  const slider = page.locator(".knob", { has: page.locator(".knob-name", { hasText: new RegExp(`^${name}$`) }) }).locator(".knob-rail");
  await slider.focus();
  for (let i = 0; i < presses; i++) await page.keyboard.press("ArrowRight");
  await page.waitForFunction((n) => window.sarrus.live.runs > n && !window.sarrus.live.running, runs, LONG);
  await page.waitForTimeout(300);
  await page.waitForFunction(() => !window.sarrus.live.running && window.sarrus.live.state === "good", null, LONG);
}

/** A step with which the corrector goes down to rounding: program and engine do the same operations, whatever these round to. Where steps are chosen by
 * errors that are estimated, their sizes feel the rounding, and with them what is left of the tolerance. */
const cases = [
  { name: "fourbar", parameter: "c", column: "rocker.x", end: 2, step: 2e-3 },
  { name: "slider_crank_engine", parameter: "l", column: "piston.y", end: 0.08, step: 1e-4 },
  { name: "double_wishbone", parameter: "spring_rate", column: "left.knuckle.z", end: 1, step: 1e-3 },
];
if (fresh) {
  for (const { name, end, step } of cases) {
    test(`${name}: with the same steps the engine gives the program's numbers`, async () => {
      const home = `${folder}${name}-same/`;
      cpSync(`${top}examples/${name}`, home, { recursive: true });
      const model = `${home}model.yaml`;
      const text = readFileSync(model, "utf8");
      const other = text.replace(/^simulate: .*$/m, `simulate: {end: ${end}, step: ${step}, method: "hht:corrector=floor"}`);
      assert.notEqual(other, text);
      writeFileSync(model, other);
      const { units, columns: ofProgram } = reference(model, `${name}-same`);
      const page = await openFlat(browser, make(`${name}-same`, model), { width: 1440, height: 860 });
      await run(page);
      assert.match(await state(page), /^Done in/);
      const [apart, where] = difference(ofProgram, await columns(page), units);
      console.log(`${name}, same steps: engine and program differ by ${apart.toExponential(1)} (${where})`);
      assert.ok(apart <= CLOSE, `${where}: ${apart}`);
      await page.clean();
      await page.context().close();
    });
  }
}

for (const { name, parameter, column } of fresh ? cases : cases.slice(0, 1)) {
  test(`${name}: the engine runs it as the program does, and a slider changes the curves`, async () => {
    const file = name === "fourbar" ? fourbar() : example(name);
    assert.ok(statSync(file).size <= MOST_BYTES, `${file} has ${statSync(file).size} bytes`);
    const { units, columns: ofProgram } = reference(`${top}examples/${name}/model.yaml`, name);
    const page = await openFlat(browser, file, { width: 1440, height: 860 });
    // What follows the findings is about the page: a first record that is too large is thinned out, what the engine gives is whole.
    const findings = async () => (await page.locator("#panel-doctor").textContent()).split("Messages of the run")[0];
    const doctor = await findings();
    assert.match(doctor, /degrees? of freedom/);
    await run(page);
    assert.match(await state(page), /^Done in/);
    const ofEngine = await columns(page);
    const [apart, where] = difference(ofProgram, ofEngine, units);
    console.log(`${name}: engine and program differ by ${apart.toExponential(1)} (${where}); ${(await facts(page)).seconds.toFixed(2)} s; page ${(statSync(file).size / 1e6).toFixed(2)} MB`);
    assert.ok(apart <= WITHIN, `${where}: ${apart}`);
    assert.equal(await findings(), doctor, "the doctor of the engine and that of the program");
    const curve = await page.evaluate(() => window.sarrus.panels.plots.list.map((plot) => plot.data));
    const text = await page.locator(".source-text").inputValue();
    await slide(page, parameter);
    assert.ok((await facts(page)).parameters.find((one) => one.name === parameter));
    const moved = await columns(page);
    assert.ok(difference(ofEngine, moved, units)[0] > 1e-3, "the slider changes nothing");
    assert.notDeepEqual(moved[column], ofEngine[column]);
    assert.notDeepEqual(await page.evaluate(() => window.sarrus.panels.plots.list.map((plot) => plot.data)), curve, "the curves in the plots");
    if (name !== "double_wishbone") assert.notEqual(await page.locator(".source-text").inputValue(), text, "the number in the text");
    // Back at the start, bit for bit.
    const { runs } = await facts(page);
    await page.getByRole("button", { name: "Start again" }).click();
    await ran(page, runs);
    assert.deepEqual(await columns(page), ofEngine);
    await page.screenshot({ path: `${folder}${name}.png` });
    await page.clean();
    await page.context().close();
  });
}

longTest("what is wrong with a text is marked in its line", async () => {
  const page = await openFlat(browser, fourbar(), { width: 1440, height: 860 });
  const { runs } = await facts(page);
  const area = page.locator(".source-text");
  const text = await area.inputValue();
  const line = text.split("\n").findIndex((one) => /^  b: /.test(one)) + 1;
  await area.fill(text.replace(/^  b: .*$/m, "  b: 0.35*(nothing"));
  await ran(page, runs);
  assert.equal(await state(page), "The model is wrong");
  assert.equal(await page.locator(".source-mark.error").count() >= 1, true);
  assert.equal(await page.locator(".source-numbers .error").first().textContent(), `${line}\n`);
  const place = page.locator(".message-place").first();
  assert.match(await place.textContent(), new RegExp(`^model\\.yaml:${line}:\\d+$`));
  await place.click();
  assert.equal(await page.evaluate(() => document.activeElement.className), "source-text");
  await page.screenshot({ path: `${folder}wrong.png` });
  // The results of the last good run stay.
  assert.ok((await columns(page)).time.length > 1);
  await area.fill(text);
  await ran(page, runs + 1);
  assert.match(await state(page), /^Done in/);
  assert.equal(await page.locator(".source-mark.error").count(), 0);
  await page.clean();
  await page.context().close();
});

longTest("an endless model is stopped, and the engine goes on", async () => {
  const page = await openFlat(browser, fourbar(), { width: 1440, height: 860 });
  await run(page);
  const { runs, workers } = await facts(page);
  const area = page.locator(".source-text");
  const text = await area.inputValue();
  await area.fill(text.replace(/simulate: \{/, "simulate: {step: 1e-9, ").replace(/tolerance: [^,}]*,? ?/, ""));
  await page.getByRole("button", { name: /^Run|^Stop/ }).waitFor();
  await page.waitForFunction(() => window.sarrus.live.running, null, LONG);
  await page.waitForTimeout(2000);
  assert.equal((await facts(page)).running, true, "it is still running");
  assert.ok((await columns(page)).time.length > 1, "the page is responsive meanwhile");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.waitForFunction(() => !window.sarrus.live.running, null, LONG);
  assert.equal(await state(page), "Stopped");
  await page.getByRole("button", { name: "Start again" }).click();
  await ran(page, runs);
  assert.match(await state(page), /^Done in/);
  assert.equal((await facts(page)).workers, workers + 1);
  await page.clean();
  await page.context().close();
});

longTest("memory is freed over 200 runs", async () => {
  const page = await openFlat(browser, fourbar(), { width: 1440, height: 860 });
  // A small model: what is looked at is what a run leaves behind, not what it takes.
  await page.locator(".live-eager input").uncheck();
  await page.locator(".source-text").fill("bodies: {b: {mass: 1, inertia: [1, 2, 3], omega: [0.1, 2, 0]}}\noutput: {every: 0.05}\nsimulate: {end: 0.5}\n");
  for (let i = 0; i < 10; i++) await run(page);
  assert.match(await state(page), /^Done in/);
  const early = await facts(page);
  for (let i = 0; i < 190; i++) await run(page);
  const late = await facts(page);
  assert.ok(late.runs >= 200);
  assert.equal(late.memory, early.memory, "the module's memory has grown");
  assert.equal(late.workers, 1, "one worker did it all");
  assert.equal(await page.locator(".live-results > .viewer").count(), 1);
  await page.clean();
  await page.context().close();
});

test("hostile models stay text", async () => {
  const page = await openFlat(browser, fourbar(), { width: 1440, height: 860 });
  const evil = "<img src=x onerror=\"window.pwned=1\">";
  const { runs } = await facts(page);
  await page.locator(".source-text").fill(`model: '${evil}</script>'\nparameters:\n  a: 1 # ${evil}\nbodies:\n  b: {mass: a, inertia: [1, 1, 1], ${"x".repeat(50)}: '${evil}'}\nsimulate: {end: 0.1}\n`);
  await ran(page, runs);
  assert.equal(await state(page), "The model is wrong");
  await page.locator(".source-text").fill(`model: '${evil}</script><script>window.pwned=1</script>'\nparameters:\n  a: 1 # ${evil}\nbodies:\n  b: {mass: a, inertia: [1, 1, 1], velocity: [1, 0, 0]}\nsimulate: {end: 0.1}\n`);
  await ran(page, runs + 1);
  assert.match(await state(page), /^Done in/);
  assert.match(await page.locator("h1").first().textContent(), /onerror/);
  assert.match(await page.locator(".knob-about").first().textContent(), /onerror/);
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.equal(await page.locator("#app img, #app script").count(), 0);
  await page.clean();
  await page.context().close();
});

if (fresh) {
  test("the text of a hostile file cannot leave its place in the page", async () => {
    const model = `${folder}hostile.yaml`;
    writeFileSync(model, "model: '</script><script>window.pwned=1</script>'\nparameters:\n  a: 1 # <!--SARRUS-DATA--> </script><img src=x onerror=window.pwned=1>\nbodies:\n  b: {mass: a, inertia: [1, 1, 1], velocity: [1, 0, 0]}\nsimulate: {end: 0.1}\n");
    const file = make("hostile", model);
    const page = await openFlat(browser, file, { width: 1440, height: 860 });
    await run(page);
    assert.equal(await page.evaluate(() => window.pwned), undefined);
    assert.equal(await page.locator(".source-text").inputValue(), readFileSync(model, "utf8"));
    await page.clean();
    await page.context().close();
  });
}

longTest("keys alone, a kept run, and the view in 3-D that goes on", async () => {
  const page = await open(browser, fourbar(), { width: 1440, height: 860 });
  await page.evaluate(() => window.sarrus.setTime(0.5));
  const { runs } = await facts(page);
  await page.getByRole("button", { name: "Keep to compare" }).click();
  await page.keyboard.press("Escape");
  await page.locator(".scene-canvas").focus();
  await page.keyboard.press("r");
  await ran(page, runs);
  await slide(page, "b", 8);
  assert.equal((await page.evaluate(() => window.sarrus.runs)).length, 2, "the kept run stands beside the new one");
  assert.equal(await page.evaluate(() => window.sarrus.time), 0.5, "the moment stays");
  assert.equal(await page.locator(".scene-canvas").count(), 1);
  const names = await page.evaluate(() => [...document.querySelectorAll("#app button, #app input, #app textarea, #app select, #app summary, #app canvas.scene-canvas")]
    .filter((one) => one.offsetParent !== null && !(one.getAttribute("aria-label") || one.title || one.textContent.trim() || one.closest("label"))).map((one) => one.outerHTML));
  assert.deepEqual(names, [], "everything that can be used has a name");
  await page.screenshot({ path: `${folder}kept.png` });
  await page.clean();
  await page.context().close();
});
