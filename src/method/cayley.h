/* Positions in Cayley's parameters around the last accepted configuration: the chart of Runge-Kutta and multistep
 * methods (numerics 1). Plain coordinates move by addition, orientations by R = R_0 Cay(g). In this chart a
 * configuration is a vector xi with a rate xi' = T^-1(xi) v, so that every method for vectors runs unchanged. */
#ifndef SAR_METHOD_CAYLEY_H
#define SAR_METHOD_CAYLEY_H

#include "method/problem.h"

/* The place of the configuration q, with velocities v, in the chart around q0: xi and its rate (nv numbers each).
 * Returns the largest |g|. */
double sar_cayley_place(const SarProblem *problem, const double *q0, const double *q, const double *v, double *xi,
                        double *rate);

/* The rates of places that are known already. */
void sar_cayley_rate(const SarProblem *problem, const double *xi, const double *v, double *rate);

/* The velocities of rates that are known: v = T(xi) xi'. */
void sar_cayley_velocity(const SarProblem *problem, const double *xi, const double *rate, double *v);

/* The second derivative of the place, xi'' = T^-1 a + d(T^-1 v)/dxi xi'. */
void sar_cayley_second_rate(const SarProblem *problem, const double *xi, const double *v, const double *rate,
                            const double *a, double *second);

/* T of every rotation block, 9 numbers each: how the body turns when its place in the chart moves. */
void sar_cayley_tangents(const SarProblem *problem, const double *xi, double *rotation);

/* Solves xi = xi_hat + c T^-1(xi) v for xi, block by block. Returns the largest |g|; infinite or nan when some block
 * turns too fast to be solved for. */
double sar_cayley_solve(const SarProblem *problem, const double *xi_hat, double c, const double *v, double *xi);

/* The configuration at xi, and the rotation vectors that lead there (3 per rotation block). */
void sar_cayley_advance(const SarProblem *problem, const double *q0, const double *xi, double *q, double *turn);

/* N of SarWeights: T (I - c E)^-1 T^-1, the body's turn per unit of c dv when xi is solved as above. 9 numbers per
 * rotation block. */
void sar_cayley_weights(const SarProblem *problem, const double *xi, double c, const double *v, double *rotation);

#endif
