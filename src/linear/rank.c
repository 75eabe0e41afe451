/* Dependent columns and least squares by SuiteSparseQR (Davis, ACM TOMS 38(1), 2011).
 *
 * QR with Heath's rule: a column whose part outside the span of the columns before it is at most the tolerance gets no
 * row of its own in R. The staircase of R therefore names the dependent columns. With the columns in their given order
 * the rule is the greedy choice, earlier columns first. Constraints come body by body, so that the given order is
 * nearly as sparse as the best one for chains, trees and ladders; it is used unless its work is out of proportion, and
 * a fill-reducing order otherwise.
 *
 * SuiteSparseQR calls the BLAS on its fronts. The sums of a threaded BLAS depend on the number of threads, so OpenBLAS
 * runs on one thread meanwhile. */
#include "linear/rank.h"

#include <SuiteSparseQR_C.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear/one_thread.h"
#include "linear/pivot.h"

/* The given order is kept while its factorisation takes at most this many operations, about a quarter of a second. */
#define WORK_LIMIT 2e8

static void start(cholmod_common *common) {
  sar_one_thread_begin();
  cholmod_l_start(common);
  common->print = 0;
  common->error_handler = NULL;
  common->SPQR_nthreads = 1;
  common->SPQR_grain = 1;
}

static void finish(cholmod_common *common) {
  cholmod_l_finish(common);
  sar_one_thread_end();
}

static SarStatus check(SarContext *context, const SarPattern *pattern, const double *values) {
  const int32_t column = sar_first_not_finite(pattern, values);
  if (column < 0) return SAR_OK;
  return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "check the initial positions and the joint frames",
                    "the gradient of constraint %d has a number that is not finite", (int)column);
}

static SarStatus report_failure(SarContext *context, const cholmod_common *common) {
  if (common->status == CHOLMOD_OUT_OF_MEMORY) return sar_report_no_memory(context);
  return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "reduce the model until it passes and report the case",
                    "the QR factorisation of the constraints failed (CHOLMOD status %d)", common->status);
}

/* The columns that are not dependent (all, when `dependent` is null), with the long indices of the C interface. */
static cholmod_sparse *convert(const SarPattern *pattern, const double *values, const bool *dependent,
                               cholmod_common *common) {
  int32_t ncolumns = 0;
  for (int32_t j = 0; j < pattern->ncolumns; j++) ncolumns += !(dependent && dependent[j]);
  cholmod_sparse *a =
      cholmod_l_allocate_sparse((size_t)pattern->nrows, (size_t)ncolumns, (size_t)pattern->column[pattern->ncolumns], 1,
                                1, 0, CHOLMOD_REAL, common);
  if (!a) return NULL;
  SuiteSparse_long *starts = a->p, *rows = a->i;
  double *x = a->x;
  SuiteSparse_long count = 0;
  int32_t next = 0;
  for (int32_t j = 0; j < pattern->ncolumns; j++) {
    if (dependent && dependent[j]) continue;
    starts[next++] = count;
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) {
      rows[count] = pattern->row[p];
      x[count++] = values[p];
    }
  }
  starts[next] = count;
  return a;
}

/* The given order, or one that reduces fill when the given one would take too long. An exhausted memory decides
 * nothing: the order decides which of several dependent columns are called so. */
static bool choose_ordering(cholmod_sparse *a, cholmod_common *common, int *ordering) {
  SuiteSparseQR_C_factorization *symbolic = SuiteSparseQR_C_symbolic(SPQR_ORDERING_FIXED, 1, a, common);
  bool known = symbolic != NULL;
  SuiteSparseQR_C_free(&symbolic, common);
  *ordering = known && common->SPQR_flopcount_bound <= WORK_LIMIT ? SPQR_ORDERING_FIXED : SPQR_ORDERING_COLAMD;
  return known || common->status != CHOLMOD_OUT_OF_MEMORY;
}

/* Walks the staircase of R: a column is independent if it has an entry in the first row no column before it reached. */
static int32_t read_staircase(const cholmod_sparse *r, const SuiteSparse_long *order, bool *dependent,
                              double *smallest) {
  const SuiteSparse_long *starts = r->p, *rows = r->i;
  const double *x = r->x;
  int32_t rank = 0;
  *smallest = INFINITY;
  for (size_t k = 0; k < r->ncol; k++) {
    double pivot = 0;
    for (SuiteSparse_long p = starts[k]; p < starts[k + 1]; p++) {
      if (rows[p] == rank) pivot = fabs(x[p]);
    }
    dependent[order ? order[k] : (SuiteSparse_long)k] = !(pivot > 0);
    if (!(pivot > 0)) continue;
    *smallest = fmin(*smallest, pivot);
    rank++;
  }
  return rank;
}

static SarStatus find_dependent(cholmod_common *common, cholmod_sparse *a, double tolerance, bool *dependent,
                                int32_t *rank, double *smallest) {
  cholmod_sparse *r = NULL;
  SuiteSparse_long *order = NULL;
  int ordering;
  if (!choose_ordering(a, common, &ordering)) return SAR_FAILED;
  const SuiteSparse_long found = SuiteSparseQR_C(ordering, fmax(tolerance, 0), 0, 0, a, NULL, NULL, NULL, NULL, &r,
                                                 &order, NULL, NULL, NULL, common);
  const bool done = found >= 0 && r;
  if (done) *rank = read_staircase(r, order, dependent, smallest);
  cholmod_l_free_sparse(&r, common);
  cholmod_l_free(a->ncol, sizeof *order, order, common);
  return done ? SAR_OK : SAR_FAILED;
}

SarStatus sar_rank(SarContext *context, const SarPattern *pattern, const double *values, double tolerance,
                   bool *dependent, int32_t *rank, double *smallest) {
  *rank = 0;
  double pivot = INFINITY;
  for (int32_t j = 0; j < pattern->ncolumns; j++) dependent[j] = true;
  SAR_TRY(check(context, pattern, values));
  if (pattern->ncolumns > 0 && pattern->nrows > 0) {
    cholmod_common common;
    start(&common);
    cholmod_sparse *a = convert(pattern, values, NULL, &common);
    SarStatus status = a ? find_dependent(&common, a, tolerance, dependent, rank, &pivot) : SAR_FAILED;
    if (status != SAR_OK) status = report_failure(context, &common);
    cholmod_l_free_sparse(&a, &common);
    finish(&common);
    if (status != SAR_OK) return status;
  }
  if (smallest) *smallest = pivot;
  return SAR_OK;
}

/* |A c - b| from the matrix itself rather than from the factors. */
static SarStatus measure_residual(SarContext *context, const SarPattern *pattern, const double *values, const double *b,
                                  const double *c, double *residual) {
  double *r = malloc(((size_t)pattern->nrows + 1) * sizeof *r);
  if (!r) return sar_report_no_memory(context);
  memcpy(r, b, (size_t)pattern->nrows * sizeof *r);
  for (int32_t j = 0; j < pattern->ncolumns; j++) {
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) r[pattern->row[p]] -= values[p] * c[j];
  }
  double sum = 0;
  for (int32_t i = 0; i < pattern->nrows; i++) sum += r[i] * r[i];
  free(r);
  *residual = sqrt(sum);
  return SAR_OK;
}

struct SarLeastSquares {
  SarContext *context;
  cholmod_common common;
  SuiteSparseQR_C_factorization *qr; /* null: there is no independent column */
  int32_t nrows, ncolumns;
  bool *dependent;
};

void sar_least_squares_destroy(SarLeastSquares **factors) {
  SarLeastSquares *f = *factors;
  if (!f) return;
  if (f->qr) SuiteSparseQR_C_free(&f->qr, &f->common);
  cholmod_l_finish(&f->common);
  free(f->dependent);
  free(f);
  *factors = NULL;
}

static SarStatus factorise(SarLeastSquares *f, const SarPattern *pattern, const double *values) {
  cholmod_sparse *a = convert(pattern, values, f->dependent, &f->common);
  if (!a) return report_failure(f->context, &f->common);
  SarStatus status = SAR_OK;
  if (a->ncol > 0 && a->nrow > 0) {
    f->qr = SuiteSparseQR_C_factorize(SPQR_ORDERING_DEFAULT, SPQR_NO_TOL, a, &f->common);
    if (!f->qr) status = report_failure(f->context, &f->common);
  }
  cholmod_l_free_sparse(&a, &f->common);
  return status;
}

SarStatus sar_least_squares_create(SarContext *context, const SarPattern *pattern, const double *values,
                                   const bool *dependent, SarLeastSquares **out) {
  *out = NULL;
  SAR_TRY(check(context, pattern, values));
  SarLeastSquares *f = calloc(1, sizeof *f);
  if (!f) return sar_report_no_memory(context);
  f->context = context;
  f->nrows = pattern->nrows;
  f->ncolumns = pattern->ncolumns;
  start(&f->common);
  f->dependent = malloc(((size_t)pattern->ncolumns + 1) * sizeof *f->dependent);
  SarStatus status = SAR_NO_MEMORY;
  if (f->dependent) {
    memcpy(f->dependent, dependent, (size_t)pattern->ncolumns * sizeof *dependent);
    status = factorise(f, pattern, values);
  } else {
    sar_report_no_memory(context);
  }
  sar_one_thread_end();
  if (status != SAR_OK) sar_least_squares_destroy(&f);
  *out = f;
  return status;
}

/* The numbers of the independent columns; zeros of the others. */
static void spread(const SarLeastSquares *f, int32_t nb, const double *x, double *c) {
  for (int32_t k = 0; k < nb; k++) {
    for (int32_t j = 0; j < f->ncolumns; j++) *c++ = f->dependent[j] ? 0 : *x++;
  }
}

/* c = E (R \ (Q' b)) */
SarStatus sar_least_squares_solve(SarLeastSquares *f, int32_t nb, const double *b, double *c) {
  size_t rows = (size_t)f->nrows, columns = (size_t)nb;
  if (!f->qr) {
    memset(c, 0, (size_t)f->ncolumns * columns * sizeof *c);
    return SAR_OK;
  }
  sar_one_thread_begin();
  cholmod_dense *rhs = cholmod_l_allocate_dense(rows, columns, rows, CHOLMOD_REAL, &f->common);
  if (rhs) memcpy(rhs->x, b, rows * columns * sizeof *b);
  cholmod_dense *y = rhs ? SuiteSparseQR_C_qmult(SPQR_QTX, f->qr, rhs, &f->common) : NULL;
  cholmod_dense *x = y ? SuiteSparseQR_C_solve(SPQR_RETX_EQUALS_B, f->qr, y, &f->common) : NULL;
  if (x) spread(f, nb, x->x, c);
  SarStatus status = x ? SAR_OK : report_failure(f->context, &f->common);
  cholmod_l_free_dense(&x, &f->common);
  cholmod_l_free_dense(&y, &f->common);
  cholmod_l_free_dense(&rhs, &f->common);
  sar_one_thread_end();
  return status;
}

SarStatus sar_least_squares(SarContext *context, const SarPattern *pattern, const double *values, const bool *dependent,
                            const double *b, double *c, double *residual) {
  SarLeastSquares *factors;
  SAR_TRY(sar_least_squares_create(context, pattern, values, dependent, &factors));
  SarStatus status = sar_least_squares_solve(factors, 1, b, c);
  sar_least_squares_destroy(&factors);
  return status == SAR_OK ? measure_residual(context, pattern, values, b, c, residual) : status;
}
