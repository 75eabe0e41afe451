/* A few eigenvalues of a large symmetric problem S M x = theta x, those of largest modulus, by ARPACK: S and M are
 * symmetric, M is positive semidefinite, and vectors are orthonormal with respect to M. With S = K^-1 these are the
 * lowest vibrations, theta = 1 / w^2. The same operators and start give the same bits. */
#ifndef SAR_LINEAR_LANCZOS_H
#define SAR_LINEAR_LANCZOS_H

#include "base/context.h"

typedef struct SarLanczos {
  int32_t n;
  int32_t count; /* eigenvalues wanted, at most n - 1 */
  int32_t room;  /* vectors kept, more than count and at most n; 0: count + half of it, and 20 more */
  double tolerance;
  int32_t restarts; /* at most */
  /* y = M x, and y = S b; n numbers each. Not SAR_OK: the search ends with it. */
  SarStatus (*mass)(void *self, const double *x, double *y);
  SarStatus (*solve)(void *self, const double *b, double *y);
  void *self;
  double *start; /* n numbers: where it begins; overwritten */
} SarLanczos;

typedef struct SarLanczosResult {
  int32_t count;   /* that have settled */
  double *values;  /* theta, descending */
  double *vectors; /* n each, of length one with respect to M */
  int64_t applied; /* how often S was used */
  bool settled;    /* all that were wanted */
} SarLanczosResult;

/* Destroy in any case. SAR_NO_MEMORY and failures of ARPACK are reported; that not all have settled is no failure. */
SarStatus sar_lanczos(SarContext *context, const SarLanczos *problem, SarLanczosResult *out);
void sar_lanczos_destroy(SarLanczosResult *result);

#endif
