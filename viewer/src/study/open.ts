// A run that was kept, with its curves and its motion: the same page with the record of that run, in a frame over the study.
import { make } from "../dom";
import type { StudyApp } from "./app";

/** The head of this page with another record below it. Only this script may run there, too: a frame without an address takes the policy of the page
 * over, and has it once more. */
function pageOf(record: string): string {
  const page = document.implementation.createHTMLDocument();
  page.documentElement.lang = "en";
  page.head.replaceChildren(...[...document.head.children].map((node) => page.importNode(node, true)));
  const root = page.createElement("div");
  root.id = "app";
  root.className = "viewer";
  const data = page.createElement("script");
  data.type = "application/json";
  data.id = "sarrus-data";
  data.textContent = record;
  page.body.append(root, data);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

export function openRun(app: StudyApp, run: number): void {
  const record = document.getElementById(`sarrus-run-${run}`)?.textContent;
  const kept = app.study.record.kept.find((each) => each.run === run);
  if (!record || !kept) return;
  const frame = make("iframe", { attributes: { title: `Run ${run}` } });
  frame.srcdoc = pageOf(record);
  const back = make("button", { class: "text-button primary", text: "Back to the study", attributes: { type: "button" }, on: { click: () => dialog.close() } });
  const dialog = make("dialog", { class: "run-frame", attributes: { "aria-label": `Run ${run}` } },
    make("header", {}, back, make("b", { text: `Run ${run}` }), make("span", { class: "quiet", text: kept.file })), frame);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  back.focus();
}
