// How large the motion is, whether it stays in a plane, and how far it travels: what the first view depends on.
import * as THREE from "three";
import { SIZE, movePoint, pose } from "./affine";
import type { Mechanism } from "./mechanism";

export interface Extent {
  /** Around everything over the whole motion. */
  box: THREE.Box3;
  /** The largest size at any one moment. */
  momentary: number;
}

/** Adds the box of a mechanism at its present placement; ground parts that never move count only with `ground`. */
function addPresent(box: THREE.Box3, mechanism: Mechanism, ground: boolean): void {
  const corner = new Float64Array(3);
  const vector = new THREE.Vector3();
  const { motion, boxes, scene } = mechanism;
  const take = (carrier: number, x: number, y: number, z: number) => {
    if (motion.placements[SIZE * carrier] === 0 && motion.placements[SIZE * carrier + 4] === 0 && motion.placements[SIZE * carrier + 8] === 0
      && motion.placements[SIZE * carrier + 1] === 0 && motion.placements[SIZE * carrier + 2] === 0) return;
    movePoint(corner, 0, motion.placements, SIZE * carrier, x, y, z);
    box.expandByPoint(vector.set(corner[0]!, corner[1]!, corner[2]!));
  };
  for (let carrier = ground ? 0 : 1; carrier <= scene.bodies.length; carrier++) {
    const o = 6 * carrier;
    if (carrier === 0 && scene.ground.shapes.length === 0) continue;
    for (let k = 0; k < 8; k++) take(carrier, boxes[o + (k & 1 ? 3 : 0)]!, boxes[o + (k & 2 ? 4 : 1)]!, boxes[o + (k & 4 ? 5 : 2)]!);
  }
  for (const connector of [...scene.joints, ...scene.forces]) {
    for (const side of connector.sides) {
      const carrier = motion.carriers.get(side.body);
      if (carrier !== undefined && (ground || carrier > 0)) take(carrier, side.at[0], side.at[1], side.at[2]);
    }
  }
}

export function presentBox(mechanism: Mechanism): THREE.Box3 {
  const box = new THREE.Box3();
  addPresent(box, mechanism, false);
  return box;
}

export function extent(mechanism: Mechanism): Extent {
  const box = new THREE.Box3();
  const moment = new THREE.Box3();
  const size = new THREE.Vector3();
  let momentary = 0;
  const bodies = mechanism.scene.bodies.length;
  const rows = mechanism.motion.sampleRows(Math.max(12, Math.min(160, Math.floor(40000 / (bodies + 1)))));
  for (const row of rows) {
    mechanism.motion.setRow(row);
    addPresent(moment.makeEmpty(), mechanism, false);
    if (moment.isEmpty()) continue;
    momentary = Math.max(momentary, moment.getSize(size).length());
    box.union(moment);
  }
  addPresent(box, mechanism, true);
  if (box.isEmpty()) box.set(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));
  const whole = box.getSize(size).length();
  if (!(whole > 0)) box.expandByScalar(mechanism.scene.length);
  return { box, momentary: momentary > 0 ? momentary : Math.max(whole, mechanism.scene.length) };
}

/** Does nothing move along `normal` or turn about anything else? */
function staysInPlane(mechanism: Pick<Mechanism, "motion" | "scene">, normal: THREE.Vector3, size: number): boolean {
  const { motion, scene } = mechanism;
  const first = new Float64Array(2 * 3 * scene.bodies.length);
  const n = [normal.x, normal.y, normal.z];
  let begun = false;
  for (const row of motion.sampleRows(40)) {
    motion.setRow(row);
    for (let body = 0; body < scene.bodies.length; body++) {
      const o = SIZE * (body + 1);
      const p = motion.placements;
      const height = n[0]! * p[o + 9]! + n[1]! * p[o + 10]! + n[2]! * p[o + 11]!;
      // The normal in body axes stays the same when all turning is about it.
      for (let axis = 0; axis < 3; axis++) {
        const along = n[0]! * p[o + 3 * axis]! + n[1]! * p[o + 3 * axis + 1]! + n[2]! * p[o + 3 * axis + 2]!;
        if (!begun) first[6 * body + axis] = along;
        else if (!(Math.abs(along - first[6 * body + axis]!) < 1e-5)) return false;
      }
      if (!begun) first[6 * body + 3] = height;
      else if (!(Math.abs(height - first[6 * body + 3]!) < 1e-5 * size)) return false;
    }
    begun = true;
  }
  return begun && scene.bodies.length > 0;
}

/** The normal of the plane in which everything moves, or null. */
export function planeNormal(mechanism: Pick<Mechanism, "motion" | "scene">, size: number): THREE.Vector3 | null {
  const candidates = [new THREE.Vector3(0, 0, 1), new THREE.Vector3(0, 1, 0), new THREE.Vector3(1, 0, 0)];
  const hinge = mechanism.scene.joints.find((joint) => joint.type === "revolute" && joint.sides[0]?.body === "ground");
  if (hinge) {
    const turn = pose([], hinge.sides[0]!.turn);
    candidates.unshift(new THREE.Vector3(turn[6], turn[7], turn[8]));
  }
  return candidates.find((normal) => staysInPlane(mechanism, normal, size)) ?? null;
}
