// Where everything stands. Wide: side pane, 3-D pane, plot pane beside each other. Narrow: the 3-D pane above, the others as tabs below.
import type { App, Panel } from "../app";
import { make } from "../dom";
import { buildHeader } from "./header";
import { helpDialog } from "./help";
import { splitter } from "./split";
import { buildTransport } from "./transport";

export interface Places {
  scene: HTMLElement;
  openHelp: () => void;
}

function buildPanel(panel: Panel, root: HTMLElement, app: App): void {
  void (async () => {
    try {
      await panel.build(root, app);
    } catch (fault) {
      app.notices.fault(fault);
    }
  })();
}

/** Tabs in the manner of the ARIA practices: arrows move, one of them is in the order of Tab. */
function buildTabs(app: App, panels: readonly Panel[], side: HTMLElement, plots: HTMLElement, host: HTMLElement): HTMLElement {
  const strip = make("div", { class: "tabs", attributes: { role: "tablist", "aria-label": "Panels" } });
  const tabs: HTMLButtonElement[] = [];
  const choose = (index: number) => {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
    });
    const panel = panels[index]!;
    for (const pane of side.querySelectorAll<HTMLElement>(":scope > .panel")) pane.hidden = pane.id !== `panel-${panel.id}`;
    host.dataset["tab"] = panel.place === "plots" ? "plots" : "side";
    if (panel.place === "plots") plots.scrollTop = 0;
  };
  panels.forEach((panel, index) => {
    const tab = make("button", {
      class: `tab tab-${panel.place}`, text: panel.title,
      attributes: { type: "button", role: "tab", id: `tab-${panel.id}`, "aria-controls": `panel-${panel.id}` },
      on: { click: () => choose(index) },
    });
    tabs.push(tab);
    strip.append(tab);
  });
  strip.addEventListener("keydown", (event) => {
    const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (move === 0) return;
    let index = tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
    do index = (index + move + tabs.length) % tabs.length; while (tabs[index]!.offsetParent === null);
    choose(index);
    tabs[index]!.focus();
    event.preventDefault();
  });
  const narrow = matchMedia("(max-width: 860px)");
  const past = app.life.keep("tab", () => panels[tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true")]?.id);
  const before = panels.findIndex((panel) => panel.id === past);
  const first = () => choose(panels.findIndex((panel) => panel.place === (narrow.matches ? "plots" : "side")));
  narrow.addEventListener("change", first);
  app.life.atEnd(() => narrow.removeEventListener("change", first));
  queueMicrotask(() => (before < 0 ? first() : choose(before)));
  return strip;
}

export function buildLayout(root: HTMLElement, app: App, panels: readonly Panel[]): Places {
  const openHelp = helpDialog(app.keyboard, app.page.program);
  const scene = make("section", { class: "pane scene", attributes: { "aria-label": "Motion" } });
  const plots = make("section", { class: "pane plots", attributes: { "aria-label": "Plots" } });
  const side = make("aside", { class: "pane side", attributes: { "aria-label": "Model and run" } });
  const work = make("main", { class: "work" });
  const ordered = [...panels.filter((panel) => panel.place === "plots"), ...panels.filter((panel) => panel.place === "side")];
  const tabs = buildTabs(app, ordered, side, plots, work);
  for (const panel of ordered) {
    const place = make("div", { class: `panel panel-${panel.place}`, attributes: { id: `panel-${panel.id}`, role: "tabpanel", "aria-labelledby": `tab-${panel.id}` } });
    (panel.place === "plots" ? plots : side).append(place);
  }
  const fromLeft = (event: PointerEvent) => {
    const box = work.getBoundingClientRect();
    return (event.clientX - box.left) / box.width;
  };
  const betweenPanes = (event: PointerEvent) => {
    const left = side.getBoundingClientRect().right;
    return (event.clientX - left) / (work.getBoundingClientRect().right - left);
  };
  work.append(tabs, side, splitter(work, "--side", "Width of the side pane", "columns", fromLeft, 0.21, 0.1, 0.4),
    scene, splitter(work, "--view", "Width of the 3-D view", "columns", betweenPanes, 0.54, 0.2, 0.85), plots);
  const widths = app.life.keep("widths", () => work.style.cssText);
  if (widths) work.style.cssText = widths;
  root.replaceChildren(buildHeader(app, openHelp), app.notices.root, work, buildTransport(app));
  for (const panel of ordered) buildPanel(panel, root.querySelector<HTMLElement>(`#panel-${panel.id}`)!, app);
  return { scene, openHelp };
}
