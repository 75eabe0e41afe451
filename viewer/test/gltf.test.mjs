// glTF files that the program writes, opened and drawn by three.js: bodies, beams and modal bodies are where the results have them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { decode } from "./png.mjs";
import { folder, launch, program, top } from "./support.mjs";

const SITE = "http://gltf.invalid/"; // answered from the disk: nothing leaves the machine
const WIDTH = 640;
const HEIGHT = 420;
const CLOSE = 2e-6; // of the model's length: numbers of the file are floats

const VIEWER = `<!DOCTYPE html><title>glTF</title><style>body { margin: 0; }</style>
<script type="importmap">{"imports": {"three": "./three/build/three.module.js", "three/addons/": "./three/examples/jsm/"}}</script>
<canvas width="${WIDTH}" height="${HEIGHT}"></canvas>
<script type="module">
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
const gltf = await new GLTFLoader().loadAsync("./motion.glb");
const mixer = new THREE.AnimationMixer(gltf.scene);
for (const clip of gltf.animations) mixer.clipAction(clip).play();
const renderer = new THREE.WebGLRenderer({ canvas: document.querySelector("canvas"), antialias: true, preserveDrawingBuffer: true });
renderer.setSize(${WIDTH}, ${HEIGHT});
const scene = new THREE.Scene();
scene.background = new THREE.Color("#ffffff");
scene.add(gltf.scene, new THREE.HemisphereLight("#ffffff", "#8090a0", 3));
const sun = new THREE.DirectionalLight("#ffffff", 2);
sun.position.set(1, 2, 3);
scene.add(sun);
const named = (name) => { let found = null; gltf.scene.traverse((one) => { if ((one.userData.name ?? one.name) === name) found ??= one; }); return found; };
function set(time) { mixer.setTime(time); gltf.scene.updateMatrixWorld(true); }
set(0);
const sphere = new THREE.Box3().setFromObject(gltf.scene, true).getBoundingSphere(new THREE.Sphere());
const camera = new THREE.PerspectiveCamera(40, ${WIDTH / HEIGHT}, sphere.radius / 100, sphere.radius * 100);
camera.position.copy(sphere.center).addScaledVector(new THREE.Vector3(0.3, 0.6, 1).normalize(), 3 * sphere.radius);
camera.lookAt(sphere.center);
window.gltf = {
  length: Math.max(...gltf.animations.map((clip) => clip.duration)),
  radius: sphere.radius,
  draw(time) { set(time); renderer.render(scene, camera); },
  place(name) { return named(name).getWorldPosition(new THREE.Vector3()).toArray(); },
  /** All corners of the surfaces below a node, or of a mesh of this name, bent and turned as they are drawn. */
  corners(name) {
    const all = [];
    gltf.scene.traverse((one) => {
      if (!one.isMesh || ![one.userData.name ?? one.name, one.parent.userData.name ?? one.parent.name].includes(name)) return;
      const v = new THREE.Vector3();
      for (let i = 0; i < one.geometry.attributes.position.count; i++) all.push(one.localToWorld(one.getVertexPosition(i, v)).toArray());
    });
    return all;
  },
  kinds() { const all = { meshes: 0, skins: 0, morphs: 0 }; gltf.scene.traverse((one) => { all.meshes += Number(!!one.isMesh); all.skins += Number(!!one.isSkinnedMesh); all.morphs += one.morphTargetInfluences?.length ?? 0; }); return all; },
};
</script>`;

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/** Runs a model; the file, and columns by name. */
function make(name, model) {
  const base = `${folder}${name}`;
  execFileSync(program, ["run", model, "-o", `${base}.h5`, "--csv", `${base}.csv`, "--quiet"]);
  execFileSync(program, ["page", `${base}.h5`, "--gltf", `${base}.glb`, "--quiet"]);
  const lines = readFileSync(`${base}.csv`, "utf8").trim().split("\n");
  const names = lines[0].split(",");
  const rows = lines.slice(2).map((line) => line.split(",").map(Number));
  const value = (column, row) => { assert.ok(names.includes(column), column); return rows[row][names.indexOf(column)]; };
  return { base, file: `${base}.glb`, names, rows, value };
}

async function view(file) {
  const context = await browser.newContext({ viewport: { width: WIDTH, height: HEIGHT } });
  const page = await context.newPage();
  const trouble = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type()) && !/GPU stall due to ReadPixels/.test(message.text())) trouble.push(message.text()); });
  page.on("pageerror", (error) => trouble.push(error.message));
  await page.route("**/*", (route) => {
    const path = route.request().url().slice(SITE.length);
    if (path === "") return route.fulfill({ contentType: "text/html", body: VIEWER });
    if (path === "motion.glb") return route.fulfill({ contentType: "model/gltf-binary", body: readFileSync(file) });
    if (path.startsWith("three/")) return route.fulfill({ contentType: "text/javascript", body: readFileSync(`${top}viewer/node_modules/${path}`) });
    return route.fulfill({ status: 404, body: "" });
  });
  await page.goto(SITE);
  await page.waitForFunction(() => window.gltf !== undefined, null, { timeout: 120000 }).catch((fault) => assert.fail(`${trouble.join("; ")} ${fault}`));
  page.finish = async () => { assert.deepEqual(trouble.filter((line) => !/404/.test(line)), []); await context.close(); };
  return page;
}

/** Draws a moment; the picture as pixels, and as a file. */
async function draw(page, time, path) {
  await page.evaluate((t) => window.gltf.draw(t), time);
  const png = await page.locator("canvas").screenshot();
  writeFileSync(path, png);
  return decode(png);
}
/** Pixels that are not background. */
const inked = ({ pixels, channels }) => {
  let count = 0;
  for (let i = 0; i < pixels.length; i += channels) count += Number(Math.min(pixels[i], pixels[i + 1], pixels[i + 2]) < 240);
  return count;
};
/** Pixels of two pictures that are not the same. */
const apart = (a, b) => {
  let count = 0;
  for (let i = 0; i < a.pixels.length; i += a.channels) count += Number([0, 1, 2].some((k) => Math.abs(a.pixels[i + k] - b.pixels[i + k]) > 60));
  return count;
};
const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
/** Models whose gravity points along -y have y up as glTF has; those without gravity z. */
const zUp = ([x, y, z]) => [x, z, -y];
const placeOf = (run, name, row) => ["x", "y", "z"].map((axis) => run.value(`${name}.${axis}`, row));

/** Two rows on the way, a fraction of any period apart. */
const moments = (run) => [0.21, 0.57].map((part) => Math.round(part * run.rows.length));

test("bodies are where the results have them, and are drawn", async () => {
  const run = make("fourbar", `${top}examples/fourbar/model.yaml`);
  const page = await view(run.file);
  const { length, radius } = await page.evaluate(() => ({ length: window.gltf.length, radius: window.gltf.radius }));
  assert.ok(Math.abs(length - run.rows.at(-1)[0]) < 1e-5);
  const bodies = run.names.filter((name) => /^[a-z_]+\.x$/.test(name)).map((name) => name.slice(0, -2)).filter((name) => run.names.includes(`${name}.q0`));
  assert.ok(bodies.length >= 3, bodies.join());
  const pictures = [];
  for (const row of moments(run)) {
    pictures.push(await draw(page, run.rows[row][0], `${run.base}-${row}.png`));
    for (const body of bodies) {
      const found = await page.evaluate((name) => window.gltf.place(name), body);
      assert.ok(distance(found, placeOf(run, body, row)) <= CLOSE * radius, `${body} at row ${row}: ${found}, ${placeOf(run, body, row)}`);
    }
  }
  for (const picture of pictures) assert.ok(inked(picture) > 0.01 * WIDTH * HEIGHT, "nothing is drawn");
  assert.ok(apart(...pictures) > 0.002 * WIDTH * HEIGHT, "the picture does not move");
  await page.finish();
});

test("the skin of a beam goes through its nodes", async () => {
  const model = `${folder}beam.yaml`;
  writeFileSync(model, `model: a tube on a hinge
gravity: [0, -9.81, 0]
materials: {st: {young: 2e8, poisson: 0.3, density: 7800}}
sections: {s: {tube: [0.01, 0.008], material: st}}
beams:
  arm: {section: s, points: [[0, 0, 0], [1, 0, 0]], elements: 4, axis2: z}
joints: {hinge: {type: revolute, between: [ground, arm.start], axis: z}}
simulate: {end: 0.4}
output: {every: 0.02}
`);
  const run = make("beam", model);
  const page = await view(run.file);
  assert.equal((await page.evaluate(() => window.gltf.kinds())).skins, 1);
  let bent = 0;
  for (const row of moments(run)) {
    assert.ok(inked(await draw(page, run.rows[row][0], `${run.base}-${row}.png`)) > 0.002 * WIDTH * HEIGHT, "nothing is drawn");
    const corners = await page.evaluate(() => window.gltf.corners("arm"));
    for (const k of [0, 4, 8]) {
      const node = placeOf(run, `arm.n${k}`, row);
      const ring = corners.filter((corner) => distance(corner, node) < 0.0105);
      const middle = [0, 1, 2].map((i) => ring.reduce((sum, corner) => sum + corner[i], 0) / ring.length);
      assert.ok(ring.length >= 8, `${ring.length} corners around node ${k} at row ${row}`);
      assert.ok(distance(middle, node) < 5e-5, `node ${k} at row ${row}: ${middle}, ${node}`);
    }
    bent = Math.max(bent, distance(placeOf(run, "arm.n4", row), placeOf(run, "arm.n8", row).map((x) => x / 2)));
  }
  assert.ok(bent > 0.01, "it does not bend");
  await page.finish();
});

/** Points of a surface that `sarrus stress --vtk` has written: every array is the base64 of its size and of its numbers. */
function vtkArray(text, name) {
  const words = new RegExp(`Name="${name}"[^>]*>\\s*([^<]*)<`).exec(text)[1].trim();
  const size = Number(Buffer.from(words.slice(0, 12), "base64").readBigUInt64LE());
  const bytes = Buffer.from(words.slice(12), "base64");
  assert.equal(bytes.length, size);
  return Array.from({ length: size / 12 }, (_, i) => [0, 4, 8].map((k) => bytes.readFloatLE(12 * i + k)));
}

test("a modal body bends by its morph targets", async () => {
  const run = make("modal", `${top}tests/models/modal/fourbar.yaml`);
  const page = await view(run.file);
  const { morphs } = await page.evaluate(() => window.gltf.kinds());
  const radius = await page.evaluate(() => window.gltf.radius);
  assert.ok(morphs > 0);
  const bend = run.rows.map((_, row) => run.value("bend.value", row));
  for (const row of [Math.max, Math.min].map((most) => bend.indexOf(most(...bend)))) { // bent most to either side
    const time = run.rows[row][0];
    assert.ok(inked(await draw(page, time, `${run.base}-${row}.png`)) > 0.002 * WIDTH * HEIGHT, "nothing is drawn");
    execFileSync(program, ["stress", `${run.base}.h5`, "coupler", "--vtk", `${run.base}-vtk`, "--at", String(time), "--quiet"]);
    const text = readFileSync(`${run.base}-vtk/coupler_0000.vtu`, "utf8");
    const points = vtkArray(text, "points").map(zUp);
    const bends = Math.max(...vtkArray(text, "displacement").map((one) => Math.hypot(...one)));
    const corners = await page.evaluate(() => window.gltf.corners("coupler"));
    assert.ok(corners.length >= points.length, `${corners.length} corners, ${points.length} nodes`);
    const worst = Math.max(...corners.map((corner) => Math.min(...points.map((point) => distance(corner, point)))));
    assert.ok(bends > 1e-4 * radius, `it hardly bends: ${bends}`);
    assert.ok(worst < 0.01 * bends && worst < 1e-5 * radius, `row ${row}: a corner is off by ${worst}, where the body bends by ${bends}`);
  }
  await page.finish();
});
