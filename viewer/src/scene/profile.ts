// The outline of a section as the corners of a ring, with the edges that are drawn from ring to ring.
import type { OutlineRecord } from "../data";

export interface Profile {
  /** y z of every corner and of the normal there, in section axes 2 and 3. */
  corners: Float64Array;
  normals: Float64Array;
  /** Darker along a line, so that one sees it turn: by corner. */
  shades: Float64Array;
  /** Pairs of corners, the outside on the right of the way from ring to ring. */
  edges: Int32Array;
  /** The end: y z of its corners, and its triangles, anticlockwise where axis 1 points to the eye. */
  ends: Float64Array;
  caps: Int32Array;
  /** The farthest corner. */
  radius: number;
}

const SHADE = 0.72;
const STRIPE = 12; // one corner in so many is darker

/** A loop of corners; smooth ones have one normal each, others one for both of their edges. */
function addLoop(loop: readonly number[], smooth: boolean, inside: boolean, into: { corners: number[]; normals: number[]; shades: number[]; edges: number[] }): void {
  const count = loop.length / 2;
  const first = into.corners.length / 2;
  const out = inside ? -1 : 1;
  const at = (i: number) => [loop[2 * (i % count)]!, loop[2 * (i % count) + 1]!] as const;
  const join = (a: number, b: number) => (inside ? into.edges.push(b, a) : into.edges.push(a, b));
  for (let i = 0; i < count; i++) {
    const [y, z] = at(i);
    if (smooth) {
      const size = Math.hypot(y, z) || 1;
      into.corners.push(y, z);
      into.normals.push((out * y) / size, (out * z) / size);
      into.shades.push(i < count / STRIPE ? SHADE : 1);
      join(first + i, first + ((i + 1) % count));
    } else {
      const [v, w] = at(i + 1);
      const size = Math.hypot(v - y, w - z) || 1;
      for (const corner of [[y, z], [v, w]] as const) {
        into.corners.push(...corner);
        into.normals.push((out * (w - z)) / size, (out * (y - v)) / size);
        into.shades.push(1);
      }
      join(first + 2 * i, first + 2 * i + 1);
    }
  }
}

export function profileOf(outline: OutlineRecord): Profile {
  const lists = { corners: [] as number[], normals: [] as number[], shades: [] as number[], edges: [] as number[] };
  addLoop(outline.outer, outline.round, false, lists);
  addLoop(outline.inner ?? [], outline.round, true, lists);
  const ends = Float64Array.from([...outline.outer, ...(outline.inner ?? [])]);
  let radius = 0;
  for (let i = 0; i < ends.length; i += 2) radius = Math.max(radius, Math.hypot(ends[i]!, ends[i + 1]!));
  const caps = Int32Array.from((outline.caps ?? []).filter((corner) => corner >= 0 && 2 * corner < ends.length));
  return { corners: Float64Array.from(lists.corners), normals: Float64Array.from(lists.normals), shades: Float64Array.from(lists.shades), edges: Int32Array.from(lists.edges), ends, caps, radius };
}
