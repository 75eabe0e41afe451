// The history of an optimisation or a fit: objective, broken constraints and parameters over the evaluations.
import { make } from "../dom";
import { brief } from "../plots/axes";
import type { StudyApp, View } from "./app";
import { Axis } from "./axis";
import { type Drawing, Layers, type Painter, point } from "./canvas";
import { bar, toggle } from "./controls";
import { type Box, drawFrame, labelOf, roomFor } from "./frame";
import { ring } from "./points";
import { type Progress, progressOf } from "./progress";
import { Tooltip } from "./tooltip";

interface Trace {
  title: string;
  label: string;
  values: Float64Array;
  /** A line through the best one so far. */
  best: boolean;
  log: boolean;
  /** Ends of what is allowed. */
  limits: number[];
}

function rangeOf(values: Float64Array, more: readonly number[], log: boolean): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const list of [values, more]) {
    for (const value of list) {
      if (!Number.isFinite(value) || (log && value <= 0)) continue;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  return [least, most];
}

class TraceChart implements Painter {
  readonly root: HTMLElement;
  private readonly layers: Layers;
  private readonly tip: Tooltip;
  private across: Axis | null = null;
  private up: Axis | null = null;
  private box: Box = { left: 0, top: 0, right: 0, bottom: 0 };

  constructor(private readonly app: StudyApp, private readonly trace: Trace, private readonly progress: Progress, tall: boolean) {
    this.layers = new Layers(this, app.theme, trace.title);
    const head = make("header", {}, make("h3", { text: trace.title }), trace.best ? toggle("log", "Logarithmic scale", trace.log, (on) => { trace.log = on; this.layers.redraw(); }) : null);
    const place = make("div", { class: tall ? "trace-picture tall" : "trace-picture" }, this.layers.root);
    this.tip = new Tooltip(place, app);
    this.root = make("article", { class: "trace-card" }, head, place);
    app.picks.subscribe(() => this.layers.redraw());
    app.focus.subscribe(() => this.layers.retouch());
    this.bind();
  }

  private value(row: number): number {
    const value = this.trace.values[row]!;
    return this.trace.log && value <= 0 ? NaN : value;
  }

  paint(drawing: Drawing): void {
    const { width, height } = drawing;
    const { app, trace } = this;
    const { study, theme } = app;
    const positive = trace.values.some((value) => value > 0);
    const range = rangeOf(trace.values, trace.limits, trace.log && positive);
    const rough = Axis.around(...range, trace.log && positive, height - 40, 24);
    this.box = { left: roomFor(drawing, rough, height - 64), top: 24, right: width - 14, bottom: height - 40 };
    this.across = Axis.around(study.run.min, study.run.max, false, this.box.left, this.box.right, 0.02);
    this.up = Axis.around(...range, trace.log && positive, this.box.bottom, this.box.top, 0.06);
    drawFrame(drawing, this.box, this.across, this.up, theme, { x: "evaluation", y: trace.label });
    this.drawLimits(drawing);
    this.drawPoints(drawing);
    if (trace.best) this.drawBest(drawing);
    this.layers.describe(`${trace.title} over ${study.rows} evaluations, from ${brief(range[0])} to ${brief(range[1])}.`);
  }

  private drawLimits({ ctx }: Drawing): void {
    ctx.save();
    ctx.strokeStyle = this.app.theme.colour("--ink-3");
    ctx.setLineDash([5, 4]);
    for (const limit of this.trace.limits) {
      const y = this.up!.place(limit);
      if (!Number.isFinite(y)) continue;
      ctx.beginPath();
      ctx.moveTo(this.box.left, y);
      ctx.lineTo(this.box.right, y);
      ctx.stroke();
    }
    ctx.restore();
  }

  /** Filled where all constraints are kept, hollow where one is broken. */
  private drawPoints({ ctx }: Drawing): void {
    const { study, picks, theme } = this.app;
    ctx.save();
    const size = study.rows > 400 ? 2 : 3.2;
    ctx.lineWidth = 1.3;
    for (let row = 0; row < study.rows; row++) {
      const [x, y] = [this.across!.place(study.run.values[row]!), this.up!.place(this.value(row))];
      if (!Number.isFinite(y)) continue;
      ctx.globalAlpha = picks.mask[row] ? 0.8 : 0.2;
      ctx.fillStyle = ctx.strokeStyle = theme.colour("--accent");
      ctx.beginPath();
      ctx.arc(x, y, size, 0, 2 * Math.PI);
      if (this.progress.violation[row]! > 1e-6) ctx.stroke();
      else ctx.fill();
    }
    ctx.restore();
  }

  private drawBest({ ctx }: Drawing): void {
    const { study, theme } = this.app;
    ctx.save();
    ctx.strokeStyle = theme.colour("--select");
    ctx.lineWidth = 2;
    ctx.lineJoin = "round";
    ctx.beginPath();
    let before = NaN;
    for (let row = 0; row < study.rows; row++) {
      const best = this.progress.best[row]!;
      const [x, y] = [this.across!.place(study.run.values[row]!), best < 0 ? NaN : this.up!.place(this.value(best))];
      if (!Number.isFinite(y)) continue;
      if (!Number.isFinite(before)) ctx.moveTo(x, y);
      else { ctx.lineTo(x, before); ctx.lineTo(x, y); }
      before = y;
    }
    ctx.stroke();
    ctx.restore();
  }

  overlay(drawing: Drawing): void {
    const { focus, study, theme } = this.app;
    for (const [row, colour] of [[focus.hovered, "--accent"], [focus.row, "--select"]] as const) {
      if (row >= 0 && this.across) ring(drawing, this.across.place(study.run.values[row]!), this.up!.place(this.value(row)), theme.colour(colour), theme.colour("--panel"), 5.5);
    }
  }

  private find(x: number): number {
    if (!this.across) return -1;
    const { study } = this.app;
    let [best, least] = [-1, 12];
    for (let row = 0; row < study.rows; row++) {
      const distance = Math.abs(this.across.place(study.run.values[row]!) - x);
      if (distance < least && Number.isFinite(this.value(row))) { least = distance; best = row; }
    }
    return best;
  }

  private bind(): void {
    const { focus } = this.app;
    point(this.layers.top, {
      hover: (x, y) => { const row = this.find(x); focus.hover(row); this.tip.show(row, x, y, []); },
      leave: () => { focus.hover(-1); this.tip.hide(); },
      click: (x) => { const row = this.find(x); if (row >= 0) focus.pick(row); },
      cursor: (x) => (this.find(x) >= 0 ? "pointer" : "default"),
    });
    this.layers.top.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const { rows } = this.app.study;
      if (rows > 0) focus.pick(focus.row < 0 ? 0 : Math.max(0, Math.min(rows - 1, focus.row + step)));
    });
  }
}

const TALL = 2;

export const historyView: View = {
  id: "history",
  title: "History",
  build(root, app) {
    const { study } = app;
    const { goal } = study;
    const progress = progressOf(study, goal);
    const traces: Trace[] = [];
    const names = goal.objectives.map((column) => column.name);
    if (names.length > 0) {
      const first = goal.objectives[0]!;
      const what = names.length === 1 ? names[0]! : `${goal.sense === "maximize" ? "min" : "max"}(${names.join(", ")})`;
      traces.push({ title: `${what}, best so far`, label: labelOf(first).replace(first.name, what), values: progress.objective, best: true, log: false, limits: [] });
    }
    if (goal.limits.length > 0) traces.push({ title: "Broken constraints", label: "share of the limit", values: progress.violation, best: false, log: false, limits: [] });
    study.parameters.forEach((column, i) => {
      const range = study.found?.parameters[i];
      const limits = [range?.from ?? NaN, range?.to ?? NaN].filter(Number.isFinite);
      traces.push({ title: column.name, label: labelOf(column), values: column.values, best: false, log: app.looks.log(column) || range?.log === true, limits });
    });
    const charts = traces.map((trace, i) => new TraceChart(app, trace, progress, i < TALL && trace.best));
    root.append(bar(make("span", { class: "quiet", text: `${study.rows} evaluations.${names.length > 0 ? " Line: the best one so far." : ""}${goal.limits.length > 0 ? " Hollow points break a constraint." : ""}${traces.some((trace) => trace.limits.length > 0) ? " Dashed lines: the range of a parameter." : ""} Click a point to see its run.` })),
      make("div", { class: "trace-list" }, ...charts.map((chart) => chart.root)));
    app.hook["history"] = { get objective() { return Array.from(progress.objective); }, get violation() { return Array.from(progress.violation); }, get best() { return Array.from(progress.best, (row) => (row < 0 ? null : study.run.values[row])); } };
  },
};
