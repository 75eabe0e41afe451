/* Adams methods with fixed steps (paper 5): what a table of this family supplies, and the weights, which are derived
 * from the integrals of eqs (2)-(9) rather than typed in. */
#ifndef SAR_METHOD_FAMILY_ADAMS_FIXED_H
#define SAR_METHOD_FAMILY_ADAMS_FIXED_H

#include "method/engine.h"

#define SAR_ADAMS_STEPS 8 /* of one method at most */

typedef enum SarAdamsKind {
  SAR_ADAMS_BASHFORTH, /* the predictor alone: order k */
  SAR_ADAMS_CORRECTED, /* corrected by Adams-Moulton of k - 1 steps: order k */
  SAR_ADAMS_COMBINED   /* predictor and corrector combined with the weights of eq (21): order k + 1 */
} SarAdamsKind;

/* y_P = y_n + h sum predictor[j] f_{n-j},   y = y_n + h (corrector[0] f(y_P) + sum corrector[j+1] f_{n-j}). */
typedef struct SarAdams {
  int32_t steps;
  bool corrected;
  double predictor[SAR_ADAMS_STEPS], corrector[SAR_ADAMS_STEPS + 1];
} SarAdams;

typedef struct SarAdamsTable {
  int32_t steps;
  SarAdamsKind kind;
} SarAdamsTable;

/* (-1)^k times the integral over [0, 1] of C_k^{-s} (explicit, eq 3) or C_k^{-s+1} (implicit, eq 7); k up to 8. */
double sar_adams_integral(int32_t k, bool implicit);

/* The method of that kind with 1 <= k <= SAR_ADAMS_STEPS steps. */
void sar_adams_formula(SarAdamsKind kind, int32_t k, SarAdams *out);

#endif
