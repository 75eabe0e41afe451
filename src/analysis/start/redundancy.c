#include "analysis/start/redundancy.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/poses/gradients.h"
#include "analysis/start/row_blocks.h"
#include "linear/rank.h"

#define BATCH 32 /* right-hand sides that are solved for at once */

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

/* ---- what repeats what ---- */

/* The dependent rows in rounds: the first one of every block, the second one, and so on. Blocks share no coordinates
 * (row_blocks.h), so that one right-hand side serves a round. */
typedef struct Rounds {
  int32_t count;
  int32_t *end;          /* count: where each round ends in `rows` */
  int32_t *rows;         /* the dependent ones */
  int32_t *first, *list; /* by block: where its rows stand in the list of all rows */
  int32_t *memory;
} Rounds;

/* Rows in the order of their blocks; first[] moves on while they are put and is put back afterwards. */
static void list_blocks(const SarRowBlocks *blocks, Rounds *r) {
  for (int32_t row = 0; row < blocks->nrows; row++) r->first[blocks->block[row] + 1]++;
  for (int32_t k = 0; k < blocks->nblocks; k++) r->first[k + 1] += r->first[k];
  for (int32_t row = 0; row < blocks->nrows; row++) r->list[r->first[blocks->block[row]]++] = row;
  for (int32_t k = blocks->nblocks; k > 0; k--) r->first[k] = r->first[k - 1];
  r->first[0] = 0;
}

/* next: one zero for each block and pass. */
static void list_rounds(const SarRowBlocks *blocks, const bool *dependent, int32_t *next, Rounds *r) {
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t row = 0; row < blocks->nrows; row++) {
      if (!dependent[row]) continue;
      int32_t round = next[pass * blocks->nblocks + blocks->block[row]]++;
      if (pass) r->rows[r->end[round]++] = row;
      if (!pass) r->end[round + 1]++;
      if (round >= r->count) r->count = round + 1;
    }
    for (int32_t k = 0; !pass && k < r->count; k++) r->end[k + 1] += r->end[k];
  }
}

static SarStatus make_rounds(SarContext *context, const SarRowBlocks *blocks, const bool *dependent, Rounds *r) {
  size_t nrows = (size_t)blocks->nrows, nblocks = (size_t)blocks->nblocks;
  *r = (Rounds){.memory = calloc(3 * nrows + 3 * nblocks + 2, sizeof *r->memory)};
  if (!r->memory) return sar_report_no_memory(context);
  r->end = r->memory;
  r->rows = r->end + nrows + 1;
  r->first = r->rows + nrows;
  r->list = r->first + nblocks + 1;
  list_blocks(blocks, r);
  list_rounds(blocks, dependent, r->list + nrows, r);
  return SAR_OK;
}

/* Rounds from `first` on, at most BATCH of them: their right-hand sides, solved for and handed on. */
static SarStatus explain_batch(const SarGradients *g, const SarRowBlocks *blocks, const Rounds *r, int32_t first,
                               int32_t count, SarLeastSquares *factors, double *b, SarExplained each, void *self) {
  size_t length = (size_t)g->pattern.nrows, nrows = (size_t)g->pattern.ncolumns;
  double *c = b + (size_t)count * length;
  int32_t begin = first > 0 ? r->end[first - 1] : 0, end = r->end[first + count - 1];
  memset(b, 0, length * (size_t)count * sizeof *b);
  for (int32_t i = begin, round = first; i < end; i++) {
    while (i >= r->end[round]) round++;
    double *column = b + (size_t)(round - first) * length;
    for (int32_t k = g->column[r->rows[i]]; k < g->column[r->rows[i] + 1]; k++) column[g->row[k]] = g->values[k];
  }
  SAR_TRY(sar_least_squares_solve(factors, count, b, c));
  for (int32_t i = begin, round = first; i < end; i++) {
    while (i >= r->end[round]) round++;
    int32_t row = r->rows[i], block = blocks->block[row];
    SarExplanation explanation = {.row = row,
                                  .rows = r->list + r->first[block],
                                  .nrows = r->first[block + 1] - r->first[block],
                                  .c = c + (size_t)(round - first) * nrows};
    SAR_TRY(each(self, &explanation));
  }
  return SAR_OK;
}

static SarStatus explain(SarContext *context, SarGradients *g, const SarRowBlocks *blocks, const SarRowSet *set,
                         SarExplained each, void *self) {
  Rounds rounds = {0};
  SarLeastSquares *factors = NULL;
  double *b = NULL;
  SarStatus status = sar_row_blocks_separate(context, blocks, &g->pattern, g->row, &g->pattern.nrows);
  if (status == SAR_OK) status = make_rounds(context, blocks, set->dependent, &rounds);
  int32_t most = rounds.count < BATCH ? rounds.count : BATCH;
  if (status == SAR_OK) {
    b = calloc((size_t)most * ((size_t)g->pattern.nrows + (size_t)g->pattern.ncolumns) + 1, sizeof *b);
    status = b ? sar_least_squares_create(context, &g->pattern, g->values, set->dependent, &factors)
               : sar_report_no_memory(context);
  }
  for (int32_t k = 0; status == SAR_OK && k < rounds.count; k += most) {
    int32_t count = rounds.count - k < most ? rounds.count - k : most;
    status = explain_batch(g, blocks, &rounds, k, count, factors, b, each, self);
  }
  sar_least_squares_destroy(&factors);
  free(b);
  free(rounds.memory);
  return status;
}

SarStatus sar_row_set_explain(SarContext *context, SarWorkspace *m, double t, const double *q, const SarRowSet *set,
                              SarExplained each, void *self) {
  if (set->rank == set->nrows) return SAR_OK;
  SarGradients g;
  SarRowBlocks blocks = {0};
  SAR_TRY(sar_gradients_make(context, m, t, q, sar_system_length(m->system), &g));
  SarStatus status = sar_row_blocks_create(context, m->system, &blocks);
  if (status == SAR_OK) status = explain(context, &g, &blocks, set, each, self);
  sar_row_blocks_free(&blocks);
  sar_gradients_free(&g);
  return status;
}

/* ---- two sets ---- */

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
