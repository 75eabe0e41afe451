// The table of runs: only the rows in sight are made, so that a hundred thousand cost no more than a hundred.
import { csvText } from "../export/csv";
import { fileName, save } from "../export/save";
import { count, make } from "../dom";
import { brief } from "../plots/axes";
import { unitText } from "../plots/units";
import type { StudyApp } from "./app";
import type { Column } from "./column";

const HEIGHT = 25; // of a row, in pixels
const SPARE = 8; // rows beyond what is seen
/** Browsers do not scroll further than some ten million pixels. */
const MOST_ROWS = 400000;

type Key = Column | "status";

export class RunTable {
  readonly root: HTMLElement;
  private order = new Uint32Array(0);
  private key: Key;
  private descending = false;
  private readonly columns: Column[];
  private readonly head = make("div", { class: "runs-head", attributes: { role: "row" } });
  private readonly body = make("div", { class: "runs-body", attributes: { role: "rowgroup" } });
  private readonly scroller: HTMLElement;
  private readonly words = make("p", { class: "runs-words quiet", attributes: { "aria-live": "polite" } });
  private waiting = false;

  constructor(private readonly app: StudyApp) {
    const { study } = app;
    this.key = study.run;
    this.columns = [...study.parameters, ...study.responses];
    const kept = new Set(study.record.kept.map((each) => each.run));
    this.isKept = (row) => kept.has(study.run.values[row]!);
    const widths = [64, 84, ...this.columns.map((column) => Math.round(Math.min(150, Math.max(76, 24 + 8.4 * Math.max(column.name.length, unitText(column.unit).length))))), 76, 84];
    this.scroller = make("div", { class: "runs-scroll", attributes: { role: "grid", tabindex: "0", "aria-label": "Runs", "aria-rowcount": String(study.rows + 1) } }, make("div", { class: "runs-inner" }, this.head, this.body));
    const inner = this.scroller.firstElementChild as HTMLElement;
    inner.style.setProperty("--runs-columns", widths.map((width) => `minmax(${width}px, ${width}fr)`).join(" "));
    inner.style.minWidth = `${widths.reduce((sum, width) => sum + width, 0)}px`;
    const csv = make("button", { class: "text-button", text: "CSV", title: "Save the runs of this table as CSV", attributes: { type: "button" }, on: { click: () => this.save() } });
    this.root = make("section", { class: "runs", attributes: { "aria-label": "Runs" } }, make("header", { class: "runs-bar" }, make("h2", { text: "Runs" }), this.words, csv), this.scroller);
    this.scroller.addEventListener("scroll", () => this.later());
    this.scroller.addEventListener("keydown", (event) => this.press(event));
    this.body.addEventListener("click", (event) => { const row = Number((event.target as HTMLElement).closest<HTMLElement>("[data-row]")?.dataset["row"] ?? -1); if (row >= 0) app.focus.pick(row); });
    this.body.addEventListener("pointermove", (event) => app.focus.hover(Number((event.target as HTMLElement).closest<HTMLElement>("[data-row]")?.dataset["row"] ?? -1)));
    this.body.addEventListener("pointerleave", () => app.focus.hover(-1));
    new ResizeObserver(() => this.later()).observe(this.scroller);
    app.picks.subscribe(() => this.sort());
    let last = app.focus.row;
    app.focus.subscribe(() => {
      if (app.focus.row !== last) this.reveal();
      last = app.focus.row;
      this.later();
    });
    this.sort();
  }

  private readonly isKept: (row: number) => boolean;

  get rows(): number[] { return Array.from(this.order, (row) => this.app.study.run.values[row]!); }

  private sort(): void {
    const { study, picks } = this.app;
    const rows = new Uint32Array(picks.active);
    for (let row = 0, at = 0; row < study.rows; row++) if (picks.mask[row]) rows[at++] = row;
    const sign = this.descending ? -1 : 1;
    if (this.key === "status") {
      const names = study.record.statuses;
      const rank = (row: number) => names.indexOf(study.statusOf(row));
      rows.sort((a, b) => sign * (rank(a) - rank(b)) || a - b);
    } else {
      // Rows without a number come last, whichever way round.
      const { values } = this.key;
      const at = (row: number) => (Number.isNaN(values[row]!) ? Infinity : sign * values[row]!);
      rows.sort((a, b) => { const [u, v] = [at(a), at(b)]; return u < v ? -1 : u > v ? 1 : a - b; });
    }
    this.order = rows;
    this.fillHead();
    const shown = Math.min(rows.length, MOST_ROWS);
    this.body.style.height = `${shown * HEIGHT}px`;
    this.words.textContent = `${picks.narrowed ? `${count(picks.active)} of ${count(study.rows)}` : count(study.rows)} run${study.rows === 1 ? "" : "s"}${shown < rows.length ? `, the first ${count(shown)} shown` : ""}`;
    this.fillBody();
  }

  private heading(text: string, unit: string, key: Key, title: string): HTMLElement {
    const sorted = this.key === key;
    const button = make("button", { class: "sort", text, title, attributes: { type: "button" }, on: { click: () => {
      this.descending = sorted && !this.descending;
      this.key = key;
      this.sort();
      this.head.querySelectorAll<HTMLElement>(".sort")[at]?.focus();
    } } });
    const at = this.head.querySelectorAll(".sort").length;
    const cell = make("div", { class: "runs-heading", attributes: { role: "columnheader", "aria-sort": sorted ? (this.descending ? "descending" : "ascending") : "none" } }, button, unit ? make("small", { text: unit }) : null);
    this.head.append(cell);
    return cell;
  }

  private fillHead(): void {
    const { study } = this.app;
    this.head.replaceChildren();
    this.heading("run", "", study.run, "Sort by number");
    this.heading("status", "", "status", "Sort by how runs ended");
    for (const column of this.columns) this.heading(column.name, unitText(column.unit), column, column.expression ? `Sort by ${column.name}: ${column.expression}` : `Sort by ${column.name}`).classList.add(column.kind);
    this.heading("steps", "", study.steps, "Sort by steps of the solver");
    this.heading("cpu_seconds", "s", study.cpu, "Sort by time of the processor");
  }

  private later(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.fillBody(); });
  }

  private fillBody(): void {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / HEIGHT) - SPARE);
    const last = Math.min(this.order.length, MOST_ROWS, Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / HEIGHT) + SPARE);
    const nodes: HTMLElement[] = [];
    for (let i = first; i < last; i++) nodes.push(this.row(i));
    if (this.order.length === 0) nodes.push(make("p", { class: "quiet empty", text: this.app.study.rows === 0 ? "No run has ended yet." : "No run is left: change the filter, or take ranges away." }));
    this.body.replaceChildren(...nodes);
    const current = this.body.querySelector("[aria-selected=true]");
    if (current) this.scroller.setAttribute("aria-activedescendant", current.id);
    else this.scroller.removeAttribute("aria-activedescendant");
  }

  private row(i: number): HTMLElement {
    const { study, focus } = this.app;
    const row = this.order[i]!;
    const fine = study.fine(row);
    const status = study.statusOf(row);
    const cell = (text: string, extra = "") => make("div", { class: `runs-cell ${extra}`.trimEnd(), text, attributes: { role: "gridcell" } });
    const figure = (column: Column) => { const value = column.values[row]!; return cell(Number.isNaN(value) ? "\u2013" : Number.isFinite(value) ? brief(value) : value > 0 ? "\u221e" : "\u2212\u221e", column.kind === "response" ? "response" : ""); };
    const label = make("div", { class: "runs-cell runs-status", title: study.messages.at(row) || status, attributes: { role: "gridcell" } }, make("span", { class: fine ? "status-word" : "badge failed-badge", text: status }), this.isKept(row) ? make("span", { class: "kept-mark", title: "Its curves and its motion are in this page", text: "\u25b8" }) : null);
    const node = make("div", { class: `runs-row${fine ? "" : " failed"}${row === focus.hovered ? " hovered" : ""}`, attributes: { role: "row", id: `run-row-${row}`, "data-row": String(row), "aria-rowindex": String(i + 2), "aria-selected": String(row === focus.row) } },
      cell(String(study.run.values[row]), "runs-number"), label, ...this.columns.map(figure), figure(study.steps), figure(study.cpu));
    node.style.top = `${i * HEIGHT}px`;
    return node;
  }

  /** Brings the run that is looked at into sight. */
  private reveal(): void {
    const at = this.order.indexOf(this.app.focus.row);
    if (at < 0) return;
    const { scroller } = this;
    const room = scroller.clientHeight - this.head.offsetHeight;
    const top = at * HEIGHT;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + HEIGHT > scroller.scrollTop + room) scroller.scrollTop = top + HEIGHT - room;
  }

  /** The run before or after the one that is looked at, in the order of the table. */
  step(by: number): void {
    const at = this.order.indexOf(this.app.focus.row);
    const to = at < 0 ? (by > 0 ? 0 : this.order.length - 1) : Math.max(0, Math.min(this.order.length - 1, at + by));
    if (this.order.length > 0) this.app.focus.pick(this.order[to]!);
  }

  private press(event: KeyboardEvent): void {
    if ((event.target as HTMLElement).closest("button") || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / HEIGHT) - 2);
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const by = moves[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(by);
  }

  private save(): void {
    const { study } = this.app;
    const columns = [study.run, ...this.columns, study.steps, study.cpu];
    save(fileName(study.record.title || study.record.file, "csv"), csvText(columns.map((column) => ({ name: column.name, unit: column.unit, values: Array.from(this.order, (row) => column.values[row]!) }))), "text/csv");
  }
}
