// Every contact: how often and how long it touched, its largest force and its deepest penetration, and when.
import type { App, Panel } from "../app";
import { type Contact, contactsOf } from "../contacts";
import type { Run } from "../data";
import { count, make } from "../dom";
import { brief } from "../plots/axes";
import { boardOf } from "../plots/board";
import { unitText } from "../plots/units";
import { pause, whenSeen } from "./lazy";

export interface Touching {
  name: string;
  /** How often it began to touch, from row to row, and the share of the time in which it did. */
  touches: number;
  share: number;
  force: number;
  forceTime: number;
  depth: number;
  depthTime: number;
}

async function touchingOf(run: Run, contact: Contact): Promise<Touching> {
  const [touching, fx, fy, fz] = await Promise.all([contact.count, ...contact.force].map((one) => one.values()));
  const depth = await contact.depth?.values();
  const { time } = run;
  const out: Touching = { name: contact.name, touches: 0, share: 0, force: 0, forceTime: NaN, depth: 0, depthTime: NaN };
  for (let row = 0; row < time.length; row++) {
    const [now, before] = [touching![row]! > 0, row > 0 && touching![row - 1]! > 0];
    if (now && !before) out.touches++;
    if (now && row > 0) out.share += time[row]! - time[row - 1]!;
    const force = Math.hypot(fx![row]!, fy![row]!, fz![row]!);
    if (force > out.force) { out.force = force; out.forceTime = time[row]!; }
    if (depth && depth[row]! > out.depth) { out.depth = depth[row]!; out.depthTime = time[row]!; }
  }
  const span = time.length > 1 ? time[time.length - 1]! - time[0]! : 0;
  out.share = span > 0 ? out.share / span : 0;
  return out;
}

function row(app: App, contact: Contact, one: Touching, most: number): HTMLElement {
  const { units } = app.page.run;
  const [forceUnit, lengthUnit, timeUnit] = ["force", "length", "time"].map((kind) => unitText(units[kind] ?? ""));
  const bar = make("span", { class: "peak-bar" });
  bar.style.width = `${most > 0 ? (100 * one.force) / most : 0}%`;
  const quantity = `|${contact.name}.f|`;
  const go = () => {
    app.selection.select(contact.name);
    boardOf(app).show(quantity);
    app.clock.pause();
    if (Number.isFinite(one.forceTime)) app.clock.setTime(one.forceTime);
  };
  const often = one.touches === 0 ? "never touches" : `touches ${one.touches === 1 ? "once" : `${count(one.touches)} times`}, ${brief(100 * one.share)} % of the time`;
  const deep = one.depth > 0 ? `; ${brief(one.depth)} ${lengthUnit} deep at ${brief(one.depthTime)} ${timeUnit}` : "";
  return make("li", {}, make("button", { class: "peak-row", title: "Plot its force and go to the largest", attributes: { type: "button" }, on: { click: go } },
    make("span", { class: "peak-name", text: contact.name }), make("span", { class: "peak-kind", text: `${often}${deep}` }),
    make("span", { class: "peak-value", text: one.force > 0 ? `${brief(one.force)} ${forceUnit}` : "" }),
    make("span", { class: "peak-time", text: one.force > 0 ? `at ${brief(one.forceTime)} ${timeUnit}` : "" }), bar));
}

export const contactsPanel: Panel = {
  id: "contacts",
  title: "Contacts",
  place: "side",
  build(root: HTMLElement, app: App) {
    const progress = make("p", { class: "quiet", text: "Looking at the contacts \u2026" });
    const facts: { list: Touching[] } = { list: [] };
    app.hook["contacts"] = facts;
    root.append(progress);
    whenSeen(root, async () => {
      const { run } = app.page;
      const found: [Contact, Touching][] = [];
      for (const [i, contact] of contactsOf(run).entries()) {
        found.push([contact, await touchingOf(run, contact)]);
        if (i % 20 === 19) { progress.textContent = `Looking at the contacts: ${i + 1}`; await pause(); }
      }
      found.sort(([, a], [, b]) => b.force - a.force);
      facts.list = found.map(([, one]) => one);
      const most = facts.list[0]?.force ?? 0;
      progress.textContent = "Largest force of all touches of a contact, as it is in the rows: between them it may be larger, and the summary of the run looks at every step. Press one to plot it and go there.";
      root.append(make("ul", { class: "peak-list contact-list" }, ...found.map(([contact, one]) => row(app, contact, one, most))));
    }, (fault) => app.notices.fault(fault));
  },
};
