/* What the prediction of a stage misses, learnt over equal steps. The stages of a step do not lie on one smooth curve,
 * so that a rule that predicts a stage from those before it misses it by something of its own: the defect. It changes
 * smoothly from step to step and is extrapolated, by as many backward differences as would have served best for the
 * last step. */
#ifndef SAR_METHOD_DEFECT_H
#define SAR_METHOD_DEFECT_H

#include "base/archive.h"
#include "method/stage.h"

#define SAR_DEFECT_TERMS 4

typedef struct SarDefect {
  double *difference[SAR_DEFECT_TERMS]; /* unknowns: the last defect and its backward differences over the steps */
  double step;                          /* the step they belong to; 0: none */
  int32_t known;                        /* how many of them are */
  int32_t terms;                        /* how many are worth adding */
  bool useful;                          /* with them the rule was better than the values of the stage before */
} SarDefect;

/* What defects are measured with. */
typedef struct SarDefectScale {
  const SarSizes *n;
  const double *weight, *weight_x;
} SarDefectScale;

bool sar_defect_create(SarArena *arena, int32_t unknowns, SarDefect *defect);

/* A new start. */
void sar_defect_forget(SarDefect *defect);

/* Have past steps of this length shown that the rule is worth following? */
bool sar_defect_useful(const SarDefect *defect, double step);

/* Fills the node's unknowns: what the rule says and the defect. */
void sar_defect_predict(const SarDefect *defect, const double *rule, SarNode *node);

/* The node is solved. rule: what the rule said; before: the unknowns of the stage before. */
void sar_defect_learn(SarDefect *defect, double step, const double *rule, const double *before, const SarNode *node,
                      const SarDefectScale *scale);

void sar_defect_archive(SarDefect *defect, int32_t unknowns, SarArchive *archive);

#endif
