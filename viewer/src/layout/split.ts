// A bar between two panes that can be dragged or moved with the arrow keys.
import { make } from "../dom";

/** The bar sets the custom property `variable` of `host` to the share (0..1) that `measure` reads from the pointer. */
export function splitter(host: HTMLElement, variable: string, label: string, direction: "columns" | "rows",
  measure: (event: PointerEvent) => number, initial: number, least: number, most: number): HTMLElement {
  let share = initial;
  const bar = make("div", {
    class: `splitter ${direction}`,
    attributes: { role: "separator", tabindex: "0", "aria-label": label, "aria-orientation": direction === "columns" ? "vertical" : "horizontal" },
  });
  const set = (value: number) => {
    share = Math.min(most, Math.max(least, value));
    host.style.setProperty(variable, String(share));
    bar.setAttribute("aria-valuenow", String(Math.round(share * 100)));
  };
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  bar.addEventListener("pointermove", (event) => { if (bar.hasPointerCapture(event.pointerId)) set(measure(event)); });
  bar.addEventListener("dblclick", () => set(initial));
  bar.addEventListener("keydown", (event) => {
    const less = direction === "columns" ? "ArrowLeft" : "ArrowUp";
    const more = direction === "columns" ? "ArrowRight" : "ArrowDown";
    if (event.key !== less && event.key !== more) return;
    set(share + (event.key === more ? 0.02 : -0.02));
    event.preventDefault();
  });
  set(initial);
  return bar;
}
