// The shapes of bodies as parts.
import * as THREE from "three";
import { type ShapeRecord, unpackFloat32, unpackUint32 } from "../data";
import { multiply, pose, scaled, type Affine } from "./affine";
import type { Form, Part } from "./parts";

/** Calm colours that can be told apart, for bodies whose model names none. */
export const BODY_COLOURS = ["#5b8db8", "#d08c4f", "#6ea582", "#b5727f", "#8b80b6", "#b9a55c", "#5fa3a8", "#a98467"] as const;

const shift = (z: number): Affine => Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, z);

async function meshGeometry(shape: ShapeRecord, element: string): Promise<THREE.BufferGeometry | null> {
  if (!shape.vertices || !shape.triangles) return null;
  const vertices = await unpackFloat32(shape.vertices, `the mesh of "${element}"`);
  const triangles = await unpackUint32(shape.triangles, `the mesh of "${element}"`);
  for (const index of triangles) if (3 * index + 2 >= vertices.length) throw new Error(`The mesh of "${element}" is damaged in this page.`);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(vertices, 3));
  geometry.setIndex(new THREE.BufferAttribute(triangles, 1));
  geometry.computeVertexNormals();
  return geometry;
}

/** The parts of one shape; shapes of unknown kinds give none. */
export async function shapeParts(shape: ShapeRecord, carrier: number, element: string, fallback: string): Promise<Part[]> {
  const place = pose(shape.at ?? [], shape.turn ?? []);
  const colour = /^#[0-9a-f]{6}$/i.test(shape.colour ?? "") ? shape.colour! : fallback;
  const [a = 0, b = 0, c = 0] = shape.size ?? [];
  const part = (form: Form | THREE.BufferGeometry, local: Affine): Part => ({ form, layer: "bodies", carrier, local, colour, element });
  switch (shape.kind) {
    case "box": return [part("box", scaled(place, a, b, c))];
    case "sphere": return [part("ball", scaled(place, a, a, a))];
    case "cylinder": return [part(a > 0.6 * b ? "wheel" : "cylinder", scaled(place, a, a, b))];
    case "capsule": return [
      part("cylinder", scaled(place, a, a, b)),
      part("dome", scaled(multiply(place, 0, shift(b / 2)), a, a, a)),
      part("dome", scaled(multiply(place, 0, shift(-b / 2)), a, -a, -a))];
    case "mesh": {
      const geometry = await meshGeometry(shape, element);
      return geometry ? [part(geometry, place)] : [];
    }
    default: return [];
  }
}
