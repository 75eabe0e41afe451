// The record of a study in the page: many runs of one model, a row for each.
import type { Message, Packed } from "../data";

export interface StudyColumn { name: string; unit: string; data: Packed }
/** `from`, `to`: the range in which an optimisation or a fit may look; absent: none is known. */
export interface ParameterRecord extends StudyColumn { from?: number | null; to?: number | null; log?: boolean }
export interface ResponseRecord extends StudyColumn { expression: string }
/** Texts that many rows share, and by row which of them it has. */
export interface WordsRecord { words: string[]; data: Packed }
export interface LimitRecord { response: number; kind: string; limit: number; value: number | null; kept: boolean }
/** What an optimisation or a fit found. Numbers that are not known are null, as everywhere in the record. */
export interface OptimumRecord {
  method: string;
  reason: string;
  converged: boolean;
  sense: string; // "minimize", "maximize", "fit"
  objectives: number[]; // responses; of several the largest is minimised, the smallest maximised
  objective: number | null;
  parameters: (number | null)[];
  start: (number | null)[];
  bounds: number[];
  responses: (number | null)[] | null;
  deviation: (number | null)[] | null;
  covariance: (number | null)[] | null;
  quantile: number | null;
  residuals: number;
  limits: LimitRecord[];
  evaluations: number;
  gradients: number;
  failed: number;
}
/** A column of the model beside what was measured, at the times of the data. */
export interface FitCurveRecord { column: string; data: string; unit: string; sigma: number | null; time: Packed; measured: Packed; model: Packed }
export interface KeptRecord { run: number; file: string; bytes: number }
export interface StudyRecord {
  file: string;
  title: string;
  model: string;
  kind: string; // "sweep", "optimize", "fit"
  running: boolean;
  planned: number | null;
  set: string[]; // NAME=VALUE of the study, the same for all runs
  rows: number;
  run: Packed;
  parameters: ParameterRecord[];
  responses: ResponseRecord[];
  statuses: string[];
  status: Packed;
  message: WordsRecord;
  host: WordsRecord;
  steps: Packed;
  cpu: Packed;
  optimum: OptimumRecord | null;
  timeUnit: string;
  curves: FitCurveRecord[];
  kept: KeptRecord[];
  messages: Message[];
}
export interface StudyPageRecord { format: number; program: string; kind: string; study: StudyRecord }
