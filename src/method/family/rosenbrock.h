/* What a table gives to the Rosenbrock family: the coefficients of an s-stage Rosenbrock method with its embedded one
 * (paper 2, eqs 11-12). Those of the Nystrom form are made from them by Theorem 2.1. */
#ifndef SAR_METHOD_ROSENBROCK_H
#define SAR_METHOD_ROSENBROCK_H

#include "method/engine.h"

#define SAR_ROSENBROCK_STAGES 4

typedef struct SarRosenbrockTable {
  int32_t stages;
  double alpha[SAR_ROSENBROCK_STAGES][SAR_ROSENBROCK_STAGES]; /* below the diagonal */
  double gamma[SAR_ROSENBROCK_STAGES][SAR_ROSENBROCK_STAGES]; /* the diagonal is the same in every row */
  double b[SAR_ROSENBROCK_STAGES], b_hat[SAR_ROSENBROCK_STAGES];
  int32_t embedded_order;
  bool exact; /* needs exact Jacobians; false: a W-method */
} SarRosenbrockTable;

/* The coefficients of Theorem 2.1. */
typedef struct SarNystrom {
  int32_t stages;
  double gamma;
  double alpha_sum[SAR_ROSENBROCK_STAGES], gamma_sum[SAR_ROSENBROCK_STAGES];
  double a[SAR_ROSENBROCK_STAGES][SAR_ROSENBROCK_STAGES], c[SAR_ROSENBROCK_STAGES][SAR_ROSENBROCK_STAGES];
  double delta[SAR_ROSENBROCK_STAGES][SAR_ROSENBROCK_STAGES], theta[SAR_ROSENBROCK_STAGES][SAR_ROSENBROCK_STAGES];
  double m[SAR_ROSENBROCK_STAGES], m_hat[SAR_ROSENBROCK_STAGES];
  double mu[SAR_ROSENBROCK_STAGES], mu_hat[SAR_ROSENBROCK_STAGES];
} SarNystrom;

void sar_nystrom(const SarRosenbrockTable *table, SarNystrom *out);

#endif
