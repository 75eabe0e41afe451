/* The graph of blocks during an elimination: who is coupled to whom, made symmetric. Eliminating a block couples all
 * its neighbours. */
#ifndef SAR_LINEAR_BLOCK_GRAPH_H
#define SAR_LINEAR_BLOCK_GRAPH_H

#include "linear/linear.h"

typedef struct SarBlockList {
  int32_t *item; /* sorted */
  int32_t count, capacity;
} SarBlockList;

typedef struct SarBlockGraph {
  int32_t count;
  int32_t *start; /* count + 1: first unknown of each block */
  SarBlockList *list;
  SarBlockList work;
} SarBlockGraph;

/* The blocks: parts of the partition (its count may be 0: every unknown alone), merged where neighbours in the
 * numbering have the same neighbours in the graph and do not exceed `largest` unknowns together. False when memory is
 * exhausted. Free it in any case. */
bool sar_block_graph_make(const SarPattern *pattern, const SarPartition *partition, int32_t largest,
                          SarBlockGraph *graph);
void sar_block_graph_free(SarBlockGraph *graph);

/* Takes the block out and couples its neighbours; its own list stays. */
bool sar_block_graph_eliminate(SarBlockGraph *graph, int32_t block);

static inline int32_t sar_block_size(const SarBlockGraph *graph, int32_t block) {
  return graph->start[block + 1] - graph->start[block];
}

#endif
