/* When the corrector of a stage may stop (numerics 4; paper 1, eqs 46, 47). */
#ifndef SAR_METHOD_STOPPING_H
#define SAR_METHOD_STOPPING_H

#include "method/engine.h"

/* The test for the stage that is prepared. a, x: what a unit of the weighted norm of a correction of accelerations and
 * of state rates does to the error, in multiples of what is allowed; with fixed steps, and where a step must end on a
 * crossing, the corrections themselves count instead. */
SarNewtonTest sar_stopping_test(const SarIntegrator *integrator, double a, double x);

/* The test for methods whose velocities are as accurate as their positions: what the corrector leaves in either of
 * them, or in the states, is a small part of the tolerance. A velocity error lasts, so that a step's share of the
 * tolerance in positions alone would allow tolerance/h in velocities and cost an order. */
SarNewtonTest sar_stopping_test_all(const SarIntegrator *integrator, double h);

#endif
