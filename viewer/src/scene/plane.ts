// Whether the motion stays in a plane.
import * as THREE from "three";
import type { SceneRecord } from "../data";
import { SIZE, pose } from "./affine";
import type { Motion } from "./motion";

/** What moves, and how: a mechanism, or what it is about to be made of. */
export interface Moving { readonly motion: Motion; readonly scene: SceneRecord }

/** Does every beam lie at one height? Across the plane of its motion it would be seen from its end. */
function beamsLieFlat({ motion, scene }: Moving, n: readonly number[], size: number): boolean {
  const p = motion.placements;
  const height = (name: string) => [9, 10, 11].reduce((sum, k, axis) => sum + n[axis]! * p[SIZE * (motion.carriers.get(name) ?? 0) + k]!, 0);
  return (scene.beams ?? []).every(({ nodes }) => !Array.isArray(nodes) || nodes.every((name) => Math.abs(height(name) - height(nodes[0]!)) < 1e-5 * size));
}

/** Does nothing move along `normal` or turn about anything else? */
function staysInPlane(mechanism: Moving, normal: THREE.Vector3, size: number): boolean {
  const { motion, scene } = mechanism;
  const first = new Float64Array(2 * 3 * scene.bodies.length);
  const n = [normal.x, normal.y, normal.z];
  let begun = false;
  for (const row of motion.sampleRows(40)) {
    motion.setRow(row);
    if (!begun && !beamsLieFlat(mechanism, n, size)) return false;
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
export function planeNormal(mechanism: Moving, size: number): THREE.Vector3 | null {
  const candidates = [new THREE.Vector3(0, 0, 1), new THREE.Vector3(0, 1, 0), new THREE.Vector3(1, 0, 0)];
  const hinge = mechanism.scene.joints.find((joint) => joint.type === "revolute" && joint.sides[0]?.body === "ground");
  if (hinge) {
    const turn = pose([], hinge.sides[0]!.turn);
    candidates.unshift(new THREE.Vector3(turn[6], turn[7], turn[8]));
  }
  return candidates.find((normal) => staysInPlane(mechanism, normal, size)) ?? null;
}
