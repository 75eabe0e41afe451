// Everything that shows one page: layout, panels, 3-D view, clock, keys. It can be ended, so that another one takes its place.
import type { App } from "./app";
import { Clock } from "./clock";
import { Comparison } from "./comparison";
import { type Page, type Run, sameTimeUnit } from "./data";
import { type Key, Keyboard } from "./keyboard";
import { omission } from "./layout/header";
import { buildLayout } from "./layout/layout";
import { Notices } from "./layout/notices";
import { changeSpeed, markSection, stepEvents, stepRows } from "./layout/transport";
import { Life } from "./life";
import { panelsOf } from "./panels";
import { buildScene } from "./scene/view";
import { Selection } from "./selection";
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
  const begin = () => {
    if (clock.playing && !waiting) { waiting = true; requestAnimationFrame(frame); }
  };
  clock.subscribe(begin);
  begin();
}

/** Moment, speed and section of time, as far as the new time has them. */
function keepClock(app: App): void {
  const { clock, life } = app;
  const past = life.keep("clock", () => ({ time: clock.time, speed: clock.speed, loop: clock.loop, section: clock.section, playing: clock.playing }));
  if (!past) return;
  clock.setSpeed(past.speed);
  clock.setLoop(past.loop);
  clock.setSection(past.section);
  clock.setTime(past.time);
  if (past.playing) clock.play();
}

function keepSelection(app: App): void {
  const { selection, life, page } = app;
  const past = life.keep("selection", () => selection.element);
  const known = page.run.record.tree?.some((section) => section.items.some((item) => item.name === past));
  if (past && known) selection.select(past);
}

export class Session {
  private constructor(readonly app: App) {}

  /** Shows a page in `root`. past: what the session before it has saved; keys: more than those of the page. */
  static async open(root: HTMLElement, page: Page, past?: ReadonlyMap<string, unknown>, keys: Key[] = []): Promise<Session> {
    const [first, last] = span(page);
    const life = new Life(past);
    let theme: Theme | null = null;
    const chosen = life.keep("theme", () => theme!.choice);
    theme = chosen === undefined ? new Theme() : new Theme(chosen);
    const app: App = {
      page, theme, life,
      clock: new Clock(first, last, SECONDS[page.run.units["time"] ?? "s"] ?? 1),
      selection: new Selection(),
      comparison: new Comparison(page.runs.length),
      keyboard: new Keyboard(),
      notices: new Notices(),
      hook: {},
    };
    life.atEnd(() => { app.clock.pause(); app.keyboard.end(); app.theme.end(); });
    document.title = `${page.run.record.title || page.run.name} \u2013 Sarrus`;
    keepClock(app);
    keepSelection(app);
    const places = buildLayout(root, app, panelsOf(page));
    addKeys(app, places.openHelp);
    app.keyboard.add(...keys);
    tellMessages(app);
    runClock(app.clock);
    try {
      await buildScene(places.scene, app);
    } catch (fault) {
      app.notices.fault(fault);
    }
    return new Session(app);
  }

  /** What the next one is to find. */
  saved(): Map<string, unknown> { return this.app.life.saved(); }

  end(): void { this.app.life.end(); }
}
