// Keys: one list of all of them, so that the help shows exactly what works.

export interface Key {
  /** As in KeyboardEvent.key, with "Shift+" in front where it matters: " ", "ArrowLeft", "Shift+ArrowLeft", "f". */
  key: string;
  /** Shown in the help; keys with the same text share a line. */
  text: string;
  group: string;
  run: () => void;
}

const NAMES: Record<string, string> = { " ": "Space", ArrowLeft: "\u2190", ArrowRight: "\u2192", ArrowUp: "\u2191", ArrowDown: "\u2193", Escape: "Esc" };

export function keyName(key: string): string {
  return key.split("+").map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(" + ") || "+";
}

/** Fields take their keys themselves; a focused button or tab keeps Space, Enter and the arrows. */
function belongsToField(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === "range") return target.closest(".live-pane") !== null; // that of time has no keys of its own
  if (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return true;
  const own = [" ", "Enter", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key);
  return own && (/^(BUTTON|SUMMARY|A)$/.test(target.tagName) || target.closest("[role=tree],[role=tab],[role=separator],[role=listbox],dialog") !== null);
}

export class Keyboard {
  readonly keys: Key[] = [];

  private readonly listener = (event: KeyboardEvent) => this.press(event);

  constructor() {
    document.addEventListener("keydown", this.listener);
  }

  end(): void { document.removeEventListener("keydown", this.listener); }

  add(...keys: Key[]): void {
    this.keys.push(...keys);
  }

  private press(event: KeyboardEvent): void {
    if (document.querySelector("dialog[open]")) return; // The dialog has the keys.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || belongsToField(event)) return;
    const plain = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const wanted = event.shiftKey && event.key.length > 1 ? `Shift+${plain}` : plain;
    const key = this.keys.find((candidate) => candidate.key === wanted);
    if (!key) return;
    event.preventDefault();
    key.run();
  }
}
