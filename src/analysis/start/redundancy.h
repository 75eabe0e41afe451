/* Redundant constraint rows (numerics, section 6): which rows depend on the others at an assembled pose, judged by the
 * generic rank nearby, so that a singular pose is not mistaken for redundancy. */
#ifndef SAR_ANALYSIS_REDUNDANCY_H
#define SAR_ANALYSIS_REDUNDANCY_H

#include "system/workspace.h"

typedef struct SarRowSet {
  int32_t nrows; /* position and velocity rows */
  int32_t rank;
  double tolerance;
  bool *dependent; /* nrows flags; free with sar_row_set_free */
} SarRowSet;

/* Rank of the constraint gradients at (t, q), rows of length about one: what a row adds counts from `tolerance` on. m
 * carries all rows. */
#define SAR_RANK_TOLERANCE 1e-7
SarStatus sar_row_set_find(SarContext *context, SarWorkspace *m, double t, const double *q, double tolerance,
                           SarRowSet *out);
void sar_row_set_free(SarRowSet *set);

/* sum c_i Phi_i = Phi_row over the independent ones among the rows of its loops, which nothing outside repeats. */
typedef struct SarExplanation {
  int32_t row;
  const int32_t *rows; /* of its block (row_blocks.h), in their order */
  int32_t nrows;
  const double *c; /* by number of row; says nothing about rows of other blocks */
} SarExplanation;

/* Calls `each` for every dependent row, not in their order. One Jacobian and one factorisation serve all of them, one
 * solution one row of every block. */
typedef SarStatus (*SarExplained)(void *self, const SarExplanation *explanation);
SarStatus sar_row_set_explain(SarContext *context, SarWorkspace *m, double t, const double *q, const SarRowSet *set,
                              SarExplained each, void *self);

/* Whether every row of `other` at q_other is, but for a part of at most `tolerance`, a combination of the rows of m at
 * q: other then lets the bodies do whatever m lets them do. Both have the same bodies. */
SarStatus sar_row_set_spans(SarContext *context, SarWorkspace *m, const double *q, const SarRowSet *set,
                            SarWorkspace *other, const double *q_other, double tolerance, bool *spans);

#endif
