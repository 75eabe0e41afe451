// Forces as arrows and torques as arrows with two heads, at the second side of joints, motions and forces: what acts on the second body there.
import * as THREE from "three";
import type { Series, SideRecord } from "../data";
import { SIZE, between, movePoint } from "./affine";
import type { Mechanism } from "./mechanism";

export const REACTION = "#d4452f";
export const LOAD = "#1f8f55";

interface Arrow {
  carrier: number;
  at: readonly number[];
  torque: boolean;
  colour: string;
  series: [Series, Series, Series];
  values: [Float64Array, Float64Array, Float64Array] | null;
}

/** A value that all but a few rows stay below, so that one peak does not make all arrows invisible. */
export function usualLargest(arrows: readonly { values: readonly Float64Array[] | null }[], rows: number): number {
  const largest: number[] = [];
  const step = Math.max(1, Math.floor(rows / 400));
  for (let row = 0; row < rows; row += step) {
    let most = 0;
    for (const { values } of arrows) {
      const size = values ? Math.hypot(values[0]![row]!, values[1]![row]!, values[2]![row]!) : 0;
      if (Number.isFinite(size) && size > most) most = size;
    }
    largest.push(most);
  }
  largest.sort((a, b) => a - b);
  return largest[Math.floor(0.95 * (largest.length - 1))] || largest[largest.length - 1] || 0;
}

export class Arrows {
  readonly group = new THREE.Group();
  /** Length drawn per unit of force and of torque; 0 where there is none. */
  forceScale = 0;
  torqueScale = 0;
  /** How much longer they are drawn than that. */
  factor = 1;
  private arrows: Arrow[] = [];
  private shafts: THREE.InstancedMesh | null = null;
  private heads: THREE.InstancedMesh | null = null;
  private readonly points = new Float64Array(12);
  private loading: Promise<void> | null = null;

  constructor(private readonly mechanism: Mechanism, private readonly length: number) {
    this.group.visible = false;
    const { scene, run, motion } = mechanism;
    const add = (name: string, sides: readonly SideRecord[], colour: string) => {
      const side = sides[sides.length - 1];
      const carrier = side && motion.carriers.get(side.body);
      if (!side || carrier === undefined) return;
      const suffix = sides.length > 1 ? "2" : "";
      for (const torque of [false, true]) {
        const letter = torque ? "t" : "f";
        const series = ["x", "y", "z"].map((axis) => run.series(`${name}.${letter}${axis}${suffix}`) ?? run.series(`${name}.${letter}${axis}`));
        if (series.every((one) => one !== undefined)) this.arrows.push({ carrier, at: side.at, torque, colour, series: series as Arrow["series"], values: null });
      }
    };
    for (const joint of [...scene.joints, ...scene.motions, ...scene.others]) add(joint.name, joint.sides, REACTION);
    for (const force of scene.forces) add(force.name, force.sides, LOAD);
  }

  /** Are there forces of that colour? */
  has(colour: string): boolean { return this.forceScale > 0 && this.arrows.some((arrow) => arrow.colour === colour && !arrow.torque); }

  get any(): boolean { return this.arrows.length > 0; }

  /** Decodes the columns of the forces; only on demand, for they are many. */
  load(): Promise<void> {
    this.loading ??= this.decode();
    return this.loading;
  }

  private async decode(): Promise<void> {
    await Promise.all(this.arrows.map(async (arrow) => {
      try {
        arrow.values = await Promise.all(arrow.series.map((one) => one.values())) as Arrow["values"];
      } catch (fault) {
        this.mechanism.faults.push(fault);
      }
    }));
    const rows = this.mechanism.run.time.length;
    const forces = usualLargest(this.arrows.filter((arrow) => !arrow.torque), rows);
    const torques = usualLargest(this.arrows.filter((arrow) => arrow.torque), rows);
    this.forceScale = forces > 0 ? this.length / forces : 0;
    this.torqueScale = torques > 0 ? (0.7 * this.length) / torques : 0;
    this.arrows = this.arrows.filter((arrow) => arrow.values && (arrow.torque ? this.torqueScale : this.forceScale) > 0);
    this.build();
  }

  private build(): void {
    // Over everything: a force inside of a body must be seen too.
    const material = new THREE.MeshLambertMaterial({ depthTest: false, depthWrite: false, transparent: true });
    const shaft = new THREE.CylinderGeometry(1, 1, 1, 12).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    const head = new THREE.ConeGeometry(2.6, 1, 16).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    this.shafts = new THREE.InstancedMesh(shaft, material, this.arrows.length);
    this.heads = new THREE.InstancedMesh(head, material, 2 * this.arrows.length);
    const colour = new THREE.Color();
    this.arrows.forEach((arrow, i) => {
      // Torques in a lighter tone of the same colour.
      colour.set(arrow.colour);
      if (arrow.torque) colour.lerp(new THREE.Color("#e0a94a"), 0.6);
      this.shafts!.setColorAt(i, colour);
      this.heads!.setColorAt(2 * i, colour);
      this.heads!.setColorAt(2 * i + 1, colour);
    });
    this.shafts.frustumCulled = false;
    this.heads.frustumCulled = false;
    this.shafts.renderOrder = 10;
    this.heads.renderOrder = 11;
    this.group.add(this.shafts, this.heads);
  }

  update(time: number): void {
    if (!this.group.visible || !this.shafts || !this.heads) return;
    const { run, motion, unit } = this.mechanism;
    const row = Math.max(0, run.rowAt(time));
    const next = Math.min(row + 1, run.time.length - 1);
    const span = run.time[next]! - run.time[row]!;
    const share = span > 0 ? Math.min(1, Math.max(0, (time - run.time[row]!) / span)) : 0;
    const shafts = this.shafts.instanceMatrix.array as Float32Array;
    const heads = this.heads.instanceMatrix.array as Float32Array;
    const { points } = this;
    const radius = 0.28 * unit;
    const headLength = 2.2 * unit;
    for (let i = 0; i < this.arrows.length; i++) {
      const { carrier, at, values, torque } = this.arrows[i]!;
      const scale = this.factor * (torque ? this.torqueScale : this.forceScale);
      movePoint(points, 0, motion.placements, SIZE * carrier, at[0]!, at[1]!, at[2]!);
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const from = values![k]![row]!;
        const value = (share === 0 ? from : from + share * (values![k]![next]! - from)) * scale;
        points[3 + k] = value;
        square += value * value;
      }
      const length = Math.sqrt(square);
      const drawn = Number.isFinite(length) && length > 0.3 * headLength;
      // The arrow ends where its scale says; the head takes its part of the length.
      const back = drawn ? Math.max(0, 1 - headLength / length) : 0;
      const second = drawn ? Math.max(0, 1 - (1.7 * headLength) / length) : 0;
      for (let k = 0; k < 3; k++) {
        const value = points[3 + k]!;
        points[6 + k] = points[k]! + back * value;
        points[9 + k] = points[k]! + second * value;
        points[3 + k] = points[k]! + (drawn ? value : 0);
      }
      between(shafts, 16 * i, points, 0, points, 6, drawn ? radius : 0, 0);
      between(heads, 32 * i, points, 6, points, 3, drawn ? radius : 0, 0);
      between(heads, 32 * i + 16, points, 9, points, 3, drawn && torque ? radius : 0, drawn ? Math.min(headLength, length) : 0);
    }
    this.shafts.instanceMatrix.needsUpdate = true;
    this.heads.instanceMatrix.needsUpdate = true;
  }
}
