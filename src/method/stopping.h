/* When the corrector of a stage may stop (numerics 4; paper 1, eqs 46, 47). */
#ifndef SAR_METHOD_STOPPING_H
#define SAR_METHOD_STOPPING_H

#include "method/engine.h"

/* The test for the stage that is prepared. a, x: what a unit of the weighted norm of a correction of accelerations and
 * of state rates does to the error, in multiples of what is allowed; with fixed steps, and where a step must end on a
 * crossing, the corrections themselves count instead. */
SarNewtonTest sar_stopping_test(const SarIntegrator *integrator, double a, double x);

#endif
