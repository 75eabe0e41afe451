#include "analysis/redundancy.h"

#include <stdlib.h>
#include <string.h>

#include "linear/rank.h"

/* The matrix whose columns are the gradients of the rows, with rotations over L: lengths and angles compare. */
typedef struct Gradients {
  SarPattern pattern;
  int32_t *column, *row;
  double *values;
} Gradients;

static void free_gradients(Gradients *g) {
  free(g->column);
  free(g->row);
  free(g->values);
}

/* Takes the constraint rows out of the saddle-point matrix and transposes them. */
static SarStatus make_gradients(SarContext *context, const SarMechanism *m, double t, const double *q, Gradients *g) {
  const SarProblem *p = &m->problem;
  int32_t n = sar_sizes_unknowns(&p->n), nv = p->n.nv, rows = p->n.np + p->n.nn;
  int32_t nnz = p->pattern.column[n];
  double *values = calloc((size_t)nnz + (size_t)n + 1, sizeof *values), *zero = values ? values + nnz : NULL;
  *g = (Gradients){.column = calloc((size_t)rows + 2, sizeof(int32_t)),
                   .row = calloc((size_t)nnz + 1, sizeof(int32_t)),
                   .values = calloc((size_t)nnz + 1, sizeof(double))};
  if (!values || !g->column || !g->row || !g->values) {
    free(values);
    free_gradients(g);
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
          g->values[next[row]] = values[k] * (c % 6 < 3 ? 1 : 1 / m->system->length);
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
  if (status != SAR_OK) free_gradients(g);
  return status;
}

SarStatus sar_row_set_find(SarContext *context, SarMechanism *m, double t, const double *q, double tolerance,
                           SarRowSet *out) {
  int32_t rows = m->problem.n.np + m->problem.n.nn;
  *out = (SarRowSet){.nrows = rows, .dependent = calloc((size_t)rows + 1, sizeof(bool))};
  if (!out->dependent) return sar_report_no_memory(context);
  if (rows == 0) return SAR_OK;
  Gradients g;
  SarStatus status = make_gradients(context, m, t, q, &g);
  if (status == SAR_OK) {
    status = sar_rank(context, &g.pattern, g.values, tolerance, out->dependent, &out->rank, NULL);
    free_gradients(&g);
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
  Gradients g;
  SAR_TRY(make_gradients(context, m, t, q, &g));
  double *b = calloc((size_t)m->problem.n.nv + 1, sizeof *b), residual;
  SarStatus status = SAR_OK;
  if (b) {
    for (int32_t k = g.column[row]; k < g.column[row + 1]; k++) b[g.row[k]] = g.values[k];
    status = sar_least_squares(context, &g.pattern, g.values, set->dependent, b, c, &residual);
  } else {
    status = sar_report_no_memory(context);
  }
  free(b);
  free_gradients(&g);
  return status;
}
