#include "analysis/start/null_vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEGLIGIBLE 1e-14          /* entry of a null vector that has a one elsewhere */
#define GOLDEN 0.6180339887498949 /* its multiples are spread over the unit interval, no two alike */

/* How many entries there are shows only when they are made: arrays grow in the first rows of output, and stay. */
static bool reserve_entries(SarNullVectors *n, int64_t more) {
  if (n->nentries + more <= n->entries_room) return true;
  int64_t room = 2 * n->entries_room + more;
  int32_t *row = realloc(n->row, (size_t)room * sizeof *row);
  if (row) n->row = row;
  double *value = realloc(n->value, (size_t)room * sizeof *value);
  if (value) n->value = value;
  if (!row || !value) return false;
  n->entries_room = room;
  return true;
}

static bool reserve_products(SarNullVectors *n) {
  if (n->nproducts <= n->products_room) return true;
  double *products = realloc(n->products, (2 * (size_t)n->nproducts + 1) * sizeof *products);
  if (!products) return false;
  n->products = products;
  n->products_room = 2 * n->nproducts;
  return true;
}

void sar_null_vectors_take(SarNullVectors *n, const double *matrix) {
  for (int32_t k = 0; k < n->first[n->nvectors]; k++) n->gradient[k] = matrix[n->from[k]];
}

/* The entries of a vector from the solution: the multipliers of the carried rows of its group. */
static bool keep_entries(SarNullVectors *n, const SarNullGroup *g, int32_t vector, const double *solution) {
  int32_t np = n->m->problem.n.np, count = 0;
  for (int32_t i = 0; i < g->nrows; i++) count += fabs(solution[n->rows[g->first_row + i]]) > NEGLIGIBLE;
  if (!reserve_entries(n, (int64_t)count + 1)) return false;
  n->start[vector] = n->nentries;
  for (int32_t i = 0; i < g->nrows; i++) {
    int32_t row = n->rows[g->first_row + i];
    bool carried = row >= np || n->m->carried[row];
    if (row != n->own[vector] && !(carried && fabs(solution[row]) > NEGLIGIBLE)) continue;
    n->row[n->nentries] = row;
    n->value[n->nentries++] = row == n->own[vector] ? 1 : -solution[row];
  }
  n->end[vector] = n->nentries;
  return true;
}

SarStatus sar_null_vectors_make(SarContext *context, SarNullVectors *n, SarLinear *linear, double *rhs) {
  const SarSizes *size = &n->m->problem.n;
  const SarNullGroup *end = n->groups + n->ngroups;
  n->nentries = 0;
  for (int32_t batch = 0; batch < n->nbatches; batch++) {
    memset(rhs, 0, (size_t)sar_sizes_unknowns(size) * sizeof *rhs);
    for (const SarNullGroup *g = n->groups; g < end; g++) {
      if (batch >= g->nvectors) continue;
      int32_t vector = g->first_vector + batch;
      for (int32_t k = n->first[vector]; k < n->first[vector + 1]; k++) rhs[n->column[k]] += n->gradient[k];
    }
    sar_linear_solve(linear, rhs);
    for (const SarNullGroup *g = n->groups; g < end; g++) {
      if (batch >= g->nvectors) continue;
      if (!keep_entries(n, g, g->first_vector + batch, rhs + size->nv)) return sar_report_no_memory(context);
    }
  }
  return SAR_OK;
}

/* ---- least norm ---- */

/* Vectors of a loop share rows with those of its neighbours, and these stand near it: products are kept from the first
 * such neighbour on, and nothing fills in front of it. */
static void find_reach(SarNullVectors *n, const SarNullGroup *g) {
  for (int32_t i = 0; i < g->nrows; i++) n->earliest[n->rows[g->first_row + i]] = -1;
  for (int32_t v = g->first_vector; v < g->first_vector + g->nvectors; v++) {
    n->reach[v] = v;
    for (int64_t k = n->start[v]; k < n->end[v]; k++) {
      int32_t *earliest = &n->earliest[n->row[k]];
      if (*earliest < 0) *earliest = v;
      if (*earliest < n->reach[v]) n->reach[v] = *earliest;
    }
    n->gram[v] = n->nproducts;
    n->nproducts += v - n->reach[v] + 1;
  }
}

static double product(const SarNullVectors *n, int32_t vector, const double *x) {
  double sum = 0;
  for (int64_t k = n->start[vector]; k < n->end[vector]; k++) sum += n->value[k] * x[n->row[k]];
  return sum;
}

/* Adds a vector times a factor. */
static void add(const SarNullVectors *n, int32_t vector, double factor, double *x) {
  for (int64_t k = n->start[vector]; k < n->end[vector]; k++) x[n->row[k]] += factor * n->value[k];
}

static void make_products(SarNullVectors *n, const SarNullGroup *g) {
  for (int32_t v = g->first_vector; v < g->first_vector + g->nvectors; v++) {
    double *out = n->products + n->gram[v];
    for (int64_t k = n->start[v]; k < n->end[v]; k++) n->work[n->row[k]] = n->value[k];
    for (int32_t other = n->reach[v]; other <= v; other++) *out++ = product(n, other, n->work);
    for (int64_t k = n->start[v]; k < n->end[v]; k++) n->work[n->row[k]] = 0;
  }
}

static double sum_of_products(int32_t count, const double *a, const double *b) {
  double sum = 0;
  for (int32_t i = 0; i < count; i++) sum += a[i] * b[i];
  return sum;
}

/* Row v of the Cholesky factor, shifted so that its entry for vector k is at [k]. */
static double *factor_row(const SarNullVectors *n, int32_t v) { return n->products + n->gram[v] - n->reach[v]; }

/* Solves products x = part for the vectors of a group, in place, by Cholesky factors within the reach of the rows. */
static void solve_products(SarNullVectors *n, const SarNullGroup *g) {
  int32_t first = g->first_vector, end = first + g->nvectors;
  double *x = n->part;
  for (int32_t v = first; v < end; v++) {
    double *a = factor_row(n, v);
    int32_t from = n->reach[v];
    for (int32_t k = from; k < v; k++) {
      const double *b = factor_row(n, k);
      int32_t both = from > n->reach[k] ? from : n->reach[k];
      a[k] = (a[k] - sum_of_products(k - both, a + both, b + both)) / b[k];
    }
    a[v] = sqrt(fmax(a[v] - sum_of_products(v - from, a + from, a + from), 1e-300));
    x[v] = (x[v] - sum_of_products(v - from, a + from, x + from)) / a[v];
  }
  for (int32_t v = end - 1; v >= first; v--) {
    const double *a = factor_row(n, v);
    x[v] /= a[v];
    for (int32_t k = n->reach[v]; k < v; k++) x[k] -= a[k] * x[v];
  }
}

SarStatus sar_null_vectors_reduce(SarContext *context, SarNullVectors *n, double *lambda, double *mu) {
  const SarSizes *size = &n->m->problem.n;
  const SarNullGroup *end = n->groups + n->ngroups;
  n->nproducts = 0;
  for (const SarNullGroup *g = n->groups; g < end; g++) find_reach(n, g);
  if (!reserve_products(n)) return sar_report_no_memory(context);
  for (const SarNullGroup *g = n->groups; g < end; g++) make_products(n, g);
  memcpy(n->work, lambda, (size_t)size->np * sizeof *n->work);
  if (size->nn) memcpy(n->work + size->np, mu, (size_t)size->nn * sizeof *n->work);
  for (int32_t v = 0; v < n->nvectors; v++) n->part[v] = product(n, v, n->work);
  for (const SarNullGroup *g = n->groups; g < end; g++) solve_products(n, g);
  for (int32_t v = 0; v < n->nvectors; v++) add(n, v, -n->part[v], n->work);
  memcpy(lambda, n->work, (size_t)size->np * sizeof *n->work);
  if (size->nn) memcpy(mu, n->work + size->np, (size_t)size->nn * sizeof *n->work);
  memset(n->work, 0, ((size_t)size->np + (size_t)size->nn) * sizeof *n->work);
  return SAR_OK;
}

/* ---- for those who ask what feels them ---- */

void sar_null_vectors_add(const SarNullVectors *n, int32_t index, double factor, double *multipliers) {
  add(n, n->order[index], factor, multipliers);
}

void sar_null_vectors_add_batch(const SarNullVectors *n, int32_t batch, double factor, double *multipliers) {
  for (int32_t k = 0; k < n->ngroups; k++) {
    const SarNullGroup *g = &n->groups[k];
    double more = 1 + k * GOLDEN - floor(k * GOLDEN);
    if (batch < g->nvectors) add(n, g->first_vector + batch, more * factor, multipliers);
  }
}
