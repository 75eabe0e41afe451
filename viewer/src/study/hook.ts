// window.sarrus of the page of a study: what the browser tests and curious readers may ask. Documented in viewer/README.md.
import type { StudyApp } from "./app";
import { commandOf } from "./card";
import type { RunTable } from "./table";

export function installStudyHook(app: StudyApp, table: RunTable): void {
  const { study, picks, focus, looks } = app;
  const hook = {
    get rows() { return study.rows; },
    get columns() { return study.all.map((column) => column.name); },
    column(name: string) { const found = study.column(name); return found ? Array.from(found.values) : null; },
    status(run: number) { return study.statusOf(study.row(run)); },
    get picked() { return Array.from(study.run.values).filter((_, row) => picks.mask[row]); },
    get ranges() { return Object.fromEntries(picks.list.map(([column, range]) => [column.name, [...range]])); },
    get run() { return focus.row < 0 ? null : study.run.values[focus.row]!; },
    look(run: number | null) { focus.pick(run === null ? -1 : study.row(run)); },
    get colour() { return looks.colour?.name ?? null; },
    log(name: string) { const found = study.column(name); return found !== undefined && looks.log(found); },
    /** The runs of the table in its order. */
    get table() { return table.rows; },
    command(run: number) { return commandOf(study, study.row(run)); },
    get panels() { return app.hook; },
  };
  Object.defineProperty(window, "sarrus", { value: Object.freeze(hook) });
}
