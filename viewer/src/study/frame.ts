// The frame of a picture: grid, numbers along both scales, names with units.
import { unitText } from "../plots/units";
import type { Theme } from "../theme";
import type { Axis } from "./axis";
import { type Drawing, fitted, FONT } from "./canvas";
import type { Column } from "./column";

export interface Box { left: number; top: number; right: number; bottom: number }

export function labelOf(column: Column): string {
  const unit = unitText(column.unit);
  return unit ? `${column.name}, ${unit}` : column.name;
}

const inside = (box: Box, x: number, y: number) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
export { inside as insideBox };

/** Grid and numbers; names where they are given: below the picture, and above its vertical scale. */
export function drawFrame({ ctx }: Drawing, box: Box, across: Axis, up: Axis, theme: Theme, names: { x?: string; y?: string } = {}): void {
  ctx.save();
  ctx.font = `11px ${FONT}`;
  ctx.lineWidth = 1;
  const ink = theme.colour("--ink-2");
  const soft = theme.colour("--line-soft");
  ctx.fillStyle = ink;
  ctx.strokeStyle = soft;
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  let free = -Infinity;
  for (const [value, text] of across.ticks(Math.max(2, (box.right - box.left) / 75))) {
    const at = Math.round(across.place(value)) + 0.5;
    line(ctx, at, box.top, at, box.bottom);
    const half = ctx.measureText(text).width / 2;
    if (at - half < free) continue;
    ctx.fillText(text, at, box.bottom + 6);
    free = at + half + 6;
  }
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  for (const [value, text] of up.ticks(Math.max(2, (box.bottom - box.top) / 42))) {
    const at = Math.round(up.place(value)) + 0.5;
    line(ctx, box.left, at, box.right, at);
    ctx.fillText(text, box.left - 6, at);
  }
  ctx.strokeStyle = theme.colour("--line");
  line(ctx, box.left, box.bottom + 0.5, box.right, box.bottom + 0.5);
  line(ctx, box.left - 0.5, box.top, box.left - 0.5, box.bottom);
  ctx.textBaseline = "alphabetic";
  ctx.fillStyle = ink;
  if (names.x) {
    ctx.textAlign = "center";
    ctx.fillText(fitted(ctx, names.x, box.right - box.left), (box.left + box.right) / 2, box.bottom + 34);
  }
  if (names.y) {
    ctx.textAlign = "left";
    ctx.fillText(fitted(ctx, names.y, box.right - 4), 6, box.top - 9);
  }
  ctx.restore();
}

function line(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

/** Room left of a picture for the numbers of its vertical scale. */
export function roomFor({ ctx }: Drawing, up: Axis, height: number): number {
  ctx.save();
  ctx.font = `11px ${FONT}`;
  const widest = Math.max(16, ...up.ticks(Math.max(2, height / 42)).map(([, text]) => ctx.measureText(text).width));
  ctx.restore();
  return Math.ceil(widest) + 14;
}

/** A range that was picked, or is being dragged. */
export function drawRange({ ctx }: Drawing, box: Box, theme: Theme): void {
  ctx.save();
  ctx.fillStyle = theme.colour("--accent");
  ctx.strokeStyle = theme.colour("--accent");
  ctx.globalAlpha = 0.12;
  ctx.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  ctx.globalAlpha = 0.85;
  ctx.lineWidth = 1.2;
  ctx.strokeRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  ctx.restore();
}

/** Crosses for runs without a response, in the colour of errors. */
export function cross({ ctx }: Drawing, x: number, y: number, size: number): void {
  ctx.beginPath();
  ctx.moveTo(x - size, y - size);
  ctx.lineTo(x + size, y + size);
  ctx.moveTo(x + size, y - size);
  ctx.lineTo(x - size, y + size);
  ctx.stroke();
}
