// Everything solid that is drawn is a part: a simple form, fixed to a carrier (ground or body). Parts of one form and layer are drawn in one call.
import * as THREE from "three";
import { SIZE, multiplyInto, type Affine } from "./affine";

/** A wheel is a cylinder and a ball a sphere with a darker sector, so that one sees them turn. */
export type Form = "box" | "cylinder" | "wheel" | "sphere" | "ball" | "dome" | "torus" | "cone" | "pyramid";
export type Layer = "bodies" | "joints" | "forces" | "frames";

export interface Part {
  form: Form | THREE.BufferGeometry;
  layer: Layer;
  carrier: number;
  local: Affine;
  colour: THREE.ColorRepresentation;
  element: string;
}

const SECTOR = 0.36; // half the angle of the darker sector
const SHADE = 0.72;

/** Gives every triangle its brightness by the angle of its middle about z; all other forms are of one brightness. */
function shaded(shape: THREE.BufferGeometry, sectors: number): THREE.BufferGeometry {
  const loose = sectors > 0 ? shape.toNonIndexed() : shape;
  const position = loose.getAttribute("position");
  const colours = new Float32Array(3 * position.count).fill(1);
  for (let i = 0; sectors > 0 && i < position.count; i += 3) {
    const x = position.getX(i) + position.getX(i + 1) + position.getX(i + 2);
    const y = position.getY(i) + position.getY(i + 1) + position.getY(i + 2);
    const period = (2 * Math.PI) / sectors;
    const turn = ((Math.atan2(y, x) % period) + period) % period;
    if (Math.min(turn, period - turn) < SECTOR / sectors) colours.fill(SHADE, 3 * i, 3 * i + 9);
  }
  loose.setAttribute("color", new THREE.BufferAttribute(colours, 3));
  return loose;
}

/** Corners of a circle: the more parts there are, the smaller each is on the screen. */
function roundness(parts: number): number {
  return parts < 150 ? 40 : parts < 800 ? 24 : 12;
}

/** Unit forms: radius 1, height 1 along z and centred; dome (half a sphere), cone and pyramid stand on z = 0 and point along +z. */
function geometry(form: Form, round: number): THREE.BufferGeometry {
  switch (form) {
    case "box": return new THREE.BoxGeometry(1, 1, 1);
    case "wheel":
    case "cylinder": return new THREE.CylinderGeometry(1, 1, 1, round).rotateX(Math.PI / 2);
    case "ball":
    case "sphere": return new THREE.SphereGeometry(1, round, Math.ceil(round / 2)).rotateX(Math.PI / 2);
    case "dome": return new THREE.SphereGeometry(1, round, Math.ceil(round / 4), 0, 2 * Math.PI, 0, Math.PI / 2).rotateX(Math.PI / 2);
    case "torus": return new THREE.TorusGeometry(1, 0.16, Math.ceil(round / 4) + 2, round);
    case "cone": return new THREE.ConeGeometry(1, 1, Math.ceil(0.6 * round)).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    case "pyramid": return new THREE.ConeGeometry(1, 1, 4).rotateY(Math.PI / 4).rotateX(Math.PI / 2).translate(0, 0, 0.5);
  }
}

interface Batch {
  mesh: THREE.InstancedMesh;
  layer: Layer;
  parts: Part[];
  carriers: Int32Array;
  locals: Affine;
}

export class Parts {
  readonly group = new THREE.Group();
  private readonly pending: Part[] = [];
  private readonly batches: Batch[] = [];
  private readonly colour = new THREE.Color();

  add(...parts: Part[]): void { this.pending.push(...parts); }
  get all(): readonly Part[] { return this.pending; }
  get meshes(): THREE.InstancedMesh[] { return this.batches.map((batch) => batch.mesh); }

  /** Makes the meshes; `material` gives the one of a layer. */
  build(material: (layer: Layer, flat: boolean) => THREE.Material): void {
    const groups = new Map<Form | THREE.BufferGeometry, Map<Layer, Part[]>>();
    for (const part of this.pending) {
      const layers = groups.get(part.form) ?? groups.set(part.form, new Map()).get(part.form)!;
      const list = layers.get(part.layer);
      if (list) list.push(part);
      else layers.set(part.layer, [part]);
    }
    const round = roundness(this.pending.length);
    for (const [form, layers] of groups) {
      const shape = shaded(typeof form === "string" ? geometry(form, round) : form, form === "wheel" ? 1 : form === "ball" ? 3 : 0);
      for (const [layer, parts] of layers) this.batches.push(this.batch(shape, layer, parts, material(layer, typeof form !== "string" || form === "pyramid")));
    }
  }

  private batch(shape: THREE.BufferGeometry, layer: Layer, parts: Part[], material: THREE.Material): Batch {
    const mesh = new THREE.InstancedMesh(shape, material, parts.length);
    mesh.frustumCulled = false; // The bounds of instances that move would have to be found anew in every frame.
    mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    const locals = new Float64Array(SIZE * parts.length);
    parts.forEach((part, i) => {
      locals.set(part.local, SIZE * i);
      mesh.setColorAt(i, this.colour.set(part.colour));
    });
    this.group.add(mesh);
    return { mesh, layer, parts, carriers: Int32Array.from(parts, (part) => part.carrier), locals };
  }

  /** Puts every part where its carrier is. */
  update(placements: Affine): void {
    for (const { mesh, carriers, locals } of this.batches) {
      if (!mesh.visible) continue;
      const matrices = mesh.instanceMatrix.array as Float32Array;
      for (let i = 0; i < carriers.length; i++) multiplyInto(matrices, 16 * i, placements, SIZE * carriers[i]!, locals, SIZE * i);
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
  }

  /** The parts that are meshes of the model, with what is drawn of them. */
  given(): { part: Part; shape: THREE.BufferGeometry; matrix: THREE.Matrix4 }[] {
    const found: { part: Part; shape: THREE.BufferGeometry; matrix: THREE.Matrix4 }[] = [];
    for (const { mesh, parts } of this.batches) {
      parts.forEach((part, i) => {
        if (typeof part.form === "string" || !mesh.visible) return;
        const matrix = new THREE.Matrix4();
        mesh.getMatrixAt(i, matrix);
        found.push({ part, shape: mesh.geometry, matrix });
      });
    }
    return found;
  }

  show(layer: Layer, visible: boolean): void {
    for (const batch of this.batches) if (batch.layer === layer) batch.mesh.visible = visible;
  }

  /** Colours the parts of one element with `colour`, all others as they are by nature. */
  highlight(element: string | null, colour: string): void {
    for (const { mesh, parts } of this.batches) {
      parts.forEach((part, i) => mesh.setColorAt(i, this.colour.set(part.element === element ? colour : part.colour)));
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  /** The part that a ray met. */
  partOf(hit: THREE.Intersection): Part | null {
    const batch = this.batches.find((one) => one.mesh === hit.object);
    return batch && hit.instanceId !== undefined ? batch.parts[hit.instanceId] ?? null : null;
  }

  /** The drawn matrix and the local placement of the first solid part of a carrier, for reading back what is on the screen. */
  drawn(carrier: number): { matrix: THREE.Matrix4; local: Affine } | null {
    for (const { mesh, carriers, locals, layer } of this.batches) {
      const i = layer === "bodies" ? carriers.indexOf(carrier) : -1;
      if (i < 0) continue;
      const matrix = new THREE.Matrix4();
      mesh.getMatrixAt(i, matrix);
      return { matrix, local: locals.slice(SIZE * i, SIZE * (i + 1)) };
    }
    return null;
  }
}
