// How the run went: steps, iterations, rejections, error, energy balance, drift; settings; what is not in this page.
import type { App, Panel } from "../app";
import type { Run } from "../data";
import { count, make, number } from "../dom";
import { omission } from "../layout/header";
import { unitText } from "../plots/units";
import { boardOf } from "../plots/board";
import { Chart } from "../plots/chart";
import { buildLines, newSpec, type PlotSpec } from "../plots/spec";
import { propertyList } from "./element";
import { eventLists } from "./events";
import { whenSeen } from "./lazy";

type Facts = [string, string][];

const POSITION = "constraint_position";
const VELOCITY = "constraint_velocity";

/** "1/s" as " per s". */
function perTime(unit: string): string { return unit.startsWith("1/") ? ` per ${unit.slice(2)}` : ""; }

function statistics(values: Float64Array): { least: number; most: number; sum: number; median: number } {
  const sorted = Float64Array.from(values).filter(Number.isFinite).sort();
  let sum = 0;
  for (const value of sorted) sum += value;
  return { least: sorted[0] ?? NaN, most: sorted[sorted.length - 1] ?? NaN, sum, median: sorted[sorted.length >> 1] ?? NaN };
}

async function factsOf(run: Run): Promise<Facts> {
  const { record } = run;
  const facts: Facts = [["Method", record.method], ["Rows", count(record.rows?.total ?? run.time.length)]];
  const values = async (name: string) => run.step(name)?.values();
  const steps = await values("step");
  if (record.steps) facts.push(["Steps", count(record.steps.total)]);
  const whole = record.steps !== null && record.steps.kept === record.steps.total;
  if (steps && steps.length > 0) {
    const { least, most, median } = statistics(steps);
    const unit = run.step("step")?.unit ?? "";
    facts.push(["Step size, smallest", `${number(least, 4)} ${unit}`], ["Step size, median", `${number(median, 4)} ${unit}`], ["Step size, largest", `${number(most, 4)} ${unit}`]);
  }
  const iterations = await values("iterations");
  if (iterations && iterations.length > 0) {
    const { sum, most } = statistics(iterations);
    facts.push(["Iterations per step", `${number(sum / iterations.length, 4)}, at most ${number(most)}`]);
    // The summary of a run tells this number under the same name, beside that of all iterations.
    if (whole) facts.push(["Iterations in accepted steps", `${count(sum)}, without rejected attempts and the search for events`]);
  }
  const rejections = await values("rejections");
  if (rejections && whole) facts.push(["Rejected steps", count(statistics(rejections).sum)]);
  const order = await values("order");
  if (order && order.some((value) => value > 0)) facts.push(["Order", `${number(statistics(order).least)} to ${number(statistics(order).most)}`]);
  const error = await values("error");
  if (error && error.length > 0) facts.push(["Largest error of a step", `${number(statistics(error).most, 4)} ${unitText(run.step("error")?.unit ?? "")}`.trim()]);
  for (const [name, words] of [[POSITION, "positions"], [VELOCITY, "velocities"]] as const) {
    const drift = await values(name);
    if (drift && drift.length > 0) facts.push([`Constraint drift, ${words}, largest`, `${number(statistics(drift).most, 4)} of the model's length${perTime(run.step(name)?.unit ?? "")}`]);
  }
  const balance = await run.series("energy.balance")?.values();
  if (balance) {
    const { least, most } = statistics(balance);
    facts.push(["Energy balance, largest", `${number(Math.max(Math.abs(least), Math.abs(most)), 4)} ${unitText(run.series("energy.balance")!.unit)}`]);
  }
  return facts;
}

/** Facts side by side, a column per run. */
function factsTable(runs: readonly Run[], all: readonly Facts[]): HTMLElement {
  if (runs.length === 1) return propertyList(all[0]!);
  const names = [...new Set(all.flatMap((facts) => facts.map(([name]) => name)))];
  const head = make("tr", {}, make("th", {}), ...runs.map((run) => make("th", { text: run.name, attributes: { scope: "col" } })));
  const rows = names.map((name) => make("tr", {}, make("th", { text: name, attributes: { scope: "row" } }),
    ...all.map((facts) => make("td", { text: facts.find(([other]) => other === name)?.[1] ?? "\u2013" }))));
  return make("div", { class: "table-box" }, make("table", { class: "facts-table" }, make("thead", {}, head), make("tbody", {}, ...rows)));
}

interface Drawn { title: string; log: boolean; lines: string[]; data: unknown }

/** A small chart with a button that opens it among the plots. `drawn` tells the tests what it shows. */
async function smallChart(app: App, title: string, spec: PlotSpec, drawn: Drawn[]): Promise<HTMLElement | null> {
  const board = boardOf(app);
  const content = await buildLines(app, board.catalogue, spec);
  if (content.lines.length === 0) return null;
  const host = make("div", { class: "chart small-chart", attributes: { role: "img", "aria-label": title } });
  const open = make("button", { class: "text-button", text: "Plot", title: `Open among the plots: ${title}`, attributes: { type: "button", "aria-label": `Plot ${title}` },
    on: { click: () => { board.add({ ...spec, curves: [...spec.curves] }); board.reveal(); } } });
  const root = make("section", { class: "small-plot" }, make("header", {}, make("h4", { text: title }), open), host);
  queueMicrotask(() => {
    const draw = () => {
      const chart = new Chart(host, content, spec, app.theme, {
        jump: (time) => { app.clock.pause(); app.clock.setTime(time); }, zoom: () => undefined, hover: () => undefined,
      });
      chart.setTime(app.clock.time);
      return chart;
    };
    let chart = draw();
    drawn.push({ title, log: spec.log, lines: content.lines.map((line) => line.label), get data() { return chart.plot.data.map((column) => Array.from(column ?? [])); } });
    app.clock.subscribe(() => chart.setTime(app.clock.time));
    app.theme.subscribe(() => { chart.destroy(); chart = draw(); });
  });
  return root;
}

/** Whether there is a drift of constraints to draw, and what is to be said where there is none. */
async function driftOf(runs: readonly Run[]): Promise<{ drawn: boolean; notes: string[] }> {
  const notes: string[] = [];
  let drawn = false;
  for (const run of runs) {
    const both = await Promise.all([POSITION, VELOCITY].map((name) => run.step(name)?.values()));
    const of = runs.length > 1 ? ` of ${run.name}` : "";
    if (both.some((values) => values?.some((value) => value > 0))) drawn = true;
    else if (both.some((values) => values !== undefined && values.length > 0)) notes.push(`The drift of the constraints${of} is zero at all steps.`);
    else notes.push(`The drift of the constraints over time is not recorded in the file${of}${run.record.steps ? ": an older version of the program wrote it. Its summary stated the largest value." : ", which holds no steps of a solver."}`);
  }
  return { drawn, notes };
}

async function charts(app: App, root: HTMLElement): Promise<void> {
  const { catalogue } = boardOf(app);
  const wanted: [string, string[], boolean][] = [
    ["Step size", ["solver.step"], true], ["Newton iterations", ["solver.iterations"], false], ["Rejected attempts", ["solver.rejections"], false],
    ["Error of the step", ["solver.error"], true], ["Order", ["solver.order"], false], ["Energy balance", ["energy.balance"], false],
    ["Energy", ["energy.kinetic", "energy.potential", "energy.dissipated", "energy.work"], false],
  ];
  const drawn: Drawn[] = [];
  app.hook["statistics"] = drawn;
  const drift = await driftOf(app.page.runs);
  if (drift.drawn) wanted.splice(5, 0, ["Constraint drift, positions", [`solver.${POSITION}`], true], ["Constraint drift, velocities", [`solver.${VELOCITY}`], true]);
  for (const [title, names, log] of wanted) {
    const curves = names.filter((name) => catalogue.get(name)).map((quantity) => ({ quantity, order: 0 as const }));
    if (curves.length === 0) continue;
    if (names[0] === "solver.order" || names[0] === "solver.rejections") {
      const values = await app.page.run.step(names[0].slice("solver.".length))?.values();
      if (!values || values.every((value) => value === values[0])) continue;
    }
    const chart = await smallChart(app, title, newSpec(curves, { log }), drawn);
    if (chart) root.append(chart);
  }
  for (const text of drift.notes) root.append(make("p", { class: "quiet small-note", text }));
}

function leftOut(run: Run): HTMLElement | null {
  const text = omission(run);
  const { steps, omitted, file } = run.record;
  const some = steps && steps.kept < steps.total;
  if (!text && !some) return null;
  const box = make("div", { class: "left-out" });
  if (text) box.append(make("p", { text }));
  if (some) box.append(make("p", { text: `Of the solver's series this page holds ${count(steps.kept)} of ${count(steps.total)} steps (every ${count(steps.every)}th); ${file} holds all.` }));
  if (omitted?.length > 0) box.append(make("details", {}, make("summary", { text: `Columns left out (${count(omitted.length)})` }), make("p", { class: "omitted", text: omitted.join(", ") })));
  return box;
}

export const statisticsPanel: Panel = {
  id: "statistics",
  title: "Run",
  place: "side",
  build(root: HTMLElement, app: App) {
    const { runs } = app.page;
    const figures = make("div");
    const drawings = make("div", { class: "small-plots" });
    const missing = runs.map(leftOut).filter((box) => box !== null);
    const events = make("div");
    root.append(...missing, figures, make("h3", { text: "Over time" }), drawings, events);
    for (const run of runs) {
      const { record } = run;
      const title = runs.length > 1 ? `Settings of ${run.name}` : "Settings";
      const origin: Facts = [["results", record.file], ["program", record.version], ["hash", record.hash], ["units", Object.values(record.units ?? {}).join(", ")]];
      root.append(make("h3", { text: title }), propertyList(Object.entries(record.settings ?? {})), make("h3", { text: runs.length > 1 ? `Origin of ${run.name}` : "Origin" }), propertyList(origin.filter(([, value]) => value)));
      if (record.model) root.append(make("p", { class: "model-words", text: record.model }));
    }
    whenSeen(root, async () => {
      figures.append(factsTable(runs, await Promise.all(runs.map(factsOf))));
      events.append(...await eventLists(app));
      await charts(app, drawings);
    }, (fault) => app.notices.fault(fault));
  },
};
