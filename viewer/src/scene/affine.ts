// Rigid and scaled placements as 12 numbers: three axes, then the origin. Plain arrays in double precision: nothing is allocated per frame.

export type Affine = Float64Array;

export const SIZE = 12;

export function identity(): Affine {
  return Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
}

/** Writes the placement of position x y z and unit quaternion w a b c at out[o..]. Anything not finite gives zeros: nothing is drawn there. */
export function setPose(out: Affine, o: number, x: number, y: number, z: number, w: number, a: number, b: number, c: number): void {
  if (!Number.isFinite(x + y + z + w + a + b + c)) {
    out.fill(0, o, o + SIZE);
    return;
  }
  out[o] = 1 - 2 * (b * b + c * c);
  out[o + 1] = 2 * (a * b + w * c);
  out[o + 2] = 2 * (a * c - w * b);
  out[o + 3] = 2 * (a * b - w * c);
  out[o + 4] = 1 - 2 * (a * a + c * c);
  out[o + 5] = 2 * (b * c + w * a);
  out[o + 6] = 2 * (a * c + w * b);
  out[o + 7] = 2 * (b * c - w * a);
  out[o + 8] = 1 - 2 * (a * a + b * b);
  out[o + 9] = x;
  out[o + 10] = y;
  out[o + 11] = z;
}

export function pose(at: readonly number[], turn: readonly number[]): Affine {
  const out = new Float64Array(SIZE);
  const [w = 1, a = 0, b = 0, c = 0] = turn;
  setPose(out, 0, at[0] ?? 0, at[1] ?? 0, at[2] ?? 0, w, a, b, c);
  return out;
}

/** The placement with its axes stretched. */
export function scaled(from: Affine, x: number, y: number, z: number): Affine {
  const out = from.slice();
  for (let i = 0; i < 3; i++) {
    out[i]! *= x;
    out[3 + i]! *= y;
    out[6 + i]! *= z;
  }
  return out;
}

/** Writes a*b as the 16 numbers of a column-major matrix in single precision at out[o..]. */
export function multiplyInto(out: Float32Array, o: number, a: Affine, ao: number, b: Affine, bo: number): void {
  for (let column = 0; column < 4; column++) {
    const x = b[bo + 3 * column]!;
    const y = b[bo + 3 * column + 1]!;
    const z = b[bo + 3 * column + 2]!;
    for (let row = 0; row < 3; row++) {
      const moved = a[ao + row]! * x + a[ao + 3 + row]! * y + a[ao + 6 + row]! * z;
      out[o + 4 * column + row] = column === 3 ? moved + a[ao + 9 + row]! : moved;
    }
    out[o + 4 * column + 3] = column === 3 ? 1 : 0;
  }
}

export function multiply(a: Affine, ao: number, b: Affine): Affine {
  const wide = new Float64Array(SIZE);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 3; row++) {
      let sum = column === 3 ? a[ao + 9 + row]! : 0;
      for (let k = 0; k < 3; k++) sum += a[ao + 3 * k + row]! * b[3 * column + k]!;
      wide[3 * column + row] = sum;
    }
  }
  return wide;
}

/** Writes the point x y z of the placement a[ao..] at out[o..]. */
export function movePoint(out: Float64Array, o: number, a: Affine, ao: number, x: number, y: number, z: number): void {
  for (let row = 0; row < 3; row++) out[o + row] = a[ao + row]! * x + a[ao + 3 + row]! * y + a[ao + 6 + row]! * z + a[ao + 9 + row]!;
}

/**
 * Writes a column-major matrix whose z axis runs from p to q, stretched by r across and by `along` (or the distance where `along` is 0).
 * Returns the distance.
 */
export function between(out: Float32Array, o: number, p: Float64Array, po: number, q: Float64Array, qo: number, r: number, along: number): number {
  let x = q[qo]! - p[po]!;
  let y = q[qo + 1]! - p[po + 1]!;
  let z = q[qo + 2]! - p[po + 2]!;
  const distance = Math.hypot(x, y, z);
  if (!(distance > 0)) {
    out.fill(0, o, o + 16);
    out[o + 15] = 1;
    return 0;
  }
  x /= distance; y /= distance; z /= distance;
  // Any axis across will do: the one from the coordinate axis that lies least along.
  let ax = 0, ay = 0, az = 0;
  if (Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)) { ay = z; az = -y; }
  else if (Math.abs(y) <= Math.abs(z)) { ax = -z; az = x; }
  else { ax = y; ay = -x; }
  const length = Math.hypot(ax, ay, az);
  ax *= r / length; ay *= r / length; az *= r / length;
  const s = along === 0 ? distance : along;
  out[o] = ax; out[o + 1] = ay; out[o + 2] = az; out[o + 3] = 0;
  out[o + 4] = y * az - z * ay; out[o + 5] = z * ax - x * az; out[o + 6] = x * ay - y * ax; out[o + 7] = 0;
  out[o + 8] = x * s; out[o + 9] = y * s; out[o + 10] = z * s; out[o + 11] = 0;
  out[o + 12] = p[po]!; out[o + 13] = p[po + 1]!; out[o + 14] = p[po + 2]!; out[o + 15] = 1;
  return distance;
}
