/* Texts and the numbers they stand for, found through a hash: no search that grows with their count. */
#ifndef SAR_BASE_INDEX_H
#define SAR_BASE_INDEX_H

#include "base/arena.h"

/* Begins empty, but for the arena. The texts are not copied. */
typedef struct SarIndex {
  SarArena *arena;
  struct SarIndexEntry *entries;
  uint64_t mask;
  int32_t count;
} SarIndex;

/* A text that is there already keeps its number. False: memory is exhausted. */
bool sar_index_put(SarIndex *index, const char *text, int32_t number);
/* -1: it is not there. */
int32_t sar_index_get(const SarIndex *index, const char *text);

#endif
