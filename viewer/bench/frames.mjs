// Frames per second and load time of pages with 10, 100 and 1 000 bodies: node bench/frames.mjs [COUNT...]
// Prints which renderer drew: numbers of a software renderer are lower bounds for any machine with a graphics card.
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { crowd, document, pageOf } from "../dev/synthetic.mjs";
import { launch } from "../test/support.mjs";

const counts = process.argv.slice(2).map(Number).filter((count) => count > 0);
const folder = fileURLToPath(new URL("../../build/browser/", import.meta.url));
mkdirSync(folder, { recursive: true });
const browser = await launch();

async function measure(count) {
  const file = `${folder}crowd-${count}.html`;
  writeFileSync(file, pageOf(document(crowd(count))));
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const begun = Date.now();
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => window.sarrus !== undefined, null, { timeout: 120000 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const loaded = Date.now() - begun;
  const marks = await page.evaluate(() => Object.fromEntries(performance.getEntriesByType("mark").map((mark) => [mark.name, mark.startTime])));
  if (process.env.MARKS) console.log(count, marks);
  const renderer = await page.evaluate(() => {
    const gl = window.document.createElement("canvas").getContext("webgl2");
    const facts = gl?.getExtension("WEBGL_debug_renderer_info");
    return facts ? gl.getParameter(facts.UNMASKED_RENDERER_WEBGL) : "unknown";
  });
  const played = await page.evaluate(async () => {
    const scene = window.sarrus.panels.scene;
    window.sarrus.play();
    await new Promise((done) => setTimeout(done, 1000));
    const drawn = scene.framesDrawn;
    const from = performance.now();
    const costs = [];
    const watch = setInterval(() => costs.push(scene.frameCost), 50);
    await new Promise((done) => setTimeout(done, 4000));
    clearInterval(watch);
    costs.sort((a, b) => a - b);
    return { fps: (1000 * (scene.framesDrawn - drawn)) / (performance.now() - from), script: costs[costs.length >> 1], calls: scene.drawCalls };
  });
  await page.screenshot({ path: `${folder}crowd-${count}.png` });
  await page.close();
  return { count, size: statSync(file).size / 1e6, loaded, renderer, ...played };
}

let renderer = "";
const rows = [];
for (const count of counts.length > 0 ? counts : [10, 100, 1000]) {
  const result = await measure(count);
  renderer = result.renderer;
  rows.push(`| ${result.count} | ${result.size.toFixed(1)} | ${(result.loaded / 1000).toFixed(2)} | ${result.fps.toFixed(0)} | ${result.script.toFixed(1)} | ${result.calls} |`);
}
await browser.close();
console.log(`Renderer: ${renderer}. ${cpus().length} processors, load ${loadavg()[0].toFixed(1)}. 1280 x 720, 300 rows.\n`);
console.log("| bodies | page MB | load s | frames per second | script ms per frame | draw calls |\n|---|---|---|---|---|---|");
console.log(rows.join("\n"));
