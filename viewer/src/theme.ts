// Dark or light: what the system prefers until the reader chooses.
import { Store } from "./store";

export type ThemeName = "light" | "dark";
const KEY = "sarrus-theme";

function remembered(): ThemeName | null {
  try {
    const name = localStorage.getItem(KEY);
    return name === "light" || name === "dark" ? name : null;
  } catch {
    return null; // Some browsers keep no storage for files.
  }
}

export class Theme extends Store {
  private readonly colours = new Map<string, string>();
  private readonly system = matchMedia("(prefers-color-scheme: dark)");

  private readonly follow = () => this.apply();

  constructor(private chosen: ThemeName | null = remembered()) {
    super();
    this.system.addEventListener("change", this.follow);
    this.apply();
  }

  /** What the reader has chosen; null: what the system prefers. */
  get choice(): ThemeName | null { return this.chosen; }

  end(): void {
    this.system.removeEventListener("change", this.follow);
    this.silence();
  }

  get name(): ThemeName { return this.chosen ?? (this.system.matches ? "dark" : "light"); }

  toggle(): void {
    this.chosen = this.name === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, this.chosen);
    } catch {
      // Not remembered, then.
    }
    this.apply();
  }

  /** A colour of the style sheet, for what is drawn on a canvas: colour("--ink"). */
  colour(variable: string): string {
    let colour = this.colours.get(variable);
    if (colour === undefined) {
      colour = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
      this.colours.set(variable, colour);
    }
    return colour;
  }

  private apply(): void {
    document.documentElement.dataset["theme"] = this.name;
    this.colours.clear();
    this.changed();
  }
}
