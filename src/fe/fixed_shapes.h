/* Shapes of vibration with all interfaces held: K x = w^2 M x on the free unknowns. */
#ifndef SAR_FE_FIXED_SHAPES_H
#define SAR_FE_FIXED_SHAPES_H

#include "fe/inner.h"

typedef struct SarFeFixed {
  int32_t count;
  double *squares; /* w^2, ascending */
  double *vectors; /* count vectors of nunknowns, orthonormal with respect to the mass */
} SarFeFixed;

/* `modes` of them, or with modes < 0 all up to a frequency in Hz. Destroy in any case. More than the model has is
 * SAR_INPUT. */
SarStatus sar_fe_fixed_shapes(SarFeInner *inner, const SarReduceOptions *options, SarFeFixed *out);
void sar_fe_fixed_destroy(SarFeFixed *fixed);

/* The start of an iteration: numbers between -1 and 1 that are the same every time. */
void sar_fe_start_vector(int32_t n, double *x);

#endif
