/* Groups of rows and where everything of them stands: found once for a choice of rows. */
#include <stdlib.h>

#include "analysis/start/null_space.h"
#include "analysis/start/row_blocks.h"

#define LONG 48 /* coordinates of a row; joints have at most twelve, couplers of two and three joints 24 and 36 */

static bool is_dropped(const SarNullSpace *n, int32_t row) { return row < n->m->problem.n.np && !n->m->carried[row]; }

/* Blocks that have rows which are not carried become groups: group[block], -1 for the others. */
static bool make_groups(SarNullSpace *n, const SarRowBlocks *b, int32_t *group) {
  for (int32_t k = 0; k < b->nblocks; k++) group[k] = -1;
  for (int32_t row = 0; row < b->nrows; row++) {
    if (is_dropped(n, row) && group[b->block[row]] < 0) group[b->block[row]] = n->ngroups++;
  }
  n->groups = calloc((size_t)n->ngroups + 1, sizeof *n->groups);
  if (!n->groups) return false;
  for (int32_t row = 0; row < b->nrows; row++) {
    if (group[b->block[row]] >= 0) n->groups[group[b->block[row]]].nrows++;
  }
  for (SarNullGroup *g = n->groups; g < n->groups + n->ngroups; g++) {
    g->row = n->nrows;
    n->nrows += g->nrows;
    g->nrows = 0; /* counted again */
  }
  return true;
}

/* number: by row of the mechanism; -1 where it is in no group. */
static bool put_rows(SarNullSpace *n, const SarRowBlocks *b, const int32_t *group, int32_t *number) {
  n->rows = calloc(2 * (size_t)n->nrows + 2, sizeof *n->rows);
  if (!n->rows) return false;
  n->first = n->rows + n->nrows;
  for (int32_t row = 0; row < b->nrows; row++) {
    SarNullGroup *g = group[b->block[row]] < 0 ? NULL : &n->groups[group[b->block[row]]];
    number[row] = g ? g->row + g->nrows++ : -1;
    if (g) n->rows[number[row]] = row;
  }
  return true;
}

/* Where the gradients stand in the matrix: first counted, then put; first[] moves on meanwhile. Coordinates increase in
 * each row and are still those of the mechanism. */
static bool find_gradients(SarNullSpace *n, const int32_t *number) {
  const SarProblem *p = &n->m->problem;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t c = 0; c < p->n.nv; c++) {
      for (int32_t k = p->pattern.column[c]; k < p->pattern.column[c + 1]; k++) {
        int32_t row = p->pattern.row[k] - p->n.nv;
        if (row < 0 || row >= p->n.np + p->n.nn || number[row] < 0) continue;
        int32_t *next = &n->first[number[row] + 1 - pass];
        if (pass) n->unknown[*next] = c, n->from[*next] = k;
        ++*next;
      }
    }
    if (pass) break;
    for (int32_t i = 0; i < n->nrows; i++) n->first[i + 1] += n->first[i];
    size_t count = (size_t)n->first[n->nrows] + 1;
    n->unknown = calloc(2 * count, sizeof *n->unknown);
    n->gradient = calloc(count, sizeof *n->gradient);
    if (!n->unknown || !n->gradient) return false;
    n->from = n->unknown + count;
  }
  for (int32_t i = n->nrows; i > 0; i--) n->first[i] = n->first[i - 1];
  n->first[0] = 0;
  return true;
}

static bool is_long(const SarNullSpace *n, int32_t row) { return n->first[row + 1] - n->first[row] > LONG; }

static int compare(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* Coordinates of a group get numbers of its own, in their order; long rows come behind. seen: by coordinate, -1 between
 * uses; list: by coordinate. scale[] and coordinate[] have room for all. */
static void number_unknowns(SarNullSpace *n, SarNullGroup *g, int32_t *seen, int32_t *list) {
  const SarProblem *p = &n->m->problem;
  double length = sar_system_length(n->m->system);
  int32_t found = 0, begin = n->first[g->row], end = n->first[g->row + g->nrows];
  for (int32_t k = begin; k < end; k++) {
    if (seen[n->unknown[k]] < 0) seen[n->unknown[k]] = 0, list[found++] = n->unknown[k];
  }
  qsort(list, (size_t)found, sizeof *list, compare);
  g->unknown = n->nunknowns;
  g->ncoordinates = g->nunknowns = found;
  for (int32_t i = 0; i < found; i++) {
    seen[list[i]] = g->unknown + i;
    n->scale[g->unknown + i] = 1 / (p->weight[list[i]] * length);
    n->coordinate[g->unknown + i] = list[i];
  }
  for (int32_t k = begin; k < end; k++) n->unknown[k] = seen[n->unknown[k]];
  for (int32_t i = 0; i < found; i++) seen[list[i]] = -1;
  for (int32_t row = g->row; row < g->row + g->nrows; row++) g->nunknowns += is_long(n, row);
  n->nunknowns += g->nunknowns;
}

/* The rows of each unknown: counted, then put. column[] moves on meanwhile. */
static void list_by_unknowns(SarNullSpace *n) {
  for (int pass = 0; pass < 2; pass++) {
    for (SarNullGroup *g = n->groups; g < n->groups + n->ngroups; g++) {
      int32_t border = g->unknown + g->ncoordinates;
      for (int32_t row = g->row; row < g->row + g->nrows; row++) {
        bool own = is_long(n, row);
        for (int32_t k = n->first[row]; k < (own ? n->first[row] + 1 : n->first[row + 1]); k++) {
          int32_t *next = &n->column[(own ? border++ : n->unknown[k]) + 1 - pass];
          if (pass) n->in_row[*next] = row, n->entry[*next] = k;
          ++*next;
        }
      }
    }
    for (int32_t i = 0; !pass && i < n->nunknowns; i++) n->column[i + 1] += n->column[i];
  }
  for (int32_t i = n->nunknowns; i > 0; i--) n->column[i] = n->column[i - 1];
  n->column[0] = 0;
}

/* The upper triangle: unknowns that share a row, and each with itself. seen: by unknown, the last column that met it.
 */
static int32_t meet_unknowns(const SarNullSpace *n, int32_t *seen, int32_t *row) {
  int32_t count = 0;
  for (int32_t c = 0; c < n->nunknowns; c++) {
    int32_t first = count;
    if (row) n->normal_column[c] = first;
    for (int32_t k = n->column[c]; k < n->column[c + 1]; k++) {
      for (int32_t e = n->first[n->in_row[k]]; e < n->first[n->in_row[k] + 1] && n->unknown[e] < c; e++) {
        if (seen[n->unknown[e]] == c) continue;
        seen[n->unknown[e]] = c;
        if (row) row[count] = n->unknown[e];
        count++;
      }
    }
    if (row) qsort(row + first, (size_t)(count - first), sizeof *row, compare);
    if (row) row[count] = c;
    count++;
  }
  if (row) n->normal_column[n->nunknowns] = count;
  return count;
}

static bool make_normal(SarNullSpace *n) {
  size_t unknowns = (size_t)n->nunknowns, entries = (size_t)n->first[n->nrows];
  n->column = calloc(2 * unknowns + 2 + 2 * (entries + 1), sizeof *n->column);
  int32_t *seen = calloc(2 * unknowns + 1, sizeof *seen);
  bool room = n->column && seen;
  if (room) {
    n->normal_column = n->column + unknowns + 1;
    n->in_row = n->normal_column + unknowns + 1;
    n->entry = n->in_row + entries + 1;
    list_by_unknowns(n);
    for (size_t i = 0; i < 2 * unknowns; i++) seen[i] = -1;
    size_t count = (size_t)meet_unknowns(n, seen, NULL) + 1;
    n->normal_row = calloc(count, sizeof *n->normal_row);
    n->normal_values = calloc(count, sizeof *n->normal_values);
    room = n->normal_row && n->normal_values;
    if (room) meet_unknowns(n, seen + unknowns, n->normal_row);
    n->normal = (SarPattern){n->nunknowns, n->nunknowns, n->normal_column, n->normal_row};
  }
  free(seen);
  return room;
}

/* scratch: for blocks and rows, then for coordinates and coordinates. */
static bool build(SarNullSpace *n, const SarRowBlocks *b, int32_t *scratch) {
  int32_t nv = n->m->problem.n.nv, *number = scratch + b->nblocks, *seen = number + b->nrows, *list = seen + nv;
  if (!make_groups(n, b, scratch) || !put_rows(n, b, scratch, number) || !find_gradients(n, number)) return false;
  size_t entries = (size_t)n->first[n->nrows] + (size_t)n->nrows;
  n->scale = calloc(entries + 1, sizeof *n->scale); /* at most */
  n->coordinate = calloc(entries + 1, sizeof *n->coordinate);
  if (!n->scale || !n->coordinate) return false;
  for (int32_t i = 0; i < nv; i++) seen[i] = -1;
  for (SarNullGroup *g = n->groups; g < n->groups + n->ngroups; g++) number_unknowns(n, g, seen, list);
  size_t rows = (size_t)n->nrows, unknowns = (size_t)n->nunknowns;
  double *scale = realloc(n->scale, (unknowns + 1) * sizeof *scale);
  if (scale) n->scale = scale;
  int32_t *coordinate = realloc(n->coordinate, (unknowns + 1) * sizeof *coordinate);
  if (coordinate) n->coordinate = coordinate;
  n->memory = calloc(5 * rows + 2 * unknowns + 1, sizeof *n->memory);
  if (!n->memory) return false;
  n->part = n->memory;
  n->room = n->part + rows;
  n->load = n->room + 4 * rows;
  n->solution = n->load + unknowns;
  return make_normal(n);
}

SarStatus sar_null_space_create(SarContext *context, const SarWorkspace *m, SarNullSpace **out) {
  SarRowBlocks blocks = {0};
  SarNullSpace *n = *out = calloc(1, sizeof *n);
  if (!n) return sar_report_no_memory(context);
  n->m = m;
  SarStatus status = sar_row_blocks_create(context, m->system, &blocks);
  if (status == SAR_OK) {
    size_t room = (size_t)blocks.nblocks + (size_t)blocks.nrows + 2 * (size_t)m->problem.n.nv;
    int32_t *scratch = calloc(room + 1, sizeof *scratch);
    status = scratch && build(n, &blocks, scratch) ? sar_ldl_create(context, &n->normal, &n->ldl)
                                                   : sar_report_no_memory(context);
    free(scratch);
  }
  sar_row_blocks_free(&blocks);
  if (status != SAR_OK) sar_null_space_destroy(out);
  return status;
}

void sar_null_space_destroy(SarNullSpace **space) {
  SarNullSpace *n = *space;
  if (!n) return;
  sar_ldl_destroy(&n->ldl);
  free(n->groups);
  free(n->rows);
  free(n->unknown);
  free(n->gradient);
  free(n->scale);
  free(n->coordinate);
  free(n->column);
  free(n->normal_row);
  free(n->normal_values);
  free(n->memory);
  free(n);
  *space = NULL;
}
