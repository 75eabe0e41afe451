/* Whether an equilibrium is stable: the lowest eigenvalue of
 *
 *   K x = lambda M x   on   ker [Phi_q; A]
 *
 * in 1/s^2, states and variables following at rest. */
#ifndef SAR_ANALYSIS_STATIC_STABILITY_H
#define SAR_ANALYSIS_STATIC_STABILITY_H

#include "analysis/static/rest.h"

/* The operator (K + s M)^-1 M on the displacements: its eigenvalues are 1/(lambda + s). */
typedef struct SarCompliance {
  SarRest *rest;
  int32_t nv;
  double shift; /* s */
  double floor; /* eigenvalues lambda that are no larger are zero */
} SarCompliance;

/* How large eigenvalues become, 1/s^2, roughly. Takes the masses. */
SarStatus sar_compliance_measure(SarRest *rest, double *stiffest);
/* Factorises at the point of the rest, whose factors are these from then on. */
SarStatus sar_compliance_make(SarRest *rest, double stiffest, double shift, SarCompliance *out);
/* out: nv numbers; product: M times the vector. */
SarStatus sar_compliance_apply(const SarCompliance *c, const double *product, double *out);

/* Right after it: whether the result is more than rounding. It is not where nothing can move. */
bool sar_compliance_is_known(const SarCompliance *c, const double *product, const double *out);

typedef struct SarStability {
  double lowest;    /* real part, 1/s^2; NaN: nothing can move; 0: a neutral direction is the lowest */
  double imaginary; /* of an eigenvalue that is not real: loads that follow the motion make it flutter; else 0 */
  bool stable;      /* none is negative, and none is complex */
  bool neutral;     /* one is zero */
  double stiffest;  /* of sar_compliance_measure */
  double shift;     /* with which they were found */
  int32_t unknown;  /* the largest component of the mode of the lowest one; -1: none */
} SarStability;

/* Directions that nothing holds and nothing loads. */
#define SAR_NEUTRAL_MOST 12
typedef struct SarNeutral {
  int32_t count;                      /* SAR_NEUTRAL_MOST: there may be more */
  int32_t unknowns[SAR_NEUTRAL_MOST]; /* what moves most along each of them, no two alike */
} SarNeutral;

/* At the point of the rest, which is an equilibrium. */
SarStatus sar_static_stability(SarRest *rest, SarStability *out);
/* Where one of its eigenvalues is zero: how many are. */
SarStatus sar_static_neutral(SarRest *rest, const SarStability *stability, SarNeutral *out);

#endif
