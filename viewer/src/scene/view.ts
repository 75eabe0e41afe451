import type { App } from "../app";
import { make } from "../dom";

/** Builds the 3-D view of the motion inside `root`. */
export async function buildScene(root: HTMLElement, app: App): Promise<void> {
  root.append(make("p", { class: "quiet", text: app.page.run.name }));
}
