// What every view of a study is given.
import type { Keyboard } from "../keyboard";
import type { Notices } from "../layout/notices";
import type { Theme } from "../theme";
import type { Looks } from "./looks";
import type { Focus, Picks } from "./picks";
import type { Study } from "./study";

export interface StudyApp {
  readonly study: Study;
  readonly picks: Picks;
  readonly focus: Focus;
  readonly looks: Looks;
  readonly theme: Theme;
  readonly keyboard: Keyboard;
  readonly notices: Notices;
  /** Facts for `window.sarrus.panels`; every view may add its own under its name. */
  readonly hook: Record<string, unknown>;
}

/** One view of the study, behind a tab. It is built when it is first seen. */
export interface View {
  readonly id: string;
  readonly title: string;
  build(root: HTMLElement, app: StudyApp): void;
}
