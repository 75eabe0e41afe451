// A column of the table of a study.

/** Values that are told apart one by one; a column with more of them is a continuous one. */
export const FEW = 64;

export type ColumnKind = "parameter" | "response" | "fact";

/** A column of the table. Not a number: the run has not given it. */
export class Column {
  readonly min: number;
  readonly max: number;
  /** How many rows have a number. */
  readonly known: number;
  /** The values in their order, where there are at most FEW of them; null: more. */
  readonly distinct: readonly number[] | null;

  constructor(readonly index: number, readonly kind: ColumnKind, readonly name: string, readonly unit: string, readonly expression: string, readonly values: Float64Array) {
    let [min, max, known] = [Infinity, -Infinity, 0];
    const few = new Set<number>();
    for (const value of values) {
      if (!Number.isFinite(value)) continue;
      known++;
      if (value < min) min = value;
      if (value > max) max = value;
      if (few.size <= FEW) few.add(value);
    }
    this.min = min;
    this.max = max;
    this.known = known;
    this.distinct = few.size <= FEW ? [...few].sort((a, b) => a - b) : null;
  }

  get positive(): boolean { return this.known > 0 && this.min > 0; }

  /** Do the numbers spread better over a logarithmic scale? They do if their middle lies in the middle of it, and not of the plain one. */
  get spreadsByPowers(): boolean {
    if (!this.positive || !(this.max / this.min >= 8) || this.known < 3) return false;
    const sorted = Float64Array.from(this.distinct ?? this.values.filter(Number.isFinite)).sort();
    const middle = (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
    const plain = Math.abs((middle - this.min) / (this.max - this.min) - 0.5);
    const powers = Math.abs(Math.log(middle / this.min) / Math.log(this.max / this.min) - 0.5);
    return plain > 0.15 && powers < plain / 2;
  }
}
