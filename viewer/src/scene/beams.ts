// All beams of a run as one mesh: outlines swept along bent lines, moved in place. Colours stand for nothing, for what is selected, or for a quantity.
import * as THREE from "three";
import type { SceneRecord } from "../data";
import type { Motion } from "./motion";
import { Strand } from "./strand";
import { SECTION } from "./sweep";
import type { Shading } from "./tint";

/** Rings between two nodes: fewer where there are many, each of which is small on the screen. */
function stepsFor(intervals: number): number {
  return intervals <= 150 ? 8 : intervals <= 600 ? 4 : intervals <= 2000 ? 2 : 1;
}

/** The three elements whose values make that of a ring, and their weights. */
interface Blend { elements: Int32Array; weights: Float64Array }

export interface BeamHit { element: string; carrier: number; point: THREE.Vector3; distance: number }

export class Beams {
  readonly mesh: THREE.Mesh;
  /** Elements of all beams, by their number. */
  readonly elementNames: string[] = [];
  private readonly position: THREE.BufferAttribute;
  private readonly normal: THREE.BufferAttribute;
  private readonly colour: THREE.BufferAttribute;
  private readonly firsts: number[] = []; // number of the first element of each beam
  private readonly blends: Blend[] = [];
  private readonly nodes = new Map<string, string>(); // name of a node, and of its beam
  private readonly shade = new THREE.Color();
  private tint: Shading | null = null;
  private selected: string | null = null;
  private selectColour = "";

  private constructor(readonly strands: readonly Strand[], material: THREE.Material, private readonly ghost: string | null) {
    let vertices = 0;
    for (const strand of strands) {
      this.firsts.push(this.elementNames.length);
      for (let e = 0; e < strand.elements; e++) this.elementNames.push(`${strand.name}.e${e}`);
      for (const name of strand.record.nodes) if (name.startsWith(`${strand.name}.`)) this.nodes.set(name, strand.name);
      const { corners, ends } = strand.profile;
      for (const piece of strand.pieces) {
        piece.vertex = vertices;
        vertices += (piece.rings * corners.length) / 2 + ends.length;
      }
      this.blends.push(this.blendOf(strand, this.firsts[this.firsts.length - 1]!));
    }
    const geometry = new THREE.BufferGeometry();
    const moving = () => new THREE.BufferAttribute(new Float32Array(3 * vertices), 3).setUsage(THREE.DynamicDrawUsage);
    this.position = moving();
    this.normal = moving();
    this.colour = moving();
    geometry.setAttribute("position", this.position);
    geometry.setAttribute("normal", this.normal);
    geometry.setAttribute("color", this.colour);
    geometry.setIndex(new THREE.BufferAttribute(this.triangles(), 1));
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.frustumCulled = false; // Its bounds would have to be found anew in every frame.
    this.mesh.raycast = () => undefined; // `pick` looks only where the line is near.
  }

  /** Null where there are no beams; faults of single ones go to `faults`. */
  static async of(scene: SceneRecord, motion: Motion, material: () => THREE.Material, ghost: string | null, faults: unknown[]): Promise<Beams | null> {
    const records = scene.beams ?? [];
    const steps = stepsFor(records.reduce((sum, beam) => sum + Math.max(0, (beam.nodes?.length ?? 1) - 1), 0));
    const strands = await Promise.all(records.map((beam) => Strand.of(beam, motion.carriers, steps).catch((fault: unknown) => { faults.push(fault); return null; })));
    const whole = strands.filter((strand) => strand !== null);
    return whole.length > 0 ? new Beams(whole, material(), ghost) : null;
  }

  private triangles(): Uint32Array {
    const index: number[] = [];
    for (const { profile, pieces } of this.strands) {
      const ring = profile.corners.length / 2;
      const end = profile.ends.length / 2;
      for (const { vertex, rings } of pieces) {
        for (let i = 0; i + 1 < rings; i++) {
          const here = vertex + ring * i;
          for (let k = 0; k < profile.edges.length; k += 2) {
            const a = here + profile.edges[k]!, b = here + profile.edges[k + 1]!;
            index.push(a, b, b + ring, a, b + ring, a + ring);
          }
        }
        const start = vertex + ring * rings;
        for (let k = 0; k < profile.caps.length; k += 3) {
          const [a, b, c] = profile.caps.subarray(k, k + 3) as unknown as [number, number, number];
          index.push(start + a, start + c, start + b, start + end + a, start + end + b, start + end + c);
        }
      }
    }
    return Uint32Array.from(index);
  }

  /** Values are those of the middles of elements; between two middles they are joined by a line, beyond the last they stay. */
  private blendOf(strand: Strand, first: number): Blend {
    const blend = { elements: new Int32Array(2 * strand.ringCount), weights: new Float64Array(2 * strand.ringCount) };
    strand.eachRing((ring, element, xi, before, after) => {
      const other = xi < 0 ? before : after;
      blend.elements[2 * ring] = first + element;
      blend.elements[2 * ring + 1] = first + element + (other ? Math.sign(xi) : 0);
      blend.weights[2 * ring] = 1 - Math.abs(xi) / 2;
      blend.weights[2 * ring + 1] = Math.abs(xi) / 2;
    });
    return blend;
  }

  isNode(name: string): boolean { return this.nodes.has(name); }

  update(poses: Float64Array): void {
    for (const strand of this.strands) {
      strand.update(poses);
      this.place(strand);
    }
    this.position.needsUpdate = true;
    this.normal.needsUpdate = true;
  }

  /** Writes the corners of all rings and ends. What is not a number is drawn nowhere. */
  private place(strand: Strand): void {
    const { rings, profile } = strand;
    const { corners, normals, ends } = profile;
    const position = this.position.array as Float32Array;
    const normal = this.normal.array as Float32Array;
    for (const piece of strand.pieces) {
      let v = 3 * piece.vertex;
      for (let i = 0; i < piece.rings + 2; i++) {
        const cap = i - piece.rings; // 0: at the start, 1: at the end
        const o = SECTION * (piece.ring + (cap < 0 ? i : cap === 0 ? 0 : piece.rings - 1));
        const x = rings[o]!, y = rings[o + 1]!, z = rings[o + 2]!, w = rings[o + 3]!, a = rings[o + 4]!, b = rings[o + 5]!, c = rings[o + 6]!;
        const there = Number.isFinite(x + y + z + w + a + b + c) ? 1 : 0;
        const x2 = 2 * (a * b - w * c), y2 = 1 - 2 * (a * a + c * c), z2 = 2 * (b * c + w * a);
        const x3 = 2 * (a * c + w * b), y3 = 2 * (b * c - w * a), z3 = 1 - 2 * (a * a + b * b);
        const across = cap < 0 ? corners : ends;
        for (let k = 0; k < across.length; k += 2, v += 3) {
          const p = across[k]!, q = across[k + 1]!;
          position[v] = there ? x + p * x2 + q * x3 : 0;
          position[v + 1] = there ? y + p * y2 + q * y3 : 0;
          position[v + 2] = there ? z + p * z2 + q * z3 : 0;
          if (cap < 0) {
            const n = normals[k]!, m = normals[k + 1]!;
            normal[v] = n * x2 + m * x3;
            normal[v + 1] = n * y2 + m * y3;
            normal[v + 2] = n * z2 + m * z3;
          } else {
            const out = cap === 0 ? -1 : 1;
            normal[v] = out * (y2 * z3 - z2 * y3);
            normal[v + 1] = out * (z2 * x3 - x2 * z3);
            normal[v + 2] = out * (x2 * y3 - y2 * x3);
          }
        }
      }
    }
  }

  // ---- colours

  /** The quantity that is shown; null: none. */
  show(tint: Shading | null): void {
    this.tint = tint;
    this.paint();
  }

  highlight(element: string | null, colour: string): void {
    this.selected = element;
    this.selectColour = colour;
    this.paint();
  }

  /** The colours as they are at the row that the tint was set to. */
  paint(): void {
    this.strands.forEach((strand, i) => this.paintOne(strand, i));
    this.colour.needsUpdate = true;
  }

  private paintOne(strand: Strand, index: number): void {
    const { tint, shade } = this;
    const colours = this.colour.array as Float32Array;
    const { corners, ends, shades } = strand.profile;
    const own = new THREE.Color(this.ghost ?? (/^#[0-9a-f]{6}$/i.test(strand.record.colour ?? "") ? strand.record.colour! : "#8d98a3"));
    const picked = new THREE.Color(this.selectColour || "#ffffff");
    const blend = this.blends[index]!;
    const ofRing = (ring: number): boolean => {
      if (this.isSelected(strand, ring)) { shade.copy(picked); return false; }
      if (!tint) { shade.copy(own); return true; }
      const value = blend.weights[2 * ring]! * tint.values[blend.elements[2 * ring]!]! + blend.weights[2 * ring + 1]! * tint.values[blend.elements[2 * ring + 1]!]!;
      tint.colour(value, shade);
      return false;
    };
    for (const piece of strand.pieces) {
      let v = 3 * piece.vertex;
      for (let i = 0; i < piece.rings + 2; i++) {
        const cap = i - piece.rings;
        const striped = ofRing(piece.ring + (cap < 0 ? i : cap === 0 ? 0 : piece.rings - 1)) && cap < 0;
        const count = (cap < 0 ? corners : ends).length / 2;
        for (let k = 0; k < count; k++, v += 3) {
          const dark = striped ? shades[k]! : 1;
          colours[v] = dark * shade.r;
          colours[v + 1] = dark * shade.g;
          colours[v + 2] = dark * shade.b;
        }
      }
    }
  }

  private isSelected(strand: Strand, ring: number): boolean {
    const { selected } = this;
    if (selected === null || !selected.startsWith(strand.name)) return false;
    return selected === strand.name || selected === `${strand.name}.e${strand.elementAt(ring)}`;
  }

  // ---- what is where

  /** What the ray meets first. */
  pick(ray: THREE.Ray): BeamHit | null {
    let best: BeamHit | null = null;
    const a = new THREE.Vector3(), b = new THREE.Vector3(), point = new THREE.Vector3();
    for (const strand of this.strands) {
      const { rings, profile } = strand;
      for (const piece of strand.pieces) {
        for (let i = 0; i + 1 < piece.rings; i++) {
          a.fromArray(rings, SECTION * (piece.ring + i));
          b.fromArray(rings, SECTION * (piece.ring + i + 1));
          if (!(ray.distanceSqToSegment(a, b) < 1.1 * profile.radius * profile.radius)) continue;
          if (!this.meets(ray, strand, piece.vertex, i, point)) continue;
          const distance = ray.origin.distanceTo(point);
          if (best && best.distance <= distance) continue;
          const ring = piece.ring + i;
          best = { element: `${strand.name}.e${strand.elementAt(ring)}`, carrier: strand.carriers[strand.nodeAt(ring)]!, point: point.clone(), distance };
        }
      }
    }
    return best;
  }

  /** The nearest point of the wall between two rings on the ray. */
  private meets(ray: THREE.Ray, strand: Strand, vertex: number, ring: number, nearest: THREE.Vector3): boolean {
    const { corners, edges } = strand.profile;
    const count = corners.length / 2;
    const [a, b, c, d] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
    const hit = new THREE.Vector3();
    let found = Infinity;
    for (let k = 0; k < edges.length; k += 2) {
      const first = vertex + count * ring + edges[k]!, second = vertex + count * ring + edges[k + 1]!;
      a.fromBufferAttribute(this.position, first);
      b.fromBufferAttribute(this.position, second);
      c.fromBufferAttribute(this.position, second + count);
      d.fromBufferAttribute(this.position, first + count);
      if (!ray.intersectTriangle(a, b, c, true, hit) && !ray.intersectTriangle(a, c, d, true, hit)) continue;
      const distance = ray.origin.distanceTo(hit);
      if (distance < found) { found = distance; nearest.copy(hit); }
    }
    return found < Infinity;
  }

  /** The place that the name of a beam or of an element of it stands for: its middle node. */
  anchor(element: string): { carrier: number; at: number[] } | null {
    for (const strand of this.strands) {
      if (!element.startsWith(strand.name)) continue;
      if (element === strand.name) return strand.anchor(Math.floor(strand.carriers.length / 2));
      const number = /^\.e(\d+)$/.exec(element.slice(strand.name.length));
      if (number && Number(number[1]) < strand.elements) return strand.anchor(Number(number[1]) * strand.order + Math.floor(strand.order / 2));
    }
    return null;
  }

  typeOf(element: string): string | null {
    if (this.isNode(element)) return "node of a beam";
    if (this.strands.some((strand) => strand.name === element)) return "beam";
    return this.anchor(element) ? "element of a beam" : null;
  }

  /** Beams as they are drawn, taken back out of the corners that the graphics card gets: the middle and the colour of every ring. */
  drawn(): { name: string; line: number[][]; colours: number[][]; corners: number }[] {
    return this.strands.map(({ name, profile, pieces }) => {
      const count = profile.corners.length / 2;
      const line: number[][] = [];
      const colours: number[][] = [];
      const mean = (attribute: THREE.BufferAttribute, from: number) => [0, 1, 2].map((k) => {
        let sum = 0;
        for (let i = 0; i < count; i++) sum += attribute.array[3 * (from + i) + k]!;
        return sum / count;
      });
      for (const { vertex, rings } of pieces) {
        for (let i = 0; i < rings; i++) {
          line.push(mean(this.position, vertex + count * i));
          colours.push(mean(this.colour, vertex + count * i));
        }
      }
      return { name, line, colours, corners: count };
    });
  }
}
