// What an optimisation or a fit found, out of the text that the table holds. Files may come from anybody: nothing in it is believed.
import type { Column } from "./column";

export interface FoundParameter { value: number; start: number; from: number; to: number; log: boolean; bound: -1 | 0 | 1; deviation: number }
export interface FoundLimit { response: Column | null; kind: string; limit: number; value: number; kept: boolean }
/** A column that was fitted: what is left of it, and where the table has them the numbers themselves. */
export interface FoundCurve { column: string; data: string; unit: string; count: number; sigma: number; rms: number; largest: number; largestTime: number; time: Float64Array; measured: Float64Array; model: Float64Array }
export interface Found {
  method: string;
  reason: string;
  converged: boolean;
  sense: "minimize" | "maximize" | "fit";
  /** Responses; of several the largest is minimised, the smallest maximised. */
  objectives: Column[];
  objective: number;
  /** As many as the study has. */
  parameters: FoundParameter[];
  /** Of a fit: by parameters, row by row; null: it is no fit. */
  covariance: number[][] | null;
  quantile: number;
  residuals: number;
  limits: FoundLimit[];
  evaluations: number;
  gradients: number;
  failed: number;
  curves: FoundCurve[];
}

type Json = Record<string, unknown>;
const object = (value: unknown): Json => (typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const real = (value: unknown): number => (typeof value === "number" ? value : NaN);
const whole = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);
const words = (value: unknown): string => (typeof value === "string" ? value : "");
const reals = (value: unknown): Float64Array => Float64Array.from(list(value), real);

function parameterOf(value: unknown): FoundParameter {
  const json = object(value);
  const bound = words(json["bound"]);
  // Not determined: written as null, because JSON has no infinity.
  const deviation = json["determined"] === false ? Infinity : real(json["deviation"]);
  return { value: real(json["value"]), start: real(json["start"]), from: real(json["from"]), to: real(json["to"]), log: false, bound: bound === "lower" ? -1 : bound === "upper" ? 1 : 0, deviation };
}

function curveOf(value: unknown): FoundCurve {
  const json = object(value);
  const [time, measured, model] = [reals(json["time"]), reals(json["measured"]), reals(json["model"])];
  const rows = Math.min(time.length, measured.length, model.length);
  return {
    column: words(json["column"]), data: words(json["data"]), unit: words(json["unit"]), count: whole(json["count"]), sigma: real(json["weight"]), rms: real(json["rms"]), largest: real(json["largest"]), largestTime: real(json["largest_time"]),
    time: time.subarray(0, rows), measured: measured.subarray(0, rows), model: model.subarray(0, rows),
  };
}

/** What is sought, as far as the study says it. */
export interface Goal { sense: Found["sense"]; objectives: Column[]; limits: FoundLimit[] }

/** `optimize:` as it was written: {minimize: [a, b], subject_to: {sag: "<= 0.1"}}. */
export function readGoal(written: unknown, kind: string, responses: readonly Column[]): Goal {
  const json = object(written);
  const response = (name: unknown) => responses.find((column) => column.name === name) ?? null;
  const most = json["maximize"] !== undefined;
  const named = most ? json["maximize"] : json["minimize"];
  const limits: FoundLimit[] = [];
  for (const [name, value] of Object.entries(object(json["subject_to"]))) {
    for (const text of typeof value === "string" ? [value] : list(value)) {
      const parts = /^\s*(<=|>=|=)\s*(\S+)\s*$/.exec(words(text));
      if (parts) limits.push({ response: response(name), kind: parts[1]!, limit: Number(parts[2]), value: NaN, kept: false });
    }
  }
  return { sense: kind === "fit" ? "fit" : most ? "maximize" : "minimize", objectives: (typeof named === "string" ? [named] : list(named)).map(response).filter((column) => column !== null), limits: limits.filter(({ limit }) => Number.isFinite(limit)) };
}

/** Null where there is nothing, or nothing that can be read. */
export function readFound(text: string | null, kind: string, vary: unknown, goal: Goal, parameters: readonly Column[], responses: readonly Column[]): Found | null {
  let json: Json;
  try {
    json = object(JSON.parse(text ?? "null"));
  } catch {
    return null;
  }
  if (typeof json["method"] !== "string") return null;
  const response = (name: unknown) => responses.find((column) => column.name === name) ?? null;
  const given = list(json["parameters"]).map(parameterOf);
  const covariance = list(json["covariance"]).map((row) => list(row).map(real));
  const isFit = kind === "fit";
  return {
    method: words(json["method"]), reason: words(json["reason"]), converged: json["converged"] === true,
    sense: goal.sense, objectives: goal.objectives, objective: real(json["objective"]),
    parameters: parameters.map((column, i) => { const found = given[i] ?? parameterOf(null); return { ...found, log: found.from > 0 && object(object(vary)[column.name])["scale"] === "log" }; }),
    covariance: isFit && covariance.length === parameters.length ? covariance : null,
    quantile: real(json["quantile"]), residuals: whole(json["residuals"]),
    limits: list(json["limits"]).map((value) => { const limit = object(value); return { response: response(limit["response"]), kind: words(limit["kind"]), limit: real(limit["limit"]), value: real(limit["value"]), kept: limit["kept"] === true }; }),
    evaluations: whole(json["evaluations"]), gradients: whole(json["gradients"]), failed: whole(json["failed"]),
    curves: list(json["curves"]).map(curveOf),
  };
}
