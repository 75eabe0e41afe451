// Signs in the 3-D view: rods for distances that are held, springs, arrows of drives along a line; and two runs that lie in each other.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { comparison, folder, frames, launch, longTest, open, picture, top } from "./support.mjs";

const program = process.env["SARRUS"] ?? `${top}build/release/sarrus`;
let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

function run(name, model, output = name, ...more) {
  writeFileSync(`${folder}${name}.yaml`, model);
  execFileSync(program, ["run", `${folder}${name}.yaml`, "-o", `${folder}${output}.h5`, "--quiet", ...more]);
  return `${folder}${output}.h5`;
}

const near = (a, b) => a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) < 1e-5, `${a} instead of ${b}`));

// Three bobs that move along x with a rod from each to the crank's pin: a joint, an own equation, a measure in an equation.
const RODS = `
gravity: [0, 0, 0]
ground: {frames: {hook: {at: [0, 0, 2]}}}
bodies:
  bob: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [1, 0, 0]}
  up: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0, 1, 0], frames: {eye: {at: [0, 0, 0.1]}}}
  side: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0, 2, 1], frames: {eye: {at: [0, 0, 0.1]}}}
joints:
  slide: {type: prismatic, between: [ground, bob], at: [1, 0, 0], axis: x}
  joint: {type: distance, between: [bob, side], length: 2.449489742783178}
forces:
  spring: {type: spring-damper, between: [ground.hook, bob], stiffness: 1, length: 1}
measures:
  gap: {value: "dm(side.eye, up.eye)", unit: m}
equations:
  plain: {position: "dm(up.eye) - sqrt(1.01)"}
  measured: {position: "2*gap - 2*sqrt(2)"}
  other: {position: "dx(up) - 0*dm(up, side)"}
motions:
  push: {joint: slide, translation: "0.1*sin(t)"}
  turn: {frame: side, about: z, rotation: "0"}
simulate: {end: 1}
output: {every: 0.1}
`;

test("rods for distances, of joints and of own equations, springs, and arrows for drives along a line", async () => {
  const file = comparison("rods", [run("rods", RODS)]);
  const page = await open(browser, file);
  await page.evaluate(() => window.sarrus.setTime(1));
  await frames(page);
  const scene = await page.evaluate(() => {
    const { links, pose, forms } = window.sarrus.panels.scene;
    return { links, at: Object.fromEntries(["bob", "up", "side"].map((name) => [name, pose(name).slice(0, 3)])), push: forms("push"), turn: forms("turn"), plain: forms("plain") };
  });
  const link = (element, kind) => {
    const found = scene.links.filter((one) => one.element === element);
    assert.equal(found.length, 1, `${element} is drawn ${found.length} times`);
    assert.equal(found[0].kind, kind);
    return found[0];
  };
  near(link("joint", "rod").from, scene.at.bob);
  near(link("joint", "rod").to, scene.at.side);
  near(link("plain", "rod").to, [0, 0, 0]);
  assert.ok(Math.abs(Math.hypot(...link("plain", "rod").from) - Math.sqrt(1.01)) < 1e-5);
  const { from, to } = link("measured", "rod");
  assert.ok(Math.abs(Math.hypot(...from.map((value, i) => value - to[i])) - Math.SQRT2) < 1e-5);
  near(link("spring", "spring").from, [0, 0, 2]);
  near(link("spring", "spring").to, scene.at.bob);
  assert.ok(!scene.links.some((one) => one.element === "other"), "an equation of two things is no rod");
  assert.deepEqual(scene.push, ["cone", "cone", "cylinder"]); // an arrow with two heads
  assert.ok(scene.turn.length > 0 && !scene.turn.includes("cone"), `a drive that turns has the sign ${scene.turn}`);
  assert.deepEqual(scene.plain, []);
  await page.screenshot({ path: `${folder}rods.png` });
  await page.clean();
  await page.context().close();
});

// A red brick that tumbles freely; with two methods it is in the same place to seven digits, and never to the last bit.
const BRICK = `
gravity: [0, 0, 0]
bodies:
  brick:
    mass: 1
    inertia: [0.1, 0.2, 0.28]
    omega: [1, 3, 0.4]
    looks: {brick: {box: [1, 0.6, 0.4], colour: "#e02010"}}
simulate: {end: 1}
output: {every: 0.1}
`;

/** Shares of the brick's own pixels, as the first run alone shows them, that the second run covers, and of those that stand alone among their neighbours. */
function covered(alone, both) {
  const { width, height, channels, pixels } = alone;
  const at = (x, y) => channels * (y * width + x);
  const isBrick = (x, y) => pixels[at(x, y)] > 60 && pixels[at(x, y)] > 2.5 * pixels[at(x, y) + 1];
  const inside = (x, y) => [-2, 0, 2].every((dx) => [-2, 0, 2].every((dy) => isBrick(x + dx, y + dy)));
  const changed = (x, y) => [0, 1, 2].some((k) => Math.abs(pixels[at(x, y) + k] - both.pixels[at(x, y) + k]) > 8);
  let all = 0;
  let over = 0;
  for (let y = 2; y < height - 2; y++) for (let x = 2; x < width - 2; x++) if (inside(x, y)) { all++; if (changed(x, y)) over++; }
  return { all, share: over / all };
}

for (const [what, other] of [["the same results twice", []], ["two methods that agree", ["--method", "radau5", "--tol", "1e-7"]]]) {
  longTest(`two runs without flicker: ${what}`, async () => {
    const first = run("brick", BRICK, "brick", "--tol", "1e-7");
    const second = run("brick", BRICK, `again${other.length}`, ...(other.length ? other : ["--tol", "1e-7"]));
    const page = await open(browser, comparison(`bricks${other.length}`, [first, second]), { width: 900, height: 500 });
    const see = async (t) => { await page.evaluate((moment) => window.sarrus.setTime(moment), t); await frames(page); return picture(page); };
    await see(0); // The buttons of the runs and the panes have found their places.
    for (const t of other.length ? [0.3, 0.7] : [0.3]) {
      const both = await see(t);
      await see(t + 0.2);
      const again = await see(t);
      assert.ok(both.pixels.equals(again.pixels), `t = ${t}: the same moment looks different`);
      await page.getByRole("button", { name: `again${other.length}`, exact: true }).click();
      const alone = await see(t);
      await page.getByRole("button", { name: `again${other.length}`, exact: true }).click();
      const { all, share } = covered(alone, both);
      assert.ok(all > 1000, `only ${all} pixels of the brick`);
      assert.ok(share > 0.995, `t = ${t}: the second run covers ${share} of the first: specks of it show through`);
    }
    await page.screenshot({ path: `${folder}bricks${other.length}.png` });
    await page.clean();
    await page.context().close();
  });
}
