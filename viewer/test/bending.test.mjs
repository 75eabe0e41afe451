// Modal bodies in the 3-D view: their surface bends with the amplitudes, as the program says, and takes colours of stress.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { document, packFloat32, packUint32, pendulum } from "../dev/synthetic.mjs";
import { comparison, folder, launch, longTest, open, synthetic, top } from "./support.mjs";

const program = process.env.SARRUS ?? `${top}build/release/sarrus`;
let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const MODEL = `
model: a bar that is hit
bodies: {bar: {type: modal, file: bending_bar.h5}}
joints: {held: {type: fixed, between: [ground, bar.left]}}
forces: {load: {type: force, between: [ground, bar.right], force: [1000, 2000, -3000]}}
output: {every: 1e-4}
simulate: {end: 0.01}
`;
const TIME = 0.003;

/** Numbers of an array of a picture for ParaView: behind eight bytes with its size. */
function array(text, name, Kind) {
  const from = text.indexOf(">", text.indexOf(`Name="${name}"`)) + 1;
  const bytes = Buffer.from(text.slice(from + 12, text.indexOf("<", from)), "base64");
  return new Kind(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

let made;
function bar() {
  if (made) return made;
  copyFileSync(`${top}tests/data/fe/bar.h5`, `${folder}bending_bar.h5`);
  writeFileSync(`${folder}bending.yaml`, MODEL);
  execFileSync(program, ["run", `${folder}bending.yaml`, "-o", `${folder}bending.h5`, "--quiet"]);
  const told = execFileSync(program, ["stress", `${folder}bending.h5`, "bar", "--vtk", `${folder}bending`, "--at", String(TIME), "--top", "1", "--json"]);
  made = { file: comparison("bending", [`${folder}bending.h5`]), stress: JSON.parse(told), vtk: readFileSync(`${folder}bending/bar_0000.vtu`, "utf8") };
  return made;
}

const drawn = (page) => page.evaluate(() => window.sarrus.panels.scene.modal[0]);
const bent = (now, rest) => now.vertices.map((value, i) => value - rest.vertices[i]);

test("a modal body bends as the program says, and more where it is asked for", async () => {
  const { file, vtk } = bar();
  const page = await open(browser, file);
  await page.evaluate(() => window.sarrus.setTime(0));
  const rest = await drawn(page);
  assert.ok(rest.amplitudes.every((value) => value === 0), "it starts unbent");
  await page.evaluate((time) => window.sarrus.setTime(time), TIME);
  const now = await drawn(page);
  const wanted = array(vtk, "displacement", Float32Array); // The bar hardly turns: ground axes are its own.
  const largest = Math.max(...wanted.map(Math.abs));
  const off = Math.max(...bent(now, rest).map((value, i) => Math.abs(value - wanted[i])));
  assert.equal(now.vertices.length, wanted.length);
  assert.ok(largest > 1e-4, `the bar bends by ${largest} m`);
  assert.ok(off < 0.02 * largest, `displacements differ by ${off} of ${largest}`);
  await page.getByLabel("Size of bending").selectOption("100");
  const larger = bent(await drawn(page), rest);
  const most = Math.max(...larger.map(Math.abs));
  assert.ok(Math.abs(most / Math.max(...bent(now, rest).map(Math.abs)) - 100) < 0.1, "a hundred times larger");
  await page.clean();
  await page.context().close();
});

test("colours stand for the stress of von Mises", async () => {
  const { file, stress, vtk } = bar();
  const page = await open(browser, file);
  await page.evaluate((time) => window.sarrus.setTime(time), TIME);
  const plain = await drawn(page);
  assert.ok(plain.colours.every((value, i) => value === plain.colours[i % 3]), "plain at first");
  await page.getByLabel("Colours of flexible bodies").selectOption("von_mises");
  const [now, tint] = [await drawn(page), await page.evaluate(() => window.sarrus.panels.scene.tint)];
  assert.ok(Math.abs(tint.high / stress.rows[0].value - 1) < 1e-12, `the scale ends at ${tint.high} instead of ${stress.rows[0].value}`);
  const values = array(vtk, "von_mises", Float32Array);
  assert.ok(Math.abs(tint.values[0] / Math.max(...values) - 1) < 0.02, "the largest at the moment");
  // The scale has the more green the larger the value; one of its 256 shades may be missed where numbers are rounded.
  const order = [...values.keys()].sort((a, b) => values[a] - values[b]);
  const green = order.map((vertex) => now.colours[3 * vertex + 1]);
  for (let i = 0; i + 1 < green.length; i++) assert.ok(green[i] <= green[i + 1] + 0.01, "brighter where it is larger");
  assert.ok(green.at(-1) > green[0] + 0.01, "not all alike");
  await page.locator(".tint-legend button").click();
  const time = await page.evaluate(() => window.sarrus.time);
  assert.ok(Math.abs(time - stress.rows[0].time) < 1e-9, "a click leads to the largest");
  await page.clean();
  await page.context().close();
});

longTest("a damaged surface is told, and the rest is shown", async () => {
  const run = pendulum();
  const damaged = { name: run.scene.bodies[0].name, vertices: "AAAA", triangles: "AAAA", modes: [1], scales: [1], shapes: "AAAA" };
  for (const bending of [[damaged], [{ ...damaged, vertices: packFloat32([0, 0, 0, 1, 0, 0, 0, 1, 0]), triangles: packUint32([0, 1, 7]) }], [{ name: "nobody" }], 7]) {
    const page = await open(browser, synthetic("bending-damaged", document({ ...run, scene: { ...run.scene, bending } })));
    await page.waitForFunction(() => window.sarrus.panels.scene);
    assert.deepEqual(await page.evaluate(() => window.sarrus.panels.scene.modal), []);
    await page.clean();
    await page.context().close();
  }
});
