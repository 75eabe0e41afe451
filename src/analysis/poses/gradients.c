#include "analysis/poses/gradients.h"

#include <stdlib.h>

void sar_gradients_free(SarGradients *g) {
  free(g->column);
  free(g->row);
  free(g->values);
  *g = (SarGradients){0};
}

/* Columns of rotations over the length; those of scalar coordinates over their own scale. */
static double column_scale(const SarMechanism *m, int32_t column, double length) {
  if (column >= 6 * m->system->nbodies) return 1 / (m->problem.weight[column] * length);
  return column % 6 < 3 ? 1 : 1 / length;
}

/* Takes the constraint rows out of the saddle-point matrix and transposes them. */
SarStatus sar_gradients_make(SarContext *context, const SarMechanism *m, double t, const double *q, double length,
                             SarGradients *g) {
  const SarProblem *p = &m->problem;
  int32_t n = sar_sizes_unknowns(&p->n), nv = p->n.nv, rows = p->n.np + p->n.nn;
  int32_t nnz = p->pattern.column[n];
  double *values = calloc((size_t)nnz + (size_t)n + 1, sizeof *values), *zero = values ? values + nnz : NULL;
  *g = (SarGradients){.column = calloc((size_t)rows + 2, sizeof(int32_t)),
                      .row = calloc((size_t)nnz + 1, sizeof(int32_t)),
                      .values = calloc((size_t)nnz + 1, sizeof(double))};
  if (!values || !g->column || !g->row || !g->values) {
    free(values);
    sar_gradients_free(g);
    return sar_report_no_memory(context);
  }
  SarPoint at = {.t = t, .q = q, .v = zero, .a = zero, .lambda = zero, .mu = zero, .x = zero, .xdot = zero, .z = zero};
  SarStatus status = p->ops->jacobian(p, &at, &(SarWeights){.a = 1, .xdot = 1}, values);
  int32_t *next = g->column + 1; /* counts, then insertion points, then ends */
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t c = 0; c < nv; c++) {
      for (int32_t k = p->pattern.column[c]; k < p->pattern.column[c + 1]; k++) {
        int32_t row = p->pattern.row[k] - nv;
        if (row < 0 || row >= rows) continue;
        if (pass) {
          g->row[next[row]] = c;
          g->values[next[row]] = values[k] * column_scale(m, c, length);
          next[row]++;
        } else {
          next[row + 1]++;
        }
      }
    }
    for (int32_t r = 0; !pass && r < rows; r++) next[r + 1] += next[r];
  }
  free(values);
  g->pattern = (SarPattern){nv, rows, g->column, g->row};
  if (status != SAR_OK) sar_gradients_free(g);
  return status;
}
