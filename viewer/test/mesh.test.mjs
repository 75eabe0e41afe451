// Meshes of the model in the 3-D view: as many triangles as their files have, inside the view.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { comparison, example, folder, frames, launch, open, picture, top } from "./support.mjs";

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

async function assertInView(page, box, what) {
  const pane = await page.locator(".scene-canvas").boundingBox();
  const [left, upper, right, lower] = box;
  assert.ok(left >= pane.x && upper >= pane.y && right <= pane.x + pane.width && lower <= pane.y + pane.height, `${what} at ${box} is not inside the view, ${JSON.stringify(pane)}`);
  assert.ok(right - left > 15 && lower - upper > 15, `${what} at ${box} is too small to be seen`);
}

test("robot arm: the housing from its OBJ file", async () => {
  const { file, time } = example("robot_arm");
  // A face of n corners is n - 2 triangles.
  const faces = readFileSync(`${top}examples/robot_arm/forearm.obj`, "utf8").split("\n").filter((line) => line.startsWith("f ")).map((line) => line.trim().split(/\s+/).length - 1);
  const wanted = faces.reduce((sum, corners) => sum + corners - 2, 0);
  const page = await open(browser, file);
  for (const share of [0, 0.5, 1]) {
    await page.evaluate((t) => window.sarrus.setTime(t), time[Math.round(share * (time.length - 1))]);
    await frames(page);
    const meshes = await page.evaluate(() => window.sarrus.panels.scene.meshes);
    assert.deepEqual(meshes.map(({ element, triangles }) => [element, triangles]), [["fore", wanted]]);
    await assertInView(page, meshes[0].box, "the housing");
  }
  await page.screenshot({ path: `${folder}mesh-obj.png` });
  await page.clean();
  await page.context().close();
});

/** A closed surface of 8 triangles. */
function octahedron(size) {
  const corner = (axis, sign) => [0, 1, 2].map((i) => (i === axis ? sign * size : 0));
  const list = [];
  for (const a of [1, -1]) for (const b of [1, -1]) for (const c of [1, -1]) {
    const three = [corner(0, a), corner(1, b), corner(2, c)];
    list.push(a * b * c > 0 ? three : [three[0], three[2], three[1]]);
  }
  return list;
}

function binaryStl(triangles) {
  const bytes = Buffer.alloc(84 + 50 * triangles.length);
  bytes.writeUInt32LE(triangles.length, 80);
  triangles.forEach((three, t) => three.flat().forEach((value, i) => bytes.writeFloatLE(value, 84 + 50 * t + 12 + 4 * i)));
  return bytes;
}

function textStl(triangles) {
  return `solid part\n${triangles.map((three) => `facet normal 0 0 0\nouter loop\n${three.map((v) => `vertex ${v.join(" ")}`).join("\n")}\nendloop\nendfacet`).join("\n")}\nendsolid part\n`;
}

test("STL files, binary and text: all that is seen of a body is its mesh", async () => {
  writeFileSync(`${folder}binary.stl`, binaryStl(octahedron(0.3)));
  writeFileSync(`${folder}text.stl`, textStl(octahedron(300).slice(0, 7)));
  writeFileSync(`${folder}meshes.yaml`, `
gravity: [0, 0, 0]
bodies:
  left: {mass: 1, inertia: [1, 1, 1], at: [-0.5, 0, 0], omega: [0, 0, 1], looks: {skin: {mesh: binary.stl, colour: "#d9822b"}}}
  right: {mass: 1, inertia: [1, 1, 1], at: [0.5, 0, 0], omega: [0, 0, -1], looks: {skin: {mesh: text.stl, scale: 0.001, colour: "#3b7a5a"}}}
simulate: {end: 3}
`);
  execFileSync(process.env.SARRUS ?? `${top}build/release/sarrus`, ["run", `${folder}meshes.yaml`, "-o", `${folder}meshes.h5`, "--quiet"]);
  const page = await open(browser, comparison("meshes", [`${folder}meshes.h5`]));
  const meshes = await page.evaluate(() => window.sarrus.panels.scene.meshes);
  assert.deepEqual(meshes.map(({ element, triangles }) => [element, triangles]), [["left", 8], ["right", 7]]);
  const pane = await page.locator(".scene-canvas").boundingBox();
  const image = await picture(page);
  const pixel = (x, y) => [0, 1, 2].map((i) => image.pixels[image.channels * (Math.round(y - pane.y) * image.width + Math.round(x - pane.x)) + i]);
  const like = { left: (r, g, b) => r > g + 20 && g > b, right: (r, g, b) => g > r + 10 && g > b };
  for (const { element, box: [left, upper, right, lower], box } of meshes) {
    await assertInView(page, box, element);
    const found = [0.4, 0.5, 0.6].filter((share) => like[element](...pixel(left + share * (right - left), upper + share * (lower - upper)))).length;
    assert.ok(found >= 2, `${element} is not drawn in its colour`);
  }
  await page.screenshot({ path: `${folder}mesh-stl.png` });
  await page.clean();
  await page.context().close();
});
