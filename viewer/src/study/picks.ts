// What the reader has picked, the same for all views: a filter, ranges of columns, and one run.
import { Store } from "../store";
import { condition, FilterError } from "./expression";
import type { Column } from "./column";
import type { Study } from "./study";

export type Range = readonly [number, number];

/** Ranges and the filter: which rows count. */
export class Picks extends Store {
  /** By row: 1 where the row is inside of everything that was picked. */
  readonly mask: Uint8Array;
  /** How many are. */
  active: number;
  filter = "";
  fault: FilterError | null = null;
  private test: ((row: number) => boolean) | null = null;
  private readonly ranges = new Map<Column, Range>();

  constructor(readonly study: Study) {
    super();
    this.mask = new Uint8Array(study.rows).fill(1);
    this.active = study.rows;
  }

  get narrowed(): boolean { return this.test !== null || this.ranges.size > 0; }
  get list(): readonly (readonly [Column, Range])[] { return [...this.ranges]; }
  range(column: Column): Range | undefined { return this.ranges.get(column); }

  setFilter(text: string): void {
    this.filter = text;
    this.fault = null;
    try {
      this.test = condition(text, this.study);
    } catch (fault) {
      if (!(fault instanceof FilterError)) throw fault;
      this.fault = fault;
    }
    this.apply();
  }

  /** Several at once, so that a rectangle is one change; null takes a range away. */
  setRanges(...changes: (readonly [Column, Range | null])[]): void {
    for (const [column, range] of changes) {
      if (range) this.ranges.set(column, range[0] <= range[1] ? range : [range[1], range[0]]);
      else this.ranges.delete(column);
    }
    this.apply();
  }

  clear(): void {
    this.filter = "";
    this.fault = null;
    this.test = null;
    this.ranges.clear();
    this.apply();
  }

  private apply(): void {
    const { mask, test } = this;
    mask.fill(1);
    for (const [{ values }, [from, to]] of this.ranges) {
      for (let row = 0; row < mask.length; row++) if (!(values[row]! >= from && values[row]! <= to)) mask[row] = 0;
    }
    let active = 0;
    for (let row = 0; row < mask.length; row++) {
      if (mask[row] && test && !test(row)) mask[row] = 0;
      active += mask[row]!;
    }
    this.active = active;
    this.changed();
  }
}

/** The run that is looked at, and the one under the pointer; -1: none. */
export class Focus extends Store {
  row = -1;
  hovered = -1;

  pick(row: number): void {
    if (row === this.row) return;
    this.row = row;
    this.changed();
  }
  hover(row: number): void {
    if (row === this.hovered) return;
    this.hovered = row;
    this.changed();
  }
}
