/* Constraint rows in sets that do not depend on each other: the blocks of the graph of joints.
 *
 * A combination of rows that acts on nothing loads every body with forces in balance. Where a part of the mechanism
 * hangs on the rest by a single body (or by the ground), the balance of all its bodies together says that what it does
 * to that body is zero by itself. So such a combination falls apart into combinations within the blocks of the graph
 * (its biconnected components), whatever the pose: rows of different loops that share at most one body are independent
 * of each other, and a joint in no loop is a block of its own. Rows that tie several pairs of bodies, couplers and
 * gears, make one block of all in which they take part. */
#ifndef SAR_ANALYSIS_ROW_BLOCKS_H
#define SAR_ANALYSIS_ROW_BLOCKS_H

#include "system/workspace.h"

typedef struct SarRowBlocks {
  int32_t nrows;   /* position rows, then velocity rows */
  int32_t nblocks; /* numbered in the order of their first rows */
  int32_t *block;  /* of each row */
} SarRowBlocks;

SarStatus sar_row_blocks_create(SarContext *context, const SarSystem *system, SarRowBlocks *out);

/* Gives every block coordinates of its own in the matrix whose columns are the gradients of the rows: where two blocks
 * share a body, each has a copy of it. The same columns depend on each other as before, and those of different blocks
 * no longer meet. Renumbers `row`, the rows of the pattern; *nrows: how many there are now. */
SarStatus sar_row_blocks_separate(SarContext *context, const SarRowBlocks *blocks, const SarPattern *pattern,
                                  int32_t *row, int32_t *nrows);
void sar_row_blocks_free(SarRowBlocks *blocks);

#endif
