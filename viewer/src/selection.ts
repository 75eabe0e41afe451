// What the reader has picked: one element by its name ("crank", "A", "crank.pin", "spring"), the same for all panels.
import { Store } from "./store";

export class Selection extends Store {
  private picked: string | null = null;

  get element(): string | null { return this.picked; }

  select(element: string | null): void {
    if (element === this.picked) return;
    this.picked = element;
    this.changed();
  }
}
