/* Translators that are still to be written. */
#include "read/adams/translators.h"

SarStatus sar_deck_phases(SarDeck *deck) {
  (void)deck;
  return SAR_OK;
}

#define MISSING(function)                                                                           \
  SarStatus function(SarDeck *deck, const SarStatement *statement) {                                \
    return sar_deck_refuse(deck, statement, statement->source, NULL, "there is no translator yet"); \
  }

MISSING(sar_deck_gear)
MISSING(sar_deck_ptcv)
MISSING(sar_deck_cvcv)
MISSING(sar_deck_springdamper)
MISSING(sar_deck_bushing)
MISSING(sar_deck_field)
MISSING(sar_deck_beam)
MISSING(sar_deck_sforce)
MISSING(sar_deck_vforce)
MISSING(sar_deck_vtorque)
MISSING(sar_deck_gforce)
MISSING(sar_deck_nforce)
MISSING(sar_deck_friction)
