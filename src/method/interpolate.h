/* Values between two accepted nodes (numerics 5). */
#ifndef SAR_METHOD_INTERPOLATE_H
#define SAR_METHOD_INTERPOLATE_H

#include "method/history.h"

/* Output arrays of an interpolation; null ones are skipped. */
typedef struct SarInterpolated {
  double *q, *v, *x;                  /* cubic Hermite */
  double *a, *lambda, *mu, *xdot, *z; /* linear */
} SarInterpolated;

/* At time t between the nodes. Rotations are interpolated in the rotation vector of the step (`turn` of `to`), with
 * end rates omega and T_exp^-1 omega: exact in steady spin. */
void sar_interpolate(const SarProblem *problem, const SarNode *from, const SarNode *to, double t,
                     const SarInterpolated *out);

/* The same where only a part of it is read; the rest of the arrays is left as it is. How many numbers that were. */
int32_t sar_interpolate_reads(const SarProblem *problem, const SarNode *from, const SarNode *to, double t,
                              const SarReads *reads, const SarInterpolated *out);

#endif
