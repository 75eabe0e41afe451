// Which columns a view shows: a list to tick, with their scales; and which it shows at first.
import { make } from "../dom";
import type { StudyApp } from "./app";
import { toggle } from "./controls";
import { rankCorrelation } from "./maths";
import type { Column } from "./column";

/** Responses, and those parameters that go along with the first of them most: at most so many, in the order of the table. */
export function firstColumns(app: StudyApp, most: number): Column[] {
  const { study } = app;
  const all = [...study.parameters, ...study.responses].filter((column) => column.known > 0 && column.max > column.min);
  if (all.length <= most) return all;
  const responses = study.responses.filter((column) => all.includes(column)).slice(0, Math.max(1, Math.floor(most / 2)));
  const first = responses[0];
  const fine = Uint8Array.from({ length: study.rows }, (_, row) => (study.fine(row) ? 1 : 0));
  const weight = new Map(study.parameters.map((column) => [column, first ? Math.abs(rankCorrelation(column.values, first.values, fine)) || 0 : 0]));
  const strong = study.parameters.filter((column) => all.includes(column)).sort((a, b) => weight.get(b)! - weight.get(a)!).slice(0, most - responses.length);
  return all.filter((column) => strong.includes(column) || responses.includes(column));
}

/** A button that opens the list; it stays open while the reader ticks. */
export function columnChooser(app: StudyApp, shown: () => readonly Column[], most: number, change: (columns: Column[]) => void): HTMLElement {
  const { study, looks } = app;
  const list = make("div", { class: "chooser-list" });
  const summary = make("summary", { class: "text-button", text: "Columns" });
  const root = make("details", { class: "chooser" }, summary, list);
  const foot = make("p", { class: "quiet" });
  const fill = () => {
    const now = shown();
    summary.textContent = `Columns (${now.length} of ${study.all.length})`;
    list.replaceChildren(...study.all.map((column) => {
      const tick = make("input", { attributes: { type: "checkbox" } });
      tick.checked = now.includes(column);
      tick.disabled = column.known === 0 || (!tick.checked && now.length >= most);
      tick.addEventListener("change", () => change(study.all.filter((other) => (other === column ? tick.checked : now.includes(other)))));
      const log = toggle("log", `Logarithmic scale of ${column.name}`, looks.log(column), (pressed) => looks.setLog(column, pressed));
      log.classList.add("log-button");
      log.setAttribute("aria-label", `Logarithmic scale of ${column.name}`);
      log.disabled = !column.positive;
      return make("div", { class: "chooser-row" }, make("label", {}, tick, make("span", { text: column.name }), make("small", { class: "quiet", text: column.kind === "fact" ? "" : column.kind })), log);
    }), foot);
    foot.textContent = now.length >= most ? `At most ${most} at a time: untick one to see another.` : "";
    foot.hidden = now.length < most;
  };
  root.addEventListener("toggle", () => { if (root.open) fill(); });
  root.addEventListener("keydown", (event) => { if (event.key === "Escape" && root.open) { root.open = false; summary.focus(); event.stopPropagation(); } });
  document.addEventListener("pointerdown", (event) => { if (root.open && !root.contains(event.target as Node)) root.open = false; }, true);
  looks.subscribe(fill);
  fill();
  return Object.assign(root, { refresh: fill });
}
