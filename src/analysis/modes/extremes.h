/* The fastest and the slowest of all small motions about a point: how stiff the equations are. */
#ifndef SAR_ANALYSIS_MODES_EXTREMES_H
#define SAR_ANALYSIS_MODES_EXTREMES_H

#include <complex.h>

#include "method/problem.h"

/* Eigenvalues of the pencil (pencil.h) in ground axes, 1/s, of a pair the one with a positive imaginary part. Not
 * numbers: there is none, it has not settled, or the equations are singular at the point. */
typedef struct SarExtremes {
  double complex fastest; /* of largest modulus */
  double complex slowest; /* of smallest modulus, zeros apart */
} SarExtremes;

/* At a consistent point. SAR_NO_MEMORY, reported to the context; nothing else is. */
SarStatus sar_extremes_find(SarContext *context, const SarProblem *problem, const SarPoint *at, SarExtremes *out);

#endif
