/* Linear multistep methods: what a table of this family supplies (paper 4, eq 2),
 *
 *   y_k = sum_{j>=1} alpha_j y_{k-j} + h sum_{j>=0} beta_j y'_{k-j},   h = t_k - t_{k-1}. */
#ifndef SAR_METHOD_FAMILY_MULTISTEP_H
#define SAR_METHOD_FAMILY_MULTISTEP_H

#include "method/engine.h"

#define SAR_MULTISTEP_STEPS 4 /* of one method at most */

typedef struct SarMultistep {
  int32_t steps;
  double alpha[SAR_MULTISTEP_STEPS + 1], beta[SAR_MULTISTEP_STEPS + 1]; /* alpha[0] is not used */
} SarMultistep;

typedef struct SarMultistepTable {
  /* The formula for equal steps. */
  void (*formula)(const SarMethodChoice *choice, SarMultistep *out);
  /* A formula of two steps for unequal ones, ratio = h_k/h_{k-1}; null: the trapezoid takes such steps. */
  void (*unequal)(const SarMethodChoice *choice, double ratio, SarMultistep *out);
  bool adaptive; /* unequal is the method itself */
} SarMultistepTable;

#endif
