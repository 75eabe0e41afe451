/* What a table gives to the family of CVODE: the highest order. */
#ifndef SAR_METHOD_CVODE_H
#define SAR_METHOD_CVODE_H

#include "method/engine.h"

#define SAR_CVODE_ORDER 12

typedef struct SarCvodeTable {
  int32_t (*max_order)(const SarMethodChoice *choice);
} SarCvodeTable;

#endif
