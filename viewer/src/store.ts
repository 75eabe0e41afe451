// The smallest store: something that tells those who listen that it has changed.

export type Listener = () => void;

export class Store {
  private readonly listeners = new Set<Listener>();

  /** Calls `listener` after every change; returns the function that ends it. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Nobody listens any more. */
  protected silence(): void { this.listeners.clear(); }

  protected changed(): void {
    for (const listener of this.listeners) listener();
  }
}
