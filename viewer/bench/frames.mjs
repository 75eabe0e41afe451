// Frames per second and load time of pages with 10, 100 and 1 000 bodies: node bench/frames.mjs [COUNT...]
// Prints which renderer drew: numbers of a software renderer are lower bounds for any machine with a graphics card. Processor time is that of all
// processes of the browser together; unlike the frames per second and the seconds it does not depend on what else the machine does.
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { crowd, document, pageOf } from "../dev/synthetic.mjs";
import { launch } from "../test/support.mjs";

const counts = process.argv.slice(2).map(Number).filter((count) => count > 0);
const folder = fileURLToPath(new URL("../../build/browser/", import.meta.url));
mkdirSync(folder, { recursive: true });
const browser = await launch();

/** Seconds of processor time that the processes started by this one have used (Linux; 0 elsewhere). */
function processorSeconds() {
  const known = new Map();
  try {
    for (const pid of readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name))) {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
        known.set(Number(pid), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
      } catch {
        // It has ended meanwhile.
      }
    }
  } catch {
    return 0;
  }
  const ours = (pid) => { for (let at = known.get(pid)?.parent; at > 1; at = known.get(at)?.parent) if (at === process.pid) return true; return false; };
  let ticks = 0;
  for (const [pid, facts] of known) if (ours(pid)) ticks += facts.ticks;
  return ticks / 100;
}

async function measure(count) {
  const file = `${folder}crowd-${count}.html`;
  writeFileSync(file, pageOf(document(crowd(count))));
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const spentBefore = processorSeconds();
  const begun = Date.now();
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => window.sarrus !== undefined, null, { timeout: 120000 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const loaded = Date.now() - begun;
  const loadSpent = processorSeconds() - spentBefore;
  const marks = await page.evaluate(() => Object.fromEntries(performance.getEntriesByType("mark").map((mark) => [mark.name, mark.startTime])));
  if (process.env.MARKS) console.log(count, marks);
  const renderer = await page.evaluate(() => {
    const gl = window.document.createElement("canvas").getContext("webgl2");
    const facts = gl?.getExtension("WEBGL_debug_renderer_info");
    return facts ? gl.getParameter(facts.UNMASKED_RENDERER_WEBGL) : "unknown";
  });
  await page.evaluate(async () => {
    window.sarrus.play();
    await new Promise((done) => setTimeout(done, 1500));
  });
  const before = processorSeconds();
  const played = await page.evaluate(async () => {
    const scene = window.sarrus.panels.scene;
    const drawn = scene.framesDrawn;
    const from = performance.now();
    const costs = [];
    const watch = setInterval(() => costs.push(scene.frameCost), 50);
    await new Promise((done) => setTimeout(done, 4000));
    clearInterval(watch);
    costs.sort((a, b) => a - b);
    return { frames: scene.framesDrawn - drawn, fps: (1000 * (scene.framesDrawn - drawn)) / (performance.now() - from), script: costs[costs.length >> 1], calls: scene.drawCalls };
  });
  const spent = processorSeconds() - before;
  await page.screenshot({ path: `${folder}crowd-${count}.png` });
  await page.close();
  return { count, size: statSync(file).size / 1e6, loaded, loadSpent, perFrame: (1000 * spent) / Math.max(1, played.frames), renderer, ...played };
}

let renderer = "";
const rows = [];
for (const count of counts.length > 0 ? counts : [10, 100, 1000]) {
  const result = await measure(count);
  renderer = result.renderer;
  rows.push(`| ${result.count} | ${result.size.toFixed(1)} | ${(result.loaded / 1000).toFixed(1)} | ${result.loadSpent.toFixed(1)} | ${result.fps.toFixed(0)} | ${result.perFrame.toFixed(0)} | ${result.script.toFixed(1)} | ${result.calls} |`);
}
await browser.close();
console.log(`Renderer: ${renderer}. ${cpus().length} processors, load ${loadavg()[0].toFixed(1)}. 1280 x 720, 300 rows.\n`);
console.log("| bodies | page MB | load s | processor s to load | frames per second | processor ms per frame | script ms per frame | draw calls |\n|---|---|---|---|---|---|---|---|");
console.log(rows.join("\n"));
