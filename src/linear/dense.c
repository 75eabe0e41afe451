/* Dense LU with partial pivoting for small systems.
 *
 * For tiny systems, and for larger ones with hardly a zero, the indices of a sparse code cost more than the zeros they
 * avoid; so do the calls, argument checks and blocking of LAPACK up to about 60 unknowns (measured: 11 unknowns take
 * 0.6 microseconds here, 1.6 with dgetrf and two dgetrs). This is the plain right-looking elimination, by columns, so
 * that every inner loop runs over neighbouring numbers; a column whose multiplier is zero is skipped, which gains back
 * most of the sparsity. Pivots are chosen anew every time: the result depends on the values alone, never on the past.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear/estimate.h"
#include "linear/linear.h"
#include "linear/pivot.h"

typedef struct Dense {
  SarPattern pattern;
  int32_t n;
  double *a;         /* n x n by columns: L below the diagonal, U on and above */
  double *pivot;     /* n: diagonal of U */
  double *work;      /* 2 n */
  size_t *slot;      /* where each value of the pattern stands in a */
  int32_t *exchange; /* n: row k was exchanged with row exchange[k] */
  int32_t *row;      /* n: row of the matrix that became row k */
  int32_t singular;  /* column, or -1 */
  SarLinearStats stats;
} Dense;

static void destroy(void *self) {
  Dense *d = self;
  free(d->a);
  free(d->pivot);
  free(d->work);
  free(d->slot);
  free(d->exchange);
  free(d->row);
  free(d);
}

static bool allocate(Dense *d) {
  const size_t n = (size_t)d->n, nentries = (size_t)d->pattern.column[d->n];
  if (n > 0 && n > SIZE_MAX / sizeof(double) / n) return false;
  d->a = calloc(n * n + 1, sizeof *d->a);
  d->pivot = calloc(n + 1, sizeof *d->pivot);
  d->work = calloc(2 * n + 1, sizeof *d->work);
  d->slot = calloc(nentries + 1, sizeof *d->slot);
  d->exchange = calloc(n + 1, sizeof *d->exchange);
  d->row = calloc(n + 1, sizeof *d->row);
  return d->a && d->pivot && d->work && d->slot && d->exchange && d->row;
}

/* Nanoseconds, fitted once to timings, as in klu.c: entries of the matrix and elimination, residual and solve. */
static double cost_ratio(const Dense *d) {
  const double n = d->n, entries = d->pattern.column[d->n];
  const double matrix = 2.5 * entries + 0.11 * n * n * n + n * n + 10 * n;
  const double iteration = 5 * n + 8 * n + 0.3 * n * n;
  return n > 0 ? matrix / iteration : 1;
}

static SarStatus create(SarContext *context, const SarPattern *pattern, const SarPartition *partition, void **self) {
  (void)partition;
  Dense *d = calloc(1, sizeof *d);
  if (!d) return sar_report_no_memory(context);
  d->pattern = *pattern;
  d->n = pattern->nrows;
  d->singular = -1;
  if (!allocate(d)) {
    destroy(d);
    return sar_report_no_memory(context);
  }
  for (int32_t j = 0; j < d->n; j++) {
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) {
      d->slot[p] = (size_t)j * (size_t)d->n + (size_t)pattern->row[p];
    }
  }
  d->stats.fill = (int64_t)d->n * d->n;
  d->stats.operations = 2.0 / 3 * d->n * d->n * d->n;
  d->stats.cost_ratio = cost_ratio(d);
  *self = d;
  return SAR_OK;
}

static void scatter(Dense *d, const double *values) {
  const int32_t nentries = d->pattern.column[d->n];
  memset(d->a, 0, (size_t)d->n * (size_t)d->n * sizeof *d->a);
  for (int32_t p = 0; p < nentries; p++) d->a[d->slot[p]] = values[p];
  for (int32_t i = 0; i < d->n; i++) d->row[i] = i;
}

/* y -= s x */
static inline void subtract(int32_t count, double s, const double *restrict x, double *restrict y) {
  for (int32_t i = 0; i < count; i++) y[i] -= s * x[i];
}

static inline double dot(int32_t count, const double *x, const double *y) {
  double sum = 0;
  for (int32_t i = 0; i < count; i++) sum += x[i] * y[i];
  return sum;
}

static inline void exchange(double *x, int32_t i, int32_t j) {
  const double t = x[i];
  x[i] = x[j];
  x[j] = t;
}

static int32_t largest_below(const double *column, int32_t k, int32_t n) {
  int32_t best = k;
  double size = fabs(column[k]);
  for (int32_t i = k + 1; i < n; i++) {
    if (fabs(column[i]) > size) size = fabs(column[i]), best = i;
  }
  return best;
}

/* Eliminates column k; false when there is no pivot. */
static bool eliminate(Dense *d, int32_t k) {
  const int32_t n = d->n, m = n - k - 1;
  double *column = d->a + (size_t)k * (size_t)n;
  const int32_t r = largest_below(column, k, n);
  const double pivot = column[r];
  if (!(fabs(pivot) > 0)) return false;
  const int32_t row = d->row[r];
  d->row[r] = d->row[k];
  d->row[k] = row;
  d->exchange[k] = r;
  d->pivot[k] = pivot;
  for (int32_t j = 0; j <= k; j++) exchange(d->a + (size_t)j * (size_t)n, k, r);
  const double inverse = 1 / pivot;
  for (int32_t i = k + 1; i < n; i++) column[i] *= inverse;
  for (int32_t j = k + 1; j < n; j++) {
    double *c = d->a + (size_t)j * (size_t)n;
    exchange(c, k, r);
    if (c[k] != 0) subtract(m, c[k], column + k + 1, c + k + 1);
  }
  return true;
}

static int32_t find_singular_column(Dense *d, const double *values) {
  for (int32_t k = 0; k < d->n; k++) {
    if (!eliminate(d, k)) return k;
  }
  d->stats.reciprocal = sar_pivot_ratio(d->pivot, d->n);
  if (d->stats.reciprocal >= SAR_MAYBE_SINGULAR) return -1;
  return sar_first_lost_pivot(&d->pattern, values, (SarPivots){d->pivot, d->row, NULL}, d->work);
}

static SarStatus factor(void *self, const double *values) {
  Dense *d = self;
  d->stats.factorisations++;
  d->stats.full++;
  scatter(d, values);
  d->singular = find_singular_column(d, values);
  if (d->singular < 0) return SAR_OK;
  d->stats.reciprocal = 0;
  return SAR_SINGULAR;
}

static void solve(void *self, double *x) {
  Dense *d = self;
  const int32_t n = d->n;
  d->stats.solves++;
  for (int32_t k = 0; k < n; k++) exchange(x, k, d->exchange[k]);
  for (int32_t k = 0; k < n; k++) subtract(n - k - 1, x[k], d->a + (size_t)k * (size_t)n + k + 1, x + k + 1);
  for (int32_t k = n - 1; k >= 0; k--) {
    x[k] /= d->pivot[k];
    subtract(k, x[k], d->a + (size_t)k * (size_t)n, x);
  }
}

static void solve_transposed(void *self, double *x) {
  Dense *d = self;
  const int32_t n = d->n;
  d->stats.solves++;
  for (int32_t k = 0; k < n; k++) x[k] = (x[k] - dot(k, d->a + (size_t)k * (size_t)n, x)) / d->pivot[k];
  for (int32_t k = n - 1; k >= 0; k--) x[k] -= dot(n - k - 1, d->a + (size_t)k * (size_t)n + k + 1, x + k + 1);
  for (int32_t k = n - 1; k >= 0; k--) exchange(x, k, d->exchange[k]);
}

/* Exact: n solves give the columns of the inverse, which is cheap enough at this size. */
static double condition(void *self, const double *values) {
  Dense *d = self;
  if (d->n == 0) return 1;
  const int64_t nsolves = d->stats.solves;
  double norm = 0;
  for (int32_t j = 0; j < d->n; j++) {
    double sum = 0;
    memset(d->work, 0, (size_t)d->n * sizeof *d->work);
    d->work[j] = 1;
    solve(d, d->work);
    for (int32_t i = 0; i < d->n; i++) sum += fabs(d->work[i]);
    norm = fmax(norm, sum);
  }
  d->stats.solves = nsolves;
  return norm * sar_one_norm(&d->pattern, values);
}

static void stats(void *self, SarLinearStats *out) { *out = ((Dense *)self)->stats; }

static int32_t singular_column(void *self) { return ((Dense *)self)->singular; }

const SarLinearClass sar_linear_dense = {
    .name = "dense",
    .summary = "dense LU with partial pivoting, for small systems",
    .largest = 8, /* measured: KLU is level at 8 to 9 unknowns of a mechanism and wins above */
    .density = 0.5,
    .create = create,
    .destroy = destroy,
    .factor = factor,
    .solve = solve,
    .solve_transposed = solve_transposed,
    .condition = condition,
    .stats = stats,
    .singular_column = singular_column,
};
