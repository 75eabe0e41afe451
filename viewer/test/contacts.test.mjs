// Contacts in the page: dots and arrows where bodies touch, and the table of what touched.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { comparison, folder, frames, launch, open, picture, top } from "./support.mjs";

const program = process.env.SARRUS ?? `${top}build/release/sarrus`;
let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const MODEL = `
model: a box and two balls
gravity: [0, 0, -9.81]
ground: {shapes: {floor: {plane: z, colour: grey}}}
bodies:
  box: {mass: 1, inertia: [2e-3, 2e-3, 2e-3], at: [0, 0, 0.2], turn: {axis: [1, 2, 0], angle: 0.5}, shapes: {skin: {box: [0.1, 0.12, 0.14], radius: 0.01}}}
  ball: {mass: 1, inertia: [4e-3, 4e-3, 4e-3], at: [0.4, 0, 0.1], shapes: {skin: {sphere: 0.1}}}
  far: {mass: 1, inertia: [4e-3, 4e-3, 4e-3], at: [0.8, 0, 2.5], shapes: {skin: {sphere: 0.1}}}
contacts:
  foot: {between: [ground.floor, box.skin], stiffness: 1e6, damping: 0.3, friction: {static: 0.5}}
  rest: {between: [ground.floor, ball.skin], stiffness: 1e6, damping: 2}
  never: {between: [ground.floor, far.skin], stiffness: 1e6}
output: {every: 2e-3}
simulate: {end: 0.6, method: hht, tolerance: 1e-6}
`;

let made;
function contacts() {
  if (made) return made;
  writeFileSync(`${folder}contacts.yaml`, MODEL);
  execFileSync(program, ["run", `${folder}contacts.yaml`, "-o", `${folder}contacts.h5`, "--csv", `${folder}contacts.csv`, "--quiet"]);
  const lines = readFileSync(`${folder}contacts.csv`, "utf8").trim().split("\n");
  const names = lines[0].split(",");
  const rows = lines.slice(2).map((line) => line.split(",").map(Number));
  const column = (wanted) => rows.map((row) => row[names.indexOf(wanted)]);
  made = { file: comparison("contacts", [`${folder}contacts.h5`]), column, time: column("time") };
  return made;
}

const purple = ([r, g, b]) => b > 110 && g < 80 && r > g + 25 && b > r + 25;
const count = ({ pixels, channels }, wanted) => {
  let found = 0;
  for (let i = 0; i < pixels.length; i += channels) found += wanted([pixels[i], pixels[i + 1], pixels[i + 2]]) ? 1 : 0;
  return found;
};

test("dots and arrows stand where bodies touch, with the force on the second one", async () => {
  const { file, column, time } = contacts();
  const page = await open(browser, file);
  await page.waitForFunction(() => window.sarrus.panels.scene?.shown.includes("touches"));
  const row = time.findIndex((_, i) => column("foot.count")[i] > 0 && column("rest.count")[i] > 0 && i > 200);
  assert.ok(row > 0);
  await page.evaluate((t) => window.sarrus.setTime(t), time[row]);
  await frames(page);
  const touches = await page.evaluate(() => window.sarrus.panels.scene.touches);
  assert.deepEqual(touches.map(({ name }) => name), ["foot", "rest"]);
  for (const { name, at, tip } of touches) {
    ["x", "y", "z"].forEach((axis, k) => assert.ok(Math.abs(at[k] - column(`${name}.p${axis}`)[row]) < 1e-9));
    const arrow = tip.map((value, k) => value - at[k]);
    const force = ["x", "y", "z"].map((axis) => column(`${name}.f${axis}2`)[row]);
    const cosine = arrow.reduce((sum, value, k) => sum + value * force[k], 0) / (Math.hypot(...arrow) * Math.hypot(...force));
    assert.ok(cosine > 1 - 1e-9, `${name}: ${arrow} against ${force}`);
  }
  const [foot, rest] = touches.map(({ name, at, tip }) => Math.hypot(...tip.map((value, k) => value - at[k])) / Math.hypot(...["x", "y", "z"].map((axis) => column(`${name}.f${axis}`)[row])));
  assert.ok(Math.abs(foot / rest - 1) < 1e-9); // one scale
  await page.screenshot({ path: `${folder}contacts.png` });
  const shown = count(await picture(page), purple);
  await page.keyboard.press("h");
  await frames(page);
  const hidden = count(await picture(page), purple);
  assert.ok(shown > 40 && hidden < 5, `${shown} and ${hidden} purple points`);
  await page.clean();
  await page.context().close();
});

test("nothing is drawn where nothing touches, and arrows can be made longer", async () => {
  const { file, column, time } = contacts();
  const page = await open(browser, file);
  await page.waitForFunction(() => window.sarrus.panels.scene?.shown.includes("touches"));
  const open_ = time.findIndex((_, i) => column("foot.count")[i] === 0);
  await page.evaluate((t) => window.sarrus.setTime(t), time[open_]);
  await frames(page);
  const names = await page.evaluate(() => window.sarrus.panels.scene.touches.map(({ name }) => name));
  assert.ok(!names.includes("foot") && !names.includes("never"));
  const reach = () => page.evaluate(() => { const one = window.sarrus.panels.scene.touches.find(({ name }) => name === "rest"); return Math.hypot(...one.tip.map((value, k) => value - one.at[k])); });
  await page.evaluate((t) => window.sarrus.setTime(t), time[time.length - 1]);
  const before = await reach();
  await page.locator('select[aria-label="Length of the arrows"]').selectOption("2");
  await frames(page);
  assert.ok(before > 0 && Math.abs((await reach()) / before - 2) < 1e-9);
  await page.clean();
  await page.context().close();
});

test("the table says how often, how hard and how deep", async () => {
  const { file, column, time } = contacts();
  const page = await open(browser, file);
  await page.getByRole("tab", { name: "Contacts" }).click();
  await page.waitForFunction(() => window.sarrus.panels.contacts?.list.length === 3);
  const list = await page.evaluate(() => window.sarrus.panels.contacts.list);
  for (const { name, touches, force, forceTime, depth } of list) {
    const counts = column(`${name}.count`);
    const forces = time.map((_, i) => Math.hypot(...["x", "y", "z"].map((axis) => column(`${name}.f${axis}`)[i])));
    assert.equal(touches, counts.filter((value, i) => value > 0 && !(i > 0 && counts[i - 1] > 0)).length);
    assert.ok(Math.abs(force - Math.max(...forces)) <= 1e-12 * force);
    assert.ok(Math.abs(depth - Math.max(...column(`${name}.depth`))) <= 1e-12);
    if (force > 0) assert.equal(forceTime, time[forces.indexOf(Math.max(...forces))]);
  }
  assert.equal(list[2].name, "never");
  assert.equal(list[2].touches, 0);
  await page.screenshot({ path: `${folder}table.png` });
  await page.locator(".peak-row").first().click();
  assert.equal(await page.evaluate(() => window.sarrus.time), list[0].forceTime);
  assert.equal(await page.evaluate(() => window.sarrus.selection), list[0].name);
  await page.clean();
  await page.context().close();
});
