/* In which order to eliminate the blocks of a matrix, without looking at its values.
 *
 * Blocks are the parts that the caller knows (bodies), and else runs of unknowns with the same neighbours (the rows of
 * a joint). Greedy minimum degree on the graph of the blocks, made symmetric; a block is eligible only when the
 * matrix of all blocks eliminated before and itself has a full matching of rows with columns. So the multipliers of a
 * joint wait until the bodies before them have enough free coordinates for its rows, and no longer. */
#ifndef SAR_LINEAR_BLOCK_ORDER_H
#define SAR_LINEAR_BLOCK_ORDER_H

#include "linear/linear.h"

#define SAR_BLOCK_LARGEST 6 /* runs grow no larger; parts that the caller knows may be */

typedef struct SarBlockOrder {
  int32_t count;
  int32_t *start;       /* count + 1: first unknown of each block */
  int32_t *sequence;    /* count: the blocks in their order */
  int32_t *later_start; /* count + 1, by position in the sequence */
  int32_t *later;       /* the blocks that a block is coupled to and that come after it, in their order */
} SarBlockOrder;

/* patient: a block with a zero on its diagonal (multipliers) waits for all blocks without one that it is coupled to
 * (its bodies), not only for enough of them. More fill, but poses in which the fewer bodies happen not to do are no
 * trouble, and inertias do not pile up along a mechanism. False when memory is exhausted. Free the order in any case.
 */
bool sar_block_order_make(const SarPattern *pattern, const SarPartition *partition, bool patient, SarBlockOrder *order);
void sar_block_order_free(SarBlockOrder *order);

#endif
