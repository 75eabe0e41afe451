// All plots of the page: which there are, which one is active, and the range of time they share.
import type { App } from "../app";
import type { SceneRecord } from "../data";
import { Store } from "../store";
import type { Range } from "./chart";
import { Catalogue, type Curve } from "./quantities";
import { newSpec, type PlotSpec } from "./spec";

/** Plots of measures that a page begins with. */
const MEASURED = 2;

export class Board extends Store {
  readonly catalogue: Catalogue;
  readonly plots: PlotSpec[] = [];
  /** The plot that was just asked for: it is brought into sight once it is drawn. */
  wanted: PlotSpec | null = null;
  private chosen = 0;
  private shared: Range | null = null;

  constructor(private readonly app: App) {
    super();
    this.catalogue = new Catalogue(app.page);
  }

  get active(): PlotSpec | undefined { return this.plots[this.chosen]; }
  get activeIndex(): number { return this.chosen; }
  /** The range of time that all histories show; null: all. */
  get range(): Range | null { return this.shared; }

  setRange(range: Range | null): void {
    this.shared = range;
    this.changed();
  }

  activate(spec: PlotSpec): void {
    const index = this.plots.indexOf(spec);
    if (index < 0 || index === this.chosen) return;
    this.chosen = index;
    this.changed();
  }

  /** A new plot, below the active one. */
  add(spec: PlotSpec): PlotSpec {
    const at = Math.min(this.plots.length, this.chosen + 1);
    this.plots.splice(at, 0, spec);
    this.chosen = at;
    this.wanted = spec;
    this.changed();
    return spec;
  }

  remove(spec: PlotSpec): void {
    const index = this.plots.indexOf(spec);
    if (index < 0) return;
    this.plots.splice(index, 1);
    this.chosen = Math.max(0, Math.min(this.chosen, this.plots.length - 1));
    this.changed();
  }

  /** Replaces a plot by a changed one in its place. */
  change(spec: PlotSpec, change: Partial<PlotSpec>): void {
    Object.assign(spec, change);
    this.changed();
  }

  /** Adds a curve to a plot; a plot holds a curve once. */
  addCurve(spec: PlotSpec, curve: Curve): void {
    if (spec.curves.some((other) => other.quantity === curve.quantity && other.order === curve.order)) return;
    this.change(spec, { curves: [...spec.curves, curve] });
  }

  removeCurve(spec: PlotSpec, curve: Curve): void {
    const curves = spec.curves.filter((other) => other !== curve);
    if (curves.length === 0) this.remove(spec);
    else this.change(spec, { curves });
  }

  /** A plot of a quantity: the one there is, or a new one. */
  show(quantity: string, change: Partial<PlotSpec> = {}): void {
    const same = this.plots.find((spec) => spec.kind === "time" && spec.curves.length === 1 && spec.curves[0]!.quantity === quantity
      && spec.curves[0]!.order === 0 && spec.difference === (change.difference ?? false));
    if (same) { this.wanted = same; this.chosen = this.plots.indexOf(same); this.changed(); }
    else this.add(newSpec([{ quantity, order: 0 }], change));
    this.reveal();
  }

  /** On a phone the plots are behind a tab: a plot that has been asked for is shown. */
  reveal(): void {
    const tab = document.getElementById("tab-plots");
    if (tab && tab.offsetParent !== null && tab.getAttribute("aria-selected") !== "true") tab.click();
  }

  /** The first plots of a page: what the model measures, unit by unit, for that somebody has asked; the reactions of joints where there are any, otherwise the speed of bodies; then the energies. Modes have none of these: where they go is plotted. */
  begin(): void {
    const past = this.app.life.keep("plots", () => ({ plots: this.plots, chosen: this.chosen, shared: this.shared }));
    if (past) return this.goOn(past.plots, past.chosen, past.shared);
    const { scene } = this.app.page.run;
    const most = this.app.page.runs.length > 1 ? 1 : 4; // Runs laid over each other are told apart best in plots of one curve.
    const names = (list: { name: string }[] | undefined) => (list ?? []).map((entry) => entry.name);
    const magnitudes = (elements: string[], vector: string) => elements.map((name) => `|${name}.${vector}|`).filter((name) => this.catalogue.get(name));
    const elements = [...new Set(this.catalogue.all.map((quantity) => quantity.element))]; // All there is to know without a model.
    const reactions = magnitudes(scene ? names(scene.joints) : elements, "f").slice(0, most);
    const bodies = scene ? this.bodies(scene) : elements;
    const speeds = magnitudes(bodies, "v").slice(0, most);
    const energies = ["energy.kinetic", "energy.potential", "energy.dissipated"].filter((name) => this.catalogue.get(name)).slice(0, most);
    const places = bodies.slice(0, 2).map((name) => ["x", "y", "z"].map((axis) => `${name}.${axis}`).filter((column) => this.catalogue.get(column)));
    const modes = this.app.page.run.record.method === "modes";
    const wanted = (modes ? places : [reactions, speeds, energies]).filter((list) => list.length > 0).slice(0, 2);
    wanted.unshift(...this.measured(most));
    const first = this.catalogue.all[0];
    if (wanted.length === 0 && first) wanted.push([first.name]);
    for (const list of wanted) this.plots.push(newSpec(list.map((quantity) => ({ quantity, order: 0 }))));
    this.chosen = 0;
    this.changed();
  }

  /** The plots of the page before, as far as their quantities are there. */
  private goOn(plots: readonly PlotSpec[], chosen: number, shared: Range | null): void {
    const known = (curve: Curve) => this.catalogue.get(curve.quantity) !== undefined;
    for (const spec of plots) {
      const curves = spec.curves.filter(known);
      if (curves.length > 0 && (!spec.against || known(spec.against))) this.plots.push({ ...spec, curves });
    }
    this.chosen = Math.max(0, Math.min(chosen, this.plots.length - 1));
    this.shared = shared;
    this.changed();
  }

  /** Bodies as one would name them: those that are no nodes of beams, then the ends of beams. */
  private bodies(scene: SceneRecord): string[] {
    const beams = (Array.isArray(scene.beams) ? scene.beams : []).filter((beam) => Array.isArray(beam.nodes));
    const nodes = new Set(beams.flatMap((beam) => beam.nodes.filter((node) => node.startsWith(`${beam.name}.`))));
    const ends = beams.flatMap((beam) => beam.nodes.slice(-1));
    return [...new Set([...(scene.bodies ?? []).map((body) => body.name).filter((name) => !nodes.has(name)), ...ends])];
  }

  /** The measures of the model, those of one unit together. */
  private measured(most: number): string[][] {
    const section = this.app.page.run.record.tree?.find((one) => one.section === "measures");
    const byUnit = new Map<string, string[]>();
    for (const { name } of section?.items ?? []) {
      const quantity = this.catalogue.main(name);
      if (quantity) byUnit.set(quantity.unit, [...(byUnit.get(quantity.unit) ?? []), quantity.name]);
    }
    return [...byUnit.values()].flatMap((names) => names.length <= most ? [names] : names.map((_, i) => names.slice(i, i + most)).filter((_, i) => i % most === 0)).slice(0, MEASURED);
  }
}

const boards = new WeakMap<App, Board>();

/** The one board of the page, for all panels that open plots. */
export function boardOf(app: App): Board {
  return boards.get(app) ?? boards.set(app, new Board(app)).get(app)!;
}
