/* Linear buckling (docs/theory/statics.md): the factors f of the loads for which
 *
 *   (J_0 + f D) x = 0
 *
 * has a solution, J_0 the matrix of the mechanism at rest without its loads and D what the stresses of the loaded
 * equilibrium and the loads themselves add to it, in the shape without loads. */
#ifndef SAR_ANALYSIS_STATIC_BUCKLING_H
#define SAR_ANALYSIS_STATIC_BUCKLING_H

#include "analysis/static/equilibrium.h"
#include "sarrus/static.h"

typedef struct SarBuckling {
  int32_t count;
  double factors[SAR_BUCKLING_MOST]; /* positive ones, the smallest first */
  double reversed;                   /* the negative one nearest to zero; NaN: none */
  int32_t unknown;                   /* what moves most with the first factor; -1: there is none */
  bool loose;                        /* without loads, something is held by nothing */
} SarBuckling;

/* At the equilibrium, which stays as it is. > 0: without loads it does not come to rest. */
SarStatus sar_static_buckling(SarEquilibrium *e, int32_t wanted, SarBuckling *out);

#endif
