// The model: its elements by section, searchable; what is picked here is picked in the 3-D view, and the other way round.
import type { App, Panel } from "../app";
import type { Run, TreeItem } from "../data";
import { count, make } from "../dom";
import { fuzzy } from "../plots/fuzzy";
import { boardOf } from "../plots/board";
import { ElementCard } from "./element";
import { ModelText } from "./modeltext";

interface Node { name: string; label: string; item: TreeItem | null; section: string; frames: Node[] }
interface Section { title: string; nodes: Node[] }

/** Elements of the tree and below them the frames that were recorded. Without a tree: whatever has columns. */
function sectionsOf(run: Run): Section[] {
  const sections: Section[] = [];
  const known = new Map<string, Node>();
  for (const section of run.record.tree ?? []) {
    const nodes = (section.items ?? []).map((item): Node => ({ name: item.name, label: item.name, item, section: section.section, frames: [] }));
    for (const node of nodes) known.set(node.name, node);
    sections.push({ title: section.section, nodes });
  }
  const rest: Section = { title: "recorded", nodes: [] };
  for (const element of new Set(run.columns.map((series) => series.element))) {
    if (element === "" || known.has(element)) continue;
    const dot = element.lastIndexOf(".");
    const owner = dot > 0 ? known.get(element.slice(0, dot)) : undefined;
    const node: Node = { name: element, label: owner ? element.slice(dot + 1) : element, item: null, section: "", frames: [] };
    known.set(element, node);
    (owner ? owner.frames : rest.nodes).push(node);
  }
  if (rest.nodes.length > 0) sections.push(rest);
  const last = (section: Section) => (BACKGROUND.has(section.title) ? 1 : 0);
  return sections.filter((section) => section.nodes.length > 0).sort((a, b) => last(a) - last(b));
}

/** What stands at the end and closed: it does not move. */
const BACKGROUND = new Set(["parameters", "ground"]);

/** The type of an element, or the value of what has nothing but a value. */
function kindOf(node: Node): string {
  const properties = node.item?.properties ?? [];
  if (node.item?.type) return node.item.type;
  return properties.length === 1 ? properties[0]![1] : node.item || node.label === node.name ? "" : "frame";
}

class Tree {
  readonly root = make("ul", { class: "tree", attributes: { role: "tree", "aria-label": "Elements of the model" } });
  private readonly rows = new Map<string, HTMLElement>();
  private readonly total: number;
  private own = false;

  constructor(private readonly app: App, private readonly sections: Section[]) {
    this.total = sections.reduce((sum, section) => sum + section.nodes.length, 0);
    this.root.addEventListener("keydown", (event) => this.press(event));
    app.selection.subscribe(() => this.mark(!this.own));
  }

  fill(query: string): number {
    this.root.replaceChildren();
    this.rows.clear();
    let found = 0;
    for (const section of this.sections) {
      const nodes = section.nodes.map((node) => ({ node, score: query ? this.score(query, node) : 0 })).filter(({ score }) => score >= 0);
      if (query) nodes.sort((a, b) => b.score - a.score);
      if (nodes.length === 0) continue;
      found += nodes.length;
      this.root.append(this.branch(section.title, nodes.map(({ node }) => node), query !== "" || (this.total <= 300 && !BACKGROUND.has(section.title))));
    }
    this.mark(false);
    const first = this.root.querySelector<HTMLElement>("[role=treeitem]");
    if (first && !this.root.querySelector("[tabindex='0']")) first.tabIndex = 0;
    return found;
  }

  private score(query: string, node: Node): number {
    const words = `${node.section} ${node.item?.type ?? ""} ${(node.item?.properties ?? []).map(([key, value]) => `${key} ${value}`).join(" ")} ${node.frames.map((frame) => frame.label).join(" ")}`;
    return fuzzy(query, node.name, words);
  }

  private branch(title: string, nodes: Node[], open: boolean): HTMLElement {
    const list = make("ul", { attributes: { role: "group" } });
    for (const node of nodes) list.append(this.leaf(node));
    const head = make("div", { class: "tree-row tree-section" }, make("span", { class: "twist" }), make("b", { text: title }), make("span", { class: "tree-type", text: count(nodes.length) }));
    const item = make("li", { attributes: { role: "treeitem", tabindex: "-1", "aria-expanded": String(open), "aria-label": title } }, head, list);
    head.addEventListener("click", () => { this.toggle(item); this.focus(item); });
    return item;
  }

  private leaf(node: Node): HTMLElement {
    const row = make("div", { class: "tree-row", title: `${node.name}: double click or Enter plots it` }, make("span", { class: node.frames.length > 0 ? "twist" : "no-twist" }),
      make("span", { class: "tree-name", text: node.label }), make("span", { class: "tree-type", text: kindOf(node) }));
    const item = make("li", { attributes: { role: "treeitem", tabindex: "-1", "aria-selected": "false", "aria-label": `${node.name}, ${kindOf(node)}` } }, row);
    item.dataset["element"] = node.name;
    this.rows.set(node.name, item);
    row.addEventListener("click", (event) => {
      if ((event.target as HTMLElement).classList.contains("twist")) this.toggle(item);
      this.own = true; // What was pressed must stay under the pointer for a double click.
      this.app.selection.select(node.name);
      this.own = false;
      this.focus(item);
    });
    row.addEventListener("dblclick", () => this.plot(node.name));
    if (node.frames.length > 0) {
      item.setAttribute("aria-expanded", "false");
      item.append(make("ul", { attributes: { role: "group" } }, ...node.frames.map((frame) => this.leaf(frame))));
    }
    return item;
  }

  private plot(element: string): void {
    const board = boardOf(this.app);
    const main = board.catalogue.main(element);
    if (main) board.show(main.name);
    else this.app.notices.add({ severity: "note", element, message: "nothing of it is recorded in this page.", remedy: null });
  }

  private toggle(item: HTMLElement, open = item.getAttribute("aria-expanded") !== "true"): void {
    if (item.hasAttribute("aria-expanded")) item.setAttribute("aria-expanded", String(open));
  }

  private focus(item: HTMLElement | undefined | null): void {
    if (!item) return;
    for (const other of this.root.querySelectorAll<HTMLElement>("[tabindex='0']")) other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus();
  }

  private visible(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>("[role=treeitem]")].filter((item) => item.parentElement!.closest("[aria-expanded=false]") === null);
  }

  private press(event: KeyboardEvent): void {
    const item = (event.target as HTMLElement).closest<HTMLElement>("[role=treeitem]");
    if (!item) return;
    const all = this.visible();
    const at = all.indexOf(item);
    const element = item.dataset["element"];
    const open = item.getAttribute("aria-expanded");
    switch (event.key) {
      case "ArrowDown": this.focus(all[at + 1]); break;
      case "ArrowUp": this.focus(all[at - 1]); break;
      case "Home": this.focus(all[0]); break;
      case "End": this.focus(all[all.length - 1]); break;
      case "ArrowRight": if (open === "false") this.toggle(item, true); else if (open === "true") this.focus(all[at + 1]); break;
      case "ArrowLeft": if (open === "true") this.toggle(item, false); else this.focus(item.parentElement?.closest<HTMLElement>("[role=treeitem]")); break;
      case " ": if (element) this.app.selection.select(element); else this.toggle(item); break;
      case "Enter": if (element) { this.app.selection.select(element); this.plot(element); } else this.toggle(item); break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Shows what is selected, opening what hides it. */
  private mark(scroll: boolean): void {
    const { element } = this.app.selection;
    for (const [name, item] of this.rows) item.setAttribute("aria-selected", String(name === element));
    const item = element === null ? undefined : this.rows.get(element);
    if (!item || !scroll) return;
    for (let up = item.parentElement?.closest<HTMLElement>("[role=treeitem]"); up; up = up.parentElement?.closest<HTMLElement>("[role=treeitem]")) this.toggle(up, true);
    item.firstElementChild!.scrollIntoView({ block: "nearest" });
  }
}

export const treePanel: Panel = {
  id: "tree",
  title: "Model",
  place: "side",
  build(root: HTMLElement, app: App) {
    const tree = new Tree(app, sectionsOf(app.page.run));
    const text = new ModelText(app);
    const nothing = make("p", { class: "quiet", text: "Nothing fits." });
    const search = make("input", { class: "field", attributes: { type: "search", placeholder: "Search the model ( / )", "aria-label": "Search the model", autocomplete: "off", spellcheck: "false" } });
    const fill = () => { nothing.hidden = tree.fill(search.value.trim()) > 0; };
    search.addEventListener("input", fill);
    search.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { search.value = ""; fill(); search.blur(); }
      if (event.key === "ArrowDown" || event.key === "Enter") {
        (tree.root.querySelector<HTMLElement>("[data-element]") ?? tree.root.querySelector<HTMLElement>("[role=treeitem]"))?.focus();
        event.preventDefault();
      }
    });
    const source = make("button", { class: "text-button", text: "Text", title: "The model's text with line numbers (M)", attributes: { type: "button" }, on: { click: () => text.open(null) } });
    source.hidden = !text.known;
    const card = new ElementCard(app, text);
    root.classList.add("tree-panel");
    root.append(make("div", { class: "tree-bar" }, search, source), make("div", { class: "tree-scroll" }, tree.root, nothing), card.root);
    fill();
    app.keyboard.add({ key: "/", text: "Search the model", group: "Model", run: () => {
      document.getElementById("tab-tree")?.click();
      search.focus();
      search.select();
    } });
    if (text.known) app.keyboard.add({ key: "m", text: "Text of the model", group: "Model", run: () => text.open(null) });
  },
};
