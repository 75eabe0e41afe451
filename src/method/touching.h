/* Steps of problems with touches (problem.h): their errors, and steps that do not run into a touch unprepared. */
#ifndef SAR_METHOD_TOUCHING_H
#define SAR_METHOD_TOUCHING_H

#include "method/engine.h"

/* RMS of the errors of positions; with touches at least a third of the largest RMS of a body: one body that is hit must
 * not be thinned out by all that rest. */
double sar_position_norm(const SarIntegrator *integrator, const double *errors);

/* A step of at most h in which no touch begins that the error test would refuse. The trial node is used for it. */
double sar_foreseen_step(SarIntegrator *integrator, double h);

#endif
