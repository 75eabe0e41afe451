// Sliders for the parameters that are plain numbers, one group per file of the model.
import { make, number } from "../dom";
import { isLog, type Knob, type Range, rangeOf, shareOf, valueAt } from "./numbers";

const STEPS = 1000;

class Slider {
  readonly root: HTMLElement;
  private readonly rail = make("input", { class: "knob-rail", attributes: { type: "range", min: "0", max: String(STEPS), step: "1" } });
  private readonly field = make("input", { class: "knob-value", attributes: { type: "text", inputmode: "decimal", size: "8", autocomplete: "off" } });
  private readonly back: HTMLButtonElement;
  private readonly ends: HTMLInputElement[];
  private readonly scale: HTMLButtonElement;
  private range: Range;
  private readonly first: number;

  constructor(public knob: Knob, private readonly turn: (knob: Knob, value: number) => void) {
    const { name } = knob.written;
    this.range = rangeOf(knob.value);
    this.first = knob.value;
    this.rail.setAttribute("aria-label", knob.about ? `${name}: ${knob.about}` : name);
    this.field.setAttribute("aria-label", `Value of ${name}`);
    this.back = make("button", { class: "knob-back", text: "\u21ba", title: "As it was", attributes: { type: "button", "aria-label": `${name} as it was` }, on: { click: () => this.set(this.first) } });
    this.ends = ["Smallest", "Largest"].map((word) => make("input", { class: "knob-end", attributes: { type: "text", inputmode: "decimal", size: "6", "aria-label": `${word} value of ${name}`, autocomplete: "off" } }));
    this.scale = make("button", { class: "text-button", attributes: { type: "button" }, on: { click: () => { this.range.log = !this.range.log; this.show(); } } });
    this.root = make("div", { class: "knob" },
      make("div", { class: "knob-head" }, make("span", { class: "knob-name", text: name }), make("span", { class: "knob-about", text: knob.about, title: knob.about }), this.back,
        this.field, make("span", { class: "knob-suffix", text: knob.suffix.replace("*", "\u00b7").replace("pi", "\u03c0").trim() })),
      make("div", { class: "knob-line" }, this.rail,
        make("details", { class: "knob-range" }, make("summary", { title: "Range of the slider", attributes: { "aria-label": `Range of ${name}` } }),
          make("div", { class: "knob-ends" }, this.ends[0]!, make("span", { class: "quiet", text: "to" }), this.ends[1]!, this.scale))));
    this.listen();
    this.show();
  }

  private listen(): void {
    this.rail.addEventListener("input", () => this.set(valueAt(this.range, Number(this.rail.value) / STEPS)));
    const typed = () => {
      const value = Number(this.field.value.replace(",", "."));
      if (this.field.value.trim() !== "" && Number.isFinite(value)) this.set(value);
      else this.show();
    };
    this.field.addEventListener("change", typed);
    this.ends.forEach((end, i) => end.addEventListener("change", () => {
      const value = Number(end.value.replace(",", "."));
      const range = { ...this.range, [i === 0 ? "least" : "most"]: value };
      if (end.value.trim() !== "" && Number.isFinite(value) && range.least < range.most) this.range = range;
      this.show();
    }));
  }

  private set(value: number): void {
    if (value !== this.knob.value) this.turn(this.knob, value);
    this.show();
  }

  /** The text has another number now. */
  take(knob: Knob): void {
    this.knob = knob;
    this.show();
  }

  private show(): void {
    const { value } = this.knob;
    if (value < this.range.least || value > this.range.most) this.range = { ...this.range, least: Math.min(value, this.range.least), most: Math.max(value, this.range.most) };
    this.rail.value = String(Math.round(shareOf(this.range, value) * STEPS));
    this.rail.setAttribute("aria-valuetext", number(value));
    this.rail.style.setProperty("--share", `${100 * shareOf(this.range, value)}%`);
    if (document.activeElement !== this.field) this.field.value = String(value);
    this.ends[0]!.value = String(this.range.least);
    this.ends[1]!.value = String(this.range.most);
    this.scale.textContent = isLog(this.range) ? "logarithmic" : "linear";
    this.scale.disabled = this.range.least * this.range.most <= 0;
    this.back.hidden = value === this.first;
  }
}

const keyOf = ({ written }: Knob) => `${written.file}\u0000${written.name}`;

export class Sliders {
  readonly root = make("div", { class: "knobs", attributes: { role: "group", "aria-label": "Parameters" } });
  private sliders = new Map<string, Slider>();

  constructor(private readonly turn: (knob: Knob, value: number) => void) {}

  get count(): number { return this.sliders.size; }

  /** Shows these; a slider of the same name in the same file stays what it is, also while it is moved. */
  show(knobs: readonly Knob[], main: string): void {
    const keys = knobs.map(keyOf);
    if (keys.length !== this.sliders.size || keys.some((key) => !this.sliders.has(key))) this.rebuild(knobs, main);
    for (const knob of knobs) this.sliders.get(keyOf(knob))!.take(knob);
  }

  private rebuild(knobs: readonly Knob[], main: string): void {
    const old = this.sliders;
    this.sliders = new Map(knobs.map((knob) => [keyOf(knob), old.get(keyOf(knob)) ?? new Slider(knob, this.turn)]));
    const files = [...new Set(knobs.map((knob) => knob.written.file))].sort((a, b) => Number(b === main) - Number(a === main));
    const several = files.length > 1 || files.some((file) => file !== main);
    this.root.replaceChildren(...files.flatMap((file) => [
      ...(several ? [make("h3", { class: "knob-file", text: file })] : []),
      ...knobs.filter((knob) => knob.written.file === file).map((knob) => this.sliders.get(keyOf(knob))!.root)]));
    if (knobs.length === 0) this.root.replaceChildren(make("p", { class: "quiet", text: "The model has no parameters that are plain numbers: change its text below." }));
  }
}
