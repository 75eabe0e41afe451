#include "analysis/start/null_space.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"

#define MOVING 1e-12   /* e: what joints hold counts from its root on; long ladders bend easily */
#define ROUNDING 1e-14 /* of the loads of single rows: what is left of them all */
#define SLOW 1e-3      /* of the loads, left by a round: it shrinks what should stay, or leads nowhere */
#define ROUNDS 6       /* at most */
#define FEW 3

void sar_null_space_take(SarNullSpace *n, const double *matrix) {
  for (int32_t k = 0; k < n->first[n->nrows]; k++) n->gradient[k] = matrix[n->from[k]] * n->scale[n->unknown[k]];
  n->factored = false;
}

void sar_null_space_add_gradient(const SarNullSpace *n, int32_t row, double factor, double *out) {
  for (int32_t k = n->first[row]; k < n->first[row + 1]; k++) {
    out[n->coordinate[n->unknown[k]]] += factor * n->gradient[k] / n->scale[n->unknown[k]];
  }
}

double sar_null_space_product(const SarNullSpace *n, int32_t row, const double *v) {
  double sum = 0;
  for (int32_t k = n->first[row]; k < n->first[row + 1]; k++) {
    sum += n->gradient[k] / n->scale[n->unknown[k]] * v[n->coordinate[n->unknown[k]]];
  }
  return sum;
}

/* ---- G^T G + e 1 ---- */

/* One column of it; work: zeros, by unknown, on return as well. */
static void make_column(SarNullSpace *n, int32_t c, bool own, double *work) {
  for (int32_t k = n->column[c]; k < n->column[c + 1]; k++) {
    double factor = own ? 1 : n->gradient[n->entry[k]];
    if (factor == 0) continue; /* often, with axes along those of the ground */
    for (int32_t e = n->first[n->in_row[k]]; e < n->first[n->in_row[k] + 1] && n->unknown[e] <= c; e++) {
      work[n->unknown[e]] += factor * n->gradient[e];
    }
  }
  work[c] += own ? -1 : MOVING;
  for (int32_t k = n->normal_column[c]; k < n->normal_column[c + 1]; k++) {
    n->normal_values[k] = work[n->normal_row[k]];
    work[n->normal_row[k]] = 0;
  }
}

static SarStatus factor(SarNullSpace *n) {
  if (n->factored) return SAR_OK;
  memset(n->solution, 0, (size_t)n->nunknowns * sizeof *n->solution);
  for (const SarNullGroup *g = n->groups; g < n->groups + n->ngroups; g++) {
    for (int32_t i = 0; i < g->nunknowns; i++) make_column(n, g->unknown + i, i >= g->ncoordinates, n->solution);
  }
  SAR_TRY(sar_ldl_factor(n->ldl, n->normal_values));
  n->factored = true;
  return SAR_OK;
}

/* ---- the part along the null space ---- */

/* Loads of n->part on the coordinates of a group, in n->load. */
static void find_loads(SarNullSpace *n, const SarNullGroup *g) {
  double *load = n->load;
  memset(load + g->unknown, 0, (size_t)g->nunknowns * sizeof *load);
  for (int32_t row = g->row; row < g->row + g->nrows; row++) {
    double part = n->part[row];
    int32_t end = part != 0 ? n->first[row + 1] : 0;
    for (int32_t k = n->first[row]; k < end; k++) load[n->unknown[k]] += n->gradient[k] * part;
  }
}

/* What the solutions for the loads say of the rows is taken from their part. */
static void take_away(SarNullSpace *n, const SarNullGroup *g) {
  for (int32_t row = g->row; row < g->row + g->nrows; row++) {
    double sum = 0;
    for (int32_t k = n->first[row]; k < n->first[row + 1]; k++) sum += n->gradient[k] * n->solution[n->unknown[k]];
    n->part[row] -= sum;
  }
}

static void solve(SarNullSpace *n, int64_t *rounds) {
  memcpy(n->solution, n->load, (size_t)n->nunknowns * sizeof *n->solution);
  sar_ldl_solve(n->ldl, n->solution);
  ++*rounds;
}

static void begin(SarNullSpace *n, SarNullGroup *g) {
  g->size = 0;
  for (int32_t row = g->row; row < g->row + g->nrows; row++) {
    int32_t first = n->first[row], count = n->first[row + 1] - first;
    g->size = fmax(g->size, fabs(n->part[row]) * sar_largest_known(count, n->gradient + first));
  }
  find_loads(n, g);
  g->load = sar_largest_known(g->ncoordinates, n->load + g->unknown);
  g->done = g->exact = !(g->load > ROUNDING * g->size);
}

static void go_on(SarNullSpace *n, SarNullGroup *g) {
  double before = g->load;
  take_away(n, g);
  find_loads(n, g);
  g->load = sar_largest_known(g->ncoordinates, n->load + g->unknown);
  g->exact = !(g->load > ROUNDING * g->size);
  g->done = g->exact || !(g->load <= SLOW * before);
}

SarStatus sar_null_space_part(SarNullSpace *n, bool *exact, int64_t *rounds) {
  SarNullGroup *end = n->groups + n->ngroups;
  bool done = true;
  SAR_TRY(factor(n));
  for (SarNullGroup *g = n->groups; g < end; g++) {
    begin(n, g);
    done &= g->done;
  }
  for (int round = 0; round < ROUNDS && !done; round++) {
    solve(n, rounds);
    done = true;
    for (SarNullGroup *g = n->groups; g < end; g++) {
      if (!g->done) go_on(n, g);
      done &= g->done;
    }
  }
  *exact = true;
  for (const SarNullGroup *g = n->groups; g < end; g++) *exact &= g->exact;
  return SAR_OK;
}

void sar_null_space_approximate(SarNullSpace *n, int64_t *rounds) {
  const SarNullGroup *end = n->groups + n->ngroups;
  for (int round = 0; round < FEW; round++) {
    for (const SarNullGroup *g = n->groups; g < end; g++) find_loads(n, g);
    solve(n, rounds);
    for (const SarNullGroup *g = n->groups; g < end; g++) take_away(n, g);
  }
}
