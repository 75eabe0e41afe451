// Numbers in the text of a model that sliders move. The text is the one truth: a slider reads its number from there and writes it back.
import type { Written } from "./record";

/** A number, and what follows it: a unit of angle, or a factor of pi. */
const NUMBER = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(\s*(?:deg|rad)|\s*\*\s*pi)?$/;

export interface Knob {
  written: Written;
  value: number;
  /** " deg", "*pi" or nothing. */
  suffix: string;
  /** What the comment behind it says. */
  about: string;
}

/** Index of line and column (from 1, in characters) in a text; -1: there is no such place. */
export function placeOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let i = 1; i < line; i++) {
    const next = text.indexOf("\n", at);
    if (next < 0) return -1;
    at = next + 1;
  }
  const end = text.indexOf("\n", at);
  const own = Array.from(text.slice(at, end < 0 ? undefined : end)).slice(0, column - 1).join("");
  return at + own.length;
}

function commentOf(text: string, from: number): string {
  const end = text.indexOf("\n", from);
  const rest = text.slice(from, end < 0 ? undefined : end);
  const comment = /(?:^|\s)#\s?(.*)$/.exec(rest);
  return comment ? comment[1]!.trim() : "";
}

/** The parameter as something that a slider can move; null: it is an expression, or the text is no longer the one that was read. */
export function knobOf(written: Written, text: string): Knob | null {
  const parts = NUMBER.exec(written.text.trim());
  const at = placeOf(text, written.line, written.column);
  if (!parts || at < 0 || !text.startsWith(written.text, at)) return null;
  return { written, value: Number(parts[1]), suffix: parts[2] ?? "", about: commentOf(text, at + written.text.length) };
}

/** The text with another number in the place of a knob's, and the knob as it then is. */
export function turned(text: string, knob: Knob, value: number): { text: string; knob: Knob } | null {
  const { written, suffix } = knob;
  const at = placeOf(text, written.line, written.column);
  if (at < 0 || !text.startsWith(written.text, at)) return null;
  const fresh = asWritten(value) + suffix;
  return { text: text.slice(0, at) + fresh + text.slice(at + written.text.length), knob: { ...knob, value, written: { ...written, text: fresh } } };
}

/** A number as a model writes it. */
function asWritten(value: number): string { return String(value).replace("e+", "e"); }

export interface Range { least: number; most: number; log: boolean }

/** A third of the value to three times of it; about zero where it is zero. */
export function rangeOf(value: number): Range {
  if (value === 0) return { least: -1, most: 1, log: false };
  const ends = [value / 3, value * 3].sort((a, b) => a - b);
  return { least: short(ends[0]!), most: short(ends[1]!), log: true };
}

function short(value: number): number { return Number(value.toPrecision(3)); }

/** Logarithmic only where both ends have the same sign. */
export function isLog({ least, most, log }: Range): boolean { return log && least * most > 0; }

/** Where a value stands between the ends, 0 to 1. */
export function shareOf(range: Range, value: number): number {
  const { least, most } = range;
  const share = isLog(range) ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

/** The value at a share of the way, with as many digits as a step of the slider is worth. */
export function valueAt(range: Range, share: number): number {
  const { least, most } = range;
  if (share <= 0) return least;
  if (share >= 1) return most;
  if (isLog(range)) return Number((least * (most / least) ** share).toPrecision(4));
  const digits = Math.max(0, Math.ceil(-Math.log10((most - least) / 1000)));
  return Number((least + share * (most - least)).toFixed(Math.min(digits, 100)));
}
