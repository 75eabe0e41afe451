// The largest reaction of every joint, motion and force, and when it occurs.
import type { App, Panel } from "../app";
import { make, number } from "../dom";
import { unitText } from "../plots/axes";
import { boardOf } from "../plots/board";
import { summarise } from "../plots/maths";
import { pause, whenSeen } from "./lazy";

interface Peak { element: string; kind: string; quantity: string; unit: string; value: number; time: number }

/** Elements that carry forces, with what they are. */
function carriers(app: App): [string, string][] {
  const { scene, record } = app.page.run;
  const lists = [...(scene?.joints ?? []), ...(scene?.motions ?? []), ...(scene?.forces ?? []), ...(scene?.others ?? [])];
  const kinds = new Map<string, string>(lists.map((entry) => [entry.name, entry.type]));
  for (const section of record.tree ?? []) {
    if (/^bodies$/i.test(section.section)) continue;
    for (const item of section.items ?? []) if (!kinds.has(item.name)) kinds.set(item.name, item.type);
  }
  return [...kinds];
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

function table(app: App, title: string, peaks: Peak[]): HTMLElement | null {
  if (peaks.length === 0) return null;
  peaks.sort((a, b) => b.value - a.value);
  const timeUnit = app.page.run.units["time"] ?? "";
  const most = peaks[0]!.value || 1;
  const rows = peaks.map((peak) => {
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
      make("span", { class: "peak-value", text: `${number(peak.value, 5)} ${unitText(peak.unit)}` }), make("span", { class: "peak-time", text: `at ${number(peak.time, 5)} ${timeUnit}` }), bar));
  });
  return make("section", {}, make("h3", { text: title }), make("ul", { class: "peak-list" }, ...rows));
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
      const forces: Peak[] = [];
      const torques: Peak[] = [];
      for (const [i, [element, kind]] of elements.entries()) {
        const [force, torque] = [await peakOf(app, element, kind, "f"), await peakOf(app, element, kind, "t")];
        if (force) forces.push(force);
        if (torque) torques.push(torque);
        if (i % 20 === 19) { progress.textContent = `Looking for the peaks: ${i + 1} of ${elements.length}`; await pause(); }
      }
      const { record } = app.page.run;
      const thinned = record.rows && record.rows.kept < record.rows.total ? ` Only every ${record.rows.every}th row is in this page: a peak between may be higher; ${record.file} holds all rows.` : "";
      progress.textContent = forces.length + torques.length === 0 ? "No reactions are recorded in this page."
        : `Largest magnitude over the whole run, on the first body of each element. Press one to plot it and go there.${thinned}`;
      root.append(...[table(app, "Forces", forces), table(app, "Torques", torques.filter((peak) => peak.value > 0))].filter((part) => part !== null));
    }, (fault) => app.notices.fault(fault));
  },
};
