/* A symmetric matrix as it grows, entry by entry in any order, and as the model has it: columns of the upper triangle.
 */
#ifndef SAR_FE_READ_ENTRIES_H
#define SAR_FE_READ_ENTRIES_H

#include "fe/model.h"

typedef struct SarFeEntries {
  int32_t *rows, *columns; /* from 0; row <= column */
  double *values;
  int32_t count, capacity;
} SarFeEntries;

/* False: memory is exhausted, or there are more than 2^31 entries. An entry of the lower triangle counts as that of the
 * upper one. */
bool sar_fe_entries_add(SarFeEntries *entries, int32_t row, int32_t column, double value);
void sar_fe_entries_free(SarFeEntries *entries);

/* Into the arena, and frees the entries. What is given more than once is added up if `add`; else *repeated is the first
 * such entry of the matrix, -1 if there is none. SAR_NO_MEMORY is not reported. */
SarStatus sar_fe_entries_pack(SarFeEntries *entries, int32_t n, bool add, SarArena *arena, SarFeMatrix *out,
                              int32_t repeated[2]);

#endif
