/* The coefficients of a Runge-Kutta method with an explicit first stage (esdirk.h). */
#ifndef SAR_METHOD_FAMILY_ESDIRK_TABLEAU_H
#define SAR_METHOD_FAMILY_ESDIRK_TABLEAU_H

#include <stdint.h>

#define SAR_ESDIRK_STAGES 6 /* of one method at most */

/* Butcher's tableau: a is lower triangular, a[i][i] = gamma for i > 0, c[i] the sum of its rows; the weights b are the
 * last row. */
typedef struct SarTableau {
  int32_t stages;
  double gamma, c[SAR_ESDIRK_STAGES], a[SAR_ESDIRK_STAGES][SAR_ESDIRK_STAGES];
  int32_t embedded_order; /* 0: no embedded formula, fixed steps only */
  double embedded[SAR_ESDIRK_STAGES];
} SarTableau;

#endif
