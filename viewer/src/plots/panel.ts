import type { App, Panel } from "../app";
import { make } from "../dom";

export const plotPanel: Panel = {
  id: "plots",
  title: "Plots",
  place: "plots",
  build(root: HTMLElement, app: App) {
    root.append(make("p", { class: "quiet", text: `${app.page.run.columns.length} columns` }));
  },
};
