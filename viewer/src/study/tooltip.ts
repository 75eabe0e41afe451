// A note beside the pointer: the run under it and its numbers.
import { make } from "../dom";
import { brief } from "../plots/axes";
import { unitText } from "../plots/units";
import type { StudyApp } from "./app";
import type { Column } from "./column";

const MOST = 7;

export class Tooltip {
  private readonly root = make("div", { class: "tip", attributes: { hidden: "", "aria-hidden": "true" } });

  constructor(private readonly host: HTMLElement, private readonly app: StudyApp) { host.append(this.root); }

  hide(): void { this.root.hidden = true; }

  /** Shows a row at a place of the host, these columns first. */
  show(row: number, x: number, y: number, first: readonly Column[]): void {
    if (row < 0) return this.hide();
    const { study } = this.app;
    const columns = [...new Set([...first, ...study.parameters, ...study.responses])].slice(0, MOST);
    const lines = columns.map((column) => {
      const value = column.values[row]!;
      return make("div", {}, make("span", { class: "quiet", text: column.name }), make("b", { text: Number.isFinite(value) ? `${brief(value)} ${unitText(column.unit)}`.trimEnd() : "\u2013" }));
    });
    const fine = study.fine(row);
    this.root.replaceChildren(make("header", {}, make("span", { text: `Run ${study.run.values[row]}` }), fine ? null : make("span", { class: "badge failed-badge", text: study.statusOf(row) })), ...lines);
    this.root.hidden = false;
    const { clientWidth: width, clientHeight: height } = this.host;
    const [w, h] = [this.root.offsetWidth, this.root.offsetHeight];
    this.root.style.left = `${Math.max(2, x + 16 + w > width ? x - w - 12 : x + 16)}px`;
    this.root.style.top = `${Math.max(2, Math.min(height - h - 4, y + 12))}px`;
  }
}
