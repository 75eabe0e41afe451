// What every panel is given.
import type { Clock } from "./clock";
import type { Comparison } from "./comparison";
import type { Page } from "./data";
import type { Keyboard } from "./keyboard";
import type { Life } from "./life";
import type { Notices } from "./layout/notices";
import type { Selection } from "./selection";
import type { Theme } from "./theme";

export interface App {
  readonly page: Page;
  readonly clock: Clock;
  readonly selection: Selection;
  readonly comparison: Comparison;
  readonly theme: Theme;
  readonly keyboard: Keyboard;
  readonly notices: Notices;
  readonly life: Life;
  /** Facts for `window.sarrus`; every panel may add its own under its name. */
  readonly hook: Record<string, unknown>;
}

/** A panel fills the element it is given. `place` says where that is: the plot pane, or a tab of the side pane. */
export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly place: "plots" | "side";
  build(root: HTMLElement, app: App): void | Promise<void>;
}
