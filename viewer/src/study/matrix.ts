// Every chosen column against every other: points below the diagonal, how the columns spread on it, how strongly they go together above it.
import { make } from "../dom";
import type { StudyApp, View } from "./app";
import { Axis } from "./axis";
import { type Drawing, fitted, FONT, Layers, type Painter, point } from "./canvas";
import { columnChooser, firstColumns } from "./chooser";
import { bar } from "./controls";
import { type Box, drawRange, insideBox } from "./frame";
import { colourLegend } from "./legend";
import { rankCorrelation } from "./maths";
import { drawPoints, nearestPoint, type Points, ring, rgbOf } from "./points";
import type { Column } from "./column";
import { Tooltip } from "./tooltip";

const MOST = 8;
const FIRST = 5;
const GAP = 7;
const BARS = 24;

interface Cell { x: Column; y: Column; box: Box; points: Points }

class Matrix implements Painter {
  private columns: Column[];
  private cells: Cell[] = [];
  private pairs: [Column, Column, Box][] = [];
  private dragged: { cell: Cell; from: [number, number]; to: [number, number] } | null = null;
  private correlations = new Map<string, number>();
  private readonly layers: Layers;
  private readonly tip: Tooltip;

  constructor(root: HTMLElement, private readonly app: StudyApp) {
    this.columns = firstColumns(app, FIRST);
    this.layers = new Layers(this, app.theme, "Scatter matrix");
    const place = make("div", { class: "picture" }, this.layers.root);
    this.tip = new Tooltip(place, app);
    const chooser = columnChooser(app, () => this.columns, MOST, (columns) => { this.columns = columns; (chooser as HTMLElement & { refresh(): void }).refresh(); this.correlations.clear(); this.layers.redraw(); });
    root.append(bar(chooser, make("span", { class: "quiet", text: "Drag in a cell to pick runs, click a point to see its run." })), place, colourLegend(app));
    app.picks.subscribe(() => { this.correlations.clear(); this.layers.redraw(); });
    app.looks.subscribe(() => this.layers.redraw());
    app.focus.subscribe(() => this.layers.retouch());
    this.bind();
    const view = this;
    app.hook["matrix"] = {
      get columns() { return view.columns.map((column) => column.name); },
      get correlations() { return view.pairs.map(([a, b]) => [a.name, b.name, view.correlation(a, b)]); },
      cell(x: string, y: string) {
        const found = view.cells.find((cell) => cell.x.name === x && cell.y.name === y);
        const at = view.layers.root.getBoundingClientRect();
        return found ? { left: at.left + found.box.left, top: at.top + found.box.top, right: at.left + found.box.right, bottom: at.top + found.box.bottom } : null;
      },
      screen(x: string, y: string, run: number) {
        const found = view.cells.find((cell) => cell.x.name === x && cell.y.name === y);
        const row = app.study.row(run);
        const at = view.layers.root.getBoundingClientRect();
        return found ? [at.left + found.points.across.place(found.x.values[row]!), at.top + found.points.up.place(found.y.values[row]!)] : null;
      },
    };
  }

  private correlation(a: Column, b: Column): number {
    const key = `${a.index} ${b.index}`;
    let found = this.correlations.get(key);
    if (found === undefined) this.correlations.set(key, (found = rankCorrelation(a.values, b.values, this.app.picks.mask)));
    return found;
  }

  private layout(width: number, height: number): void {
    const { app, columns } = this;
    const count = Math.max(1, columns.length);
    const [left, top] = [46, 6];
    const [w, h] = [(width - left - 8) / count, (height - top - 24) / count];
    const boxOf = (i: number, j: number): Box => ({ left: left + i * w, top: top + j * h, right: left + (i + 1) * w - GAP, bottom: top + (j + 1) * h - GAP });
    this.cells = [];
    this.pairs = [];
    columns.forEach((y, j) => columns.forEach((x, i) => {
      const box = boxOf(i, j);
      if (i > j) this.pairs.push([x, y, box]);
      if (i >= j) return;
      const across = Axis.of(x, app.looks, box.left + 2, box.right - 2);
      const up = Axis.of(y, app.looks, box.bottom - 2, box.top + 2);
      this.cells.push({ x, y, box, points: { x: x.values, y: y.values, across, up, mask: app.picks.mask, rows: null } });
    }));
  }

  paint(drawing: Drawing): void {
    const { app, columns } = this;
    this.layout(drawing.width, drawing.height);
    const size = app.study.rows > 1500 ? 1.6 : app.study.rows > 300 ? 2.1 : 2.8;
    for (const cell of this.cells) {
      this.ground(drawing, cell.box);
      drawPoints(drawing, cell.points, app.looks, app.theme, size);
    }
    for (const [a, b, box] of this.pairs) this.drawCorrelation(drawing, a, b, box);
    const count = Math.max(1, columns.length);
    const [w, h] = [(drawing.width - 54) / count, (drawing.height - 30) / count];
    columns.forEach((column, i) => this.drawSpread(drawing, column, { left: 46 + i * w, top: 6 + i * h, right: 46 + (i + 1) * w - GAP, bottom: 6 + (i + 1) * h - GAP }));
    this.drawScales(drawing);
    this.layers.describe(`Scatter matrix of ${columns.map((column) => column.name).join(", ")}: ${app.picks.active} of ${app.study.rows} runs.`);
  }

  private ground({ ctx }: Drawing, box: Box): void {
    ctx.strokeStyle = this.app.theme.colour("--line-soft");
    ctx.lineWidth = 1;
    ctx.strokeRect(Math.round(box.left) + 0.5, Math.round(box.top) + 0.5, Math.round(box.right - box.left), Math.round(box.bottom - box.top));
  }

  /** The numbers of the first column and of the last row alone: the others share their scales. */
  private drawScales({ ctx }: Drawing): void {
    ctx.save();
    ctx.font = `10px ${FONT}`;
    ctx.fillStyle = this.app.theme.colour("--ink-3");
    const ends = (axis: Axis, room: number) => axis.ticks(Math.max(2, room / 46)).filter((_, i, all) => all.length <= 3 || i % Math.ceil(all.length / 3) === 0);
    for (const { x, y, box, points } of this.cells) {
      if (y === this.columns.at(-1)) {
        ctx.textAlign = "center";
        ctx.textBaseline = "top";
        for (const [value, text] of ends(points.across, box.right - box.left)) ctx.fillText(text, points.across.place(value), box.bottom + 5);
      }
      if (x === this.columns[0]) {
        ctx.textAlign = "right";
        ctx.textBaseline = "middle";
        for (const [value, text] of ends(points.up, box.bottom - box.top)) ctx.fillText(text, box.left - 5, points.up.place(value));
      }
    }
    ctx.restore();
  }

  private drawSpread(drawing: Drawing, column: Column, box: Box): void {
    const { ctx } = drawing;
    const { theme, looks, picks } = this.app;
    const axis = Axis.of(column, looks, 0, BARS);
    const counts = [new Float64Array(BARS), new Float64Array(BARS)];
    for (let row = 0; row < column.values.length; row++) {
      const at = Math.floor(axis.place(column.values[row]!));
      if (at >= 0 && at < BARS) { counts[0]![at]!++; if (picks.mask[row]) counts[1]![at]!++; }
    }
    ctx.save();
    ctx.fillStyle = theme.colour("--field");
    ctx.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    const room = box.bottom - box.top - 24;
    const width = (box.right - box.left) / BARS;
    counts.forEach((list, active) => {
      const most = Math.max(1, ...(picks.narrowed && active ? list : counts[0]!));
      ctx.fillStyle = theme.colour(active ? "--accent" : "--grid-strong");
      ctx.globalAlpha = active ? 0.75 : 0.55;
      list.forEach((count, i) => { const h = (count / most) * Math.max(0, room); ctx.fillRect(box.left + i * width + 0.5, box.bottom - h, width - 1, h); });
    });
    ctx.globalAlpha = 1;
    ctx.fillStyle = theme.colour("--ink");
    ctx.font = `600 12px ${FONT}`;
    ctx.textBaseline = "top";
    ctx.fillText(fitted(ctx, column.name, box.right - box.left - 10), box.left + 6, box.top + 6);
    ctx.restore();
  }

  private drawCorrelation({ ctx }: Drawing, a: Column, b: Column, box: Box): void {
    const { theme } = this.app;
    const value = this.correlation(a, b);
    ctx.save();
    if (Number.isFinite(value)) {
      const [r, g, blue] = rgbOf(theme.colour(value < 0 ? "--select" : "--accent"));
      ctx.fillStyle = `rgb(${r} ${g} ${blue} / ${Math.round(Math.abs(value) * 38)}%)`;
      ctx.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    }
    ctx.fillStyle = theme.colour(Math.abs(value) >= 0.3 ? "--ink" : "--ink-3");
    const size = Math.max(10, Math.min(18, 11 + 8 * Math.abs(value || 0), (box.right - box.left) / 4));
    ctx.font = `${Math.abs(value) >= 0.5 ? 600 : 400} ${size}px ${FONT}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(Number.isFinite(value) ? (Math.round(100 * value) / 100 || 0).toFixed(2).replace("-", "\u2212") : "\u2013", (box.left + box.right) / 2, (box.top + box.bottom) / 2);
    ctx.restore();
  }

  overlay(drawing: Drawing): void {
    const { app } = this;
    const { theme, focus, picks } = app;
    for (const { x, y, box, points } of this.cells) {
      const [rx, ry] = [picks.range(x), picks.range(y)];
      const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
      if (rx && ry) drawRange(drawing, { left: clamp(points.across.place(rx[0]), box.left, box.right), right: clamp(points.across.place(rx[1]), box.left, box.right), top: clamp(points.up.place(ry[1]), box.top, box.bottom), bottom: clamp(points.up.place(ry[0]), box.top, box.bottom) }, theme);
      for (const [row, colour] of [[focus.hovered, "--accent"], [focus.row, "--select"]] as const) {
        if (row >= 0) ring(drawing, points.across.place(x.values[row]!), points.up.place(y.values[row]!), theme.colour(colour), theme.colour("--panel"), 4.5);
      }
    }
    const { dragged } = this;
    if (dragged) drawRange(drawing, { left: dragged.from[0], top: dragged.from[1], right: dragged.to[0], bottom: dragged.to[1] }, theme);
  }

  private cellAt(x: number, y: number): Cell | null { return this.cells.find((cell) => insideBox(cell.box, x, y)) ?? null; }

  private bind(): void {
    const { app } = this;
    const find = (x: number, y: number) => { const cell = this.cellAt(x, y); return cell ? nearestPoint(cell.points, x, y, 9) : -1; };
    point(this.layers.top, {
      hover: (x, y) => { const row = find(x, y); const cell = this.cellAt(x, y); app.focus.hover(row); this.tip.show(row, x, y, cell ? [cell.x, cell.y] : []); },
      leave: () => { app.focus.hover(-1); this.tip.hide(); },
      click: (x, y) => {
        const row = find(x, y);
        const cell = this.cellAt(x, y);
        if (row >= 0) app.focus.pick(row);
        else if (cell) app.picks.setRanges([cell.x, null], [cell.y, null]);
      },
      begin: (x, y) => { const cell = this.cellAt(x, y); this.tip.hide(); this.dragged = cell ? { cell, from: [x, y], to: [x, y] } : null; return cell !== null; },
      drag: (x, y) => {
        const { box } = this.dragged!.cell;
        this.dragged!.to = [Math.max(box.left, Math.min(box.right, x)), Math.max(box.top, Math.min(box.bottom, y))];
        this.layers.retouch();
      },
      end: (done) => {
        const { dragged } = this;
        this.dragged = null;
        if (!done || !dragged) return this.layers.retouch();
        const { cell: { x, y, points: { across, up } }, from, to } = dragged;
        app.picks.setRanges([x, [across.value(from[0]), across.value(to[0])]], [y, [up.value(from[1]), up.value(to[1])]]);
      },
      cursor: (x, y) => (this.cellAt(x, y) ? (find(x, y) >= 0 ? "pointer" : "crosshair") : "default"),
    });
  }
}

export const matrixView: View = {
  id: "matrix",
  title: "Scatter matrix",
  build(root, app) { new Matrix(root, app); },
};
