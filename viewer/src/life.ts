// The life of what is shown: a results page shows its runs as long as it is open, a live page builds everything anew for every run. What the
// reader has chosen goes from one to the next.

export class Life {
  private readonly savers = new Map<string, () => unknown>();
  private readonly ends: (() => void)[] = [];

  /** past: what the one before has saved. */
  constructor(private readonly past: ReadonlyMap<string, unknown> = new Map()) {}

  /** `saver` tells at the end what the next one is to find; answers what the one before has left, undefined: there was none. */
  keep<T>(name: string, saver: () => T): T | undefined {
    this.savers.set(name, saver);
    return this.past.get(name) as T | undefined;
  }

  /** Called when this is no longer shown. */
  atEnd(action: () => void): void { this.ends.push(action); }

  saved(): Map<string, unknown> { return new Map([...this.savers].map(([name, saver]) => [name, saver()])); }

  end(): void { for (const action of this.ends.splice(0)) action(); }
}
