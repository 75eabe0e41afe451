// What an optimisation or a fit found: parameters with their ranges and certainty, constraints, and how parameters depend on each other.
import { count, make } from "../dom";
import { brief } from "../plots/axes";
import { unitText } from "../plots/units";
import type { StudyApp, View } from "./app";
import { fitCharts } from "./fit";
import type { Found } from "./found";
import type { Study } from "./study";

const figure = (value: number, unit = "") => (Number.isFinite(value) ? `${brief(value, 6)} ${unitText(unit)}`.trimEnd() : "\u2013");

/** Correlations of parameters from their covariance; not a number where one of them has no spread. */
export function correlationsOf(covariance: readonly (readonly number[])[]): number[][] {
  const at = (i: number, j: number) => covariance[i]?.[j] ?? NaN;
  return covariance.map((_, i) => covariance.map((_, j) => {
    const value = at(i, j) / Math.sqrt(at(i, i) * at(j, j));
    return Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : NaN;
  }));
}

function table(heads: readonly string[], rows: readonly (readonly (string | HTMLElement)[])[], caption: string): HTMLElement {
  const cell = (content: string | HTMLElement, i: number) => {
    const node = i === 0 ? make("th", { attributes: { scope: "row" } }) : make("td");
    node.append(content);
    return node;
  };
  return make("div", { class: "table-box" }, make("table", { class: "found-table" }, make("caption", { class: "unseen", text: caption }),
    make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { text, attributes: { scope: "col" } })))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map(cell))))));
}

/** Where a value stands in its range: a small line with a mark, and the interval that holds it with 95 %. */
function gauge(from: number, to: number, log: boolean, value: number, half: number): HTMLElement {
  const share = (v: number) => Math.max(0, Math.min(1, log ? Math.log(v / from) / Math.log(to / from) : (v - from) / (to - from)));
  const mark = make("i", { class: "gauge-mark" });
  mark.style.left = `${100 * share(value)}%`;
  const band = make("i", { class: "gauge-band" });
  const [low, high] = [share(log ? Math.max(from, value - half) : value - half), share(value + half)];
  band.style.left = `${100 * low}%`;
  band.style.width = `${100 * (high - low)}%`;
  return make("span", { class: "gauge", title: `${brief(from)} to ${brief(to)}` }, make("small", { text: brief(from, 4) }), make("span", { class: "gauge-line" }, ...(half > 0 ? [band] : []), mark), make("small", { text: brief(to, 4) }));
}

function parameterTable(study: Study, found: Found): HTMLElement {
  const isFit = found.sense === "fit";
  const rows = study.parameters.map((column, i) => {
    const { value, start, from, to, log, bound, deviation } = found.parameters[i]!;
    const half = found.quantile * deviation;
    const place: string | HTMLElement = from < to && Number.isFinite(value) ? gauge(from, to, log, value, Number.isFinite(half) ? half : 0) : "\u2013";
    return [column.name, make("b", { text: figure(value, column.unit), title: String(value) }), ...(isFit ? [Number.isFinite(half) ? `\u00b1 ${brief(half, 3)}` : bound !== 0 ? "at a bound" : "not determined"] : []), figure(start, column.unit), place,
      bound === 0 ? "" : make("span", { class: "badge bound-badge", text: bound < 0 ? "lower bound" : "upper bound" })];
  });
  return table(["Parameter", "Found", ...(isFit ? ["95 % interval"] : []), "Start", "In its range", ""], rows, "Parameters");
}

function limitTable(found: Found): HTMLElement {
  return table(["Constraint", "Limit", "Found", ""], found.limits.map(({ response, kind, limit, value, kept }) => [response?.name ?? "", `${kind} ${figure(limit, response?.unit)}`, figure(value, response?.unit),
    make("span", { class: `badge${kept ? "" : " failed-badge"}`, text: kept ? "kept" : "broken" })]), "Constraints");
}

function correlationTable(study: Study, covariance: readonly (readonly number[])[]): HTMLElement {
  const matrix = correlationsOf(covariance);
  return table(["", ...study.parameters.map((column) => column.name)], study.parameters.map((column, i) => [column.name, ...matrix[i]!.map((value) => {
    const cell = make("span", { class: "correlation", text: Number.isFinite(value) ? value.toFixed(3).replace("-", "\u2212") : "\u2013" });
    if (Number.isFinite(value)) cell.style.background = `color-mix(in srgb, var(${value < 0 ? "--select" : "--accent"}) ${Math.round(Math.abs(value) * 40)}%, transparent)`;
    return cell;
  })]), "Correlations");
}

function summary(found: Found): HTMLElement {
  const names = found.objectives.map((column) => column.name);
  const isLargest = found.sense === "maximize";
  const objective = names.length === 0 ? "objective" : names.length === 1 ? names[0]! : `${isLargest ? "min" : "max"}(${names.join(", ")})`;
  const what = found.sense === "fit" ? "Sum of squares" : `${isLargest ? "Greatest" : "Least"} ${objective}`;
  const facts = [found.method, `${count(found.evaluations)} evaluations`, found.gradients > 0 ? `${count(found.gradients)} of them with derivatives` : "", found.failed > 0 ? `${count(found.failed)} failed` : "", found.sense === "fit" ? `${count(found.residuals)} numbers compared` : ""].filter(Boolean);
  return make("section", { class: `found${found.converged ? "" : " open"}` },
    make("p", { class: "found-value" }, make("span", { class: "quiet", text: what }), make("b", { text: figure(found.objective, found.objectives[0]?.unit), title: String(found.objective) }), make("span", { class: `badge${found.converged ? "" : " failed-badge"}`, text: found.converged ? "converged" : "not converged" })),
    make("p", { text: found.reason }), make("p", { class: "quiet", text: facts.join(" \u00b7 ") }));
}

/** The row at the parameters that were found. */
function rowOf(study: Study, found: Found): number {
  for (let row = study.rows - 1; row >= 0; row--) if (study.parameters.every((column, i) => column.values[row] === found.parameters[i]!.value)) return row;
  return -1;
}

export const optimumView: View = {
  id: "optimum",
  title: "Result",
  build(root, app: StudyApp) {
    const { study } = app;
    const found = study.found!;
    root.classList.add("scrolled");
    const row = rowOf(study, found);
    const look = row < 0 ? null : make("button", { class: "text-button", text: `Look at run ${study.run.values[row]}`, attributes: { type: "button" }, on: { click: () => app.focus.pick(row) } });
    root.append(summary(found));
    if (look) root.firstElementChild!.append(look);
    root.append(make("h2", { text: "Parameters" }), parameterTable(study, found));
    if (found.limits.length > 0) root.append(make("h2", { text: "Constraints" }), limitTable(found));
    if (row >= 0 && study.responses.length > 0) root.append(make("h2", { text: "Responses" }), table(["Response", "Found", "Expression"], study.responses.map((column) => [column.name, figure(column.values[row]!, column.unit), make("code", { class: "quiet", text: column.expression })]), "Responses"));
    fitCharts(root, app);
    if (found.covariance && study.parameters.length > 1) root.append(make("h2", { text: "Correlation of the parameters" }), make("p", { class: "quiet", text: "Near 1 or \u22121: the data tell only of a combination of the two." }), correlationTable(study, found.covariance));
    app.hook["optimum"] = { get correlations() { return found.covariance ? correlationsOf(found.covariance) : null; } };
  },
};
