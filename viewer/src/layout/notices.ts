// Messages to the reader: what the record says about itself, and what goes wrong while the page is used.
import type { Message } from "../data";
import { make } from "../dom";

export class Notices {
  readonly root = make("section", { class: "notices", attributes: { "aria-label": "Messages", hidden: "" } });
  private readonly list = make("ul");
  private readonly told = new Set<string>();

  constructor() {
    const close = make("button", { class: "text-button", text: "Hide", attributes: { type: "button" }, on: { click: () => this.show(false) } });
    this.root.append(this.list, close);
  }

  get size(): number { return this.told.size; }
  get shown(): boolean { return !this.root.hidden; }

  show(shown: boolean): void { this.root.hidden = !shown; }

  /** Adds a message and shows it. The same message is told once. */
  add(message: Message): void {
    const key = `${message.severity} ${message.element ?? ""} ${message.message}`;
    if (this.told.has(key)) return;
    this.told.add(key);
    this.list.append(messageItem(message));
    this.show(true);
  }

  /** A fault met while the page is used. */
  fault(fault: unknown): void {
    const message = fault instanceof Error ? fault.message : String(fault);
    const remedy = fault instanceof Error && "remedy" in fault ? String(fault.remedy) : null;
    this.add({ severity: "error", element: null, message, remedy });
  }
}

const SEVERITIES = new Set(["error", "warning", "note", "info"]);

/** One message as a list item: a word for the severity, the element, the text, the remedy. */
export function messageItem(message: Message): HTMLLIElement {
  const severity = SEVERITIES.has(message.severity) ? message.severity : "note";
  return make("li", { class: `message ${severity}` },
    make("span", { class: "badge", text: severity }),
    make("span", { class: "message-text" },
      message.element ? make("b", { text: `${message.element}: ` }) : null,
      document.createTextNode(message.message),
      message.remedy ? make("span", { class: "remedy", text: ` ${message.remedy}` }) : null));
}
