/* Rows inside long steps of methods whose accelerations at both ends are those of the motion (explicit methods):
 * positions are the quintic through positions, velocities and accelerations at both ends, orientations in the rotation
 * vector of the step; velocities and accelerations are its derivatives. Cubics (interpolate.h) would be the largest
 * error of the steps that formulas of high order take.
 *
 * Events are still looked for on the cubics, for which there are bounds (SarProblemOps.enclose_step). */
#ifndef SAR_METHOD_QUINTIC_H
#define SAR_METHOD_QUINTIC_H

#include "method/interpolate.h"

/* q, v and a of `out` (null ones are skipped) at time t between the nodes. */
void sar_interpolate_quintic(const SarProblem *problem, const SarNode *from, const SarNode *to, double t,
                             const SarInterpolated *out);

#endif
