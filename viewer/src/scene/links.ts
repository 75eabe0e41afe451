// What is stretched between two moving points: massless rods, and springs drawn as springs.
import * as THREE from "three";
import type { SideRecord } from "../data";
import { SIZE, between, movePoint, type Affine } from "./affine";

export interface Link {
  element: string;
  from: SideRecord;
  to: SideRecord;
  radius: number;
  colour: THREE.ColorRepresentation;
}

interface Points { carriers: Int32Array; locals: Float64Array }

function pointsOf(links: readonly Link[], carriers: ReadonlyMap<string, number>): Points {
  const points = { carriers: new Int32Array(2 * links.length), locals: new Float64Array(6 * links.length) };
  links.forEach((link, i) => [link.from, link.to].forEach((side, k) => {
    points.carriers[2 * i + k] = carriers.get(side.body) ?? 0;
    points.locals.set(side.at.slice(0, 3), 6 * i + 3 * k);
  }));
  return points;
}

/** Straight rods; also what the pointer meets when it meets a spring. */
export class Rods {
  readonly mesh: THREE.InstancedMesh;
  private readonly points: Points;
  private readonly ends = new Float64Array(6);
  private readonly colour = new THREE.Color();

  constructor(readonly links: readonly Link[], carriers: ReadonlyMap<string, number>, material: THREE.Material) {
    const rod = new THREE.CylinderGeometry(1, 1, 1, 14).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    this.mesh = new THREE.InstancedMesh(rod, material, links.length);
    this.mesh.frustumCulled = false;
    this.points = pointsOf(links, carriers);
    links.forEach((link, i) => this.mesh.setColorAt(i, this.colour.set(link.colour)));
  }

  update(placements: Affine): void {
    const matrices = this.mesh.instanceMatrix.array as Float32Array;
    for (let i = 0; i < this.links.length; i++) {
      for (let k = 0; k < 2; k++) {
        const o = 6 * i + 3 * k;
        const { carriers, locals } = this.points;
        movePoint(this.ends, 3 * k, placements, SIZE * carriers[2 * i + k]!, locals[o]!, locals[o + 1]!, locals[o + 2]!);
      }
      between(matrices, 16 * i, this.ends, 0, this.ends, 3, this.links[i]!.radius, 0);
    }
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }

  highlight(element: string | null, colour: string): void {
    this.links.forEach((link, i) => this.mesh.setColorAt(i, this.colour.set(link.element === element ? colour : link.colour)));
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}

const TURNS = 8;
const TUBE = 0.2; // radius of the wire over radius of the coil
const LEAD = 0.12; // share of the length at each end where the wire runs in

/** A coil of radius 1 with no length: every vertex knows its share of the length, which the shader multiplies with the length of the spring. */
function coilGeometry(): THREE.BufferGeometry {
  const rings = TURNS * 18;
  const around = 7;
  const position: number[] = [];
  const normal: number[] = [];
  const share: number[] = [];
  const index: number[] = [];
  for (let i = 0; i <= rings; i++) {
    const s = i / rings;
    const angle = 2 * Math.PI * TURNS * s;
    for (let j = 0; j < around; j++) {
      const turn = (2 * Math.PI * j) / around;
      const out = 1 + TUBE * Math.cos(turn);
      position.push(out * Math.cos(angle), out * Math.sin(angle), TUBE * Math.sin(turn));
      normal.push(Math.cos(turn) * Math.cos(angle), Math.cos(turn) * Math.sin(angle), Math.sin(turn));
      share.push(LEAD + (1 - 2 * LEAD) * s);
      if (i === rings) continue;
      const here = i * around + j;
      const beside = i * around + ((j + 1) % around);
      index.push(here, here + around, beside, beside, here + around, beside + around);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(position, 3));
  geometry.setAttribute("normal", new THREE.Float32BufferAttribute(normal, 3));
  geometry.setAttribute("share", new THREE.Float32BufferAttribute(share, 1));
  geometry.setIndex(index);
  return geometry;
}

export class Coils {
  readonly mesh: THREE.InstancedMesh;
  private readonly points: Points;
  private readonly ends = new Float64Array(6);
  private readonly reach: THREE.InstancedBufferAttribute;
  private readonly colour = new THREE.Color();

  constructor(readonly links: readonly Link[], carriers: ReadonlyMap<string, number>, material: THREE.Material) {
    const geometry = coilGeometry();
    this.reach = new THREE.InstancedBufferAttribute(new Float32Array(links.length), 1).setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute("reach", this.reach);
    material.onBeforeCompile = (shader) => {
      shader.vertexShader = `attribute float share;\nattribute float reach;\n${shader.vertexShader}`
        .replace("#include <begin_vertex>", "#include <begin_vertex>\ntransformed.z += share * reach;");
    };
    this.mesh = new THREE.InstancedMesh(geometry, material, links.length);
    this.mesh.frustumCulled = false;
    this.mesh.raycast = () => undefined; // The rod inside stands for it.
    this.points = pointsOf(links, carriers);
    links.forEach((link, i) => this.mesh.setColorAt(i, this.colour.set(link.colour)));
  }

  update(placements: Affine): void {
    const matrices = this.mesh.instanceMatrix.array as Float32Array;
    for (let i = 0; i < this.links.length; i++) {
      for (let k = 0; k < 2; k++) {
        const o = 6 * i + 3 * k;
        const { carriers, locals } = this.points;
        movePoint(this.ends, 3 * k, placements, SIZE * carriers[2 * i + k]!, locals[o]!, locals[o + 1]!, locals[o + 2]!);
      }
      const { radius } = this.links[i]!;
      this.reach.array[i] = between(matrices, 16 * i, this.ends, 0, this.ends, 3, radius, radius) / radius;
    }
    this.reach.needsUpdate = true;
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  highlight(element: string | null, colour: string): void {
    this.links.forEach((link, i) => this.mesh.setColorAt(i, this.colour.set(link.element === element ? colour : link.colour)));
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}
