/* What rows leave free: the orthogonal factor of a QR factorisation (LAPACK). */
#include <stdlib.h>
#include <string.h>

#include "linear/one_thread.h"
#include "linear/spectral.h"

void dgeqrf_(const int *m, const int *n, double *a, const int *lda, double *tau, double *work, const int *lwork,
             int *info);
void dorgqr_(const int *m, const int *n, const int *k, double *a, const int *lda, const double *tau, double *work,
             const int *lwork, int *info);

static void make_identity(int32_t n, double *basis) {
  for (int32_t i = 0; i < n; i++) basis[(size_t)i * (size_t)n + (size_t)i] = 1;
}

static void keep_triangle(SarComplement *c) {
  size_t n = (size_t)c->n, k = (size_t)c->nrows;
  for (size_t j = 0; j < k; j++) memcpy(c->triangle + j * k, c->basis + j * n, (j + 1) * sizeof *c->basis);
}

SarStatus sar_complement_create(SarContext *context, int32_t n, int32_t nrows, const double *rows, SarComplement *out) {
  size_t size = (size_t)n, count = (size_t)nrows, room = 64 * (size + 1);
  *out = (SarComplement){.n = n, .nrows = nrows};
  out->basis = calloc(size * size + 1, sizeof *out->basis);
  out->triangle = calloc(count * count + 1, sizeof *out->triangle);
  double *work = malloc((room + count + 1) * sizeof *work);
  if (!out->basis || !out->triangle || !work) {
    free(work);
    return sar_report_no_memory(context);
  }
  int m = n, k = nrows, lwork = (int)room, info = 0;
  if (nrows == 0) {
    make_identity(n, out->basis);
  } else {
    memcpy(out->basis, rows, size * count * sizeof *rows);
    sar_one_thread_begin();
    dgeqrf_(&m, &k, out->basis, &m, work + room, work, &lwork, &info);
    keep_triangle(out);
    dorgqr_(&m, &m, &k, out->basis, &m, work + room, work, &lwork, &info);
    sar_one_thread_end();
  }
  free(work);
  return SAR_OK;
}

void sar_complement_destroy(SarComplement *c) {
  free(c->basis);
  free(c->triangle);
  *c = (SarComplement){0};
}

void sar_complement_least(const SarComplement *c, double *right, double *x) {
  size_t n = (size_t)c->n, k = (size_t)c->nrows;
  memset(x, 0, n * sizeof *x);
  for (size_t i = 0; i < k; i++) { /* triangle^T y = right, forwards */
    for (size_t j = 0; j < i; j++) right[i] -= c->triangle[i * k + j] * right[j];
    right[i] /= c->triangle[i * k + i];
    for (size_t j = 0; j < n; j++) x[j] += right[i] * c->basis[i * n + j];
  }
}
