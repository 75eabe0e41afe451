#include "method/augment.h"

#include <stdlib.h>
#include <string.h>

/* A constraint's row stands in the columns of the accelerations (and of states that it depends on), and B^T in the
 * column of its multiplier, which has the same number as the row. */
static bool is_constraint(const SarProblem *problem, int32_t row) {
  return row >= problem->n.nv && row < problem->n.nv + problem->n.np + problem->n.nn;
}

static int by_value(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* The rows of column j of the sum, sorted, into `row`; returns how many there are. mark: n numbers, none of them j + 1.
 */
static int32_t column_of_sum(const SarProblem *problem, int32_t j, int32_t *mark, int32_t *row) {
  const SarPattern *p = &problem->pattern;
  int32_t count = 0;
  for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) {
    mark[p->row[k]] = j + 1;
    row[count++] = p->row[k];
  }
  for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) {
    int32_t c = p->row[k];
    if (!is_constraint(problem, c)) continue;
    for (int32_t m = p->column[c]; m < p->column[c + 1] && p->row[m] < problem->n.nv; m++) {
      if (mark[p->row[m]] == j + 1) continue;
      mark[p->row[m]] = j + 1;
      row[count++] = p->row[m];
    }
  }
  qsort(row, (size_t)count, sizeof *row, by_value);
  return count;
}

static int32_t count_products(const SarProblem *problem) {
  const SarPattern *p = &problem->pattern;
  int32_t count = 0;
  for (int32_t k = 0; k < p->column[p->ncolumns]; k++) {
    int32_t c = p->row[k];
    if (!is_constraint(problem, c)) continue;
    for (int32_t m = p->column[c]; m < p->column[c + 1] && p->row[m] < problem->n.nv; m++) count++;
  }
  return count;
}

static bool make_pattern(SarArena *arena, const SarProblem *problem, SarAugment *augment) {
  const SarPattern *p = &problem->pattern;
  int32_t n = p->ncolumns;
  int32_t *mark = SAR_NEW(arena, n, int32_t), *one = SAR_NEW(arena, n, int32_t),
          *column = SAR_NEW(arena, n + 1, int32_t);
  if (!mark || !one || !column) return false;
  for (int32_t j = 0; j < n; j++) column[j + 1] = column[j] + column_of_sum(problem, j, mark, one);
  int32_t *row = SAR_NEW(arena, column[n], int32_t);
  if (!row) return false;
  memset(mark, 0, (size_t)n * sizeof *mark);
  for (int32_t j = 0; j < n; j++) {
    int32_t count = column_of_sum(problem, j, mark, one);
    memcpy(row + column[j], one, (size_t)count * sizeof *row);
  }
  augment->pattern = (SarPattern){.nrows = n, .ncolumns = n, .column = column, .row = row};
  return true;
}

static void make_products(const SarProblem *problem, SarAugment *augment) {
  const SarPattern *p = &problem->pattern;
  for (int32_t j = 0; j < p->ncolumns; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) {
      int32_t c = p->row[k];
      augment->place[k] = sar_pattern_find(&augment->pattern, c, j);
      if (!is_constraint(problem, c)) continue;
      for (int32_t m = p->column[c]; m < p->column[c + 1] && p->row[m] < problem->n.nv; m++) {
        augment->products[augment->nproducts++] = (struct SarAugmentProduct){
            .target = sar_pattern_find(&augment->pattern, p->row[m], j), .left = m, .right = k};
      }
    }
  }
}

SarAugment *sar_augment_create(SarArena *arena, const SarProblem *problem) {
  SarAugment *augment = SAR_NEW(arena, 1, SarAugment);
  if (!augment || !make_pattern(arena, problem, augment)) return NULL;
  augment->place = SAR_NEW(arena, problem->pattern.column[problem->pattern.ncolumns], int32_t);
  augment->products = SAR_NEW(arena, count_products(problem), struct SarAugmentProduct);
  if (!augment->place || !augment->products) return NULL;
  make_products(problem, augment);
  return augment;
}

void sar_augment_values(const SarAugment *augment, const SarProblem *problem, const double *values, double factor,
                        double *out) {
  int32_t n = augment->pattern.ncolumns;
  memset(out, 0, (size_t)augment->pattern.column[n] * sizeof *out);
  for (int32_t k = 0; k < problem->pattern.column[n]; k++) out[augment->place[k]] = values[k];
  for (int32_t i = 0; i < augment->nproducts; i++) {
    const struct SarAugmentProduct *product = &augment->products[i];
    out[product->target] += factor * values[product->left] * values[product->right];
  }
}
