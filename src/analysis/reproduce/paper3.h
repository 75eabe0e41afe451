/* Paper 3: marching with an integrator whose stage, and so its matrix, can be looked at. */
#ifndef SAR_ANALYSIS_REPRODUCE_PAPER3_H
#define SAR_ANALYSIS_REPRODUCE_PAPER3_H

#include "analysis/reproduce/collect.h"
#include "analysis/start/start.h"
#include "method/engine.h"

typedef struct SarPaper3March {
  const char *method;
  double step, end; /* at least one step is made */
} SarPaper3March;

/* *integrator is to be destroyed, also after a failure. */
SarStatus sar_paper3_march(SarExperiment *e, SarStart *start, const SarPaper3March *march, SarIntegrator **integrator);

#endif
