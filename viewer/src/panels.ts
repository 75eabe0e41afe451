// The panels of the page, in the order of their tabs.
import type { Panel } from "./app";
import { plotPanel } from "./plots/panel";
import { doctorPanel } from "./side/doctor";
import { statisticsPanel } from "./side/statistics";
import { treePanel } from "./side/tree";

export const PANELS: readonly Panel[] = [plotPanel, treePanel, statisticsPanel, doctorPanel];
