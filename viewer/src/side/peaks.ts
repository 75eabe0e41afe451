// The largest reaction of every joint, motion and force, and when it occurs.
import type { App, Panel } from "../app";
import { count, make } from "../dom";
import { brief } from "../plots/axes";
import { boardOf } from "../plots/board";
import { summarise } from "../plots/maths";
import { unitText } from "../plots/units";
import { pause, whenSeen } from "./lazy";

interface Peak { element: string; kind: string; quantity: string; unit: string; value: number; time: number }

interface Carrier { element: string; kind: string; group: string }

/** Elements that carry forces: the joints, and whatever else has them. */
function carriers(app: App): Carrier[] {
  const { scene, record } = app.page.run;
  const found = new Map<string, Carrier>();
  const add = (element: string, kind: string, group: string) => { if (!found.has(element)) found.set(element, { element, kind, group }); };
  for (const entry of scene?.joints ?? []) add(entry.name, entry.type, "Joints");
  for (const section of record.tree ?? []) {
    if (/^(bodies|parameters|ground)$/i.test(section.section)) continue;
    for (const item of section.items ?? []) add(item.name, item.type, /^joints$/i.test(section.section) ? "Joints" : /^contacts$/i.test(section.section) ? "Contacts" : "Motions and forces");
  }
  // A file without its model still has its columns.
  for (const quantity of boardOf(app).catalogue.all) if (/^\|.*\.[ft]\|$/.test(quantity.name)) add(quantity.element, "", "Elements");
  return [...found.values()];
}

async function peakOf(app: App, element: string, kind: string, vector: "f" | "t"): Promise<Peak | null> {
  const { catalogue } = boardOf(app);
  const quantity = catalogue.get(`|${element}.${vector}|`);
  if (!quantity) return null;
  const data = await catalogue.data(app.page.run, { quantity: quantity.name, order: 0 });
  if (!data) return null;
  const { peak } = summarise(data.x, data.y);
  return peak < 0 ? null : { element, kind, quantity: quantity.name, unit: quantity.unit, value: data.y[peak]!, time: data.x[peak]! };
}

function rounding(left: number, others: boolean): string {
  return `${count(left)}${others ? (left === 1 ? " other" : " others") : ""} ${left === 1 ? "stays" : "stay"} below 1e-9 of the largest of all: rounding.`;
}

/** One list; what stays below `floor` is rounding and only counted. */
function table(app: App, title: string, peaks: Peak[], floor: number): HTMLElement | null {
  peaks.sort((a, b) => b.value - a.value);
  const most = peaks[0]?.value ?? 0;
  if (peaks.length === 0) return null;
  const listed = peaks.filter((peak) => peak.value > floor);
  const timeUnit = app.page.run.units["time"] ?? "";
  const rows = listed.map((peak) => {
    const bar = make("span", { class: "peak-bar" });
    bar.style.width = `${(100 * peak.value) / most}%`;
    const go = () => {
      app.selection.select(peak.element);
      boardOf(app).show(peak.quantity);
      app.clock.pause();
      app.clock.setTime(peak.time);
    };
    return make("li", {}, make("button", { class: "peak-row", title: `${peak.quantity}: ${peak.value} ${peak.unit} at ${peak.time} ${timeUnit}. Plot it and go there`, attributes: { type: "button" }, on: { click: go } },
      make("span", { class: "peak-name", text: peak.element }), make("span", { class: "peak-kind", text: peak.kind }),
      make("span", { class: "peak-value", text: `${brief(peak.value)} ${unitText(peak.unit)}` }), make("span", { class: "peak-time", text: `at ${brief(peak.time)} ${timeUnit}` }), bar));
  });
  return make("section", {}, make("h3", { text: title }), make("ul", { class: "peak-list" }, ...rows),
    listed.length < peaks.length ? make("p", { class: "quiet small-note", text: rounding(peaks.length - listed.length, listed.length > 0) }) : null);
}

export const peaksPanel: Panel = {
  id: "peaks",
  title: "Peaks",
  place: "side",
  build(root: HTMLElement, app: App) {
    const progress = make("p", { class: "quiet", text: "Looking for the peaks \u2026" });
    root.append(progress);
    whenSeen(root, async () => {
      const elements = carriers(app);
      const groups = new Map<string, Peak[]>(["Joints", "Motions and forces", "Contacts", "Elements"].flatMap((group) => ["force", "torque"].map((what) => [`${group}: ${what}`, []])));
      for (const [i, { element, kind, group }] of elements.entries()) {
        for (const vector of ["f", "t"] as const) {
          const peak = await peakOf(app, element, kind, vector);
          if (peak) groups.get(`${group}: ${vector === "f" ? "force" : "torque"}`)!.push(peak);
        }
        if (i % 20 === 19) { progress.textContent = `Looking for the peaks: ${i + 1} of ${elements.length}`; await pause(); }
      }
      const { record } = app.page.run;
      const thinned = record.rows && record.rows.kept < record.rows.total ? ` Only every ${record.rows.every}th row is in this page: a peak between may be higher; ${record.file} holds all rows.` : "";
      progress.textContent = [...groups.values()].every((peaks) => peaks.length === 0) ? "No reactions are recorded in this page."
        : `Largest magnitude over the whole run, on the first body of each element. Press one to plot it and go there.${thinned}`;
      for (const [title, peaks] of groups) {
        const like = [...groups].filter(([other]) => other.split(": ")[1] === title.split(": ")[1]).flatMap(([, list]) => list);
        const part = table(app, title, peaks, 1e-9 * Math.max(0, ...like.map((peak) => peak.value)));
        if (part) root.append(part);
      }
    }, (fault) => app.notices.fault(fault));
  },
};
