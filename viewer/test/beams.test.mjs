// Beams in the 3-D view: through their nodes, bent smoothly, coloured by what was recorded of their elements.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { document, pack, pendulum } from "../dev/synthetic.mjs";
import { comparison, folder, frames, launch, longTest, open, picture, synthetic, top } from "./support.mjs";

const program = process.env.SARRUS ?? `${top}build/release/sarrus`;
let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const MODEL = `
model: three beams
gravity: [0, 0, -9.81]
materials: {steel: {young: 210e9, poisson: 0.3, density: 7800}}
sections:
  profile: {i: [0.1, 0.2, 0.01, 0.008], material: steel}
  pipe: {tube: [0.05, 0.04], material: steel}
  soft: {stiffness: [1e7, 4e6, 4e6, 4e3, 5e3, 5e3], mass: 10, inertia: [0.02, 0.01, 0.01]}
beams:
  girder: {section: profile, points: [[0, 0, 0], [3, 0, 0]], elements: 6, axis2: y}
  hose: {section: pipe, points: [[0, -1, 0], [1, -1, 0], [2, -1, 0.5], [3, -1, 0.5]], curve: spline, elements: 2, order: 1, axis2: y}
  whip: {section: soft, points: [[0, 1, 0], [3, 1, 0]], elements: 5, order: 1, axis2: y}
joints:
  A: {type: fixed, between: [ground, girder.start]}
  B: {type: fixed, between: [ground, hose.start]}
  C: {type: fixed, between: [ground, whip.start]}
forces:
  pull: {type: force, between: [ground, whip.end], force: [0, 0, -2500]}
output: {every: 0.02}
simulate: {end: 0.6}
`;
const MIDDLE = { girder: 2, hose: 1, whip: 1 }; // orders

let made;
/** The page of the three beams, and its numbers from the CSV file. */
function beams() {
  if (made) return made;
  writeFileSync(`${folder}beams.yaml`, MODEL);
  execFileSync(program, ["run", `${folder}beams.yaml`, "-o", `${folder}beams.h5`, "--csv", `${folder}beams.csv`, "--quiet"]);
  const lines = readFileSync(`${folder}beams.csv`, "utf8").trim().split("\n");
  const names = lines[0].split(",");
  const rows = lines.slice(2).map((line) => line.split(",").map(Number));
  const column = (wanted) => rows.map((row) => row[names.indexOf(wanted)]);
  made = { file: comparison("beams", [`${folder}beams.h5`]), names, column, time: column("time") };
  return made;
}

const apart = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));
/** The largest angle between two steps of a line, in degrees. */
function sharpest(line) {
  let most = 0;
  for (let i = 2; i < line.length; i++) {
    const [u, v] = [0, 1].map((k) => [0, 1, 2].map((axis) => line[i - k][axis] - line[i - k - 1][axis]));
    const cosine = u.reduce((sum, value, k) => sum + value * v[k], 0) / (Math.hypot(...u) * Math.hypot(...v));
    most = Math.max(most, (Math.acos(Math.min(1, cosine)) * 180) / Math.PI);
  }
  return most;
}

test("beams go through their nodes and bend smoothly between them", async () => {
  const { file, names, column, time } = beams();
  const page = await open(browser, file);
  let bent = 0;
  for (const row of [0, Math.floor(time.length / 2), time.length - 1]) {
    await page.evaluate((t) => window.sarrus.setTime(t), time[row]);
    const drawn = await page.evaluate(() => window.sarrus.panels.scene.beams);
    assert.deepEqual(drawn.map((beam) => beam.name), ["girder", "hose", "whip"]);
    for (const { name, line } of drawn) {
      const count = names.filter((one) => new RegExp(`^${name}\\.n\\d+\\.x$`).test(one)).length;
      const nodes = Array.from({ length: count }, (_, i) => ["x", "y", "z"].map((axis) => column(`${name}.n${i}.${axis}`)[row]));
      const steps = (line.length - 1) / (count - 1);
      assert.ok(steps >= 4, `${name} has ${steps} steps between nodes`);
      nodes.forEach((node, i) => assert.ok(apart(node, line[i * steps]) < 1e-5, `${name}.n${i} is at ${node}, drawn at ${line[i * steps]}`));
      const corner = sharpest(nodes);
      assert.ok(corner < 0.5 || sharpest(line) < 0.4 * corner, `${name} bends by ${sharpest(line)} degrees in one step, its nodes by ${corner}`);
      bent = Math.max(bent, corner);
    }
  }
  assert.ok(bent > 5, `nothing was bent enough to be judged: ${bent} degrees`);
  await page.screenshot({ path: `${folder}beams.png` });
  await page.clean();
  await page.context().close();
});

test("colours stand for the recorded moments, with their range over the whole run", async () => {
  const { file, column, names, time } = beams();
  const elements = names.filter((name) => name.endsWith(".m2")).map((name) => name.slice(0, -3));
  const moments = elements.map((element) => column(`${element}.m2`).map((value, row) => Math.hypot(value, column(`${element}.m3`)[row])));
  const most = Math.max(...moments.flat());
  const peak = moments.findIndex((list) => list.includes(most));
  const page = await open(browser, file);
  assert.deepEqual(await page.evaluate(() => window.sarrus.panels.scene.tints), ["moment", "axial", "torsion", "shear", "stress"]);
  await page.getByLabel("Colours of flexible bodies").selectOption("moment");
  await page.waitForFunction(() => window.sarrus.panels.scene.tint?.id === "moment");
  const legend = page.locator(".tint-legend");
  assert.match(await legend.innerText(), /Bending moment, N\*m/);
  const tint = () => page.evaluate(() => window.sarrus.panels.scene.tint);
  assert.ok(Math.abs((await tint()).high / most - 1) < 1e-12 && (await tint()).low === 0);
  await legend.getByRole("button").click(); // "most: ..."
  assert.equal(await page.evaluate(() => window.sarrus.time), time[moments[peak].indexOf(most)]);
  const { values } = await tint();
  const row = time.indexOf(await page.evaluate(() => window.sarrus.time));
  values.forEach((value, i) => assert.ok(Math.abs(value - moments[i][row]) <= 1e-12 * most, `${elements[i]} is shown as ${value}`));
  // The middle of the element with the largest moment is yellow, the far end of its beam is not.
  const drawn = await page.evaluate(() => window.sarrus.panels.scene.beams);
  const [name, number] = elements[peak].split(".e");
  const { colours } = drawn.find((beam) => beam.name === name);
  const steps = (colours.length - 1) / (MIDDLE[name] * elements.filter((element) => element.startsWith(`${name}.`)).length);
  const [r, g, b] = colours[Math.round((Number(number) + 0.5) * MIDDLE[name] * steps)];
  assert.ok(r > 0.9 && g > 0.7 && b < 0.1, `the largest moment is drawn in ${[r, g, b]}`);
  assert.ok(colours[colours.length - 1][0] < 0.5, `the free end is drawn in ${colours[colours.length - 1]}`);
  const image = await picture(page);
  let yellow = 0;
  for (let i = 0; i < image.pixels.length; i += image.channels) yellow += image.pixels[i] > 150 && image.pixels[i + 1] > 130 && image.pixels[i + 2] < 90;
  assert.ok(yellow > 20, `${yellow} pixels are yellow`);
  await page.screenshot({ path: `${folder}beams-moment.png` });
  await page.clean();
  await page.context().close();
});

test("forces with a sign, stress where it is known, and no colours again", async () => {
  const { file, column } = beams();
  const page = await open(browser, file);
  const choose = async (id) => {
    await page.keyboard.press("q");
    await page.waitForFunction((wanted) => (window.sarrus.panels.scene.tint?.id ?? "") === wanted, id);
    return page.evaluate(() => window.sarrus.panels.scene.tint);
  };
  await choose("moment");
  const axial = await choose("axial");
  assert.equal(axial.low, -axial.high);
  await choose("torsion");
  await choose("shear");
  const stress = await choose("stress");
  assert.match(await page.locator(".tint-legend").innerText(), /in 8 of 13 elements/); // the whip has no stress
  assert.equal(stress.high, Math.max(...Array.from({ length: 6 }, (_, i) => column(`girder.e${i}.stress`)).flat(), ...column("hose.e0.stress"), ...column("hose.e1.stress")));
  await choose("");
  assert.equal(await page.locator(".tint-legend").count(), 0);
  await page.clean();
  await page.context().close();
});

test("a click on a beam selects the element that is there", async () => {
  const { file } = beams();
  const page = await open(browser, file);
  const [x, y] = await page.evaluate(() => window.sarrus.panels.scene.screen("girder.e3"));
  await page.mouse.click(x, y);
  assert.equal(await page.evaluate(() => window.sarrus.selection), "girder.e3");
  assert.match(await page.locator(".scene-chip").innerText(), /element of a beam/);
  const colours = await page.evaluate(() => window.sarrus.panels.scene.beams[0].colours.map((colour) => colour.join()));
  assert.ok(colours.filter((colour) => colour !== colours[0]).length > 3, "the element is not seen to be selected");
  await page.evaluate(() => window.sarrus.select("girder"));
  const whole = await page.evaluate(() => new Set(window.sarrus.panels.scene.beams[0].colours.map((colour) => colour.join())).size);
  assert.equal(whole, 1);
  await page.clean();
  await page.context().close();
});

test("modes of beams move smoothly; their moments have no size of their own", async () => {
  writeFileSync(`${folder}beams.yaml`, MODEL);
  execFileSync(program, ["modes", `${folder}beams.yaml`, "--count", "4", "--page", `${folder}modes.html`, "--quiet"], { stdio: "ignore" });
  const page = await open(browser, `${folder}modes.html`);
  assert.deepEqual(await page.evaluate(() => window.sarrus.panels.scene.tints), ["moment", "torsion"]);
  await page.keyboard.press("q");
  await page.waitForFunction(() => window.sarrus.panels.scene.tint);
  assert.doesNotMatch(await page.locator(".tint-legend").innerText(), /N\*m/);
  const rows = await page.evaluate(() => window.sarrus.rows());
  let moved = 0;
  for (const mode of [0, 1, 2, 3]) {
    const at = async (row) => {
      await page.evaluate((t) => window.sarrus.setTime(t), rows[row]);
      return page.evaluate(() => ({ lines: window.sarrus.panels.scene.beams.map((beam) => beam.line), high: window.sarrus.panels.scene.tint.high, most: Math.max(...window.sarrus.panels.scene.tint.values) }));
    };
    const [still, swung] = [await at(48 * mode), await at(48 * mode + 6)];
    swung.lines.forEach((line, i) => {
      const way = Math.max(...line.map((point, k) => apart(point, still.lines[i][k])));
      assert.ok(sharpest(line) < 3 + sharpest(still.lines[i]), `mode ${mode + 1} has a kink of ${sharpest(line)} degrees`);
      moved += way > 0.05 ? 1 : 0;
    });
    assert.ok(swung.most > 0.98 * swung.high, "the range is not that of the mode");
  }
  assert.ok(moved >= 4, "the modes hardly move");
  await page.screenshot({ path: `${folder}beams-modes.png` });
  await page.clean();
  await page.context().close();
});

longTest("a thousand elements are one mesh", async () => {
  writeFileSync(`${folder}cord.yaml`, `
materials: {rubber: {young: 5e7, poisson: 0.4, density: 1200}}
gravity: [0, 0, -9.81]
sections: {round: {circle: 0.02, material: rubber}}
beams: {cord: {section: round, points: [[0, 0, 0], [10, 0, 0]], elements: 1000, order: 1, axis2: y, damping: 1e-4}}
joints: {A: {type: spherical, between: [ground, cord.start]}}
output: {every: 0.02}
simulate: {end: 0.2}
`);
  execFileSync(program, ["run", `${folder}cord.yaml`, "-o", `${folder}cord.h5`, "--quiet"]);
  const page = await open(browser, comparison("cord", [`${folder}cord.h5`]));
  await page.keyboard.press("q");
  await page.waitForFunction(() => window.sarrus.panels.scene.tint);
  const before = await page.evaluate(() => window.sarrus.panels.scene.framesDrawn);
  await page.evaluate(() => window.sarrus.setTime(0.2));
  await page.waitForFunction((drawn) => window.sarrus.panels.scene.framesDrawn > drawn, before);
  const facts = await page.evaluate(() => ({ calls: window.sarrus.panels.scene.drawCalls, rings: window.sarrus.panels.scene.beams[0].line.length, known: window.sarrus.panels.scene.tint.values.filter(Number.isFinite).length }));
  assert.equal(facts.known, 1000);
  assert.ok(facts.calls < 15 && facts.rings >= 1001, JSON.stringify(facts));
  await page.clean();
  await page.context().close();
});

longTest("damaged beams are told, and the rest is shown", async () => {
  const beam = { name: "bad", colour: "#5b8db8", order: 1, nodes: ["arm", "block"], at: pack([0, 0, 0]), turn: pack([1, 0, 0, 0]), outline: { round: false, outer: [0, 0, 1, 0, 0, 1], inner: [], caps: [0, 1, 2] } };
  const whole = { ...beam, name: "good", at: pack([0, 0, 0, 0, 0, 0]), turn: pack([1, 0, 0, 0, 1, 0, 0, 0]) };
  for (const [beams, expected, count] of [[[beam, whole], /the beam "bad" are damaged/, 1], [[{ ...beam, nodes: 5 }, {}], /./, 0], [7, /./, 0], [[{ ...whole, nodes: ["arm", "nobody"] }], /are damaged/, 0]]) {
    const run = pendulum();
    run.scene.beams = beams;
    const page = await open(browser, synthetic("beams-damaged", document(run)));
    await page.waitForFunction(() => window.sarrus.panels.scene);
    await frames(page);
    assert.match(await page.locator("body").innerText(), expected);
    assert.equal(await page.evaluate(() => window.sarrus.panels.scene.beams.length), count);
    await page.clean();
    await page.context().close();
  }
});
