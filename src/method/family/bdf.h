/* Backward differentiation formulas of variable order: what a table of this family supplies. */
#ifndef SAR_METHOD_FAMILY_BDF_H
#define SAR_METHOD_FAMILY_BDF_H

#include "method/engine.h"

#define SAR_BDF_ORDER 6 /* at most */

typedef struct SarBdfTable {
  int32_t (*max_order)(const SarMethodChoice *choice);
} SarBdfTable;

#endif
