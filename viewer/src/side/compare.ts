// Where the runs differ most: the largest difference of every column.
import type { App, Panel } from "../app";
import { type Run, sameTimeUnit } from "../data";
import { count, make, number } from "../dom";
import { brief } from "../plots/axes";
import { boardOf } from "../plots/board";
import { interpolate, summarise } from "../plots/maths";
import { inOrder } from "../plots/spec";
import { unitText } from "../plots/units";
import { pause, whenSeen } from "./lazy";

export interface Difference { column: string; unit: string; run: Run; value: number; range: number; share: number; time: number }

/** The largest difference of a column between a run and the first, at the times of the first. */
async function difference(first: Run, other: Run, column: string): Promise<Difference | null> {
  const [a, b] = [first.series(column), other.series(column)];
  if (!a || !b || !sameTimeUnit(first, other) || unitText(a.unit) !== unitText(b.unit)) return null;
  const own = inOrder({ x: first.time, y: await a.values() });
  const theirs = inOrder({ x: other.time, y: await b.values() });
  const there = interpolate(theirs.x, theirs.y, own.x);
  const gap = there.map((value, i) => value - own.y[i]!);
  const { peak } = summarise(own.x, gap);
  if (peak < 0) return null;
  const { least, greatest } = summarise(own.x, own.y);
  const range = own.y[greatest]! - own.y[least]!;
  const value = Math.abs(gap[peak]!);
  return { column, unit: a.unit, run: other, value, range, share: NaN, time: own.x[peak]! };
}

/** What cannot be compared because it is in other units; null where everything can. */
function unitsApart(first: Run, other: Run): string | null {
  if (!sameTimeUnit(first, other)) return `${other.name} is not compared: its times are in ${other.units["time"]}, those of ${first.name} in ${first.units["time"]}.`;
  const apart = first.columns.filter((series) => { const b = other.series(series.name); return b && unitText(b.unit) !== unitText(series.unit); });
  if (apart.length === 0) return null;
  const [one] = apart;
  return `${count(apart.length)} columns of ${other.name} are not compared: they are in other units (${one!.name} in ${unitText(other.series(one!.name)!.unit) || "no unit"}, not in ${unitText(one!.unit) || "no unit"}).`;
}

/** The shares of the largest range that any column of the same unit has: so a difference in what is only rounding stays small. */
function setShares(all: readonly Difference[]): void {
  const ranges = new Map<string, number>();
  for (const d of all) ranges.set(d.unit, Math.max(ranges.get(d.unit) ?? 0, d.range));
  for (const d of all) d.share = d.value === 0 ? 0 : d.value / ranges.get(d.unit)!;
}

type Key = "share" | "value" | "column";
const MOST = 200;

class Table {
  readonly root = make("div", { class: "table-box" });
  private key: Key = "share";

  constructor(private readonly app: App, private readonly all: readonly Difference[]) { this.fill(); }

  private heading(text: string, key: Key, title: string): HTMLElement {
    const button = make("button", { class: "sort", text, title, attributes: { type: "button" }, on: { click: () => { this.key = key; this.fill(); } } });
    return make("th", { attributes: { scope: "col", "aria-sort": this.key === key ? (key === "column" ? "ascending" : "descending") : "none" } }, button);
  }

  private fill(): void {
    const rank = (d: Difference) => (Number.isFinite(d[this.key as "share"]) ? d[this.key as "share"] : Number.MAX_VALUE);
    const sorted = [...this.all].sort((a, b) => (this.key === "column" ? a.column.localeCompare(b.column) : rank(b) - rank(a)));
    const several = this.app.page.runs.length > 2;
    const rows = sorted.slice(0, MOST).map((d) => this.row(d, several));
    this.root.replaceChildren(make("table", { class: "facts-table differences" },
      make("thead", {}, make("tr", {}, this.heading("Column", "column", "Sort by name"), this.heading("Difference", "value", "Sort by size"), this.heading("Share", "share", "Sort by share of the largest range of columns of that unit"))),
      make("tbody", {}, ...rows)),
      sorted.length > MOST ? make("p", { class: "quiet", text: `The first ${count(MOST)} of ${count(sorted.length)}.` }) : document.createTextNode(""));
  }

  private row(d: Difference, several: boolean): HTMLElement {
    const timeUnit = this.app.page.run.units["time"] ?? "";
    const go = () => {
      boardOf(this.app).show(d.column, { difference: true });
      this.app.clock.pause();
      this.app.clock.setTime(d.time);
    };
    return make("tr", {},
      make("th", { attributes: { scope: "row" } }, make("button", { class: "link", text: d.column, title: "Plot the difference and go to its peak", attributes: { type: "button" }, on: { click: go } }), several ? make("small", { text: d.run.name }) : null),
      make("td", { title: String(d.value) }, make("span", { text: `${brief(d.value, 4)} ${unitText(d.unit)}` }), make("small", { text: `at ${brief(d.time)} ${timeUnit}` })),
      make("td", { text: Number.isFinite(d.share) ? `${number(100 * d.share, 3)} %` : "\u2013" }));
  }
}

export const comparePanel: Panel = {
  id: "compare",
  title: "Compare",
  place: "side",
  build(root: HTMLElement, app: App) {
    const { runs } = app.page;
    const first = app.page.run;
    const words = make("p", { class: "quiet", text: "Comparing \u2026" });
    root.append(words);
    whenSeen(root, async () => {
      const all: Difference[] = [];
      let done = 0;
      for (const other of runs.slice(1)) {
        for (const series of first.columns) {
          const found = await difference(first, other, series.name);
          if (found) all.push(found);
          if (++done % 40 === 0) { words.textContent = `Comparing: ${count(done)} of ${count(first.columns.length * (runs.length - 1))} columns`; await pause(); }
        }
        const apart = unitsApart(first, other);
        if (apart) root.append(make("p", { class: "left-out", text: apart }));
        const missing = first.columns.filter((series) => !other.series(series.name)).length;
        const extra = other.columns.filter((series) => !first.series(series.name)).length;
        if (missing + extra > 0) root.append(make("p", { class: "quiet", text: `${other.name} lacks ${count(missing)} columns of ${first.name} and has ${count(extra)} others.` }));
        if (sameTimeUnit(first, other) && first.time[first.time.length - 1] !== other.time[other.time.length - 1]) root.append(make("p", { class: "quiet", text: `${other.name} ends at ${number(other.time[other.time.length - 1] ?? NaN)}, ${first.name} at ${number(first.time[first.time.length - 1] ?? NaN)}; only the common time is compared.` }));
      }
      words.textContent = `Largest difference of each column from ${first.name} at its times, and its share of the largest range that a column of that unit has there; the other ${runs.length > 2 ? "runs are" : `run, ${runs[1]!.name}, is`} interpolated by straight lines. Press a name to plot the difference.`;
      setShares(all);
      root.append(new Table(app, all).root);
      app.hook["compare"] = { get list() { return all.map((d) => ({ column: d.column, run: d.run.name, value: d.value, time: d.time, share: d.share })); } };
    }, (fault) => app.notices.fault(fault));
  },
};
