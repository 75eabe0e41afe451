// One run as it is drawn: parts, rods and springs on the placements of its motion. A ghost is the same in one translucent colour.
import * as THREE from "three";
import type { ConnectorRecord, Run, SceneRecord, SideRecord } from "../data";
import { SIZE, movePoint, pose } from "./affine";
import { Beams } from "./beams";
import { Bending } from "./bending";
import { type GlyphSetting, STEEL, forceParts, frameParts, jointParts, motionParts, otherParts } from "./glyphs";
import { type Link, Coils, Rods } from "./links";
import { Motion } from "./motion";
import { type Layer, type Part, Parts } from "./parts";
import { planeNormal } from "./plane";
import { BODY_COLOURS, shapeParts } from "./shapes";

/** A copy with every list there, so that a record of a later or lesser kind does not stop the view. */
function complete(scene: SceneRecord): SceneRecord {
  const sided = (list: ConnectorRecord[] | undefined) => (list ?? []).map((one) => ({ ...one, sides: one.sides ?? [] }));
  return {
    ...scene,
    length: scene.length > 0 ? scene.length : 1,
    up: ["x", "y", "z"].includes(scene.up) ? scene.up : "z",
    ground: { frames: scene.ground?.frames ?? [], shapes: scene.ground?.shapes ?? [] },
    bodies: (scene.bodies ?? []).map((body) => ({ ...body, shapes: body.shapes ?? [], frames: body.frames ?? [] })),
    beams: Array.isArray(scene.beams) ? scene.beams : [],
    bending: Array.isArray(scene.bending) ? scene.bending : [],
    joints: sided(scene.joints), forces: sided(scene.forces), motions: sided(scene.motions), others: sided(scene.others),
  };
}

/** Radius of a rod over its length, at least: between small bodies far apart it would be too thin to be seen. */
const SLIM = 0.006;

/** Size of glyphs over the size of the scene, at least. */
const SLENDER = 0.015;

export class Mechanism {
  readonly group = new THREE.Group();
  readonly parts = new Parts();
  readonly faults: unknown[] = [];
  /** The size of glyphs. */
  unit: number;
  /** The normal of the plane in which everything moves, or null. */
  readonly normal: THREE.Vector3 | null;
  /** Corners of the box around each carrier's solid parts, in its axes: lowest x y z, highest x y z. */
  readonly boxes: Float64Array;
  /** Null: there are none. */
  beams: Beams | null = null;
  /** Modal bodies; null: there are none. */
  bending: Bending | null = null;
  private readonly rods: Rods[] = [];
  private readonly coils: Coils[] = [];
  private readonly materials: THREE.MeshPhongMaterial[] = [];

  private constructor(readonly run: Run, readonly scene: SceneRecord, readonly motion: Motion, readonly ghost: string | null) {
    this.unit = 0.05 * scene.length;
    this.boxes = new Float64Array(6 * (scene.bodies.length + 1));
    this.normal = planeNormal(this, scene.length);
  }

  static async of(run: Run, ghost: string | null): Promise<Mechanism | null> {
    if (!run.scene) return null;
    const scene = complete(run.scene);
    const mechanism = new Mechanism(run, scene, await Motion.of(run, scene), ghost);
    await mechanism.build();
    return mechanism;
  }

  private material(layer: Layer, flat: boolean, stretched = false): THREE.MeshPhongMaterial {
    const material = new THREE.MeshPhongMaterial({ vertexColors: !stretched, shininess: 38, specular: 0x2c2f33, flatShading: flat, side: flat ? THREE.DoubleSide : THREE.FrontSide });
    if (this.ghost) {
      material.transparent = true;
      material.opacity = 0.38;
      material.depthWrite = false;
      // Where runs agree their surfaces lie in each other: the ghost is drawn in front, wherever rounding puts it.
      material.polygonOffset = true;
      material.polygonOffsetFactor = -this.run.index;
      material.polygonOffsetUnits = -4 * this.run.index;
    }
    material.userData["layer"] = layer;
    this.materials.push(material);
    return material;
  }

  private async build(): Promise<void> {
    const { scene, motion, parts } = this;
    const bodies: Promise<Part[]>[] = [];
    const take = (shapes: SceneRecord["ground"]["shapes"], carrier: number, name: string, colour: string) => {
      for (const shape of shapes) bodies.push(shapeParts(shape, carrier, name, colour).catch((fault: unknown) => { this.faults.push(fault); return []; }));
    };
    take(scene.ground.shapes, 0, "ground", "#8d98a3");
    scene.bodies.forEach((body, i) => take(body.shapes, i + 1, body.name, BODY_COLOURS[i % BODY_COLOURS.length]!));
    parts.add(...(await Promise.all(bodies)).flat());
    this.beams = await Beams.of(scene, motion, () => this.material("bodies", false), this.ghost, this.faults);
    if (this.beams) this.addBeams(this.beams);
    this.bending = await Bending.of(this.run, scene, motion, () => this.material("bodies", false), this.ghost, this.faults);
    if (this.bending) this.group.add(this.bending.object);
    this.measureBoxes();
    const setting: GlyphSetting = { unit: this.unit, carriers: motion.carriers, travel: (connector) => this.travel(connector), reach: (connector) => this.reach(connector), up: this.footUp() };
    if (!this.ghost) this.addGlyphs(setting);
    if (this.ghost) for (const part of parts.all) part.colour = this.ghost;
    parts.build((layer, flat) => this.material(layer, flat));
    this.group.add(parts.group);
    this.addLinks();
    this.faults.push(...motion.faults);
  }

  /** Beams are slender: the signs of their joints are as small as they are thin. */
  private addBeams(beams: Beams): void {
    this.group.add(beams.mesh);
    const thickest = Math.max(...beams.strands.map((strand) => strand.profile.radius));
    this.unit = Math.min(this.unit, Math.max(1.2 * thickest, SLENDER * this.scene.length));
  }

  /** Feet stand upright; those of a mechanism that moves in a level plane lie in that plane, so that they are seen as feet. */
  private footUp(): "x" | "y" | "z" {
    const { up } = this.scene;
    const lies = this.normal !== null && Math.abs(this.normal.getComponent("xyz".indexOf(up))) > 0.9;
    return lies ? (up === "y" ? "z" : "y") : up;
  }

  private addGlyphs(setting: GlyphSetting): void {
    const { scene, parts, unit } = this;
    for (const joint of scene.joints) parts.add(...jointParts(joint, setting));
    for (const motion of scene.motions) parts.add(...motionParts(motion, setting));
    for (const force of scene.forces) parts.add(...forceParts(force, setting));
    for (const other of scene.others) parts.add(...otherParts(other, setting));
    for (const frame of scene.ground.frames) parts.add(...frameParts(frame.at, frame.turn, 0, `ground.${frame.name}`, unit));
    scene.bodies.forEach((body, i) => {
      for (const frame of body.frames) parts.add(...frameParts(frame.at, frame.turn, i + 1, `${body.name}.${frame.name}`, unit));
    });
  }

  private addLinks(): void {
    const { scene, motion, unit, ghost } = this;
    const two = (connector: ConnectorRecord): connector is ConnectorRecord & { sides: [SideRecord, SideRecord] } =>
      connector.sides.length === 2 && connector.sides.every((side) => motion.carriers.has(side.body));
    const link = (connector: ConnectorRecord & { sides: [SideRecord, SideRecord] }, radius: number, colour: string): Link =>
      ({ element: connector.name, from: connector.sides[0], to: connector.sides[1], radius, colour: ghost ?? colour });
    const stiff = [...scene.joints, ...scene.others].filter(two).filter((joint) => joint.mark === "rod").map((joint) => link(joint, Math.max(0.6 * unit, SLIM * this.distance(joint.sides[0]!, joint.sides[1]!)), STEEL));
    const springs = scene.forces.filter(two).filter((force) => force.mark === "spring");
    const add = (mesh: THREE.InstancedMesh, layer: Layer) => { mesh.userData["layer"] = layer; this.group.add(mesh); };
    if (stiff.length > 0) {
      const rods = new Rods(stiff, motion.carriers, this.material("joints", false, true));
      this.rods.push(rods);
      add(rods.mesh, "joints");
    }
    if (springs.length > 0) {
      const rods = new Rods(springs.map((spring) => link(spring, Math.max(0.3 * unit, 0.5 * SLIM * this.distance(spring.sides[0]!, spring.sides[1]!)), STEEL)), motion.carriers, this.material("forces", false, true));
      // Slim enough that the turns of a short spring stay apart.
      const radius = (spring: { sides: [SideRecord, SideRecord] }) => Math.max(0.6 * unit, Math.min(Math.max(2.3 * unit, 5 * SLIM * this.distance(...spring.sides)), 0.14 * this.distance(...spring.sides)));
      const coils = new Coils(springs.map((spring) => link(spring, radius(spring), "#2f9467")), motion.carriers, this.material("forces", false, true));
      this.rods.push(rods);
      this.coils.push(coils);
      add(rods.mesh, "forces");
      add(coils.mesh, "forces");
    }
  }

  /** What is stretched between two points, as it is drawn: its ends, taken back out of the matrices of the graphics card. */
  links(): { element: string; kind: string; from: number[]; to: number[] }[] {
    return this.rods.flatMap(({ links, mesh }) => links.map((link, i) => {
      const m = mesh.instanceMatrix.array.slice(16 * i, 16 * i + 16);
      const from = [m[12]!, m[13]!, m[14]!];
      return { element: link.element, kind: mesh.userData["layer"] === "forces" ? "spring" : "rod", from, to: from.map((value, k) => value + m[8 + k]!) };
    }));
  }

  /** The boxes around the solid parts and the sections of beams; a carrier without any has a box of no size at its origin. */
  private measureBoxes(): void {
    const seen = new Set<number>();
    const corner = new Float64Array(3);
    const unitBox = new THREE.Box3();
    const take = (carrier: number) => {
      const o = 6 * carrier;
      if (!seen.has(carrier)) this.boxes.set([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity], o);
      seen.add(carrier);
      for (let i = 0; i < 3; i++) {
        this.boxes[o + i] = Math.min(this.boxes[o + i]!, corner[i]!);
        this.boxes[o + 3 + i] = Math.max(this.boxes[o + 3 + i]!, corner[i]!);
      }
    };
    for (const strand of this.beams?.strands ?? []) {
      strand.carriers.forEach((carrier, node) => {
        const { at } = strand.anchor(node);
        for (const sign of [-1, 1]) {
          at.forEach((value, i) => { corner[i] = value + sign * strand.profile.radius; });
          take(carrier);
        }
      });
    }
    for (const { carrier, vertices } of this.bending?.bodies ?? []) {
      for (let v = 0; v < vertices.length; v += 3) {
        corner.set(vertices.subarray(v, v + 3));
        take(carrier);
      }
    }
    for (const part of this.parts.all) {
      if (typeof part.form === "string") {
        const r = part.form === "box" ? 0.5 : 1;
        const tall = part.form === "cylinder" || part.form === "wheel";
        unitBox.min.set(-r, -r, tall ? -0.5 : -r);
        unitBox.max.set(r, r, tall ? 0.5 : r);
      } else {
        part.form.computeBoundingBox();
        unitBox.copy(part.form.boundingBox!);
      }
      for (let k = 0; k < 8; k++) {
        movePoint(corner, 0, part.local, 0, k & 1 ? unitBox.max.x : unitBox.min.x, k & 2 ? unitBox.max.y : unitBox.min.y, k & 4 ? unitBox.max.z : unitBox.min.z);
        take(part.carrier);
      }
    }
  }

  /** Between two sides at the first row. */
  private distance(first: SideRecord, second: SideRecord): number {
    this.motion.setRow(0);
    const ends = new Float64Array(6);
    [first, second].forEach((side, k) => movePoint(ends, 3 * k, this.motion.placements, SIZE * this.motion.carriers.get(side.body)!, side.at[0], side.at[1], side.at[2]));
    const distance = Math.hypot(ends[3]! - ends[0]!, ends[4]! - ends[1]!, ends[5]! - ends[2]!);
    return Number.isFinite(distance) ? distance : 0;
  }

  /** How far the second side of a connector moves along the axis of its first. */
  private travel(connector: ConnectorRecord): [number, number] {
    const [first, second] = connector.sides;
    const a = first && this.motion.carriers.get(first.body);
    const b = second && this.motion.carriers.get(second.body);
    if (!first || !second || a === undefined || b === undefined) return [0, 0];
    const axis = pose([], first.turn).slice(6, 9);
    const p = new Float64Array(3), q = new Float64Array(3);
    let low = Infinity, high = -Infinity;
    for (const row of this.motion.sampleRows(60)) {
      this.motion.setRow(row);
      const places = this.motion.placements;
      movePoint(p, 0, places, SIZE * a, first.at[0], first.at[1], first.at[2]);
      movePoint(q, 0, places, SIZE * b, second.at[0], second.at[1], second.at[2]);
      let along = 0;
      for (let i = 0; i < 3; i++) {
        const world = places[SIZE * a + i]! * axis[0]! + places[SIZE * a + 3 + i]! * axis[1]! + places[SIZE * a + 6 + i]! * axis[2]!;
        along += world * (q[i]! - p[i]!);
      }
      if (Number.isFinite(along)) { low = Math.min(low, along); high = Math.max(high, along); }
    }
    return low <= high ? [low, high] : [0, 0];
  }

  /** How far bodies reach along the axis of a connector, as far as they are slim there: a pin need not pierce a house. */
  private reach(connector: ConnectorRecord): number {
    let most = 0;
    for (const side of connector.sides) {
      const carrier = this.motion.carriers.get(side.body);
      if (!carrier) continue;
      const axis = pose([], side.turn).slice(6, 9);
      let low = 0, high = 0;
      for (let k = 0; k < 3; k++) {
        const ends = [0, 3].map((end) => axis[k]! * (this.boxes[6 * carrier + end + k]! - side.at[k]!));
        low += Math.min(ends[0]!, ends[1]!);
        high += Math.max(ends[0]!, ends[1]!);
      }
      const here = Math.max(-low, high);
      if (here < 6 * this.unit) most = Math.max(most, here);
    }
    return most;
  }

  setTime(time: number): void {
    this.motion.setTime(time);
    this.bending?.setTime(time);
    this.update();
  }

  update(): void {
    const { placements } = this.motion;
    this.parts.update(placements);
    this.beams?.update(this.motion.poses);
    this.bending?.update(placements);
    for (const rods of this.rods) rods.update(placements);
    for (const coils of this.coils) coils.update(placements);
  }

  show(layer: Layer, visible: boolean): void {
    this.parts.show(layer, visible);
    for (const link of [...this.rods, ...this.coils]) if (link.mesh.userData["layer"] === layer) link.mesh.visible = visible;
    if (visible) this.update();
  }

  /** Bodies as glass, so that joints inside are seen. */
  glass(on: boolean): void {
    for (const material of this.materials) {
      if (material.userData["layer"] !== "bodies" || this.ghost) continue;
      material.transparent = on;
      material.opacity = on ? 0.3 : 1;
      material.depthWrite = !on;
      material.needsUpdate = true;
    }
  }

  highlight(element: string | null, colour: string): void {
    this.parts.highlight(element, colour);
    this.beams?.highlight(element, colour);
    this.bending?.highlight(element, colour);
    for (const link of [...this.rods, ...this.coils]) link.highlight(element, colour);
  }

  /** What the ray meets first: the element, the carrier, and the point in the axes of the carrier. */
  pick(ray: THREE.Raycaster): { element: string; carrier: number; point: THREE.Vector3; distance: number } | null {
    const hits = [this.pickSolid(ray), this.beams?.pick(ray.ray) ?? null, this.bending?.pick(ray) ?? null].filter((hit) => hit !== null);
    return hits.reduce<(typeof hits)[number] | null>((best, hit) => (best && best.distance <= hit.distance ? best : hit), null);
  }

  private pickSolid(ray: THREE.Raycaster): ReturnType<Mechanism["pick"]> {
    const targets: THREE.Object3D[] = [...this.parts.meshes, ...this.rods.map((rods) => rods.mesh)].filter((mesh) => mesh.visible);
    for (const hit of ray.intersectObjects(targets, false)) {
      const part = this.parts.partOf(hit);
      if (part) return { element: part.element, carrier: part.carrier, point: hit.point, distance: hit.distance };
      const rods = this.rods.find((one) => one.mesh === hit.object);
      const link = rods && hit.instanceId !== undefined ? rods.links[hit.instanceId] : undefined;
      if (link) return { element: link.element, carrier: this.motion.carriers.get(link.to.body) ?? 0, point: hit.point, distance: hit.distance };
    }
    return null;
  }

  /** Carrier and local point that an element's name stands for: centre of a body, origin of a frame, second side of a connector. */
  anchor(element: string): { carrier: number; at: readonly number[] } | null {
    const carrier = this.motion.carriers.get(element);
    if (carrier !== undefined) return { carrier, at: [0, 0, 0] };
    const { scene } = this;
    for (const [i, body] of [{ name: "ground", frames: scene.ground.frames }, ...scene.bodies].entries()) {
      for (const frame of body.frames) if (`${body.name}.${frame.name}` === element) return { carrier: i, at: frame.at };
    }
    for (const connector of [...scene.joints, ...scene.forces, ...scene.motions, ...scene.others]) {
      const side = connector.name === element ? connector.sides[connector.sides.length - 1] : undefined;
      if (side) return { carrier: this.motion.carriers.get(side.body) ?? 0, at: side.at };
    }
    return this.beams?.anchor(element) ?? null;
  }
}
