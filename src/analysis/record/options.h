/* Options of a run: what the caller gave, else what the model says, else the default. */
#ifndef SAR_ANALYSIS_OPTIONS_H
#define SAR_ANALYSIS_OPTIONS_H

#include "method/method.h"
#include "sarrus/analysis.h"
#include "system/system.h"

typedef struct SarRunPlan {
  SarMethodChoice method;
  const char *method_text; /* as given; belongs to the options or the model */
  SarStepOptions steps;
  double output_every; /* s; 0: at every step */
  bool raw;
} SarRunPlan;

SarStatus sar_run_plan(SarContext *context, const SarSystem *system, const SarRunOptions *options, SarRunPlan *plan);

#endif
