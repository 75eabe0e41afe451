// The panels of the page, in the order of their tabs.
import type { Panel } from "./app";
import type { Page } from "./data";
import { plotPanel } from "./plots/panel";
import { contactsOf } from "./contacts";
import { comparePanel } from "./side/compare";
import { contactsPanel } from "./side/contacts";
import { doctorPanel } from "./side/doctor";
import { peaksPanel } from "./side/peaks";
import { statisticsPanel } from "./side/statistics";
import { treePanel } from "./side/tree";

export function panelsOf(page: Page): readonly Panel[] {
  const panels = [plotPanel, treePanel, statisticsPanel, peaksPanel, doctorPanel];
  if (contactsOf(page.run).length > 0) panels.splice(4, 0, contactsPanel);
  if (page.runs.length > 1) panels.push(comparePanel);
  return panels;
}
