/* What the prediction of a stage missed one step ago. The stages of a step do not lie on one smooth curve: each has an
 * error of its own, which changes slowly from step to step. So a polynomial through some stages misses the next one by
 * nearly as much as it did in the step before. That defect is added to the prediction, and its last change too, as far
 * as past steps show that it would have helped. */
#ifndef SAR_METHOD_DEFECT_H
#define SAR_METHOD_DEFECT_H

#include "base/archive.h"
#include "method/stage.h"

typedef struct SarDefect {
  double *value;         /* unknowns: solution less polynomial */
  double *change;        /* of the value over the last step */
  double step;           /* the step they belong to; 0: none */
  int32_t order;         /* of the polynomial */
  bool repeats, drifts;  /* the last two values were alike; the last two changes as well */
  double added, drifted; /* 1: value, change are in the running prediction; 0: not */
} SarDefect;

/* What defects are measured with. */
typedef struct SarDefectScale {
  const SarSizes *n;
  const double *weight, *weight_x;
} SarDefectScale;

bool sar_defect_create(SarArena *arena, int32_t unknowns, SarDefect *defect);

/* A new start. */
void sar_defect_forget(SarDefect *defect);

/* Corrects the node's unknowns, a prediction of this order. */
void sar_defect_add(SarDefect *defect, double step, int32_t order, SarNode *node);

/* The node is solved; `predicted` is what was predicted, corrections included. */
void sar_defect_learn(SarDefect *defect, double step, int32_t order, const double *predicted, const SarNode *node,
                      const SarDefectScale *scale);

void sar_defect_archive(SarDefect *defect, int32_t unknowns, SarArchive *archive);

#endif
