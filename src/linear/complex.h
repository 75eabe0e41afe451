/* Complex linear systems with the pattern of a real matrix: what implicit Runge-Kutta methods with coupled stages solve
 * for the complex eigenvalues of their coefficient matrix. New pivots in every factorisation: the same values give the
 * same bits, whatever was factorised before. */
#ifndef SAR_LINEAR_COMPLEX_H
#define SAR_LINEAR_COMPLEX_H

#include <complex.h>

#include "linear/linear.h"

typedef struct SarLinearComplex SarLinearComplex;

/* The pattern outlives the solver. */
SarStatus sar_linear_complex_create(SarContext *context, const SarPattern *pattern, SarLinearComplex **out);
void sar_linear_complex_destroy(SarLinearComplex **linear);
SarStatus sar_linear_complex_factor(SarLinearComplex *linear, const double complex *values);
/* In place; only after a factor that succeeded. */
void sar_linear_complex_solve(SarLinearComplex *linear, double complex *rhs);
int32_t sar_linear_complex_singular_column(const SarLinearComplex *linear); /* -1: unknown */

#endif
