// One chart: the drawing library, the line of the animation's time, zooming, and marks at the peaks.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { make } from "../dom";
import { grouped } from "../marks";
import type { Theme } from "../theme";
import { type Aligned, align, type Value } from "./align";
import { type AxisColours, axisColours, drawUnits, lastTickRoom, makeAxes, scaleKey, scaleKeys } from "./axes";
import { nearest, type Summary } from "./maths";
import type { Line, Lines, PlotSpec } from "./spec";

const MANY_MARKS = 40; // events in sight

export type Range = readonly [number, number];

export interface ChartEvents {
  /** The reader points at a moment of time: the animation goes there. */
  jump(time: number): void;
  /** The horizontal range has changed by the reader's hand; null: all. */
  zoom(range: Range | null): void;
  /** The pointer is at x, or has left. */
  hover(x: number | null): void;
}

/** Draws lines whose x does not rise. */
function phasePath(plot: uPlot, index: number): uPlot.Series.Paths {
  const [xs, ys] = plot.data[index] as unknown as [Value[], Value[]];
  const series = plot.series[index]!;
  const path = new Path2D();
  let pen = false;
  const key = series.facets![1]!.scale;
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [xs[i], ys[i]];
    if (x == null || y == null) { pen = false; continue; }
    const [left, top] = [plot.valToPos(x, "x", true), plot.valToPos(y, key, true)];
    if (pen) path.lineTo(left, top);
    else path.moveTo(left, top);
    pen = true;
  }
  return { stroke: path };
}

export class Chart {
  readonly plot: uPlot;
  /** What is drawn in a history or spectrum; a phase plot has no common grid. */
  readonly aligned: Aligned | null;
  private readonly colours: AxisColours;
  private readonly head = make("div", { class: "playhead" }, make("div", { class: "playhead-grip" }));
  private readonly band = make("div", { class: "plot-section", attributes: { hidden: "" } });
  private readonly marks = make("div", { class: "event-marks" });
  private readonly dots: HTMLElement[] = [];
  private peaks: (number | null)[] = [];
  private time = NaN;
  private section: Range | null = null;
  private quiet = false;
  /** The horizontal range the reader has zoomed to; null: all. */
  range: Range | null = null;
  private readonly observer: ResizeObserver;

  constructor(private readonly host: HTMLElement, private readonly content: Lines, private readonly spec: PlotSpec,
    private readonly theme: Theme, private readonly events: ChartEvents) {
    this.colours = axisColours(theme);
    const phase = spec.kind === "phase";
    this.aligned = phase ? null : align(content.lines, spec.log);
    const data = this.aligned ? [this.aligned.x, ...this.aligned.ys] : [null, ...content.lines.map((line) => this.facets(line))];
    this.plot = new uPlot(this.options(phase), data as unknown as uPlot.AlignedData, host);
    this.bindPointer();
    if (spec.kind === "time") this.plot.over.append(this.band, this.marks, this.head);
    this.placeMarks();
    if (phase) for (const line of content.lines) this.addDot(line);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(host);
  }

  private facets(line: Line): [Value[], Value[]] {
    const fine = (i: number) => Number.isFinite(line.x[i]!) && Number.isFinite(line.y[i]!) && !(this.spec.log && line.y[i]! <= 0);
    return [Array.from(line.x, (value, i) => (fine(i) ? value : null)), Array.from(line.y, (value, i) => (fine(i) ? value : null))];
  }

  private options(phase: boolean): uPlot.Options {
    const { content, spec, host } = this;
    const scales: uPlot.Scales = { x: phase ? { time: false, auto: true, range: (_u, min, max) => uPlot.rangeNum(min ?? 0, max ?? 1, 0.05, true) } : { time: false } };
    for (const key of scaleKeys(content.lines)) scales[key] = spec.log ? { distr: 3 } : {};
    const series: uPlot.Series[] = content.lines.map((line) => ({
      label: "", scale: scaleKey(line), stroke: line.colour, width: 1.6, dash: line.dash,
      points: { show: line.y.length < 2 ? true : false, fill: line.colour },
      ...(phase ? { facets: [{ scale: "x", auto: true }, { scale: scaleKey(line), auto: true }], paths: phasePath } : {}),
    }));
    return {
      mode: phase ? 2 : 1, width: Math.max(120, host.clientWidth), height: Math.max(100, host.clientHeight), padding: [18, lastTickRoom(content), 0, 4],
      legend: { show: false }, scales, series: [phase ? (null as unknown as uPlot.Series) : {}, ...series], axes: makeAxes(content, this.colours),
      cursor: {
        drag: { x: true, y: phase, setScale: false }, y: phase, points: { show: !phase, size: 7 },
        bind: { dblclick: () => () => { this.setRange(null); this.events.zoom(null); return null; } },
      },
      hooks: {
        drawAxes: [(plot) => this.drawErrors(plot)],
        draw: [(plot) => { drawUnits(plot, content, this.colours); this.drawPeaks(plot); }],
        setCursor: [(plot) => this.hovered(plot)],
        setSelect: [(plot) => this.selected(plot)],
        setScale: [(_plot, key) => { if (key === "x") { this.placeTime(); this.placeMarks(); } }],
        setSize: [() => { this.placeTime(); this.placeMarks(); }],
      },
    };
  }

  private bindPointer(): void {
    const { plot } = this;
    let down: [number, number] = [0, 0];
    plot.over.addEventListener("mousedown", (event) => { down = [event.clientX, event.clientY]; });
    plot.over.addEventListener("click", (event) => {
      if (Math.abs(event.clientX - down[0]) + Math.abs(event.clientY - down[1]) > 4) return;
      const box = plot.over.getBoundingClientRect();
      this.pointAt(event.clientX - box.left, event.clientY - box.top);
    });
    plot.over.addEventListener("mouseleave", () => this.events.hover(null));
    const grip = this.head.firstElementChild as HTMLElement;
    grip.addEventListener("pointerdown", (event) => { grip.setPointerCapture(event.pointerId); event.stopPropagation(); event.preventDefault(); });
    grip.addEventListener("mousedown", (event) => event.stopPropagation());
    grip.addEventListener("click", (event) => event.stopPropagation());
    grip.addEventListener("pointermove", (event) => {
      if (grip.hasPointerCapture(event.pointerId)) this.pointAt(event.clientX - plot.over.getBoundingClientRect().left, 0);
    });
  }

  private pointAt(left: number, top: number): void {
    if (this.spec.kind === "time") return this.events.jump(this.plot.posToVal(left, "x"));
    if (this.spec.kind !== "phase") return;
    let best = Infinity;
    let time = NaN;
    for (const line of this.content.lines) {
      for (let i = 0; i < line.x.length; i++) {
        const distance = (this.plot.valToPos(line.x[i]!, "x") - left) ** 2 + (this.plot.valToPos(line.y[i]!, scaleKey(line)) - top) ** 2;
        if (distance < best) { best = distance; time = line.t![i]!; }
      }
    }
    if (Number.isFinite(time)) this.events.jump(time);
  }

  private hovered(plot: uPlot): void {
    const left = plot.cursor.left ?? -1;
    if (this.spec.kind !== "phase") this.events.hover(left >= 0 ? plot.posToVal(left, "x") : null);
  }

  private selected(plot: uPlot): void {
    const { left, top, width, height } = plot.select;
    if (width < 4) return;
    const range: Range = [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")];
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    if (this.spec.kind === "phase") {
      this.range = range;
      plot.batch(() => {
        plot.setScale("x", { min: range[0], max: range[1] });
        for (const key of scaleKeys(this.content.lines)) plot.setScale(key, { min: plot.posToVal(top + height, key), max: plot.posToVal(top, key) });
      });
    } else {
      this.setRange(range);
    }
    this.events.zoom(range);
  }

  setRange(range: Range | null): void {
    if (range && !(range[1] > range[0])) return;
    this.range = range;
    if (!range) this.plot.setData(this.plot.data, true);
    else if (this.spec.kind !== "phase") this.plot.setScale("x", { min: range[0], max: range[1] });
  }

  /** Rings at the largest values. */
  setPeaks(summaries: readonly Summary[]): void {
    this.peaks = summaries.map((summary) => (summary.peak < 0 ? null : summary.peak));
    this.plot.redraw(false);
  }

  /** Pale bands of error bars, below the lines. */
  private drawErrors(plot: uPlot): void {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.globalAlpha = 0.22;
    for (const line of this.content.lines) {
      if (!line.error || this.spec.log) continue;
      const { x, y, error } = line;
      const fine = Array.from(x.keys()).filter((i) => Number.isFinite(y[i]!) && Number.isFinite(error[i]!));
      const place = (i: number, sign: number) => ctx.lineTo(plot.valToPos(x[i]!, "x", true), plot.valToPos(y[i]! + sign * error[i]!, scaleKey(line), true));
      ctx.beginPath();
      for (const i of fine) place(i, 1);
      for (const i of fine.reverse()) place(i, -1);
      ctx.closePath();
      ctx.fillStyle = line.colour;
      ctx.fill();
    }
    ctx.restore();
  }

  private drawPeaks(plot: uPlot): void {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left - 8, bbox.top - 8, bbox.width + 16, bbox.height + 16);
    ctx.clip();
    ctx.setLineDash([]);
    ctx.lineWidth = 1.6 * devicePixelRatio;
    this.content.lines.forEach((line, l) => {
      const row = this.peaks[l];
      if (row == null) return;
      ctx.beginPath();
      ctx.arc(plot.valToPos(line.x[row]!, "x", true), plot.valToPos(line.y[row]!, scaleKey(line), true), 4 * devicePixelRatio, 0, 2 * Math.PI);
      ctx.fillStyle = this.theme.colour("--panel");
      ctx.strokeStyle = line.colour;
      ctx.fill();
      ctx.stroke();
    });
    ctx.restore();
  }

  private addDot(line: Line): void {
    const dot = make("div", { class: "phase-dot" });
    dot.style.background = line.colour;
    this.dots.push(dot);
    this.plot.over.append(dot);
  }

  /** Shows the moment of the animation and the section of time that it plays; null: all. */
  setTime(time: number, section: Range | null = null): void {
    this.time = time;
    this.section = section;
    this.placeTime();
  }

  private placeTime(): void {
    const { plot, spec } = this;
    if (!plot) return; // The library calls back while it is being made.
    if (spec.kind === "time") {
      const { min, max } = plot.scales["x"]!;
      this.head.hidden = !(min != null && max != null && this.time >= min && this.time <= max);
      this.band.hidden = this.section === null;
      if (this.section) {
        const inside = (value: number) => Math.max(0, Math.min(plot.over.clientWidth, plot.valToPos(value, "x")));
        const left = inside(this.section[0]);
        this.band.style.left = `${left}px`;
        this.band.style.width = `${inside(this.section[1]) - left}px`;
      }
      this.head.style.transform = `translateX(${plot.valToPos(this.time, "x")}px)`;
    }
    this.content.lines.forEach((line, l) => {
      const dot = this.dots[l];
      if (!dot) return;
      const row = nearest(line.t!, this.time);
      dot.hidden = !(row >= 0 && Number.isFinite(line.x[row]!) && Number.isFinite(line.y[row]!));
      if (!dot.hidden) dot.style.transform = `translate(${plot.valToPos(line.x[row]!, "x")}px, ${plot.valToPos(line.y[row]!, scaleKey(line))}px)`;
    });
  }

  /** A line for every event in sight, at most one per three pixels, with its name where there is room; short ones without names where there are many. */
  private placeMarks(): void {
    const { plot, content } = this;
    if (!plot || content.marks.length === 0) return;
    const { min, max } = plot.scales["x"]!;
    const width = plot.over.clientWidth;
    if (min == null || max == null || !(max > min) || width === 0) return;
    const groups = grouped(content.marks.filter((mark) => mark.time >= min && mark.time <= max), (3 * (max - min)) / width);
    const dense = groups.length > MANY_MARKS;
    let free = dense ? Infinity : -Infinity;
    const lines = groups.map((group) => {
      const left = plot.valToPos(group[0]!.time, "x");
      const name = group[0]!.name;
      const room = 12 + 6.2 * Math.min(name.length, 18);
      const line = make("div", { class: "event-line" });
      line.style.left = `${left}px`;
      if (left >= free && left + room <= width) {
        line.append(make("span", { class: "event-name", text: name }));
        free = left + room;
      }
      return line;
    });
    this.marks.classList.toggle("dense", dense);
    this.marks.replaceChildren(...lines);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (this.quiet || width < 40 || height < 40 || (width === this.plot.width && height === this.plot.height)) return;
    this.plot.setSize({ width, height });
  }

  destroy(): void {
    this.quiet = true;
    this.observer.disconnect();
    this.plot.destroy();
  }
}
