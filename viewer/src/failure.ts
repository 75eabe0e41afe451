// A page that cannot show its results says so, and what to do; it is never blank.
import { DataError } from "./data";
import { make } from "./dom";

export function showFailure(root: HTMLElement, fault: unknown): void {
  const message = fault instanceof Error ? fault.message : String(fault);
  const remedy = fault instanceof DataError ? fault.remedy : "Make the page again; if that does not help, the results file itself can be read with `sarrus info`.";
  root.replaceChildren(make("main", { class: "failure", attributes: { role: "alert" } },
    make("h1", { text: "The results cannot be shown" }),
    make("p", { text: message }),
    make("p", { class: "quiet", text: remedy })));
}
