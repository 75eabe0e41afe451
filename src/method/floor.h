/* Rounding in the error estimate (docs/decisions/0035). Next to a singular pose, and with tolerances near rounding
 * everywhere, the estimate has a part that no shorter step makes smaller. Where it alone exceeds the tolerance a step
 * is accepted above it, but only on evidence of two kinds:
 *
 *   - an attempt from the same node that is eight times shorter has an estimate that is less than four times smaller
 *     (truncation errors fall at least with h^2, and so do those of a jump);
 *   - of every step that is accepted so: rounding of the rows of its equations, answered by their own matrix, moves
 *     positions or states by as much as the estimate says.
 *
 * It is looked for where steps have become eight times shorter since they began to shrink and the estimates have not.
 */
#ifndef SAR_METHOD_FLOOR_H
#define SAR_METHOD_FLOOR_H

#include "method/engine.h"

/* A run begins, or goes on after an event. */
void sar_floor_start(SarFloor *floor);

/* A step begins. */
void sar_floor_begin(SarFloor *floor);

#define SAR_FLOOR_SHORTER 8 /* times: the attempt that is compared */

/* An attempt failed its error test, with this estimate over the tolerance. True: it may be rounding. */
bool sar_floor_suspects(SarIntegrator *integrator, double h, double error);

/* The estimate of the attempt that was suspected, and that of the shorter one. True: it is rounding; estimates may be
 * somewhat larger from now on, until the passage is left behind. */
bool sar_floor_met(SarIntegrator *integrator, double error, double shorter);

/* Whether rounding explains the estimate of the attempt just made. */
bool sar_floor_explains(SarIntegrator *integrator, double error);

/* Whether a step that is given up after an attempt of size h failed because its estimate is rounding. */
bool sar_floor_is_reason(SarIntegrator *integrator, double h, double error);

/* A step with this estimate was accepted. */
void sar_floor_accepted(SarIntegrator *integrator, double h, double error);

#endif
