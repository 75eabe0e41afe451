#include "analysis/poses/gradients.h"

#include <stdlib.h>

void sar_gradients_free(SarGradients *g) {
  free(g->column);
  free(g->row);
  free(g->values);
  free(g->from);
  free(g->matrix);
  *g = (SarGradients){0};
}

/* Columns of rotations over the length; those of scalar coordinates over their own scale. */
static double column_scale(const SarWorkspace *m, int32_t column, double length) {
  if (column >= 6 * sar_system_bodies(m->system)) return 1 / (m->problem.weight[column] * length);
  return column % 6 < 3 ? 1 : 1 / length;
}

static size_t count_entries(const SarProblem *p) {
  size_t count = 0;
  int32_t nv = p->n.nv, rows = p->n.np + p->n.nn;
  for (int32_t k = 0; k < p->pattern.column[nv]; k++) {
    count += p->pattern.row[k] >= nv && p->pattern.row[k] < nv + rows;
  }
  return count;
}

/* Where the constraint rows stand in the saddle-point matrix, transposed. */
static void take_pattern(const SarProblem *p, SarGradients *g) {
  int32_t nv = p->n.nv, rows = p->n.np + p->n.nn;
  int32_t *next = g->column + 1; /* counts, then insertion points, then ends */
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t c = 0; c < nv; c++) {
      for (int32_t k = p->pattern.column[c]; k < p->pattern.column[c + 1]; k++) {
        int32_t row = p->pattern.row[k] - nv;
        if (row < 0 || row >= rows) continue;
        if (pass) {
          g->row[next[row]] = c;
          g->from[next[row]] = k;
          next[row]++;
        } else {
          next[row + 1]++;
        }
      }
    }
    for (int32_t r = 0; !pass && r < rows; r++) next[r + 1] += next[r];
  }
  g->pattern = (SarPattern){nv, rows, g->column, g->row};
}

SarStatus sar_gradients_update(const SarWorkspace *m, double t, const double *q, double length, SarGradients *g) {
  const SarProblem *p = &m->problem;
  const double *zero = g->matrix + p->pattern.column[sar_sizes_unknowns(&p->n)];
  SarPoint at = {.t = t, .q = q, .v = zero, .a = zero, .lambda = zero, .mu = zero, .x = zero, .xdot = zero, .z = zero};
  SarStatus status = p->ops->jacobian(p, &at, &(SarWeights){.a = 1, .xdot = 1}, g->matrix);
  for (int32_t k = 0; status == SAR_OK && k < g->column[p->n.np + p->n.nn]; k++) {
    g->values[k] = g->matrix[g->from[k]] * column_scale(m, g->row[k], length);
  }
  return status;
}

SarStatus sar_gradients_make(SarContext *context, const SarWorkspace *m, double t, const double *q, double length,
                             SarGradients *g) {
  const SarProblem *p = &m->problem;
  int32_t n = sar_sizes_unknowns(&p->n), nnz = p->pattern.column[n];
  size_t entries = count_entries(p);
  *g = (SarGradients){.column = calloc((size_t)(p->n.np + p->n.nn) + 2, sizeof(int32_t)),
                      .row = calloc(entries + 1, sizeof(int32_t)),
                      .values = calloc(entries + 1, sizeof(double)),
                      .from = calloc(entries + 1, sizeof(int32_t)),
                      .matrix = calloc((size_t)nnz + (size_t)n + 1, sizeof(double))};
  if (!g->column || !g->row || !g->values || !g->from || !g->matrix) {
    sar_gradients_free(g);
    return sar_report_no_memory(context);
  }
  take_pattern(p, g);
  SarStatus status = sar_gradients_update(m, t, q, length, g);
  if (status != SAR_OK) sar_gradients_free(g);
  return status;
}
