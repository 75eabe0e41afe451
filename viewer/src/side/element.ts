// What is known of the selected element: properties, its peak, its quantities as buttons, the doctor's findings.
import type { App } from "../app";
import type { TreeItem } from "../data";
import { make } from "../dom";
import { messageItem } from "../layout/notices";
import { brief } from "../plots/axes";
import { boardOf } from "../plots/board";
import { summarise } from "../plots/maths";
import { unitText } from "../plots/units";
import type { ModelText } from "./modeltext";

export class ElementCard {
  readonly root = make("section", { class: "element-card", attributes: { "aria-label": "Selected element" } });
  private readonly items = new Map<string, TreeItem>();
  private version = 0;

  constructor(private readonly app: App, private readonly text: ModelText) {
    for (const section of app.page.run.record.tree ?? []) for (const item of section.items ?? []) this.items.set(item.name, item);
    app.selection.subscribe(() => this.show());
    this.show();
  }

  private show(): void {
    const { element } = this.app.selection;
    this.version++;
    this.root.replaceChildren();
    if (element === null) {
      this.root.append(make("p", { class: "quiet", text: "Select an element here or in the view to see what it was told and what was recorded of it. A double click, or Enter, plots it." }));
      return;
    }
    const item = this.items.get(element);
    this.root.append(this.head(element, item), this.peak(element));
    if (item && item.properties?.length > 0) this.root.append(propertyList(item.properties));
    this.root.append(this.quantities(element));
    const findings = (this.app.page.run.record.doctor ?? []).filter((message) => message.element === element);
    if (findings.length > 0) this.root.append(make("ul", { class: "findings" }, ...findings.map(messageItem)));
  }

  private head(element: string, item: TreeItem | undefined): HTMLElement {
    const line = item?.line ?? null;
    return make("header", {}, make("h3", { text: element }), make("span", { class: "tree-type", text: item?.type ?? "" }),
      line !== null && this.text.known ? make("button", { class: "text-button", text: `Line ${line}`, title: "Show it in the model's text", attributes: { type: "button" }, on: { click: () => this.text.open(line) } }) : null);
  }

  /** The largest value of the main quantity, with its moment. */
  private peak(element: string): HTMLElement {
    const place = make("p", { class: "element-peak" });
    const board = boardOf(this.app);
    const main = board.catalogue.main(element);
    if (!main) return place;
    const { version } = this;
    void board.catalogue.data(this.app.page.run, { quantity: main.name, order: 0 }).then((data) => {
      if (!data || version !== this.version) return;
      const { peak } = summarise(data.x, data.y);
      if (peak < 0) return;
      const value = `${brief(data.y[peak]!)} ${unitText(main.unit)}`.trim();
      const when = `${brief(data.x[peak]!)} ${this.app.page.run.units["time"] ?? ""}`.trim();
      place.append(make("span", { text: `Peak of ${main.name}: ` }), make("b", { text: value }), make("span", { text: ` at ${when} ` }),
        make("button", { class: "text-button", text: "Show", title: "Plot it and go to its peak", attributes: { type: "button" }, on: { click: () => {
          board.show(main.name);
          this.app.clock.pause();
          this.app.clock.setTime(data.x[peak]!);
        } } }));
    }, (fault: unknown) => this.app.notices.fault(fault));
    return place;
  }

  private quantities(element: string): HTMLElement {
    const board = boardOf(this.app);
    const own = board.catalogue.of(element);
    const list = make("div", { class: "chips", attributes: { role: "group", "aria-label": "Plot a quantity" } });
    for (const quantity of own) {
      const short = quantity.name.startsWith("|") ? `|${quantity.name.slice(element.length + 2, -1)}|` : quantity.name.slice(element.length + 1);
      list.append(make("button", { class: "chip", text: short || quantity.name, title: `Plot ${quantity.name}: ${quantity.text}`, attributes: { type: "button", "aria-label": `Plot ${quantity.name}` }, on: { click: () => board.show(quantity.name) } }));
    }
    if (own.length === 0) list.append(make("p", { class: "quiet", text: `Nothing of it is in this page. The full record is ${this.app.page.run.record.file}.` }));
    return list;
  }
}

export function propertyList(properties: readonly (readonly [string, string])[]): HTMLElement {
  const list = make("dl", { class: "properties" });
  for (const [key, value] of properties) list.append(make("dt", { text: key }), make("dd", { text: value }));
  return list;
}
