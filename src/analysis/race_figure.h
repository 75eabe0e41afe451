/* The picture of a race, for the plotter. */
#ifndef SAR_ANALYSIS_RACE_FIGURE_H
#define SAR_ANALYSIS_RACE_FIGURE_H

#include "base/arena.h"
#include "result/svg.h"
#include "sarrus/analysis.h"

/* Errors over CPU time and over solves, one curve per method; without a title. In the arena; names are the race's. */
SarStatus sar_race_figure(SarContext *context, SarArena *arena, const SarRace *race, SarSvgFigure *out);

#endif
