/* Positions in rotation vectors around the last accepted configuration: the chart of methods that look back over
 * several steps (docs/decisions/0033). Plain coordinates move by addition, orientations by R = R_0 exp(d). A steady
 * spin is a straight line in this chart, however far back a method looks: in Cayley's parameters (cayley.h) it is 2
 * tan(angle/2), which formulas of low order miss and which step control takes for a motion of its own. */
#ifndef SAR_METHOD_VECTOR_H
#define SAR_METHOD_VECTOR_H

#include "method/problem.h"

/* The place of the configuration q in the chart around q0 (nv numbers). Returns the largest angle, at most pi. */
double sar_vector_place(const SarProblem *problem, const double *q0, const double *q, double *xi);

/* The rates of places that are known already: xi' = T^-1(xi) v, T the tangent of the exponential map (numerics 1). */
void sar_vector_rate(const SarProblem *problem, const double *xi, const double *v, double *rate);

/* Solves xi = xi_hat + c T^-1(xi) v for xi, block by block. Returns the largest angle; nan when some block turns too
 * fast to be solved for. */
double sar_vector_solve(const SarProblem *problem, const double *xi_hat, double c, const double *v, double *xi);

/* The configuration q there: what sar_chart_advance (chart.h) gives, to rounding. Turns by themselves go to `turn`. */
void sar_vector_advance(const SarProblem *problem, const double *q0, const double *xi, double *q, double *turn);

/* N of SarWeights: T (I - c E)^-1 T^-1 with E = d(T^-1 v)/dxi, the body's turn per unit of c dv when xi is solved as
 * above. 9 numbers per rotation block. */
void sar_vector_weights(const SarProblem *problem, const double *xi, double c, const double *v, double *rotation);

#endif
