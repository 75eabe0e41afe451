// Lines on one grid, as the drawing library wants them: undefined where a line has no point, null where it has one without a number.
import type { Line } from "./spec";

export type Value = number | null | undefined;
export type Column = Float64Array | Value[];
export interface Aligned { x: Float64Array; ys: Column[]; /** Row of each line at each place of x, or null where the grid is the line's own. */ rows: (Int32Array | null)[] }

function drawn(y: Float64Array, log: boolean): Column {
  let fine = true;
  for (let i = 0; i < y.length && fine; i++) fine = Number.isFinite(y[i]!) && !(log && y[i]! <= 0);
  return fine ? y : Array.from(y, (value) => (Number.isFinite(value) && !(log && value <= 0) ? value : null));
}

/** All distinct grids merged into one that keeps repeated places (events record two rows at one time). */
function merge(grids: readonly Float64Array[]): { x: Float64Array; rows: Int32Array[] } {
  const at = grids.map(() => 0);
  const x: number[] = [];
  const rows: number[][] = grids.map(() => []);
  for (;;) {
    let place = Infinity;
    grids.forEach((grid, g) => { if (at[g]! < grid.length) place = Math.min(place, grid[at[g]!]!); });
    if (place === Infinity) break;
    x.push(place);
    grids.forEach((grid, g) => {
      if (at[g]! < grid.length && grid[at[g]!] === place) rows[g]!.push(at[g]!++);
      else rows[g]!.push(-1);
    });
  }
  return { x: Float64Array.from(x), rows: rows.map((list) => Int32Array.from(list)) };
}

export function align(lines: readonly Line[], log: boolean): Aligned {
  const grids = [...new Set(lines.map((line) => line.x))];
  if (grids.length <= 1) return { x: grids[0] ?? new Float64Array(0), ys: lines.map((line) => drawn(line.y, log)), rows: lines.map(() => null) };
  const merged = merge(grids);
  const rows = lines.map((line) => merged.rows[grids.indexOf(line.x)]!);
  const ys = lines.map((line, l) => {
    const values = drawn(line.y, log);
    return Array.from(rows[l]!, (row) => (row < 0 ? undefined : values[row]));
  });
  return { x: merged.x, ys, rows };
}
