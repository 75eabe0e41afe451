/* The single-step equivalents of linear multistep methods with auxiliary rates (paper 4, eqs 4): what a table of this
 * family supplies. */
#ifndef SAR_METHOD_FAMILY_SINGLESTEP_H
#define SAR_METHOD_FAMILY_SINGLESTEP_H

#include <complex.h>

#include "method/engine.h"

#define SAR_SINGLESTEP_LEVELS 4 /* r of paper 4 at most: r - 1 auxiliary rates, 2 r - 1 coefficients */

typedef struct SarSinglestep {
  int32_t levels;                                      /* r */
  double complex gamma[2 * SAR_SINGLESTEP_LEVELS - 1]; /* gamma_0 ... gamma_{2r-2} */
} SarSinglestep;

typedef struct SarSinglestepTable {
  void (*formula)(const SarMethodChoice *choice, SarSinglestep *out);
} SarSinglestepTable;

#endif
