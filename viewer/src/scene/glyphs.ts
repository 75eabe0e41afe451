// How joints, motions and forces look: a few simple parts per type, fixed to the two sides. The axis of a joint is z of its sides.
import type { ConnectorRecord } from "../data";
import { multiply, pose, scaled, type Affine } from "./affine";
import type { Form, Layer, Part } from "./parts";

export const STEEL = "#7d8894";
export const DARK = "#4b5661";
export const DRIVE = "#c2418f";
export const RUBBER = "#3d4650";

interface Piece {
  side: 0 | 1;
  form: Form;
  /** Across x, across y, along z in units of the glyph. "travel": as far as the sides move against each other; "through": out of both bodies. */
  size: [number, number, number | "travel" | "through"];
  colour?: string;
  at?: [number, number, number];
  turn?: [number, number, number, number];
}

const HALF = Math.SQRT1_2;
const X_AXIS: [number, number, number, number] = [HALF, 0, HALF, 0]; // z of the piece along x of the side
const pin = (side: 0 | 1): Piece => ({ side, form: "cylinder", size: [0.8, 0.8, "through"], colour: DARK });
const eye = (side: 0 | 1): Piece => ({ side, form: "cylinder", size: [1.5, 1.5, 2.4] });
const ball = (side: 0 | 1): Piece => ({ side, form: "sphere", size: [1.3, 1.3, 1.3], colour: DARK });
const ring = (side: 0 | 1, r: number, colour = STEEL): Piece => ({ side, form: "torus", size: [r, r, r], colour });
const rod = (side: 0 | 1): Piece => ({ side, form: "cylinder", size: [0.55, 0.55, "travel"], colour: DARK });

/** Beside the slide: a slider of which nothing is known is half of L long and would hide it. */
const ARROW: Piece[] = [
  { side: 1, form: "cylinder", size: [0.6, 0.6, 11], colour: DRIVE, at: [5, 5, 0] },
  { side: 1, form: "cone", size: [1.6, 1.6, 2.6], colour: DRIVE, at: [5, 5, 5.5] },
  { side: 1, form: "cone", size: [1.6, 1.6, 2.6], colour: DRIVE, at: [5, 5, -5.5], turn: [0, 1, 0, 0] },
];

const GLYPHS: Record<string, Piece[]> = {
  revolute: [eye(0), pin(1)],
  prismatic: [{ side: 0, form: "box", size: [1, 1, "travel"], colour: DARK }, { side: 1, form: "box", size: [2.6, 2.6, 3.6] }],
  cylindrical: [rod(0), { side: 1, form: "cylinder", size: [1.5, 1.5, 3.6] }],
  screw: [rod(0), { side: 1, form: "cylinder", size: [1.5, 1.5, 2.6] }, ring(1, 1.55, DARK)],
  spherical: [ring(0, 1.5), ball(1)],
  universal: [
    { side: 0, form: "cylinder", size: [0.6, 0.6, 4.4] }, { side: 1, form: "cylinder", size: [0.6, 0.6, 4.4], colour: DARK }, ball(0)],
  "constant-velocity": [{ side: 0, form: "sphere", size: [1.6, 1.6, 1.6] }, ring(1, 1.7, DARK)],
  fixed: [{ side: 0, form: "box", size: [2, 2, 2] }],
  planar: [{ side: 0, form: "box", size: [9, 9, 0.3] }, { side: 1, form: "cylinder", size: [1.6, 1.6, 1], colour: DARK }],
  "point-on-line": [rod(0), ball(1)],
  "point-in-plane": [{ side: 0, form: "box", size: [9, 9, 0.3] }, ball(1)],
  distance: [ball(0), ball(1)],
  "revolute-spherical": [eye(0), pin(0), ball(1)],
  parallel: [ring(0, 1.6), ring(1, 1.6, DARK)],
  perpendicular: [ring(0, 1.6), { ...ring(1, 1.6, DARK), turn: X_AXIS }],
  "same-orientation": [{ side: 0, form: "box", size: [1.6, 1.6, 1.6] }, { side: 1, form: "box", size: [1.6, 1.6, 1.6], colour: DARK }],
};

const FORCE_GLYPHS: Record<string, Piece[]> = {
  "spring-damper": [{ side: 0, form: "sphere", size: [0.8, 0.8, 0.8], colour: DARK }, { side: 1, form: "sphere", size: [0.8, 0.8, 0.8], colour: DARK }],
  "rotational-spring-damper": [ring(1, 2.1), { ...ring(1, 2.1), at: [0, 0, 0.5] }, { ...ring(1, 2.1), at: [0, 0, -0.5] }],
  bushing: [{ side: 0, form: "cylinder", size: [1.9, 1.9, 2.2], colour: RUBBER }, { side: 1, form: "cylinder", size: [0.9, 0.9, 3], colour: STEEL }],
};

/** Glyphs without a place of their own: the joints that they relate are drawn. */
const WITHOUT = new Set(["gear", "rack-pinion", "coupler", "generalized"]);

export interface GlyphSetting {
  unit: number;
  carriers: ReadonlyMap<string, number>;
  /** How far the second side moves along the axis of the first: lowest and highest. */
  travel: (connector: ConnectorRecord) => [number, number];
  /** How far the bodies of the two sides reach along the axis from the joint, to either side. */
  reach: (connector: ConnectorRecord) => number;
  up: "x" | "y" | "z";
}

function pieceParts(piece: Piece, connector: ConnectorRecord, layer: Layer, setting: GlyphSetting): Part[] {
  const side = connector.sides[Math.min(piece.side, connector.sides.length - 1)];
  const carrier = side && setting.carriers.get(side.body);
  if (!side || carrier === undefined) return [];
  const { unit } = setting;
  let place: Affine = pose(side.at, side.turn);
  const length = piece.size[2];
  let along = typeof length === "number" ? length * unit : 0;
  const [x, y, z] = piece.at ?? [0, 0, 0];
  if (length === "through") along = Math.max(4.2 * unit, 2 * setting.reach(connector) + 1.2 * unit);
  if (length === "travel") {
    const [low, high] = setting.travel(connector);
    along = high - low + 7 * unit;
    place = multiply(place, 0, pose([0, 0, (low + high) / 2], []));
  }
  if (piece.at || piece.turn) place = multiply(place, 0, pose([x * unit, y * unit, z * unit], piece.turn ?? []));
  return [{ form: piece.form, layer, carrier, local: scaled(place, piece.size[0] * unit, piece.size[1] * unit, along), colour: piece.colour ?? STEEL, element: connector.name }];
}

/** A joint that holds to the ground stands on a foot, as in the drawings of mechanisms. */
function footParts(connector: ConnectorRecord, setting: GlyphSetting): Part[] {
  if (!["revolute", "spherical", "universal", "constant-velocity"].includes(connector.type)) return [];
  const side = connector.sides.find((one) => one.body === "ground");
  if (!side) return [];
  const turn = { x: [HALF, 0, HALF, 0], y: [HALF, -HALF, 0, 0], z: [1, 0, 0, 0] }[setting.up];
  const { unit } = setting;
  const place = pose(side.at, turn);
  const below = multiply(place, 0, pose([0, 0, -4.6 * unit], []));
  const base = { layer: "joints", carrier: 0, element: connector.name } as const;
  return [
    { ...base, form: "pyramid", local: scaled(below, 2.6 * unit, 2.6 * unit, 4.2 * unit), colour: STEEL },
    { ...base, form: "box", local: scaled(below, 6 * unit, 6 * unit, 0.6 * unit), colour: DARK },
  ];
}

export function jointParts(joint: ConnectorRecord, setting: GlyphSetting): Part[] {
  if (WITHOUT.has(joint.type) || joint.sides.length === 0) return [];
  const pieces = GLYPHS[joint.type] ?? [ball(0)];
  return [...pieces.flatMap((piece) => pieceParts(piece, joint, "joints", setting)), ...footParts(joint, setting)];
}

/** What turns is driven by a ring about its axis, what slides by an arrow with two heads along it. */
export function motionParts(motion: ConnectorRecord, setting: GlyphSetting): Part[] {
  const pieces: Piece[] = motion.type.endsWith("translation") ? ARROW : [ring(0, 2.7, DRIVE)];
  return pieces.flatMap((piece) => pieceParts(piece, motion, "joints", setting));
}

export function forceParts(force: ConnectorRecord, setting: GlyphSetting): Part[] {
  if (WITHOUT.has(force.type)) return [];
  const pieces = FORCE_GLYPHS[force.type] ?? [{ side: 1, form: "sphere", size: [0.9, 0.9, 0.9], colour: "#2f9e63" } satisfies Piece];
  return pieces.flatMap((piece) => pieceParts(piece, force, "forces", setting));
}

export function otherParts(other: ConnectorRecord, setting: GlyphSetting): Part[] {
  return other.sides.length === 0 || other.mark === "rod" ? [] : pieceParts({ side: 0, form: "sphere", size: [0.9, 0.9, 0.9], colour: STEEL }, other, "joints", setting);
}

/** The three axes of a frame: x red, y green, z blue. */
export function frameParts(at: readonly number[], turn: readonly number[], carrier: number, element: string, unit: number): Part[] {
  const place = pose(at, turn);
  const axes: [string, [number, number, number, number]][] = [["#d6453d", X_AXIS], ["#3f9b46", [HALF, -HALF, 0, 0]], ["#3b6fd4", [1, 0, 0, 0]]];
  return axes.flatMap(([colour, axis]) => {
    const along = multiply(place, 0, pose([], axis));
    const base = { layer: "frames", carrier, colour, element } as const;
    return [
      { ...base, form: "cylinder" as const, local: scaled(multiply(along, 0, pose([0, 0, 2.4 * unit], [])), 0.22 * unit, 0.22 * unit, 4.8 * unit) },
      { ...base, form: "cone" as const, local: scaled(multiply(along, 0, pose([0, 0, 4.6 * unit], [])), 0.6 * unit, 0.6 * unit, 1.6 * unit) }];
  });
}
