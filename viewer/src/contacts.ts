// Contacts of a run, as their columns tell: point and normal of the strongest touch, forces of all, how many touch, how deep.
import type { Run, Series } from "./data";

export interface Contact {
  name: string;
  point: [Series, Series, Series];
  /** What acts on the first body; on the second it is the opposite. */
  force: [Series, Series, Series];
  /** How many touch, and how deep the deepest is; null: not in this page. */
  count: Series;
  depth: Series | null;
}

const triple = (run: Run, element: string, letter: string) => {
  const found = ["x", "y", "z"].map((axis) => run.series(`${element}.${letter}${axis}`));
  return found.every((one) => one !== undefined) ? (found as [Series, Series, Series]) : null;
};

export function contactsOf(run: Run): Contact[] {
  const found: Contact[] = [];
  for (const series of run.columns) {
    if (series.quantity !== "count") continue;
    const { element } = series;
    const [point, force] = [triple(run, element, "p"), triple(run, element, "f")];
    if (point && force) found.push({ name: element, point, force, count: series, depth: run.series(`${element}.depth`) ?? null });
  }
  return found;
}
