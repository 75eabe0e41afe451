/* Backward differentiation formulas of variable order: what a table of this family supplies. */
#ifndef SAR_METHOD_FAMILY_BDF_H
#define SAR_METHOD_FAMILY_BDF_H

#include "method/engine.h"

#define SAR_BDF_ORDER 6 /* at most */

typedef struct SarBdfTable {
  int32_t (*max_order)(const SarMethodChoice *choice);
} SarBdfTable;

/* The formula of order k <= SAR_BDF_ORDER for a step of length h to the time t,
 *
 *   y = share_0 y_0 + ... + share_k y_k + c y',
 *
 * where y_j is the value at node[j], newest first. With equal steps share_k is zero but for rounding. Returns c. */
double sar_bdf_formula(int32_t k, const double *node, double t, double h, double *share);

#endif
