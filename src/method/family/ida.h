/* What a table of this family holds. */
#ifndef SAR_METHOD_FAMILY_IDA_H
#define SAR_METHOD_FAMILY_IDA_H

#include "method/engine.h"

#define SAR_IDA_ORDER 5 /* the highest that IDA knows */

typedef struct SarIdaTable {
  int32_t (*max_order)(const SarMethodChoice *choice);
} SarIdaTable;

#endif
