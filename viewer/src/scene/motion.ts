// Where the bodies of a run are at a moment: exactly as recorded at the times of rows, interpolated between them.
import type { Run, SceneRecord } from "../data";
import { SIZE, identity, setPose, type Affine } from "./affine";

const QUANTITIES = ["x", "y", "z", "q0", "q1", "q2", "q3"] as const;

export class Motion {
  /** Number of each carrier by name; 0 is the ground, body i is i + 1. */
  readonly carriers = new Map<string, number>([["ground", 0]]);
  /** x y z q0 q1 q2 q3 of every body as last set. */
  readonly poses: Float64Array;
  /** Placements of all carriers as last set. */
  readonly placements: Affine;
  /** What could not be decoded, for the reader. */
  readonly faults: unknown[] = [];
  private readonly columns: (Float64Array | null)[];

  private constructor(readonly run: Run, readonly scene: SceneRecord) {
    const count = scene.bodies.length;
    this.poses = new Float64Array(7 * count);
    this.placements = new Float64Array(SIZE * (count + 1));
    this.placements.set(identity(), 0);
    this.columns = new Array<Float64Array | null>(7 * count).fill(null);
    scene.bodies.forEach((body, i) => this.carriers.set(body.name, i + 1));
  }

  static async of(run: Run, scene: SceneRecord): Promise<Motion> {
    const motion = new Motion(run, scene);
    await Promise.all(scene.bodies.map((body, i) => motion.decode(body.name, i)));
    motion.setTime(run.time[0] ?? 0);
    return motion;
  }

  private async decode(name: string, body: number): Promise<void> {
    const series = QUANTITIES.map((quantity) => this.run.series(`${name}.${quantity}`));
    if (series.some((one) => one === undefined)) return;
    try {
      const values = await Promise.all(series.map((one) => one!.values()));
      values.forEach((column, k) => { this.columns[7 * body + k] = column; });
    } catch (fault) {
      this.faults.push(fault);
    }
  }

  /** Is anything known about where this body is? */
  known(body: number): boolean {
    return (this.columns[7 * body] !== null && this.run.time.length > 0) || this.scene.bodies[body]?.pose?.length === 7;
  }

  setTime(time: number): void {
    const times = this.run.time;
    const row = Math.max(0, this.run.rowAt(time));
    const next = row + 1;
    const exact = times.length === 0 || next >= times.length || time <= times[row]!;
    const share = exact ? 0 : (time - times[row]!) / (times[next]! - times[row]!);
    for (let body = 0; body < this.scene.bodies.length; body++) this.setBody(body, row, share);
  }

  private setBody(body: number, row: number, share: number): void {
    const { poses, columns } = this;
    const o = 7 * body;
    if (columns[o] === null || this.run.time.length === 0) {
      const fixed = this.scene.bodies[body]!.pose;
      for (let k = 0; k < 7; k++) poses[o + k] = fixed?.[k] ?? NaN;
    } else if (share === 0) {
      for (let k = 0; k < 7; k++) poses[o + k] = columns[o + k]![row]!;
    } else {
      for (let k = 0; k < 3; k++) {
        const from = columns[o + k]![row]!;
        poses[o + k] = from + share * (columns[o + k]![row + 1]! - from);
      }
      this.turnBetween(o, row, share);
    }
    setPose(this.placements, SIZE * (body + 1), poses[o]!, poses[o + 1]!, poses[o + 2]!, poses[o + 3]!, poses[o + 4]!, poses[o + 5]!, poses[o + 6]!);
  }

  /** Spherical interpolation of the quaternions of two rows, the short way. */
  private turnBetween(o: number, row: number, share: number): void {
    const { poses, columns } = this;
    let cosine = 0;
    for (let k = 3; k < 7; k++) cosine += columns[o + k]![row]! * columns[o + k]![row + 1]!;
    const sign = cosine < 0 ? -1 : 1;
    cosine = Math.min(1, Math.abs(cosine));
    const angle = Math.acos(cosine);
    const sine = Math.sin(angle);
    const from = sine < 1e-6 ? 1 - share : Math.sin((1 - share) * angle) / sine;
    const to = (sine < 1e-6 ? share : Math.sin(share * angle) / sine) * sign;
    let square = 0;
    for (let k = 3; k < 7; k++) {
      const value = from * columns[o + k]![row]! + to * columns[o + k]![row + 1]!;
      poses[o + k] = value;
      square += value * value;
    }
    const scale = 1 / Math.sqrt(square);
    for (let k = 3; k < 7; k++) poses[o + k]! *= scale;
  }

  /** At most `count` rows spread over the run, the first and the last among them. */
  sampleRows(count: number): number[] {
    const rows = this.run.time.length;
    if (rows === 0) return [];
    if (rows <= count) return Array.from({ length: rows }, (_, i) => i);
    return Array.from({ length: count }, (_, i) => Math.round((i * (rows - 1)) / (count - 1)));
  }

  /** Sets the pose of a row, whatever its time (two rows may share one). */
  setRow(row: number): void {
    for (let body = 0; body < this.scene.bodies.length; body++) this.setBody(body, row, 0);
  }
}
