// The views of a study, in the order of their tabs, and the tabs.
import { make } from "../dom";
import type { StudyApp, View } from "./app";
import { historyView } from "./history";
import { mapView } from "./map";
import { matrixView } from "./matrix";
import { optimumView } from "./optimum";
import { parallelView } from "./parallel";
import { responseView } from "./response";
import { spreadView } from "./spread";
import type { Study } from "./study";

export function viewsOf(study: Study): View[] {
  const varied = study.parameters.filter((column) => column.max > column.min).length;
  const views: View[] = [];
  if (study.found) views.push(optimumView);
  if (study.isSearch) views.push(historyView);
  if (study.responses.length > 0 && study.rows > 0) views.push(responseView);
  if (study.responses.length > 0 && varied > 1) views.push(mapView);
  if (study.rows > 0) views.push(matrixView, parallelView, spreadView);
  return views;
}

/** Tabs in the manner of the ARIA practices; a view is built when it is first chosen. Returns what chooses one. */
export function buildViews(root: HTMLElement, app: StudyApp, views: readonly View[]): (index: number) => void {
  const strip = make("div", { class: "tabs", attributes: { role: "tablist", "aria-label": "Views" } });
  const built = new Set<View>();
  root.append(strip);
  if (views.length === 0) root.append(make("p", { class: "quiet empty", text: "No run has ended yet: there is nothing to show." }));
  const panels = views.map((view) => make("div", { class: "panel view", attributes: { id: `panel-${view.id}`, role: "tabpanel", "aria-labelledby": `tab-${view.id}`, hidden: "" } }));
  const choose = (index: number) => {
    const view = views[index];
    if (!view) return;
    tabs.forEach((tab, i) => { tab.setAttribute("aria-selected", String(i === index)); tab.tabIndex = i === index ? 0 : -1; });
    panels.forEach((panel, i) => { panel.hidden = i !== index; });
    if (built.has(view)) return;
    built.add(view);
    try {
      view.build(panels[index]!, app);
    } catch (fault) {
      app.notices.fault(fault);
    }
  };
  const tabs = views.map((view, index) => make("button", { class: "tab", text: view.title, title: `${view.title} (${index + 1})`, attributes: { type: "button", role: "tab", id: `tab-${view.id}`, "aria-controls": `panel-${view.id}` }, on: { click: () => choose(index) } }));
  strip.append(...tabs);
  strip.addEventListener("keydown", (event) => {
    const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (move === 0) return;
    const index = (tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true") + move + tabs.length) % tabs.length;
    choose(index);
    tabs[index]!.focus();
    event.preventDefault();
  });
  root.append(...panels);
  choose(0);
  return choose;
}
