/* Impacts at the same instant. Each asks for g+ = -e g- of its own rate g; together the impulses p, which push and
 * never pull, solve
 *
 *   p >= 0,   g- + W p + e g- >= 0,   and of the two one is zero,        W_ij = b_i w_j,
 *
 * with the gradients b of the rates and the responses w of the velocities to unit impulses (here for g that falls; the
 * other way round for one that rises). A contact that another one has turned round further than it asks for gets none.
 */
#ifndef SAR_ANALYSIS_IMPACT_H
#define SAR_ANALYSIS_IMPACT_H

#include "analysis/start/equations.h"

typedef struct SarImpacts {
  int32_t nv, count, most;
  double *gradient, *response; /* most x nv */
  double *w;                   /* most x most */
  double *wanted;              /* change of each rate, -(1 + e) g- */
  double *impulse;
} SarImpacts;

SarStatus sar_impacts_create(SarContext *context, int32_t nv, int32_t most, SarImpacts *out);
void sar_impacts_release(SarImpacts *impacts);

/* The equations are factorised. SAR_SINGULAR: the constraints hold the rate. */
SarStatus sar_impacts_add(SarImpacts *impacts, SarEquations *e, const double *gradient, double rate,
                          double restitution);

/* Gives the velocities what they are afterwards. */
void sar_impacts_solve(SarImpacts *impacts, double *v);

#endif
