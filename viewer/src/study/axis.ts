// A scale of a picture: numbers to pixels and back, plain or logarithmic, with the places where numbers are written.
import { tickTexts } from "../plots/axes";
import { ticks } from "../export/figure";
import type { Looks } from "./looks";
import type { Column } from "./column";

const ROOM = 0.04;

/** 1, 2, 5 times powers of ten; of many decades the powers alone; of less than one plain places. */
function logTicks(least: number, most: number, wanted: number): number[] {
  const decades = Math.log10(most / least);
  if (decades < 0.9) return ticks(least, most, wanted, false);
  if (decades > 2.2) return ticks(least, most, wanted, true);
  const out: number[] = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most); power++) {
    for (const factor of decades * 3 > wanted * 1.5 ? [1] : [1, 2, 5]) out.push(Number((factor * 10 ** power).toPrecision(12)));
  }
  return out.filter((value) => value >= least * (1 - 1e-9) && value <= most * (1 + 1e-9));
}

export class Axis {
  private readonly low: number;
  private readonly span: number;

  /** From pixel `from`, where `least` is, to pixel `to`. */
  constructor(readonly least: number, readonly most: number, readonly log: boolean, readonly from: number, readonly to: number) {
    this.low = log ? Math.log(least) : least;
    this.span = (log ? Math.log(most) : most) - this.low;
  }

  /** Around the numbers of a column, or around `range`, with some room at both ends. */
  static of(column: Column, looks: Looks, from: number, to: number, range?: readonly [number, number]): Axis {
    return Axis.around(range?.[0] ?? column.min, range?.[1] ?? column.max, looks.log(column), from, to);
  }

  static around(min: number, max: number, log: boolean, from: number, to: number, room = ROOM): Axis {
    if (!(min <= max) || !Number.isFinite(min) || !Number.isFinite(max)) return new Axis(log ? 0.1 : 0, 1, log, from, to);
    if (log && min > 0) {
      const factor = max > min * (1 + 1e-12) ? (max / min) ** room : 2;
      return new Axis(min / factor, max * factor, true, from, to);
    }
    const size = Math.max(Math.abs(min), Math.abs(max));
    const extra = max - min > 1e-12 * size ? (max - min) * room : size * 0.5 || 1;
    return new Axis(min - extra, max + extra, false, from, to);
  }

  place(value: number): number { return this.from + (((this.log ? Math.log(value) : value) - this.low) / this.span) * (this.to - this.from); }

  value(pixel: number): number {
    const plain = this.low + ((pixel - this.from) / (this.to - this.from)) * this.span;
    return this.log ? Math.exp(plain) : plain;
  }

  /** Places and their texts, about so many. */
  ticks(wanted: number): [number, string][] {
    const values = this.log ? logTicks(this.least, this.most, wanted) : ticks(this.least, this.most, wanted, false);
    const texts = tickTexts(values);
    return values.map((value, i) => [value, texts[i]!]);
  }
}
