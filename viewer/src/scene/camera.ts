// The eye: standard views, fitting, following.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

export type View = "front" | "back" | "left" | "right" | "top" | "bottom" | "isometric";
export const VIEWS: readonly View[] = ["front", "back", "left", "right", "top", "bottom", "isometric"];

const UP = { x: new THREE.Vector3(1, 0, 0), y: new THREE.Vector3(0, 1, 0), z: new THREE.Vector3(0, 0, 1) };
/** Where "front" looks from, so that with y up one sees the xy plane and with z up the xz plane. */
const FRONT = { x: new THREE.Vector3(0, 0, 1), y: new THREE.Vector3(0, 0, 1), z: new THREE.Vector3(0, -1, 0) };

export class Eye {
  readonly camera = new THREE.PerspectiveCamera(26, 1, 0.01, 100);
  readonly controls: OrbitControls;
  readonly up: THREE.Vector3;
  readonly front: THREE.Vector3;
  readonly right: THREE.Vector3;
  private readonly followed = new THREE.Vector3();
  private following = false;
  private readonly shift = new THREE.Vector3();

  constructor(canvas: HTMLElement, up: "x" | "y" | "z") {
    this.up = UP[up];
    this.front = FRONT[up];
    this.right = new THREE.Vector3().crossVectors(this.up, this.front);
    this.camera.up.copy(this.up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.screenSpacePanning = true;
  }

  /** The direction from the target to the eye of a standard view. */
  direction(view: View): THREE.Vector3 {
    const { up, front, right } = this;
    const out = new THREE.Vector3();
    switch (view) {
      case "front": return out.copy(front);
      case "back": return out.copy(front).negate();
      case "right": return out.copy(right);
      case "left": return out.copy(right).negate();
      // A trace of front keeps the right way up where the eye looks along the up axis.
      case "top": return out.copy(up).addScaledVector(front, 1e-4).normalize();
      case "bottom": return out.copy(up).negate().addScaledVector(front, 1e-4).normalize();
      case "isometric": return out.copy(front).multiplyScalar(1).addScaledVector(right, 0.75).addScaledVector(up, 0.62).normalize();
    }
  }

  /** Looks at the box from `direction` (kept where not given), so that all of it is just seen. */
  fit(box: THREE.Box3, direction?: THREE.Vector3, margin = 1.12): void {
    const { camera, controls } = this;
    const centre = box.getCenter(new THREE.Vector3());
    const back = (direction ?? new THREE.Vector3().subVectors(camera.position, controls.target)).clone().normalize();
    if (!(back.lengthSq() > 0)) back.copy(this.front);
    const right = new THREE.Vector3().crossVectors(this.up, back).normalize();
    const up = new THREE.Vector3().crossVectors(back, right);
    const tanY = Math.tan((camera.fov * Math.PI) / 360) / margin;
    const tanX = tanY * camera.aspect;
    const corner = new THREE.Vector3();
    // First the middle of what is seen, then the distance at which each corner is inside.
    const limits = [Infinity, -Infinity, Infinity, -Infinity];
    const corners = Array.from({ length: 8 }, (_, k) => new THREE.Vector3(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z).sub(centre));
    for (const one of corners) {
      limits[0] = Math.min(limits[0]!, one.dot(right)); limits[1] = Math.max(limits[1]!, one.dot(right));
      limits[2] = Math.min(limits[2]!, one.dot(up)); limits[3] = Math.max(limits[3]!, one.dot(up));
    }
    centre.addScaledVector(right, (limits[0]! + limits[1]!) / 2).addScaledVector(up, (limits[2]! + limits[3]!) / 2);
    let distance = 0;
    for (const one of corners) {
      corner.copy(one).addScaledVector(right, -(limits[0]! + limits[1]!) / 2).addScaledVector(up, -(limits[2]! + limits[3]!) / 2);
      const needed = Math.max(Math.abs(corner.dot(right)) / tanX, Math.abs(corner.dot(up)) / tanY);
      distance = Math.max(distance, needed + corner.dot(back));
    }
    const size = box.getSize(corner).length() || 1;
    distance = Math.max(distance, 0.2 * size);
    controls.target.copy(centre);
    camera.position.copy(centre).addScaledVector(back, distance);
    controls.minDistance = distance * 0.01;
    controls.maxDistance = distance * 40;
    controls.update();
    this.clip(size);
  }

  /** Where it stands and looks, to be taken up by another one. */
  get state(): { position: number[]; target: number[]; least: number; most: number } {
    const { camera, controls } = this;
    return { position: camera.position.toArray(), target: controls.target.toArray(), least: controls.minDistance, most: controls.maxDistance };
  }

  set state(state: { position: number[]; target: number[]; least: number; most: number }) {
    const { camera, controls } = this;
    controls.minDistance = state.least;
    controls.maxDistance = state.most;
    controls.target.fromArray(state.target);
    camera.position.fromArray(state.position);
    controls.update();
  }

  /** Near and far planes for what is `size` large around the target. */
  clip(size: number): void {
    const { camera } = this;
    const distance = camera.position.distanceTo(this.controls.target);
    camera.near = Math.max(distance * 0.01, distance - 6 * size);
    camera.far = distance + 12 * size;
    camera.updateProjectionMatrix();
  }

  follow(point: THREE.Vector3 | null): void {
    this.following = point !== null;
    if (point) this.followed.copy(point);
  }

  /** Moves with the followed point. */
  moveWith(point: THREE.Vector3): void {
    if (!this.following || !Number.isFinite(point.x + point.y + point.z)) return;
    this.shift.subVectors(point, this.followed);
    if (this.shift.lengthSq() === 0) return;
    this.followed.copy(point);
    this.camera.position.add(this.shift);
    this.controls.target.add(this.shift);
    this.camera.updateMatrixWorld();
  }

  /** Length of one pixel at the target. */
  pixel(height: number): number {
    const distance = this.camera.position.distanceTo(this.controls.target);
    return (2 * distance * Math.tan((this.camera.fov * Math.PI) / 360)) / Math.max(1, height);
  }
}
