// window.sarrus: what the browser tests and curious readers may ask. It reads; only time, play and selection can be set.
// Documented in viewer/README.md.
import type { App } from "./app";

export function installHook(app: App): void {
  const { clock, page, selection } = app;
  const hook = {
    get time() { return clock.time; },
    setTime(time: number) { clock.pause(); clock.setTime(time); },
    get playing() { return clock.playing; },
    play() { clock.play(); },
    pause() { clock.pause(); },
    get section() { return clock.section; },
    get selection() { return selection.element; },
    select(element: string | null) { selection.select(element); },
    get runs() { return page.runs.map((run) => run.name); },
    rows(run = 0) { return Array.from(page.runs[run]?.time ?? []); },
    columns(run = 0) { return page.runs[run]?.columns.map((series) => series.name) ?? []; },
    async column(name: string, run = 0) {
      const values = await page.runs[run]?.series(name)?.values();
      return values ? Array.from(values) : null;
    },
    async stepColumn(name: string, run = 0) {
      const values = await page.runs[run]?.step(name)?.values();
      return values ? Array.from(values) : null;
    },
    async events(run = 0) { return (await page.runs[run]?.events()) ?? []; },
    /** Facts added by the 3-D view and by the panels, under their names: panels.scene, panels.plots. */
    get panels() { return app.hook; },
  };
  Object.defineProperty(window, "sarrus", { value: Object.freeze(hook) });
}
