// Choices above a picture: columns, scales, slices.
import { make } from "../dom";
import { brief } from "../plots/axes";
import { unitText } from "../plots/units";
import type { StudyApp } from "./app";
import type { Column } from "./column";

export interface Choice { value: string; text: string }

/** A list to choose from, with a name in front of it. */
export function choice(label: string, options: readonly Choice[], value: string, change: (value: string) => void): HTMLElement {
  const select = make("select", { class: "choice-list" }, ...options.map((option) => make("option", { text: option.text, attributes: { value: option.value } })));
  select.value = value;
  select.addEventListener("change", () => { change(select.value); });
  return make("label", { class: "choice" }, make("span", { text: label }), select);
}

export function toggle(text: string, title: string, pressed: boolean, change: (pressed: boolean) => void): HTMLButtonElement {
  const button = make("button", { class: "text-button", text, title, attributes: { type: "button", "aria-pressed": String(pressed) } });
  button.addEventListener("click", () => {
    const now = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(now));
    change(now);
  });
  return button;
}

/** A column to choose, with its scale beside it. `none`: the text for no column. */
export function columnChoice(app: StudyApp, label: string, columns: readonly Column[], current: Column | null, change: (column: Column | null) => void, none?: string): HTMLElement {
  const options = columns.map((column) => ({ value: String(column.index), text: column.name }));
  const list = choice(label, none === undefined ? options : [{ value: "", text: none }, ...options], current ? String(current.index) : "", (value) => change(value === "" ? null : app.study.all[Number(value)]!));
  if (!current) return list;
  const log = toggle("log", current.positive ? `Logarithmic scale of ${current.name}` : `${current.name} has values that are not positive: no logarithmic scale`, app.looks.log(current), (pressed) => app.looks.setLog(current, pressed));
  log.classList.add("log-button");
  log.setAttribute("aria-label", `Logarithmic scale of ${current.name}`);
  log.disabled = !current.positive;
  list.append(log);
  return list;
}

/** The value of a column that a slice holds on to; null: all values. */
export function sliceChoice(column: Column, value: number | null, all: string | null, change: (value: number | null) => void): HTMLElement {
  const values = column.distinct!;
  const options = values.map((each, i) => ({ value: String(i), text: `${brief(each)} ${unitText(column.unit)}`.trimEnd() }));
  return choice(`${column.name} =`, all === null ? options : [{ value: "", text: all }, ...options], value === null ? "" : String(values.indexOf(value)), (text) => change(text === "" ? null : values[Number(text)]!));
}

/** The middle one of the values of a column. */
export function middle(column: Column): number { return column.distinct![(column.distinct!.length - 1) >> 1]!; }

/** Where the bar of choices stands: filled anew by `fill` after every change of what it offers. */
export function bar(...children: (HTMLElement | null)[]): HTMLElement {
  return make("div", { class: "view-bar" }, ...children);
}

/** Puts new controls into a bar without taking the keyboard away from the one that the reader holds. */
export function refill(root: HTMLElement, children: (HTMLElement | null)[]): void {
  const controls = () => [...root.querySelectorAll<HTMLElement>("select, button, input")];
  const held = controls().indexOf(document.activeElement as HTMLElement);
  root.replaceChildren(...children.filter((child) => child !== null));
  if (held >= 0) controls()[held]?.focus();
}
