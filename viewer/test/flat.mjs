// Pages without the 3-D view, for the tests of everything else: drawing in software takes a second per frame on a busy machine.
import { open } from "./support.mjs";

/** As `open`, in a browser that offers no WebGL; what the 3-D view says about that is no trouble here. */
export async function openFlat(browser, file, options = {}) {
  const original = browser.newContext.bind(browser);
  const wrapper = Object.create(browser, {
    newContext: { value: async (settings) => {
      const context = await original(settings);
      await context.addInitScript(() => {
        const real = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return /webgl/.test(kind) ? null : real.call(this, kind, ...rest); };
      });
      return context;
    } },
  });
  const page = await open(wrapper, file, options);
  const { clean } = page;
  page.clean = () => {
    page.trouble = page.trouble.filter((line) => !/WebGL/.test(line));
    return clean();
  };
  await page.waitForFunction(() => window.sarrus.panels.plots && window.sarrus.panels.plots.list.every((plot) => plot.data !== null), null, { timeout: 60000 });
  return page;
}

export const plots = (page) => page.evaluate(() => window.sarrus.panels.plots.list);

/** Waits until `test` holds for the plots. */
export async function untilPlots(page, test) {
  for (let i = 0; i < 200; i++) {
    const list = await plots(page);
    if (test(list)) return list;
    await page.waitForTimeout(50);
  }
  throw new Error("The plots did not become as expected: " + JSON.stringify((await plots(page)).map((plot) => [plot.title, plot.lines.length])));
}

/** Opens a new plot of a quantity with the keyboard alone. */
export async function plotByKeys(page, words, title = words) {
  await page.keyboard.press("n");
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  const list = await untilPlots(page, (all) => all.some((plot) => plot.title === title && plot.data));
  return list.find((plot) => plot.title === title);
}

/** Chooses an entry of a menu. */
export async function choose(page, button, text) {
  await button.click();
  await page.locator(".menu-item", { hasText: text }).first().click();
}

/** The file that an action hands out, as text or bytes. */
export async function download(page, action) {
  const [file] = await Promise.all([page.waitForEvent("download"), action()]);
  const parts = [];
  for await (const part of await file.createReadStream()) parts.push(part);
  return { name: file.suggestedFilename(), bytes: Buffer.concat(parts), get text() { return this.bytes.toString("utf8"); } };
}

/** CSV as names, units and rows of numbers; an empty field is null. */
export function parseCsv(text) {
  const lines = text.trimEnd().split("\n");
  return {
    names: lines[0].split(","), units: lines[1].replace(/^# /, "").split(","),
    rows: lines.slice(2).map((line) => line.split(",").map((field) => (field === "" ? null : field === "nan" ? NaN : Number(field)))),
  };
}
