// One beam as it is swept: sections on nodes, rings between them, and where its corners stand in the mesh of all beams.
import { type BeamRecord, unpackFloat64 } from "../data";
import { pose } from "./affine";
import { type Profile, profileOf } from "./profile";
import { SECTION, bend, carry } from "./sweep";

/** A smooth part of a beam: at a corner the next one begins. Intervals lie between neighbouring nodes. */
interface Piece {
  first: number; // interval
  intervals: number;
  ring: number; // its first ring
  rings: number;
  vertex: number; // its first corner in the mesh
  ahead: number; // by how much it is longer at its ends, where it meets another piece
  behind: number;
}

/** Where the nodes of an element are on [-1, 1], by order. */
const NODES = [[-1, 1], [-1, 0, 1], [-1, -Math.sqrt(0.2), Math.sqrt(0.2), 1]] as const;
const SAME = 1e-6;

export class Strand {
  readonly name: string;
  readonly order: number;
  readonly elements: number;
  readonly pieces: Piece[] = [];
  readonly profile: Profile;
  /** Of all rings: x y z w a b c. */
  readonly rings: Float64Array;
  readonly ringCount: number;
  private readonly sections: Float64Array;

  private constructor(readonly record: BeamRecord, readonly carriers: Int32Array, private readonly at: Float64Array, private readonly turn: Float64Array, readonly steps: number) {
    this.name = record.name;
    this.order = record.order;
    this.elements = (carriers.length - 1) / record.order;
    this.profile = profileOf(record.outline);
    this.sections = new Float64Array(SECTION * this.elements * (this.order + 1));
    this.cut();
    this.ringCount = this.pieces.reduce((sum, piece) => sum + piece.rings, 0);
    this.rings = new Float64Array(SECTION * this.ringCount);
  }

  static async of(record: BeamRecord, carriers: ReadonlyMap<string, number>, steps: number): Promise<Strand> {
    const what = `the beam "${record.name}"`;
    const [at, turn] = await Promise.all([unpackFloat64(record.at, what), unpackFloat64(record.turn, what)]);
    const nodes = Int32Array.from(record.nodes, (name) => carriers.get(name) ?? -1);
    const elements = (nodes.length - 1) / record.order;
    const sections = elements * (record.order + 1);
    const whole = [1, 2, 3].includes(record.order) && Number.isInteger(elements) && elements > 0 && at.length === 3 * sections && turn.length === 4 * sections;
    if (!whole || nodes.includes(-1)) throw new Error(`The data of ${what} are damaged in this page.`);
    return new Strand(record, nodes, at, turn, steps);
  }

  /** The numbers of the two sections of an interval. */
  private ends(interval: number): [number, number] {
    const first = Math.floor(interval / this.order) * (this.order + 1) + (interval % this.order);
    return [first, first + 1];
  }

  /** Does the beam go on smoothly from this interval to the next? They meet in a section each on the same node. */
  private smooth(interval: number): boolean {
    const [, a] = this.ends(interval);
    const [b] = this.ends(interval + 1);
    let apart = 0;
    let same = 0;
    for (let k = 0; k < 3; k++) apart += Math.abs(this.at[3 * a + k]! - this.at[3 * b + k]!);
    for (let k = 0; k < 4; k++) same += this.turn[4 * a + k]! * this.turn[4 * b + k]!;
    return apart <= SAME * this.profile.radius && Math.abs(same) > 1 - SAME;
  }

  /** The length that fills the notch between two pieces that meet: half the thickness in the plane of their bend, times the tangent of half its angle. */
  private notch(interval: number): number {
    const [, a] = this.ends(interval);
    const [b] = this.ends(interval + 1);
    const axes = (s: number) => pose([], Array.from(this.turn.subarray(4 * s, 4 * s + 4)));
    const [u, v] = [axes(a), axes(b)];
    // The direction of the second piece in the section axes of the first.
    const [along, across2, across3] = [0, 3, 6].map((axis) => u[axis]! * v[0]! + u[axis + 1]! * v[1]! + u[axis + 2]! * v[2]!) as [number, number, number];
    const size = Math.hypot(across2, across3);
    if (!(size > 0)) return 0;
    let half = 0;
    const { ends } = this.profile;
    for (let i = 0; i < ends.length; i += 2) half = Math.max(half, (ends[i]! * across2 + ends[i + 1]! * across3) / size);
    return half * Math.min(1, size / Math.max(1e-9, 1 + along));
  }

  private cut(): void {
    const intervals = this.elements * this.order;
    let ring = 0;
    for (let first = 0; first < intervals;) {
      let last = first;
      while (last + 1 < intervals && this.smooth(last)) last++;
      const rings = (last + 1 - first) * this.steps + 1;
      this.pieces.push({ first, intervals: last + 1 - first, ring, rings, vertex: 0, behind: first > 0 ? this.notch(first - 1) : 0, ahead: last + 1 < intervals ? this.notch(last) : 0 });
      ring += rings;
      first = last + 1;
    }
  }

  /** Interval and the share of it at which a ring stands. */
  private stand(piece: Piece, ring: number): [number, number] {
    const i = Math.min(Math.floor(ring / this.steps), piece.intervals - 1);
    return [piece.first + i, ring / this.steps - i];
  }

  /** Calls back for every ring: its number, its element, its place in the element from -1 to 1, and whether the piece goes on before and after the element. */
  eachRing(visit: (ring: number, element: number, xi: number, before: boolean, after: boolean) => void): void {
    for (const piece of this.pieces) {
      for (let i = 0; i < piece.rings; i++) {
        const [interval, share] = this.stand(piece, i);
        const element = Math.floor(interval / this.order);
        const nodes = NODES[this.order - 1]!;
        const from = nodes[interval % this.order]!;
        const xi = from + share * (nodes[(interval % this.order) + 1]! - from);
        visit(piece.ring + i, element, xi, element * this.order > piece.first, (element + 1) * this.order < piece.first + piece.intervals);
      }
    }
  }

  /** The node nearest to a ring. */
  nodeAt(ring: number): number {
    const piece = this.pieces.find((one) => ring < one.ring + one.rings)!;
    const [interval, share] = this.stand(piece, ring - piece.ring);
    return interval + (share > 0.5 ? 1 : 0);
  }

  elementAt(ring: number): number {
    const piece = this.pieces.find((one) => ring < one.ring + one.rings)!;
    return Math.floor(this.stand(piece, ring - piece.ring)[0] / this.order);
  }

  /** Carrier and point of a node, as the section sits on it. */
  anchor(node: number): { carrier: number; at: number[] } {
    const element = Math.min(this.elements - 1, Math.floor(node / this.order));
    const section = element * (this.order + 1) + node - element * this.order;
    return { carrier: this.carriers[node]!, at: Array.from(this.at.subarray(3 * section, 3 * section + 3)) };
  }

  /** Puts all rings where they are; poses of the bodies, x y z q0 q1 q2 q3 each. */
  update(poses: Float64Array): void {
    const { order, sections, rings } = this;
    for (let e = 0; e < this.elements; e++) {
      for (let i = 0; i <= order; i++) {
        const s = e * (order + 1) + i;
        carry(sections, SECTION * s, poses, 7 * (this.carriers[e * order + i]! - 1), this.at, 3 * s, this.turn, 4 * s);
      }
    }
    for (const piece of this.pieces) {
      for (let i = 0; i < piece.intervals; i++) {
        const a = this.ends(piece.first + i)[0];
        bend(rings, SECTION * (piece.ring + i * this.steps), sections, SECTION * a, SECTION * (a + 1), this.steps);
      }
      const last = this.ends(piece.first + piece.intervals - 1)[1];
      const end = SECTION * (piece.ring + piece.rings - 1);
      for (let k = 0; k < SECTION; k++) rings[end + k] = sections[SECTION * last + k]!;
      if (piece.behind > 0) this.lengthen(SECTION * piece.ring, -piece.behind);
      if (piece.ahead > 0) this.lengthen(end, piece.ahead);
    }
  }

  private lengthen(o: number, by: number): void {
    const r = this.rings;
    const w = r[o + 3]!, a = r[o + 4]!, b = r[o + 5]!, c = r[o + 6]!;
    r[o]! += by * (1 - 2 * (b * b + c * c));
    r[o + 1]! += by * 2 * (a * b + w * c);
    r[o + 2]! += by * 2 * (a * c - w * b);
  }
}
