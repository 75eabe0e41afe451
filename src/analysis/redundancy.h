/* Redundant constraint rows (numerics, section 6): which rows depend on the others at an assembled pose, judged by the
 * generic rank nearby, so that a singular pose is not mistaken for redundancy. */
#ifndef SAR_ANALYSIS_REDUNDANCY_H
#define SAR_ANALYSIS_REDUNDANCY_H

#include "system/mechanism.h"

typedef struct SarRowSet {
  int32_t nrows; /* position and velocity rows */
  int32_t rank;
  bool *dependent; /* nrows flags; free with sar_row_set_free */
} SarRowSet;

/* Rank of the constraint gradients at (t, q), rows of length about one: what a row adds counts from `tolerance` on. m
 * carries all rows. */
#define SAR_RANK_TOLERANCE 1e-7
SarStatus sar_row_set_find(SarContext *context, SarMechanism *m, double t, const double *q, double tolerance,
                           SarRowSet *out);
void sar_row_set_free(SarRowSet *set);

/* Coefficients c (nrows) with sum c_i Phi_i = Phi_row over the independent rows. */
SarStatus sar_row_set_explain(SarContext *context, SarMechanism *m, double t, const double *q, const SarRowSet *set,
                              int32_t row, double *c);

#endif
