/* What a method does to linear test equations, from the very table that the solver uses: amplification, damping,
 * period, stability (paper 4, section 4).
 *
 * Two equations: the oscillator x'' = -Omega^2 x, z = i Omega h; and x' = mu x, z = mu h. Steps of methods with several
 * implicit stages cost more: to compare methods at equal cost, scans and regions take z/n, n = stages of a step. */
#ifndef SAR_METHOD_SPECTRUM_H
#define SAR_METHOD_SPECTRUM_H

#include <complex.h>

#include "method/method.h"

#define SAR_SPECTRUM_MOST 6 /* roots of a method at most */

typedef enum SarTestEquation { SAR_TEST_OSCILLATOR, SAR_TEST_RATE } SarTestEquation;

/* One step takes the state s_n of the method to s_{n+1} with E s_{n+1} = F s_n; by rows. Methods that treat x'' = ...
 * as two equations of first order split into two such systems with opposite z: this is one of them. */
typedef struct SarAmplification {
  int32_t n;
  double complex e[SAR_SPECTRUM_MOST * SAR_SPECTRUM_MOST], f[SAR_SPECTRUM_MOST * SAR_SPECTRUM_MOST];
} SarAmplification;

/* Whether the amplification of this method's family is known here. */
bool sar_spectrum_knows(const SarMethodChoice *choice);

/* z may be infinite. SAR_USAGE for a family whose amplification is not known here. */
SarStatus sar_amplification(SarContext *context, const SarMethodChoice *choice, SarTestEquation equation,
                            double complex z, SarAmplification *out);

/* The characteristic roots. */
typedef struct SarSpectrumRoots {
  int32_t n;
  double complex zeta[SAR_SPECTRUM_MOST];
  double radius; /* the largest absolute value */
} SarSpectrumRoots;
SarStatus sar_spectrum_roots(SarContext *context, const SarMethodChoice *choice, SarTestEquation equation,
                             double complex z, SarSpectrumRoots *out);

/* The oscillator at one step size. The principal root zeta = exp((-xi w +- i w sqrt(1 - xi^2)) h), with the numerical
 * frequency w and damping ratio xi (paper 4, eq 22), is the one that the exact solution belongs to for small steps. */
typedef struct SarSpectrumPoint {
  double omega; /* Omega h/n */
  double radius;
  double complex root; /* the principal one */
  double decay;        /* amplitude decay ratio xi */
  double elongation;   /* of the period: Omega/w - 1 */
  double error;        /* |log(root) - z|/|z|: of frequency and damping together; falls with the order */
} SarSpectrumPoint;

/* omega: Omega h/n, positive, ascending. */
SarStatus sar_spectrum_scan(SarContext *context, const SarMethodChoice *choice, int32_t count, const double *omega,
                            SarSpectrumPoint *points);

/* Order of accuracy on the oscillator and the error constant: log(zeta) = z + constant |z|^(order + 1) for small z. Not
 * rounded. */
SarStatus sar_spectrum_order(SarContext *context, const SarMethodChoice *choice, double *order, double *constant);

/* Stability limit on the negative real axis: x' = mu x is damped for all 0 < -mu h < limit (paper 5, Table 2). Infinite
 * when it is still so at 1000. */
SarStatus sar_spectrum_limit(SarContext *context, const SarMethodChoice *choice, double *limit);

/* Spectral radius of x' = mu x at z/n = re[i] + im[j] sqrt(-1): radius[j * nre + i]. Infinite on a pole. */
SarStatus sar_spectrum_region(SarContext *context, const SarMethodChoice *choice, int32_t nre, const double *re,
                              int32_t nim, const double *im, double *radius);

#endif
