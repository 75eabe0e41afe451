// The record of a study in the page: many runs of one model, a row for each.
import type { Message, Packed } from "../data";

export interface StudyColumn { name: string; unit: string; data: Packed }
export interface ResponseRecord extends StudyColumn { expression: string }
/** Texts that many rows share, and by row which of them it has. */
export interface WordsRecord { words: string[]; data: Packed }
export interface KeptRecord { run: number; file: string; bytes: number }
export interface StudyRecord {
  file: string;
  title: string;
  model: string;
  kind: string; // "sweep", "optimize", "fit"
  running: boolean;
  planned: number; // 0: not known
  set: string[]; // NAME=VALUE of the study, the same for all runs
  /** `optimize:` and `vary:` of the study as they were written, scalars as texts. */
  optimize?: unknown;
  vary?: unknown;
  /** What an optimisation or a fit found: JSON as the program wrote it into the table. */
  found: string | null;
  rows: number;
  run: Packed;
  parameters: StudyColumn[];
  responses: ResponseRecord[];
  statuses: string[];
  status: Packed;
  message: WordsRecord;
  host: WordsRecord;
  steps: Packed;
  cpu: Packed;
  kept: KeptRecord[];
  messages: Message[];
}
export interface StudyPageRecord { format: number; program: string; kind: string; study: StudyRecord }
