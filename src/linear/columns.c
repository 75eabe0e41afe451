#include "linear/columns.h"

#include <math.h>
#include <stdlib.h>

#define LARGEST_DENSE 200  /* rows: above, elimination row by row in sparse form is cheaper */
#define LARGER (1 + 1e-6)  /* what is larger by less is as large: the choice must not hang on rounding */
#define RANK_LOST 1e-12    /* pivot over the first one that is nothing but rounding */
#define NOTHING_LEFT 1e-16 /* entry over the largest of its row that rounding has left */

/* ---- small: full pivoting ---- */

static void spread(const SarPattern *p, const double *values, const double *scale, double *dense) {
  for (int32_t j = 0; j < p->ncolumns; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) {
      dense[(int64_t)p->row[k] * p->ncolumns + j] = scale[j] * values[k];
    }
  }
}

typedef struct Pivot {
  int32_t row, column;
  double size;
} Pivot;

static Pivot largest_entry(const double *dense, int32_t nrows, int32_t ncolumns, const int32_t *done) {
  Pivot best = {-1, -1, 0};
  for (int32_t i = 0; i < nrows; i++) {
    for (int32_t j = 0; done[i] < 0 && j < ncolumns; j++) {
      double size = fabs(dense[(int64_t)i * ncolumns + j]);
      if (size > LARGER * best.size) best = (Pivot){i, j, size};
    }
  }
  return best;
}

static void eliminate(double *dense, int32_t nrows, int32_t ncolumns, const int32_t *done, Pivot pivot) {
  const double *own = dense + (int64_t)pivot.row * ncolumns;
  for (int32_t i = 0; i < nrows; i++) {
    double *other = dense + (int64_t)i * ncolumns;
    if (done[i] >= 0 || other[pivot.column] == 0) continue;
    double factor = other[pivot.column] / own[pivot.column];
    for (int32_t j = 0; j < ncolumns; j++) other[j] -= factor * own[j];
    other[pivot.column] = 0;
  }
}

static SarStatus choose_dense(const SarPattern *p, const double *values, const double *scale, int32_t *chosen,
                              int32_t *row) {
  int32_t nrows = p->nrows, ncolumns = p->ncolumns;
  double *dense = calloc((size_t)nrows * (size_t)ncolumns + 1, sizeof *dense), first = 0;
  int32_t *done = malloc(((size_t)nrows + 1) * sizeof *done);
  SarStatus status = dense && done ? SAR_OK : SAR_NO_MEMORY;
  for (int32_t i = 0; status == SAR_OK && i < nrows; i++) done[i] = -1;
  if (status == SAR_OK) spread(p, values, scale, dense);
  for (int32_t k = 0; status == SAR_OK && k < nrows; k++) {
    Pivot pivot = largest_entry(dense, nrows, ncolumns, done);
    if (k == 0) first = pivot.size;
    if (!(pivot.size > RANK_LOST * first)) {
      for (int32_t i = 0; row && i < nrows; i++) *row = done[i] < 0 ? i : *row;
      status = SAR_SINGULAR;
      break;
    }
    chosen[k] = pivot.column;
    done[pivot.row] = k;
    eliminate(dense, nrows, ncolumns, done, pivot);
  }
  free(dense);
  free(done);
  return status;
}

/* ---- large: row by row ---- */

typedef struct Elimination {
  const SarPattern *p;
  int32_t *row_start, *row_column; /* the matrix by rows */
  double *row_value;
  int32_t *pivot_of; /* per column: the row that it was chosen for, -1 none */
  double *work;      /* one row, spread */
  int32_t **column;  /* eliminated rows: columns without a pivot before them, and values over the pivot */
  double **value;
  int32_t *count;
  bool *pending; /* rows that still have to be subtracted from the row in work */
} Elimination;

static bool make_rows(Elimination *e, const double *values, const double *scale) {
  const SarPattern *p = e->p;
  int32_t entries = p->column[p->ncolumns];
  e->row_start = calloc((size_t)p->nrows + 2, sizeof *e->row_start);
  e->row_column = malloc(((size_t)entries + 1) * sizeof *e->row_column);
  e->row_value = malloc(((size_t)entries + 1) * sizeof *e->row_value);
  if (!e->row_start || !e->row_column || !e->row_value) return false;
  for (int32_t k = 0; k < entries; k++) e->row_start[p->row[k] + 2]++;
  for (int32_t i = 2; i < p->nrows + 2; i++) e->row_start[i] += e->row_start[i - 1];
  for (int32_t j = 0; j < p->ncolumns; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) {
      int32_t at = e->row_start[p->row[k] + 1]++;
      e->row_column[at] = j;
      e->row_value[at] = scale[j] * values[k];
    }
  }
  return true;
}

/* Subtracts the earlier rows whose pivot columns the row reaches; earlier rows reach only pivots of rows after them,
 * because they were freed of those before. */
static void reduce(Elimination *e, int32_t i) {
  for (int32_t k = e->row_start[i]; k < e->row_start[i + 1]; k++) {
    int32_t j = e->row_column[k];
    e->work[j] = e->row_value[k];
    if (e->pivot_of[j] >= 0) e->pending[e->pivot_of[j]] = true;
  }
  for (int32_t r = 0; r < i; r++) {
    if (!e->pending[r]) continue;
    e->pending[r] = false;
    int32_t pivot = e->column[r][0];
    double factor = e->work[pivot];
    e->work[pivot] = 0;
    for (int32_t k = 1; k < e->count[r]; k++) {
      int32_t j = e->column[r][k];
      e->work[j] -= factor * e->value[r][k];
      if (e->pivot_of[j] >= 0) e->pending[e->pivot_of[j]] = true;
    }
  }
}

/* Keeps the row over its largest entry, that one first, and clears the work. */
static SarStatus keep(Elimination *e, int32_t i, double *largest) {
  int32_t n = e->p->ncolumns, best = -1, count = 0;
  double size = 0;
  for (int32_t j = 0; j < n; j++) {
    if (fabs(e->work[j]) > LARGER * size) size = fabs(e->work[j]), best = j;
  }
  *largest = size;
  if (best < 0) return SAR_SINGULAR;
  for (int32_t j = 0; j < n; j++) count += fabs(e->work[j]) > NOTHING_LEFT * size;
  e->column[i] = malloc((size_t)count * sizeof **e->column);
  e->value[i] = malloc((size_t)count * sizeof **e->value);
  if (!e->column[i] || !e->value[i]) return SAR_NO_MEMORY;
  e->column[i][0] = best;
  e->value[i][0] = 1;
  int32_t at = 1;
  double pivot = e->work[best];
  for (int32_t j = 0; j < n; j++) {
    if (j != best && fabs(e->work[j]) > NOTHING_LEFT * size) {
      e->column[i][at] = j;
      e->value[i][at++] = e->work[j] / pivot;
    }
    e->work[j] = 0;
  }
  e->count[i] = at;
  e->pivot_of[best] = i;
  return SAR_OK;
}

static void release(Elimination *e) {
  for (int32_t i = 0; i < e->p->nrows; i++) {
    if (e->column) free(e->column[i]);
    if (e->value) free(e->value[i]);
  }
  free(e->row_start), free(e->row_column), free(e->row_value), free(e->pivot_of), free(e->work);
  free(e->column), free(e->value), free(e->count), free(e->pending);
}

static SarStatus choose_sparse(const SarPattern *p, const double *values, const double *scale, int32_t *chosen,
                               int32_t *row) {
  size_t rows = (size_t)p->nrows + 1, columns = (size_t)p->ncolumns + 1;
  Elimination e = {.p = p,
                   .pivot_of = malloc(columns * sizeof *e.pivot_of),
                   .work = calloc(columns, sizeof *e.work),
                   .column = calloc(rows, sizeof *e.column),
                   .value = calloc(rows, sizeof *e.value),
                   .count = calloc(rows, sizeof *e.count),
                   .pending = calloc(rows, sizeof *e.pending)};
  bool complete = e.pivot_of && e.work && e.column && e.value && e.count && e.pending && make_rows(&e, values, scale);
  SarStatus status = complete ? SAR_OK : SAR_NO_MEMORY;
  double most = 0;
  for (int32_t j = 0; complete && j < p->ncolumns; j++) e.pivot_of[j] = -1;
  for (int32_t i = 0; status == SAR_OK && i < p->nrows; i++) {
    double size = 0;
    reduce(&e, i);
    status = keep(&e, i, &size);
    most = fmax(most, size);
    if (status == SAR_OK && size <= RANK_LOST * most) status = SAR_SINGULAR;
    if (status == SAR_SINGULAR && row) *row = i;
    if (status == SAR_OK) chosen[i] = e.column[i][0];
  }
  release(&e);
  return status;
}

SarStatus sar_choose_columns(const SarPattern *pattern, const double *values, const double *scale, int32_t *chosen,
                             int32_t *row) {
  if (row) *row = -1;
  return pattern->nrows <= LARGEST_DENSE ? choose_dense(pattern, values, scale, chosen, row)
                                         : choose_sparse(pattern, values, scale, chosen, row);
}
