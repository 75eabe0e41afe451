/* Which markers joints and forces act between. */
#ifndef SAR_READ_ADAMS_PAIRS_H
#define SAR_READ_ADAMS_PAIRS_H

#include "read/adams/deck.h"

/* Whether a joint or force has the markers i and j, in any order; j = 0: whether one has i. */
SarStatus sar_deck_acts(SarDeck *deck, int64_t i, int64_t j, bool *acts);

#endif
