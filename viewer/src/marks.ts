// The events of the runs shown, as marks on an axis of time.
import type { App } from "./app";
import { sameTimeUnit } from "./data";

export interface Mark { time: number; name: string; /** Name, and the run where there are several. */ label: string; rising: boolean; action: string }

/** In the order of time. */
export async function marksOf(app: App): Promise<Mark[]> {
  const { page, comparison } = app;
  const several = page.runs.length > 1;
  const marks: Mark[] = [];
  for (const run of page.runs) {
    if (!comparison.visible(run.index) || !sameTimeUnit(run, page.run)) continue;
    for (const { time, name, action, rising } of await run.events()) marks.push({ time, name, action, rising, label: several ? `${name} \u00b7 ${run.name}` : name });
  }
  return marks.sort((a, b) => a.time - b.time);
}

/** Marks that lie within `least` of each other share a place: the first of each such group, with all that it holds. */
export function grouped(marks: readonly Mark[], least: number): Mark[][] {
  const groups: Mark[][] = [];
  for (const mark of marks) {
    const last = groups[groups.length - 1];
    if (last && mark.time - last[0]!.time < least) last.push(mark);
    else groups.push([mark]);
  }
  return groups;
}
