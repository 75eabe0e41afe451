// The one shared state of time: what moment is shown, whether it plays, how fast, and which section of time is of interest.
import { Store } from "./store";

export type Span = readonly [number, number];

const LADDER = [1, 2, 5];

/** The nearest of 1, 2, 5 times a power of ten. */
function roundSpeed(speed: number): number {
  const power = 10 ** Math.floor(Math.log10(speed));
  let best = power;
  for (const step of [...LADDER, 10]) {
    if (Math.abs(Math.log(step * power / speed)) < Math.abs(Math.log(best / speed))) best = step * power;
  }
  return Number(best.toPrecision(1));
}

export class Clock extends Store {
  private now: number;
  private running = false;
  private rate = 1;
  private looping = true;
  private part: Span | null = null;

  /**
   * start, end: the span of the record; secondsPerUnit: seconds in one unit of time of the model.
   * The first speed is real time where that lasts between 2 and 60 s, otherwise one that lasts about 10 s.
   */
  constructor(readonly start: number, readonly end: number, readonly secondsPerUnit = 1) {
    super();
    this.now = start;
    const seconds = (end - start) * secondsPerUnit;
    if (seconds > 0 && (seconds < 2 || seconds > 60)) this.rate = roundSpeed(seconds / 10);
  }

  get time(): number { return this.now; }
  get playing(): boolean { return this.running; }
  /** Simulated seconds per second. */
  get speed(): number { return this.rate; }
  get loop(): boolean { return this.looping; }
  /** The section of time that plays and that plots may zoom to; null: all. */
  get section(): Span | null { return this.part; }
  get first(): number { return this.part ? this.part[0] : this.start; }
  get last(): number { return this.part ? this.part[1] : this.end; }

  setTime(time: number): void {
    const inside = Math.min(this.end, Math.max(this.start, time));
    if (Number.isNaN(inside) || inside === this.now) return;
    this.now = inside;
    this.changed();
  }

  play(): void {
    if (this.running || !(this.end > this.start)) return;
    if (this.now >= this.last || this.now < this.first) this.now = this.first;
    this.running = true;
    this.changed();
  }

  pause(): void {
    if (!this.running) return;
    this.running = false;
    this.changed();
  }

  toggle(): void { if (this.running) this.pause(); else this.play(); }

  setSpeed(speed: number): void {
    if (!(speed > 0) || !Number.isFinite(speed) || speed === this.rate) return;
    this.rate = speed;
    this.changed();
  }

  setLoop(loop: boolean): void {
    if (loop === this.looping) return;
    this.looping = loop;
    this.changed();
  }

  /** Restricts playing to a section of time; null takes the restriction away. */
  setSection(section: Span | null): void {
    if (section === null) {
      this.part = null;
    } else {
      const from = Math.min(this.end, Math.max(this.start, Math.min(section[0], section[1])));
      const to = Math.min(this.end, Math.max(this.start, Math.max(section[0], section[1])));
      if (!(to > from)) return;
      this.part = [from, to];
    }
    this.changed();
  }

  /** Moves on by `seconds` of the reader's time; called once per frame while playing. */
  advance(seconds: number): void {
    if (!this.running) return;
    const next = this.now + (seconds * this.rate) / this.secondsPerUnit;
    if (next < this.last) {
      this.now = next;
    } else if (this.looping) {
      const span = this.last - this.first;
      this.now = this.first + ((next - this.first) % span);
    } else {
      this.now = this.last;
      this.running = false;
    }
    this.changed();
  }
}
