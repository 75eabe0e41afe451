/* Options of a run: what the caller gave, else what the model says, else the default. */
#ifndef SAR_ANALYSIS_OPTIONS_H
#define SAR_ANALYSIS_OPTIONS_H

#include "method/method.h"
#include "sarrus/analysis.h"
#include "system/system.h"

typedef struct SarRunPlan {
  SarMethodChoice method;
  SarStepOptions steps;
  /* What holds: options that say the same lead to the same plan. The method's text belongs to the options or the model;
   * of tolerance and step the one that does not count is NaN; output_every 0: a row at every step. */
  SarSimulation settings;
} SarRunPlan;

SarStatus sar_run_plan(SarContext *context, const SarSystem *system, const SarRunOptions *options, SarRunPlan *plan);

/* Part of sar_run_plan: SAR_INPUT where the plan means more steps or rows than anybody can wait for or keep, a warning
 * where it means many. */
SarStatus sar_run_check_amounts(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                                const SarRunPlan *plan);

#endif
