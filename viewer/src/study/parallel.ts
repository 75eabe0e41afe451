// Parallel coordinates: a scale for every chosen column side by side, a line through them for every run. A range of a scale is picked by dragging along it.
import { make } from "../dom";
import { brief } from "../plots/axes";
import { unitText } from "../plots/units";
import type { StudyApp, View } from "./app";
import { Axis } from "./axis";
import { type Drawing, fitted, FONT, Layers, type Painter, point } from "./canvas";
import { columnChooser, firstColumns } from "./chooser";
import { bar } from "./controls";
import { colourLegend } from "./legend";
import { NO_SHADE, rampOf } from "./looks";
import type { Range } from "./picks";
import { missingColour } from "./points";
import type { Column } from "./column";
import { Tooltip } from "./tooltip";

const MOST = 16;
const FIRST = 9;
/** Lines that are drawn: more cannot be told apart, and take their time. */
const MOST_LINES = 4000;
const GRIP = 16;

interface Line { column: Column; x: number; axis: Axis }

class Parallel implements Painter {
  private columns: Column[];
  private lines: Line[] = [];
  private dragged: { line: Line; from: number; to: number; moved: Range | null } | null = null;
  /** The scale that the keys move. */
  private held: Column | null = null;
  /** Rows that count and are drawn. */
  private active: number[] = [];
  private readonly layers: Layers;
  private readonly tip: Tooltip;
  private readonly note = make("span", { class: "quiet" });

  constructor(root: HTMLElement, private readonly app: StudyApp) {
    this.columns = firstColumns(app, FIRST);
    this.layers = new Layers(this, app.theme, "Parallel coordinates");
    const place = make("div", { class: "picture" }, this.layers.root);
    this.tip = new Tooltip(place, app);
    const chooser = columnChooser(app, () => this.columns, MOST, (columns) => { this.columns = columns; (chooser as HTMLElement & { refresh(): void }).refresh(); this.layers.redraw(); });
    root.append(bar(chooser, this.note), place, colourLegend(app));
    app.picks.subscribe(() => this.layers.redraw());
    app.looks.subscribe(() => this.layers.redraw());
    app.focus.subscribe(() => this.layers.retouch());
    this.bind();
    const view = this;
    app.hook["parallel"] = {
      get columns() { return view.columns.map((column) => column.name); },
      get drawn() { return view.active.length; },
      /** Where a value of a column is on the screen. */
      screen(name: string, value: number) {
        const at = view.layers.root.getBoundingClientRect();
        const line = view.lines.find((each) => each.column.name === name);
        return line ? [at.left + line.x, at.top + line.axis.place(value)] : null;
      },
    };
  }

  /** Rows that count (1) or do not (0), evenly taken where there are many. */
  private drawnRows(active: 0 | 1): number[] {
    const { mask } = this.app.picks;
    const rows: number[] = [];
    for (let row = 0; row < mask.length; row++) if (mask[row] === active) rows.push(row);
    const every = Math.ceil(rows.length / (active ? MOST_LINES : MOST_LINES / 4));
    return every > 1 ? rows.filter((_, i) => i % every === 0) : rows;
  }

  private layout(width: number, height: number): void {
    const count = this.columns.length;
    const room = count > 1 ? (width - 110) / (count - 1) : 0;
    this.lines = this.columns.map((column, i) => ({ column, x: count > 1 ? 55 + i * room : width / 2, axis: Axis.of(column, this.app.looks, height - 26, 46) }));
  }

  paint(drawing: Drawing): void {
    const { app } = this;
    this.layout(drawing.width, drawing.height);
    const { ctx } = drawing;
    const ramp = rampOf(app.theme.name);
    const active = (this.active = this.drawnRows(1));
    ctx.save();
    ctx.lineJoin = "round";
    if (app.picks.narrowed) this.stroke(ctx, this.drawnRows(0), app.theme.colour("--grid-strong"), 0.28);
    // By shade, so that the greatest are on top of the least, and one path has many lines.
    const alpha = Math.max(0.12, Math.min(0.85, 30 / Math.max(1, active.length) ** 0.7));
    const byShade = new Map<number, number[]>();
    for (const row of active) {
      const shade = app.looks.shades[row]!;
      const list = byShade.get(shade);
      if (list) list.push(row);
      else byShade.set(shade, [row]);
    }
    for (const shade of [...byShade.keys()].sort((a, b) => (a === NO_SHADE ? -1 : a) - (b === NO_SHADE ? -1 : b))) {
      this.stroke(ctx, byShade.get(shade)!, shade === NO_SHADE ? app.theme.colour(missingColour(app.looks)) : ramp.css[shade]!, alpha);
    }
    ctx.restore();
    this.drawScales(drawing);
    this.note.textContent = active.length < app.picks.active ? `Every ${Math.ceil(app.picks.active / MOST_LINES)}th of ${app.picks.active} lines is drawn. Drag along a scale to pick a range.` : "Drag along a scale to pick a range; click it to take the range away.";
    this.layers.describe(`Parallel coordinates of ${this.columns.map((column) => column.name).join(", ")}: ${app.picks.active} of ${app.study.rows} runs.`);
  }

  private trace(ctx: CanvasRenderingContext2D, row: number): void {
    let pen = false;
    for (const { column, x, axis } of this.lines) {
      const y = axis.place(column.values[row]!);
      if (!Number.isFinite(y)) { pen = false; continue; }
      if (pen) ctx.lineTo(x, y);
      else ctx.moveTo(x, y);
      pen = true;
    }
  }

  private stroke(ctx: CanvasRenderingContext2D, rows: readonly number[], colour: string, alpha: number): void {
    ctx.strokeStyle = colour;
    ctx.globalAlpha = alpha;
    ctx.lineWidth = rows.length > 500 ? 1 : 1.3;
    // One path for few rows each: where lines of one path cross, they do not add up.
    for (let from = 0; from < rows.length; from += 8) {
      ctx.beginPath();
      for (const row of rows.slice(from, from + 8)) this.trace(ctx, row);
      ctx.stroke();
    }
  }

  private drawScales({ ctx, width }: Drawing): void {
    const { theme } = this.app;
    const room = this.lines.length > 1 ? this.lines[1]!.x - this.lines[0]!.x : width;
    ctx.save();
    for (const { column, x, axis } of this.lines) {
      ctx.fillStyle = theme.colour("--ink-2");
      ctx.fillRect(x - 0.75, axis.to, 1.5, axis.from - axis.to);
      ctx.textAlign = "center";
      ctx.textBaseline = "alphabetic";
      ctx.font = `600 12px ${FONT}`;
      ctx.fillStyle = theme.colour(column.kind === "response" ? "--accent" : "--ink");
      ctx.fillText(fitted(ctx, column.name, Math.max(40, room - 8)), x, 18);
      ctx.font = `11px ${FONT}`;
      ctx.fillStyle = theme.colour("--ink-2");
      ctx.fillText(fitted(ctx, unitText(column.unit), Math.max(40, room - 8)), x, 33);
      ctx.textAlign = "left";
      ctx.textBaseline = "middle";
      ctx.font = `10.5px ${FONT}`;
      for (const [value, text] of axis.ticks(7)) {
        const y = axis.place(value);
        const wide = ctx.measureText(text).width;
        ctx.globalAlpha = 0.8;
        ctx.fillStyle = theme.colour("--panel");
        ctx.fillRect(x + 3, y - 7, wide + 5, 14);
        ctx.globalAlpha = 1;
        ctx.fillStyle = theme.colour("--ink-2");
        ctx.fillRect(x - 3, y - 0.5, 6, 1);
        ctx.fillText(text, x + 6, y);
      }
    }
    ctx.restore();
  }

  overlay(drawing: Drawing): void {
    const { ctx } = drawing;
    const { theme, focus, picks } = this.app;
    ctx.save();
    for (const line of this.lines) {
      const range = this.dragged?.line === line ? this.draggedRange() : picks.range(line.column);
      if (!range) continue;
      const clamp = (y: number) => Math.max(line.axis.to - 6, Math.min(line.axis.from + 6, y));
      const [top, bottom] = [clamp(line.axis.place(range[1])), clamp(line.axis.place(range[0]))];
      ctx.fillStyle = theme.colour("--accent");
      ctx.globalAlpha = 0.28;
      ctx.beginPath();
      ctx.roundRect(line.x - 7, top, 14, Math.max(2, bottom - top), 4);
      ctx.fill();
      ctx.globalAlpha = 1;
      ctx.lineWidth = 1.4;
      ctx.strokeStyle = theme.colour("--accent");
      ctx.stroke();
    }
    const held = this.layers.top.matches(":focus-visible") ? this.lines.find((line) => line.column === this.held) : undefined;
    if (held) {
      ctx.strokeStyle = theme.colour("--accent");
      ctx.lineWidth = 1.5;
      ctx.strokeRect(held.x - 13, held.axis.to - 8, 26, held.axis.from - held.axis.to + 16);
    }
    for (const [row, colour, wide] of [[focus.hovered, "--accent", 2], [focus.row, "--select", 2.6]] as const) {
      if (row < 0) continue;
      for (const [width, style] of [[wide + 3, theme.colour("--panel")], [wide, theme.colour(colour)]] as const) {
        ctx.beginPath();
        this.trace(ctx, row);
        ctx.lineWidth = width;
        ctx.strokeStyle = style;
        ctx.stroke();
      }
    }
    ctx.restore();
  }

  private lineAt(x: number): Line | null {
    return this.lines.find((line) => Math.abs(line.x - x) < GRIP) ?? null;
  }

  /** The run whose line passes nearest. */
  private find(x: number, y: number): number {
    const right = this.lines.findIndex((line) => line.x >= x);
    if (right <= 0) return -1;
    const [a, b] = [this.lines[right - 1]!, this.lines[right]!];
    const share = (x - a.x) / (b.x - a.x);
    let [best, least] = [-1, 7];
    for (const row of this.active) {
      const at = a.axis.place(a.column.values[row]!) * (1 - share) + b.axis.place(b.column.values[row]!) * share;
      if (Math.abs(at - y) < least) { least = Math.abs(at - y); best = row; }
    }
    return best;
  }

  private draggedRange(): Range {
    const { line, from, to, moved } = this.dragged!;
    const shift = (value: number) => line.axis.value(line.axis.place(value) + to - from);
    const ends: Range = moved ? [shift(moved[0]), shift(moved[1])] : [line.axis.value(from), line.axis.value(to)];
    return ends[0] <= ends[1] ? ends : [ends[1], ends[0]];
  }

  private bind(): void {
    const { app } = this;
    point(this.layers.top, {
      hover: (x, y) => { const row = this.lineAt(x) ? -1 : this.find(x, y); app.focus.hover(row); this.tip.show(row, x, y, this.columns); },
      leave: () => { app.focus.hover(-1); this.tip.hide(); },
      click: (x, y) => {
        const line = this.lineAt(x);
        if (line) return app.picks.setRanges([line.column, null]);
        const row = this.find(x, y);
        if (row >= 0) app.focus.pick(row);
      },
      begin: (x, y) => {
        const line = this.lineAt(x);
        if (!line) return false;
        this.tip.hide();
        const range = app.picks.range(line.column);
        const inside = range && y >= line.axis.place(range[1]) && y <= line.axis.place(range[0]);
        this.dragged = { line, from: y, to: y, moved: inside ? range : null };
        return true;
      },
      drag: (_x, y) => { this.dragged!.to = Math.max(this.dragged!.line.axis.to - 4, Math.min(this.dragged!.line.axis.from + 4, y)); this.layers.retouch(); },
      end: (done) => {
        const { dragged } = this;
        const range = dragged ? this.draggedRange() : null;
        this.dragged = null;
        if (done && dragged && range) app.picks.setRanges([dragged.line.column, range]);
        else this.layers.retouch();
      },
      cursor: (x, y) => (this.lineAt(x) ? "ns-resize" : this.find(x, y) >= 0 ? "pointer" : "default"),
    });
    this.layers.top.addEventListener("keydown", (event) => this.press(event));
    this.layers.top.addEventListener("focus", () => { this.held ??= this.columns[0] ?? null; this.layers.retouch(); });
    this.layers.top.addEventListener("blur", () => this.layers.retouch());
  }

  /** Left and right choose a scale, up and down move its range by a tenth, with Shift its upper end alone; Delete takes it away. */
  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.lines.length === 0) return;
    const at = Math.max(0, this.lines.findIndex((line) => line.column === this.held));
    const line = this.lines[at]!;
    const aside = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (aside !== 0) this.held = this.lines[Math.max(0, Math.min(this.lines.length - 1, at + aside))]!.column;
    else if (step !== 0) this.nudge(line, (step * (line.axis.from - line.axis.to)) / 10, event.shiftKey);
    else if (event.key === "Delete" || event.key === "Backspace") this.app.picks.setRanges([line.column, null]);
    else return;
    event.preventDefault();
    event.stopPropagation();
    const now = this.held ?? line.column;
    const range = this.app.picks.range(now);
    this.layers.describe(`Scale of ${now.name}${range ? `: from ${brief(range[0])} to ${brief(range[1])}` : ", all values"}; ${this.app.picks.active} of ${this.app.study.rows} runs.`);
    this.layers.retouch();
  }

  /** At first the upper or the lower half of the scale. */
  private nudge(line: Line, pixels: number, upper: boolean): void {
    const { axis, column } = line;
    const range = this.app.picks.range(column);
    const half = axis.value((axis.from + axis.to) / 2);
    const moved = (value: number) => axis.value(Math.max(axis.to, Math.min(axis.from, axis.place(value) + pixels)));
    const next: Range = !range ? (pixels < 0 ? [half, axis.most] : [axis.least, half]) : upper ? [range[0], moved(range[1])] : [moved(range[0]), moved(range[1])];
    this.app.picks.setRanges([column, next]);
  }
}

export const parallelView: View = {
  id: "parallel",
  title: "Parallel",
  build(root, app) { new Parallel(root, app); },
};
