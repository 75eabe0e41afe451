// The events of the runs: how often each happened, and when; press a time to go there.
import type { App } from "../app";
import type { Run } from "../data";
import { count, make, number } from "../dom";
import { goToEvent } from "../layout/transport";

const LISTED = 300;

function counts(run: Run): HTMLElement {
  const { names, actions, counts: all } = run.record.events!;
  const head = make("tr", {}, ...["Event", "Happened", "Does"].map((text) => make("th", { text, attributes: { scope: "col" } })));
  const rows = names.map((name, i) => make("tr", {}, make("th", { text: String(name), attributes: { scope: "row" } }),
    make("td", { text: all?.[i] ? count(all[i]!) : "never" }), make("td", { text: String(actions?.[i] ?? "").split(" ").join(", ") })));
  return make("div", { class: "table-box" }, make("table", { class: "facts-table" }, make("thead", {}, head), make("tbody", {}, ...rows)));
}

async function times(app: App, run: Run): Promise<HTMLElement | null> {
  let happened;
  try {
    happened = await run.events();
  } catch (fault) {
    return make("p", { class: "quiet small-note", text: fault instanceof Error ? fault.message : String(fault) });
  }
  if (happened.length === 0) return null;
  const unit = run.units["time"] ?? "";
  const total = Math.max(run.record.events!.total, happened.length);
  const rows = happened.slice(0, LISTED).map((event) => make("li", {}, make("button", { class: "event-row", title: `Go to ${event.time} ${unit}`.trimEnd(), attributes: { type: "button" }, on: { click: () => goToEvent(app, event.time) } },
    make("span", { class: "event-time", text: `${number(event.time, 8)} ${unit}`.trimEnd() }), make("span", { class: "event-what", text: event.name }),
    make("span", { class: "event-way", text: event.rising ? "upwards" : "downwards" }))));
  const listed = Math.min(LISTED, happened.length);
  const more = listed < total ? make("p", { class: "quiet small-note", text: `The first ${count(listed)} of ${count(total)}; ${run.record.file} holds all.` }) : null;
  return make("details", { attributes: happened.length <= 30 ? { open: "" } : {} }, make("summary", { text: `When (${count(total)})` }), make("ul", { class: "event-list" }, ...rows), more);
}

/** A section for every run whose model has events. */
export async function eventLists(app: App): Promise<HTMLElement[]> {
  const { runs } = app.page;
  const parts: HTMLElement[] = [];
  for (const run of runs) {
    if (!run.record.events || !Array.isArray(run.record.events.names)) continue;
    parts.push(make("section", { class: "events" }, make("h3", { text: runs.length > 1 ? `Events of ${run.name}` : "Events" }), counts(run), await times(app, run)));
  }
  return parts;
}
