// The page of a table that `sarrus sweep` made: its numbers are those of the CSV file, runs that were kept open with their results.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { parseCsv } from "./flat.mjs";
import { comparison, folder, launch, open, program } from "./support.mjs";

const MODEL = `model: a mass on a spring
parameters: {k: 400, c: 3, m: 1}
bodies: {block: {mass: m, inertia: [1, 1, 1], at: [0.1, 0, 0]}}
joints: {guide: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: x}}
forces: {spring: {type: spring-damper, between: [ground.wall, block], stiffness: k, damping: c, length: 1}}
ground: {frames: {wall: {at: [-1, 0, 0]}}}
output: {every: 0.02}
simulate: {end: 4}
`;
const STUDY = `study: how soon the block is at rest
model: spring.yaml
set: {m: 1.2}
vary: {k: {from: 100, to: 1000, count: 4, scale: log}, c: [-1, 2, 4]}
responses: {peak: max(abs(block.ax)), rest: "settling(block.x, 0.02)"}
keep: [1, 5]
`;

let browser;
const place = `${folder}study/`;
const sarrus = (...words) => execFileSync(program, words, { cwd: place });
before(async () => {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  writeFileSync(`${place}spring.yaml`, MODEL);
  writeFileSync(`${place}study.yaml`, STUDY);
  sarrus("sweep", "study.yaml", "--csv", "study.csv", "--page", "study.html", "--quiet");
  browser = await launch();
});
after(async () => { await browser?.close(); });

const ask = (page, what, ...more) => page.evaluate(([text, rest]) => { const value = window.sarrus[text]; return typeof value === "function" ? value(...rest) : value; }, [what, more]);

test("the page has the numbers of the table bit by bit, and the command makes the run again", async () => {
  const { names, rows } = parseCsv(readFileSync(`${place}study.csv`, "utf8"));
  const page = await open(browser, `${place}study.html`);
  assert.equal(await page.locator("h1").textContent(), "how soon the block is at rest");
  assert.equal(await ask(page, "rows"), 12);
  for (const name of ["run", "k", "c", "peak", "rest"]) {
    const i = names.indexOf(name);
    assert.deepEqual((await ask(page, "column", name)).map((value) => (value === null ? NaN : value)), rows.map((row) => row[i]), name);
  }
  const command = await ask(page, "command", 7);
  assert.match(command, /^sarrus run spring\.yaml --set m=1\.2 --set k=\S+ --set c=2$/);
  execFileSync(program, [...command.split(" ").slice(1), "--csv", "again.csv", "-o", "/dev/null", "--quiet"], { cwd: place });
  const again = parseCsv(readFileSync(`${place}again.csv`, "utf8"));
  const ax = again.rows.map((row) => Math.abs(row[again.names.indexOf("block.ax")]));
  assert.equal(Math.max(...ax), (await ask(page, "column", "peak"))[7]);
  await page.screenshot({ path: `${folder}sweep.png` });
  await page.clean();
  await page.context().close();
});

test("runs that were kept open, and files of others are left out", async () => {
  const page = await open(browser, `${place}study.html`);
  await ask(page, "look", 5);
  await page.getByRole("button", { name: "Curves and motion" }).click();
  const frame = page.frameLocator(".run-frame iframe");
  await frame.locator(".plot-card").first().waitFor();
  assert.equal(await frame.locator("h1").textContent(), "a mass on a spring");
  assert.match(await frame.locator(".facts").textContent(), /5\.h5/);
  await page.getByRole("button", { name: "Back to the study" }).click();
  await ask(page, "look", 4);
  assert.equal(await page.getByRole("button", { name: "Curves and motion" }).count(), 0);
  await page.clean();
  await page.context().close();
  // Another study in the same folder does not take these runs for its own, and says so if it might have kept some.
  for (const [keep, warnings] of [["keep: peak > 1e9\n", 1], ["", 0]]) {
    writeFileSync(`${place}other.yaml`, STUDY.replace("m: 1.2", "m: 2").replace("[-1, 2, 4]", "[3, 5]").replace(/keep.*\n/, keep));
    sarrus("sweep", "other.yaml", "-o", "other.h5", "--quiet", "--again");
    const made = spawnSync(program, ["page", "other.h5", "-o", "other.html"], { cwd: place, encoding: "utf8" });
    assert.equal(made.status, 0);
    assert.doesNotMatch(made.stdout, /[1-9] of 2 kept ones/);
    assert.equal((made.stderr.match(/warning/g) ?? []).length, warnings);
  }
});

test("a page is refused where it would overwrite the table, or where there is none", () => {
  for (const words of [["page", "study.h5", "-o", "study.h5"], ["sweep", "study.yaml", "--page", "study.h5"], ["sweep", "study.yaml", "-o", "none", "--page", "x.html"], ["page", "study.h5", "runs/1.h5"]]) {
    assert.equal(spawnSync(program, words, { cwd: place }).status, 2, words.join(" "));
  }
  assert.equal(comparison("sweep-again", [`${place}study.h5`]), `${folder}sweep-again.html`);
});
