#include "linear/symmetric.h"

#include <stdlib.h>
#include <string.h>

#include "linear/one_thread.h"

/* Fortran; hidden lengths of texts come last. */
void dsygvd_(const int *itype, const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *b,
             const int *ldb, double *w, double *work, const int *lwork, int *iwork, const int *liwork, int *info,
             size_t jobz_length, size_t uplo_length);
void dsytrf_(const char *uplo, const int *n, double *a, const int *lda, int *ipiv, double *work, const int *lwork,
             int *info, size_t uplo_length);
void dsytrs_(const char *uplo, const int *n, const int *nrhs, const double *a, const int *lda, const int *ipiv,
             double *b, const int *ldb, int *info, size_t uplo_length);
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc, size_t transa_length, size_t transb_length);

#define BLOCK 64 /* columns that dsytrf may work on at once */

static int at_least_one(int n) { return n > 1 ? n : 1; }

SarStatus sar_symmetric_eigen(SarContext *context, int32_t n, double *a, double *b, double *values) {
  int size = n, type = 1, info = 0, room = 1 + 6 * n + 2 * n * n, whole = 3 + 5 * n;
  if (!n) return SAR_OK;
  double *work = calloc((size_t)room, sizeof *work);
  int *iwork = calloc((size_t)whole, sizeof *iwork);
  if (work && iwork) {
    sar_one_thread_begin();
    dsygvd_(&type, "V", "U", &size, a, &size, b, &size, values, work, &room, iwork, &whole, &info, 1, 1);
    sar_one_thread_end();
  }
  bool enough = work && iwork;
  free(work);
  free(iwork);
  if (!enough) return sar_report_no_memory(context);
  if (info > n) return SAR_SINGULAR;
  if (!info) return SAR_OK;
  return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "check the numbers of the matrices",
                    "the eigenvalues of a symmetric matrix of %d rows were not found", (int)n);
}

SarStatus sar_symmetric_create(SarContext *context, int32_t n, const double *a, SarSymmetric *out) {
  const size_t entries = (size_t)n * (size_t)n;
  int size = n, room = BLOCK * at_least_one(n), info = 0;
  double *work = calloc((size_t)room, sizeof *work);
  *out = (SarSymmetric){n, malloc((entries + 1) * sizeof(double)), calloc((size_t)n + 1, sizeof(int))};
  bool enough = work && out->factor && out->pivots;
  if (enough && n) {
    memcpy(out->factor, a, entries * sizeof *a);
    sar_one_thread_begin();
    dsytrf_("U", &size, out->factor, &size, out->pivots, work, &room, &info, 1);
    sar_one_thread_end();
  }
  free(work);
  if (!enough) return sar_report_no_memory(context);
  return info ? SAR_SINGULAR : SAR_OK;
}

void sar_symmetric_destroy(SarSymmetric *symmetric) {
  free(symmetric->factor);
  free(symmetric->pivots);
  *symmetric = (SarSymmetric){0};
}

void sar_symmetric_solve(const SarSymmetric *symmetric, int32_t count, double *rhs) {
  int size = symmetric->n, many = count, info = 0;
  if (!size || !many) return;
  sar_one_thread_begin();
  dsytrs_("U", &size, &many, symmetric->factor, &size, symmetric->pivots, rhs, &size, &info, 1);
  sar_one_thread_end();
}

static void multiply(const char *turn, int rows, int inner, double alpha, SarDense a, SarDense b, double beta,
                     double *c, int stride) {
  int lda = at_least_one(a.stride), ldb = at_least_one(b.stride), ldc = at_least_one(stride), columns = b.columns;
  if (!rows || !columns) return;
  sar_one_thread_begin();
  dgemm_(turn, "N", &rows, &columns, &inner, &alpha, a.values, &lda, b.values, &ldb, &beta, c, &ldc, 1, 1);
  sar_one_thread_end();
}

void sar_dense_inner(double alpha, SarDense a, SarDense b, double beta, double *c) {
  multiply("T", a.columns, a.rows, alpha, a, b, beta, c, a.columns);
}

void sar_dense_product(double alpha, SarDense a, SarDense b, double beta, double *c, int32_t stride) {
  multiply("N", a.rows, a.columns, alpha, a, b, beta, c, stride);
}
