// Rows as points: drawn one by one where there are few, pixel by pixel where there are many, and found again under the pointer.
import type { Theme } from "../theme";
import type { Axis } from "./axis";
import type { Drawing } from "./canvas";
import { type Looks, NO_SHADE, rampOf } from "./looks";

export interface Points {
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  across: Axis;
  up: Axis;
  mask: Uint8Array;
  /** Rows that are drawn at all; null: all of them. */
  rows: ArrayLike<number> | null;
}

/** More points than this are drawn as pixels. */
const MANY = 4000;

export function rgbOf(colour: string): [number, number, number] {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour)?.[1] ?? "888888";
  return [parseInt(hex.slice(0, 2), 16), parseInt(hex.slice(2, 4), 16), parseInt(hex.slice(4, 6), 16)];
}

/** Without a response: the run failed. */
export function missingColour(looks: Looks): string { return looks.colour?.kind === "response" ? "--error" : "--ink-3"; }

const countOf = (points: Points) => (points.rows ? points.rows.length : points.x.length);
const rowOf = (points: Points, i: number) => (points.rows ? points.rows[i]! : i);

/** Rows that do not count first and pale, the others above them in the colours of the ramp. */
export function drawPoints(drawing: Drawing, points: Points, looks: Looks, theme: Theme, size = 3): void {
  const few = countOf(points) <= MANY;
  for (const active of [0, 1] as const) {
    if (few) drawFew(drawing, points, looks, theme, active, size);
    else drawMany(drawing, points, looks, theme, active);
  }
}

function drawFew({ ctx }: Drawing, points: Points, looks: Looks, theme: Theme, active: 0 | 1, size: number): void {
  const { x, y, across, up, mask } = points;
  const ramp = rampOf(theme.name);
  const pale = theme.colour("--grid-strong");
  const none = theme.colour(missingColour(looks));
  ctx.save();
  ctx.globalAlpha = active ? 0.85 : 0.45;
  for (let i = 0; i < countOf(points); i++) {
    const row = rowOf(points, i);
    if (mask[row] !== active) continue;
    const [left, top] = [across.place(x[row]!), up.place(y[row]!)];
    if (!Number.isFinite(left) || !Number.isFinite(top)) continue;
    const shade = looks.shades[row]!;
    ctx.fillStyle = !active ? pale : shade === NO_SHADE ? none : ramp.css[shade]!;
    ctx.beginPath();
    ctx.arc(left, top, active ? size : size * 0.8, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

function drawMany({ ctx }: Drawing, points: Points, looks: Looks, theme: Theme, active: 0 | 1): void {
  const { x, y, across, up, mask } = points;
  const scale = ctx.getTransform().a;
  const left = Math.min(across.from, across.to);
  const top = Math.min(up.from, up.to);
  const width = Math.ceil(Math.abs(across.to - across.from) * scale) + 2;
  const height = Math.ceil(Math.abs(up.to - up.from) * scale) + 2;
  const spare = new OffscreenCanvas(width, height);
  const own = spare.getContext("2d")!;
  const image = own.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const word = ([r, g, b]: readonly number[], alpha: number) => ((alpha << 24) | (b! << 16) | (g! << 8) | r!) >>> 0;
  const shades = rampOf(theme.name).rgb.map((rgb) => word(rgb, 235));
  const none = word(rgbOf(theme.colour(missingColour(looks))), 200);
  const pale = word(rgbOf(theme.colour("--grid-strong")), 110);
  const dot = Math.max(1, Math.round(scale * 1.5));
  for (let i = 0; i < countOf(points); i++) {
    const row = rowOf(points, i);
    if (mask[row] !== active) continue;
    const px = Math.round((across.place(x[row]!) - left) * scale);
    const py = Math.round((up.place(y[row]!) - top) * scale);
    if (!(px >= 0 && px < width - dot && py >= 0 && py < height - dot)) continue;
    const shade = looks.shades[row]!;
    const colour = !active ? pale : shade === NO_SHADE ? none : shades[shade]!;
    for (let dy = 0; dy < dot; dy++) for (let dx = 0; dx < dot; dx++) pixels[(py + dy) * width + px + dx] = colour;
  }
  own.putImageData(image, 0, 0);
  ctx.drawImage(spare, left, top, width / scale, height / scale);
}

/** The row whose point is nearest to a place, rows that count before others; -1: none within reach. */
export function nearestPoint(points: Points, left: number, top: number, reach = 14): number {
  const { x, y, across, up, mask } = points;
  let best = -1;
  let least = reach * reach;
  for (let i = 0; i < countOf(points); i++) {
    const row = rowOf(points, i);
    const distance = ((across.place(x[row]!) - left) ** 2 + (up.place(y[row]!) - top) ** 2) * (mask[row] ? 1 : 3);
    if (distance < least) { least = distance; best = row; }
  }
  return best;
}

/** A ring around the point of a row that is looked at. */
export function ring({ ctx }: Drawing, left: number, top: number, colour: string, ground: string, size = 6): void {
  if (!Number.isFinite(left) || !Number.isFinite(top)) return;
  for (const [width, style] of [[4.5, ground], [2.2, colour]] as const) {
    ctx.beginPath();
    ctx.arc(left, top, size, 0, 2 * Math.PI);
    ctx.lineWidth = width;
    ctx.strokeStyle = style;
    ctx.stroke();
  }
}
