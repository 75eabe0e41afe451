// What a live page carries besides its results, and what its engine answers.
import type { Message, PageRecord } from "../data";

/** A parameter as a file writes it: `text` stands at line and column (from 1) of `file`. */
export interface Written { name: string; text: string; file: string; line: number; column: number }
export interface SourceFile { path: string; text: string }
/** `text`: of the model's own file, called `name`; `files`: those that it includes. */
export interface LiveRecord { name: string; text: string; files: SourceFile[]; parameters: Written[] }

/** A message with its place; `file` null: it has none. */
export interface Placed extends Message { file: string | null; line: number; column: number }

export interface RunSummary {
  method: string;
  end: number;
  time_unit: string;
  degrees_of_freedom: number;
  rows: number;
  steps: number;
  rejected: number;
  iterations: number;
  energy_balance: number | null;
  constraint_position: number | null;
  constraint_velocity: number | null;
  newton_euler: number | null;
}

/** src/live/live.h */
export interface Answer {
  status: "done" | "failed" | "stopped" | "wrong";
  messages: Placed[];
  doctor: Placed[];
  parameters: Written[] | null;
  summary: RunSummary | null;
  record: PageRecord | null;
}

/** Null: the page shows results alone. */
export function readLive(source: Document): LiveRecord | null {
  const element = source.getElementById("sarrus-live");
  if (!element) return null;
  return JSON.parse(element.textContent ?? "") as LiveRecord;
}

/** The packed text of a part of the engine; it is taken out of the page. */
export function takePacked(source: Document, id: string): string {
  const element = source.getElementById(id);
  const text = element?.textContent ?? "";
  element?.remove();
  return text;
}
