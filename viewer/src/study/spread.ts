// How columns spread over the runs: bars, the share of runs below a value, percentiles.
import { make, number } from "../dom";
import { brief } from "../plots/axes";
import { unitText } from "../plots/units";
import { whenSeen } from "../side/lazy";
import type { StudyApp, View } from "./app";
import { Axis } from "./axis";
import { type Drawing, FONT, Layers, type Painter, point } from "./canvas";
import { bar, toggle } from "./controls";
import { type Box, drawRange, insideBox } from "./frame";
import { barsFor, moments, percentile, sorted } from "./maths";
import type { Range } from "./picks";
import type { Column } from "./column";

const SHARES = [0.05, 0.25, 0.5, 0.75, 0.95];

class Histogram implements Painter {
  readonly root: HTMLElement;
  private readonly layers: Layers;
  private readonly figures = make("dl", { class: "spread-figures" });
  private box: Box = { left: 0, top: 0, right: 0, bottom: 0 };
  private across: Axis | null = null;
  private ordered: Float64Array = new Float64Array(0);
  private dragged: [number, number] | null = null;

  constructor(private readonly app: StudyApp, readonly column: Column) {
    this.layers = new Layers(this, app.theme, column.name);
    this.root = make("article", { class: "spread-card" },
      make("header", {}, make("h3", { text: column.name, title: column.expression || column.name }), make("span", { class: "quiet", text: unitText(column.unit) }), make("code", { class: "quiet", text: column.expression })),
      make("div", { class: "spread-picture" }, this.layers.root), this.figures);
    app.picks.subscribe(() => this.layers.redraw());
    app.looks.subscribe(() => this.layers.redraw());
    app.focus.subscribe(() => this.layers.retouch());
    this.bind();
  }

  get facts(): object {
    const { count, mean, deviation } = moments(this.ordered);
    return { name: this.column.name, count, mean, deviation, percentiles: SHARES.map((share) => percentile(this.ordered, share)) };
  }

  paint(drawing: Drawing): void {
    const { ctx, width, height } = drawing;
    const { column, app } = this;
    const { theme } = app;
    this.ordered = sorted(column.values, app.picks.mask);
    this.tell();
    this.box = { left: 10, top: 8, right: width - 34, bottom: height - 22 };
    const { box } = this;
    this.across = Axis.of(column, app.looks, box.left, box.right);
    const all = sorted(column.values, new Uint8Array(column.values.length).fill(1));
    const bars = column.distinct && column.distinct.length <= 12 ? 48 : barsFor(app.looks.log(column) ? all.map(Math.log) : all, 60);
    const place = (value: number) => Math.min(bars - 1, Math.max(0, Math.floor((bars * (this.across!.place(value) - box.left)) / (box.right - box.left))));
    const counts = [new Float64Array(bars), new Float64Array(bars)];
    for (const value of all) counts[0]![place(value)]!++;
    for (const value of this.ordered) counts[1]![place(value)]!++;
    const most = Math.max(1, ...counts[app.picks.narrowed && this.ordered.length > 0 ? 1 : 0]!);
    const wide = (box.right - box.left) / bars;
    ctx.save();
    ctx.beginPath();
    ctx.rect(box.left, 0, box.right - box.left, box.bottom);
    ctx.clip();
    counts.forEach((list, active) => {
      ctx.fillStyle = theme.colour(active ? "--accent" : "--grid");
      ctx.globalAlpha = active ? 0.62 : 0.8;
      list.forEach((count, i) => { const h = (count / most) * (box.bottom - box.top); if (count > 0) ctx.fillRect(box.left + i * wide + 0.5, box.bottom - Math.max(1, h), Math.max(1, wide - 1), Math.max(1, h)); });
    });
    ctx.restore();
    this.drawShares(drawing);
    this.drawScale(drawing);
  }

  /** The share of runs below a value, and the percentiles as lines. */
  private drawShares({ ctx }: Drawing): void {
    const { box, across, ordered } = this;
    const { theme } = this.app;
    if (ordered.length === 0) return;
    ctx.save();
    ctx.strokeStyle = theme.colour("--ink-2");
    ctx.setLineDash([3, 3]);
    for (const share of SHARES) {
      const x = Math.round(across!.place(percentile(ordered, share))) + 0.5;
      ctx.globalAlpha = share === 0.5 ? 0.95 : 0.45;
      ctx.lineWidth = share === 0.5 ? 1.6 : 1;
      ctx.beginPath();
      ctx.moveTo(x, box.top);
      ctx.lineTo(x, box.bottom);
      ctx.stroke();
    }
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
    ctx.lineWidth = 1.8;
    ctx.strokeStyle = theme.colour("--ink-2");
    ctx.beginPath();
    const every = Math.max(1, Math.floor(ordered.length / 400));
    ctx.moveTo(box.left, box.bottom);
    for (let i = 0; i < ordered.length; i += every) ctx.lineTo(across!.place(ordered[i]!), box.bottom - ((i + 1) / ordered.length) * (box.bottom - box.top));
    ctx.lineTo(across!.place(ordered.at(-1)!), box.top);
    ctx.lineTo(box.right, box.top);
    ctx.stroke();
    ctx.font = `10px ${FONT}`;
    ctx.fillStyle = theme.colour("--ink-2");
    ctx.textBaseline = "middle";
    for (const share of [0, 0.5, 1]) ctx.fillText(`${share * 100}\u202f%`, box.right + 4, box.bottom - share * (box.bottom - box.top));
    ctx.restore();
  }

  private drawScale({ ctx }: Drawing): void {
    const { box, across } = this;
    const { theme } = this.app;
    ctx.save();
    ctx.font = `10.5px ${FONT}`;
    ctx.fillStyle = theme.colour("--ink-2");
    ctx.textAlign = "center";
    ctx.textBaseline = "top";
    ctx.fillRect(box.left, box.bottom, box.right - box.left, 1);
    for (const [value, text] of across!.ticks((box.right - box.left) / 70)) {
      const half = ctx.measureText(text).width / 2;
      ctx.fillText(text, Math.max(half, across!.place(value)), box.bottom + 6);
    }
    ctx.restore();
  }

  private tell(): void {
    const { ordered, column } = this;
    const { count, mean, deviation } = moments(ordered);
    const lines: [string, number][] = [["runs", count], ["mean", mean], ["std. dev.", deviation], ["min", ordered[0] ?? NaN], ["max", ordered.at(-1) ?? NaN], ...SHARES.map((share): [string, number] => [share === 0.5 ? "median" : `${share * 100}\u202f%`, percentile(ordered, share)])];
    this.figures.replaceChildren(...lines.map(([name, value]) => make("div", {}, make("dt", { text: name }), make("dd", { text: name === "runs" ? number(value) : Number.isFinite(value) ? brief(value, 4) : "\u2013", title: String(value) }))));
    this.layers.describe(`${column.name}: ${count} runs, median ${brief(percentile(ordered, 0.5))}, nine tenths between ${brief(percentile(ordered, 0.05))} and ${brief(percentile(ordered, 0.95))}.`);
  }

  overlay(drawing: Drawing): void {
    const { box, across, app, column } = this;
    if (!across) return;
    const range = app.picks.range(column);
    const ends = this.dragged ?? (range ? [across.place(range[0]), across.place(range[1])] : null);
    if (ends) drawRange(drawing, { left: Math.max(box.left, Math.min(ends[0]!, ends[1]!)), right: Math.min(box.right, Math.max(ends[0]!, ends[1]!)), top: box.top - 4, bottom: box.bottom }, app.theme);
    const { row } = app.focus;
    const x = row >= 0 ? across.place(column.values[row]!) : NaN;
    if (!Number.isFinite(x)) return;
    const { ctx } = drawing;
    ctx.fillStyle = app.theme.colour("--select");
    ctx.fillRect(x - 1, box.top, 2, box.bottom - box.top);
    ctx.beginPath();
    ctx.moveTo(x, box.top + 5);
    ctx.lineTo(x - 5, box.top - 4);
    ctx.lineTo(x + 5, box.top - 4);
    ctx.fill();
  }

  private bind(): void {
    const { app, column } = this;
    point(this.layers.top, {
      click: () => app.picks.setRanges([column, null]),
      begin: (x, y) => { this.dragged = [x, x]; return insideBox(this.box, x, y); },
      drag: (x) => { if (this.dragged) this.dragged = [this.dragged[0], Math.max(this.box.left, Math.min(this.box.right, x))]; this.layers.retouch(); },
      end: (done) => {
        const area = this.dragged;
        this.dragged = null;
        if (!done || !area) return this.layers.retouch();
        const range: Range = [this.across!.value(area[0]), this.across!.value(area[1])];
        app.picks.setRanges([column, range]);
      },
      cursor: (x, y) => (insideBox(this.box, x, y) ? "ew-resize" : "default"),
    });
  }
}

export const spreadView: View = {
  id: "spread",
  title: "Distribution",
  build(root, app) {
    const { study } = app;
    const list = make("div", { class: "spread-list" });
    const made = new Map<Column, Histogram>();
    const histograms: Histogram[] = [];
    let parameters = study.responses.length === 0;
    const fill = () => {
      const columns = [...study.responses, ...(parameters ? study.parameters : [])].filter((column) => column.known > 0);
      histograms.length = 0;
      list.replaceChildren(...columns.map((column) => {
        const found = made.get(column);
        if (found) { histograms.push(found); return found.root; }
        const place = make("div", { class: "spread-place" });
        whenSeen(place, () => { const card = new Histogram(app, column); made.set(column, card); histograms.push(card); place.replaceWith(card.root); }, (fault) => app.notices.fault(fault));
        return place;
      }));
      if (columns.length === 0) list.replaceChildren(make("p", { class: "quiet empty", text: "No run has given a response." }));
    };
    root.append(bar(toggle("Parameters too", "Show how the parameters spread as well", parameters, (on) => { parameters = on; fill(); }),
      make("span", { class: "quiet", text: "Bars: runs that are picked. Line: share of them below a value. Drag to pick a range." })), list);
    fill();
    app.hook["spread"] = { get list() { return histograms.map((card) => card.facts); } };
  },
};
