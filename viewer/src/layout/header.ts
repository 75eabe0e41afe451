// The top of the page: what was computed, how, and what of it is shown.
import type { App } from "../app";
import type { Run } from "../data";
import { count, icon, iconButton, make } from "../dom";

/** What was left out of the page, if anything, naming the file that holds it all. */
export function omission(run: Run): string | null {
  const { rows, omitted, file } = run.record;
  const parts: string[] = [];
  if (rows && rows.kept < rows.total) parts.push(`${count(rows.kept)} of ${count(rows.total)} rows (every ${count(rows.every)}th)`);
  if (omitted && omitted.length > 0) parts.push(`all but ${count(omitted.length)} columns`);
  return parts.length === 0 ? null : `This page shows ${parts.join(" and ")} of the run; the full record is ${file}.`;
}

const EMBLEM = ["M4 20h16", "M6 20l-3-7 5-6", "M18 20l3-7-5-6", "M8 7h8"];
const MOON = ["M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z"];
const HELP = ["M9.2 9a3 3 0 1 1 4.2 3c-.9.5-1.4 1-1.4 2", "M12 17.5v.01", "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z"];

function facts(app: App): HTMLElement {
  const { record } = app.page.run;
  const line = make("p", { class: "facts" });
  const add = (text: string, title: string) => { if (text) line.append(make("span", { text, title })); };
  add(record.method, "Integration method");
  add(app.page.runs.map((run) => run.record.file).join(", "), "Results file: the full record");
  add(`${count(app.page.run.time.length)} rows`, "Rows of the record in this page");
  add(["length", "mass", "time", "force", "angle"].map((kind) => record.units?.[kind]).filter(Boolean).join(" "), "Units");
  return line;
}

export function buildHeader(app: App, openHelp: () => void): HTMLElement {
  const { record } = app.page.run;
  const title = record.title || record.name || "Results";
  const messages = make("button", {
    class: "text-button", attributes: { type: "button", hidden: "" }, on: { click: () => app.notices.show(!app.notices.shown) },
  });
  new MutationObserver(() => {
    messages.hidden = app.notices.size === 0;
    messages.textContent = app.notices.size === 1 ? "1 message" : `${app.notices.size} messages`;
  }).observe(app.notices.root, { childList: true, subtree: true, attributes: true });
  const emblem = icon(...EMBLEM);
  emblem.classList.add("emblem");
  return make("header", { class: "top" },
    emblem,
    make("div", { class: "heading" }, make("h1", { text: title, title: record.model || title }), facts(app)),
    make("div", { class: "top-tools" }, messages,
      iconButton("Dark or light (T)", MOON, () => app.theme.toggle()),
      iconButton("Keys and help (?)", HELP, openHelp)));
}
