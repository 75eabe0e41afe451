/* Eigenvalues and eigenvectors of the inverse of a Radau matrix, and the weights of its error estimate: derived from
 * the tableau, nothing is typed in. */
#include <math.h>

#include "method/family/radau.h"

#define S SAR_RADAU_STAGES
#define NEWTON_STEPS 60

/* Solves the n x n system in place by Gauss-Jordan with partial pivoting. */
static void solve_small(int32_t n, double complex m[S][S + 1]) {
  for (int32_t k = 0; k < n; k++) {
    int32_t best = k;
    for (int32_t i = k + 1; i < n; i++) {
      if (cabs(m[i][k]) > cabs(m[best][k])) best = i;
    }
    for (int32_t j = 0; j <= n; j++) {
      double complex swap = m[k][j];
      m[k][j] = m[best][j], m[best][j] = swap;
    }
    for (int32_t i = 0; i < n; i++) {
      if (i == k) continue;
      double complex factor = m[i][k] / m[k][k];
      for (int32_t j = k; j <= n; j++) m[i][j] -= factor * m[k][j];
    }
  }
  for (int32_t i = 0; i < n; i++) m[i][n] /= m[i][i];
}

/* det(I - z A) and its derivative: zero where z is an eigenvalue of A^-1. Polynomial by Leverrier's method. */
typedef struct Polynomial {
  double coefficient[S + 1]; /* of z^0 ... z^s */
} Polynomial;

static Polynomial characteristic(const SarRadauTable *t) {
  Polynomial p = {{1}};
  double power[S][S] = {{0}}; /* M_k of Leverrier and Faddeev */
  for (int32_t i = 0; i < t->stages; i++) power[i][i] = 1;
  for (int32_t k = 1; k <= t->stages; k++) {
    double next[S][S] = {{0}}, trace = 0;
    for (int32_t i = 0; i < t->stages; i++) {
      for (int32_t j = 0; j < t->stages; j++) {
        for (int32_t m = 0; m < t->stages; m++) next[i][j] += t->a[i][m] * power[m][j];
      }
      trace += next[i][i];
    }
    p.coefficient[k] = -trace / k;
    for (int32_t i = 0; i < t->stages; i++) {
      for (int32_t j = 0; j < t->stages; j++) power[i][j] = next[i][j] + (i == j ? p.coefficient[k] : 0);
    }
  }
  return p;
}

static double complex root_near(const Polynomial *p, int32_t degree, double complex z) {
  for (int32_t k = 0; k < NEWTON_STEPS; k++) {
    double complex value = 0, slope = 0;
    for (int32_t i = degree; i >= 0; i--) slope = slope * z + value, value = value * z + p->coefficient[i];
    double complex correction = value / slope;
    z -= correction;
    if (cabs(correction) <= 1e-16 * cabs(z)) break;
  }
  return z;
}

/* v with A v = v/mu (transposed: v A = v/mu), last component 1. */
static void eigenvector(const SarRadauTable *t, double complex mu, bool transposed, double complex *v) {
  int32_t n = t->stages - 1;
  double complex m[S][S + 1] = {{0}};
  for (int32_t i = 0; i < n; i++) {
    for (int32_t j = 0; j < n; j++) m[i][j] = (transposed ? t->a[j][i] : t->a[i][j]) - (i == j ? 1 / mu : 0);
    m[i][n] = -(transposed ? t->a[n][i] : t->a[i][n]);
  }
  solve_small(n, m);
  for (int32_t i = 0; i < n; i++) v[i] = m[i][n];
  v[n] = 1;
}

static SarRadauMode make_mode(const SarRadauTable *t, double complex mu) {
  SarRadauMode mode = {.mu = mu};
  double complex product = 0;
  eigenvector(t, mu, true, mode.left);
  eigenvector(t, mu, false, mode.right);
  for (int32_t i = 0; i < t->stages; i++) product += mode.left[i] * mode.right[i];
  for (int32_t i = 0; i < t->stages; i++) mode.right[i] /= product;
  return mode;
}

/* sum error_i c_i = -1, sum error_i c_i^m = 0 for m = 2 ... s. */
static void error_weights(SarRadau *out) {
  const SarRadauTable *t = &out->t;
  double complex m[S][S + 1] = {{0}};
  for (int32_t k = 0; k < t->stages; k++) {
    for (int32_t i = 0; i < t->stages; i++) m[k][i] = pow(t->c[i], k + 1);
    m[k][t->stages] = k == 0 ? -1 : 0;
  }
  solve_small(t->stages, m);
  for (int32_t i = 0; i < t->stages; i++) out->error[i] = creal(m[i][t->stages]);
  out->weight = 1 / cabs(out->mode[0].mu);
}

void sar_radau_derive(const SarRadauTable *table, SarRadau *out) {
  *out = (SarRadau){.t = *table};
  Polynomial p = characteristic(table);
  double scale = table->stages; /* eigenvalues lie near the number of stages */
  out->has_real = table->stages % 2 == 1;
  if (out->has_real) {
    out->mode[out->nmodes++] = make_mode(table, creal(root_near(&p, table->stages, scale)));
  }
  out->mode[out->nmodes++] = make_mode(table, root_near(&p, table->stages, scale + I * scale));
  error_weights(out);
}
