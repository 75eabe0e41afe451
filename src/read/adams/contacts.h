/* What the contacts of a deck are called in the model. */
#ifndef SAR_READ_ADAMS_CONTACTS_H
#define SAR_READ_ADAMS_CONTACTS_H

#include "read/adams/deck.h"

typedef struct SarDeckNames {
  const char **all;
  int32_t count;
} SarDeckNames;

/* One for each pair of geometries that a CONTACT names; those that are left out are not among them. */
SarStatus sar_deck_contact_names(SarDeck *deck, const SarStatement *statement, SarDeckNames *out);

#endif
