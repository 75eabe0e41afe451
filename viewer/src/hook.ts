// window.sarrus: what the browser tests and curious readers may ask. It reads; only time, play and selection can be set.
// Documented in viewer/README.md.
import type { App } from "./app";

/** `shown` gives what is shown now; `more` is added to it. */
export function installHook(shown: () => App, more: object = {}): void {
  const hook = {
    get time() { return shown().clock.time; },
    setTime(time: number) { shown().clock.pause(); shown().clock.setTime(time); },
    get playing() { return shown().clock.playing; },
    play() { shown().clock.play(); },
    pause() { shown().clock.pause(); },
    get section() { return shown().clock.section; },
    get selection() { return shown().selection.element; },
    select(element: string | null) { shown().selection.select(element); },
    get runs() { return shown().page.runs.map((run) => run.name); },
    rows(run = 0) { return Array.from(shown().page.runs[run]?.time ?? []); },
    columns(run = 0) { return shown().page.runs[run]?.columns.map((series) => series.name) ?? []; },
    async column(name: string, run = 0) {
      const values = await shown().page.runs[run]?.series(name)?.values();
      return values ? Array.from(values) : null;
    },
    async stepColumn(name: string, run = 0) {
      const values = await shown().page.runs[run]?.step(name)?.values();
      return values ? Array.from(values) : null;
    },
    async events(run = 0) { return (await shown().page.runs[run]?.events()) ?? []; },
    /** Facts added by the 3-D view and by the panels, under their names: panels.scene, panels.plots. */
    get panels() { return shown().hook; },
  };
  Object.defineProperties(hook, Object.getOwnPropertyDescriptors(more));
  Object.defineProperty(window, "sarrus", { value: Object.freeze(hook) });
}
