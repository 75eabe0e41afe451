/* A matching of rows with columns in a growing leading part of a matrix: without one the part is singular whatever
 * its values. */
#ifndef SAR_LINEAR_MATCHING_H
#define SAR_LINEAR_MATCHING_H

#include "linear/linear.h"

typedef struct SarMatching {
  SarPattern pattern;
  int32_t *row_of, *column_of; /* partners, -1: none */
  bool *member;                /* of the leading part */
  int32_t *seen;               /* by row: the search that has reached it */
  int32_t *through;            /* by row: the column by which it was reached */
  int32_t *queue;
  int32_t search;
} SarMatching;

/* False when memory is exhausted. Free it in any case. The pattern must outlive it. */
bool sar_matching_create(const SarPattern *pattern, SarMatching *matching);
void sar_matching_free(SarMatching *matching);

/* Adds rows and columns first ... end - 1 to the leading part if it then still has a full matching; leaves it as it
 * was, up to the choice of partners, and answers false if not (or if no partner was found within a long search). */
bool sar_matching_extend(SarMatching *matching, int32_t first, int32_t end);

#endif
