/* The Bathe method and its relatives of more sub-steps, MSSTC(n): n - 1 trapezoids of length 2 gamma h, then one stage
 * that ends the step; second order, A-stable, spectral radius rho_inf at infinity.
 *
 * Paper 4, section 2.3 and eq 7; H. Zhang, R. Zhang, Y. Xing, P. Masarati, "On the optimization of n-sub-step composite
 * time integration methods", Nonlinear Dyn. 102 (2020). The amplification is
 *
 *   R(z) = (1 + q_1 w + ... + q_n w^n)/(1 - w)^n,   w = gamma z.
 *
 * Second order gives q_1 = u - n and q_2 = n (n - 1)/2 - n u + u^2/2 with u = 1/gamma, the dissipation q_n = rho_inf.
 * The rest, and u, follow from |R(iy)|^2 = 1 up to the highest possible power of y: the coefficients of y^4 ...
 * y^(2n-2) in |1 + q_1 iy + ...|^2 and (1 + y^2)^n are the same. With n = 2 nothing is left to choose: the Bathe
 * method. */
#include <math.h>

#include "method/family/esdirk.h"
#include "method/table/rho_inf.h"

#define MOST 5        /* n at most */
#define CONTINUE 0.25 /* change of rho_inf that Newton follows at once */
#define ITERATIONS 8

static double binomial(int32_t n, int32_t k) {
  double value = 1;
  for (int32_t i = 1; i <= k; i++) value = value * (n + 1 - i) / i;
  return value;
}

/* 0 outside the polynomial. */
static double at(int32_t n, const double *q, int32_t k) { return k < 0 || k > n ? 0 : q[k]; }

static void set_first(int32_t n, double u, double *q) {
  q[0] = 1;
  q[1] = u - n;
  q[2] = n * (n - 1) / 2.0 - n * u + u * u / 2;
}

/* Solves the m by m system; x holds the right hand side, then the solution. */
static void solve(int32_t m, double a[MOST - 2][MOST - 2], double *x) {
  for (int32_t k = 0; k < m; k++) {
    int32_t best = k;
    for (int32_t i = k + 1; i < m; i++) best = fabs(a[i][k]) > fabs(a[best][k]) ? i : best;
    for (int32_t j = 0; j < m; j++) {
      double t = a[k][j];
      a[k][j] = a[best][j], a[best][j] = t;
    }
    double t = x[k];
    x[k] = x[best], x[best] = t;
    for (int32_t i = k + 1; i < m; i++) {
      double factor = a[i][k] / a[k][k];
      for (int32_t j = k; j < m; j++) a[i][j] -= factor * a[k][j];
      x[i] -= factor * x[k];
    }
  }
  for (int32_t k = m - 1; k >= 0; k--) {
    for (int32_t j = k + 1; j < m; j++) x[k] -= a[k][j] * x[j];
    x[k] /= a[k][k];
  }
}

/* One Newton correction of u and q_3 ... q_{n-1}; rows: the coefficients of y^2k, k = 2 ... n - 1. */
static void correct(int32_t n, double *u, double *q) {
  double jacobian[MOST - 2][MOST - 2], x[MOST - 2];
  for (int32_t k = 2; k < n; k++) {
    double sum = q[k] * q[k];
    for (int32_t j = 1; j <= k; j++) sum += (j % 2 ? -2 : 2) * at(n, q, k - j) * at(n, q, k + j);
    x[k - 2] = binomial(n, k) - sum;
    for (int32_t m = 1; m < n; m++) { /* derivative along q_m */
      double slope = ((k - m) % 2 ? -2 : 2) * at(n, q, 2 * k - m);
      if (m == 1) jacobian[k - 2][0] = slope;
      if (m == 2) jacobian[k - 2][0] += slope * (*u - n);
      if (m > 2) jacobian[k - 2][m - 2] = slope;
    }
  }
  solve(n - 2, jacobian, x);
  *u += x[0];
  for (int32_t m = 3; m < n; m++) q[m] += x[m - 2];
  set_first(n, *u, q);
}

/* Follows the solution from rho_inf = 1, where R is n trapezoids. Returns gamma. */
static double numerator(int32_t n, double rho, double *q) {
  double u = n == 2 ? 2 + sqrt(2 * (1 + rho)) : 2.0 * n;
  set_first(n, u, q);
  for (int32_t k = 3; k <= n; k++) q[k] = binomial(n, k);
  for (double now = 1; n > 2 && now > rho;) {
    now = fmax(rho, now - CONTINUE);
    q[n] = now;
    for (int32_t i = 0; i < ITERATIONS; i++) correct(n, &u, q);
  }
  q[n] = rho;
  return 1 / u;
}

/* The weights b that give this numerator: with m = n - 1, stage i is ((1 + w)/(1 - w))^i, hence
 *
 *   sum_i b_i/gamma (1 + w)^i (1 - w)^(m - i) = (numerator - (1 - w)^m)/w = sum_k e_k w^k,
 *
 * and by w = (s - 1)/(s + 1) the b_i/gamma are the coefficients of 2^-m sum_k e_k (s - 1)^k (s + 1)^(m - k). */
static void last_row(int32_t n, double gamma, const double *q, double *b) {
  int32_t m = n - 1;
  for (int32_t i = 0; i < n; i++) b[i] = 0;
  for (int32_t k = 0; k < n; k++) {
    double e = q[k + 1] - (k + 1 > m ? 0 : (k % 2 ? 1 : -1) * binomial(m, k + 1));
    double product[MOST] = {1}; /* (s - 1)^k (s + 1)^(m - k), ascending */
    for (int32_t factor = 0; factor < m; factor++) {
      double constant = factor < k ? -1 : 1;
      for (int32_t i = factor + 1; i >= 0; i--) product[i] = constant * product[i] + (i ? product[i - 1] : 0);
    }
    for (int32_t i = 0; i < n; i++) b[i] += gamma * e * product[i] / ldexp(1, m);
  }
  b[n] = gamma;
}

static void fill(const SarMethodChoice *choice, int32_t n, SarTableau *out) {
  double q[MOST + 1], gamma = numerator(n, sar_rho_inf(choice), q);
  *out = (SarTableau){.stages = n + 1, .gamma = gamma};
  for (int32_t i = 1; i < n; i++) {
    out->c[i] = 2 * i * gamma;
    for (int32_t j = 0; j <= i; j++) out->a[i][j] = j == 0 || j == i ? gamma : 2 * gamma;
  }
  out->c[n] = 1;
  last_row(n, gamma, q, out->a[n]);
}

static void two(const SarMethodChoice *choice, SarTableau *out) { fill(choice, 2, out); }
static void three(const SarMethodChoice *choice, SarTableau *out) { fill(choice, 3, out); }
static void four(const SarMethodChoice *choice, SarTableau *out) { fill(choice, 4, out); }
static void five(const SarMethodChoice *choice, SarTableau *out) { fill(choice, 5, out); }

static const SarEsdirkTable two_parts = {two}, three_parts = {three}, four_parts = {four}, five_parts = {five};

static const SarMethodKey keys[] = {SAR_RHO_INF_KEY};

#define MSSTC(name_, stages_, summary_, table_)                                                               \
  {                                                                                                           \
    .info = {.name = name_,                                                                                   \
             .family = "esdirk",                                                                              \
             .summary = summary_,                                                                             \
             .dissipation = "rho_inf: spectral radius at infinity",                                           \
             .stability = "A",                                                                                \
             .paper = "4",                                                                                    \
             .order = 2,                                                                                      \
             .order_index3 = {2, 2, 1},                                                                       \
             .order_si2 = {2, 2, 2},                                                                          \
             .stages = stages_},                                                                              \
    .infinity = sar_rho_inf, .family = &sar_family_esdirk, .keys = keys, .nkeys = sizeof keys / sizeof *keys, \
    .coefficients = &(table_),                                                                                \
  }

const SarMethodTable sar_table_bathe = MSSTC("bathe", 2, "Bathe's method: a trapezoid, then a second stage", two_parts);
const SarMethodTable sar_table_msstc3 = MSSTC("msstc3", 3, "two trapezoids, then a third stage", three_parts);
const SarMethodTable sar_table_msstc4 = MSSTC("msstc4", 4, "three trapezoids, then a fourth stage", four_parts);
const SarMethodTable sar_table_msstc5 = MSSTC("msstc5", 5, "four trapezoids, then a fifth stage", five_parts);
