// Where bodies touch: a dot at the strongest touch of every contact, and what all its touches together do to the second body as an arrow.
import * as THREE from "three";
import { type Contact, contactsOf } from "../contacts";
import { between } from "./affine";
import { usualLargest } from "./arrows";
import type { Mechanism } from "./mechanism";

export const TOUCH = "#8b46c9";

type Three = [Float64Array, Float64Array, Float64Array];
interface Known { name: string; point: Three; force: Three; count: Float64Array }

export interface DrawnTouch { name: string; at: number[]; tip: number[] }

export class Touches {
  readonly group = new THREE.Group();
  /** Length drawn per unit of force, for a factor of one; 0: no force is known. */
  forceScale = 0;
  factor = 1;
  /** Those that are drawn at the moment. */
  drawn: DrawnTouch[] = [];
  private readonly contacts: Contact[];
  private known: Known[] = [];
  private dots: THREE.InstancedMesh | null = null;
  private shafts: THREE.InstancedMesh | null = null;
  private heads: THREE.InstancedMesh | null = null;
  private loading: Promise<void> | null = null;
  private readonly points = new Float64Array(9);

  constructor(private readonly mechanism: Mechanism, private readonly length: number) {
    this.group.visible = false;
    this.contacts = contactsOf(mechanism.run);
  }

  get count(): number { return this.contacts.length; }
  has(name: string): boolean { return this.contacts.some((contact) => contact.name === name); }

  load(): Promise<void> {
    this.loading ??= this.decode();
    return this.loading;
  }

  private async decode(): Promise<void> {
    const all = await Promise.all(this.contacts.map(async ({ name, point, force, count }) => {
      try {
        const [px, py, pz, fx, fy, fz, touching] = await Promise.all([...point, ...force, count].map((one) => one.values()));
        return { name, point: [px, py, pz] as Three, force: [fx, fy, fz] as Three, count: touching! };
      } catch (fault) {
        this.mechanism.faults.push(fault);
        return null;
      }
    }));
    this.known = all.filter((one) => one !== null);
    const most = usualLargest(this.known.map(({ force }) => ({ values: force })), this.mechanism.run.time.length);
    this.forceScale = most > 0 ? this.length / most : 0;
    this.build();
  }

  private build(): void {
    // Over everything: touches lie between bodies.
    const material = new THREE.MeshLambertMaterial({ color: TOUCH, depthTest: false, depthWrite: false, transparent: true });
    const make = (shape: THREE.BufferGeometry, order: number) => {
      const mesh = new THREE.InstancedMesh(shape, material, this.known.length);
      mesh.frustumCulled = false;
      mesh.renderOrder = order;
      this.group.add(mesh);
      return mesh;
    };
    this.dots = make(new THREE.SphereGeometry(1, 16, 12), 12);
    this.shafts = make(new THREE.CylinderGeometry(1, 1, 1, 12).rotateX(Math.PI / 2).translate(0, 0, 0.5), 12);
    this.heads = make(new THREE.ConeGeometry(2.6, 1, 16).rotateX(Math.PI / 2).translate(0, 0, 0.5), 13);
  }

  /** Point and force on the second body at a moment; false: nothing touches. Rows are joined only where both touch. */
  private place(one: Known, row: number, next: number, share: number): boolean {
    const { points } = this;
    const [here, there] = [one.count[row]! > 0, one.count[next]! > 0];
    const from = here && (there || share < 0.5) ? row : next;
    const to = here && there ? next : from;
    if (!(one.count[from]! > 0)) return false;
    for (let k = 0; k < 3; k++) {
      const [a, b] = [one.point[k]![from]!, one.point[k]![to]!];
      const [f, g] = [one.force[k]![from]!, one.force[k]![to]!];
      points[k] = a + (to === from ? 0 : share) * (b - a);
      points[3 + k] = -(f + (to === from ? 0 : share) * (g - f)) * this.forceScale * this.factor;
    }
    return (here && there) || (from === row ? share < 0.5 : share >= 0.5);
  }

  update(time: number): void {
    this.drawn = [];
    if (!this.group.visible || !this.dots || !this.shafts || !this.heads) return;
    const { run } = this.mechanism;
    // Small beside what is seen, but not as small as a body that is small beside it.
    const unit = Math.max(this.mechanism.unit, this.length / 20);
    const row = Math.max(0, run.rowAt(time));
    const next = Math.min(row + 1, run.time.length - 1);
    const span = run.time[next]! - run.time[row]!;
    const share = span > 0 ? Math.min(1, Math.max(0, (time - run.time[row]!) / span)) : 0;
    const [dots, shafts, heads] = [this.dots, this.shafts, this.heads].map((mesh) => mesh.instanceMatrix.array as Float32Array) as [Float32Array, Float32Array, Float32Array];
    const { points } = this;
    const headLength = 2.2 * unit;
    this.known.forEach((one, i) => {
      const touches = this.place(one, row, next, share);
      const length = touches ? Math.hypot(points[3]!, points[4]!, points[5]!) : 0;
      const arrow = Number.isFinite(length) && length > 0.3 * headLength;
      const back = arrow ? Math.max(0, 1 - headLength / length) : 0;
      for (let k = 0; k < 3; k++) {
        points[6 + k] = points[k]! + back * points[3 + k]!;
        points[3 + k] = points[k]! + (arrow ? points[3 + k]! : 0);
      }
      const radius = touches ? 0.55 * unit : 0;
      dots.set([radius, 0, 0, 0, 0, radius, 0, 0, 0, 0, radius, 0, points[0]!, points[1]!, points[2]!, 1], 16 * i);
      between(shafts, 16 * i, points, 0, points, 6, arrow ? 0.28 * unit : 0, 0);
      between(heads, 16 * i, points, 6, points, 3, arrow ? 0.28 * unit : 0, 0);
      if (touches) this.drawn.push({ name: one.name, at: Array.from(points.slice(0, 3)), tip: Array.from(points.slice(3, 6)) });
    });
    for (const mesh of [this.dots, this.shafts, this.heads]) mesh.instanceMatrix.needsUpdate = true;
  }
}
