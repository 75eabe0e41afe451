/* Whether an equilibrium is stable: the lowest eigenvalue of
 *
 *   K x = lambda M x   on   ker [Phi_q; A]
 *
 * in 1/s^2, states and variables following at rest. */
#ifndef SAR_ANALYSIS_STATIC_STABILITY_H
#define SAR_ANALYSIS_STATIC_STABILITY_H

#include "analysis/static/rest.h"

typedef struct SarStability {
  double lowest;    /* real part, 1/s^2; NaN: nothing can move; 0: a neutral direction is the lowest */
  double imaginary; /* of an eigenvalue that is not real: loads that follow the motion make it flutter; else 0 */
  bool stable;      /* none is negative, and none is complex */
  bool neutral;     /* one is zero */
  int32_t unknown;  /* the largest component of the mode of the lowest one; -1: none */
} SarStability;

/* At the point of the rest, which is an equilibrium. */
SarStatus sar_static_stability(SarRest *rest, SarStability *out);

#endif
