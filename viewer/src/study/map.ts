// A response over two parameters: a map in colours with lines of equal value where the runs stand on a grid, coloured points where they do not.
import { make } from "../dom";
import { brief } from "../plots/axes";
import type { StudyApp, View } from "./app";
import { Axis } from "./axis";
import { type Drawing, FONT, Layers, type Painter, point } from "./canvas";
import { bar, columnChoice, middle, refill, sliceChoice, toggle } from "./controls";
import { type Box, cross, drawFrame, drawRange, insideBox, labelOf, roomFor } from "./frame";
import { type Looks, NO_SHADE, rampOf } from "./looks";
import { contour } from "./maths";
import { nearestPoint, ring } from "./points";
import type { Column } from "./column";
import { Tooltip } from "./tooltip";

const LEVELS = 9;
const BAR = 14;

/** Runs on a grid of two parameters: values[j * xs + i] is their mean, row[..] one of them, -1: none. */
interface Grid { xs: readonly number[]; ys: readonly number[]; values: Float64Array; row: Int32Array; shared: boolean }

/** Half way between neighbours, on the scale of the axis; the outer ones as far outside. */
function edges(values: readonly number[], axis: Axis): number[] {
  const at = values.map((value) => axis.place(value));
  if (at.length === 1) return [axis.from, axis.to];
  const out = [at[0]! - (at[1]! - at[0]!) / 2];
  for (let i = 1; i < at.length; i++) out.push((at[i - 1]! + at[i]!) / 2);
  out.push(at.at(-1)! + (at.at(-1)! - at.at(-2)!) / 2);
  return out;
}

/** Around the numbers of a grid, with half a cell of room at both ends. */
function cellAxis(column: Column, looks: Looks, from: number, to: number): Axis {
  return Axis.around(column.min, column.max, looks.log(column), from, to, column.distinct && column.distinct.length > 1 ? 0.5 / (column.distinct.length - 1) : undefined);
}

/** A full scale of its own: other rows than those of the slice do not count. */
function rangeOf(values: ArrayLike<number>): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}

class ResponseMap implements Painter {
  private x: Column;
  private y: Column;
  private z: Column;
  private lines = true;
  private readonly slices = new Map<Column, number | null>();
  private rows: number[] = [];
  private grid: Grid | null = null;
  private range: [number, number] = [0, 1];
  private box: Box = { left: 0, top: 0, right: 0, bottom: 0 };
  private across: Axis | null = null;
  private up: Axis | null = null;
  private dragged: [number, number, number, number] | null = null;
  private readonly layers: Layers;
  private readonly tools = bar();
  private readonly note = make("p", { class: "view-note quiet" });
  private readonly tip: Tooltip;

  constructor(root: HTMLElement, private readonly app: StudyApp) {
    const { study } = app;
    const wide = [...study.parameters].sort((a, b) => (b.distinct?.length ?? 65) - (a.distinct?.length ?? 65));
    this.x = wide[0]!;
    this.y = wide[1]!;
    this.z = study.responses.find((column) => column.known > 0) ?? study.responses[0]!;
    this.layers = new Layers(this, app.theme, "Map");
    const place = make("div", { class: "picture" }, this.layers.root);
    this.tip = new Tooltip(place, app);
    root.append(this.tools, place, this.note);
    app.picks.subscribe(() => this.layers.redraw());
    app.looks.subscribe(() => this.change());
    app.focus.subscribe(() => this.follow());
    this.bind();
    this.change();
    const view = this;
    app.hook["map"] = {
      get grid() { return view.grid ? { xs: [...view.grid.xs], ys: [...view.grid.ys], values: Array.from(view.grid.values) } : null; },
      screen(run: number) {
        const row = study.row(run);
        const at = view.layers.root.getBoundingClientRect();
        return view.across && view.up ? [at.left + view.across.place(view.x.values[row]!), at.top + view.up.place(view.y.values[row]!)] : null;
      },
    };
  }

  /** A run that is picked elsewhere is shown: slices go to its values. */
  private follow(): void {
    const { row } = this.app.focus;
    let moved = false;
    for (const [column, value] of this.slices) {
      if (row < 0 || value === null || column === this.x || column === this.y || value === column.values[row]) continue;
      this.slices.set(column, column.values[row]!);
      moved = true;
    }
    if (moved) this.change();
    else this.layers.retouch();
  }

  private change(): void {
    const { study } = this.app;
    if (this.x === this.y) this.y = study.parameters.find((column) => column !== this.x)!;
    const sliced = study.parameters.filter((column) => column !== this.x && column !== this.y && column.distinct !== null && column.distinct.length > 1);
    for (const column of sliced) if (!this.slices.has(column)) this.slices.set(column, this.isGrid() ? middle(column) : null);
    const held = sliced.map((column) => [column, this.slices.get(column)!] as const).filter(([, value]) => value !== null);
    this.rows = Array.from({ length: study.rows }, (_, row) => row).filter((row) => held.every(([column, value]) => column.values[row] === value));
    this.grid = this.isGrid() ? this.gridOf() : null;
    this.range = rangeOf(this.grid ? this.grid.values : this.rows.map((row) => this.z.values[row]!));
    this.fill(sliced);
    this.note.textContent = this.grid === null ? "The runs do not stand on a grid of these two parameters: every run is a point." : this.grid.shared ? "Several runs share a place: their mean is shown. Hold on to other parameters to tell them apart." : "";
    this.layers.redraw();
  }

  /** Enough of the places that two lists of values make have a run. */
  private isGrid(): boolean {
    const [a, b] = [this.x.distinct, this.y.distinct];
    return a !== null && b !== null && a.length > 1 && b.length > 1 && a.length * b.length <= 2 * this.app.study.rows;
  }

  private gridOf(): Grid {
    const [xs, ys] = [this.x.distinct!, this.y.distinct!];
    const [columns, lines] = [new Map(xs.map((value, i) => [value, i])), new Map(ys.map((value, j) => [value, j]))];
    const sum = new Float64Array(xs.length * ys.length);
    const count = new Int32Array(sum.length);
    const row = new Int32Array(sum.length).fill(-1);
    let shared = false;
    for (const each of this.rows) {
      const [i, j] = [columns.get(this.x.values[each]!), lines.get(this.y.values[each]!)];
      if (i === undefined || j === undefined) continue;
      const at = j * xs.length + i;
      shared ||= row[at]! >= 0;
      if (row[at]! < 0 || !Number.isFinite(this.z.values[row[at]!]!)) row[at] = each;
      if (!Number.isFinite(this.z.values[each]!)) continue;
      sum[at]! += this.z.values[each]!;
      count[at]!++;
    }
    return { xs, ys, values: sum.map((value, at) => (count[at] ? value / count[at]! : NaN)), row, shared };
  }

  private fill(sliced: readonly Column[]): void {
    const { app } = this;
    const { study } = app;
    const set = (apply: () => void) => { apply(); this.change(); };
    refill(this.tools, [
      columnChoice(app, "Response", study.responses, this.z, (column) => set(() => { this.z = column!; })),
      columnChoice(app, "over", study.parameters, this.x, (column) => set(() => { if (column === this.y) this.y = this.x; this.x = column!; })),
      columnChoice(app, "and", study.parameters, this.y, (column) => set(() => { if (column === this.x) this.x = this.y; this.y = column!; })),
      ...sliced.map((column) => sliceChoice(column, this.slices.get(column) ?? null, "all", (value) => set(() => this.slices.set(column, value)))),
      this.grid ? toggle("Lines", "Lines of equal value", this.lines, (on) => set(() => { this.lines = on; })) : null,
    ]);
  }

  private shade(value: number): number {
    const [least, most] = this.range;
    if (!Number.isFinite(value)) return NO_SHADE;
    if (!(most > least)) return 32;
    const share = this.app.looks.log(this.z) ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
    return Math.round(63 * Math.max(0, Math.min(1, share)));
  }

  paint(drawing: Drawing): void {
    const { width, height } = drawing;
    const { x, y, z, app } = this;
    const rough = Axis.of(y, app.looks, height - 46, 26);
    const scale = Axis.around(...this.range, app.looks.log(z), height - 46, 26, 0);
    const right = width - roomFor(drawing, scale, height - 72) - BAR - 26;
    this.box = { left: roomFor(drawing, rough, height - 72), top: 26, right, bottom: height - 46 };
    const { box } = this;
    const make_ = this.grid ? cellAxis : Axis.of;
    this.across = make_(x, app.looks, box.left, box.right);
    this.up = make_(y, app.looks, box.bottom, box.top);
    if (!this.grid) drawFrame(drawing, box, this.across, this.up, app.theme, { x: labelOf(x), y: labelOf(y) });
    if (this.grid) this.drawCells(drawing, this.grid, this.across, this.up);
    else this.drawDots(drawing, this.across, this.up);
    if (this.grid) this.drawScales(drawing, box, this.across, this.up);
    if (this.grid && this.lines) this.drawLines(drawing, this.grid, this.across, this.up);
    this.drawBar(drawing, scale);
    this.layers.describe(`${z.name} over ${x.name} and ${y.name}: ${this.rows.length} runs, from ${brief(this.range[0])} to ${brief(this.range[1])}. Arrow keys go from run to run.`);
  }

  /** Numbers along the sides without lines through the cells. */
  private drawScales(drawing: Drawing, box: Box, across: Axis, up: Axis): void {
    const { ctx } = drawing;
    const { theme } = this.app;
    ctx.save();
    ctx.font = `11px ${FONT}`;
    ctx.fillStyle = theme.colour("--ink-2");
    ctx.strokeStyle = theme.colour("--line");
    ctx.textAlign = "center";
    ctx.textBaseline = "top";
    for (const [value, text] of across.ticks(Math.max(2, (box.right - box.left) / 75))) {
      ctx.fillText(text, across.place(value), box.bottom + 7);
      ctx.fillRect(across.place(value), box.bottom + 1, 1, 4);
    }
    ctx.textAlign = "right";
    ctx.textBaseline = "middle";
    for (const [value, text] of up.ticks(Math.max(2, (box.bottom - box.top) / 42))) {
      ctx.fillText(text, box.left - 7, up.place(value));
      ctx.fillRect(box.left - 5, up.place(value), 4, 1);
    }
    ctx.textBaseline = "alphabetic";
    ctx.textAlign = "center";
    ctx.fillText(labelOf(this.x), (box.left + box.right) / 2, box.bottom + 34);
    ctx.textAlign = "left";
    ctx.fillText(labelOf(this.y), 6, box.top - 9);
    ctx.restore();
  }

  private drawCells(drawing: Drawing, grid: Grid, across: Axis, up: Axis): void {
    const { ctx } = drawing;
    const { theme, picks } = this.app;
    const ramp = rampOf(theme.name);
    const [left, top] = [edges(grid.xs, across), edges(grid.ys, up)];
    ctx.save();
    ctx.beginPath();
    ctx.rect(this.box.left, this.box.top, this.box.right - this.box.left, this.box.bottom - this.box.top);
    ctx.clip();
    ctx.fillStyle = theme.colour("--field");
    ctx.fillRect(this.box.left, this.box.top, this.box.right - this.box.left, this.box.bottom - this.box.top);
    for (let j = 0; j < grid.ys.length; j++) {
      for (let i = 0; i < grid.xs.length; i++) {
        const at = j * grid.xs.length + i;
        const row = grid.row[at]!;
        if (row < 0) continue;
        const shade = this.shade(grid.values[at]!);
        const [x, y, w, h] = [left[i]!, top[j + 1]!, left[i + 1]! - left[i]!, top[j]! - top[j + 1]!];
        ctx.globalAlpha = picks.mask[row] ? 1 : 0.22;
        if (shade !== NO_SHADE) {
          ctx.fillStyle = ramp.css[shade]!;
          ctx.fillRect(x, y, w + 0.6, h + 0.6);
        } else {
          ctx.strokeStyle = theme.colour("--error");
          ctx.lineWidth = 1.6;
          cross(drawing, x + w / 2, y + h / 2, Math.min(5, w / 3, h / 3));
        }
      }
    }
    ctx.restore();
  }

  private drawDots({ ctx }: Drawing, across: Axis, up: Axis): void {
    const { theme, picks } = this.app;
    const ramp = rampOf(theme.name);
    ctx.save();
    for (const active of [0, 1]) {
      for (const row of this.rows) {
        if (picks.mask[row] !== active) continue;
        const shade = this.shade(this.z.values[row]!);
        ctx.globalAlpha = active ? 0.9 : 0.3;
        ctx.fillStyle = !active ? theme.colour("--grid-strong") : shade === NO_SHADE ? theme.colour("--error") : ramp.css[shade]!;
        ctx.beginPath();
        ctx.arc(across.place(this.x.values[row]!), up.place(this.y.values[row]!), this.rows.length > 2000 ? 2 : 4, 0, 2 * Math.PI);
        ctx.fill();
      }
    }
    ctx.restore();
  }

  private drawLines({ ctx }: Drawing, grid: Grid, across: Axis, up: Axis): void {
    const { theme } = this.app;
    const scale = Axis.around(...this.range, this.app.looks.log(this.z), 0, 1, 0);
    const between = (list: readonly number[], axis: Axis, at: number) => {
      const i = Math.min(list.length - 2, Math.floor(at));
      const [a, b] = [axis.place(list[i]!), axis.place(list[i + 1]!)];
      return a + (b - a) * (at - i);
    };
    ctx.save();
    ctx.font = `600 10.5px ${FONT}`;
    ctx.lineCap = "round";
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    const taken: [number, number][] = [];
    for (const [level, text] of scale.ticks(LEVELS)) {
      const pieces = contour(grid.values, grid.xs.length, grid.ys.length, level);
      if (pieces.length === 0) continue;
      ctx.beginPath();
      const middles: [number, number][] = [];
      for (const [x1, y1, x2, y2] of pieces) {
        const [a, b, c, d] = [between(grid.xs, across, x1), between(grid.ys, up, y1), between(grid.xs, across, x2), between(grid.ys, up, y2)];
        ctx.moveTo(a, b);
        ctx.lineTo(c, d);
        middles.push([(a + c) / 2, (b + d) / 2]);
      }
      for (const [width, style, alpha] of [[3.2, "#000000", 0.28], [1.4, "#ffffff", 0.95]] as const) {
        ctx.lineWidth = width;
        ctx.strokeStyle = style;
        ctx.globalAlpha = alpha;
        ctx.stroke();
      }
      // The number stands where there is room: away from the edge and from the other numbers.
      const room = ([x, y]: [number, number]) => Math.min(x - this.box.left - 20, this.box.right - 20 - x, y - this.box.top - 10, this.box.bottom - 10 - y, ...taken.map(([u, v]) => Math.hypot(u - x, 2 * (v - y)) - 30));
      const best = middles.reduce((a, b) => (Math.min(60, room(b)) > Math.min(60, room(a)) ? b : a));
      if (room(best) < 0) continue;
      taken.push(best);
      const half = ctx.measureText(text).width / 2 + 3;
      ctx.globalAlpha = 0.85;
      ctx.fillStyle = theme.colour("--panel");
      ctx.beginPath();
      ctx.roundRect(best[0] - half, best[1] - 8, 2 * half, 16, 4);
      ctx.fill();
      ctx.globalAlpha = 1;
      ctx.fillStyle = theme.colour("--ink");
      ctx.fillText(text, best[0], best[1] + 0.5);
    }
    ctx.restore();
  }

  private drawBar({ ctx, width }: Drawing, scale: Axis): void {
    const { theme } = this.app;
    if (!(this.range[0] <= this.range[1])) return;
    const left = this.box.right + 18;
    const gradient = ctx.createLinearGradient(0, this.box.bottom, 0, this.box.top);
    rampOf(theme.name).css.forEach((colour, i, all) => gradient.addColorStop(i / (all.length - 1), colour));
    ctx.save();
    ctx.fillStyle = gradient;
    ctx.beginPath();
    ctx.roundRect(left, this.box.top, BAR, this.box.bottom - this.box.top, 3);
    ctx.fill();
    ctx.font = `11px ${FONT}`;
    ctx.fillStyle = theme.colour("--ink-2");
    ctx.textBaseline = "middle";
    for (const [value, text] of scale.ticks(7)) ctx.fillText(text, left + BAR + 6, scale.place(value));
    ctx.textBaseline = "alphabetic";
    ctx.textAlign = "right";
    ctx.fillText(labelOf(this.z), width - 6, this.box.top - 9);
    ctx.restore();
  }

  overlay(drawing: Drawing): void {
    const { app, across, up, box } = this;
    if (!across || !up) return;
    const [rx, ry] = [app.picks.range(this.x), app.picks.range(this.y)];
    if (this.dragged) drawRange(drawing, { left: this.dragged[0], top: this.dragged[1], right: this.dragged[2], bottom: this.dragged[3] }, app.theme);
    else if (rx || ry) drawRange(drawing, { left: rx ? across.place(rx[0]) : box.left, right: rx ? across.place(rx[1]) : box.right, top: ry ? up.place(ry[1]) : box.top, bottom: ry ? up.place(ry[0]) : box.bottom }, app.theme);
    for (const [row, colour] of [[app.focus.hovered, "--accent"], [app.focus.row, "--select"]] as const) {
      if (row >= 0) ring(drawing, across.place(this.x.values[row]!), up.place(this.y.values[row]!), app.theme.colour(colour), app.theme.colour("--panel"), 7);
    }
  }

  private find(left: number, top: number): number {
    const { across, up } = this;
    if (!across || !up || !insideBox(this.box, left, top)) return -1;
    return nearestPoint({ x: this.x.values, y: this.y.values, across, up, mask: this.app.picks.mask, rows: this.rows }, left, top, this.grid ? 300 : 14);
  }

  private bind(): void {
    const { app } = this;
    const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
    point(this.layers.top, {
      hover: (x, y) => { const row = this.find(x, y); app.focus.hover(row); this.tip.show(row, x, y, [this.x, this.y, this.z]); },
      leave: () => { app.focus.hover(-1); this.tip.hide(); },
      click: (x, y) => { const row = this.find(x, y); if (row >= 0) app.focus.pick(row); },
      begin: (x, y) => { this.tip.hide(); this.dragged = [x, y, x, y]; return insideBox(this.box, x, y); },
      drag: (x, y) => { if (this.dragged) this.dragged = [this.dragged[0], this.dragged[1], clamp(x, this.box.left, this.box.right), clamp(y, this.box.top, this.box.bottom)]; this.layers.retouch(); },
      end: (done) => {
        const area = this.dragged;
        this.dragged = null;
        if (done && area) app.picks.setRanges([this.x, [this.across!.value(area[0]), this.across!.value(area[2])]], [this.y, [this.up!.value(area[1]), this.up!.value(area[3])]]);
        else this.layers.retouch();
      },
      cursor: (x, y) => (insideBox(this.box, x, y) ? "crosshair" : "default"),
    });
    this.layers.top.addEventListener("keydown", (event) => this.press(event));
  }

  /** Arrows go to the next value of a parameter, the other one held. */
  private press(event: KeyboardEvent): void {
    const moves: Record<string, [Column, Column, number]> = { ArrowRight: [this.x, this.y, 1], ArrowLeft: [this.x, this.y, -1], ArrowUp: [this.y, this.x, 1], ArrowDown: [this.y, this.x, -1] };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [along, held, step] = move;
    const from = this.app.focus.row;
    if (!this.rows.includes(from)) { if (this.rows.length > 0) this.app.focus.pick(this.rows[0]!); return; }
    const line = (this.grid ? this.rows.filter((row) => held.values[row] === held.values[from]) : [...this.rows]).sort((a, b) => along.values[a]! - along.values[b]!);
    const next = line[line.indexOf(from) + step];
    if (next !== undefined) this.app.focus.pick(next);
  }
}

export const mapView: View = {
  id: "map",
  title: "Map",
  build(root, app) { new ResponseMap(root, app); },
};
