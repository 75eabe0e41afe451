// Puts the page of a study together.
import type { AnyRecord } from "../data";
import { count, make } from "../dom";
import { Keyboard } from "../keyboard";
import { topBar } from "../layout/header";
import { helpDialog } from "../layout/help";
import { Notices } from "../layout/notices";
import { splitter } from "../layout/split";
import type { Theme } from "../theme";
import type { StudyApp } from "./app";
import { RunCard } from "./card";
import { FilterBar } from "./filterbar";
import { installStudyHook } from "./hook";
import { Looks } from "./looks";
import { Focus, Picks } from "./picks";
import type { StudyPageRecord } from "./record";
import { readStudy, type Study } from "./study";
import { RunTable } from "./table";
import { buildViews, viewsOf } from "./views";

const POINTER: [string, string][] = [
  ["Click", "A point, a line or a row: look at its run"],
  ["Drag in a plot", "Pick the runs inside; a click beside them takes it back"],
  ["Drag along a scale", "Pick a range of a column"],
];
const KINDS = new Map([["sweep", "Sweep"], ["optimize", "Optimisation"], ["fit", "Fit"]]);

function factsOf(study: Study): [string, string][] {
  const { record } = study;
  const failed = Array.from({ length: study.rows }, (_, row) => row).filter((row) => !study.fine(row)).length;
  const names = (columns: readonly { name: string }[]) => (columns.length > 6 ? `${columns.slice(0, 6).map((column) => column.name).join(", ")} \u2026 (${columns.length})` : columns.map((column) => column.name).join(", "));
  return [
    [`${KINDS.get(record.kind) ?? "Study"}${record.running ? ", not complete" : ""}`, "What kind of study it is"],
    [`${count(study.rows)}${record.planned > study.rows ? ` of ${count(record.planned)}` : ""} run${Math.max(study.rows, record.planned) === 1 ? "" : "s"}${failed > 0 ? `, ${count(failed)} failed` : ""}`, "Rows of the table"],
    [[names(study.parameters), names(study.responses)].filter(Boolean).join(" \u2192 "), "Parameters and responses"],
    [record.model, "Model"],
    [record.file, "The table: the full record"],
  ];
}

function addKeys(app: StudyApp, table: RunTable, card: RunCard, bar: FilterBar, show: (index: number) => void, views: readonly { title: string }[], openHelp: () => void): void {
  const { keyboard, focus } = app;
  const group = "Runs";
  keyboard.add(
    { key: "ArrowUp", text: "Run before, after, as the table has them", group, run: () => table.step(-1) },
    { key: "ArrowDown", text: "Run before, after, as the table has them", group, run: () => table.step(1) },
    { key: "/", text: "Filter", group, run: () => bar.field.focus() },
    { key: "x", text: "All runs again: no filter, no ranges", group, run: () => bar.reset() },
    { key: "c", text: "Copy the command of the run", group, run: () => card.copyCommand() },
    { key: "o", text: "Curves and motion of the run, where it is kept", group, run: () => card.open() },
    { key: "Escape", text: "Look at no run", group, run: () => focus.pick(-1) });
  views.forEach((view, i) => keyboard.add({ key: String(i + 1), text: view.title, group: "Views", run: () => show(i) }));
  keyboard.add(
    { key: "t", text: "Dark or light", group: "Page", run: () => app.theme.toggle() },
    { key: "?", text: "This help", group: "Page", run: openHelp });
}

function tell(app: StudyApp): void {
  const { record } = app.study;
  for (const message of record.messages ?? []) app.notices.add(message);
  if (record.running) app.notices.add({ severity: "note", element: null, message: "The study goes on, or was cut off: this page has the rows up to now.", remedy: "The command of the study goes on with it; make the page again then." });
}

export async function startStudy(root: HTMLElement, theme: Theme, record: AnyRecord): Promise<void> {
  const study = await readStudy(record as StudyPageRecord);
  performance.mark("sarrus-read");
  const app: StudyApp = { study, theme, picks: new Picks(study), focus: new Focus(), looks: new Looks(study), keyboard: new Keyboard(), notices: new Notices(), hook: {} };
  const title = study.record.title || study.record.file || "Study";
  document.title = `${title} \u2013 Sarrus`;
  const openHelp = helpDialog(app.keyboard, study.program, POINTER);
  const bar = new FilterBar(app);
  const table = new RunTable(app);
  const card = new RunCard(app);
  const views = viewsOf(study);
  const pane = make("section", { class: "pane views", attributes: { "aria-label": "Views" } });
  const side = make("aside", { class: "pane runs-side", attributes: { "aria-label": "Runs" } });
  const work = make("main", { class: "study-work" });
  const share = (event: PointerEvent) => { const box = work.getBoundingClientRect(); return (event.clientX - box.left) / box.width; };
  const height = (event: PointerEvent) => { const box = side.getBoundingClientRect(); return (event.clientY - box.top) / box.height; };
  side.append(table.root, splitter(side, "--runs-share", "Height of the table", "rows", height, 0.55, 0.2, 0.85), card.root);
  work.append(pane, splitter(work, "--views-share", "Width of the views", "columns", share, 0.58, 0.25, 0.85), side);
  root.replaceChildren(topBar(app, title, study.record.title, factsOf(study), openHelp), app.notices.root, bar.root, work);
  const show = buildViews(pane, app, views);
  addKeys(app, table, card, bar, show, views, openHelp);
  tell(app);
  installStudyHook(app, table);
}
