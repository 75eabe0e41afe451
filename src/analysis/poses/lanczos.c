#include "analysis/poses/lanczos.h"

#include <math.h>
#include <string.h>

#define MOST SAR_LANCZOS_STEPS
#define CONVERGED 1e-13 /* residual over eigenvalue */
#define SWEEPS 40

static double dot(int32_t n, const double *x, const double *y) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

static void normalise(int32_t n, double *x) {
  double length = sqrt(dot(n, x, x));
  for (int32_t i = 0; i < n && length > 0; i++) x[i] /= length;
}

static void rotate(int32_t k, double a[MOST][MOST], double v[MOST][MOST], int32_t p, int32_t q) {
  double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(1 + theta * theta)), c = 1 / sqrt(1 + t * t), s = t * c;
  for (int32_t i = 0; i < k; i++) {
    double x = a[i][p], y = a[i][q];
    a[i][p] = c * x - s * y, a[i][q] = s * x + c * y;
  }
  for (int32_t i = 0; i < k; i++) {
    double x = a[p][i], y = a[q][i];
    a[p][i] = c * x - s * y, a[q][i] = s * x + c * y;
    double left = v[i][p], right = v[i][q];
    v[i][p] = c * left - s * right, v[i][q] = s * left + c * right;
  }
}

/* The eigenvector s of the largest eigenvalue of the tridiagonal matrix, by Jacobi rotations. Returns the eigenvalue.
 */
static double largest_pair(int32_t k, const double *alpha, const double *beta, double *s) {
  double a[MOST][MOST] = {{0}}, v[MOST][MOST] = {{0}}, size = 0;
  for (int32_t i = 0; i < k; i++) {
    a[i][i] = alpha[i], v[i][i] = 1;
    if (i + 1 < k) a[i][i + 1] = a[i + 1][i] = beta[i];
    size = fmax(size, fabs(alpha[i]));
  }
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    double off = 0;
    for (int32_t p = 0; p < k; p++) {
      for (int32_t q = p + 1; q < k; q++) {
        off = fmax(off, fabs(a[p][q]));
        if (fabs(a[p][q]) > 1e-300) rotate(k, a, v, p, q);
      }
    }
    if (off <= 1e-17 * size) break;
  }
  int32_t best = 0;
  for (int32_t i = 1; i < k; i++) {
    if (a[i][i] > a[best][best]) best = i;
  }
  for (int32_t i = 0; i < k; i++) s[i] = v[i][best];
  return a[best][best];
}

/* Twice is enough: what rounding leaves after the first pass the second one takes. */
static void make_orthogonal(int32_t n, int32_t count, const double *basis, double *x) {
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t j = 0; j < count; j++) {
      const double *v = basis + (size_t)j * (size_t)n;
      double part = dot(n, v, x);
      for (int32_t i = 0; i < n; i++) x[i] -= part * v[i];
    }
  }
}

/* The first basis vector becomes the combination; one more product removes what the others left in it. */
static const double *combine(const SarLanczos *l, int32_t k, const double *s) {
  int32_t n = l->n;
  double *sum = l->basis, *room = l->basis + (size_t)n;
  for (int32_t i = 0; i < n; i++) {
    double x = 0;
    for (int32_t j = 0; j < k; j++) x += s[j] * l->basis[(size_t)j * (size_t)n + (size_t)i];
    sum[i] = x;
  }
  normalise(n, sum);
  l->apply(l->self, sum, room);
  memcpy(sum, room, (size_t)n * sizeof *sum);
  normalise(n, sum);
  return sum;
}

const double *sar_lanczos_largest(const SarLanczos *l) {
  double alpha[MOST] = {0}, beta[MOST] = {0}, s[MOST] = {1};
  int32_t n = l->n, most = n < MOST ? n : MOST, k = 0;
  normalise(n, l->basis);
  while (k < most) {
    double *v = l->basis + (size_t)k * (size_t)n, *next = v + n;
    l->apply(l->self, v, next);
    alpha[k] = dot(n, v, next);
    make_orthogonal(n, k + 1, l->basis, next);
    beta[k] = sqrt(dot(n, next, next));
    k++;
    double value = largest_pair(k, alpha, beta, s);
    if (!(beta[k - 1] * fabs(s[k - 1]) > CONVERGED * value)) break;
    for (int32_t i = 0; i < n; i++) next[i] /= beta[k - 1];
  }
  return combine(l, k, s);
}
