/* Fully implicit Runge-Kutta methods of Radau's type (IIA): what a table of this family supplies, and what follows from
 * it. */
#ifndef SAR_METHOD_FAMILY_RADAU_H
#define SAR_METHOD_FAMILY_RADAU_H

#include <complex.h>

#include "method/engine.h"
#include "method/family/radau_table.h"

/* One eigenvalue mu of A^-1: the stages' equations combined with the weights `left` see the step h/mu only, and their
 * solution returns to the stages with the weights `right` (Hairer and Wanner 1996, section IV.8). */
typedef struct SarRadauMode {
  double complex mu, left[SAR_RADAU_STAGES], right[SAR_RADAU_STAGES];
} SarRadauMode;

/* Stages 2: one complex mode. Stages 3: a real one and a complex one. The conjugate of a complex mode stands for
 * itself.
 */
typedef struct SarRadau {
  SarRadauTable t;
  int32_t nmodes;
  SarRadauMode mode[2];
  bool has_real; /* mode[0] is real */
  /* Local error of y: weight (h y'_0 + sum error_i (y_i - y_0)), zero for polynomials up to the number of stages. */
  double weight, error[SAR_RADAU_STAGES];
} SarRadau;

void sar_radau_derive(const SarRadauTable *table, SarRadau *out);

#endif
