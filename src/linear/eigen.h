/* Eigenvalues of small complex matrices (LAPACK, which OpenBLAS contains). */
#ifndef SAR_LINEAR_EIGEN_H
#define SAR_LINEAR_EIGEN_H

#include <complex.h>

#include "base/context.h"

#define SAR_EIGEN_MOST 8 /* rows at most */

/* The n numbers zeta with F x = zeta E x for some x; matrices by rows. SAR_SINGULAR if E is, SAR_NO_CONVERGENCE if the
 * iteration does not end; nothing is reported. */
SarStatus sar_eigenvalues(int32_t n, const double complex *e, const double complex *f, double complex *values);

#endif
