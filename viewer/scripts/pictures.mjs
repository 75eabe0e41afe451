// Makes the pictures of docs/howto/page.md in docs/images from the pages that it makes: of the four-bar example, of two runs, of a shaft.
//   node viewer/scripts/pictures.mjs PAGE.html [COMPARISON.html [SHAFT.html]]
// Needs chromium; PAGE.html is what `sarrus run examples/fourbar/model.yaml --page PAGE.html` writes; - leaves out a page.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { resolve } from "node:path";
import { launch, open } from "../test/support.mjs";
import { paletted } from "./palette.mjs";

const [file, two, shaft] = process.argv.slice(2).map((name) => (name === "-" ? null : resolve(name)));
if (process.argv.length < 3) throw new Error("usage: node viewer/scripts/pictures.mjs PAGE.html [COMPARISON.html [SHAFT.html]]");
const images = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const LONG = { timeout: 120000 };
const MOST = 150000;

async function keep(page, name) {
  await page.waitForTimeout(1500);
  await page.mouse.move(640, 5);
  const picture = paletted(await page.screenshot(LONG));
  if (picture.length > MOST) throw new Error(`${name} would have ${picture.length} bytes, more than ${MOST}`);
  writeFileSync(`${images}${name}`, picture);
  console.log(name, picture.length);
}

async function peaks(page) {
  await page.getByRole("tab", { name: "Peaks" }).click();
  await page.locator(".peak-row").first().waitFor();
  await keep(page, "results-page-peaks.png");
  await page.locator(".peak-row", { has: page.locator(".peak-name", { hasText: /^D$/ }) }).first().click();
  await page.getByRole("tab", { name: "Model" }).click();
  await keep(page, "results-page-there.png");
}

async function compared(page) {
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.locator("#panel-compare .link").first().click();
  await keep(page, "results-page-compare.png");
}

async function beams(page) {
  await page.getByLabel("Colours of flexible bodies").selectOption("moment");
  await page.locator(".tint-legend button").click();
  await keep(page, "results-page-beams.png");
}

const browser = await launch();
try {
  for (const [name, scheme, take] of [[file, "light", peaks], [two, "dark", compared], [shaft, "light", beams]]) {
    if (!name) continue;
    const page = await open(browser, name, { scheme });
    page.setDefaultTimeout(LONG.timeout);
    await take(page);
    await page.context().close();
  }
} finally {
  await browser.close();
}
