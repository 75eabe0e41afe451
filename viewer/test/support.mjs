// What the browser tests share: the browser, pages made by the program, and pages that are watched for errors and requests.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { pageOf } from "../dev/synthetic.mjs";
import { decode } from "./png.mjs";

export const top = fileURLToPath(new URL("../../", import.meta.url));
export const program = process.env.SARRUS ?? `${top}build/release/sarrus`;
/** For what a test file makes: one of its own, since files are run at the same time. */
export const folder = `${top}build/browser/${basename(process.argv[1] ?? "", ".test.mjs") || "other"}/`;
mkdirSync(folder, { recursive: true });

/** A test that takes many seconds: `make test` (SARRUS_QUICK=1) leaves it to `make test-sanitized`. */
export const longTest = (name, run) => test(`long: ${name}`, { skip: process.env.SARRUS_QUICK ? "make test-sanitized" : false }, run);

const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export function launch(extra = []) {
  const executablePath = BROWSERS.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("There is no chromium: apt-get install chromium, or set CHROMIUM to its path.");
  // WebGL is drawn in software here, and that takes compiling every shader. The page around it needs none: it is painted as on a machine without GPU.
  const drawing = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-compositing"];
  return chromium.launch({ executablePath, args: ["--no-sandbox", ...drawing, ...extra] });
}

const sourcesOf = (html) => /<meta name="sarrus-viewer-sources" content="([0-9a-f]+)"/.exec(html)?.[1];

/** The page itself must come from the program with the template as it now is. RETEMPLATE=1 takes the data alone, for work on the viewer. */
function checkTemplate(file) {
  const html = readFileSync(file, "utf8");
  const template = readFileSync(new URL("../dist/template.html", import.meta.url), "utf8");
  if (process.env.RETEMPLATE) {
    const begin = html.lastIndexOf('<script type="application/json" id="sarrus-data">');
    writeFileSync(file, template.replace("<!--SARRUS-DATA-->", () => html.slice(begin, html.indexOf("</script>", begin) + 9)));
  } else {
    assert.equal(sourcesOf(html), sourcesOf(template), "the program embeds another template: build it again");
  }
}

const made = new Map();

/** Runs an example with the program; gives the page and the recorded numbers from the CSV file, which the page has no part in. */
export function example(name) {
  if (made.has(name)) return made.get(name);
  const file = `${folder}${name}.html`;
  execFileSync(program, ["run", `${top}examples/${name}/model.yaml`, "-o", `${folder}${name}.h5`, "--csv", `${folder}${name}.csv`, "--quiet"]);
  execFileSync(program, ["page", `${folder}${name}.h5`, "-o", file, "--quiet"]);
  checkTemplate(file);
  const lines = readFileSync(`${folder}${name}.csv`, "utf8").trim().split("\n");
  const names = lines[0].split(",");
  const rows = lines.slice(2).map((line) => line.split(",").map(Number));
  const column = (wanted) => {
    const i = names.indexOf(wanted);
    assert.ok(i >= 0, `${name}.csv has no column ${wanted}`);
    return rows.map((row) => row[i]);
  };
  const result = { file, names, rows, column, time: column(names[0]) };
  made.set(name, result);
  return result;
}

/** A page of several results files, made by the program. */
export function comparison(name, files) {
  const file = `${folder}${name}.html`;
  execFileSync(program, ["page", ...files, "-o", file, "--quiet"]);
  checkTemplate(file);
  return file;
}

export function runExample(name, output, ...more) {
  const file = `${folder}${output}.h5`;
  execFileSync(program, ["run", `${top}examples/${name}/model.yaml`, "-o", file, "--quiet", ...more]);
  return file;
}

/** A page with synthetic data: a record, or any text in its place. */
export function synthetic(name, record) {
  const file = `${folder}${name}.html`;
  writeFileSync(file, pageOf(record));
  return file;
}

/** Opens a file; console errors, exceptions and requests are collected in page.trouble, and `await page.clean()` asserts that there were none. */
export async function open(browser, file, { width = 1280, height = 720, scheme = "light", scale = 1, hook = true, touch = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, deviceScaleFactor: scale, hasTouch: touch, acceptDownloads: true });
  context.setDefaultTimeout(120000); // a busy machine may take its time
  const page = await context.newPage();
  page.trouble = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type()) && !/GPU stall due to ReadPixels/.test(message.text())) page.trouble.push(`console: ${message.text()}`); });
  page.on("pageerror", (error) => page.trouble.push(`exception: ${error.message}`));
  page.on("dialog", (dialog) => { page.trouble.push(`dialog: ${dialog.message()}`); void dialog.dismiss(); });
  page.on("request", (request) => { if (!/^(file:.*\.html$|data:|blob:)/.test(request.url())) page.trouble.push(`request: ${request.url()}`); });
  page.clean = async () => assert.deepEqual(page.trouble, []);
  await page.goto(`file://${file}`);
  if (hook) await page.waitForFunction(() => window.sarrus !== undefined, null, { timeout: 60000 });
  else await page.waitForFunction(() => !document.querySelector(".loading"), null, { timeout: 60000 });
  return page;
}

/** The 3-D view alone, without what is written over it. */
export async function picture(page) {
  await page.addStyleTag({ content: ".scene-overlay, .scene-tools { visibility: hidden !important; }" });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return decode(await page.locator(".scene-canvas").screenshot());
}

export async function frames(page, count = 2) {
  await page.evaluate((n) => new Promise((done) => { const next = () => (n-- > 0 ? requestAnimationFrame(next) : done()); next(); }), count);
}
