// One plot on the page: its tools, the chart, the table, the notes.
import type { App } from "../app";
import { icon, iconButton, make } from "../dom";
import { figure, pngOf, svgText } from "../export/figure";
import { plotCsv, runCsv } from "../export/csv";
import { fileName, save } from "../export/save";
import type { Board } from "./board";
import { Chart, type Range } from "./chart";
import { type Choice, menuButton } from "./menu";
import type { Picker } from "./picker";
import { buildLines, type Line, type Lines, newSpec, type PlotSpec } from "./spec";
import { LineTable } from "./table";

const MORE = ["M5 12v.01", "M12 12v.01", "M19 12v.01"];
const CLOSE = ["M6 6l12 12", "M18 6L6 18"];
const UNZOOM = ["M4 9V4h5", "M20 9V4h-5", "M4 15v5h5", "M20 15v5h-5"];
const SAVE = ["M12 4v11", "M7.5 11l4.5 4.5 4.5-4.5", "M5 20h14"];
const PEAK = ["M4 18l8-12 8 12", "M12 3v.01"];

export class Card {
  readonly root = make("section", { class: "plot-card", attributes: { tabindex: "-1" } });
  chart: Chart | null = null;
  content: Lines | null = null;
  table: LineTable | null = null;
  private readonly title = make("h3");
  private readonly host = make("div", { class: "chart", attributes: { role: "img" } });
  private readonly below = make("div", { class: "below" });
  private readonly unzoom = iconButton("All of it again (Z); double click does the same", UNZOOM, () => this.zoomTo(null));
  private readonly tools = make("div", { class: "plot-tools" });
  private version = 0;
  private drawnFor = "";
  private hovered: number | null = null;
  /** The range that the figures of the table are of. */
  private figuresOf: Range | null = null;

  constructor(private readonly app: App, private readonly board: Board, private readonly picker: Picker, readonly spec: PlotSpec) {
    this.root.append(make("header", { class: "plot-head" }, this.title, this.tools), this.host, this.below);
    this.root.addEventListener("pointerdown", () => board.activate(spec), true);
    this.root.addEventListener("focusin", () => board.activate(spec));
    this.buildTools();
  }

  private get timeUnit(): string { return this.app.page.run.units["time"] ?? ""; }

  private buildTools(): void {
    const add = make("button", { class: "text-button", text: "+ Curve", title: "Add curves to this plot (A)", attributes: { type: "button" }, on: { click: () => this.pickCurves() } });
    this.unzoom.hidden = true;
    this.tools.append(add, this.unzoom, iconButton("Go to the peak of this plot (K)", PEAK, () => this.goToPeak()),
      menuButton("Export this plot: CSV, PNG, SVG", icon(...SAVE), () => this.exports(), "icon-button"),
      menuButton("More for this plot", icon(...MORE), () => this.options(), "icon-button more"),
      iconButton("Close this plot", CLOSE, () => this.board.remove(this.spec)));
  }

  pickCurves(): void {
    const { spec, board } = this;
    const taken = spec.curves.filter((curve) => curve.order === 0).map((curve) => curve.quantity);
    this.picker.open("Add curves to the plot", true, taken, (quantity) => {
      const present = spec.curves.find((curve) => curve.order === 0 && curve.quantity === quantity.name);
      if (!present) board.addCurve(spec, { quantity: quantity.name, order: 0 });
      else if (spec.curves.length > 1) board.removeCurve(spec, present);
    });
  }

  private exports(): Choice[] {
    const name = this.spec.curves.map((curve) => curve.quantity).join("_");
    const choices: Choice[] = [
      { text: "CSV of this plot", hint: "exact numbers", run: () => this.exportCsv() },
      { text: "PNG picture", run: () => void this.exportPicture("png", name) },
      { text: "SVG drawing", run: () => void this.exportPicture("svg", name) },
    ];
    for (const run of this.app.page.runs) {
      choices.push({ text: `CSV of all columns of ${run.name}`, hint: "of the rows in this page", run: () => void this.guard(async () => save(fileName(run.name, "csv"), await runCsv(run), "text/csv")) });
    }
    return choices;
  }

  exportCsv(): void {
    if (!this.content) return;
    const name = this.spec.curves.map((curve) => curve.quantity).join("_");
    save(fileName(name, "csv"), plotCsv(this.content, this.spec.kind, this.timeUnit), "text/csv");
  }

  private exportPicture(kind: "png" | "svg", name: string): Promise<void> {
    return this.guard(async () => {
      if (!this.content) return;
      const svg = figure(this.content, this.spec, this.spec.kind === "phase" ? null : this.chart?.range ?? null, this.app.page.run.record.title || this.app.page.run.name);
      save(fileName(name, kind), kind === "svg" ? svgText(svg) : await pngOf(svg), "image/svg+xml");
    });
  }

  private async guard(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (fault) {
      this.app.notices.fault(fault);
    }
  }

  private options(): Choice[] {
    const { spec, board } = this;
    const choices: Choice[] = [];
    if (spec.kind === "time") choices.push({ text: "Spectrum of these curves", hint: "new plot", run: () => board.add(newSpec([...spec.curves], { kind: "spectrum" })) });
    if (spec.kind !== "spectrum") choices.push({ text: spec.kind === "phase" ? "Against another quantity \u2026" : "Plot against a quantity \u2026", hint: "phase plot", run: () => this.pickAgainst(spec.curves, spec.kind === "phase") });
    choices.push({ text: "Logarithmic axis", pressed: spec.log, run: () => board.change(spec, { log: !spec.log }) });
    if (spec.kind === "spectrum") choices.push({ text: "Hann window", pressed: spec.window === "hann", run: () => board.change(spec, { window: spec.window === "hann" ? "none" : "hann" }) });
    if (this.app.page.runs.length > 1) choices.push({ text: `Differences from ${this.app.page.run.name}`, pressed: spec.difference, run: () => board.change(spec, { difference: !spec.difference }) });
    return choices;
  }

  private pickAgainst(curves: PlotSpec["curves"], inPlace: boolean): void {
    this.picker.open("Horizontal axis of the phase plot", false, [], (quantity) => {
      const against = { quantity: quantity.name, order: 0 as const };
      if (inPlace) this.board.change(this.spec, { against });
      else this.board.add(newSpec([...curves], { kind: "phase", against, difference: false }));
    });
  }

  private lineMenu(line: Line): HTMLElement {
    const { spec, board } = this;
    const { curve } = line;
    return menuButton(`More for ${line.label}`, icon(...MORE), () => {
      const choices: Choice[] = [];
      const next = curve.order + 1;
      if (next <= 2) choices.push({ text: "Derivative", hint: "in this plot", run: () => board.addCurve(spec, { quantity: curve.quantity, order: next as 1 | 2 }) });
      if (spec.kind !== "spectrum") choices.push({ text: "Spectrum", hint: "new plot", run: () => board.add(newSpec([curve], { kind: "spectrum" })) });
      choices.push({ text: "Plot against a quantity \u2026", hint: "phase plot", run: () => this.pickAgainst([curve], false) });
      if (spec.curves.length > 1) choices.push({ text: "Only this curve", hint: "new plot", run: () => board.add(newSpec([curve], { kind: spec.kind, against: spec.against })) });
      choices.push({ text: "Remove", run: () => board.removeCurve(spec, curve) });
      return choices;
    }, "icon-button small");
  }

  /** Draws again where what is to be seen has changed. */
  async update(): Promise<void> {
    const { app, spec } = this;
    this.root.classList.toggle("active", this.board.active === spec && this.board.plots.length > 1);
    const key = JSON.stringify([spec, app.theme.name, app.page.runs.map((run) => app.comparison.visible(run.index))]);
    if (key === this.drawnFor) return this.followRange();
    this.drawnFor = key;
    const version = ++this.version;
    try {
      const content = await buildLines(app, this.board.catalogue, spec);
      if (version === this.version) this.draw(content);
    } catch (fault) {
      app.notices.fault(fault);
      this.host.replaceChildren(make("p", { class: "quiet", text: fault instanceof Error ? fault.message : String(fault) }));
    }
  }

  private draw(content: Lines): void {
    this.chart?.destroy();
    this.chart = null;
    this.content = content;
    this.host.replaceChildren();
    const words = { time: "", phase: `against ${content.xName}`, spectrum: "Spectrum" }[this.spec.kind];
    const names = this.spec.curves.map((curve) => this.board.catalogue.label(curve)).join(", ");
    this.title.textContent = [this.spec.difference ? "Differences:" : "", this.spec.kind === "spectrum" ? `${words}:` : "", names, this.spec.kind === "phase" ? words : ""].filter(Boolean).join(" ");
    this.title.title = this.title.textContent;
    this.root.setAttribute("aria-label", `Plot: ${this.title.textContent}`);
    this.host.setAttribute("aria-label", `Chart of ${this.title.textContent}; the table below it holds its figures`);
    this.table = new LineTable(content, this.timeUnit, { jump: (time) => this.jump(time, false), menu: (line) => this.lineMenu(line) });
    this.below.replaceChildren(this.table.root, ...content.notes.map((text) => make("p", { class: "plot-note", text })));
    if (content.lines.length > 0) {
      this.chart = new Chart(this.host, content, this.spec, this.app.theme, {
        jump: (time) => this.jump(time, true), zoom: (range) => this.zoomTo(range), hover: (x) => this.hover(x),
      });
    } else {
      this.host.append(make("p", { class: "quiet empty", text: "Nothing to draw." }));
    }
    this.followRange(true);
    this.showTime();
  }

  /** Goes to a moment; `snap`: to the recorded row next to it. */
  private jump(time: number, snap: boolean): void {
    const { clock, page: { run } } = this.app;
    clock.pause();
    clock.setTime(snap ? run.time[run.nearestRow(time)] ?? time : time);
  }

  goToPeak(): void {
    const { table, content } = this;
    if (!table || !content) return;
    let best = -1;
    content.lines.forEach((line, i) => {
      const row = table.summaries[i]?.peak ?? -1;
      if (row < 0 || !line.t) return;
      const champion = content.lines[best];
      if (!champion || Math.abs(line.y[row]!) > Math.abs(champion.y[table.summaries[best]!.peak]!)) best = i;
    });
    const line = content.lines[best];
    if (line?.t) this.jump(line.t[table.summaries[best]!.peak]!, false);
  }

  zoomTo(range: Range | null): void {
    if (this.spec.kind === "time") return this.board.setRange(range);
    if (!range) this.chart?.setRange(null);
    this.unzoom.hidden = range === null;
    this.resummarise();
  }

  private followRange(fresh = false): void {
    if (this.spec.kind === "time" && this.chart) {
      const wanted = this.board.range;
      const own = this.chart.range;
      if (wanted?.[0] !== own?.[0] || wanted?.[1] !== own?.[1]) this.chart.setRange(wanted);
      if (wanted !== this.figuresOf) fresh = true;
      this.unzoom.hidden = wanted === null;
    }
    if (fresh) queueMicrotask(() => this.resummarise());
  }

  private resummarise(): void {
    if (!this.table || !this.content) return;
    this.figuresOf = this.board.range;
    this.table.summarise(this.spec.kind === "time" ? this.board.range : this.chart?.range ?? null, this.spec.kind === "phase");
    this.chart?.setPeaks(this.table.summaries);
  }

  private hover(x: number | null): void {
    this.hovered = x;
    this.showTime();
  }

  showTime(): void {
    const { time } = this.app.clock;
    this.chart?.setTime(time, this.app.clock.section);
    if (this.hovered !== null) this.table?.showAt(this.hovered, true);
    else this.table?.showAt(this.spec.kind === "spectrum" ? null : time, false);
  }

  destroy(): void {
    this.version++;
    this.chart?.destroy();
    this.root.remove();
  }
}
