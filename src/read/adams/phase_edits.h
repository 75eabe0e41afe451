/* Edits of a deck between simulations: statements in a command file, of which only the given arguments change. */
#ifndef SAR_READ_ADAMS_PHASE_EDITS_H
#define SAR_READ_ADAMS_PHASE_EDITS_H

#include "read/adams/deck.h"

/* The statement that the edit speaks of gets the arguments that are given. */
SarStatus sar_deck_edit(SarDeck *deck, const SarStatement *edit);

/* Translates the deck anew, after edits. *now: the tree as it was, and then as it is; *change: `change:` of a phase
 * that makes one of the other, null where there is nothing to change. */
SarStatus sar_deck_differences(SarDeck *deck, SarSource source, const SarNode **now, SarNode **change);

#endif
