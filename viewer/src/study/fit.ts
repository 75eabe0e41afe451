// A fit: what was measured beside what the model gives with the parameters that were found, and what is left between them.
import { make } from "../dom";
import { brief } from "../plots/axes";
import { unitText } from "../plots/units";
import type { Theme } from "../theme";
import type { StudyApp } from "./app";
import { Axis } from "./axis";
import { type Drawing, Layers, type Painter } from "./canvas";
import { type Box, drawFrame, roomFor } from "./frame";
import type { FoundCurve } from "./found";

interface Numbers { time: Float64Array; measured: Float64Array; model: Float64Array; residual: Float64Array }

function rangeOf(...lists: Float64Array[]): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const list of lists) for (const value of list) if (Number.isFinite(value)) { least = Math.min(least, value); most = Math.max(most, value); }
  return [least, most];
}

class FitChart implements Painter {
  readonly layers: Layers;

  constructor(theme: Theme, private readonly numbers: Numbers, private readonly label: string, private readonly timeUnit: string, private readonly residuals: boolean, what: string) {
    this.layers = new Layers(this, theme, what);
  }

  paint(drawing: Drawing): void {
    const { ctx, width, height } = drawing;
    const { theme } = this.layers;
    const { time, measured, model, residual } = this.numbers;
    const range = this.residuals ? rangeOf(residual, Float64Array.of(0)) : rangeOf(measured, model);
    const rough = Axis.around(...range, false, height - 42, 24);
    const box: Box = { left: roomFor(drawing, rough, height - 66), top: 24, right: width - 16, bottom: height - 42 };
    const across = Axis.around(...rangeOf(time), false, box.left, box.right, 0.01);
    const up = Axis.around(...range, false, box.bottom, box.top, 0.06);
    drawFrame(drawing, box, across, up, theme, { x: `time, ${this.timeUnit}`, y: this.label });
    const dots = this.residuals ? residual : measured;
    ctx.save();
    ctx.fillStyle = theme.colour(this.residuals ? "--ink-2" : "--accent");
    ctx.globalAlpha = 0.7;
    const size = dots.length > 600 ? 1.4 : 2.3;
    dots.forEach((value, i) => { if (Number.isFinite(value)) { ctx.beginPath(); ctx.arc(across.place(time[i]!), up.place(value), size, 0, 2 * Math.PI); ctx.fill(); } });
    ctx.globalAlpha = 1;
    ctx.strokeStyle = theme.colour(this.residuals ? "--ink-3" : "--select");
    ctx.lineWidth = this.residuals ? 1 : 2;
    ctx.lineJoin = "round";
    ctx.beginPath();
    if (this.residuals) { ctx.moveTo(box.left, up.place(0)); ctx.lineTo(box.right, up.place(0)); }
    else model.forEach((value, i) => { if (Number.isFinite(value)) ctx.lineTo(across.place(time[i]!), up.place(value)); });
    ctx.stroke();
    ctx.restore();
  }

  overlay(): void { /* nothing follows the pointer */ }
}

function legend(): HTMLElement {
  const entry = (text: string, colour: string) => {
    const swatch = make("span", { class: "swatch" });
    swatch.style.background = `var(${colour})`;
    return make("span", { class: "curve-name" }, swatch, make("span", { text }));
  };
  return make("div", { class: "curve-names" }, entry("measured", "--accent"), entry("model", "--select"));
}

function card(app: StudyApp, curve: FoundCurve): HTMLElement {
  const { time, measured, model } = curve;
  const unit = unitText(curve.unit);
  const numbers = { time, measured, model, residual: measured.map((value, i) => value - model[i]!) };
  const label = [curve.column, unit].filter(Boolean).join(", ");
  const text = `${curve.column} against ${curve.data}: ${curve.count} numbers, root mean square of what is left ${brief(curve.rms, 4)} ${unit}`.trimEnd();
  const drawn = new FitChart(app.theme, numbers, label, "s", false, text);
  const left = new FitChart(app.theme, numbers, `measured \u2212 model${unit ? `, ${unit}` : ""}`, "s", true, `What is left of ${curve.column}`);
  return make("article", { class: "fit-card" }, make("header", {}, make("h3", { text: curve.column }), make("span", { class: "quiet", text: `${curve.data} \u00b7 rms ${brief(curve.rms, 4)} ${unit}`.trimEnd() }), legend()),
    make("div", { class: "fit-picture" }, drawn.layers.root), make("div", { class: "fit-picture low" }, left.layers.root));
}

/** What is left of every column that was fitted, in figures. */
function leftTable(curves: readonly FoundCurve[]): HTMLElement {
  const figure = (value: number, unit: string) => (Number.isFinite(value) ? `${brief(value, 4)} ${unitText(unit)}`.trimEnd() : "\u2013");
  return make("div", { class: "table-box" }, make("table", { class: "found-table" }, make("caption", { class: "unseen", text: "What is left" }),
    make("thead", {}, make("tr", {}, ...["Column", "Data", "Numbers", "Root mean square left", "Largest left", "Divided by"].map((text) => make("th", { text, attributes: { scope: "col" } })))),
    make("tbody", {}, ...curves.map((curve) => make("tr", {}, make("th", { text: curve.column, attributes: { scope: "row" } }), make("td", { text: curve.data }), make("td", { text: String(curve.count) }), make("td", { text: figure(curve.rms, curve.unit) }),
      make("td", { text: `${figure(curve.largest, curve.unit)} at ${brief(curve.largestTime, 4)} s` }), make("td", { text: figure(curve.sigma, curve.unit) }))))));
}

export function fitCharts(root: HTMLElement, app: StudyApp): void {
  const curves = app.study.found?.curves ?? [];
  if (curves.length === 0) return;
  root.append(make("h2", { text: "Data and model" }), leftTable(curves));
  const drawn = curves.filter((curve) => curve.time.length > 0);
  if (drawn.length > 0) root.append(make("div", { class: "fit-list" }, ...drawn.map((curve) => card(app, curve))));
}
