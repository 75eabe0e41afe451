// What can be plotted: recorded columns, magnitudes of recorded vectors, and the solver's series.
import type { Page, Run, Series } from "../data";
import { derivative, magnitude } from "./maths";

export interface Quantity {
  /** "A.fx", "|A.f|", "solver.step": also how it is written in the page and in CSV. */
  name: string;
  element: string;
  unit: string;
  /** In words, for the list and for searching. */
  text: string;
  /** The columns it is made of: one, or the parts of a vector. */
  parts: string[];
  grid: "rows" | "steps";
}

/** A quantity, or its first or second derivative. */
export interface Curve { quantity: string; order: 0 | 1 | 2 }

export interface CurveData { x: Float64Array; y: Float64Array }

const VECTORS: Record<string, string> = {
  v: "velocity", w: "angular velocity", a: "acceleration", alpha: "angular acceleration",
  f: "force on the first body", t: "torque on the first body", f2: "force on the second body", t2: "torque on the second body",
};
const WORDS: Record<string, string> = {
  x: "position x", y: "position y", z: "position z",
  q0: "orientation, scalar part of the quaternion", q1: "orientation, quaternion x", q2: "orientation, quaternion y", q3: "orientation, quaternion z",
  angle: "angle of the joint", angle_rate: "rate of the angle", angle1: "first angle", angle2: "second angle",
  displacement: "displacement along the axis", displacement_rate: "rate of the displacement",
  length: "length", rate: "rate", force: "force, tension positive", value: "prescribed value", power: "power",
  kinetic: "kinetic energy", potential: "potential energy", dissipated: "energy dissipated", work: "work of forces and motions",
  balance: "energy balance: what should stay zero",
};
const STEP_WORDS: Record<string, string> = {
  step: "size of the integration step", iterations: "Newton iterations in the step", order: "order of the method in the step",
  error: "estimated error of the step, relative to the tolerance", rejections: "rejected attempts before the step",
  constraint_position: "constraint drift: largest violation of a position constraint at the end of the step, over the model's length",
  constraint_velocity: "constraint drift: largest violation of a velocity constraint at the end of the step, over the model's length",
};

function describe(quantity: string): string {
  const vector = /^(v|w|a|alpha|f|t)([xyz])(2?)$/.exec(quantity);
  if (vector) return `${VECTORS[vector[1]! + vector[3]!]!}, ${vector[2]!}`;
  return WORDS[quantity] ?? "";
}

const ERROR = "_error"; // ending of the column that holds the error bars of another

function isError(run: Run, series: Series): boolean {
  return series.name.endsWith(ERROR) && run.series(series.name.slice(0, -ERROR.length)) !== undefined;
}

function ofColumn(series: Series): Quantity {
  return { name: series.name, element: series.element, unit: series.unit, text: describe(series.quantity), parts: [series.name], grid: "rows" };
}

/** The magnitudes of those vectors of an element of which all three parts are recorded. */
function magnitudes(columns: readonly Series[]): Quantity[] {
  const found: Quantity[] = [];
  const byQuantity = new Map(columns.map((series) => [series.quantity, series]));
  for (const [vector, words] of Object.entries(VECTORS)) {
    const suffix = vector.endsWith("2") ? "2" : "";
    const stem = suffix ? vector.slice(0, -1) : vector;
    const parts = ["x", "y", "z"].map((axis) => byQuantity.get(stem + axis + suffix));
    if (parts.some((part) => !part)) continue;
    const first = parts[0]!;
    found.push({ name: `|${first.element}.${vector}|`, element: first.element, unit: first.unit, text: `magnitude of the ${words}`, parts: parts.map((part) => part!.name), grid: "rows" });
  }
  return found;
}

export class Catalogue {
  readonly all: Quantity[] = [];
  private readonly byName = new Map<string, Quantity>();
  private readonly cache = new WeakMap<Run, Map<string, Promise<CurveData | null>>>();

  constructor(page: Page) {
    for (const run of page.runs) {
      const groups = new Map<string, Series[]>();
      for (const series of run.columns) groups.set(series.element, [...(groups.get(series.element) ?? []), series]);
      for (const columns of groups.values()) {
        for (const quantity of magnitudes(columns)) this.add(quantity);
        for (const series of columns) if (!isError(run, series)) this.add(ofColumn(series));
      }
      for (const series of run.steps) {
        if (series.name === "time") continue;
        this.add({ name: `solver.${series.name}`, element: "solver", unit: series.unit, text: STEP_WORDS[series.name] ?? "", parts: [series.name], grid: "steps" });
      }
    }
  }

  private add(quantity: Quantity): void {
    if (this.byName.has(quantity.name)) return;
    this.byName.set(quantity.name, quantity);
    this.all.push(quantity);
  }

  get(name: string): Quantity | undefined { return this.byName.get(name); }
  of(element: string): Quantity[] { return this.all.filter((quantity) => quantity.element === element); }

  /** What to show first of an element: the reaction of a joint, the force of a spring, the speed of a body. */
  main(element: string): Quantity | undefined {
    const own = this.of(element);
    const wanted = [`${element}.force`, `|${element}.f|`, `${element}.value`, `|${element}.v|`, `${element}.angle`, `${element}.length`, `${element}.x`];
    for (const name of wanted) {
      const found = own.find((quantity) => quantity.name === name);
      if (found) return found;
    }
    return own[0];
  }

  label(curve: Curve): string {
    return curve.order === 0 ? curve.quantity : curve.order === 1 ? `d(${curve.quantity})/dt` : `d\u00b2(${curve.quantity})/dt\u00b2`;
  }

  unit(curve: Curve, timeUnit: string): string {
    const unit = this.get(curve.quantity)?.unit ?? "";
    if (curve.order === 0) return unit;
    const below = curve.order === 1 ? timeUnit : `${timeUnit}^2`;
    return /[/]/.test(unit) ? `(${unit})/${below}` : `${unit || "1"}/${below}`;
  }

  /** The unit in which a run has recorded a quantity; null where it has not. The catalogue lists the unit of the first run that has it. */
  unitIn(run: Run, name: string): string | null {
    const quantity = this.get(name);
    const part = quantity?.parts[0];
    if (!quantity || part === undefined) return null;
    return (quantity.grid === "rows" ? run.series(part) : run.step(part))?.unit ?? null;
  }

  /** The numbers of a curve in a run; null where the run has not recorded it. */
  data(run: Run, curve: Curve): Promise<CurveData | null> {
    const known = this.cache.get(run) ?? this.cache.set(run, new Map()).get(run)!;
    const key = `${curve.order} ${curve.quantity}`;
    const found = known.get(key) ?? this.read(run, curve);
    known.set(key, found);
    return found;
  }

  /** The error bars of a quantity, as many as it has rows; null where there are none. A vector is off by no more than its parts together. */
  async error(run: Run, curve: Curve, rows: number): Promise<Float64Array | null> {
    const parts = curve.order === 0 ? this.get(curve.quantity)?.parts.map((name) => run.series(name + ERROR)) : undefined;
    if (!parts || parts.length === 0 || parts.some((part) => !part)) return null;
    const columns = await Promise.all(parts.map((part) => part!.values()));
    const bars = columns.length === 1 ? columns[0]! : magnitude(columns);
    return bars.length === rows ? bars : null;
  }

  private async read(run: Run, curve: Curve): Promise<CurveData | null> {
    const quantity = this.get(curve.quantity);
    if (!quantity) return null;
    const parts = quantity.parts.map((name) => (quantity.grid === "rows" ? run.series(name) : run.step(name)));
    const clock = quantity.grid === "rows" ? run.time : await run.step("time")?.values();
    if (!clock || parts.some((part) => !part)) return null;
    const columns = await Promise.all(parts.map((part) => part!.values()));
    const length = Math.min(clock.length, ...columns.map((column) => column.length));
    const x = length === clock.length ? clock : clock.subarray(0, length);
    let y = columns.length === 1 ? columns[0]! : magnitude(columns);
    for (let i = 0; i < curve.order; i++) y = derivative(x, y);
    return { x, y };
  }
}
