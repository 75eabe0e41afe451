// The top of the page: what was computed, how, and what of it is shown.
import type { App } from "../app";
import type { Run } from "../data";
import { count, icon, iconButton, make } from "../dom";
import type { Theme } from "../theme";
import type { Notices } from "./notices";

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

/** What the top of a page needs of it. */
interface Top { readonly notices: Notices; readonly theme: Theme }

function factLine(facts: readonly (readonly [string, string])[]): HTMLElement {
  return make("p", { class: "facts" }, ...facts.filter(([text]) => text).map(([text, title]) => make("span", { text, title })));
}

/** Title, facts with their meanings, messages, theme and help. */
export function topBar({ notices, theme }: Top, title: string, hint: string, facts: readonly (readonly [string, string])[], openHelp: () => void): HTMLElement {
  const messages = make("button", {
    class: "text-button", attributes: { type: "button", hidden: "" }, on: { click: () => notices.show(!notices.shown) },
  });
  new MutationObserver(() => {
    messages.hidden = notices.size === 0;
    messages.textContent = notices.size === 1 ? "1 message" : `${notices.size} messages`;
  }).observe(notices.root, { childList: true, subtree: true, attributes: true });
  const emblem = icon(...EMBLEM);
  emblem.classList.add("emblem");
  return make("header", { class: "top" },
    emblem,
    make("div", { class: "heading" }, make("h1", { text: title, title: hint || title }), factLine(facts)),
    make("div", { class: "top-tools" }, messages,
      iconButton("Dark or light (T)", MOON, () => theme.toggle()),
      iconButton("Keys and help (?)", HELP, openHelp)));
}

export function buildHeader(app: App, openHelp: () => void): HTMLElement {
  const { record } = app.page.run;
  return topBar(app, record.title || record.name || "Results", record.model, [
    [record.method, "Integration method"],
    [app.page.runs.map((run) => run.record.file).join(", "), "Results file: the full record"],
    [`${count(app.page.run.time.length)} rows`, "Rows of the record in this page"],
    [["length", "mass", "time", "force", "angle"].map((kind) => record.units?.[kind]).filter(Boolean).join(" "), "Units"],
  ], openHelp);
}
