#include "analysis/poses/lanczos.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define MOST SAR_LANCZOS_STEPS
#define CONVERGED 1e-13 /* residual over eigenvalue */
#define ROUNDING 1e-16
#define LAGUERRE 40 /* iterations; four to six are usual */

static double dot(int32_t n, const double *x, const double *y) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

static void normalise(int32_t n, double *x) {
  double length = sqrt(dot(n, x, x));
  for (int32_t i = 0; i < n && length > 0; i++) x[i] /= length;
}

/* Where the characteristic polynomial of a tridiagonal matrix is at x, above its largest root: the sums of 1/(x - root)
 * and of its square, from the pivots of x - T, all positive there. False: x is not above. */
static bool sum_roots(int32_t k, const double *alpha, const double *beta, double x, double *first, double *second) {
  double before = 1, d1 = 0, d2 = 0; /* the pivot before, its first and second derivative */
  *first = *second = 0;
  for (int32_t i = 0; i < k; i++) {
    double b = i > 0 ? beta[i - 1] * beta[i - 1] / before : 0, r1 = d1 / before, r2 = d2 / before;
    before = x - alpha[i] - b;
    d1 = 1 + b * r1;
    d2 = b * (r2 - 2 * r1 * r1);
    if (!(before > 0)) return false;
    *first += d1 / before;
    *second += d1 / before * (d1 / before) - d2 / before;
  }
  return true;
}

/* The largest eigenvalue of a tridiagonal matrix by Laguerre's method from `above`: all roots are real, so that it
 * comes down to the largest and never passes it but by rounding. */
static double largest_value(int32_t k, const double *alpha, const double *beta, double above) {
  double x = above, first, second;
  for (int i = 0; i < LAGUERRE && sum_roots(k, alpha, beta, x, &first, &second); i++) {
    double spread = (k - 1) * (k * second - first * first);
    double down = k / (first + sqrt(spread > 0 ? spread : 0));
    x -= down;
    if (!(down > ROUNDING * x)) break;
  }
  return x;
}

static double positive(double pivot, double scale) { return pivot > ROUNDING * scale ? pivot : ROUNDING * scale; }

/* Its unit eigenvector s: pivots from the top and from the bottom, which meet where the vector is largest. Above the
 * eigenvalues of all parts of the matrix these pivots are positive. */
static void vector_of(int32_t k, const double *alpha, const double *beta, double value, double *s) {
  double top[MOST], bottom[MOST], least = 0, square = 0;
  int32_t meet = 0;
  for (int32_t i = 0; i < k; i++) {
    top[i] = value - alpha[i] - (i > 0 ? beta[i - 1] * beta[i - 1] / positive(top[i - 1], value) : 0);
  }
  for (int32_t i = k; i-- > 0;) {
    bottom[i] = value - alpha[i] - (i + 1 < k ? beta[i] * beta[i] / positive(bottom[i + 1], value) : 0);
    double both = fabs(top[i] + bottom[i] - (value - alpha[i]));
    if (i == k - 1 || both < least) least = both, meet = i;
  }
  s[meet] = 1;
  for (int32_t i = meet; i-- > 0;) s[i] = s[i + 1] * beta[i] / positive(top[i], value);
  for (int32_t i = meet + 1; i < k; i++) s[i] = s[i - 1] * beta[i - 1] / positive(bottom[i], value);
  for (int32_t i = 0; i < k; i++) square += s[i] * s[i];
  for (int32_t i = 0; i < k; i++) s[i] /= sqrt(square);
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
  double alpha[MOST] = {0}, beta[MOST] = {0}, s[MOST] = {1}, value = 0;
  double converged = l->accuracy > CONVERGED ? l->accuracy : CONVERGED;
  int32_t n = l->n, most = n < MOST ? n : MOST, k = 0;
  normalise(n, l->basis);
  while (k < most) {
    double *v = l->basis + (size_t)k * (size_t)n, *next = v + n;
    l->apply(l->self, v, next);
    alpha[k] = dot(n, v, next);
    make_orthogonal(n, k + 1, l->basis, next);
    beta[k] = sqrt(dot(n, next, next));
    k++;
    double above =
        fmax(value, alpha[k - 1]) + (k > 1 ? beta[k - 2] : 0); /* a matrix of two parts and what couples them */
    value = largest_value(k, alpha, beta, above * (1 + 4 * ROUNDING));
    vector_of(k, alpha, beta, value, s);
    if (!(beta[k - 1] * fabs(s[k - 1]) > converged * value)) break;
    for (int32_t i = 0; i < n; i++) next[i] /= beta[k - 1];
  }
  return combine(l, k, s);
}
