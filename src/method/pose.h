/* Singular poses on the way of methods that know no other equations than those of index 1: there constraints depend on
 * each other, and the nearer a mechanism is the more rounding is magnified. Such a pose is passed between two nodes,
 * not reached in smaller and smaller steps (docs/decisions/0030). */
#ifndef SAR_METHOD_POSE_H
#define SAR_METHOD_POSE_H

#include "method/engine.h"
#include "method/index1.h"

#define SAR_POSE_FELT 3 /* nearness from which on a pose may be what spoils a step; far from any it is about 1 */

/* At the end of an attempt, with the matrix of its end: notes how near it is to a singular pose. SAR_SINGULAR, with the
 * culprit of index1, where it is so near that rounding exceeds the tolerance. Fixed steps are taken as they are. */
SarStatus sar_pose_look(SarIntegrator *integrator, SarIndex1 *index1);

/* The factor on the step after an attempt has failed, instead of `factor`. Next to a singular pose a step
 * fails because a stage or its end is too near to the pose. One that is a little shorter has others; one that is much
 * shorter ends before the pose, and the next must pass it all the same. */
double sar_pose_shorten(const SarIntegrator *integrator, SarStatus why, double h, double factor);

/* What rounding makes of positions over L and velocities at the end of the last attempt. */
double sar_pose_noise(const SarIntegrator *integrator);
/* Whether a singular pose is so near that it may be to blame for an error in a step of this length. */
bool sar_pose_within_reach(const SarIntegrator *integrator, double h);

/* Whether the last attempt that came to its end was next to a singular pose; the constraint at fault is
 * integrator->near_row. */
bool sar_pose_is_near(const SarIntegrator *integrator);

#endif
