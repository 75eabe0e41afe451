// A plot as SVG for papers and slides: light, with title, axes, legend; text stays text.
import { grouped } from "../marks";
import { scaleKeys, scaleKey, tickTexts, unitOf } from "../plots/axes";
import type { Range } from "../plots/chart";
import type { Line, Lines, PlotSpec } from "../plots/spec";
import { unitText } from "../plots/units";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 960;
const HEIGHT = 520;
const INK = "#17212b";
const SOFT = "#50606f";
const FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";

interface Scale { least: number; most: number; log: boolean; from: number; to: number }

function node(parent: Element, tag: string, attributes: Record<string, string | number>, text?: string): Element {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

function place(scale: Scale, value: number): number {
  const map = scale.log ? Math.log10 : (v: number) => v;
  const half = (v: number) => map(v) / 2; // So that the width of the widest range is a number.
  return scale.from + ((half(value) - half(scale.least)) / (half(scale.most) - half(scale.least))) * (scale.to - scale.from);
}

/** Ranges narrower than this share of their numbers are rounding: they are shown as one number is, as in the charts of the page. */
const NARROW = 1e-10;

function powersOfTen(least: number, most: number, wanted: number): number[] {
  if (!(least > 0)) return [];
  const out: number[] = [];
  const last = Math.floor(Math.log10(most) + 1e-9);
  for (let e = Math.ceil(Math.log10(least) - 1e-9); e <= last; e++) out.push(Number(`1e${e}`));
  const every = Math.max(1, Math.ceil(out.length / wanted));
  return out.filter((_, i) => i % every === 0);
}

/** Round places on a scale: 1, 2 or 5 times a power of ten apart; powers of ten on a logarithmic one. None where the range holds no such places. */
export function ticks(least: number, most: number, wanted: number, log: boolean): number[] {
  if (!Number.isFinite(least) || !Number.isFinite(most) || !(wanted >= 1)) return [];
  if (least > most) return ticks(most, least, wanted, log);
  if (log) return powersOfTen(least, most, wanted);
  const rough = most / wanted - least / wanted;
  if (!(rough * wanted > NARROW * Math.max(Math.abs(least), Math.abs(most)))) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough * 0.999);
  if (!step || !Number.isFinite(step)) return [];
  // Counted beforehand: a range that is not narrow has at most wanted + 1 places, with numbers that are exact integers.
  const first = Math.ceil(least / step - 1e-9);
  const places = Math.min(Math.floor(most / step + 1e-9) - first, 2 * wanted);
  const out: number[] = [];
  for (let i = 0; i <= places; i++) out.push(Number(((first + i) * step).toPrecision(12)));
  return out;
}

/** Places on a scale with their texts. */
export function labelled(values: readonly number[]): [number, string][] {
  const texts = tickTexts(values);
  return values.map((value, i) => [value, texts[i]!]);
}

/** The range of the numbers, with room at both ends; one number alone, or what differs by rounding only, gets room of its own size. */
export function extent(lists: readonly Float64Array[], keep: (list: number, i: number) => boolean, log: boolean, pad: number): [number, number] {
  let least = Infinity;
  let most = -Infinity;
  lists.forEach((list, l) => list.forEach((value, i) => {
    if (!Number.isFinite(value) || (log && value <= 0) || !keep(l, i)) return;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }));
  if (!(least <= most)) return log ? [0.1, 1] : [0, 1];
  const size = Math.max(Math.abs(least), Math.abs(most));
  const narrow = !(most / 2 - least / 2 > (NARROW / 2) * size);
  const bound = (value: number) => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
  if (log) return [Math.max(Number.MIN_VALUE, narrow ? least / 10 : least / 10 ** pad), bound(narrow ? most * 10 : most * 10 ** pad)];
  const room = narrow ? size || 1 : bound(most - least) * pad;
  return [bound(least - room), bound(most + room)];
}

function pathOf(line: Line, x: Scale, y: Scale): string {
  let out = "";
  let pen = false;
  for (let i = 0; i < line.y.length; i++) {
    const [a, b] = [line.x[i]!, line.y[i]!];
    if (!Number.isFinite(a) || !Number.isFinite(b) || (y.log && b <= 0)) { pen = false; continue; }
    out += `${pen ? "L" : "M"}${place(x, a).toFixed(2)} ${place(y, b).toFixed(2)}`;
    pen = true;
  }
  return out;
}

function legend(svg: Element, lines: readonly Line[], top: number): number {
  let left = 70;
  let row = top;
  for (const line of lines) {
    const label = unitText(line.unit) ? `${line.label} (${unitText(line.unit)})` : line.label;
    const short = label.length > 90 ? `${label.slice(0, 88)}\u2026` : label;
    const width = 44 + short.length * 7.2;
    if (left + width > WIDTH - 20 && left > 70) { left = 70; row += 20; }
    node(svg, "path", { d: `M${left} ${row - 4}h24`, stroke: line.colour, "stroke-width": 2.5, "stroke-dasharray": line.dash.join(" ") });
    node(svg, "text", { x: left + 30, y: row, fill: INK }, short);
    left += width;
  }
  return row;
}

/** The unit above an axis: beside it, or from the edge of the figure where it is long. */
function unitAbove(svg: Element, text: string, left: boolean, x: number, y: number): void {
  const width = text.length * 8.5;
  const fits = left ? x - width >= 4 : x + width <= WIDTH - 4;
  const anchor = left === fits ? "end" : "start";
  node(svg, "text", { x: fits ? x : left ? 4 : WIDTH - 4, y, fill: SOFT, "text-anchor": anchor }, text);
}

export function figure(content: Lines, spec: PlotSpec, range: Range | null, title: string): SVGSVGElement {
  const { lines } = content;
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "font-family": FONT, "font-size": 13 })) svg.setAttribute(name, String(value));
  node(svg, "rect", { width: WIDTH, height: HEIGHT, fill: "#ffffff" });
  node(svg, "text", { x: 70, y: 26, fill: INK, "font-size": 16, "font-weight": 600 }, title.length > 100 ? `${title.slice(0, 98)}\u2026` : title);
  const top = legend(svg, lines, 50) + 26;
  const keys = scaleKeys(lines);
  const right = WIDTH - 24 - 70 * (keys.length - 1);
  const [least, most] = range ?? extent(lines.map((line) => line.x), () => true, false, spec.kind === "phase" ? 0.03 : 0);
  const x: Scale = { least, most, log: false, from: 70, to: right };
  for (const [value, text] of labelled(ticks(x.least, x.most, 10, false))) {
    const at = place(x, value);
    node(svg, "path", { d: `M${at} ${top}V${HEIGHT - 50}`, stroke: "#e6eaee" });
    node(svg, "text", { x: at, y: HEIGHT - 32, fill: SOFT, "text-anchor": "middle" }, text);
  }
  node(svg, "text", { x: (70 + right) / 2, y: HEIGHT - 12, fill: SOFT, "text-anchor": "middle" }, [content.xName, unitText(content.xUnit)].filter(Boolean).join(", "));
  let free = -Infinity;
  for (const [mark] of grouped(content.marks.filter(({ time }) => time >= least && time <= most), (3 * (most - least)) / (right - 70))) {
    const at = place(x, mark!.time);
    const name = mark!.name.length > 18 ? `${mark!.name.slice(0, 17)}\u2026` : mark!.name;
    node(svg, "path", { d: `M${at} ${top}V${HEIGHT - 50}`, stroke: SOFT, "stroke-dasharray": "3 4", "stroke-opacity": 0.7 });
    if (at < free || at + 7 * name.length + 6 > right) continue;
    node(svg, "text", { x: at + 3, y: top + 11, fill: SOFT, "font-size": 11 }, name);
    free = at + 7 * name.length + 10;
  }
  const clip = node(node(svg, "clipPath", { id: "inside" }), "rect", { x: 70, y: top, width: right - 70, height: HEIGHT - 50 - top });
  const inside = node(svg, "g", { fill: "none", "stroke-width": 1.8, "stroke-linejoin": "round", "clip-path": `url(#${clip.parentElement!.id})` });
  keys.forEach((key, k) => {
    const own = lines.filter((line) => scaleKey(line) === key);
    const [low, high] = extent(own.map((line) => line.y), (l, i) => own[l]!.x[i]! >= x.least && own[l]!.x[i]! <= x.most, spec.log, 0.06);
    const y: Scale = { least: low, most: high, log: spec.log, from: HEIGHT - 50, to: top };
    const edge = k === 0 ? 70 : right + 70 * (k - 1);
    const anchor = k === 0 ? "end" : "start";
    const shift = k === 0 ? -8 : 8;
    for (const [value, text] of labelled(ticks(low, high, 7, spec.log))) {
      const at = place(y, value);
      if (k === 0) svg.insertBefore(node(svg, "path", { d: `M70 ${at}H${right}`, stroke: "#e6eaee" }), inside);
      node(svg, "text", { x: edge + shift, y: at + 4, fill: SOFT, "text-anchor": anchor }, text);
    }
    node(svg, "path", { d: `M${edge} ${top}V${HEIGHT - 50}`, stroke: SOFT });
    unitAbove(svg, unitOf(key), k === 0, edge + shift, top - 8);
    for (const line of own) node(inside, "path", { d: pathOf(line, x, y), stroke: line.colour, "stroke-dasharray": line.dash.join(" ") });
  });
  node(svg, "path", { d: `M70 ${HEIGHT - 50}H${right}`, stroke: SOFT });
  return svg;
}

export function svgText(svg: SVGSVGElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;
}

/** The same picture as PNG, twice as fine. */
export function pngOf(svg: SVGSVGElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = 2 * WIDTH;
      canvas.height = 2 * HEIGHT;
      canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The browser made no PNG of the plot."))), "image/png");
    };
    picture.onerror = () => reject(new Error("The browser could not draw the plot as a picture."));
    picture.src = URL.createObjectURL(new Blob([svgText(svg)], { type: "image/svg+xml" }));
  });
}
