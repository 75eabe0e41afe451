// The doctor's findings and the messages of the run, each with its remedy.
import type { App, Panel } from "../app";
import type { Message, Run } from "../data";
import { make } from "../dom";
import { messageItem } from "../layout/notices";

const ORDER = ["error", "warning", "note", "info"];

function sorted(messages: readonly Message[] | undefined): Message[] {
  const rank = (message: Message) => { const at = ORDER.indexOf(message.severity); return at < 0 ? ORDER.length : at; };
  return [...(messages ?? [])].sort((a, b) => rank(a) - rank(b));
}

function list(app: App, title: string, messages: Message[], none: string): HTMLElement {
  const section = make("section", { class: "findings-section" }, make("h3", { text: title }));
  if (messages.length === 0) section.append(make("p", { class: "quiet", text: none }));
  const items = make("ul", { class: "findings" });
  for (const message of messages) {
    const item = messageItem(message);
    const { element } = message;
    if (element) item.append(make("button", { class: "text-button", text: "Select", title: `Select ${element}`, attributes: { type: "button", "aria-label": `Select ${element}` }, on: { click: () => app.selection.select(element) } }));
    items.append(item);
  }
  section.append(items);
  return section;
}

export function findings(app: App, run: Run): HTMLElement {
  return make("div", {}, list(app, "The doctor's findings on the model", sorted(run.record.doctor), "The doctor found nothing to mend."),
    list(app, "Messages of the run", sorted(run.record.messages), "None."));
}

export const doctorPanel: Panel = {
  id: "doctor",
  title: "Doctor",
  place: "side",
  build(root: HTMLElement, app: App) {
    for (const run of app.page.runs) {
      if (app.page.runs.length > 1) root.append(make("h2", { class: "run-name", text: run.name }));
      root.append(findings(app, run));
    }
  },
};
