// A live page: the texts of the model, the engine that runs them, and the session that shows the last run.
import { type Page, type PageRecord, readPage } from "../data";
import { installHook } from "../hook";
import { splitter } from "../layout/split";
import { make, number } from "../dom";
import type { Key } from "../keyboard";
import { Session } from "../session";
import { type Done, Engine, Stopped } from "./engine";
import { type Knob, knobOf, turned } from "./numbers";
import { Pane } from "./pane";
import { type LiveRecord, type Placed, takePacked, type Written } from "./record";

/** A change of the text is run after this pause, ms. */
const PAUSE = 700;
/** A run that has taken longer than this is ended when there is a newer model, ms. */
const PATIENCE = 1500;
/** ... and without one after this, ms. */
const LIMIT = 120000;

const RANK = ["error", "warning", "note"];
const byRank = (a: Placed, b: Placed) => RANK.indexOf(a.severity) - RANK.indexOf(b.severity);

function secondsText(seconds: number): string { return seconds < 0.995 ? `${Math.max(1, Math.round(1000 * seconds))} ms` : `${number(seconds, 3)} s`; }

class Live {
  runs = 0;
  seconds = NaN;
  private readonly texts: Map<string, string>;
  private readonly engine = new Engine(takePacked(document, "sarrus-worker"), takePacked(document, "sarrus-engine"));
  private readonly pane: Pane;
  private readonly place = make("div", { class: "live-results" });
  private written: Written[];
  private knobs: Knob[] = [];
  private session: Session | null = null;
  private view: HTMLElement | null = null;
  private shown: PageRecord | null = null;
  /** The answer whose record stays beside the others, as text: a record is used up by showing it. */
  private pinned: string | null = null;
  private last: string | null = null;
  private wanted = false;
  private begun = 0;
  private timer = 0;
  private limit = 0;

  constructor(root: HTMLElement, private readonly record: LiveRecord) {
    this.texts = new Map([[record.name, record.text], ...record.files.map((file): [string, string] => [file.path, file.text])]);
    this.written = record.parameters;
    this.pane = new Pane(record, (path) => this.texts.get(path) ?? "", {
      run: () => this.request(),
      stop: () => this.stop(),
      edited: (path, text) => this.edited(path, text),
      turned: (knob, value) => this.turn(knob, value),
      pinned: (on) => this.pin(on),
      reset: () => this.reset(),
    });
    const fromLeft = (event: PointerEvent) => (event.clientX - root.getBoundingClientRect().left) / root.getBoundingClientRect().width;
    root.className = "live";
    root.replaceChildren(this.pane.root, splitter(root, "--live", "Width of the model's pane", "columns", fromLeft, 0.235, 0.12, 0.6), this.place);
    this.showKnobs();
  }

  get app() { return this.session!.app; }
  get facts() {
    return {
      runs: this.runs, running: this.engine.running, seconds: this.seconds, memory: this.engine.memory, workers: this.engine.started,
      parameters: this.knobs.map((knob) => ({ name: knob.written.name, file: knob.written.file, value: knob.value })), state: this.pane.root.dataset["mood"],
    };
  }

  // ---- the model ----

  private edited(path: string, text: string): void {
    this.texts.set(path, text);
    this.changed();
    this.showKnobs();
    clearTimeout(this.timer);
    if (this.pane.eager.checked) this.timer = window.setTimeout(() => this.request(), PAUSE);
  }

  private turn(knob: Knob, value: number): void {
    const { file, line, column } = knob.written;
    const result = turned(this.texts.get(file) ?? "", knob, value);
    if (!result) return;
    this.texts.set(file, result.text);
    // Others in the same line move with the end of this number.
    const shift = Array.from(result.knob.written.text).length - Array.from(knob.written.text).length;
    this.written = this.written.map((other) => {
      if (other.file !== file || other.line !== line || other.column < column) return other;
      return other.column === column ? result.knob.written : { ...other, column: other.column + shift };
    });
    this.pane.refresh();
    this.changed();
    this.showKnobs();
    this.request();
  }

  private reset(): void {
    for (const { path, text } of [{ path: this.record.name, text: this.record.text }, ...this.record.files]) this.texts.set(path, text);
    this.written = this.record.parameters;
    this.pane.refresh();
    this.changed();
    this.showKnobs();
    this.request();
  }

  private changed(): void {
    const same = this.texts.get(this.record.name) === this.record.text && this.record.files.every((file) => this.texts.get(file.path) === file.text);
    this.pane.setChanged(!same);
  }

  private showKnobs(): void {
    this.knobs = this.written.flatMap((written) => knobOf(written, this.texts.get(written.file) ?? "") ?? []);
    this.pane.sliders.show(this.knobs, this.record.name);
  }

  // ---- running ----

  /** Runs the model as it now is, as soon as the engine is free; what is older gives way. */
  request(): void {
    clearTimeout(this.timer);
    this.wanted = true;
    if (!this.engine.running) void this.run();
    else if (performance.now() - this.begun > PATIENCE) this.engine.stop();
    else this.timer = window.setTimeout(() => { if (this.wanted && this.engine.running) this.engine.stop(); }, PATIENCE);
  }

  private stop(): void {
    this.wanted = false;
    clearTimeout(this.timer);
    this.engine.stop();
  }

  private async run(): Promise<void> {
    while (this.wanted) {
      this.wanted = false;
      this.begun = performance.now();
      this.pane.show("busy", this.engine.started === 0 ? "Starting the engine \u2026" : "Running \u2026");
      this.pane.progress(0);
      let late = false;
      this.limit = window.setTimeout(() => { late = true; this.engine.stop(); }, LIMIT);
      try {
        await this.take(await this.engine.run(this.job(), (part) => this.progress(part)));
      } catch (fault) {
        this.fail(fault, late);
      }
      clearTimeout(this.limit);
    }
  }

  private job() {
    return {
      name: this.record.name, text: this.texts.get(this.record.name) ?? "",
      files: this.record.files.map(({ path }) => ({ path, text: this.texts.get(path) ?? "" })),
    };
  }

  private progress(part: number): void {
    this.pane.show("busy", `Running \u2026 ${Math.floor(100 * part)} %`);
    this.pane.progress(part);
  }

  private fail(fault: unknown, late: boolean): void {
    if (fault instanceof Stopped && this.wanted) return; // something newer is waiting
    if (fault instanceof Stopped) return this.pane.show("bad", late ? `Stopped: it took more than ${LIMIT / 1000} s` : "Stopped");
    this.pane.show("bad", "The engine has failed");
    const message = fault instanceof Error ? fault.message : String(fault);
    this.pane.tell([{ severity: "error", file: null, line: 0, column: 0, element: null, message, remedy: "Run it again; larger models are for the program `sarrus`." }]);
  }

  private async take(done: Done): Promise<void> {
    const { answer, seconds } = done;
    this.seconds = seconds;
    if (answer.parameters) { this.written = this.remap(answer.parameters); this.showKnobs(); }
    this.pane.tell([...answer.messages].sort(byRank));
    this.pane.setFacts(answer.summary);
    if (answer.record && !this.wanted) {
      this.last = done.text;
      await this.display(answer.record);
    }
    this.runs++;
    const words = { done: `Done in ${secondsText(seconds)}`, failed: "The run failed", stopped: "Stopped", wrong: "The model is wrong" }[answer.status];
    this.pane.show(answer.status === "done" ? "good" : "bad", words);
  }

  /** Places that a slider has moved while the engine was running are newer than those that it tells. */
  private remap(told: Written[]): Written[] {
    if (!this.wanted) return told;
    return this.written;
  }

  // ---- showing ----

  private pin(on: boolean): void {
    this.pinned = on ? this.last : null;
    if (!on && this.shown && this.last) void this.display((JSON.parse(this.last) as { record: PageRecord }).record);
  }

  private keys(): Key[] {
    return [{ key: "r", text: "Run the model", group: "Model", run: () => this.request() }, { key: "x", text: "Stop the run", group: "Model", run: () => this.stop() }];
  }

  private async display(record: PageRecord): Promise<void> {
    this.shown = record;
    const runs = [...record.runs];
    if (this.pinned && this.pinned !== this.last) {
      const kept = (JSON.parse(this.pinned) as { record: PageRecord }).record.runs[0]!;
      kept.name = `${kept.name}, kept`;
      runs.push(kept);
    }
    await this.open(await readPage({ ...record, runs } as PageRecord));
  }

  /** The new session is built below the old one, which then goes: nothing flickers. */
  async open(page: Page): Promise<void> {
    const before = this.session;
    const olds = [...document.querySelectorAll("body > dialog")];
    const view = make("div", { class: "viewer" });
    this.place.prepend(view);
    this.session = await Session.open(view, page, before?.saved(), this.keys());
    if (before) await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    before?.end();
    this.view?.remove();
    if (before) for (const old of olds) old.remove();
    this.view = view;
  }

  /** The record that the page brought, as if it were an answer: it can be kept to compare with. */
  async begin(page: Page): Promise<void> {
    this.last = JSON.stringify({ record: { format: 1, program: page.program, kind: "results", runs: page.runs.map((run) => run.record) } });
    await this.open(page);
  }
}

export async function startLive(root: HTMLElement, page: Page, record: LiveRecord): Promise<void> {
  const live = new Live(root, record);
  await live.begin(page);
  installHook(() => live.app, { get live() { return live.facts; } });
}
