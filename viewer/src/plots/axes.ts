// Scales and axes of a chart: one vertical scale per unit, the first on the left, the others on the right.
import uPlot from "uplot";
import { number } from "../dom";
import type { Theme } from "../theme";
import type { Line, Lines } from "./spec";
import { unitText } from "./units";

export const FONT = '11px system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';
const TRUE_MINUS = "\u2212";

function tickText(value: number | null, digits: number): string {
  if (value === null) return "";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text = size >= 1e5 || size < 1e-3 ? value.toExponential(digits - 2).replace(/\.?0+e/, "e").replace("e+", "e") : String(Number(value.toPrecision(digits)));
  return text.replace(/-/g, TRUE_MINUS);
}

/** Numbers along an axis: no more digits than tell them apart, powers of ten where they get long. */
export function tickTexts(values: readonly (number | null)[]): string[] {
  let digits = 8;
  values.forEach((value, i) => {
    const before = values[i - 1];
    if (value == null || before == null || value === before) return;
    const share = Math.max(Math.abs(value), Math.abs(before)) / Math.abs(value - before);
    if (Number.isFinite(share)) digits = Math.max(digits, Math.min(16, Math.ceil(Math.log10(share)) + 3));
  });
  return values.map((value) => tickText(value, digits));
}

/** A number for a table: five digits, powers of ten where zeros would hide it. */
export function brief(value: number, digits = 5): string {
  const size = Math.abs(value);
  if (Number.isFinite(value) && size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e").replace(/-/g, TRUE_MINUS);
  return number(value, digits);
}

export function scaleKey(line: Line): string { return `unit ${line.unit}`; }

/** The unit of a scale, as it is written. */
export function unitOf(key: string): string { return unitText(key.slice("unit ".length)); }

/** The scales in the order of their first line. */
export function scaleKeys(lines: readonly Line[]): string[] {
  return [...new Set(lines.map(scaleKey))];
}

export interface AxisColours { ink: string; grid: string; tick: string }

export function axisColours(theme: Theme): AxisColours {
  return { ink: theme.colour("--ink-2"), grid: theme.colour("--line-soft"), tick: theme.colour("--line") };
}

/** Up to this many letters a unit gets its room beside the plot; a longer one reaches over it. */
const LONG_UNIT = 9;

/** Wide enough for its numbers, and for the unit above it beside the handle of the moment. */
function verticalSize(values: string[] | null, unit: string): number {
  const longest = Math.max(1, ...(values ?? []).map((value) => value?.length ?? 0));
  return Math.ceil(Math.max(longest * 6.4 + 14, Math.min(unit.length, LONG_UNIT) * 6.8 + 12));
}

/** Right of the plot: half of a number below its last tick, where no axis stands there. */
export function lastTickRoom(content: Lines): number { return scaleKeys(content.lines).length > 1 ? 10 : 26; }

export function makeAxes(content: Lines, colours: AxisColours): uPlot.Axis[] {
  const { ink, grid, tick } = colours;
  const keys = scaleKeys(content.lines);
  const common: uPlot.Axis = {
    stroke: ink, font: FONT, grid: { stroke: grid, width: 1 }, ticks: { stroke: tick, width: 1, size: 4 }, gap: 4,
    values: (_plot, splits) => tickTexts(splits),
  };
  const xLabel = [content.xName, unitText(content.xUnit)].filter(Boolean).join(", ");
  const axes: uPlot.Axis[] = [{ ...common, scale: "x", label: xLabel, labelFont: FONT, labelSize: 15, labelGap: 0, size: 26, space: 55 }];
  keys.forEach((scale, i) => {
    const own = content.lines.filter((line) => scaleKey(line) === scale);
    const colour = keys.length > 1 && new Set(own.map((line) => line.colour)).size === 1 ? own[0]!.colour : ink;
    axes.push({ ...common, scale, side: i === 0 ? 3 : 1, stroke: colour, size: (_plot, values) => verticalSize(values, unitOf(scale)), space: 28, grid: { show: i === 0, stroke: grid, width: 1 } });
  });
  return axes;
}

/** Writes the unit above each vertical axis. */
export function drawUnits(plot: uPlot, content: Lines, colours: AxisColours): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = FONT.replace("11px", `${11 * ratio}px`);
  ctx.textBaseline = "alphabetic";
  let right = bbox.left + bbox.width;
  scaleKeys(content.lines).forEach((key, i) => {
    const text = unitOf(key);
    const axis = plot.axes[i + 1]!;
    const stroke = typeof axis.stroke === "function" ? axis.stroke(plot, i + 1) : axis.stroke;
    ctx.fillStyle = (stroke as string | undefined) ?? colours.ink;
    const before = Math.max(3 * ratio, bbox.left - 9 * ratio - ctx.measureText(text).width); // A long unit beside a narrow axis starts at the edge.
    ctx.textAlign = "left";
    const behind = Math.min(right + 4 * ratio, ctx.canvas.width - ctx.measureText(text).width - 2 * ratio);
    ctx.fillText(text, i === 0 ? before : behind, bbox.top - 6 * ratio);
    if (i > 0) right += ((axis as { _size?: number })._size ?? 40) * ratio;
  });
  ctx.restore();
}
