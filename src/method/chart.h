/* Positions around the last accepted configuration (numerics 1): plain coordinates move by addition, orientations by
 * the exponential map, q_{n+1} = q_n * exp(turn). */
#ifndef SAR_METHOD_CHART_H
#define SAR_METHOD_CHART_H

#include "method/problem.h"

/* Moves q0 by xi (nv numbers: displacements of plain coordinates, rotation vectors of the rotation blocks). turn
 * receives the rotation vectors, 3 per rotation block (may be null). Quaternions come out normalised. Returns
 * the largest angle turned. */
double sar_chart_advance(const SarProblem *problem, const double *q0, const double *xi, double *q, double *turn);

/* The largest |v + s a| over the rotation blocks: the turning rate in the middle of a step of 2 s. */
double sar_chart_turning_rate(const SarProblem *problem, const double *v, const double *a, double s);

/* Index among the velocities of the largest component of v + s a in the block for which that is largest; a may be null.
 * -1: nothing turns. */
int32_t sar_chart_fastest(const SarProblem *problem, const double *v, const double *a, double s);

#endif
