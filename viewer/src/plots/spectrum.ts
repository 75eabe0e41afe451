// Amplitude spectrum of a curve: of a sine of amplitude A whose frequency is on the grid, the peak is A.
import { interpolate, isUniform } from "./maths";

export type WindowName = "hann" | "none";

export interface Spectrum {
  /** Frequencies in 1/unit of x. */
  frequency: Float64Array;
  amplitude: Float64Array;
  /** Distance of the points that were transformed, and how many there are. */
  step: number;
  points: number;
  resampled: boolean;
  /** Rows without a number, bridged by straight lines. */
  bridged: number;
}

/** In-place transform of length 2^k, decimation in time. `sign` -1: forward. */
function transformPower(re: Float64Array, im: Float64Array, sign: number): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  for (let size = 2; size <= n; size <<= 1) butterflies(re, im, size, sign);
}

function butterflies(re: Float64Array, im: Float64Array, size: number, sign: number): void {
  const half = size >> 1;
  for (let k = 0; k < half; k++) {
    const angle = (sign * 2 * Math.PI * k) / size;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    for (let a = k; a < re.length; a += size) {
      const b = a + half;
      const x = re[b]! * c - im[b]! * s;
      const y = re[b]! * s + im[b]! * c;
      re[b] = re[a]! - x; im[b] = im[a]! - y;
      re[a] = re[a]! + x; im[a] = im[a]! + y;
    }
  }
}

/** Forward discrete Fourier transform of real numbers of any count, by Bluestein's chirp: the bins are those of the points themselves, nothing is padded. */
export function transform(values: Float64Array): { re: Float64Array; im: Float64Array } {
  const n = values.length;
  let size = 1;
  while (size < 2 * n) size <<= 1;
  const [ar, ai, br, bi] = [0, 1, 2, 3].map(() => new Float64Array(size)) as [Float64Array, Float64Array, Float64Array, Float64Array];
  const cos = new Float64Array(n);
  const sin = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    // i² modulo 2n keeps the angle small and therefore exact.
    const angle = (Math.PI * ((i * i) % (2 * n))) / n;
    cos[i] = Math.cos(angle);
    sin[i] = Math.sin(angle);
    ar[i] = values[i]! * cos[i]!;
    ai[i] = -values[i]! * sin[i]!;
    br[i] = cos[i]!; bi[i] = sin[i]!;
    if (i > 0) { br[size - i] = cos[i]!; bi[size - i] = sin[i]!; }
  }
  transformPower(ar, ai, -1);
  transformPower(br, bi, -1);
  for (let i = 0; i < size; i++) {
    const re = ar[i]! * br[i]! - ai[i]! * bi[i]!;
    ai[i] = ar[i]! * bi[i]! + ai[i]! * br[i]!;
    ar[i] = re;
  }
  transformPower(ar, ai, 1);
  const re = new Float64Array(n);
  const im = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    re[i] = (ar[i]! * cos[i]! + ai[i]! * sin[i]!) / size;
    im[i] = (ai[i]! * cos[i]! - ar[i]! * sin[i]!) / size;
  }
  return { re, im };
}

/** The numbers without gaps and without repeated places. */
function clean(x: Float64Array, y: Float64Array): { x: Float64Array; y: Float64Array; bridged: number } {
  const keep: number[] = [];
  let bridged = 0;
  for (let i = 0; i < y.length; i++) {
    if (!Number.isFinite(y[i]!)) bridged++;
    else if (keep.length === 0 || x[i]! > x[keep[keep.length - 1]!]!) keep.push(i);
  }
  return { x: Float64Array.from(keep, (i) => x[i]!), y: Float64Array.from(keep, (i) => y[i]!), bridged };
}

/** One-sided amplitude spectrum; the mean is taken away first. Fewer than four numbers have none. */
export function spectrum(x: Float64Array, y: Float64Array, window: WindowName): Spectrum | null {
  const curve = clean(x, y);
  const n = curve.x.length;
  const span = n > 1 ? curve.x[n - 1]! - curve.x[0]! : 0;
  if (n < 4 || !(span > 0)) return null;
  const step = span / (n - 1);
  const resampled = !isUniform(curve.x);
  const grid = resampled ? Float64Array.from({ length: n }, (_, i) => (i === n - 1 ? curve.x[n - 1]! : curve.x[0]! + i * step)) : curve.x;
  const values = resampled ? interpolate(curve.x, curve.y, grid) : Float64Array.from(curve.y);
  let mean = 0;
  for (const value of values) mean += value / n;
  let gain = 0;
  for (let i = 0; i < n; i++) {
    const weight = window === "hann" ? 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / n) : 1;
    gain += weight;
    values[i] = (values[i]! - mean) * weight;
  }
  const { re, im } = transform(values);
  const bins = Math.floor(n / 2) + 1;
  const frequency = Float64Array.from({ length: bins }, (_, k) => k / (n * step));
  const amplitude = Float64Array.from({ length: bins }, (_, k) => {
    const doubled = k > 0 && 2 * k < n ? 2 : 1;
    return (doubled * Math.hypot(re[k]!, im[k]!)) / gain;
  });
  return { frequency, amplitude, step, points: n, resampled, bridged: curve.bridged };
}
