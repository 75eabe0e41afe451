/* Groups of rows and where everything of them stands: found once for a choice of rows. */
#include <stdlib.h>

#include "analysis/start/null_vectors.h"
#include "analysis/start/row_blocks.h"

static bool is_dropped(const SarNullVectors *n, int32_t row) { return row < n->m->problem.n.np && !n->m->carried[row]; }

/* Blocks that have rows which are not carried become groups: group[block], -1 for the others. */
static bool make_groups(SarNullVectors *n, const SarRowBlocks *b, int32_t *group) {
  for (int32_t k = 0; k < b->nblocks; k++) group[k] = -1;
  for (int32_t row = 0; row < b->nrows; row++) {
    if (is_dropped(n, row) && group[b->block[row]] < 0) group[b->block[row]] = n->ngroups++;
  }
  n->groups = calloc((size_t)n->ngroups + 1, sizeof *n->groups);
  if (!n->groups) return false;
  for (int32_t row = 0; row < b->nrows; row++) {
    if (group[b->block[row]] < 0) continue;
    n->groups[group[b->block[row]]].nrows++;
    n->groups[group[b->block[row]]].nvectors += is_dropped(n, row);
  }
  return true;
}

static void place_groups(SarNullVectors *n, int32_t *nrows) {
  int32_t vectors = 0;
  for (SarNullGroup *g = n->groups; g < n->groups + n->ngroups; g++) {
    g->first_row = *nrows;
    g->first_vector = vectors;
    *nrows += g->nrows;
    vectors += g->nvectors;
    if (g->nvectors > n->nbatches) n->nbatches = g->nvectors;
  }
}

/* Counts what has been put in nrows and nvectors of the groups again. vector_of: by row; -1 where it is carried. */
static void put_rows(SarNullVectors *n, const SarRowBlocks *b, const int32_t *group, int32_t *vector_of) {
  for (SarNullGroup *g = n->groups; g < n->groups + n->ngroups; g++) g->nrows = g->nvectors = 0;
  for (int32_t row = 0, index = 0; row < b->nrows; row++) {
    int32_t at = group[b->block[row]];
    vector_of[row] = -1;
    if (at < 0) continue;
    SarNullGroup *g = &n->groups[at];
    if (is_dropped(n, row)) {
      int32_t vector = vector_of[row] = g->first_vector + g->nvectors++;
      n->own[vector] = row;
      n->order[index++] = vector;
    }
    n->rows[g->first_row + g->nrows++] = row;
  }
}

/* Where the gradients stand in the matrix: first counted, then put; first[] moves on meanwhile. */
static bool find_gradients(SarNullVectors *n, const int32_t *vector_of) {
  const SarProblem *p = &n->m->problem;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t c = 0; c < p->n.nv; c++) {
      for (int32_t k = p->pattern.column[c]; k < p->pattern.column[c + 1]; k++) {
        int32_t row = p->pattern.row[k] - p->n.nv;
        if (row < 0 || row >= p->n.np || vector_of[row] < 0) continue;
        int32_t *next = &n->first[vector_of[row] + 1 - pass];
        if (pass) n->column[*next] = c, n->from[*next] = k;
        ++*next;
      }
    }
    if (pass) break;
    for (int32_t i = 0; i < n->nvectors; i++) n->first[i + 1] += n->first[i];
    size_t count = (size_t)n->first[n->nvectors] + 1;
    n->column = calloc(count, sizeof *n->column);
    n->from = calloc(count, sizeof *n->from);
    n->gradient = calloc(count, sizeof *n->gradient);
    if (!n->column || !n->from || !n->gradient) return false;
  }
  for (int32_t i = n->nvectors; i > 0; i--) n->first[i] = n->first[i - 1];
  n->first[0] = 0;
  return true;
}

static bool build(SarNullVectors *n, const SarRowBlocks *b, int32_t *group, int32_t *vector_of) {
  int32_t nrows = 0;
  if (!make_groups(n, b, group)) return false;
  place_groups(n, &nrows);
  size_t vectors = (size_t)n->nvectors + 1, all = (size_t)b->nrows + 1;
  n->rows = calloc((size_t)nrows + 4 * vectors + all, sizeof *n->rows);
  n->start = calloc(3 * vectors, sizeof *n->start);
  n->work = calloc(all + vectors, sizeof *n->work);
  if (!n->rows || !n->start || !n->work) return false;
  n->own = n->rows + nrows;
  n->order = n->own + vectors;
  n->first = n->order + vectors;
  n->reach = n->first + vectors;
  n->earliest = n->reach + vectors;
  n->end = n->start + vectors;
  n->gram = n->end + vectors;
  n->part = n->work + all;
  put_rows(n, b, group, vector_of);
  return find_gradients(n, vector_of);
}

SarStatus sar_null_vectors_create(SarContext *context, const SarWorkspace *m, SarNullVectors **out) {
  SarRowBlocks blocks = {0};
  SarNullVectors *n = *out = calloc(1, sizeof *n);
  if (!n) return sar_report_no_memory(context);
  *n = (SarNullVectors){.m = m, .nvectors = m->ndropped};
  SarStatus status = sar_row_blocks_create(context, m->system, &blocks);
  if (status == SAR_OK) {
    int32_t *scratch = calloc(2 * (size_t)blocks.nrows + 1, sizeof *scratch);
    bool built = scratch && build(n, &blocks, scratch, scratch + blocks.nblocks);
    if (!built) status = sar_report_no_memory(context);
    free(scratch);
  }
  sar_row_blocks_free(&blocks);
  if (status != SAR_OK) sar_null_vectors_destroy(out);
  return status;
}

void sar_null_vectors_destroy(SarNullVectors **vectors) {
  SarNullVectors *n = *vectors;
  if (!n) return;
  free(n->groups);
  free(n->rows);
  free(n->column);
  free(n->from);
  free(n->gradient);
  free(n->start);
  free(n->work);
  free(n->row);
  free(n->value);
  free(n->products);
  free(n);
  *vectors = NULL;
}
