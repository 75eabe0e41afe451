/* With --skip-unsupported: what is left out, and what has to go with it because it names it. */
#ifndef SAR_READ_ADAMS_LEFT_OUT_H
#define SAR_READ_ADAMS_LEFT_OUT_H

#include "read/adams/deck.h"

/* The statement is not in the model. Nothing happens without --skip-unsupported, where that is an error. */
SarStatus sar_deck_leave_out(SarDeck *deck, const SarStatement *statement);
bool sar_deck_is_left_out(const SarDeck *deck, const SarStatement *statement);

/* A statement needs another one. */
SarStatus sar_deck_note_use(SarDeck *deck, const SarStatement *user, const SarStatement *used);

/* The same, of one that stays when the other is left out: the value that it asks for is zero then. */
SarStatus sar_deck_note_value(SarDeck *deck, const SarStatement *user, const SarStatement *used);

/* Looks at the statements that the arguments name by their numbers; *out: one of them is left out, and so is this one,
 * as was said. */
SarStatus sar_deck_follow_arguments(SarDeck *deck, const SarStatement *statement, bool *out);

/* All that needs what is left out is left out as well; *more: that is more than was known. */
SarStatus sar_deck_spread_left_out(SarDeck *deck, bool *more);

#endif
