/* The eigenvector of the largest eigenvalue of a symmetric positive operator: Lanczos with full reorthogonalisation. */
#ifndef SAR_ANALYSIS_LANCZOS_H
#define SAR_ANALYSIS_LANCZOS_H

#include <stdint.h>

#define SAR_LANCZOS_STEPS 24

typedef struct SarLanczos {
  int32_t n;
  void *self;
  void (*apply)(void *self, const double *b, double *u);
  double *basis;   /* (min(n, SAR_LANCZOS_STEPS) + 1) vectors of n numbers; the first one is the start, not zero */
  double accuracy; /* residual over eigenvalue that is small enough; 0: rounding */
} SarLanczos;

/* The unit vector; it lies in the basis. Stops when the residual is small enough, at the latest after
 * SAR_LANCZOS_STEPS. */
const double *sar_lanczos_largest(const SarLanczos *l);

#endif
