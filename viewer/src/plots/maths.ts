// Arithmetic on curves: derivative, magnitude, interpolation, and the figures of the table below a plot. A value that is not a number stays one.

/** Derivative dy/dx by three-point differences, exact for parabolas on any grid; one-sided at the ends and beside gaps. */
export function derivative(x: Float64Array, y: Float64Array): Float64Array {
  const n = y.length;
  const out = new Float64Array(n).fill(NaN);
  const slope = (i: number, j: number) => (y[j]! - y[i]!) / (x[j]! - x[i]!);
  for (let i = 0; i < n; i++) {
    if (!Number.isFinite(y[i]!)) continue;
    const before = i > 0 && x[i]! > x[i - 1]! ? slope(i - 1, i) : NaN;
    const after = i + 1 < n && x[i + 1]! > x[i]! ? slope(i, i + 1) : NaN;
    if (Number.isFinite(before) && Number.isFinite(after)) {
      const left = x[i]! - x[i - 1]!;
      const right = x[i + 1]! - x[i]!;
      out[i] = (before * right + after * left) / (left + right);
    } else if (Number.isFinite(after)) {
      out[i] = endSlope(x, y, i, 1, after);
    } else if (Number.isFinite(before)) {
      out[i] = endSlope(x, y, i, -1, before);
    }
  }
  return out;
}

/** The slope at the end `i` of a parabola through it and the next two points in `direction`; the slope of the chord where there is no second point. */
function endSlope(x: Float64Array, y: Float64Array, i: number, direction: 1 | -1, chord: number): number {
  const j = i + direction;
  const k = i + 2 * direction;
  if (k < 0 || k >= y.length) return chord;
  const near = x[j]! - x[i]!;
  const far = x[k]! - x[j]!;
  const next = (y[k]! - y[j]!) / far;
  if (far * direction <= 0 || !Number.isFinite(next)) return chord;
  return chord + ((chord - next) * near) / (near + far);
}

/** sqrt(a² + b² + …) row by row. */
export function magnitude(parts: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(parts[0]?.length ?? 0);
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (const part of parts) sum += part[i]! * part[i]!;
    out[i] = Math.sqrt(sum);
  }
  return out;
}

/**
 * The curve (x, y) at the places `at` (both rising), by straight lines; not a number outside the curve. Repeated places are rows before and after an
 * event: the first is paired with the first row of the curve there, the second with the second, and those without a partner with the last.
 */
export function interpolate(x: Float64Array, y: Float64Array, at: Float64Array): Float64Array {
  const out = new Float64Array(at.length).fill(NaN);
  let i = 0; // The first row that is not before the place, except that a repeated place goes on along the rows there.
  for (let k = 0; k < at.length; k++) {
    const place = at[k]!;
    if (k > 0 && place === at[k - 1]! && x[i] === place && x[i + 1] === place) i++;
    while (i < x.length && x[i]! < place) i++;
    if (i < x.length && x[i] === place) { out[k] = y[i]!; continue; }
    if (i === 0 || i >= x.length || !(place < x[i]!)) continue;
    const share = (place - x[i - 1]!) / (x[i]! - x[i - 1]!);
    out[k] = y[i - 1]! + share * (y[i]! - y[i - 1]!);
  }
  return out;
}

export interface Summary {
  /** Rows of the least, the greatest and the (in absolute value) largest number; -1 where there is none. */
  least: number;
  greatest: number;
  peak: number;
  mean: number;
  rms: number;
  /** Rows that hold no number. */
  gaps: number;
}

/** Figures of the rows with from <= x <= to. Mean and rms weigh by x (trapezoidal rule), so that an uneven grid does not favour where it is dense. */
export function summarise(x: Float64Array, y: Float64Array, from = -Infinity, to = Infinity): Summary {
  const out: Summary = { least: -1, greatest: -1, peak: -1, mean: NaN, rms: NaN, gaps: 0 };
  let width = 0;
  let area = 0;
  let square = 0;
  let plainSum = 0;
  let plainCount = 0;
  let previous = -1;
  for (let i = 0; i < y.length; i++) {
    if (x[i]! < from || x[i]! > to) continue;
    const value = y[i]!;
    if (!Number.isFinite(value)) { out.gaps++; previous = -1; continue; }
    if (out.least < 0 || value < y[out.least]!) out.least = i;
    if (out.greatest < 0 || value > y[out.greatest]!) out.greatest = i;
    if (out.peak < 0 || Math.abs(value) > Math.abs(y[out.peak]!)) out.peak = i;
    plainSum += value;
    plainCount++;
    if (previous >= 0) {
      const step = x[i]! - x[previous]!;
      const last = y[previous]!;
      width += step;
      area += (step * (last + value)) / 2;
      square += (step * (last * last + value * value)) / 2;
    }
    previous = i;
  }
  if (width > 0) {
    out.mean = area / width;
    out.rms = Math.sqrt(square / width);
  } else if (plainCount > 0) {
    out.mean = plainSum / plainCount;
    out.rms = Math.abs(out.mean);
  }
  return out;
}

/** The row whose x is nearest; x rises. -1 without rows. */
export function nearest(x: ArrayLike<number>, place: number): number {
  let low = 0;
  let high = x.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (x[middle]! < place) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return x.length > 0 ? 0 : -1;
  if (low === x.length) return x.length - 1;
  return place - x[low - 1]! <= x[low]! - place ? low - 1 : low;
}

/** Is the grid uniform, to what rounding of the times allows? */
export function isUniform(x: Float64Array): boolean {
  const n = x.length;
  if (n < 3) return true;
  const step = (x[n - 1]! - x[0]!) / (n - 1);
  for (let i = 1; i < n; i++) if (Math.abs(x[i]! - x[0]! - i * step) > 1e-6 * step) return false;
  return true;
}
