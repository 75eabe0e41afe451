// The way of an optimisation: objective, broken constraints and best so far, evaluation by evaluation.
import type { Goal } from "./found";
import type { Study } from "./study";

export interface Progress {
  /** By row; not a number where the run failed, or where there is no objective. */
  objective: Float64Array;
  /** The largest share by which a constraint is broken; 0: all are kept. */
  violation: Float64Array;
  /** Best so far: by row the row of the best one, -1 before the first. */
  best: Int32Array;
}

/** How much of its size a constraint is broken by. */
function broken(kind: string, value: number, limit: number): number {
  const by = kind === "<=" ? value - limit : kind === ">=" ? limit - value : Math.abs(value - limit);
  return Math.max(0, by) / Math.max(Math.abs(limit), 1e-300);
}

/** A constraint that is broken by less than this counts as kept. */
const KEPT = 1e-6;

export function progressOf(study: Study, goal: Goal): Progress {
  const { rows } = study;
  const objective = new Float64Array(rows).fill(NaN);
  const violation = new Float64Array(rows).fill(NaN);
  const best = new Int32Array(rows).fill(-1);
  const sign = goal.sense === "maximize" ? -1 : 1;
  const wanted = goal.objectives;
  let now = -1;
  for (let row = 0; row < rows; row++) {
    if (wanted.length > 0) objective[row] = sign * wanted.reduce((worst, column) => Math.max(worst, sign * column.values[row]!), -Infinity);
    violation[row] = goal.limits.reduce((worst, limit) => Math.max(worst, broken(limit.kind, limit.response?.values[row] ?? NaN, limit.limit)), 0);
    const better = now < 0 || (violation[row]! <= KEPT ? violation[now]! > KEPT || sign * objective[row]! < sign * objective[now]! : violation[row]! < violation[now]!);
    if (Number.isFinite(objective[row]!) && Number.isFinite(violation[row]!) && better) now = row;
    best[row] = now;
  }
  return { objective, violation, best };
}
