// Modal bodies: surfaces that bend with the amplitudes of their modes, coloured by stress if the reader asks for it.
import * as THREE from "three";
import { type ModalRecord, type Run, type SceneRecord, unpackFloat32, unpackInt16, unpackUint32 } from "../data";
import { SIZE } from "./affine";
import type { Motion } from "./motion";
import { BODY_COLOURS } from "./shapes";
import { Scale, type Quantity, type Shading } from "./tint";

export const VON_MISES: Quantity = { id: "von_mises", text: "Stress of von Mises", columns: [] };

function damaged(name: string): Error { return new Error(`The mesh of "${name}" is damaged in this page.`); }

/** One modal body. */
class Bent {
  readonly mesh: THREE.Mesh;
  /** Of the kept modes at the moment last set. */
  readonly amplitudes: Float64Array;
  private readonly position: THREE.BufferAttribute;
  private readonly colour: THREE.BufferAttribute;
  private readonly bend: Float32Array; // displacement of the vertices

  private constructor(readonly record: ModalRecord, readonly carrier: number, readonly own: string, private readonly columns: readonly (Float64Array | null)[],
    readonly vertices: Float32Array, triangles: Uint32Array, private readonly shapes: Int16Array,
    private readonly stress: Int16Array | null, private readonly start: Float32Array | null, material: THREE.Material) {
    this.amplitudes = new Float64Array(columns.length);
    this.bend = new Float32Array(vertices.length);
    const geometry = new THREE.BufferGeometry();
    this.position = new THREE.BufferAttribute(vertices.slice(), 3).setUsage(THREE.DynamicDrawUsage);
    this.colour = new THREE.BufferAttribute(new Float32Array(vertices.length), 3).setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute("position", this.position);
    geometry.setAttribute("color", this.colour);
    geometry.setIndex(new THREE.BufferAttribute(triangles, 1));
    geometry.computeVertexNormals();
    geometry.computeBoundingSphere();
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.matrixAutoUpdate = false;
    this.mesh.frustumCulled = false; // It may be drawn bent far beyond its bounds.
  }

  static async of(record: ModalRecord, run: Run, carrier: number, own: string, material: () => THREE.Material): Promise<Bent | null> {
    if (!record.vertices || !record.triangles) return null;
    const what = `the mesh of "${record.name}"`;
    const modes = Array.isArray(record.modes) ? record.modes : [];
    const [vertices, triangles, shapes, stress, start, columns] = await Promise.all([
      unpackFloat32(record.vertices, what), unpackUint32(record.triangles, what), unpackInt16(record.shapes ?? "", what),
      record.stress ? unpackInt16(record.stress, what) : null, record.stress0 ? unpackFloat32(record.stress0, what) : null,
      Promise.all(modes.map((mode) => run.series(`${record.name}.mode${mode}`)?.values() ?? null))]);
    const count = vertices.length / 3;
    for (const index of triangles) if (index >= count) throw damaged(record.name);
    const right = (numbers: Int16Array | null, scales: number[] | undefined, width: number) => numbers === null || (numbers.length === modes.length * width * count && scales?.length === modes.length);
    if (!right(shapes, record.scales, 3) || !right(stress, record.stressScales, 6) || (start !== null && start.length !== 6 * count)) throw damaged(record.name);
    return new Bent(record, carrier, own, columns, vertices, triangles, shapes, stress, start, material());
  }

  get stressed(): boolean { return this.stress !== null; }

  setTime(run: Run, time: number, factor: number): void {
    const row = Math.max(0, run.rowAt(time));
    const next = Math.min(row + 1, run.time.length - 1);
    const span = run.time[next]! - run.time[row]!;
    const share = span > 0 ? Math.min(1, Math.max(0, (time - run.time[row]!) / span)) : 0;
    this.columns.forEach((column, i) => {
      const from = column?.[row] ?? 0;
      const value = share === 0 ? from : from + share * ((column?.[next] ?? 0) - from);
      this.amplitudes[i] = Number.isFinite(value) ? value : 0;
    });
    this.place(factor);
  }

  /** X + Phi eta. */
  private place(factor: number): void {
    const { vertices, shapes, amplitudes, bend } = this;
    const position = this.position.array as Float32Array;
    bend.fill(0);
    for (let i = 0, o = 0; i < amplitudes.length; i++, o += vertices.length) {
      const scale = factor * amplitudes[i]! * this.record.scales![i]!;
      if (scale === 0) continue;
      for (let k = 0; k < vertices.length; k++) bend[k]! += scale * shapes[o + k]!;
    }
    for (let k = 0; k < vertices.length; k++) position[k] = vertices[k]! + bend[k]!;
    this.position.needsUpdate = true;
    this.mesh.geometry.computeVertexNormals();
  }

  /** Stress of von Mises at every vertex; returns the largest. */
  vonMises(out: Float64Array): number {
    const { stress, start, amplitudes } = this;
    const count = this.vertices.length / 3;
    const sum = new Float64Array(6 * count);
    if (start) sum.set(start);
    for (let i = 0, o = 0; stress && i < amplitudes.length; i++, o += 6 * count) {
      const scale = amplitudes[i]! * this.record.stressScales![i]!;
      if (scale === 0) continue;
      for (let k = 0; k < 6 * count; k++) sum[k]! += scale * stress[o + k]!;
    }
    let largest = 0;
    for (let v = 0, k = 0; v < count; v++, k += 6) {
      const a = sum[k]! - sum[k + 1]!, b = sum[k + 1]! - sum[k + 2]!, c = sum[k + 2]! - sum[k]!;
      const shear = sum[k + 3]! ** 2 + sum[k + 4]! ** 2 + sum[k + 5]! ** 2;
      out[v] = Math.sqrt(0.5 * (a * a + b * b + c * c) + 3 * shear);
      largest = Math.max(largest, out[v]!);
    }
    return largest;
  }

  paint(colourOf: (vertex: number, out: THREE.Color) => void): void {
    const colours = this.colour.array as Float32Array;
    const shade = new THREE.Color();
    for (let v = 0; 3 * v < colours.length; v++) {
      colourOf(v, shade);
      shade.toArray(colours, 3 * v);
    }
    this.colour.needsUpdate = true;
  }

  move(p: Float64Array): void {
    const o = SIZE * this.carrier;
    this.mesh.matrix.set(p[o]!, p[o + 3]!, p[o + 6]!, p[o + 9]!, p[o + 1]!, p[o + 4]!, p[o + 7]!, p[o + 10]!, p[o + 2]!, p[o + 5]!, p[o + 8]!, p[o + 11]!, 0, 0, 0, 1);
    this.mesh.matrixWorldNeedsUpdate = true;
  }
}

/** Stress of all modal bodies as colours: from nothing to the largest of the run. */
class StressShading implements Shading {
  readonly quantity = VON_MISES;
  readonly elements: readonly string[];
  readonly values: Float64Array;
  readonly low = 0;
  readonly high: number;
  readonly unit: string;
  readonly peak: Shading["peak"];
  readonly known: number;
  readonly signed = false;
  readonly relative = false;
  private readonly scale = new Scale(false);

  constructor(bodies: readonly Bent[], run: Run, private readonly atMoment: () => Float64Array) {
    this.elements = bodies.map(({ record }) => record.name);
    this.known = bodies.length;
    this.values = new Float64Array(bodies.length);
    const highest = bodies.map(({ record }) => record.highest ?? 0);
    this.high = Math.max(...highest);
    const most = bodies[highest.indexOf(this.high)]!.record;
    this.unit = most.stressUnit ?? "";
    this.peak = { element: `${most.name}, node ${most.highestNode ?? "?"},`, row: run.nearestRow(most.highestTime ?? 0), value: this.high };
  }

  setTime(): void { this.values.set(this.atMoment()); }
  colour(value: number, out: THREE.Color): void { this.scale.colour(this.high > 0 ? value / this.high : 0, out); }
  get gradient(): string { return this.scale.gradient; }
}

export class Bending {
  /** How many times larger displacements by bending are drawn. */
  factor = 1;
  private readonly group = new THREE.Group();
  private readonly stresses: Float64Array[];
  private readonly largest: Float64Array;
  private shading: Shading | null = null;
  private selected: string | null = null;
  private selectColour = "";
  private time = 0;

  private constructor(private readonly run: Run, readonly bodies: readonly Bent[], private readonly ghost: string | null) {
    for (const body of bodies) this.group.add(body.mesh);
    this.stresses = bodies.map(({ vertices }) => new Float64Array(vertices.length / 3));
    this.largest = new Float64Array(bodies.length);
    this.paint();
  }

  /** Null where there are none; faults of single ones go to `faults`. */
  static async of(run: Run, scene: SceneRecord, motion: Motion, material: () => THREE.Material, ghost: string | null, faults: unknown[]): Promise<Bending | null> {
    const records = (scene.bending ?? []).filter(({ name }) => motion.carriers.has(name));
    const bodies = await Promise.all(records.map((record) => {
      const carrier = motion.carriers.get(record.name)!;
      return Bent.of(record, run, carrier, BODY_COLOURS[(carrier - 1) % BODY_COLOURS.length]!, material).catch((fault: unknown) => { faults.push(fault); return null; });
    }));
    const whole = bodies.filter((body) => body !== null);
    return whole.length > 0 ? new Bending(run, whole, ghost) : null;
  }

  get object(): THREE.Object3D { return this.group; }

  /** What they may be coloured by. Shapes of modes have no size of their own, and so no stress. */
  get tints(): Quantity[] {
    return this.run.record.method !== "modes" && this.bodies.some(({ stressed }) => stressed) ? [VON_MISES] : [];
  }

  shadingOf(): Shading {
    return new StressShading(this.bodies.filter(({ stressed }) => stressed), this.run, () => this.largest.filter((_, i) => this.bodies[i]!.stressed));
  }

  setTime(time: number): void {
    this.time = time;
    for (const body of this.bodies) body.setTime(this.run, time, this.factor);
    if (this.shading) this.paint();
  }

  setFactor(factor: number): void {
    this.factor = factor;
    this.setTime(this.time);
  }

  update(placements: Float64Array): void {
    for (const body of this.bodies) body.move(placements);
  }

  show(shading: Shading | null): void {
    this.shading = shading;
    this.paint();
    shading?.setTime(this.time);
  }

  highlight(element: string | null, colour: string): void {
    this.selected = element;
    this.selectColour = colour;
    this.paint();
  }

  private paint(): void {
    this.bodies.forEach((body, i) => {
      const plain = new THREE.Color(this.selected === body.record.name ? this.selectColour || "#ffffff" : this.ghost ?? body.own);
      const { shading } = this;
      if (!shading || !body.stressed) return body.paint((_, out) => out.copy(plain));
      const values = this.stresses[i]!;
      this.largest[i] = body.vonMises(values);
      body.paint((v, out) => shading.colour(values[v]!, out));
    });
  }

  /** What the ray meets first. */
  pick(ray: THREE.Raycaster): { element: string; carrier: number; point: THREE.Vector3; distance: number } | null {
    const hit = ray.intersectObjects(this.bodies.map(({ mesh }) => mesh), false)[0];
    const body = hit && this.bodies.find(({ mesh }) => mesh === hit.object);
    return body ? { element: body.record.name, carrier: body.carrier, point: hit.point, distance: hit.distance } : null;
  }

  /** Bodies as they are drawn: places of the vertices in the axes of the body, their colours, amplitudes of the modes. */
  drawn(): { name: string; vertices: number[]; colours: number[]; amplitudes: number[]; triangles: number }[] {
    return this.bodies.map(({ record, mesh, amplitudes }) => ({
      name: record.name, amplitudes: Array.from(amplitudes), triangles: mesh.geometry.getIndex()!.count / 3,
      vertices: Array.from(mesh.geometry.getAttribute("position").array), colours: Array.from(mesh.geometry.getAttribute("color").array) }));
  }
}
