// A run that was kept, with its curves and its motion: the same page with the record of that run, in a frame over the study.
import { make } from "../dom";
import type { StudyApp } from "./app";

/** Only this script may run in the frame, too: a frame without an address takes the policy of the page over. */
function pageOf(record: string): string {
  const style = [...document.querySelectorAll("head style")].map((each) => each.textContent ?? "").join("\n");
  const script = document.querySelector('head script[type="module"]')?.textContent ?? "";
  const policy = document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]')?.content ?? "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><title>Sarrus results</title><style>${style}</style><script type="module">${script}</script></head>`
    + `<body><div id="app"><p class="loading">Reading the results \u2026</p></div><script type="application/json" id="sarrus-data">${record}</script></body></html>`;
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
