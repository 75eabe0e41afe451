/* What the readers of finite-element models share. */
#ifndef SAR_FE_READ_READING_H
#define SAR_FE_READ_READING_H

#include "fe/model.h"
#include "fe/read/text.h"

typedef struct SarFeReading {
  SarContext *context;
  SarArena *arena;   /* of what is read */
  SarArena *scratch; /* gone afterwards */
  SarFeModel *out;
} SarFeReading;

/* Everything in the units of the files. */
SarStatus sar_fe_read_calculix(SarFeReading *reading, const char *deck);

/* Copies nodes in ascending order of their numbers into the model. A number that stands twice keeps the place that was
 * given last. */
SarStatus sar_fe_set_nodes(SarFeReading *reading, int32_t count, const int64_t *numbers, const SarVec3 *at);

/* Index of a node by its number in an array in ascending order; -1: there is none. Fast where numbers have no gaps. */
int32_t sar_fe_index(const int64_t *numbers, int32_t count, int64_t number);

#endif
