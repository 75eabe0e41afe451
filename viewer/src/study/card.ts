// The run that is looked at: parameters, responses, what it said, and the command that makes it again.
import { make } from "../dom";
import { brief } from "../plots/axes";
import { unitText } from "../plots/units";
import type { StudyApp } from "./app";
import { openRun } from "./open";
import type { Column } from "./column";
import type { Study } from "./study";

/** A word of a command as a shell takes it. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_./:=,+@%-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replace(/'/g, "'\\''")}'`;
}

/** The run by itself: the same parameters, exactly. */
export function commandOf(study: Study, row: number): string {
  const own = study.parameters.map((column) => `${column.name}=${String(column.values[row]).replace("e+", "e")}`);
  const named = new Set(study.parameters.map((column) => column.name));
  const fixed = (study.record.set ?? []).filter((word) => !named.has(word.split("=")[0]!.trim()));
  return ["sarrus", "run", shellWord(study.record.model || "MODEL.yaml"), ...[...fixed, ...own].map((word) => `--set ${shellWord(word)}`)].join(" ");
}

/** Pages in files may not always use the clipboard; a selection can be copied there, too. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { attributes: { "aria-hidden": "true", tabindex: "-1" } });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

export class RunCard {
  readonly root = make("section", { class: "run-card", attributes: { "aria-label": "Run", "aria-live": "polite" } });

  constructor(private readonly app: StudyApp) {
    let last = -2;
    const follow = () => { if (app.focus.row !== last) { last = app.focus.row; this.fill(); } };
    app.focus.subscribe(follow);
    follow();
  }

  copyCommand(): void {
    const { row } = this.app.focus;
    if (row < 0) return;
    void copy(commandOf(this.app.study, row)).then((done) => {
      const button = this.root.querySelector<HTMLElement>(".copy-button");
      if (!button) return;
      button.textContent = done ? "Copied" : "Select and copy it";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
  }

  /** Shows the run with its curves and its motion, where it is in the page. */
  open(): void {
    const { study, focus } = this.app;
    if (focus.row >= 0) openRun(this.app, study.run.values[focus.row]!);
  }

  private list(columns: readonly Column[], row: number): HTMLElement {
    return make("dl", { class: "properties" }, ...columns.flatMap((column) => {
      const value = column.values[row]!;
      return [make("dt", { text: column.name, title: column.expression || column.name }), make("dd", { text: Number.isNaN(value) ? "\u2013" : `${brief(value, 8)} ${unitText(column.unit)}`.trimEnd(), title: String(value) })];
    }));
  }

  private fill(): void {
    const { study, focus } = this.app;
    const { row } = focus;
    if (row < 0) {
      this.root.replaceChildren(make("p", { class: "quiet", text: "Click a point, a line or a row of the table to see its run: its parameters, its responses, and the command that makes it again." }));
      return;
    }
    const run = study.run.values[row]!;
    const kept = study.record.kept.find((each) => each.run === run);
    const fine = study.fine(row);
    const button = (text: string, extra: string, act: () => void) => make("button", { class: `text-button ${extra}`, text, attributes: { type: "button" }, on: { click: act } });
    const command = commandOf(study, row);
    const facts = [`${study.steps.values[row]} steps`, `${brief(study.cpu.values[row]!, 3)} s`, study.hosts.at(row)].filter((text) => text !== "" && !text.startsWith("NaN"));
    const body = make("div", { class: "run-lists" },
      make("div", {}, make("h3", { text: "Parameters" }), this.list(study.parameters, row)),
      study.responses.length > 0 ? make("div", {}, make("h3", { text: "Responses" }), this.list(study.responses, row)) : null);
    const message = study.messages.at(row);
    this.root.replaceChildren(
      make("header", {}, make("h2", { text: `Run ${run}` }), make("span", { class: fine ? "badge" : "badge failed-badge", text: study.statusOf(row) }), make("span", { class: "quiet run-facts", text: facts.join(" \u00b7 ") }),
        kept ? button("Curves and motion", "primary", () => this.open()) : null,
        make("button", { class: "text-button", text: "Close", title: "Look at no run (Esc)", attributes: { type: "button" }, on: { click: () => focus.pick(-1) } })),
      ...(message ? [make("p", { class: `run-message${fine ? "" : " failed"}`, text: message })] : []),
      body,
      make("div", { class: "command" }, make("code", { text: command }), button("Copy", "copy-button", () => this.copyCommand())));
  }
}
