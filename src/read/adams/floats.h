/* Floating markers that ride on the point where a force acts: JFLOAT of VFORCE, VTORQUE and GFORCE. */
#ifndef SAR_READ_ADAMS_FLOATS_H
#define SAR_READ_ADAMS_FLOATS_H

#include "read/adams/deck.h"

/* The force whose JFLOAT the marker is; null: none, or it does not float. */
SarStatus sar_deck_force_of_float(SarDeck *deck, const SarStatement *marker, const SarStatement **force);

/* The frame where a marker is: its own, or that of I where it is the JFLOAT of a force; null: nothing is known. */
SarStatus sar_deck_frame_or_rider(SarDeck *deck, const SarStatement *marker, const char **frame);

/* The force between a marker i and another one j (null: not said) of which one is its JFLOAT; null: none. *reaction: i
 * is the JFLOAT. */
SarStatus sar_deck_force_between(SarDeck *deck, const SarStatement *i, const SarStatement *j,
                                 const SarStatement **force, bool *reaction);

#endif
