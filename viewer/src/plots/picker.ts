// The list of everything that can be plotted: grouped by element, found by a few letters, worked with the keyboard.
import type { App } from "../app";
import { count, make } from "../dom";
import { fuzzy } from "./fuzzy";
import type { Catalogue, Quantity } from "./quantities";
import { unitText } from "./units";

const MOST = 250;

interface Group { element: string; kind: string; quantities: Quantity[] }

export class Picker {
  private readonly dialog = make("dialog", { class: "picker", attributes: { "aria-label": "Pick a quantity" } });
  private readonly heading = make("h2");
  private readonly input = make("input", { class: "field", attributes: { type: "search", placeholder: "Search: A.fx, crank velocity, reaction \u2026", role: "combobox", "aria-expanded": "true", "aria-controls": "picker-list", "aria-label": "Search quantities", autocomplete: "off", spellcheck: "false" } });
  private readonly list = make("div", { class: "picker-list", attributes: { role: "listbox", id: "picker-list", "aria-label": "Quantities" } });
  private readonly foot = make("p", { class: "quiet picker-foot" });
  private readonly kinds = new Map<string, string>();
  private readonly ranks = new Map<string, number>();
  private options: { node: HTMLElement; quantity: Quantity }[] = [];
  private at = 0;
  private taken = new Set<string>();
  private choose: (quantity: Quantity) => void = () => undefined;
  private many = false;

  constructor(private readonly app: App, private readonly catalogue: Catalogue) {
    for (const run of app.page.runs) {
      for (const section of run.record.tree ?? []) {
        for (const item of section.items ?? []) this.kinds.set(item.name, item.type || section.section);
      }
    }
    const { scene } = app.page.run;
    [scene?.joints, scene?.forces, scene?.motions, scene?.others, scene?.bodies].forEach((part, rank) => {
      for (const entry of part ?? []) this.ranks.set(entry.name, rank);
    });
    const done = make("button", { class: "text-button", text: "Done", attributes: { type: "button" }, on: { click: () => this.close() } });
    this.dialog.append(make("header", {}, this.heading, done), this.input, this.list, this.foot);
    document.body.append(this.dialog);
    this.input.addEventListener("input", () => this.fill());
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.close(); });
    this.dialog.addEventListener("keydown", (event) => this.press(event));
  }

  /** Opens the list. `many`: stays open, so that several can be picked; `taken`: shown as picked. */
  open(heading: string, many: boolean, taken: Iterable<string>, choose: (quantity: Quantity) => void): void {
    this.heading.textContent = heading;
    this.many = many;
    this.taken = new Set(taken);
    this.choose = choose;
    this.input.value = "";
    this.fill();
    this.dialog.showModal();
    this.input.focus();
  }

  /** Closes, and gives the keys back at once: the browser would leave them with the hidden field until it draws next. */
  private close(): void {
    this.dialog.close();
    if (document.activeElement === this.input) this.input.blur();
  }

  private groups(): Group[] {
    const query = this.input.value.trim();
    const groups = new Map<string, Group & { best: number }>();
    for (const quantity of this.catalogue.all) {
      const kind = this.kinds.get(quantity.element) ?? "";
      const score = query ? fuzzy(query, quantity.name, `${kind} ${quantity.text} ${/^(f|t)/.test(quantity.name.split(".").pop() ?? "") ? "reaction" : ""}`) : 0;
      if (score < 0) continue;
      const group = groups.get(quantity.element) ?? groups.set(quantity.element, { element: quantity.element, kind, quantities: [], best: -1 }).get(quantity.element)!;
      group.quantities.push(quantity);
      group.best = Math.max(group.best, score);
    }
    const rank = (group: Group) => (group.element === this.app.selection.element ? -1 : this.ranks.get(group.element) ?? (group.element === "solver" ? 9 : 5));
    return [...groups.values()].sort((a, b) => b.best - a.best || rank(a) - rank(b));
  }

  private fill(): void {
    const groups = this.groups();
    const total = groups.reduce((sum, group) => sum + group.quantities.length, 0);
    this.list.replaceChildren();
    this.options = [];
    for (const group of groups) {
      if (this.options.length >= MOST) break;
      const heading = make("div", { class: "picker-group", attributes: { role: "presentation" } },
        make("b", { text: group.element || "Whole system" }), make("span", { text: group.kind }));
      this.list.append(heading);
      for (const quantity of group.quantities.slice(0, MOST - this.options.length)) this.addOption(quantity);
    }
    this.at = 0;
    this.mark();
    this.tellRest(total);
  }

  private tellRest(total: number): void {
    const parts: string[] = [];
    if (total === 0) parts.push("Nothing fits. Search for a name (A.fx) or for words (velocity, reaction, torque, energy).");
    if (total > this.options.length) parts.push(`${count(total - this.options.length)} more: type a few letters.`);
    for (const run of this.app.page.runs) {
      const left = run.record.omitted?.length ?? 0;
      if (left > 0) parts.push(`${count(left)} columns were left out of this page; ${run.record.file} holds them.`);
    }
    parts.push(this.many ? "Enter adds or removes, Esc closes." : "Enter picks, Esc closes.");
    this.foot.textContent = parts.join(" ");
  }

  private addOption(quantity: Quantity): void {
    const index = this.options.length;
    const node = make("div", { class: "picker-option", attributes: { role: "option", id: `picker-${index}`, "aria-selected": "false" } },
      make("span", { class: "picker-name", text: quantity.name }), make("span", { class: "picker-text", text: quantity.text }), make("span", { class: "picker-unit", text: unitText(quantity.unit) }));
    node.classList.toggle("taken", this.taken.has(quantity.name));
    node.addEventListener("click", () => { this.at = index; this.mark(); this.take(); });
    this.options.push({ node, quantity });
    this.list.append(node);
  }

  private mark(): void {
    this.options.forEach(({ node }, i) => node.setAttribute("aria-selected", String(i === this.at)));
    const current = this.options[this.at];
    if (current) this.input.setAttribute("aria-activedescendant", current.node.id);
    else this.input.removeAttribute("aria-activedescendant");
    current?.node.scrollIntoView({ block: "nearest" });
    if (this.at === 0) this.list.scrollTop = 0;
  }

  private take(): void {
    const current = this.options[this.at];
    if (!current) return;
    if (!this.many) this.close();
    const { name } = current.quantity;
    if (this.taken.has(name)) this.taken.delete(name);
    else this.taken.add(name);
    current.node.classList.toggle("taken", this.taken.has(name));
    this.choose(current.quantity);
  }

  private press(event: KeyboardEvent): void {
    const last = this.options.length - 1;
    const moves: Record<string, number> = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, PageDown: this.at + 10, PageUp: this.at - 10 };
    const to = moves[event.key];
    event.stopPropagation();
    if (to !== undefined) {
      this.at = Math.max(0, Math.min(last, to));
      this.mark();
      event.preventDefault();
    } else if (event.key === "Escape") {
      this.close(); // The field would take it to empty itself.
      event.preventDefault();
    } else if (event.key === "Enter" && event.target === this.input) {
      this.take();
      event.preventDefault();
    }
  }
}
