/* Eigenvalues of a dense matrix, zeros first.
 *
 * With the right singular vectors V of those singular values of A that are rounding, and their complement W,
 *
 *   [V W]^T A [V W] = [ 0  V^T A W ]
 *                     [ 0  W^T A W ]
 *
 * so that the zeros are split off exactly and W^T A W is what is left; that may have zeros again (a free body drifts:
 * its displacement grows with time), and so on, until none is left. Then LAPACK's iteration finds the others. */
#include "linear/spectral.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear/one_thread.h"

#define ROUNDING 4e-15 /* of a singular value, over the largest, times the root of the size */

void dgesdd_(const char *job, const int *m, const int *n, double *a, const int *lda, double *s, double *u,
             const int *ldu, double *vt, const int *ldvt, double *work, const int *lwork, int *iwork, int *info,
             size_t job_length);
void dgeev_(const char *left, const char *right, const int *n, double *a, const int *lda, double *wr, double *wi,
            double *vl, const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork, int *info,
            size_t left_length, size_t right_length);
void dgemm_(const char *ta, const char *tb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc, size_t ta_length, size_t tb_length);

/* c (m x n) = a (^T) b (^T), all dense by columns. */
static void multiply(const char *ta, const char *tb, int m, int n, int k, const double *a, int lda, const double *b,
                     int ldb, double *c) {
  const double one = 1, zero = 0;
  if (m > 0 && n > 0 && k > 0) dgemm_(ta, tb, &m, &n, &k, &one, a, &lda, b, &ldb, &zero, c, &m, 1, 1);
}

/* The singular values of an m x n matrix, which is overwritten, and with u (m x m) and vt (n x n) the left vectors as
 * columns of the one and the right ones as rows of the other: by division of the work, for with QR steps the vectors
 * take ten times as long as all the rest. */
static bool find_singular(int m, int n, double *a, double *s, double *u, double *vt) {
  size_t least = (size_t)(m < n ? m : n), most = (size_t)(m > n ? m : n);
  size_t room = (vt ? 4 * least * least : 0) + 7 * least + most + 64 * (least + most);
  int lwork = room < INT_MAX ? (int)room : INT_MAX, info = 0, one = 1;
  double none[1], *work = malloc((size_t)lwork * sizeof *work);
  int *iwork = malloc(8 * least * sizeof *iwork + 1);
  if (work && iwork) {
    dgesdd_(vt ? "A" : "N", &m, &n, a, &m, s, vt ? u : none, vt ? &m : &one, vt ? vt : none, vt ? &n : &one, work,
            &lwork, iwork, &info, 1);
  }
  bool done = work && iwork && info == 0;
  free(work);
  free(iwork);
  return done;
}

int32_t sar_spectral_rank(int32_t n, int32_t count, double *columns, double tolerance) {
  int32_t least = n < count ? n : count, rank = 0;
  if (least == 0) return 0;
  double *s = calloc((size_t)least, sizeof *s);
  if (!s) return -1;
  sar_one_thread_begin();
  bool done = find_singular(n, count, columns, s, NULL, NULL);
  sar_one_thread_end();
  for (int32_t i = 0; done && i < least; i++) rank += s[i] > tolerance * s[0];
  free(s);
  return done ? rank : -1;
}

/* One level of zeros: what is left is `size` x `size`, and its vectors are `basis` (n x size) times those of it. */
typedef struct Left {
  int32_t n, size;
  double *matrix, *basis;
  double *room, *turned, *s, *vt; /* scratch of the same sizes */
} Left;

/* Splits off the zeros of the matrix that is left; returns how many, -1: no memory. `vectors` (n x as many) gets
 * theirs: of the first level these are eigenvectors. */
static int32_t split(Left *l, double *norm, double *vectors) {
  size_t k = (size_t)l->size, n = (size_t)l->n;
  int32_t zeros = 0, size = l->size;
  memcpy(l->room, l->matrix, k * k * sizeof *l->room);
  if (!find_singular(size, size, l->room, l->s, NULL, NULL)) return -1;
  *norm = fmax(*norm, l->s[0]);
  while (zeros < size && l->s[size - 1 - zeros] <= ROUNDING * sqrt((double)l->n) * *norm) zeros++;
  if (zeros == 0) return 0; /* as the last level always has */
  memcpy(l->room, l->matrix, k * k * sizeof *l->room);
  if (!find_singular(size, size, l->room, l->s, l->turned, l->vt)) return -1;
  int rest = size - zeros;
  multiply("N", "T", l->n, zeros, size, l->basis, l->n, l->vt + rest, size, vectors);
  multiply("N", "T", size, rest, size, l->matrix, size, l->vt, size, l->room); /* A W */
  multiply("N", "N", rest, rest, size, l->vt, size, l->room, size, l->matrix); /* W^T A W */
  multiply("N", "T", l->n, rest, size, l->basis, l->n, l->vt, size, l->turned);
  memcpy(l->basis, l->turned, n * (size_t)rest * sizeof *l->basis);
  l->size = rest;
  return zeros;
}

/* The eigenvalues of what is left, and its vectors in the whole space: x = basis y + zeros z. The part z follows from
 * A x = lambda x, as the span of the zeros is invariant: x = A (basis y) / lambda, repeated once per level. */
static SarStatus iterate(Left *l, const double *a, int32_t levels, SarSpectral *out) {
  int size = l->size, lwork = 64 * (size + 1), info = 0, one = 1;
  size_t n = (size_t)l->n, k = (size_t)size, first = n - k;
  double none[1], *wr = l->s, *wi = l->turned, *work = malloc((size_t)lwork * sizeof *work);
  if (!work) return SAR_NO_MEMORY;
  dgeev_("N", "V", &size, l->matrix, &size, wr, wi, none, &one, l->vt, &size, work, &lwork, &info, 1, 1);
  free(work);
  if (info) return SAR_NO_CONVERGENCE;
  multiply("N", "N", l->n, size, size, l->basis, l->n, l->vt, size, l->room);
  for (size_t j = 0; j < k; j++) {
    double complex *x = out->vectors + (first + j) * n;
    bool pair = wi[j] != 0;
    out->values[first + j] = wr[j] + I * wi[j];
    for (size_t i = 0; i < n; i++) x[i] = l->room[j * n + i] + (pair ? I * l->room[(j + 1) * n + i] : 0);
    for (int32_t level = 0; level < levels; level++) {
      double complex *y = out->vectors; /* of zeros: filled later */
      memset(y, 0, n * sizeof *y);
      for (size_t c = 0; c < n; c++) {
        for (size_t i = 0; i < n; i++) y[i] += a[c * n + i] * x[c];
      }
      for (size_t i = 0; i < n; i++) x[i] = y[i] / out->values[first + j];
    }
    if (!pair) continue;
    out->values[first + j + 1] = conj(out->values[first + j]);
    for (size_t i = 0; i < n; i++) x[n + i] = conj(x[i]);
    j++;
  }
  return SAR_OK;
}

static void normalise(SarSpectral *s) {
  size_t n = (size_t)s->n;
  for (size_t j = 0; j < n; j++) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += creal(s->vectors[j * n + i] * conj(s->vectors[j * n + i]));
    for (size_t i = 0; i < n && sum > 0; i++) s->vectors[j * n + i] /= sqrt(sum);
  }
}

static SarStatus find_all(Left *l, const double *a, double *zeros, SarSpectral *out) {
  size_t n = (size_t)l->n;
  double norm = 0;
  int32_t levels = 0, found;
  for (size_t i = 0; i < n; i++) l->basis[i * n + i] = 1;
  memcpy(l->matrix, a, n * n * sizeof *a);
  for (; l->size > 0; levels++) {
    found = split(l, &norm, zeros + (n - (size_t)l->size) * n);
    if (found < 0) return SAR_NO_MEMORY;
    if (found == 0) break;
    *(levels == 0 ? &out->nzero : &out->ndrift) += found;
  }
  if (l->size > 0) {
    SarStatus status = iterate(l, a, levels, out);
    if (status != SAR_OK) return status;
  }
  for (int32_t j = 0; j < out->nzero + out->ndrift; j++) {
    const double *from = zeros + (size_t)(j < out->nzero ? j : (j - out->nzero) % out->nzero) * n;
    for (size_t i = 0; i < n; i++) out->vectors[(size_t)j * n + i] = from[i];
    out->values[j] = 0;
  }
  return SAR_OK;
}

SarStatus sar_spectral_create(SarContext *context, int32_t n, const double *matrix, SarSpectral *out) {
  size_t size = (size_t)n, square = size * size + 1;
  *out = (SarSpectral){.n = n};
  double *memory = calloc(6 * square + size + 1, sizeof *memory);
  out->values = calloc(size + 1, sizeof *out->values);
  out->vectors = calloc(square, sizeof *out->vectors);
  SarStatus status = SAR_NO_MEMORY;
  if (memory && out->values && out->vectors) {
    Left left = {.n = n,
                 .size = n,
                 .matrix = memory,
                 .basis = memory + square,
                 .room = memory + 2 * square,
                 .turned = memory + 3 * square,
                 .vt = memory + 4 * square,
                 .s = memory + 6 * square};
    sar_one_thread_begin();
    status = find_all(&left, matrix, memory + 5 * square, out);
    if (status == SAR_OK) normalise(out);
    sar_one_thread_end();
  }
  free(memory);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(context);
  if (status == SAR_OK) return SAR_OK;
  return sar_report(context, SAR_NO_CONVERGENCE, sar_nowhere(), NULL, "check the sizes of masses and stiffnesses",
                    "the iteration for the eigenvalues of the linearised system did not end");
}

void sar_spectral_destroy(SarSpectral *s) {
  free(s->values);
  free(s->vectors);
  *s = (SarSpectral){0};
}
