// The text of the model: line numbers, and marks where the engine has found something.
import { make } from "../dom";
import { placeOf } from "./numbers";
import type { Placed } from "./record";

export class Editor {
  readonly area = make("textarea", { class: "source-text", attributes: { spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": "Text of the model" } });
  readonly root: HTMLElement;
  private readonly numbers = make("pre", { class: "source-numbers", attributes: { "aria-hidden": "true" } });
  private readonly marks = make("div", { class: "source-marks", attributes: { "aria-hidden": "true" } });
  private shown: readonly Placed[] = [];
  private lines = 0;

  constructor(changed: (text: string) => void, run: () => void) {
    this.root = make("div", { class: "source" }, make("div", { class: "source-gutter" }, this.numbers), make("div", { class: "source-body" }, make("div", { class: "source-clip" }, this.marks), this.area));
    this.area.addEventListener("input", () => { this.number(); this.mark([]); changed(this.area.value); });
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); run(); }
    });
  }

  get text(): string { return this.area.value; }

  set text(text: string) {
    if (text === this.area.value) return;
    const { scrollTop, scrollLeft } = this.area;
    this.area.value = text;
    this.area.scrollTop = scrollTop;
    this.area.scrollLeft = scrollLeft;
    this.number();
  }

  private number(): void {
    const lines = this.area.value.split("\n").length;
    if (lines !== this.lines) this.numbers.replaceChildren(...Array.from({ length: lines }, (_, i) => make("span", { text: `${i + 1}\n` })));
    this.lines = lines;
    this.follow();
  }

  private follow(): void {
    this.numbers.style.transform = `translateY(${-this.area.scrollTop}px)`;
    this.marks.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
  }

  /** Marks the places of messages that are about this text. */
  mark(messages: readonly Placed[]): void {
    this.shown = messages.filter((message) => message.line > 0);
    const lines = this.area.value.split("\n");
    [...this.numbers.children].forEach((span) => { span.className = ""; span.removeAttribute("title"); });
    this.marks.replaceChildren(...this.shown.map((message) => {
      const line = lines[message.line - 1] ?? "";
      const rest = Array.from(line).slice(message.column - 1).join("");
      const word = /^("[^"]*"|'[^']*'|[^\s,:\]}]+)/.exec(rest)?.[0].length ?? 1;
      const span = this.numbers.children[message.line - 1] as HTMLElement | undefined;
      if (span) { span.className = message.severity; span.title = message.message; }
      const mark = make("span", { class: `source-mark ${message.severity}` });
      mark.style.setProperty("--line", String(message.line - 1));
      mark.style.setProperty("--column", String(Math.max(0, message.column - 1)));
      mark.style.setProperty("--width", String(Math.max(1, word)));
      return mark;
    }));
    this.follow();
  }

  /** Shows a place and puts the caret there. */
  go(line: number, column: number): void {
    const at = placeOf(this.area.value, line, Math.max(1, column));
    if (at < 0) return;
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.focus();
    this.area.setSelectionRange(at, at);
    this.area.scrollTop = Math.max(0, (line - 4) * height);
    this.follow();
  }
}
