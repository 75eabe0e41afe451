// What a plot shows, and the drawn lines that follow from it.
import type { App } from "../app";
import { RUN_COLOURS } from "../comparison";
import { type Run, sameTimeUnit } from "../data";
import { number } from "../dom";
import { type Mark, marksOf } from "../marks";
import { interpolate } from "./maths";
import type { Catalogue, Curve, CurveData } from "./quantities";
import { spectrum, type WindowName } from "./spectrum";
import { unitText } from "./units";

export interface PlotSpec {
  kind: "time" | "phase" | "spectrum";
  curves: Curve[];
  /** The horizontal quantity of a phase plot. */
  against: Curve | null;
  /** Runs minus the first run instead of the runs themselves. */
  difference: boolean;
  log: boolean;
  window: WindowName;
}

/** One line of a plot. `t` holds the time of every point, or null in a spectrum. */
export interface Line {
  curve: Curve;
  run: Run;
  /** Exact name of the curve, without the run. */
  name: string;
  /** The run, or the two runs of a difference, in words; empty where there is one run only. */
  source: string;
  /** Name and source. */
  label: string;
  unit: string;
  colour: string;
  dash: number[];
  x: Float64Array;
  y: Float64Array;
  t: Float64Array | null;
  /** Error bars: how far each point may be off; null: not known. */
  error: Float64Array | null;
}

/** `marks`: events of the runs shown, in histories only. */
export interface Lines { lines: Line[]; xName: string; xUnit: string; notes: string[]; marks: Mark[] }

export const PALETTE = RUN_COLOURS;
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [14, 4]];

export function timeCurve(quantity: string, order: 0 | 1 | 2 = 0): Curve { return { quantity, order }; }

export function newSpec(curves: Curve[], change: Partial<PlotSpec> = {}): PlotSpec {
  return { kind: "time", curves, against: null, difference: false, log: false, window: "hann", ...change };
}

export function frequencyUnit(timeUnit: string): string {
  return timeUnit === "s" ? "Hz" : timeUnit === "ms" ? "kHz" : `1/${timeUnit || "time"}`;
}

/** Points with a time, in the order of time: what a damaged file may hold besides cannot be drawn. */
export function inOrder(data: CurveData): CurveData {
  const { x, y } = data;
  let fine = true;
  for (let i = 0; i < x.length && fine; i++) fine = Number.isFinite(x[i]!) && (i === 0 || x[i]! >= x[i - 1]!);
  if (fine) return data;
  const rows = Array.from(x.keys()).filter((i) => Number.isFinite(x[i]!)).sort((a, b) => x[a]! - x[b]! || a - b);
  return { x: Float64Array.from(rows, (i) => x[i]!), y: Float64Array.from(rows, (i) => y[i]!) };
}

class Builder {
  readonly out: Lines;
  private readonly runs: Run[];

  constructor(private readonly app: App, private readonly catalogue: Catalogue, private readonly spec: PlotSpec) {
    const { runs } = app.page;
    this.runs = runs.filter((run) => app.comparison.visible(run.index));
    const timeUnit = app.page.run.units["time"] ?? "";
    const { kind, against } = spec;
    this.out = {
      lines: [], notes: [], marks: [],
      xName: kind === "time" ? "time" : kind === "spectrum" ? "frequency" : against ? catalogue.label(against) : "",
      xUnit: kind === "time" ? timeUnit : kind === "spectrum" ? frequencyUnit(timeUnit) : against ? catalogue.unit(against, timeUnit) : "",
    };
  }

  private style(curve: number, run: Run): { colour: string; dash: number[] } {
    const several = this.runs.length > 1 || this.spec.difference;
    if (several && this.spec.curves.length === 1) return { colour: this.app.comparison.colour(run.index), dash: [] };
    return { colour: PALETTE[curve % PALETTE.length]!, dash: several ? DASHES[run.index % DASHES.length]! : [] };
  }

  private note(text: string): void {
    if (!this.out.notes.includes(text)) this.out.notes.push(text);
  }

  /** Why a curve of a run cannot stand beside those of the other runs: it is in other units. */
  private otherUnits(run: Run, curve: Curve): string | null {
    const { page } = this.app;
    const [time, wantedTime] = [run.units["time"] ?? "", page.run.units["time"] ?? ""];
    if (!sameTimeUnit(run, page.run)) return `${run.name} is left out: its times are in ${time}, those of ${page.run.name} in ${wantedTime}.`;
    const [unit, wanted] = [this.catalogue.unitIn(run, curve.quantity), this.catalogue.get(curve.quantity)?.unit ?? ""];
    if (unit === null || unitText(unit) === unitText(wanted)) return null;
    return `${curve.quantity} of ${run.name} is left out: it is in ${unitText(unit) || "no unit"}, not in ${unitText(wanted) || "no unit"}.`;
  }

  private async line(index: number, run: Run): Promise<void> {
    const { app, catalogue, spec } = this;
    const curve = spec.curves[index]!;
    const name = catalogue.label(curve);
    const other = this.otherUnits(run, curve) ?? (spec.kind === "phase" && spec.against ? this.otherUnits(run, spec.against) : null);
    if (other) return this.note(other);
    const raw = await catalogue.data(run, curve);
    if (!raw) return this.note(`${name} is not recorded in ${run.name}.`);
    let data = inOrder(raw);
    const first = app.page.run;
    let source = app.page.runs.length > 1 ? run.name : "";
    if (spec.difference) {
      if (run === first) return;
      const base = await catalogue.data(first, curve);
      if (!base) return this.note(`${name} is not recorded in ${first.name}.`);
      const reference = inOrder(base);
      const there = interpolate(data.x, data.y, reference.x);
      data = { x: reference.x, y: there.map((value, i) => value - reference.y[i]!) };
      source = `${run.name} \u2212 ${first.name}`;
      this.note(`Differences from ${first.name}: the other runs are interpolated by straight lines at the times of ${first.name}.`);
    }
    const timeUnit = app.page.run.units["time"] ?? "";
    const label = source ? `${name} \u00b7 ${source}` : name;
    const line: Line = { curve, run, name, source, label, unit: catalogue.unit(curve, timeUnit), ...this.style(index, run), x: data.x, y: data.y, t: data.x, error: null };
    if (spec.kind === "time" && !spec.difference && data === raw) line.error = await catalogue.error(run, curve, raw.y.length);
    if (spec.kind === "phase") await this.makePhase(line);
    else if (spec.kind === "spectrum") this.makeSpectrum(line);
    else this.out.lines.push(line);
  }

  private async makePhase(line: Line): Promise<void> {
    const against = this.spec.against ? await this.catalogue.data(line.run, this.spec.against) : null;
    if (!against) return this.note(`${this.out.xName} is not recorded in ${line.run.name}.`);
    const other = inOrder(against);
    const same = other.x === line.x || (other.x.length === line.x.length && other.x.every((value, i) => value === line.x[i]));
    if (!same) this.note(`${this.out.xName} and ${line.name} stand on different grids; the first is interpolated at the times of the second.`);
    this.out.lines.push({ ...line, x: same ? other.y : interpolate(other.x, other.y, line.x) });
  }

  private makeSpectrum(line: Line): void {
    const found = spectrum(line.x, line.y, this.spec.window);
    if (!found) return this.note(`${line.label} has too few numbers for a spectrum.`);
    const timeUnit = this.app.page.run.units["time"] ?? "";
    const window = this.spec.window === "hann" ? "Hann window" : "no window";
    this.note(`Amplitude spectrum (one-sided; a sine of amplitude 1 gives 1): mean taken away, ${window}, ${found.points} points every ${number(found.step)} ${timeUnit}`
      + `${found.resampled ? ", resampled by straight lines from an uneven grid" : ""}.`);
    if (found.bridged > 0) this.note(`${found.bridged} rows without a number were bridged.`);
    const { rows } = line.run.record;
    if (rows && rows.kept < rows.total) this.note(`Only every ${rows.every}th row is in this page: faster oscillations appear at wrong frequencies. ${line.run.record.file} holds all rows.`);
    this.out.lines.push({ ...line, x: found.frequency, y: found.amplitude, t: null });
  }

  /** Without events a plot is still a plot: where they are damaged, it says so. */
  private async mark(): Promise<void> {
    try {
      this.out.marks = await marksOf(this.app);
    } catch (fault) {
      this.note(fault instanceof Error ? fault.message : String(fault));
    }
  }

  async build(): Promise<Lines> {
    for (let i = 0; i < this.spec.curves.length; i++) {
      for (const run of this.runs) await this.line(i, run);
    }
    if (this.spec.kind === "time") await this.mark();
    if (this.spec.difference && this.runs.length < 2) this.note("A difference needs two runs that are shown.");
    const gaps = this.out.lines.filter((line) => line.y.some((value) => !Number.isFinite(value)));
    if (gaps.length > 0) this.note(`Gaps: no number in some rows of ${gaps.map((line) => line.label).join(", ")}.`);
    if (this.spec.log && this.out.lines.some((line) => line.y.some((value) => value <= 0))) this.note("Logarithmic axis: values that are not positive are left out.");
    return this.out;
  }
}

/** Reads the numbers and makes the lines of a plot. */
export function buildLines(app: App, catalogue: Catalogue, spec: PlotSpec): Promise<Lines> {
  return new Builder(app, catalogue, spec).build();
}
