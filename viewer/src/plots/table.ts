// The table below a plot: value now, extremes with their moments, mean and rms of every line.
import { make } from "../dom";
import { brief } from "./axes";
import { nearest, summarise, type Summary } from "./maths";
import type { Line, Lines } from "./spec";
import { unitText } from "./units";

/** Five, and as many more as the two have in common: what hardly changes is seen to change. */
function digitsOf(least: number, greatest: number): number {
  const share = Math.max(Math.abs(least), Math.abs(greatest)) / (greatest - least);
  return Number.isFinite(share) && share > 1 ? Math.min(15, 5 + Math.floor(Math.log10(share))) : 5;
}

export interface TableEvents { jump(time: number): void; menu(line: Line): HTMLElement }

/** A short stroke as the line is drawn. */
function sample(line: Line): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 22 8");
  svg.setAttribute("class", "sample");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", "M0 4h22");
  path.setAttribute("stroke", line.colour);
  path.setAttribute("stroke-width", "2.5");
  if (line.dash.length > 0) path.setAttribute("stroke-dasharray", line.dash.map((d) => d * 0.7).join(" "));
  svg.append(path);
  return svg;
}

export class LineTable {
  readonly root: HTMLElement;
  summaries: Summary[] = [];
  private readonly caption = make("caption");
  private readonly nowHeading = make("th", { attributes: { scope: "col" } });
  private readonly nowCells: HTMLElement[] = [];
  private readonly rows: HTMLTableRowElement[] = [];

  constructor(private readonly content: Lines, private readonly timeUnit: string, private readonly events: TableEvents) {
    const head = make("tr", {}, make("th", { attributes: { scope: "col" }, text: "Curve" }), this.nowHeading,
      ...["Max", "Min", "Mean, RMS"].map((text) => make("th", { attributes: { scope: "col" }, text })), make("th", {}, make("span", { class: "unseen", text: "Actions" })));
    const body = make("tbody");
    for (const line of content.lines) {
      const now = make("td", { class: "figure now" });
      this.nowCells.push(now);
      const row = make("tr", {}, make("th", { attributes: { scope: "row" }, title: line.label }, sample(line),
        make("span", { class: "line-name", text: line.name }), make("span", { class: "line-unit", text: unitText(line.unit) }),
        line.source ? make("small", { class: "line-run", text: line.source }) : null), now);
      this.rows.push(row);
      body.append(row);
    }
    this.root = make("div", { class: "table-box" }, make("table", { class: "line-table" }, this.caption, make("thead", {}, head), body));
  }

  /** Figures over a range of x; null: all. */
  summarise(range: readonly [number, number] | null, phase: boolean): void {
    const { content } = this;
    this.summaries = content.lines.map((line) => (phase ? summarise(line.t!, line.y) : summarise(line.x, line.y, range?.[0], range?.[1])));
    this.caption.textContent = range && !phase ? `Figures of the part shown: ${brief(range[0])} to ${brief(range[1])} ${content.xUnit}` : "";
    this.rows.forEach((row, i) => {
      const line = content.lines[i]!;
      const summary = this.summaries[i]!;
      while (row.cells.length > 2) row.deleteCell(2);
      row.append(this.extreme(line, summary, summary.greatest, summary.peak === summary.greatest, "largest"), this.extreme(line, summary, summary.least, summary.peak === summary.least && summary.least !== summary.greatest, "smallest"),
        this.averages(summary.mean, summary.rms), make("td", { class: "actions" }, this.events.menu(line)));
    });
  }

  private averages(mean: number, rms: number): HTMLElement {
    const text = (value: number) => (Number.isFinite(value) ? brief(value) : "\u2013");
    return make("td", { class: "figure", title: `mean ${mean}, root mean square ${rms}; both weighed by time (trapezoidal rule)` },
      make("span", { class: "average", text: text(mean) }), make("span", { class: "average", text: text(rms) }));
  }

  /** An extreme value with its moment; pressing it goes there. */
  private extreme(line: Line, summary: Summary, row: number, peak: boolean, word: string): HTMLElement {
    if (row < 0) return make("td", { class: "figure", text: "\u2013" });
    const value = line.y[row]!;
    const place = line.t ? line.t[row]! : line.x[row]!;
    const unit = line.t ? this.timeUnit : this.content.xUnit;
    const where = `at ${brief(place)} ${unit}`;
    const exact = `${line.label}: ${word} value ${value} ${line.unit} at ${place} ${unit}`;
    const children = [make("span", { class: "value", text: brief(value, digitsOf(line.y[summary.least]!, line.y[summary.greatest]!)) }), make("small", { text: where })];
    const inner = line.t
      ? make("button", { class: "extreme", title: `${exact}. Go there`, attributes: { type: "button", "aria-label": `${exact}. Go there` }, on: { click: () => this.events.jump(place) } }, ...children)
      : make("span", { class: "extreme", title: exact }, ...children);
    const cell = make("td", { class: `figure${peak ? " peak" : ""}` }, inner);
    if (peak) cell.title = "The peak: largest in absolute value";
    return cell;
  }

  /** Values at a place: the animation's time, or where the pointer is. */
  showAt(place: number | null, pointed: boolean): void {
    const { content } = this;
    this.root.classList.toggle("no-now", place === null);
    this.nowHeading.textContent = place === null ? "" : `${pointed ? "" : "Now "}${brief(place)} ${content.xName === "time" || content.lines[0]?.t ? this.timeUnit : content.xUnit}`;
    content.lines.forEach((line, i) => {
      const cell = this.nowCells[i]!;
      const row = place === null ? -1 : nearest(line.t ?? line.x, place);
      const value = row < 0 ? NaN : line.y[row]!;
      cell.textContent = Number.isFinite(value) ? brief(value) : "\u2013";
      cell.title = Number.isFinite(value) ? String(value) : "";
    });
  }
}
