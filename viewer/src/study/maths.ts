// Arithmetic of studies: percentiles, histograms, ranks, groups of rows, lines of equal value.

/** The numbers of those rows that count, sorted. */
export function sorted(values: Float64Array, mask: Uint8Array): Float64Array {
  const out = new Float64Array(values.length);
  let count = 0;
  for (let row = 0; row < values.length; row++) if (mask[row] && Number.isFinite(values[row]!)) out[count++] = values[row]!;
  return out.subarray(0, count).sort();
}

/** The value below which a share of sorted numbers lies, between neighbours by a straight line (Hyndman and Fan, type 7). */
export function percentile(ordered: ArrayLike<number>, share: number): number {
  if (ordered.length === 0) return NaN;
  const place = share * (ordered.length - 1);
  const low = Math.floor(place);
  const [a, b] = [ordered[low]!, ordered[Math.min(low + 1, ordered.length - 1)]!];
  return a + (b - a) * (place - low);
}

export interface Moments { count: number; mean: number; deviation: number }

/** Mean and standard deviation (n - 1), in two passes. */
export function moments(ordered: ArrayLike<number>): Moments {
  const count = ordered.length;
  let mean = 0;
  for (let i = 0; i < count; i++) mean += ordered[i]! / count;
  let square = 0;
  for (let i = 0; i < count; i++) square += (ordered[i]! - mean) ** 2;
  return { count, mean: count ? mean : NaN, deviation: count > 1 ? Math.sqrt(square / (count - 1)) : NaN };
}

/** How many bars a histogram of sorted numbers has: width by Freedman and Diaconis, at least as many as Rice's rule gives. */
export function barsFor(ordered: ArrayLike<number>, most: number): number {
  const count = ordered.length;
  if (count < 2) return 1;
  const span = ordered[count - 1]! - ordered[0]!;
  const width = (2 * (percentile(ordered, 0.75) - percentile(ordered, 0.25))) / Math.cbrt(count);
  const wanted = width > 0 ? span / width : 0;
  return Math.min(most, Math.ceil(Math.max(wanted, 2 * Math.cbrt(count))));
}

/** Places of numbers in their order, 1 first; equal ones share the mean of their places. */
export function ranks(values: ArrayLike<number>): Float64Array {
  const order = Uint32Array.from({ length: values.length }, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const out = new Float64Array(values.length);
  for (let i = 0; i < order.length;) {
    let j = i;
    while (j < order.length && values[order[j]!]! === values[order[i]!]!) j++;
    for (let k = i; k < j; k++) out[order[k]!] = (i + j + 1) / 2;
    i = j;
  }
  return out;
}

/** Correlation of two lists (Pearson); not a number where one of them does not vary. */
export function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [ma, mb] = [moments(a).mean, moments(b).mean];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += (a[i]! - ma) * (b[i]! - mb);
    aa += (a[i]! - ma) ** 2;
    bb += (b[i]! - mb) ** 2;
  }
  return aa > 0 && bb > 0 ? Math.max(-1, Math.min(1, ab / Math.sqrt(aa * bb))) : NaN;
}

/** Rows that are ranked at most: ranks of evenly taken rows tell as much. */
const MOST_RANKED = 20000;

/** Correlation of ranks (Spearman) over the rows that count and have both numbers. */
export function rankCorrelation(a: Float64Array, b: Float64Array, mask: Uint8Array): number {
  const rows: number[] = [];
  for (let row = 0; row < a.length; row++) if (mask[row] && Number.isFinite(a[row]!) && Number.isFinite(b[row]!)) rows.push(row);
  const every = Math.ceil(rows.length / MOST_RANKED);
  const taken = every > 1 ? rows.filter((_, i) => i % every === 0) : rows;
  if (taken.length < 3) return NaN;
  return correlation(ranks(taken.map((row) => a[row]!)), ranks(taken.map((row) => b[row]!)));
}

/** Rows that agree in all of these columns, as lists; null where most rows are alone, as in random samples. */
export function groups(rows: readonly number[], columns: readonly Float64Array[]): number[][] | null {
  let of = new Int32Array(rows.length);
  let count = 1;
  for (const values of columns) {
    const found = new Map<number, Map<number, number>>();
    const next = new Int32Array(rows.length);
    let made = 0;
    for (let i = 0; i < rows.length; i++) {
      const inner = found.get(of[i]!) ?? found.set(of[i]!, new Map()).get(of[i]!)!;
      const value = values[rows[i]!]!;
      let group = inner.get(value);
      if (group === undefined) inner.set(value, (group = made++));
      next[i] = group;
    }
    of = next;
    count = made;
    if (count > rows.length / 2 && rows.length > 1) return null;
  }
  const out: number[][] = Array.from({ length: count }, () => []);
  for (let i = 0; i < rows.length; i++) out[of[i]!]!.push(rows[i]!);
  return out;
}

export type Segment = readonly [number, number, number, number];

/** Lines where the values on a grid equal a level, as pieces from (x, y) to (x, y) in numbers of columns and rows of the grid: marching squares.
 * values[row * width + column]; nothing is drawn beside a value that is none. */
export function contour(values: ArrayLike<number>, width: number, height: number, level: number): Segment[] {
  const out: Segment[] = [];
  for (let j = 0; j + 1 < height; j++) {
    for (let i = 0; i + 1 < width; i++) {
      const corner = [values[j * width + i]!, values[j * width + i + 1]!, values[(j + 1) * width + i + 1]!, values[(j + 1) * width + i]!];
      if (corner.some((value) => !Number.isFinite(value))) continue;
      const places = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
      const cut: [number, number][] = [];
      for (let k = 0; k < 4; k++) {
        const [a, b] = [corner[k]!, corner[(k + 1) % 4]!];
        if (a < level === b < level) continue;
        const share = (level - a) / (b - a);
        const [p, q] = [places[k]!, places[(k + 1) % 4]!];
        cut.push([p[0]! + (q[0]! - p[0]!) * share, p[1]! + (q[1]! - p[1]!) * share]);
      }
      // Four cuts: a saddle. The value in the middle says which corners belong together.
      const turn = cut.length < 4 || (corner.reduce((a, b) => a + b, 0) / 4 < level) === corner[0]! < level ? 0 : 1;
      for (let k = 0; k + 1 < cut.length; k += 2) {
        const [a, b] = [cut[(k + turn) % cut.length]!, cut[(k + 1 + turn) % cut.length]!];
        out.push([a[0], a[1], b[0], b[1]]);
      }
    }
  }
  return out;
}
