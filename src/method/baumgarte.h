/* Baumgarte's stabilisation: constraints that do not hold exactly are pulled back by the acceleration of the index-1
 * system (paper 5, eq 33),
 *
 *   Phi'' + 2 alpha Phi' + beta^2 Phi = 0,   (A v + b)' + alpha (A v + b) = 0.
 *
 * How strong the pull may be depends on the step: its rate times h must stay below the stability limit of the method on
 * the negative real axis (eq 34). */
#ifndef SAR_METHOD_BAUMGARTE_H
#define SAR_METHOD_BAUMGARTE_H

#include "base/arena.h"
#include "method/keys.h"

typedef struct SarBaumgarte {
  const SarProblem *problem;
  double alpha, beta;
  double *correction; /* np + nn */
  double *position;   /* np */
} SarBaumgarte;

/* False when memory is exhausted. Without constants: no pull. */
bool sar_baumgarte_create(SarArena *arena, const SarProblem *problem, SarBaumgarte *out);

/* alpha and beta from the keys of these names, or 0.2 limit/step where they are not given (one of them: the same for
 * both). Warns above half the limit; SAR_INPUT above the limit, unless baumgarte_force=true. */
SarStatus sar_baumgarte_choose(SarContext *context, const SarMethodChoice *choice, double limit, double step,
                               SarBaumgarte *out);

/* What the index-1 system is to be corrected by at a state (t, q, v, x): np + nn numbers; *correction is null where
 * there is no pull. */
SarStatus sar_baumgarte_correct(SarBaumgarte *baumgarte, const SarPoint *at, const double **correction);

#endif
