import type { App, Panel } from "../app";
import { make } from "../dom";

export const statisticsPanel: Panel = {
  id: "statistics",
  title: "Run",
  place: "side",
  build(root: HTMLElement, app: App) {
    root.append(make("p", { class: "quiet", text: `${app.page.run.columns.length} columns` }));
  },
};
