// Making elements. Text always goes in as text: names and titles come from files that anybody may have written.

export interface Options {
  class?: string;
  text?: string;
  title?: string;
  attributes?: Record<string, string>;
  on?: Partial<{ [K in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[K]) => void }>;
}

export function make<K extends keyof HTMLElementTagNameMap>(tag: K, options: Options = {}, ...children: (Node | null)[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (options.class) element.className = options.class;
  if (options.text !== undefined) element.textContent = options.text;
  if (options.title) element.title = options.title;
  for (const [name, value] of Object.entries(options.attributes ?? {})) element.setAttribute(name, value);
  for (const [name, listener] of Object.entries(options.on ?? {})) element.addEventListener(name, listener as EventListener);
  for (const child of children) if (child) element.append(child);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** An icon of 24 by 24 drawn with the colour of the text: paths as in the attribute d. */
export function icon(...paths: string[]): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  for (const d of paths) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}

export function iconButton(label: string, paths: string[], action: () => void): HTMLButtonElement {
  return make("button", { class: "icon-button", title: label, attributes: { type: "button", "aria-label": label }, on: { click: action } }, icon(...paths));
}

/** A number for people: six digits, no trailing zeros, a true minus sign. */
export function number(value: number, digits = 6): string {
  if (!Number.isFinite(value)) return "not a number";
  return String(Number(value.toPrecision(digits))).replace("-", "\u2212");
}

/** 48001 as 48 001. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
