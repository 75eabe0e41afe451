#include "analysis/start/redundancy.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/poses/gradients.h"
#include "analysis/start/row_blocks.h"
#include "linear/rank.h"

#define BATCH 32 /* rows that are explained at once */

SarStatus sar_row_set_find(SarContext *context, SarWorkspace *m, double t, const double *q, double tolerance,
                           SarRowSet *out) {
  int32_t rows = m->problem.n.np + m->problem.n.nn;
  *out = (SarRowSet){.nrows = rows, .tolerance = tolerance, .dependent = calloc((size_t)rows + 1, sizeof(bool))};
  if (!out->dependent) return sar_report_no_memory(context);
  if (rows == 0) return SAR_OK;
  SarGradients g;
  SarRowBlocks blocks = {0};
  SarStatus status = sar_gradients_make(context, m, t, q, sar_system_length(m->system), &g);
  if (status == SAR_OK) {
    status = sar_row_blocks_create(context, m->system, &blocks);
    if (status == SAR_OK) status = sar_row_blocks_separate(context, &blocks, &g.pattern, g.row, &g.pattern.nrows);
    if (status == SAR_OK) {
      status = sar_rank(context, &g.pattern, g.values, tolerance, out->dependent, &out->rank, NULL);
    }
    sar_row_blocks_free(&blocks);
    sar_gradients_free(&g);
  }
  if (status != SAR_OK) sar_row_set_free(out);
  return status;
}

void sar_row_set_free(SarRowSet *set) {
  free(set->dependent);
  set->dependent = NULL;
}

/* Solves for the rows of a batch and hands them on, in their order. */
static SarStatus explain_batch(const SarGradients *g, SarLeastSquares *factors, const int32_t *rows, int32_t count,
                               double *b, double *c, SarExplained each, void *self) {
  size_t length = (size_t)g->pattern.nrows, nrows = (size_t)g->pattern.ncolumns;
  memset(b, 0, length * (size_t)count * sizeof *b);
  for (int32_t i = 0; i < count; i++) {
    double *column = b + (size_t)i * length;
    for (int32_t k = g->column[rows[i]]; k < g->column[rows[i] + 1]; k++) column[g->row[k]] = g->values[k];
  }
  SAR_TRY(sar_least_squares_solve(factors, count, b, c));
  for (int32_t i = 0; i < count; i++) SAR_TRY(each(self, rows[i], c + (size_t)i * nrows));
  return SAR_OK;
}

static SarStatus explain_rows(const SarGradients *g, const SarRowSet *set, SarLeastSquares *factors, double *b,
                              double *c, SarExplained each, void *self) {
  int32_t rows[BATCH], count = 0;
  for (int32_t row = 0; row < set->nrows; row++) {
    if (set->dependent[row]) rows[count++] = row;
    if (count == 0 || (count < BATCH && row + 1 < set->nrows)) continue;
    SAR_TRY(explain_batch(g, factors, rows, count, b, c, each, self));
    count = 0;
  }
  return SAR_OK;
}

SarStatus sar_row_set_explain(SarContext *context, SarWorkspace *m, double t, const double *q, const SarRowSet *set,
                              SarExplained each, void *self) {
  if (set->rank == set->nrows) return SAR_OK;
  SarGradients g;
  SAR_TRY(sar_gradients_make(context, m, t, q, sar_system_length(m->system), &g));
  size_t nv = (size_t)m->problem.n.nv;
  double *b = calloc(BATCH * (nv + (size_t)set->nrows) + 1, sizeof *b);
  SarLeastSquares *factors = NULL;
  SarStatus status = b ? SAR_OK : sar_report_no_memory(context);
  if (status == SAR_OK) status = sar_least_squares_create(context, &g.pattern, g.values, set->dependent, &factors);
  if (status == SAR_OK) status = explain_rows(&g, set, factors, b, b + BATCH * nv, each, self);
  sar_least_squares_destroy(&factors);
  free(b);
  sar_gradients_free(&g);
  return status;
}

/* The columns of b behind those of a. */
static SarStatus join_gradients(SarContext *context, const SarGradients *a, const SarGradients *b, SarGradients *out) {
  int32_t na = a->pattern.ncolumns, nb = b->pattern.ncolumns, end = a->column[na], total = end + b->column[nb];
  *out = (SarGradients){.column = calloc((size_t)na + (size_t)nb + 1, sizeof(int32_t)),
                        .row = calloc((size_t)total + 1, sizeof(int32_t)),
                        .values = calloc((size_t)total + 1, sizeof(double))};
  if (!out->column || !out->row || !out->values) {
    sar_gradients_free(out);
    return sar_report_no_memory(context);
  }
  for (int32_t j = 0; j <= na; j++) out->column[j] = a->column[j];
  for (int32_t j = 1; j <= nb; j++) out->column[na + j] = end + b->column[j];
  for (int32_t k = 0; k < total; k++) {
    out->row[k] = k < end ? a->row[k] : b->row[k - end];
    out->values[k] = k < end ? a->values[k] : b->values[k - end];
  }
  out->pattern = (SarPattern){a->pattern.nrows, na + nb, out->column, out->row};
  return SAR_OK;
}

/* The rank of both together is at most that of the first. */
static SarStatus compare_spans(SarContext *context, const SarGradients *a, const SarGradients *b, int32_t rank,
                               double tolerance, bool *spans) {
  SarGradients both;
  SAR_TRY(join_gradients(context, a, b, &both));
  bool *dependent = calloc((size_t)both.pattern.ncolumns + 1, sizeof *dependent);
  int32_t together = 0;
  SarStatus status = dependent ? SAR_OK : sar_report_no_memory(context);
  if (status == SAR_OK) status = sar_rank(context, &both.pattern, both.values, tolerance, dependent, &together, NULL);
  *spans = status == SAR_OK && together <= rank;
  free(dependent);
  sar_gradients_free(&both);
  return status;
}

SarStatus sar_row_set_spans(SarContext *context, SarWorkspace *m, const double *q, const SarRowSet *set,
                            SarWorkspace *other, const double *q_other, double tolerance, bool *spans) {
  double length = sar_system_length(m->system);
  *spans = false;
  SarGradients a, b;
  SAR_TRY(sar_gradients_make(context, m, 0, q, length, &a));
  SarStatus status = sar_gradients_make(context, other, 0, q_other, length, &b);
  if (status == SAR_OK) {
    status = compare_spans(context, &a, &b, set->rank, tolerance, spans);
    sar_gradients_free(&b);
  }
  sar_gradients_free(&a);
  return status;
}
