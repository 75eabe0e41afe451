import type { App, Panel } from "../app";
import { make } from "../dom";

export const treePanel: Panel = {
  id: "tree",
  title: "Model",
  place: "side",
  build(root: HTMLElement, app: App) {
    root.append(make("p", { class: "quiet", text: `${app.page.run.columns.length} columns` }));
  },
};
