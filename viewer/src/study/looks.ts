// How columns are shown, the same in all views: which have a logarithmic scale, and what gives rows their colour.
import { Store } from "../store";
import type { ThemeName } from "../theme";
import type { Column } from "./column";
import type { Study } from "./study";

/** Dark to bright, so that the order is seen without colours, too; both ends stand out from the ground. */
const STOPS: Record<ThemeName, readonly string[]> = {
  light: ["#1c2f7a", "#4a3aa3", "#8440a8", "#b8438f", "#da5a66", "#e98242", "#e3a82b"],
  dark: ["#4f68e0", "#8060e0", "#b45fd2", "#dd66ac", "#f2857f", "#f6ad5f", "#f8dc6a"],
};
export const SHADES = 64;
/** The shade of rows without a number. */
export const NO_SHADE = 255;

type Rgb = readonly [number, number, number];
const rgb = (hex: string): Rgb => [parseInt(hex.slice(1, 3), 16), parseInt(hex.slice(3, 5), 16), parseInt(hex.slice(5, 7), 16)];

function mixed(stops: readonly string[], share: number): Rgb {
  const place = share * (stops.length - 1);
  const first = Math.min(Math.floor(place), stops.length - 2);
  const [a, b] = [rgb(stops[first]!), rgb(stops[first + 1]!)];
  return [0, 1, 2].map((k) => Math.round(a[k]! + (b[k]! - a[k]!) * (place - first))) as unknown as Rgb;
}

export interface Ramp { readonly css: readonly string[]; readonly rgb: readonly Rgb[]; readonly gradient: string }
const made = new Map<ThemeName, Ramp>();

export function rampOf(theme: ThemeName): Ramp {
  let ramp = made.get(theme);
  if (!ramp) {
    const shades = Array.from({ length: SHADES }, (_, i) => mixed(STOPS[theme], i / (SHADES - 1)));
    ramp = { rgb: shades, css: shades.map(([r, g, b]) => `rgb(${r} ${g} ${b})`), gradient: STOPS[theme].join(", ") };
    made.set(theme, ramp);
  }
  return ramp;
}

export class Looks extends Store {
  /** What gives rows their colour; null: all have the same. */
  colour: Column | null;
  /** By row: the shade of the ramp, or NO_SHADE. */
  readonly shades: Uint8Array;
  private readonly powers = new Set<Column>();

  constructor(study: Study) {
    super();
    for (const column of study.all) if (column.kind !== "fact" && column.spreadsByPowers) this.powers.add(column);
    this.shades = new Uint8Array(study.rows);
    this.colour = study.responses.find((column) => column.known > 0 && column.max > column.min) ?? null;
    this.shade();
  }

  log(column: Column): boolean { return this.powers.has(column); }

  setLog(column: Column, log: boolean): void {
    if (log && column.positive) this.powers.add(column);
    else this.powers.delete(column);
    if (column === this.colour) this.shade();
    this.changed();
  }

  setColour(column: Column | null): void {
    this.colour = column;
    this.shade();
    this.changed();
  }

  /** Where a value of a column stands between its least and its greatest, 0 to 1; not a number where it is none. */
  share(column: Column, value: number): number {
    if (!Number.isFinite(value)) return NaN;
    if (!(column.max > column.min)) return 0.5;
    if (this.log(column)) return Math.log(value / column.min) / Math.log(column.max / column.min);
    return value / (column.max - column.min) - column.min / (column.max - column.min);
  }

  shadeOf(column: Column, value: number): number {
    const share = this.share(column, value);
    return Number.isNaN(share) ? NO_SHADE : Math.round(Math.max(0, Math.min(1, share)) * (SHADES - 1));
  }

  private shade(): void {
    const { colour, shades } = this;
    if (!colour) return void shades.fill(SHADES >> 2);
    for (let row = 0; row < shades.length; row++) shades[row] = this.shadeOf(colour, colour.values[row]!);
  }
}
