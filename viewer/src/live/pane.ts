// What stands beside the results of a live page: run and stop, sliders, the text of the model, messages.
import { icon, make, number } from "../dom";
import { Editor } from "./editor";
import type { Knob } from "./numbers";
import type { LiveRecord, Placed, RunSummary, SourceFile } from "./record";
import { Sliders } from "./sliders";

const RUN = ["M7 4.5v15l12-7.5z"];
const STOP = ["M6.5 6.5h11v11h-11z"];

export interface PaneEvents {
  run(): void;
  stop(): void;
  /** A file has another text. */
  edited(path: string, text: string): void;
  turned(knob: Knob, value: number): void;
  /** The run shown stays as a second one beside those to come; or no longer. */
  pinned(on: boolean): void;
  reset(): void;
}

export type Mood = "idle" | "busy" | "good" | "bad";

/** Numbers in few digits: 2.1e-7. */
function rough(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return "\u2013";
  return value === 0 ? "0" : Number(value.toPrecision(2)).toString().replace("-", "\u2212").replace("e\u2212", "e\u2212");
}

export class Pane {
  readonly root: HTMLElement;
  readonly sliders: Sliders;
  readonly editor: Editor;
  /** Whether a change of the text is run without being asked. */
  readonly eager = make("input", { attributes: { type: "checkbox", checked: "" } });
  private readonly go: HTMLButtonElement;
  private readonly state = make("p", { class: "live-state", attributes: { role: "status" } });
  private readonly bar = make("span", { class: "live-bar" });
  private readonly facts = make("dl", { class: "live-facts" });
  private readonly list = make("ul", { class: "live-messages", attributes: { "aria-label": "Messages" } });
  private readonly files = make("div", { class: "source-tabs", attributes: { role: "tablist", "aria-label": "Files of the model" } });
  private readonly pin: HTMLButtonElement;
  private readonly reset: HTMLButtonElement;
  private messages: readonly Placed[] = [];
  private open: string;
  private busy = false;

  constructor(private readonly live: LiveRecord, private readonly textOf: (path: string) => string, private readonly events: PaneEvents) {
    this.open = live.name;
    this.sliders = new Sliders((knob, value) => events.turned(knob, value));
    this.editor = new Editor((text) => events.edited(this.open, text), () => events.run());
    this.go = make("button", { class: "live-go", attributes: { type: "button" }, on: { click: () => (this.busy ? events.stop() : events.run()) } });
    this.pin = make("button", { class: "text-button", text: "Keep to compare", title: "The run that is shown now stays beside those to come", attributes: { type: "button", "aria-pressed": "false" }, on: { click: () => this.togglePin() } });
    this.reset = make("button", { class: "text-button", text: "Start again", title: "The model as the page brought it", attributes: { type: "button", hidden: "" }, on: { click: () => events.reset() } });
    const eager = make("label", { class: "live-eager", title: "Otherwise: Ctrl + Enter, or Run" }, this.eager, make("span", { text: "run while typing" }));
    this.root = make("aside", { class: "live-pane", attributes: { "aria-label": "Model to change" } },
      make("div", { class: "live-head" }, this.go, make("div", { class: "live-told" }, this.state, make("span", { class: "live-track" }, this.bar))),
      this.facts,
      make("div", { class: "live-tools" }, this.pin, this.reset),
      make("section", { class: "live-parameters" }, make("h2", { text: "Parameters" }), this.sliders.root),
      make("section", { class: "live-source" }, make("div", { class: "live-source-head" }, make("h2", { text: "Model" }), eager), this.files, this.list, this.editor.root));
    this.buildFiles([{ path: live.name, text: "" }, ...live.files]);
    this.editor.text = textOf(this.open);
    this.show("idle", "Results of the program");
  }

  private togglePin(): void {
    const on = this.pin.getAttribute("aria-pressed") !== "true";
    this.pin.setAttribute("aria-pressed", String(on));
    this.events.pinned(on);
  }

  private buildFiles(files: readonly SourceFile[]): void {
    this.files.hidden = files.length < 2;
    this.files.replaceChildren(...files.map(({ path }) => make("button", {
      class: "source-tab", text: path, attributes: { type: "button", role: "tab", "aria-selected": String(path === this.open) }, on: { click: () => this.openFile(path) },
    })));
  }

  private openFile(path: string): void {
    this.open = path;
    [...this.files.children].forEach((tab) => tab.setAttribute("aria-selected", String(tab.textContent === path)));
    this.editor.text = this.textOf(path);
    this.editor.area.scrollTop = 0;
    this.editor.area.scrollLeft = 0;
    this.markOpen();
  }

  /** The texts have changed by another hand than the reader's. */
  refresh(): void { this.editor.text = this.textOf(this.open); }

  private markOpen(): void { this.editor.mark(this.messages.filter((message) => message.file === this.open)); }

  setChanged(changed: boolean): void { this.reset.hidden = !changed; }

  show(mood: Mood, text: string): void {
    this.busy = mood === "busy";
    this.root.dataset["mood"] = mood;
    this.state.textContent = text;
    this.go.replaceChildren(icon(...(this.busy ? STOP : RUN)), make("span", { text: this.busy ? "Stop" : "Run" }));
    this.go.title = this.busy ? "End this run" : "Run the model (Ctrl + Enter in the text, R elsewhere)";
    if (!this.busy) this.progress(null);
  }

  /** null: nothing is running. */
  progress(part: number | null): void {
    this.bar.hidden = part === null;
    this.bar.style.width = `${100 * (part ?? 0)}%`;
  }

  setFacts(summary: RunSummary | null): void {
    const facts: [string, string, string][] = summary ? [
      ["steps", String(summary.steps), `${summary.rejected} rejected, ${summary.iterations} iterations of the corrector, by ${summary.method}`],
      ["rows", String(summary.rows), `up to ${number(summary.end)} ${summary.time_unit}`],
      ["freedoms", String(summary.degrees_of_freedom), "degrees of freedom"],
      ["energy", rough(summary.energy_balance), "largest error of the energy balance, relative"],
      ["drift", rough(summary.constraint_position), "largest violation of a constraint, over the model's length"],
    ] : [];
    this.facts.replaceChildren(...facts.map(([name, value, title]) => make("div", { title }, make("dt", { text: name }), make("dd", { text: value }))));
  }

  /** What the engine says; a press on one goes to its place. */
  tell(messages: readonly Placed[]): void {
    this.messages = messages;
    this.list.hidden = messages.length === 0;
    this.list.replaceChildren(...messages.map((message) => {
      const place = message.file && message.line > 0 ? `${message.file}:${message.line}:${message.column}` : "";
      const body = make("span", { class: "message-text" },
        message.element ? make("b", { text: `${message.element}: ` }) : null, document.createTextNode(message.message),
        message.remedy ? make("span", { class: "remedy", text: ` ${message.remedy}` }) : null);
      const known = message.file === this.live.name || this.live.files.some((file) => file.path === message.file);
      return make("li", { class: `message ${message.severity}` }, make("span", { class: "badge", text: message.severity }),
        place && known ? make("button", { class: "message-place", text: place, title: "Go there", attributes: { type: "button" }, on: { click: () => { this.openFile(message.file!); this.editor.go(message.line, message.column); } } }) : null, body);
    }));
    this.markOpen();
  }
}
