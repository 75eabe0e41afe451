/* Theorem 2.1 of paper 2: from a Rosenbrock method to the form for second-order systems. All matrices are small and
 * lower triangular. */
#include <string.h>

#include "method/family/rosenbrock.h"

#define S SAR_ROSENBROCK_STAGES

/* The inverse of the lower triangular gamma. */
static void invert(int32_t n, const double (*gamma)[S], double (*inverse)[S]) {
  for (int32_t j = 0; j < n; j++) {
    inverse[j][j] = 1 / gamma[j][j];
    for (int32_t i = j + 1; i < n; i++) {
      double sum = 0;
      for (int32_t k = j; k < i; k++) sum += gamma[i][k] * inverse[k][j];
      inverse[i][j] = -sum / gamma[i][i];
    }
  }
}

static void multiply(int32_t n, const double (*x)[S], const double (*y)[S], double (*out)[S]) {
  for (int32_t i = 0; i < n; i++) {
    for (int32_t j = 0; j < n; j++) {
      out[i][j] = 0;
      for (int32_t k = 0; k < n; k++) out[i][j] += x[i][k] * y[k][j];
    }
  }
}

static void row_times(int32_t n, const double *x, const double (*y)[S], double *out) {
  for (int32_t j = 0; j < n; j++) {
    out[j] = 0;
    for (int32_t k = 0; k < n; k++) out[j] += x[k] * y[k][j];
  }
}

void sar_nystrom(const SarRosenbrockTable *t, SarNystrom *out) {
  int32_t n = t->stages;
  double inverse[S][S] = {{0}}, ratio[S][S], product[S][S], row[S];
  *out = (SarNystrom){.stages = n, .gamma = t->gamma[0][0]};
  invert(n, t->gamma, inverse);
  multiply(n, t->alpha, inverse, ratio); /* a = alpha gamma^-1 */
  memcpy(out->a, ratio, sizeof ratio);
  multiply(n, t->gamma, ratio, product);
  for (int32_t i = 0; i < n; i++) {
    for (int32_t j = 0; j < n; j++) {
      out->c[i][j] = (i == j ? 1 / out->gamma : 0) - inverse[i][j];
      out->delta[i][j] = t->gamma[i][j] + product[i][j];
      out->alpha_sum[i] += t->alpha[i][j];
      out->gamma_sum[i] += t->gamma[i][j];
    }
  }
  multiply(n, t->alpha, ratio, product);
  for (int32_t i = 0; i < n; i++) {
    for (int32_t j = 0; j < n; j++) out->theta[i][j] = t->alpha[i][j] + product[i][j];
  }
  row_times(n, t->b, inverse, out->m);
  row_times(n, t->b_hat, inverse, out->m_hat);
  row_times(n, t->b, ratio, row);
  for (int32_t i = 0; i < n; i++) out->mu[i] = t->b[i] + row[i];
  row_times(n, t->b_hat, ratio, row);
  for (int32_t i = 0; i < n; i++) out->mu_hat[i] = t->b_hat[i] + row[i];
}
