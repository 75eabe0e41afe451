/* How stiff a motion is: the eigenvalue of largest size of the underlying ordinary differential equation, linearised at
 * a point. The changes are those that the constraints allow, and their accelerations what reactions leave of them: no
 * coordinates are chosen for it, which would cost far more than the equations themselves (linear/columns.h), and on
 * which the value would depend where the point is not at rest. It says how stiff a motion is, not whether it is
 * stable. */
#ifndef SAR_METHOD_DOMINANT_H
#define SAR_METHOD_DOMINANT_H

#include <complex.h>

#include "method/method.h"

/* At a consistent point, all its unknowns included; 1/s, of a pair the one with a positive imaginary part. Not a
 * number: there is none (no freedom is left, or constraints are on velocities), it is not clearly the largest, or the
 * point is singular. An error (SAR_NO_MEMORY, reported) says nothing about the point. */
SarStatus sar_dominant_eigenvalue(SarContext *context, const SarProblem *problem, const SarPoint *at,
                                  double complex *out);

#endif
