// Tree, peaks, statistics, doctor and plots with the keyboard alone, on a phone, in dark, with hostile texts, on paper.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { document, pendulum } from "../dev/synthetic.mjs";
import { choose, download, openFlat, untilPlots } from "./flat.mjs";
import { example, folder, launch, longTest, open, synthetic } from "./support.mjs";

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

test("keys: search the model, walk the tree, select, plot, read the text, close", async () => {
  const { file } = example("fourbar");
  const page = await openFlat(browser, file);
  await page.keyboard.press("/");
  await page.keyboard.type("rock");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.element), "rocker");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement.firstElementChild).outlineStyle);
  assert.equal(outline, "solid", "the focus is not visible");
  await page.keyboard.press("Space");
  assert.equal(await page.evaluate(() => window.sarrus.selection), "rocker");
  assert.match(await page.locator(".element-card").innerText(), /mass\s+0\.254469 kg/);
  await page.keyboard.press("Enter");
  await untilPlots(page, (list) => list.some((plot) => plot.title === "|rocker.v|"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  assert.match(await page.evaluate(() => window.sarrus.selection), /^rocker\./);
  await page.keyboard.press("m");
  assert.match(await page.locator(".model-source").innerText(), /A crank-rocker with a bell/);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".model-text").isVisible(), false);
  await page.clean();
  await page.context().close();
});

test("keys: zoom about the moment shown and back; menus; help lists the keys of plots", async () => {
  const page = await openFlat(browser, synthetic("keys", document(pendulum())));
  await page.evaluate(() => window.sarrus.setTime(4));
  await page.keyboard.press("i");
  const [zoomed] = await untilPlots(page, (list) => list[0].range !== null);
  assert.deepEqual(zoomed.range, [2, 6]);
  await page.keyboard.press("z");
  await untilPlots(page, (list) => list[0].range === null);
  await page.getByRole("button", { name: "More for this plot" }).first().focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await untilPlots(page, (list) => list.some((plot) => plot.kind === "spectrum"));
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("?");
  const help = await page.getByRole("dialog").innerText();
  for (const words of [/New plot/, /Add curves/, /Go to the peak/, /Search the model/, /CSV/]) assert.match(help, words);
  await page.screenshot({ path: `${folder}help-plots.png` });
  await page.clean();
  await page.context().close();
});

test("everything that can be pressed has a name and can be reached with Tab", async () => {
  const { file } = example("fourbar");
  const page = await openFlat(browser, file);
  await page.evaluate(() => window.sarrus.select("A"));
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select, [tabindex='0']")].filter((element) =>
    !element.hidden && !(element.getAttribute("aria-label") || element.textContent.trim() || element.title || element.closest("label"))).map((element) => element.outerHTML.slice(0, 120)));
  assert.deepEqual(nameless, []);
  const reached = new Set();
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => `${document.activeElement?.className} ${document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.slice(0, 30)}`));
  }
  for (const wanted of [/New plot/, /Curve/, /Export this plot/, /More for \|A\.f\|/, /largest value/, /Plot A\.fx/, /Search the model/]) {
    assert.ok([...reached].some((text) => wanted.test(text)), `Tab does not reach ${wanted}`);
  }
  await page.clean();
  await page.context().close();
});

test("a double click in the tree plots; selection is shared; peaks and doctor go to the element", async () => {
  const { file, column, time } = example("fourbar");
  const page = await openFlat(browser, file);
  await page.locator('[data-element="spring"] .tree-row').dblclick();
  await untilPlots(page, (list) => list.some((plot) => plot.title === "spring.force"));
  assert.equal(await page.evaluate(() => window.sarrus.selection), "spring");
  await page.evaluate(() => window.sarrus.select("D"));
  assert.equal(await page.locator('[data-element="D"]').getAttribute("aria-selected"), "true");
  await page.locator("#tab-peaks").click();
  const row = page.locator(".peak-row", { hasText: "D" }).first();
  const force = time.map((_, i) => Math.hypot(column("D.fx")[i], column("D.fy")[i], column("D.fz")[i]));
  const peak = force.indexOf(Math.max(...force));
  await row.click();
  assert.equal(await page.evaluate(() => window.sarrus.time), time[peak]);
  await untilPlots(page, (list) => list.some((plot) => plot.title === "|D.f|"));
  await page.locator("#tab-doctor").click();
  assert.match(await page.locator("#panel-doctor").innerText(), /1 degree of freedom/);
  await page.clean();
  await page.context().close();
});

const HOSTILE = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>"'&\u202e\u{1F600}`;

test("hostile texts are shown as text everywhere, and never run", async () => {
  const run = pendulum({ name: HOSTILE });
  Object.assign(run, { title: HOSTILE, model: HOSTILE.repeat(150), text: `${HOSTILE}\n`.repeat(40), method: HOSTILE, file: HOSTILE, settings: { [HOSTILE]: HOSTILE },
    doctor: [{ severity: HOSTILE, element: HOSTILE, message: HOSTILE, remedy: HOSTILE }], messages: [{ severity: "warning", element: HOSTILE, message: HOSTILE, remedy: HOSTILE }],
    omitted: [HOSTILE], units: { ...run.units, time: HOSTILE } });
  for (const quantity of ["x", "fx", "fy", "fz"]) run.columns.push({ ...run.columns[0], name: `${HOSTILE}.${quantity}`, element: HOSTILE, quantity, unit: HOSTILE });
  run.tree[0].items.push({ name: HOSTILE, type: HOSTILE, line: 2, properties: [[HOSTILE, HOSTILE]] });
  run.scene.joints.unshift({ ...run.scene.joints[0], name: HOSTILE, type: HOSTILE });
  const second = { ...pendulum({ name: `${HOSTILE} 2` }) };
  const page = await openFlat(browser, synthetic("hostile-panels", document(run, second)));
  await page.evaluate((name) => window.sarrus.select(name), HOSTILE);
  for (const tab of ["statistics", "peaks", "doctor", "compare", "tree"]) {
    await page.locator(`#tab-${tab}`).click();
    await page.waitForTimeout(300);
    assert.ok((await page.locator(`#panel-${tab}`).innerText()).length > 10);
  }
  assert.ok((await page.locator(".element-card").innerText()).includes(HOSTILE));
  assert.ok((await page.locator(".plot-card").first().innerText()).includes("<img src=x"));
  await page.getByRole("button", { name: "Line 2" }).click();
  assert.ok((await page.locator(".model-source").innerText()).includes("<script>"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.keyboard.type("<img");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  const svg = await download(page, () => choose(page, page.locator(".plot-card").first().getByRole("button", { name: /Export/ }), "SVG"));
  assert.doesNotMatch(svg.text, /<img|<script/);
  assert.equal(await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("parsererror, script, img").length, svg.text), 0);
  const csv = await download(page, () => page.keyboard.press("e"));
  assert.doesNotMatch(csv.name, /[<>"'&/\\]/);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("#app img, #app script, dialog img").count(), 0);
  await page.clean();
  await page.context().close();
});

longTest("on a phone nothing is wider than the screen", async () => {
  const { file } = example("fourbar");
  for (const scheme of ["light", "dark"]) {
    const page = await openFlat(browser, file, { width: 390, height: 844, scheme, touch: true, scale: 2 });
    for (const tab of ["plots", "tree", "statistics", "peaks", "doctor"]) {
      await page.locator(`#tab-${tab}`).click();
      await page.waitForTimeout(500);
      assert.ok(await page.locator(`#panel-${tab}`).isVisible());
      const [page_, panel] = await page.evaluate((id) => [window.document.documentElement.scrollWidth - innerWidth, window.document.getElementById(id).scrollWidth - innerWidth], `panel-${tab}`);
      assert.ok(page_ <= 0 && panel <= 0, `${tab}: ${page_} and ${panel} px too wide`);
      await page.screenshot({ path: `${folder}phone-${tab}-${scheme}.png` });
    }
    await page.locator("#tab-tree").click();
    await page.locator('[data-element="A"] .tree-row').tap();
    await page.locator(".element-card").getByRole("button", { name: "Show" }).tap();
    assert.ok(await page.locator("#panel-plots").isVisible(), "the plot asked for is not shown");
    await untilPlots(page, (list) => list.some((plot) => plot.title === "|A.f|" && plot.data));
    await page.waitForTimeout(500);
    const [card, pane] = [await page.locator(".plot-card.active").boundingBox(), await page.locator(".plots").boundingBox()];
    assert.ok(card.y < pane.y + pane.height && card.y + card.height <= pane.y + pane.height + 1, "the plot asked for is out of sight");
    await page.screenshot({ path: `${folder}phone-peak-${scheme}.png` });
    await page.clean();
    await page.context().close();
  }
});

test("on paper: plots and tables, without buttons", async () => {
  const { file } = example("fourbar");
  const page = await openFlat(browser, file);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".plot-tools").first().isVisible(), false);
  assert.ok(await page.locator(".line-table").first().isVisible());
  const pdf = await page.pdf({ format: "A4", path: `${folder}paper.pdf` });
  assert.ok(pdf.length > 20000);
  await page.clean();
  await page.context().close();
});

// A new reader, who has never seen the page, wants the peak reaction in joint D and when it occurs.
test("new user: find the peak reaction in a joint and when it occurs", async () => {
  const { file, column, time } = example("fourbar");
  const page = await open(browser, file);
  await page.screenshot({ path: `${folder}task-1-opened.png` });
  await page.getByRole("tab", { name: "Peaks" }).click({ timeout: 60000 });
  await page.locator(".peak-row").first().waitFor({ timeout: 60000 });
  const row = page.locator(".peak-row", { has: page.locator(".peak-name", { hasText: /^D$/ }) }).first();
  const force = time.map((_, i) => Math.hypot(column("D.fx")[i], column("D.fy")[i], column("D.fz")[i]));
  const peak = force.indexOf(Math.max(...force));
  assert.equal((await row.innerText()).replace(/\s+/g, " "), `D revolute ${Number(force[peak].toPrecision(5))} N at ${time[peak]} s`);
  await page.screenshot({ path: `${folder}task-2-peaks.png` });
  await row.click({ timeout: 60000 });
  await untilPlots(page, (list) => list.some((plot) => plot.title === "|D.f|"));
  assert.equal(await page.evaluate(() => window.sarrus.time), time[peak]);
  assert.equal(await page.evaluate(() => window.sarrus.selection), "D");
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${folder}task-3-there.png` });
  await page.clean();
  await page.context().close();
});
