// The plot pane.
import type { App, Panel } from "../app";
import { make } from "../dom";
import { type Board, boardOf } from "./board";
import { Card } from "./card";
import { Picker } from "./picker";
import { newSpec, type PlotSpec } from "./spec";

/** Switches for the runs, where there are several. */
function runSwitches(app: App): HTMLElement {
  const root = make("div", { class: "run-switches", attributes: { role: "group", "aria-label": "Runs shown" } });
  if (app.page.runs.length < 2) return root;
  const buttons = app.page.runs.map((run) => {
    const swatch = make("span", { class: "swatch" });
    swatch.style.background = app.comparison.colour(run.index);
    const button = make("button", { class: "text-button run-switch", title: `Show or hide ${run.name}`, attributes: { type: "button" },
      on: { click: () => app.comparison.setVisible(run.index, !app.comparison.visible(run.index)) } }, swatch, make("span", { text: run.name }));
    root.append(button);
    return button;
  });
  const show = () => buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(app.comparison.visible(i))));
  app.comparison.subscribe(show);
  show();
  return root;
}

function newPlot(board: Board, picker: Picker): void {
  let spec: PlotSpec | null = null;
  picker.open("New plot", true, [], (quantity) => {
    const curve = { quantity: quantity.name, order: 0 as const };
    if (!spec || !board.plots.includes(spec)) spec = board.add(newSpec([curve]));
    else {
      const present = spec.curves.find((other) => other.quantity === curve.quantity);
      if (present) board.removeCurve(spec, present);
      else board.addCurve(spec, curve);
    }
  });
}

/** Zooms all histories in or out about the moment of the animation. */
function zoom(app: App, board: Board, factor: number): void {
  const { clock } = app;
  const [from, to] = board.range ?? [clock.start, clock.end];
  const width = Math.min(clock.end - clock.start, (to - from) * factor);
  if (width >= clock.end - clock.start) return board.setRange(null);
  const start = Math.max(clock.start, Math.min(clock.end - width, clock.time - width / 2));
  board.setRange([start, start + width]);
}

export const plotPanel: Panel = {
  id: "plots",
  title: "Plots",
  place: "plots",
  build(root: HTMLElement, app: App) {
    const board = boardOf(app);
    const picker = new Picker(app, board.catalogue);
    const cards = new Map<PlotSpec, Card>();
    const list = make("div", { class: "plot-list" });
    const empty = make("p", { class: "quiet empty", text: "No plots. Press N or \u201cNew plot\u201d and pick a quantity; a double click on an element of the model plots it." });
    const add = make("button", { class: "text-button primary", text: "+ New plot", title: "New plot (N)", attributes: { type: "button" }, on: { click: () => newPlot(board, picker) } });
    root.append(make("div", { class: "plot-bar" }, add, runSwitches(app)), empty, list);
    const active = () => (board.active ? cards.get(board.active) : undefined);
    const update = () => {
      for (const [spec, card] of cards) {
        if (board.plots.includes(spec)) continue;
        card.destroy();
        cards.delete(spec);
      }
      board.plots.forEach((spec, i) => {
        let card = cards.get(spec);
        if (!card) {
          card = new Card(app, board, picker, spec);
          cards.set(spec, card);
          list.insertBefore(card.root, list.children[i] ?? null);
        }
        const { root: place } = card;
        void card.update().then(() => {
          if (board.wanted !== spec) return;
          board.wanted = null;
          requestAnimationFrame(() => place.scrollIntoView({ block: "nearest" }));
        });
      });
      empty.hidden = board.plots.length > 0;
      list.classList.toggle("single", board.plots.length === 1);
    };
    board.begin();
    update();
    board.subscribe(update);
    app.theme.subscribe(update);
    app.comparison.subscribe(update);
    app.clock.subscribe(() => { for (const card of cards.values()) card.showTime(); });
    const group = "Plots";
    app.keyboard.add(
      { key: "n", text: "New plot", group, run: () => newPlot(board, picker) },
      { key: "a", text: "Add curves to the active plot", group, run: () => {
        const card = active();
        if (card) card.pickCurves();
        else newPlot(board, picker);
      } },
      { key: "k", text: "Go to the peak of the active plot", group, run: () => active()?.goToPeak() },
      { key: "i", text: "Zoom in, out about the moment shown", group, run: () => zoom(app, board, 0.5) },
      { key: "u", text: "Zoom in, out about the moment shown", group, run: () => zoom(app, board, 2) },
      { key: "z", text: "All of it again", group, run: () => { board.setRange(null); active()?.zoomTo(null); } },
      { key: "e", text: "CSV of the active plot", group, run: () => active()?.exportCsv() },
      { key: "d", text: "Differences from the first run", group, run: () => {
        if (board.active && app.page.runs.length > 1) board.change(board.active, { difference: !board.active.difference });
      } });
    app.hook["plots"] = {
      get list() {
        return board.plots.map((spec) => {
          const card = cards.get(spec);
          return {
            kind: spec.kind, title: card?.root.querySelector("h3")?.textContent ?? "", difference: spec.difference,
            lines: card?.content?.lines.map((line) => ({ label: line.label, unit: line.unit, run: line.run.name })) ?? [], notes: card?.content?.notes ?? [],
            marks: card?.content?.marks ?? [],
            data: card?.chart ? (card.chart.plot.data as unknown as (ArrayLike<number> | null)[]).map((column) => (column ? Array.from(column) : null)) : null,
            range: card?.chart?.range ?? null,
          };
        });
      },
    };
  },
};
