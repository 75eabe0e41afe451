// Makes the pictures of docs/howto/page.md in docs/images from a page of the four-bar example.
//   node viewer/scripts/pictures.mjs PAGE.html [COMPARISON.html]
// Needs chromium; PAGE.html is what `sarrus run examples/fourbar/model.yaml --page PAGE.html` writes.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { resolve } from "node:path";
import { launch, open } from "../test/support.mjs";
import { paletted } from "./palette.mjs";

const [file, two] = process.argv.slice(2).map((name) => resolve(name));
if (!file) throw new Error("usage: node viewer/scripts/pictures.mjs PAGE.html [COMPARISON.html]");
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

const browser = await launch();
try {
  let page = await open(browser, file);
  page.setDefaultTimeout(LONG.timeout);
  await page.getByRole("tab", { name: "Peaks" }).click();
  await page.locator(".peak-row").first().waitFor();
  await keep(page, "results-page-peaks.png");
  await page.locator(".peak-row", { has: page.locator(".peak-name", { hasText: /^D$/ }) }).first().click();
  await page.getByRole("tab", { name: "Model" }).click();
  await keep(page, "results-page-there.png");
  await page.context().close();
  if (two) {
    page = await open(browser, two, { scheme: "dark" });
    page.setDefaultTimeout(LONG.timeout);
    await page.getByRole("tab", { name: "Compare" }).click();
    await page.locator("#panel-compare .link").first().click();
    await keep(page, "results-page-compare.png");
  }
} finally {
  await browser.close();
}
