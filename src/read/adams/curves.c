/* PTCV and CVCV: a point, or a curve, that stays on a curve. */
#include "read/adams/translators.h"

SarStatus sar_deck_ptcv(SarDeck *deck, const SarStatement *statement) {
  return sar_deck_refuse(deck, statement, statement->source,
                         "write it as a joint of `type: cam` with `profile_x`, `profile_y`",
                         "points on curves are not translated");
}

SarStatus sar_deck_cvcv(SarDeck *deck, const SarStatement *statement) {
  return sar_deck_refuse(deck, statement, statement->source,
                         "write it as a joint of `type: cam` with `follower: curve`",
                         "curves on curves are not translated");
}
