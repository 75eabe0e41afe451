// The table of a study: columns of numbers by row, and what is known about every row besides.
import { DataError, MAKE_AGAIN, type Packed, unpackFloat64 } from "../data";
import { Column, type ColumnKind } from "./column";
import { type Found, type Goal, readFound, readGoal } from "./found";
import type { StudyPageRecord, StudyRecord, WordsRecord } from "./record";

/** A text for every row. */
export class Words {
  constructor(private readonly words: readonly string[], private readonly index: Float64Array) {}
  at(row: number): string { return this.words[this.index[row]!] ?? ""; }
}

export class Study {
  readonly all: readonly Column[];
  readonly parameters: readonly Column[];
  readonly responses: readonly Column[];
  readonly goal: Goal;
  /** What an optimisation or a fit found; null: it is none, or it goes on. */
  readonly found: Found | null;
  private readonly rowOfRun = new Map<number, number>();

  constructor(readonly program: string, readonly record: StudyRecord, columns: Column[], private readonly status: Words, readonly messages: Words, readonly hosts: Words) {
    this.all = columns;
    this.parameters = columns.filter((column) => column.kind === "parameter");
    this.responses = columns.filter((column) => column.kind === "response");
    this.goal = readGoal(record.optimize, record.kind, this.responses);
    this.found = readFound(record.found ?? null, record.kind, record.vary, this.goal, this.parameters, this.responses);
    this.run.values.forEach((run, row) => this.rowOfRun.set(run, row));
  }

  get rows(): number { return this.record.rows; }
  get isSearch(): boolean { return this.record.kind === "optimize" || this.record.kind === "fit"; }
  column(name: string): Column | undefined { return this.all.find((column) => column.name === name); }
  get run(): Column { return this.all[this.parameters.length + this.responses.length]!; }
  get steps(): Column { return this.all[this.parameters.length + this.responses.length + 1]!; }
  get cpu(): Column { return this.all[this.parameters.length + this.responses.length + 2]!; }
  statusOf(row: number): string { return this.status.at(row) || "unknown"; }
  /** Its responses count: it went to its end, or to an event of the model that ends it. */
  fine(row: number): boolean { const status = this.statusOf(row); return status === "done" || status === "stopped"; }
  row(run: number): number { return this.rowOfRun.get(run) ?? -1; }
}

async function numbers(packed: Packed, rows: number, what: string): Promise<Float64Array> {
  const values = await unpackFloat64(packed, what);
  if (values.length !== rows) throw new DataError(`${what} has ${values.length} rows instead of ${rows}.`, MAKE_AGAIN);
  return values;
}

async function words(record: WordsRecord, rows: number, what: string): Promise<Words> {
  return new Words((record.words ?? []).map(String), await numbers(record.data, rows, what));
}

export async function readStudy(page: StudyPageRecord): Promise<Study> {
  const { study } = page;
  if (typeof study !== "object" || study === null || !Array.isArray(study.parameters) || !Array.isArray(study.responses)) {
    throw new DataError("The data in this page holds no study.", MAKE_AGAIN);
  }
  const columns: Column[] = [];
  const add = async (kind: ColumnKind, name: string, unit: string, expression: string, packed: Packed) => {
    columns.push(new Column(columns.length, kind, name, unit, expression, await numbers(packed, study.rows, `column "${name}"`)));
  };
  for (const parameter of study.parameters) await add("parameter", String(parameter.name), String(parameter.unit ?? ""), "", parameter.data);
  for (const response of study.responses) await add("response", String(response.name), String(response.unit ?? ""), String(response.expression ?? ""), response.data);
  await add("fact", "run", "", "", study.run);
  await add("fact", "steps", "", "", study.steps);
  await add("fact", "cpu_seconds", "s", "", study.cpu);
  const status = new Words((study.statuses ?? []).map(String), await numbers(study.status, study.rows, "the status"));
  return new Study(String(page.program ?? "Sarrus"), study, columns, status, await words(study.message, study.rows, "the messages"), await words(study.host, study.rows, "the hosts"));
}
