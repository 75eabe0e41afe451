// A fit: what was measured beside what the model gives with the parameters that were found, and what is left between them.
import { unpackFloat64 } from "../data";
import { make } from "../dom";
import { brief } from "../plots/axes";
import { unitText } from "../plots/units";
import type { Theme } from "../theme";
import type { StudyApp } from "./app";
import { Axis } from "./axis";
import { type Drawing, Layers, type Painter } from "./canvas";
import { type Box, drawFrame, roomFor } from "./frame";
import type { FitCurveRecord } from "./record";

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

async function card(app: StudyApp, record: FitCurveRecord): Promise<HTMLElement> {
  const what = `the fit of "${record.column}"`;
  const [time, measured, model] = await Promise.all([record.time, record.measured, record.model].map((packed) => unpackFloat64(packed, what))) as [Float64Array, Float64Array, Float64Array];
  const residual = measured.map((value, i) => value - model[i]!);
  const numbers = { time, measured, model, residual };
  const label = [record.column, unitText(record.unit)].filter(Boolean).join(", ");
  const fine = residual.filter(Number.isFinite);
  const rms = Math.sqrt(fine.reduce((sum, value) => sum + value * value, 0) / fine.length);
  const text = `${record.column} against ${record.data}: ${fine.length} numbers, root mean square of what is left ${brief(rms, 4)} ${unitText(record.unit)}`.trimEnd();
  const { timeUnit } = app.study.record;
  const [curve, left] = [new FitChart(app.theme, numbers, label, timeUnit, false, text), new FitChart(app.theme, numbers, `measured \u2212 model${unitText(record.unit) ? `, ${unitText(record.unit)}` : ""}`, timeUnit, true, `What is left of ${record.column}`)];
  return make("article", { class: "fit-card" }, make("header", {}, make("h3", { text: record.column }), make("span", { class: "quiet", text: `${record.data} \u00b7 rms ${brief(rms, 4)} ${unitText(record.unit)}${record.sigma ? ` \u00b7 sigma ${brief(record.sigma, 4)}` : ""}` }), legend()),
    make("div", { class: "fit-picture" }, curve.layers.root), make("div", { class: "fit-picture low" }, left.layers.root));
}

export function fitCharts(root: HTMLElement, app: StudyApp): void {
  const { curves } = app.study.record;
  if (curves.length === 0) return;
  const list = make("div", { class: "fit-list" });
  root.append(make("h2", { text: "Data and model" }), list);
  Promise.all(curves.map((record) => card(app, record))).then((cards) => list.append(...cards)).catch((fault: unknown) => app.notices.fault(fault));
}
