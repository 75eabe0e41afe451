/* Joints that keep two things in touch (cams) can pull, real contacts cannot: where one does, at accepted steps. */
#ifndef SAR_ANALYSIS_AUDIT_PULL_H
#define SAR_ANALYSIS_AUDIT_PULL_H

#include "sarrus/analysis.h"
#include "system/workspace.h"

/* Plain data. */
typedef struct SarPull {
  int32_t element; /* of the model, with the strongest pull */
  double force;    /* N, the smallest contact force; negative: a pull */
  double largest;  /* N, |contact force| of all */
  double first;    /* s, of any pull; negative: there was none */
} SarPull;

/* For all joints that press, at one point. */
void sar_pull_note(SarPull *pull, const SarSystem *system, const SarPoint *at);
void sar_pull_summarise(const SarPull *pull, const SarSystem *system, SarRunSummary *out);
void sar_pull_warn(SarContext *context, const SarSystem *system, const SarRunSummary *summary);

#endif
