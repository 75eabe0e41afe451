#include "analysis/redundancy.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/gradients.h"
#include "linear/rank.h"

SarStatus sar_row_set_find(SarContext *context, SarMechanism *m, double t, const double *q, double tolerance,
                           SarRowSet *out) {
  int32_t rows = m->problem.n.np + m->problem.n.nn;
  *out = (SarRowSet){.nrows = rows, .dependent = calloc((size_t)rows + 1, sizeof(bool))};
  if (!out->dependent) return sar_report_no_memory(context);
  if (rows == 0) return SAR_OK;
  SarGradients g;
  SarStatus status = sar_gradients_make(context, m, t, q, &g);
  if (status == SAR_OK) {
    status = sar_rank(context, &g.pattern, g.values, tolerance, out->dependent, &out->rank, NULL);
    sar_gradients_free(&g);
  }
  if (status != SAR_OK) sar_row_set_free(out);
  return status;
}

void sar_row_set_free(SarRowSet *set) {
  free(set->dependent);
  set->dependent = NULL;
}

SarStatus sar_row_set_explain(SarContext *context, SarMechanism *m, double t, const double *q, const SarRowSet *set,
                              int32_t row, double *c) {
  SarGradients g;
  SAR_TRY(sar_gradients_make(context, m, t, q, &g));
  double *b = calloc((size_t)m->problem.n.nv + 1, sizeof *b), residual;
  SarStatus status = SAR_OK;
  if (b) {
    for (int32_t k = g.column[row]; k < g.column[row + 1]; k++) b[g.row[k]] = g.values[k];
    status = sar_least_squares(context, &g.pattern, g.values, set->dependent, b, c, &residual);
  } else {
    status = sar_report_no_memory(context);
  }
  free(b);
  sar_gradients_free(&g);
  return status;
}
