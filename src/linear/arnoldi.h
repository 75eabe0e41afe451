/* A few eigenvalues of a large operator, those of largest modulus, by ARPACK (Lehoucq, Sorensen, Yang 1998).
 *
 * ARPACK keeps what it knows between two calls in variables of its own, one set per process: callers wait for each
 * other. The same operator and start give the same bits. */
#ifndef SAR_LINEAR_ARNOLDI_H
#define SAR_LINEAR_ARNOLDI_H

#include <complex.h>

#include "base/context.h"

typedef struct SarArnoldi {
  int32_t n;     /* of the operator */
  int32_t count; /* eigenvalues wanted, at most n - 2 */
  int32_t room;  /* vectors kept, more than count + 1 and at most n; 0: 2 count + 20 */
  double tolerance;
  int32_t restarts; /* at most */
  /* y = A x; both n numbers. Not SAR_OK: the search ends with it. */
  SarStatus (*apply)(void *self, const double *x, double *y);
  void *self;
  double *start; /* n numbers: where it begins; overwritten */
} SarArnoldi;

typedef struct SarArnoldiResult {
  int32_t count;           /* that have settled */
  double complex *values;  /* pairs side by side, the one with the positive imaginary part first */
  double complex *vectors; /* n each */
  int64_t applied;         /* products with the operator */
  bool settled;            /* all that were wanted */
} SarArnoldiResult;

/* Destroy in any case. SAR_NO_MEMORY and failures of ARPACK are reported; that not all have settled is no failure. */
SarStatus sar_arnoldi(SarContext *context, const SarArnoldi *problem, SarArnoldiResult *out);
void sar_arnoldi_destroy(SarArnoldiResult *result);

#endif
