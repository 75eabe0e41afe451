/* What the corrector's files share. */
#ifndef SAR_METHOD_NEWTON_PARTS_H
#define SAR_METHOD_NEWTON_PARTS_H

#include "method/newton.h"

/* The residual at the unknowns as they stand. */
SarStatus sar_newton_evaluate(SarNewton *newton);

/* A new matrix there, factorised. */
SarStatus sar_newton_matrix(SarNewton *newton, double step);

/* Size of the correction du in multiples of what is allowed: accelerations and state rates (paper 1, eqs 48b, 49b). */
double sar_newton_measure(const SarNewton *newton, const SarNewtonTest *test);

/* The first algebraic variable among the unknowns. */
int32_t sar_newton_first_z(const SarNewton *newton);

/* Moves n accelerations by about the rounding of positions, where these move by c_q times as much: in one of SAR_SHAKES
 * patterns, there (sign 1) and back (-1). */
#define SAR_SHAKES 4
void sar_shake(int32_t n, const double *weight, double c_q, int pattern, double sign, double *a);

/* Is a correction of the motion and of the states no more than rounding? */
bool sar_rests(const SarSizes *n, const double *du, const SarNewtonTest *test, double c_q, double c_x);

/* After corrections of the motion that are rounding, with the residual at the point: is what keeps variables from
 * settling the rounding of the motion? SAR_OK with *shaken set, or SAR_NO_CONVERGENCE. */
SarStatus sar_newton_shaken(SarNewton *newton, const SarNewtonTest *test, bool *shaken);

/* From the prediction towards the solution, by corrections that are shortened until they lead there: for iterations
 * that go back and forth between the sides of a steep law, as that of friction. SAR_OK: close enough for full ones. */
SarStatus sar_newton_approach(SarNewton *newton, double step, const SarNewtonTest *test);

#endif
