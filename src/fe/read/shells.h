/* Shells, which CalculiX expands into solid elements. */
#ifndef SAR_FE_READ_SHELLS_H
#define SAR_FE_READ_SHELLS_H

#include "fe/read/deck.h"

/* A node that CalculiX has made, and the node of the deck that it was made from. */
typedef struct SarFeExpanded {
  int64_t number, original;
} SarFeExpanded;

typedef struct SarFeShells {
  SarFeExpanded *nodes;   /* ascending */
  SarFeExpanded *made_of; /* the same, by the nodes that they were made from */
  int32_t count, capacity;
} SarFeShells;

/* Reads JOB.12d, and puts the solid elements and their nodes in the place of the shells of the deck. Without shells
 * nothing is done. */
SarStatus sar_fe_shells_expand(SarFeDeck *deck, const char *path, SarFeShells *out);

/* Those that were made of a node of the deck, from below to above the middle surface; null: none. */
const SarFeExpanded *sar_fe_made_of(const SarFeShells *shells, int64_t original, int32_t *count);

/* Puts into the sets of the model the nodes that were made in the place of those that they were made from. */
SarStatus sar_fe_shells_sets(SarFeReading *reading, const SarFeShells *shells);

#endif
