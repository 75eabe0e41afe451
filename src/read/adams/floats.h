/* Floating markers that ride on the point where a force acts: JFLOAT of VFORCE, VTORQUE and GFORCE. */
#ifndef SAR_READ_ADAMS_FLOATS_H
#define SAR_READ_ADAMS_FLOATS_H

#include "read/adams/deck.h"

/* The frame where a marker is: its own, or that of I where it is the JFLOAT of a force; null: nothing is known. */
SarStatus sar_deck_frame_or_rider(SarDeck *deck, const SarStatement *marker, const char **frame);

/* What acts between a marker i and another one j (null: not said) of which one is the JFLOAT of forces, on i: the text
 * of an expression for one of "fx fy fz fm tx ty tz tm", along a frame (null: the ground). *text null: neither is. */
SarStatus sar_deck_floating_action(SarDeck *deck, const SarStatement *i, const SarStatement *j, const char *function,
                                   const char *axes, const char **text);

#endif
