// The bar below: play, step, scrub, speed, and the section of time.
import type { App } from "../app";
import { icon, iconButton, make, number } from "../dom";
import { grouped, type Mark, marksOf } from "../marks";

const PLAY = ["M7 4.5v15l12-7.5z"];
const PAUSE = ["M8 5v14", "M16 5v14"];
const PREVIOUS = ["M15 5l-8 7 8 7z", "M5 5v14"];
const NEXT = ["M9 5l8 7-8 7z", "M19 5v14"];
const LOOP = ["M4 11V9a4 4 0 0 1 4-4h11", "M16 2l3 3-3 3", "M20 13v2a4 4 0 0 1-4 4H5", "M8 22l-3-3 3-3"];
const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000];
const RESOLUTION = 10000;

/** Decimals that tell two rows apart. */
function decimals(time: Float64Array): number {
  const span = time.length > 1 ? time[time.length - 1]! - time[0]! : 1;
  const step = span / Math.max(1, time.length - 1);
  return step > 0 ? Math.min(9, Math.max(2, Math.ceil(-Math.log10(step)) + 1)) : 3;
}

function speedText(speed: number): string {
  return speed === 1 ? "real time" : `${number(speed)}\u00d7`;
}

/** Steps the record row by row. */
export function stepRows(app: App, rows: number): void {
  const { clock, page: { run } } = app;
  clock.pause();
  const at = run.rowAt(clock.time);
  const between = at < 0 || run.time[at] !== clock.time;
  const target = Math.min(run.time.length - 1, Math.max(0, at + rows + (between && rows < 0 ? 1 : 0)));
  clock.setTime(run.time[target]!);
}

/** The next slower (-1) or faster (+1) speed of the list. */
export function changeSpeed(app: App, direction: number): void {
  const { clock } = app;
  const faster = SPEEDS.find((speed) => speed > clock.speed * 1.0001);
  const slower = [...SPEEDS].reverse().find((speed) => speed < clock.speed * 0.9999);
  const speed = direction > 0 ? faster : slower;
  if (speed !== undefined) clock.setSpeed(speed);
}

/** Sets one end of the section of time to the moment shown: 0 the beginning, 1 the end. */
export function markSection(app: App, end: 0 | 1): void {
  const { clock } = app;
  const section: [number, number] = [clock.first, clock.last];
  section[end] = clock.time;
  if (section[1] > section[0]) clock.setSection(section);
  else clock.setSection(end === 0 ? [clock.time, clock.end] : [clock.start, clock.time]);
}

function speedChoice(app: App): HTMLSelectElement {
  const { clock } = app;
  const select = make("select", { class: "speed", title: "Speed (+ and \u2212)", attributes: { "aria-label": "Speed" } });
  const fill = () => {
    const wanted = String(clock.speed);
    if (![...select.options].some((option) => option.value === wanted)) {
      const speeds = [...new Set([...SPEEDS, clock.speed])].sort((a, b) => a - b);
      select.replaceChildren(...speeds.map((speed) => make("option", { text: speedText(speed), attributes: { value: String(speed) } })));
    }
    select.value = wanted;
  };
  select.addEventListener("change", () => { clock.setSpeed(Number(select.value)); select.blur(); });
  clock.subscribe(fill);
  fill();
  return select;
}

function timeField(app: App): HTMLElement {
  const { clock, page: { run } } = app;
  const digits = decimals(run.time);
  const input = make("input", { class: "time", attributes: { type: "text", inputmode: "decimal", "aria-label": "Time", size: "9", autocomplete: "off" } });
  const show = () => { if (document.activeElement !== input) input.value = clock.time.toFixed(digits); };
  const go = () => {
    const wanted = Number(input.value.replace(",", "."));
    if (input.value.trim() !== "" && Number.isFinite(wanted)) { clock.pause(); clock.setTime(wanted); }
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { go(); input.blur(); }
    if (event.key === "Escape") { input.value = ""; input.blur(); }
  });
  input.addEventListener("focus", () => input.select());
  input.addEventListener("blur", show);
  clock.subscribe(show);
  show();
  return make("label", { class: "time-field", title: "Time: type one and press Enter" }, input, make("span", { class: "unit", text: run.units["time"] ?? "" }));
}

/** Shows the moment of an event; where it has two rows, the one behind it. */
export function goToEvent(app: App, time: number): void {
  app.clock.pause();
  app.clock.setTime(time);
}

/** The event before (-1) or after (+1) the moment shown. */
export async function stepEvents(app: App, direction: number): Promise<void> {
  const { clock } = app;
  const marks = await marksOf(app);
  const found = direction > 0 ? marks.find((mark) => mark.time > clock.time) : [...marks].reverse().find((mark) => mark.time < clock.time);
  if (found) goToEvent(app, found.time);
}

const TOLD = 4;

function eventsText(group: readonly Mark[], unit: string): string {
  const told = group.slice(0, TOLD).map((mark) => `${mark.label} at ${number(mark.time)} ${unit}`.trimEnd());
  return group.length > TOLD ? `${told.join("; ")}; ${group.length - TOLD} more` : told.join("; ");
}

/** Ticks above the rail, one for all events that are too close to be told apart. */
function eventTicks(app: App): HTMLElement {
  const { clock, page } = app;
  const root = make("span", { class: "event-ticks" });
  const span = clock.end - clock.start;
  const show = async () => {
    const marks = (await marksOf(app)).filter((mark) => mark.time >= clock.start && mark.time <= clock.end);
    root.replaceChildren(...(span > 0 ? grouped(marks, span / 250) : []).map((group) => {
      const tick = make("span", { class: "event-tick", title: eventsText(group, page.run.units["time"] ?? ""), on: { click: () => goToEvent(app, group[0]!.time) } });
      tick.style.left = `${(100 * (group[0]!.time - clock.start)) / span}%`;
      return tick;
    }));
  };
  const update = () => { show().catch((fault: unknown) => app.notices.fault(fault)); };
  app.comparison.subscribe(update);
  update();
  return root;
}

function scrubber(app: App): HTMLElement {
  const { clock } = app;
  const span = clock.end - clock.start || 1;
  const slider = make("input", { class: "scrubber", attributes: { type: "range", min: "0", max: String(RESOLUTION), step: "any", "aria-label": "Time" } });
  const band = make("span", { class: "section-band" });
  const done = make("span", { class: "done-band" });
  const fraction = (time: number) => (time - clock.start) / span;
  const show = () => {
    slider.value = String(fraction(clock.time) * RESOLUTION);
    slider.setAttribute("aria-valuetext", number(clock.time));
    done.style.width = `${fraction(clock.time) * 100}%`;
    band.hidden = clock.section === null;
    band.style.left = `${fraction(clock.first) * 100}%`;
    band.style.width = `${(fraction(clock.last) - fraction(clock.first)) * 100}%`;
  };
  // A scrubbed moment is a recorded one: what is then shown is exactly what was computed.
  slider.addEventListener("input", () => {
    clock.pause();
    const { run } = app.page;
    clock.setTime(run.time[run.nearestRow(clock.start + (Number(slider.value) / RESOLUTION) * span)] ?? clock.start);
  });
  clock.subscribe(show);
  show();
  return make("div", { class: "track" }, make("span", { class: "rail" }, done, band), slider, eventTicks(app));
}

export function buildTransport(app: App): HTMLElement {
  const { clock } = app;
  const play = iconButton("Play or pause (Space)", PLAY, () => clock.toggle());
  play.classList.add("play");
  const loop = iconButton("Repeat (L)", LOOP, () => clock.setLoop(!clock.loop));
  const from = make("button", { class: "text-button", text: "From", title: "Section of time begins here ([)", attributes: { type: "button" }, on: { click: () => markSection(app, 0) } });
  const to = make("button", { class: "text-button", text: "To", title: "Section of time ends here (])", attributes: { type: "button" }, on: { click: () => markSection(app, 1) } });
  const all = make("button", { class: "text-button", text: "All", title: "Whole time again (\\)", attributes: { type: "button" }, on: { click: () => clock.setSection(null) } });
  let drawn: boolean | null = null;
  const show = () => {
    if (drawn !== clock.playing) {
      drawn = clock.playing;
      play.replaceChildren(icon(...(drawn ? PAUSE : PLAY)));
      play.classList.toggle("filled", !drawn);
      play.setAttribute("aria-label", drawn ? "Pause (Space)" : "Play (Space)");
    }
    loop.setAttribute("aria-pressed", String(clock.loop));
    all.hidden = clock.section === null;
  };
  clock.subscribe(show);
  show();
  return make("footer", { class: "transport" },
    make("div", { class: "transport-buttons" },
      iconButton("One row back (\u2190)", PREVIOUS, () => stepRows(app, -1)), play, iconButton("One row on (\u2192)", NEXT, () => stepRows(app, 1))),
    timeField(app), scrubber(app),
    make("div", { class: "transport-options" },
      make("span", { class: "section-buttons" }, from, to, all), loop, speedChoice(app)));
}
