// Which runs of the page are shown, and in what colour each is drawn, the same in the 3-D view and in the plots.
import { Store } from "./store";

/** Distinct in light and dark, and for readers who do not tell red from green. The first belongs to the main run. */
export const RUN_COLOURS = ["#2f7fd6", "#e07b1a", "#1f9e77", "#c2418f", "#8a6fd1", "#a3872b"] as const;

export class Comparison extends Store {
  private readonly shown: boolean[];

  constructor(readonly count: number) {
    super();
    this.shown = Array.from({ length: count }, () => true);
  }

  visible(run: number): boolean { return this.shown[run] ?? false; }
  colour(run: number): string { return RUN_COLOURS[run % RUN_COLOURS.length]!; }

  setVisible(run: number, visible: boolean): void {
    if (this.shown[run] === undefined || this.shown[run] === visible) return;
    this.shown[run] = visible;
    this.changed();
  }
}
