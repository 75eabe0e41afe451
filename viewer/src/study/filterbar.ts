// The bar above the views: the filter, the ranges that are picked, and how many runs are left.
import { count, icon, make } from "../dom";
import { brief } from "../plots/axes";
import type { StudyApp } from "./app";

const CLOSE = ["M6 6l12 12", "M18 6L6 18"];

export class FilterBar {
  readonly root: HTMLElement;
  readonly field: HTMLInputElement;
  private readonly fault = make("p", { class: "filter-fault", attributes: { role: "alert", id: "filter-fault" } });
  private readonly chips = make("ul", { class: "range-chips", attributes: { "aria-label": "Ranges" } });
  private readonly left = make("span", { class: "filter-left", attributes: { "aria-live": "polite" } });
  private readonly clear: HTMLButtonElement;

  constructor(private readonly app: StudyApp) {
    const { picks, study } = app;
    const example = this.example();
    this.field = make("input", { class: "field", attributes: { type: "search", placeholder: `Filter ( / ): ${example}`, "aria-label": "Filter", "aria-describedby": "filter-fault", autocomplete: "off", spellcheck: "false" } });
    this.field.addEventListener("input", () => picks.setFilter(this.field.value));
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { this.field.value = ""; picks.setFilter(""); this.field.blur(); event.preventDefault(); }
      if (event.key === "Enter") this.field.blur();
    });
    this.clear = make("button", { class: "text-button", text: "All runs", title: "Take the filter and all ranges away (X)", attributes: { type: "button" }, on: { click: () => this.reset() } });
    const failed = Array.from({ length: study.rows }, (_, row) => row).filter((row) => !study.fine(row)).length;
    const failures = failed === 0 ? null : make("button", { class: "text-button failed-button", text: `${count(failed)} failed`, title: "Show the runs that failed", attributes: { type: "button" }, on: { click: () => { this.field.value = "failed"; picks.setFilter("failed"); } } });
    this.root = make("div", { class: "filter-bar" }, make("div", { class: "filter-line" }, this.field, this.left, failures, this.clear), this.fault, this.chips);
    picks.subscribe(() => this.fill());
    this.fill();
  }

  private example(): string {
    const { study } = this.app;
    const name = (text: string) => (/^[A-Za-z_][\w.]*$/.test(text) ? text : `\`${text}\``);
    const response = study.responses.find((column) => column.known > 0);
    const parameter = study.parameters.find((column) => column.max > column.min);
    const parts = [response, parameter].filter((column) => column !== undefined).map((column, i) => `${name(column.name)} ${i ? "<" : ">"} ${brief((column.min + column.max) / 2, 2).replace("\u2212", "-")}`);
    return parts.join(" and ") || "failed";
  }

  reset(): void {
    this.field.value = "";
    this.app.picks.clear();
  }

  private fill(): void {
    const { picks, study } = this.app;
    this.left.textContent = picks.narrowed ? `${count(picks.active)} of ${count(study.rows)} runs` : `${count(study.rows)} run${study.rows === 1 ? "" : "s"}`;
    this.clear.hidden = !picks.narrowed;
    this.fault.hidden = picks.fault === null;
    this.fault.textContent = picks.fault ? `${picks.fault.message} (place ${picks.fault.at + 1}). Columns, numbers, < <= > >= = !=, and or not, + - * / ^; status, message ~ "text"; odd names in \`backticks\`.` : "";
    this.field.setAttribute("aria-invalid", String(picks.fault !== null));
    this.chips.hidden = picks.list.length === 0;
    this.chips.replaceChildren(...picks.list.map(([column, [from, to]]) => make("li", { class: "range-chip" }, make("span", { text: `${brief(from, 4)} \u2264 ${column.name} \u2264 ${brief(to, 4)}` }),
      make("button", { class: "icon-button small", title: "Take this range away", attributes: { type: "button", "aria-label": `Take the range of ${column.name} away` }, on: { click: () => picks.setRanges([column, null]) } }, icon(...CLOSE)))));
  }
}
