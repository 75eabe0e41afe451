// The help: every key that works, and what the mouse and the fingers do.
import { make } from "../dom";
import { type Keyboard, keyName } from "../keyboard";

/** What the mouse and the fingers do in the page of results. */
export const POINTER: readonly (readonly [string, string])[] = [
  ["Drag", "Turn the view"],
  ["Right drag, two fingers", "Move the view"],
  ["Wheel, pinch", "Zoom"],
  ["Click", "Select a body, a joint or a spring"],
  ["Double click", "Trace the point of a body"],
  ["Click in a plot", "Go to that moment"],
  ["Drag in a plot", "Zoom; a double click shows all again"],
];

export function helpDialog(keyboard: Keyboard, program: string, pointer = POINTER): () => void {
  const dialog = make("dialog", { class: "help", attributes: { "aria-label": "Keys and help" } });
  document.body.append(dialog);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  return () => {
    if (dialog.open) return dialog.close();
    dialog.replaceChildren();
    const groups = new Map<string, Map<string, string[]>>();
    for (const key of keyboard.keys) {
      const lines = groups.get(key.group) ?? groups.set(key.group, new Map()).get(key.group)!;
      lines.set(key.text, [...(lines.get(key.text) ?? []), keyName(key.key)]);
    }
    const body = make("div", { class: "help-groups" });
    const section = (title: string, lines: Iterable<[string[], string]>) => {
      const list = make("dl");
      for (const [keys, text] of lines) {
        list.append(make("dt", {}, ...keys.map((key) => make("kbd", { text: key }))), make("dd", { text }));
      }
      body.append(make("section", {}, make("h3", { text: title }), list));
    };
    for (const [group, lines] of groups) section(group, [...lines].map(([text, keys]): [string[], string] => [keys, text]));
    section("Mouse and fingers", pointer.map(([key, text]): [string[], string] => [[key], text]));
    dialog.append(
      make("header", {}, make("h2", { text: "Keys and help" }),
        make("button", { class: "text-button", text: "Close", attributes: { type: "button" }, on: { click: () => dialog.close() } })),
      body,
      make("p", { class: "quiet", text: `Made by ${program}. This page needs no network and sends nothing.` }));
    dialog.showModal();
  };
}
