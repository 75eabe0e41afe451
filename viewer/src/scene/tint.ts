// Quantities of beam elements as colours: numbers of all rows, their range over the whole run, and the scale of colours.
import * as THREE from "three";
import type { Run, Series } from "../data";

export interface Quantity {
  id: string;
  text: string;
  /** Columns of an element; several: the magnitude of a vector. */
  columns: string[];
}

export const QUANTITIES: readonly Quantity[] = [
  { id: "moment", text: "Bending moment", columns: ["m2", "m3"] },
  { id: "axial", text: "Axial force", columns: ["n1"] },
  { id: "torsion", text: "Torsion", columns: ["m1"] },
  { id: "shear", text: "Shear force", columns: ["n2", "n3"] },
  { id: "stress", text: "Stress", columns: ["stress"] },
];

/** From nothing to the most; and from the least over nothing to the most. */
const RISING = ["#414487", "#355f8d", "#2a788e", "#21918c", "#22a884", "#44bf70", "#7ad151", "#bddf26", "#fde725"];
const SIGNED = ["#2166ac", "#4393c3", "#92c5de", "#d1e5f0", "#f7f7f7", "#fddbc7", "#f4a582", "#d6604d", "#b2182b"];
const UNKNOWN = "#8d98a3";
const SHADES = 256;

function scaleOf(stops: readonly string[]): THREE.Color[] {
  const colours = stops.map((stop) => new THREE.Color(stop));
  return Array.from({ length: SHADES }, (_, i) => {
    const place = (i / (SHADES - 1)) * (stops.length - 1);
    const first = Math.min(Math.floor(place), stops.length - 2);
    return colours[first]!.clone().lerp(colours[first + 1]!, place - first);
  });
}

/** Shapes of modes have no size of their own: moments are seen against the largest of the same mode, and forces that stretching brings say nothing. */
const isModes = (run: Run) => run.record.method === "modes";
const OF_SHAPES = ["moment", "torsion"];

/** The quantities that were recorded of at least one of these elements. */
export function recorded(run: Run, elements: readonly string[]): Quantity[] {
  return QUANTITIES.filter(({ id, columns }) => (!isModes(run) || OF_SHAPES.includes(id)) && elements.some((element) => columns.every((column) => run.series(`${element}.${column}`))));
}

/** Colours for shares from 0 to 1: from nothing to the most, or from the least over nothing to the most. */
export class Scale {
  private readonly shades: THREE.Color[];
  constructor(private readonly signed: boolean) { this.shades = scaleOf(signed ? SIGNED : RISING); }
  colour(share: number, out: THREE.Color): void { out.copy(this.shades[Math.round(Math.max(0, Math.min(1, share)) * (SHADES - 1))]!); }
  /** The scale for the style of an element, from the lowest value to the highest. */
  get gradient(): string { return `linear-gradient(to right, ${(this.signed ? SIGNED : RISING).join(", ")})`; }
}

/** What colours stand for, at a moment. */
export interface Shading {
  readonly quantity: Quantity;
  readonly elements: readonly string[];
  /** By element, at the moment last set; not a number where nothing is recorded. */
  readonly values: Float64Array;
  readonly low: number;
  readonly high: number;
  readonly unit: string;
  /** Where the largest magnitude is: element and row. */
  readonly peak: { element: string; row: number; value: number } | null;
  /** Elements of which it is recorded. */
  readonly known: number;
  readonly signed: boolean;
  /** The range is that of the present mode, without a unit. */
  readonly relative: boolean;
  readonly gradient: string;
  setTime(time: number): void;
  colour(value: number, out: THREE.Color): void;
}

export class Tint implements Shading {
  readonly values: Float64Array;
  low = 0;
  high = 0;
  unit = "";
  peak: { element: string; row: number; value: number } | null = null;
  known = 0;
  readonly signed: boolean;
  readonly relative: boolean;
  /** Rows that share a range: the first of each part, and the end. */
  private parts: number[] = [];
  private part = -1;
  private readonly numbers: (Float64Array[] | null)[];
  private readonly scale: Scale;
  private readonly unknown = new THREE.Color(UNKNOWN);

  private constructor(readonly run: Run, readonly quantity: Quantity, readonly elements: readonly string[]) {
    this.values = new Float64Array(elements.length).fill(NaN);
    this.numbers = elements.map(() => null);
    this.relative = isModes(run);
    this.signed = quantity.columns.length === 1 && quantity.id !== "stress";
    this.scale = new Scale(this.signed);
  }

  /** Decodes the columns; faults of single ones go to `faults`. */
  static async of(run: Run, quantity: Quantity, elements: readonly string[], faults: unknown[]): Promise<Tint> {
    const tint = new Tint(run, quantity, elements);
    await Promise.all(elements.map(async (element, i) => {
      const series = quantity.columns.map((column) => run.series(`${element}.${column}`));
      if (series.some((one) => one === undefined)) return;
      try {
        tint.numbers[i] = await Promise.all((series as Series[]).map((one) => one.values()));
        tint.unit ||= series[0]!.unit;
        tint.known++;
      } catch (fault) {
        faults.push(fault);
      }
    }));
    const begins = tint.relative ? (await run.events()).map(({ time }) => run.rowAt(time)) : [];
    tint.parts = [...new Set([0, ...begins.filter((row) => row > 0)]), run.time.length].sort((a, b) => a - b);
    tint.measure(0);
    return tint;
  }

  /** The range of a part of the rows; all of them, but for modes. */
  private measure(part: number): void {
    if (part === this.part) return;
    this.part = part;
    this.low = this.high = 0;
    this.peak = null;
    for (let i = 0; i < this.elements.length; i++) {
      for (let row = this.parts[part]!; row < this.parts[part + 1]!; row++) {
        const value = this.at(i, row);
        if (!Number.isFinite(value)) continue;
        this.low = Math.min(this.low, value);
        this.high = Math.max(this.high, value);
        if (!this.peak || Math.abs(value) > Math.abs(this.peak.value)) this.peak = { element: this.elements[i]!, row, value };
      }
    }
    const most = Math.max(-this.low, this.high);
    if (this.signed) [this.low, this.high] = [-most, most];
  }

  private at(element: number, row: number): number {
    const columns = this.numbers[element];
    if (!columns) return NaN;
    return columns.length === 1 ? columns[0]![row]! : Math.hypot(columns[0]![row]!, columns[1]![row]!);
  }

  setTime(time: number): void {
    const { run } = this;
    const row = Math.max(0, run.rowAt(time));
    const next = Math.min(row + 1, run.time.length - 1);
    const span = run.time[next]! - run.time[row]!;
    const share = span > 0 ? Math.min(1, Math.max(0, (time - run.time[row]!) / span)) : 0;
    let part = 0;
    while (part + 2 < this.parts.length && this.parts[part + 1]! <= row) part++;
    this.measure(part);
    for (let i = 0; i < this.values.length; i++) {
      const from = this.at(i, row);
      this.values[i] = share === 0 ? from : from + share * (this.at(i, next) - from);
    }
  }

  colour(value: number, out: THREE.Color): void {
    if (!Number.isFinite(value)) { out.copy(this.unknown); return; }
    const share = this.high > this.low ? (value - this.low) / (this.high - this.low) : this.signed ? 0.5 : 0;
    this.scale.colour(share, out);
  }

  get gradient(): string { return this.scale.gradient; }
}
