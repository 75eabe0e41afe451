// Between two sections of a beam: the line leaves each along its axis 1 and bends from one to the other; the sections turn with it.
// Plain numbers: nothing is allocated per frame.

/** A section: position x y z and unit quaternion w a b c (section axes to ground axes; x is axis 1, along the beam). */
export const SECTION = 7;

/** The section that is fixed to a carrier at `at` with the turn `turn`. */
export function carry(out: Float64Array, o: number, pose: Float64Array, po: number, at: Float64Array, ao: number, turn: Float64Array, to: number): void {
  const w = pose[po + 3]!, a = pose[po + 4]!, b = pose[po + 5]!, c = pose[po + 6]!;
  const x = at[ao]!, y = at[ao + 1]!, z = at[ao + 2]!;
  const u = 2 * (b * z - c * y), v = 2 * (c * x - a * z), s = 2 * (a * y - b * x);
  out[o] = pose[po]! + x + w * u + b * s - c * v;
  out[o + 1] = pose[po + 1]! + y + w * v + c * u - a * s;
  out[o + 2] = pose[po + 2]! + z + w * s + a * v - b * u;
  const d = turn[to]!, e = turn[to + 1]!, f = turn[to + 2]!, g = turn[to + 3]!;
  out[o + 3] = w * d - a * e - b * f - c * g;
  out[o + 4] = w * e + a * d + b * g - c * f;
  out[o + 5] = w * f - a * g + b * d + c * e;
  out[o + 6] = w * g + a * f - b * e + c * d;
}

/** Axis 1 of a section. */
function tangent(out: Float64Array, o: number, q: Float64Array, qo: number): void {
  const w = q[qo + 3]!, a = q[qo + 4]!, b = q[qo + 5]!, c = q[qo + 6]!;
  out[o] = 1 - 2 * (b * b + c * c);
  out[o + 1] = 2 * (a * b + w * c);
  out[o + 2] = 2 * (a * c - w * b);
}

const tangents = new Float64Array(6);

/** Writes `steps` sections at out[o..], from the first one of s[a..] on, the one at s[b..] left out. */
export function bend(out: Float64Array, o: number, s: Float64Array, a: number, b: number, steps: number): void {
  tangent(tangents, 0, s, a);
  tangent(tangents, 3, s, b);
  const x = s[b]! - s[a]!, y = s[b + 1]! - s[a + 1]!, z = s[b + 2]! - s[a + 2]!;
  // Through the ends of an arc of angle t a cubic follows the arc where its slopes are chord/cos(t/4)^2 long.
  const cosine = Math.max(-1, Math.min(1, tangents[0]! * tangents[3]! + tangents[1]! * tangents[4]! + tangents[2]! * tangents[5]!));
  const slope = (2 * Math.sqrt(x * x + y * y + z * z)) / (1 + Math.sqrt((1 + cosine) / 2));
  let same = 0;
  for (let k = 3; k < SECTION; k++) same += s[a + k]! * s[b + k]!;
  const sign = same < 0 ? -1 : 1;
  for (let i = 0; i < steps; i++) {
    const u = i / steps;
    const to = u * u * (3 - 2 * u), leave = u * (1 - u) * (1 - u) * slope, arrive = u * u * (u - 1) * slope;
    const p = o + SECTION * i;
    for (let k = 0; k < 3; k++) out[p + k] = s[a + k]! + to * (s[b + k]! - s[a + k]!) + leave * tangents[k]! + arrive * tangents[3 + k]!;
    let square = 0;
    for (let k = 3; k < SECTION; k++) {
      const value = (1 - u) * s[a + k]! + sign * u * s[b + k]!;
      out[p + k] = value;
      square += value * value;
    }
    const scale = 1 / Math.sqrt(square);
    for (let k = 3; k < SECTION; k++) out[p + k]! *= scale;
  }
}
