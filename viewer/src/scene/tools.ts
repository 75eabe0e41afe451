// The buttons over the 3-D view, what is selected, the traces, and which run has which colour.
import type { App } from "../app";
import { iconButton, make, number } from "../dom";
import { type View, VIEWS } from "./camera";
import type { Quantity, Shading } from "./tint";
import type { Trace } from "./traces";

export type Toggle = "grid" | "joints" | "frames" | "arrows" | "touches" | "labels" | "glass";

export interface Commands {
  fit(): void;
  look(view: View): void;
  toggle(what: Toggle): void;
  shown(what: Toggle): boolean;
  follow(): void;
  readonly followed: string | null;
  startTracing(): void;
  readonly tracing: boolean;
  traceSelected(): void;
  removeTrace(trace: Trace): void;
  readonly traces: readonly Trace[];
  typeOf(element: string): string;
  readonly arrowsKnown: boolean;
  readonly touchesKnown: boolean;
  /** How many times longer arrows are drawn than they were at first. */
  setFactor(factor: number): void;
  /** What beams and modal bodies may be coloured by, and are; "" stands for nothing. */
  readonly tints: readonly Quantity[];
  readonly tint: Shading | null;
  /** Whether there are bodies that bend, and how many times larger that is drawn. */
  readonly bends: boolean;
  setBending(factor: number): void;
  setTint(id: string): Promise<void>;
  goToPeak(): void;
}

const ICONS: Record<Toggle | "fit" | "trace", string[]> = {
  fit: ["M4 9V4h5", "M20 9V4h-5", "M4 15v5h5", "M20 15v5h-5", "M9.5 12a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0"],
  grid: ["M3 9h18", "M3 15h18", "M9 3v18", "M15 3v18"],
  joints: ["M12 12m-3 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0", "M14.5 10l5-5", "M9.5 14l-5 5"],
  frames: ["M6 18V5", "M6 18h13", "M6 18l6-5", "M4 7l2-2 2 2", "M17 16l2 2-2 2"],
  arrows: ["M4 20L19 5", "M11 5h8v8"],
  touches: ["M3 19h18", "M12 12m-2.2 0a2.2 2.2 0 1 0 4.4 0 2.2 2.2 0 1 0-4.4 0", "M12 15v4", "M12 9V3", "M9.5 5.5L12 3l2.5 2.5"],
  labels: ["M4 5h9l7 7-8 8-8-8z", "M8.5 9v.01"],
  glass: ["M12 3l8 4.5v9L12 21l-8-4.5v-9z", "M4 7.5l8 4.5 8-4.5", "M12 12v9"],
  trace: ["M3 17c4 0 4-10 9-10s3 8 9 8", "M19 15a2 2 0 1 0 4 0 2 2 0 1 0-4 0"],
};
const BENDINGS = [1, 10, 100, 1000];
const FACTORS = [0.2, 0.5, 1, 2, 5, 10];
const TOGGLES: [Toggle, string, string][] = [
  ["grid", "Grid", "g"], ["joints", "Joints and springs", "j"], ["frames", "Coordinate frames", "c"],
  ["arrows", "Forces and reactions", "r"], ["touches", "Contacts: points and forces", "h"], ["labels", "Names of bodies and joints", "b"], ["glass", "Bodies as glass", "x"],
];

export class Tools {
  readonly root = make("div", { class: "scene-tools" });
  private readonly buttons = new Map<Toggle, HTMLButtonElement>();
  private readonly trace: HTMLButtonElement;
  private readonly tints: HTMLSelectElement;
  private readonly factors: HTMLSelectElement;
  private readonly chip = make("div", { class: "scene-chip", attributes: { hidden: "" } });
  private readonly legend = make("ul", { class: "scene-legend" });

  constructor(private readonly app: App, private readonly commands: Commands) {
    const bar = make("div", { class: "scene-bar", attributes: { role: "toolbar", "aria-label": "View" } });
    bar.append(iconButton("Fit to the whole motion (F)", ICONS.fit, () => commands.fit()), this.viewChoice());
    for (const [what, text, key] of TOGGLES) {
      const button = iconButton(`${text} (${key.toUpperCase()})`, ICONS[what], () => commands.toggle(what));
      this.buttons.set(what, button);
      bar.append(button);
    }
    this.trace = iconButton("Trace a point: click it (P)", ICONS.trace, () => commands.startTracing());
    this.tints = this.tintChoice();
    this.factors = this.factorChoice();
    bar.append(this.trace, this.factors, this.bendingChoice(), this.tints);
    this.root.append(bar, this.chip, this.legend);
    this.addKeys();
  }

  private viewChoice(): HTMLElement {
    const select = make("select", { class: "view-choice", title: "Standard views (1 to 7)", attributes: { "aria-label": "Standard views" } },
      make("option", { text: "View", attributes: { value: "" } }),
      ...VIEWS.map((view) => make("option", { text: view[0]!.toUpperCase() + view.slice(1), attributes: { value: view } })));
    select.addEventListener("change", () => {
      if (select.value) this.commands.look(select.value as View);
      select.value = "";
      select.blur();
    });
    return select;
  }

  /** How long arrows are; only while some are shown. */
  private factorChoice(): HTMLSelectElement {
    const select = make("select", { class: "view-choice factor-choice", title: "Length of the arrows", attributes: { "aria-label": "Length of the arrows" } },
      ...FACTORS.map((factor) => make("option", { text: `Arrows \u00d7${factor}`, attributes: { value: String(factor) } })));
    select.value = "1";
    select.addEventListener("change", () => {
      this.commands.setFactor(Number(select.value));
      select.blur();
    });
    return select;
  }

  /** How large bending is drawn; only where bodies bend. */
  private bendingChoice(): HTMLSelectElement {
    const select = make("select", { class: "view-choice bending-choice", title: "How many times larger bending is drawn", attributes: { "aria-label": "Size of bending" } },
      ...BENDINGS.map((factor) => make("option", { text: `Bending \u00d7${factor}`, attributes: { value: String(factor) } })));
    select.hidden = !this.commands.bends;
    select.addEventListener("change", () => {
      this.commands.setBending(Number(select.value));
      select.blur();
    });
    return select;
  }

  /** What the colours of beams and modal bodies stand for; only where there are some with numbers. */
  private tintChoice(): HTMLSelectElement {
    const { tints } = this.commands;
    const select = make("select", { class: "view-choice tint-choice", title: "What the colours of flexible bodies stand for (Q: the next)", attributes: { "aria-label": "Colours of flexible bodies" } },
      make("option", { text: "Colours: plain", attributes: { value: "" } }),
      ...tints.map(({ id, text }) => make("option", { text, attributes: { value: id } })));
    select.hidden = tints.length === 0;
    select.addEventListener("change", () => {
      void this.commands.setTint(select.value);
      select.blur();
    });
    return select;
  }

  private nextTint(): void {
    const { tints } = this;
    tints.selectedIndex = (tints.selectedIndex + 1) % tints.options.length;
    void this.commands.setTint(tints.value);
  }

  private addKeys(): void {
    const { commands, app } = this;
    const group = "View";
    app.keyboard.add({ key: "f", text: "Fit to the whole motion", group, run: () => commands.fit() });
    VIEWS.forEach((view, i) => app.keyboard.add({ key: String(i + 1), text: "Front, back, left, right, top, bottom, isometric", group, run: () => commands.look(view) }));
    for (const [what, text, key] of TOGGLES) app.keyboard.add({ key, text, group, run: () => commands.toggle(what) });
    if (commands.tints.length > 0) app.keyboard.add({ key: "q", text: "Colours of flexible bodies: the next quantity", group, run: () => this.nextTint() });
    app.keyboard.add(
      { key: "o", text: "Follow what is selected", group, run: () => commands.follow() },
      { key: "p", text: "Trace a point: click it", group, run: () => commands.startTracing() });
  }

  update(): void {
    const { commands } = this;
    for (const [what, button] of this.buttons) {
      button.setAttribute("aria-pressed", String(commands.shown(what)));
      if (what === "arrows") button.hidden = !commands.arrowsKnown;
      if (what === "touches") button.hidden = !commands.touchesKnown;
    }
    this.factors.hidden = !commands.shown("arrows") && !commands.shown("touches");
    this.trace.setAttribute("aria-pressed", String(commands.tracing));
    this.updateChip();
    this.updateLegend();
  }

  private updateChip(): void {
    const { commands, app } = this;
    const element = app.selection.element;
    this.chip.hidden = element === null && commands.followed === null && !commands.tracing;
    this.chip.replaceChildren();
    const button = (text: string, pressed: boolean, run: () => void) =>
      make("button", { class: "text-button", text, attributes: { type: "button", "aria-pressed": String(pressed) }, on: { click: run } });
    if (commands.tracing) this.chip.append(make("span", { text: "Click the point to trace", class: "chip-name" }), button("Cancel", false, () => commands.startTracing()));
    else if (element !== null) {
      this.chip.append(make("span", { class: "chip-name", text: element, title: element }), make("span", { class: "quiet chip-type", text: commands.typeOf(element) }),
        button("Follow", commands.followed === element, () => commands.follow()), button("Trace", false, () => commands.traceSelected()),
        make("button", { class: "text-button", text: "\u00d7", title: "Select nothing (Esc)", attributes: { type: "button", "aria-label": "Select nothing" }, on: { click: () => app.selection.select(null) } }));
    } else if (commands.followed !== null) {
      this.chip.append(make("span", { class: "chip-name", text: `Following ${commands.followed}` }), button("Stop", false, () => commands.follow()));
    }
  }

  private updateLegend(): void {
    const { commands, app } = this;
    this.legend.replaceChildren();
    const dot = (colour: string) => {
      const mark = make("span", { class: "dot" });
      mark.style.background = colour;
      return mark;
    };
    if (app.page.runs.length > 1) {
      for (const run of app.page.runs) {
        const box = make("input", { attributes: { type: "checkbox" } });
        box.checked = app.comparison.visible(run.index);
        box.addEventListener("change", () => app.comparison.setVisible(run.index, box.checked));
        const label = make("label", { class: "legend-run", title: run.record.file }, box, dot(app.comparison.colour(run.index)), make("span", { text: run.name }));
        this.legend.append(make("li", {}, label));
      }
    }
    if (commands.tint) this.legend.append(this.tintLegend(commands.tint));
    for (const trace of commands.traces) {
      this.legend.append(make("li", {}, dot(trace.colour), make("span", { class: "trace-name", text: trace.name, title: trace.name }),
        make("button", { class: "plain-button", text: "\u00d7", title: "Remove this trace", attributes: { type: "button", "aria-label": `Remove the trace of ${trace.name}` }, on: { click: () => commands.removeTrace(trace) } })));
    }
  }

  /** The scale of colours with its range over the whole run, and where the largest value is. */
  private tintLegend(tint: Shading): HTMLElement {
    const { commands, app } = this;
    const { peak, quantity, unit, known, elements } = tint;
    const bar = make("div", { class: "tint-bar", attributes: { "aria-hidden": "true" } });
    bar.style.background = tint.gradient;
    const end = (value: number) => make("span", { text: number(tint.relative ? Math.sign(value) : value, 4) });
    const ends = make("div", { class: "tint-ends" }, end(tint.low), ...(tint.signed ? [end(0)] : []), end(tint.high));
    const scale = tint.relative ? ", of the largest in this mode" : unit ? `, ${unit}` : "";
    const item = make("li", { class: "tint-legend" }, make("div", { text: `${quantity.text}${scale}` }), bar, ends);
    if (known < elements.length) item.append(make("div", { class: "quiet", text: `in ${known} of ${elements.length} elements` }));
    if (peak && !tint.relative) {
      const time = `${number(app.page.run.time[peak.row]!)} ${app.page.run.units["time"] ?? ""}`.trim();
      item.append(make("button", { class: "plain-button", text: `most: ${number(peak.value, 4)} in ${peak.element} at ${time}`, title: "Go there", attributes: { type: "button" }, on: { click: () => commands.goToPeak() } }));
    }
    return item;
  }
}
