/* Translators that are still to be written. */
#include "read/adams/translators.h"

#define MISSING(function)                                                                           \
  SarStatus function(SarDeck *deck, const SarStatement *statement) {                                \
    return sar_deck_refuse(deck, statement, statement->source, NULL, "there is no translator yet"); \
  }

MISSING(sar_deck_ptcv)
MISSING(sar_deck_cvcv)
