// A response over a parameter: curves where runs differ in this parameter alone, points with their middle and spread where they do not.
import { make } from "../dom";
import { brief } from "../plots/axes";
import { unitText } from "../plots/units";
import type { StudyApp, View } from "./app";
import { Axis } from "./axis";
import { type Drawing, Layers, type Painter, point } from "./canvas";
import { bar, columnChoice, middle, refill, sliceChoice, toggle } from "./controls";
import { type Box, cross, drawFrame, drawRange, insideBox, labelOf, roomFor } from "./frame";
import { colourLegend } from "./legend";
import { NO_SHADE, rampOf } from "./looks";
import { groups, percentile } from "./maths";
import { drawPoints, nearestPoint, type Points, ring } from "./points";
import { Tooltip } from "./tooltip";
import type { Column } from "./column";

/** Points of a curve that are marked one by one. */
const MOST_MARKS = 3000;
const LEAST_TREND = 100;
/** Curves that can be told apart by name. */
const MOST_NAMED = 9;

interface Trend { x: number[]; low: number[]; middle: number[]; high: number[] }

/** Median and the tenth at both ends, in bins of as many points each. */
function trendOf(rows: readonly number[], x: Float64Array, y: Float64Array): Trend {
  const ordered = rows.filter((row) => Number.isFinite(x[row]!) && Number.isFinite(y[row]!)).sort((a, b) => x[a]! - x[b]!);
  const bins = Math.max(3, Math.min(30, Math.round(Math.sqrt(ordered.length) / 2)));
  const out: Trend = { x: [], low: [], middle: [], high: [] };
  for (let bin = 0; bin < bins; bin++) {
    const part = ordered.slice(Math.floor((bin * ordered.length) / bins), Math.floor(((bin + 1) * ordered.length) / bins));
    const values = part.map((row) => y[row]!).sort((a, b) => a - b);
    out.x.push(percentile(part.map((row) => x[row]!), 0.5));
    out.low.push(percentile(values, 0.1));
    out.middle.push(percentile(values, 0.5));
    out.high.push(percentile(values, 0.9));
  }
  return out;
}

class Response implements Painter {
  private x: Column;
  private y: Column;
  private series: Column | null;
  private readonly slices = new Map<Column, number | null>();
  private trend: boolean;
  private rows: number[] = [];
  private curves: number[][] | null = null;
  private points: Points | null = null;
  private box: Box = { left: 0, top: 0, right: 0, bottom: 0 };
  private dragged: [number, number, number, number] | null = null;
  private readonly layers: Layers;
  private readonly tools = bar();
  private readonly names = make("div", { class: "curve-names" });
  private readonly legend: HTMLElement;
  private readonly tip: Tooltip;

  constructor(root: HTMLElement, private readonly app: StudyApp) {
    const { study } = app;
    this.y = study.responses.find((column) => column.known > 0) ?? study.responses[0]!;
    this.x = [...study.parameters].sort((a, b) => (b.distinct?.length ?? 65) - (a.distinct?.length ?? 65))[0] ?? study.run;
    this.series = this.few().sort((a, b) => a.distinct!.length - b.distinct!.length).at(-1) ?? null;
    this.trend = !study.isSearch; // A search comes back to the same place again and again.
    this.layers = new Layers(this, app.theme, "Response");
    this.legend = colourLegend(app);
    const place = make("div", { class: "picture" }, this.layers.root);
    this.tip = new Tooltip(place, app);
    root.append(this.tools, this.names, place, this.legend);
    app.picks.subscribe(() => this.layers.redraw());
    app.looks.subscribe(() => this.change());
    app.theme.subscribe(() => this.nameCurves());
    app.focus.subscribe(() => this.follow());
    this.bind();
    this.change();
    app.hook["response"] = this.facts();
  }

  private facts(): object {
    const view = this;
    return {
      get x() { return view.x.name; },
      get y() { return view.y.name; },
      get series() { return view.series?.name ?? null; },
      get curves() { return view.curves?.map((rows) => rows.map((row) => view.app.study.run.values[row])) ?? null; },
      /** Where the point of a run is on the screen. */
      screen(run: number) { return view.screen(view.app.study.row(run)); },
      get box() { const at = view.layers.root.getBoundingClientRect(); return { left: at.left + view.box.left, top: at.top + view.box.top, right: at.left + view.box.right, bottom: at.top + view.box.bottom }; },
    };
  }

  private screen(row: number): [number, number] | null {
    if (!this.points) return null;
    const at = this.layers.root.getBoundingClientRect();
    return [at.left + this.points.across.place(this.x.values[row]!), at.top + this.points.up.place(this.y.values[row]!)];
  }

  /** A run that is picked elsewhere is shown: slices go to its values. */
  private follow(): void {
    const { row } = this.app.focus;
    let moved = false;
    for (const [column, value] of this.slices) {
      if (row < 0 || value === null || column === this.x || column === this.series || value === column.values[row]) continue;
      this.slices.set(column, column.values[row]!);
      moved = true;
    }
    if (moved) this.change();
    else this.layers.retouch();
  }

  /** The other parameters, of which values can be told apart. */
  private few(): Column[] {
    return this.app.study.parameters.filter((column) => column !== this.x && column.distinct !== null && column.distinct.length > 1);
  }

  private change(): void {
    const { study } = this.app;
    if (this.series && (this.series === this.x || !this.few().includes(this.series))) this.series = this.few().at(-1) ?? null;
    const others = study.parameters.filter((column) => column !== this.x);
    const all = Array.from({ length: study.rows }, (_, row) => row);
    const isGrid = groups(all, others.map((column) => column.values)) !== null;
    const sliced = isGrid ? this.few().filter((column) => column !== this.series) : [];
    for (const column of sliced) if (!this.slices.has(column)) this.slices.set(column, middle(column));
    const held = sliced.map((column) => [column, this.slices.get(column)!] as const).filter(([, value]) => value !== null);
    this.rows = held.length === 0 ? all : all.filter((row) => held.every(([column, value]) => column.values[row] === value));
    this.curves = isGrid ? groups(this.rows, others.map((column) => column.values)) : null;
    if (this.curves?.every((curve) => curve.length < 2)) this.curves = null;
    for (const curve of this.curves ?? []) curve.sort((a, b) => this.x.values[a]! - this.x.values[b]!);
    this.fill(isGrid, sliced);
    this.nameCurves();
    this.layers.redraw();
  }

  private fill(isGrid: boolean, sliced: readonly Column[]): void {
    const { app } = this;
    const { study } = app;
    const set = (apply: () => void) => { apply(); this.change(); };
    const trend = this.curves ? null : toggle("Trend", "Median of the points, and the band that holds four fifths of them", this.trend, (on) => set(() => { this.trend = on; }));
    refill(this.tools, [
      columnChoice(app, "Response", study.responses, this.y, (column) => set(() => { this.y = column!; })),
      columnChoice(app, "over", [...study.parameters, study.run], this.x, (column) => set(() => { this.x = column!; })),
      isGrid && this.few().length > 0 ? columnChoice(app, "curves by", this.few(), this.series, (column) => set(() => { if (column) this.slices.delete(column); this.series = column; }), "nothing") : null,
      ...sliced.map((column) => sliceChoice(column, this.slices.get(column) ?? null, "all", (value) => set(() => this.slices.set(column, value)))),
      trend,
    ]);
  }

  private shadeOf(row: number): number {
    const { looks } = this.app;
    return this.curves && this.series ? looks.shadeOf(this.series, this.series.values[row]!) : looks.shades[row]!;
  }

  private nameCurves(): void {
    const { series } = this;
    const values = this.curves && series ? series.distinct! : [];
    const shown = values.length <= MOST_NAMED ? values : Array.from({ length: MOST_NAMED }, (_, i) => values[Math.round((i * (values.length - 1)) / (MOST_NAMED - 1))]!);
    this.names.hidden = values.length === 0;
    this.legend.hidden = values.length > 0; // The colours stand for these, then.
    this.names.replaceChildren(...(series ? [make("span", { class: "quiet", text: `${series.name}${unitText(series.unit) ? `, ${unitText(series.unit)}` : ""}:` })] : []), ...shown.map((value) => {
      const swatch = make("span", { class: "swatch" });
      swatch.style.background = rampOf(this.app.theme.name).css[this.app.looks.shadeOf(series!, value)]!;
      return make("span", { class: "curve-name" }, swatch, make("span", { text: brief(value) }));
    }));
  }

  paint(drawing: Drawing): void {
    const { width, height } = drawing;
    const { x, y, app } = this;
    const rough = Axis.of(y, app.looks, height - 46, 26);
    this.box = { left: roomFor(drawing, rough, height - 72), top: 26, right: width - 22, bottom: height - 46 };
    const { box } = this;
    const across = Axis.of(x, app.looks, box.left, box.right);
    const up = Axis.of(y, app.looks, box.bottom, box.top);
    this.points = { x: x.values, y: y.values, across, up, mask: app.picks.mask, rows: this.rows };
    drawFrame(drawing, box, across, up, app.theme, { x: labelOf(x), y: labelOf(y) });
    if (this.curves) this.drawCurves(drawing, this.points);
    else drawPoints(drawing, this.points, app.looks, app.theme, this.rows.length > 800 ? 2.5 : 3.5);
    if (!this.curves && this.trend) this.drawTrend(drawing, across, up);
    this.drawFailed(drawing, across);
    this.describe();
  }

  private describe(): void {
    const { app, x, y } = this;
    this.layers.describe(`${y.name} over ${x.name}: ${this.curves ? `${this.curves.length} curves of ` : ""}${this.rows.length} runs, ${y.name} from ${brief(y.min)} to ${brief(y.max)}. Arrow keys go from run to run${app.focus.row >= 0 ? `; run ${app.study.run.values[app.focus.row]} is picked` : ""}.`);
  }

  private drawCurves({ ctx }: Drawing, { across, up, mask }: Points): void {
    const { app } = this;
    const ramp = rampOf(app.theme.name);
    const pale = app.theme.colour("--grid-strong");
    const colour = (row: number) => { const shade = this.shadeOf(row); return shade === NO_SHADE ? app.theme.colour("--ink-3") : ramp.css[shade]!; };
    ctx.save();
    ctx.lineJoin = "round";
    for (const active of [0, 1]) {
      for (const curve of this.curves!) {
        const counts = this.series || !app.looks.colour ? colour(curve[0]!) : app.theme.colour("--ink-3");
        ctx.strokeStyle = active ? counts : pale;
        ctx.globalAlpha = active ? 0.95 : 0.5;
        ctx.lineWidth = active ? 1.8 : 1;
        ctx.beginPath();
        let pen = false;
        for (const row of curve) {
          const [left, top] = [across.place(this.x.values[row]!), up.place(this.y.values[row]!)];
          const there = Number.isFinite(left) && Number.isFinite(top) && (active === 0 || mask[row] === 1);
          if (there && pen) ctx.lineTo(left, top);
          else if (there) ctx.moveTo(left, top);
          pen = there;
        }
        ctx.stroke();
      }
    }
    if (this.rows.length <= MOST_MARKS) {
      for (const row of this.rows) {
        if (!mask[row]) continue;
        ctx.fillStyle = colour(row);
        ctx.beginPath();
        ctx.arc(across.place(this.x.values[row]!), up.place(this.y.values[row]!), this.rows.length > 400 ? 2 : 3, 0, 2 * Math.PI);
        ctx.fill();
      }
    }
    ctx.restore();
  }

  private drawTrend({ ctx }: Drawing, across: Axis, up: Axis): void {
    const active = this.rows.filter((row) => this.app.picks.mask[row] && this.app.study.fine(row));
    if (active.length < LEAST_TREND) return;
    const { x, low, middle: half, high } = trendOf(active, this.x.values, this.y.values);
    const place = (i: number, values: number[]) => ctx.lineTo(across.place(x[i]!), up.place(values[i]!));
    ctx.save();
    ctx.beginPath();
    x.forEach((_, i) => place(i, high));
    for (let i = x.length - 1; i >= 0; i--) place(i, low);
    ctx.closePath();
    ctx.globalAlpha = 0.13;
    ctx.fillStyle = this.app.theme.colour("--ink");
    ctx.fill();
    for (const [line, style] of [[5, "--panel"], [2.2, "--ink"]] as const) {
      ctx.globalAlpha = style === "--panel" ? 0.7 : 1;
      ctx.beginPath();
      x.forEach((_, i) => place(i, half));
      ctx.lineWidth = line;
      ctx.lineJoin = "round";
      ctx.strokeStyle = this.app.theme.colour(style);
      ctx.stroke();
    }
    ctx.restore();
  }

  /** Runs without a response stand as crosses on the lower edge. */
  private drawFailed(drawing: Drawing, across: Axis): void {
    const { ctx } = drawing;
    ctx.save();
    ctx.strokeStyle = this.app.theme.colour("--error");
    ctx.lineWidth = 1.6;
    for (const row of this.rows) {
      if (Number.isFinite(this.y.values[row]!)) continue;
      ctx.globalAlpha = this.app.picks.mask[row] ? 0.9 : 0.25;
      cross(drawing, across.place(this.x.values[row]!), this.box.bottom - 7, 3.5);
    }
    ctx.restore();
  }

  overlay(drawing: Drawing): void {
    const { app, points, box } = this;
    if (!points) return;
    const { theme, focus, picks } = app;
    const [rx, ry] = [picks.range(this.x), picks.range(this.y)];
    const picked: Box | null = this.dragged ? { left: this.dragged[0], top: this.dragged[1], right: this.dragged[2], bottom: this.dragged[3] } : rx || ry ? {
      left: rx ? Math.max(box.left, points.across.place(rx[0])) : box.left, right: rx ? Math.min(box.right, points.across.place(rx[1])) : box.right,
      top: ry ? Math.max(box.top, points.up.place(ry[1])) : box.top, bottom: ry ? Math.min(box.bottom, points.up.place(ry[0])) : box.bottom } : null;
    if (picked) drawRange(drawing, picked, theme);
    for (const [row, colour] of [[focus.hovered, "--accent"], [focus.row, "--select"]] as const) {
      if (row < 0) continue;
      const top = points.up.place(this.y.values[row]!);
      ring(drawing, points.across.place(this.x.values[row]!), Number.isFinite(top) ? top : box.bottom - 7, theme.colour(colour), theme.colour("--panel"));
    }
  }

  private find(left: number, top: number): number {
    if (!this.points) return -1;
    const found = nearestPoint(this.points, left, top);
    if (found >= 0 || top < this.box.bottom - 18) return found;
    const failed = this.rows.filter((row) => !Number.isFinite(this.y.values[row]!));
    return failed.find((row) => Math.abs(this.points!.across.place(this.x.values[row]!) - left) < 6) ?? -1;
  }

  private bind(): void {
    const { app } = this;
    point(this.layers.top, {
      hover: (x, y) => { const row = this.find(x, y); app.focus.hover(row); this.tip.show(row, x, y, [this.x, this.y]); },
      leave: () => { app.focus.hover(-1); this.tip.hide(); },
      click: (x, y) => { const row = this.find(x, y); if (row >= 0) app.focus.pick(row); else if (insideBox(this.box, x, y)) app.picks.setRanges([this.x, null], [this.y, null]); },
      begin: (x, y) => { this.tip.hide(); this.dragged = [x, y, x, y]; return insideBox(this.box, x, y); },
      drag: (x, y) => this.stretch(x, y),
      end: (done) => this.release(done),
      cursor: (x, y) => (insideBox(this.box, x, y) ? (this.find(x, y) >= 0 ? "pointer" : "crosshair") : "default"),
    });
    this.layers.top.addEventListener("keydown", (event) => this.press(event));
  }

  private stretch(x: number, y: number): void {
    const { box } = this;
    if (this.dragged) this.dragged = [this.dragged[0], this.dragged[1], Math.max(box.left, Math.min(box.right, x)), Math.max(box.top, Math.min(box.bottom, y))];
    this.layers.retouch();
  }

  /** A flat rectangle is a range of one column alone. */
  private release(done: boolean): void {
    const area = this.dragged;
    this.dragged = null;
    if (!done || !area || !this.points) return this.layers.retouch();
    const { across, up } = this.points;
    const wide = Math.abs(area[2] - area[0]) > 6;
    const high = Math.abs(area[3] - area[1]) > 6;
    this.app.picks.setRanges([this.x, wide ? [across.value(area[0]), across.value(area[2])] : null], [this.y, high ? [up.value(area[1]), up.value(area[3])] : null]);
  }

  /** Left and right along the parameter, up and down to the neighbouring curve. */
  private press(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const jump = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if ((step === 0 && jump === 0) || !this.points || event.ctrlKey || event.metaKey || event.altKey) return;
    const { focus, picks } = this.app;
    event.preventDefault();
    event.stopPropagation();
    const isShown = (row: number) => picks.mask[row] === 1 && Number.isFinite(this.y.values[row]!);
    const shown = this.rows.filter(isShown);
    if (shown.length === 0) return;
    const from = focus.row;
    if (!this.rows.includes(from) || !isShown(from)) return focus.pick(shown.reduce((a, b) => (this.x.values[b]! < this.x.values[a]! ? b : a)));
    const curve = this.curves?.find((rows) => rows.includes(from)) ?? null;
    const value = (row: number) => (jump !== 0 ? this.y.values[row]! : this.x.values[row]!);
    const line = step !== 0 && curve ? curve.filter(isShown) : jump !== 0 && this.curves ? shown.filter((row) => this.x.values[row] === this.x.values[from]) : shown;
    const ordered = [...line].sort((a, b) => value(a) - value(b));
    const next = ordered[ordered.indexOf(from) + step + jump];
    if (next !== undefined) focus.pick(next);
  }
}

export const responseView: View = {
  id: "response",
  title: "Response",
  build(root, app) { new Response(root, app); },
};
