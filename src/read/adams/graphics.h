/* Geometry of GRAPHICS: what is drawn, and what CONTACT lets touch. */
#ifndef SAR_READ_ADAMS_GRAPHICS_H
#define SAR_READ_ADAMS_GRAPHICS_H

#include "read/adams/deck.h"

/* The shape of a geometry that a contact names, "rod.box3", made when it is asked for first. Null where there is none
 * and the contact has to be left out: that is told. */
SarStatus sar_deck_shape(SarDeck *deck, const SarStatement *contact, const SarStatement *graphics, const char **name);

/* Whether it can touch. */
bool sar_deck_is_solid(SarDeck *deck, const SarStatement *graphics);

#endif
