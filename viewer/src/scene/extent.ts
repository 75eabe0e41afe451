// How large the motion is and how far it travels: what the first view depends on.
import * as THREE from "three";
import { SIZE, movePoint } from "./affine";
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
