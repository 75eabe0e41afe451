// CSV as `sarrus run --csv` writes it: line 1 the exact names, line 2 `# ` and the units, then numbers that read back to the same bits.
import type { Run } from "../data";
import { align } from "../plots/align";
import type { Line, Lines } from "../plots/spec";

export interface CsvColumn { name: string; unit: string; values: ArrayLike<number | null | undefined> }

/** The shortest text that reads back to the same number. */
export function exact(value: number | null | undefined): string {
  if (value === undefined) return "";
  if (value === null || Number.isNaN(value)) return "nan";
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  return Object.is(value, -0) ? "-0" : String(value);
}

/** A name as a field: quoted where it holds a separator. */
function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export function csvText(columns: readonly CsvColumn[]): string {
  const rows = Math.max(0, ...columns.map((column) => column.values.length));
  const out = [columns.map((column) => field(column.name)).join(","), `# ${columns.map((column) => field(column.unit || "1")).join(",")}`];
  for (let i = 0; i < rows; i++) out.push(columns.map((column) => exact(column.values[i])).join(","));
  return `${out.join("\n")}\n`;
}

/** On one grid of times or frequencies: the recorded rows; empty where a line has no row. */
function onGrid(lines: readonly Line[], grid: (line: Line) => Float64Array): { x: Float64Array; ys: (number | undefined)[][] } {
  const { x, rows } = align(lines.map((line) => ({ ...line, x: grid(line) })), false);
  const ys = lines.map((line, l) => {
    const own = rows[l];
    return own ? Array.from(own, (row) => (row < 0 ? undefined : line.y[row]!)) : Array.from(line.y);
  });
  return { x, ys };
}

/** The lines of a plot. Names are exact; with several runs the name of the run follows in brackets. */
export function plotCsv(content: Lines, kind: string, timeUnit: string): string {
  const { lines } = content;
  const name = (line: Line, quantity: string) => (line.source ? `${quantity} [${line.source}]` : quantity);
  const across: Line[] = kind === "phase" ? lines.filter((line, i) => lines.findIndex((other) => other.run === line.run) === i).map((line) => ({ ...line, y: line.x })) : [];
  const all = [...across, ...lines];
  const { x, ys } = onGrid(all, (line) => line.t ?? line.x);
  const head: CsvColumn = kind === "spectrum" ? { name: content.xName, unit: content.xUnit, values: x } : { name: "time", unit: timeUnit, values: x };
  return csvText([head, ...all.map((line, i) => ({ name: name(line, i < across.length ? content.xName : line.name), unit: i < across.length ? content.xUnit : line.unit, values: ys[i]! }))]);
}

/** All columns of a run that are in the page. */
export async function runCsv(run: Run): Promise<string> {
  const columns: CsvColumn[] = [{ name: "time", unit: run.units["time"] ?? "", values: run.time }];
  for (const series of run.columns) columns.push({ name: series.name, unit: series.unit, values: await series.values() });
  return csvText(columns);
}
