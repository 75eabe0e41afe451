import type { App } from "./app";
import { Clock } from "./clock";
import { Comparison } from "./comparison";
import { type AnyRecord, type Page, readPage, readRecord, type Run, sameTimeUnit } from "./data";
import { showFailure } from "./failure";
import { installHook } from "./hook";
import { Keyboard } from "./keyboard";
import { omission } from "./layout/header";
import { buildLayout } from "./layout/layout";
import { Notices } from "./layout/notices";
import { changeSpeed, markSection, stepEvents, stepRows } from "./layout/transport";
import { panelsOf } from "./panels";
import { buildScene } from "./scene/view";
import { Selection } from "./selection";
import "./style/base.css";
import "./style/layout.css";
import "./style/plots.css";
import "./style/scene.css";
import "./style/side.css";
import "./style/study.css";
import { startStudy } from "./study/start";
import { Theme } from "./theme";

const SECONDS: Record<string, number> = { s: 1, ms: 1e-3, us: 1e-6, "\u00b5s": 1e-6, ns: 1e-9, min: 60, h: 3600 };

/** The span of time of all runs; a record without rows has the span 0..0. */
function span(page: Page): [number, number] {
  let start = Infinity;
  let end = -Infinity;
  for (const run of page.runs) {
    if (!sameTimeUnit(run, page.run)) continue;
    for (const time of run.time) {
      if (!Number.isFinite(time)) continue;
      start = Math.min(start, time);
      end = Math.max(end, time);
    }
  }
  return start <= end ? [start, end] : [0, 0];
}

/** In words, the units in which a run differs from the first; null where there are none. */
function unitsApart(first: Run, run: Run): string | null {
  const names = [...new Set([...Object.keys(first.units), ...Object.keys(run.units)])].filter((name) => first.units[name] && run.units[name] && first.units[name] !== run.units[name]);
  if (names.length === 0) return null;
  const list = names.map((name) => `${name} in ${run.units[name]}, not ${first.units[name]}`).join("; ");
  return `${run.name} is in other units than ${first.name} (${list}): what is in other units is left out of overlays and differences.`;
}

function tellMessages(app: App): void {
  for (const run of app.page.runs) {
    const prefix = app.page.runs.length > 1 ? `${run.name}: ` : "";
    for (const message of run.record.messages ?? []) app.notices.add({ ...message, message: prefix + message.message });
    const left = omission(run);
    if (left) app.notices.add({ severity: "note", element: null, message: prefix + left, remedy: null });
    const apart = unitsApart(app.page.run, run);
    if (apart) app.notices.add({ severity: "warning", element: null, message: apart, remedy: "Run the models in the same units." });
    if (run.time.length === 0) {
      app.notices.add({ severity: "warning", element: null, message: `${prefix}the record holds no rows, so there is nothing to play or plot.`, remedy: null });
    }
  }
}

function goEvents(app: App, direction: number): void {
  stepEvents(app, direction).catch((fault: unknown) => app.notices.fault(fault));
}

function addKeys(app: App, openHelp: () => void): void {
  const { clock, keyboard } = app;
  const group = "Time";
  keyboard.add(
    { key: " ", text: "Play or pause", group, run: () => clock.toggle() },
    { key: "ArrowLeft", text: "One row back, on", group, run: () => stepRows(app, -1) },
    { key: "ArrowRight", text: "One row back, on", group, run: () => stepRows(app, 1) },
    { key: "Shift+ArrowLeft", text: "Ten rows back, on", group, run: () => stepRows(app, -10) },
    { key: "Shift+ArrowRight", text: "Ten rows back, on", group, run: () => stepRows(app, 10) },
    { key: "Home", text: "Beginning, end", group, run: () => { clock.pause(); clock.setTime(clock.first); } },
    { key: "End", text: "Beginning, end", group, run: () => { clock.pause(); clock.setTime(clock.last); } },
    { key: ",", text: "Event before, after", group, run: () => goEvents(app, -1) },
    { key: ".", text: "Event before, after", group, run: () => goEvents(app, 1) },
    { key: "-", text: "Slower, faster", group, run: () => changeSpeed(app, -1) },
    { key: "+", text: "Slower, faster", group, run: () => changeSpeed(app, 1) },
    { key: "l", text: "Repeat", group, run: () => clock.setLoop(!clock.loop) },
    { key: "[", text: "Section of time from here, to here", group, run: () => markSection(app, 0) },
    { key: "]", text: "Section of time from here, to here", group, run: () => markSection(app, 1) },
    { key: "\\", text: "Whole time again", group, run: () => clock.setSection(null) },
    { key: "Escape", text: "Select nothing", group: "Page", run: () => app.selection.select(null) },
    { key: "t", text: "Dark or light", group: "Page", run: () => app.theme.toggle() },
    { key: "?", text: "This help", group: "Page", run: openHelp });
}

/** The one loop of frames that moves the clock on while it plays. */
function runClock(clock: Clock): void {
  let last = -1;
  let waiting = false;
  const frame = (now: number) => {
    waiting = false;
    if (!clock.playing) { last = -1; return; }
    // After a pause of the browser (hidden tab) the motion goes on from where it was.
    if (last >= 0) clock.advance(Math.min(0.25, (now - last) / 1000));
    last = now;
    if (!waiting) { waiting = true; requestAnimationFrame(frame); }
  };
  clock.subscribe(() => {
    if (clock.playing && !waiting) { waiting = true; requestAnimationFrame(frame); }
  });
}

async function startResults(root: HTMLElement, theme: Theme, record: AnyRecord): Promise<void> {
  const page = await readPage(record);
  performance.mark("sarrus-read");
  const [first, last] = span(page);
  const app: App = {
    page, theme,
    clock: new Clock(first, last, SECONDS[page.run.units["time"] ?? "s"] ?? 1),
    selection: new Selection(),
    comparison: new Comparison(page.runs.length),
    keyboard: new Keyboard(),
    notices: new Notices(),
    hook: {},
  };
  document.title = `${page.run.record.title || page.run.name} \u2013 Sarrus`;
  const places = buildLayout(root, app, panelsOf(page));
  addKeys(app, places.openHelp);
  tellMessages(app);
  runClock(app.clock);
  try {
    await buildScene(places.scene, app);
  } catch (fault) {
    app.notices.fault(fault);
  }
  installHook(app);
}

async function start(root: HTMLElement): Promise<void> {
  const theme = new Theme();
  const record = readRecord(document);
  await (record.kind === "study" ? startStudy : startResults)(root, theme, record);
}

const root = document.getElementById("app")!;
start(root).catch((fault: unknown) => showFailure(root, fault));
