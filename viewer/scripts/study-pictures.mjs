// Makes the pictures of docs/howto/study-page.md in docs/images from a page of a study.
//   node viewer/scripts/study-pictures.mjs STUDY.html
// Needs chromium; the page is one that `sarrus page` made of the table of the study in docs/studies.md, with more values of k and c.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { frames, launch, open } from "../test/support.mjs";
import { paletted } from "./palette.mjs";

const [file] = process.argv.slice(2);
if (!file) throw new Error("usage: node viewer/scripts/study-pictures.mjs STUDY.html");
const images = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const MOST = 150000;

async function keep(page, name) {
  await page.mouse.move(640, 5);
  await frames(page, 5);
  const picture = paletted(await page.screenshot());
  if (picture.length > MOST) throw new Error(`${name} would have ${picture.length} bytes, more than ${MOST}`);
  writeFileSync(`${images}${name}`, picture);
  console.log(name, picture.length);
}

const browser = await launch();
try {
  const page = await open(browser, resolve(file));
  await page.locator("#panel-response select").first().selectOption({ index: 1 });
  await page.locator(".runs-heading.response .sort").nth(1).click();
  await page.locator(".runs-scroll").focus();
  await page.keyboard.press("ArrowDown");
  await keep(page, "study-page-response.png");
  await page.locator("#tab-parallel").click();
  await frames(page, 5);
  const { columns } = await page.evaluate(() => ({ columns: window.sarrus.panels.parallel.columns }));
  const values = await page.evaluate((name) => window.sarrus.column(name).filter(Number.isFinite), columns.at(-1));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const at = (value) => page.evaluate(([name, v]) => window.sarrus.panels.parallel.screen(name, v), [columns.at(-1), value]);
  const [from, to] = [await at(low), await at(low + 0.3 * (high - low))];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
  await keep(page, "study-page-parallel.png");
} finally {
  await browser.close();
}
