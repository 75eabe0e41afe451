// Pages whose data is missing, damaged, empty or hostile: always something readable, never an error in the console, never run as code.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { document, pack, pageOf, pendulum, template } from "../dev/synthetic.mjs";
import { folder, launch, longTest, open, synthetic } from "./support.mjs";

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

async function refused(file, expected) {
  const page = await open(browser, file, { hook: false });
  const text = await page.locator("main.failure").innerText();
  assert.match(text, expected);
  assert.match(text, /sarrus page/);
  await page.clean();
  await page.context().close();
}

test("the empty template says that it is empty", async () => {
  copyFileSync(new URL("../dist/template.html", import.meta.url), `${folder}empty.html`);
  await refused(`${folder}empty.html`, /carries no results/);
});

test("a page cut short anywhere in its data says so", async () => {
  const whole = pageOf(document(pendulum()));
  const begin = whole.lastIndexOf('id="sarrus-data">') + 20;
  for (const share of [0, 0.1, 0.5, 0.999]) {
    writeFileSync(`${folder}cut.html`, whole.slice(0, Math.round(begin + share * (whole.length - 60 - begin))));
    await refused(`${folder}cut.html`, /damaged or cut short/);
  }
});

for (const [name, record, expected] of [
  ["not-a-record", "42", /not a record/],
  ["null", "null", /not a record/],
  ["other-format", { ...document(pendulum()), format: 7 }, /format 7/],
  ["no-runs", document(), /holds no run/],
  ["bad-times", document({ ...pendulum(), time: "AAAA" }), /the times of "pendulum" are damaged/],
  ["bad-base64", document({ ...pendulum(), time: "***" }), /the times of "pendulum" are damaged/],
]) {
  test(`data that cannot be shown is refused with a message: ${name}`, () => refused(synthetic(`fault-${name}`, record), expected));
}

async function told(record, expected, look = () => undefined) {
  const page = await open(browser, synthetic("fault-told", record));
  if (expected) assert.match(await page.locator("body").innerText(), expected);
  await look(page);
  await page.clean();
  await page.context().close();
}

test("a damaged column is told, and the rest is shown", async () => {
  const run = pendulum();
  run.columns.find((column) => column.name === "arm.x").data = run.columns[0].data.slice(0, 40);
  await told(document(run), /column "arm.x" are damaged/, async (page) => {
    assert.equal((await page.evaluate(() => window.sarrus.panels.scene.pose("block"))).length, 7);
  });
});

test("a column of another length is told", async () => {
  const run = pendulum();
  run.columns.find((column) => column.name === "arm.y").data = pack([1, 2, 3]);
  await told(document(run), /"arm.y" has 3 rows instead of 200/);
});

longTest("no rows, no bodies, one row", async () => {
  await told(document({ ...pendulum({ rows: 200 }), time: pack([]), columns: [] }), /holds no rows/);
  await told(document({ ...pendulum(), scene: null }), /no bodies to show/);
  const one = pendulum({ rows: 200 });
  await told(document({ ...one, time: pack([0]), columns: [] }), null);
});

test("poses that are not numbers hide the body and nothing else", async () => {
  const run = pendulum();
  run.columns.find((column) => column.name === "arm.x").data = pack(Array.from({ length: 200 }, (_, i) => (i > 100 ? NaN : 0.1)));
  await told(document(run), null, async (page) => {
    await page.evaluate(() => window.sarrus.setTime(7));
    await page.evaluate(() => window.sarrus.setTime(1));
    await page.keyboard.press("Space");
    await page.waitForTimeout(300);
  });
});

test("messages, rows and columns left out are seen at once", async () => {
  const run = { ...pendulum(), rows: { total: 48001, kept: 200, every: 241 }, omitted: ["arm.alphax", "arm.alphay"],
    messages: [{ severity: "warning", element: "A", message: "The file was cut short.", remedy: "Run it again." }] };
  await told(document(run), /cut short[\s\S]*200 of 48\u202f001 rows[\s\S]*2 columns[\s\S]*pendulum\.h5/, (page) => page.screenshot({ path: `${folder}messages.png` }));
});

test("keys that are not known and lists that are missing do no harm", async () => {
  const run = pendulum();
  run.scene.bodies[0].lines = [1, 2];
  run.scene.bodies[0].shapes.push({ kind: "cloud", at: [0, 0, 0], turn: [1, 0, 0, 0] });
  run.scene.joints.push({ name: "odd", type: "flying", sides: [{ body: "nobody", at: [0, 0, 0], turn: [1, 0, 0, 0] }] });
  delete run.scene.others;
  delete run.scene.bodies[1].frames;
  run.future = { x: 1 };
  await told(document(run), /Pendulum/);
});

test("hostile text is shown as text", async () => {
  const nasty = `</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">"'\`\u2028\u202e<!--<script>&lt;`;
  const long = nasty.repeat(100);
  const run = { ...pendulum(), name: nasty, file: nasty, title: long, model: long, method: nasty,
    messages: [{ severity: nasty, element: nasty, message: long, remedy: nasty }], doctor: [{ severity: "warning", element: nasty, message: nasty, remedy: nasty }] };
  run.scene.bodies[0].name = nasty;
  run.scene.joints[0].name = nasty;
  run.columns = run.columns.map((column) => ({ ...column, name: column.name.replace("arm.", `${nasty}.`), element: column.element === "arm" ? nasty : column.element, unit: nasty }));
  run.units = { length: nasty, time: nasty, force: nasty };
  run.tree[0].items[0] = { name: nasty, type: nasty, line: 1, properties: [[nasty, nasty]] };
  await told(document(run, { ...run, name: `${nasty} 2` }), null, async (page) => {
    for (const key of "bcr7") await page.keyboard.press(key);
    await page.evaluate((name) => window.sarrus.select(name), nasty);
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("img[src=x]").count(), 0);
    assert.equal(await page.locator("h1").first().textContent(), long);
    await page.screenshot({ path: `${folder}hostile.png` });
  });
});

test("the page may not reach the network, and foreign scripts may not run", async () => {
  const page = await open(browser, synthetic("policy", document(pendulum())));
  const outcome = await page.evaluate(async () => {
    const script = window.document.createElement("script");
    script.textContent = "window.hacked = 3";
    window.document.body.append(script);
    return fetch("https://example.org/").then(() => "fetched", () => "refused");
  });
  assert.equal(outcome, "refused");
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  await page.context().close();
});

test("the template refers to nothing outside of itself and holds the place for the data once", () => {
  const html = template();
  assert.equal(html.split("<!--SARRUS-DATA-->").length, 2);
  assert.doesNotMatch(html.replace(/<script type="module">[\s\S]*<\/script>\n<\/head>/, ""), /(src|href)="(?!data:)/);
  assert.ok(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8").includes('"lockfileVersion": 3'));
});

test("without 3-D drawing the rest works", async () => {
  const plain = await launch(["--disable-3d-apis"]);
  const page = await open(plain, synthetic("no-webgl", document(pendulum())));
  assert.match(await page.locator(".scene").innerText(), /no 3-D drawing/);
  await plain.close();
});
