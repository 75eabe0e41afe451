// A grid that fades into the distance: on the ground, or behind a mechanism that moves in a plane and is seen along its normal.
import * as THREE from "three";

const VERTEX = `
varying vec2 place;
uniform float size;
void main() {
  place = position.xy * size;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position.xy * size, 0.0, 1.0);
}`;

// Lines about a pixel wide at any distance, as the derivatives of the place tell.
const FRAGMENT = `
varying vec2 place;
uniform float size;
uniform float spacing;
uniform vec2 shift;
uniform vec3 thin;
uniform vec3 strong;
float lines(vec2 at, float step) {
  vec2 share = at / step;
  vec2 width = fwidth(share);
  vec2 near = abs(fract(share - 0.5) - 0.5);
  vec2 line = 1.0 - smoothstep(width * 0.25, width * 0.95, near);
  vec2 fade = 1.0 - smoothstep(0.25, 0.6, width);
  return max(line.x * fade.x, line.y * fade.y);
}
void main() {
  vec2 at = place + shift;
  float minor = lines(at, spacing);
  float major = lines(at, spacing * 5.0);
  float fade = 1.0 - smoothstep(0.25, 1.0, length(place) / size);
  float alpha = max(minor * 0.5, major * 0.85) * fade;
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(mix(thin, strong, major), alpha);
  #include <colorspace_fragment>
}`;

/** 1, 2 or 5 times a power of ten, not above `value`. */
export function niceBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const share = value / power;
  return (share >= 5 ? 5 : share >= 2 ? 2 : 1) * power;
}

export class Grid {
  readonly mesh: THREE.Mesh<THREE.PlaneGeometry, THREE.ShaderMaterial>;
  readonly spacing: number;
  private readonly x = new THREE.Vector3();
  private readonly y = new THREE.Vector3();

  /** Normal to `normal`, through `centre`, for a mechanism of the given size. */
  constructor(readonly normal: THREE.Vector3, centre: THREE.Vector3, size: number, cell: number) {
    this.spacing = niceBelow(cell);
    const material = new THREE.ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false, side: THREE.DoubleSide,
      uniforms: { size: { value: size }, spacing: { value: this.spacing }, shift: { value: new THREE.Vector2() }, thin: { value: new THREE.Color() }, strong: { value: new THREE.Color() } },
    });
    this.mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -1;
    this.mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal);
    this.x.set(1, 0, 0).applyQuaternion(this.mesh.quaternion);
    this.y.set(0, 1, 0).applyQuaternion(this.mesh.quaternion);
    this.moveTo(centre);
  }

  /** Moves the middle of the patch; the lines stay where they are. */
  moveTo(centre: THREE.Vector3): void {
    this.mesh.position.copy(centre);
    (this.mesh.material.uniforms["shift"]!.value as THREE.Vector2).set(centre.dot(this.x), centre.dot(this.y));
  }

  colours(thin: string, strong: string): void {
    (this.mesh.material.uniforms["thin"]!.value as THREE.Color).set(thin);
    (this.mesh.material.uniforms["strong"]!.value as THREE.Color).set(strong);
  }
}
