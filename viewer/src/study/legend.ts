// What the colours of rows stand for: a bar from the least value to the greatest.
import { make } from "../dom";
import { brief } from "../plots/axes";
import { unitText } from "../plots/units";
import type { StudyApp } from "./app";
import { columnChoice, refill } from "./controls";
import { rampOf } from "./looks";
import { missingColour } from "./points";

/** The choice of the colouring column with its bar; follows every change. */
export function colourLegend(app: StudyApp): HTMLElement {
  const root = make("div", { class: "colour-legend" });
  const bar = make("span", { class: "ramp", attributes: { "aria-hidden": "true" } });
  const least = make("span");
  const most = make("span");
  const dot = make("span", { class: "dot" });
  const missing = make("span", { class: "curve-name quiet" }, dot, make("span", { text: "no value" }));
  const fill = () => {
    const { colour } = app.looks;
    const offered = app.study.all.filter((column) => column.known > 0);
    const list = columnChoice(app, "Colour", offered, colour, (column) => app.looks.setColour(column), "none");
    bar.style.background = `linear-gradient(to right, ${rampOf(app.theme.name).gradient})`;
    if (colour) {
      least.textContent = brief(colour.min, 4);
      most.textContent = `${brief(colour.max, 4)} ${unitText(colour.unit)}`.trimEnd();
    }
    missing.hidden = !colour || colour.known === app.study.rows;
    dot.style.background = `var(${missingColour(app.looks)})`;
    refill(root, [list, colour ? make("span", { class: "ramp-box" }, least, bar, most) : null, missing]);
  };
  app.looks.subscribe(fill);
  app.theme.subscribe(fill);
  fill();
  return root;
}
