// The text of the model with line numbers.
import type { App } from "../app";
import { make } from "../dom";

export class ModelText {
  private readonly dialog = make("dialog", { class: "model-text", attributes: { "aria-label": "Text of the model" } });
  private readonly scroller = make("div", { class: "model-lines", attributes: { tabindex: "0", role: "region", "aria-label": "Text of the model" } });
  private readonly bar = make("div", { class: "model-bar" });
  private filled = false;

  constructor(private readonly app: App) {
    document.body.append(this.dialog);
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
    this.dialog.addEventListener("keydown", (event) => event.stopPropagation());
  }

  get known(): boolean { return (this.app.page.run.record.text ?? "") !== ""; }

  private fill(): void {
    if (this.filled) return;
    this.filled = true;
    const { record } = this.app.page.run;
    const lines = record.text.replace(/\n$/, "").split("\n");
    const close = make("button", { class: "text-button", text: "Close", attributes: { type: "button" }, on: { click: () => this.dialog.close() } });
    this.scroller.append(this.bar,
      make("pre", { class: "model-numbers", text: lines.map((_, i) => String(i + 1)).join("\n"), attributes: { "aria-hidden": "true" } }),
      make("pre", { class: "model-source", text: lines.join("\n") }));
    this.dialog.append(make("header", {}, make("h2", { text: `Model of ${record.name}` }), close), this.scroller);
  }

  /** Opens the text, at a line where one is given (from 1). */
  open(line: number | null): void {
    this.fill();
    this.dialog.showModal();
    const height = parseFloat(getComputedStyle(this.scroller).lineHeight);
    this.bar.hidden = line === null;
    if (line === null) return;
    this.bar.style.top = `${(line - 1) * height}px`;
    this.bar.style.height = `${height}px`;
    this.scroller.scrollTop = Math.max(0, (line - 4) * height);
  }
}
