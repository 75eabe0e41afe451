/* Floating markers: those that ride on the point where a force acts (JFLOAT of VFORCE, VTORQUE and GFORCE), and those
 * that follow a point along its curve (JFLOAT of PTCV): x along the curve, y away from its centre of curvature. */
#ifndef SAR_READ_ADAMS_FLOATS_H
#define SAR_READ_ADAMS_FLOATS_H

#include "read/adams/deck.h"

/* The frame where a marker is: its own, or that of I where it is the JFLOAT of a force; null: nothing is known. */
SarStatus sar_deck_frame_or_rider(SarDeck *deck, const SarStatement *marker, const char **frame);

/* The PTCV whose JFLOAT a marker is; null: none. */
SarStatus sar_deck_on_curve(SarDeck *deck, const SarStatement *marker, const SarStatement **ptcv);

/* The frame whose origin is that of the JFLOAT of a PTCV, but not its axes: I. */
const char *sar_deck_place_on_curve(SarDeck *deck, const SarStatement *ptcv);

/* The frame in whose axes the curve is given: RM. */
const char *sar_deck_axes_of_curve(SarDeck *deck, const SarStatement *ptcv);

/* One component (0 x, 1 y, 2 z) along the axes of the JFLOAT of a PTCV, of a vector that has these components along
 * RM: the text of an expression. *text null: of a curve in space, which is not supported. */
SarStatus sar_deck_along_curve(SarDeck *deck, const SarStatement *ptcv, int axis, const char *const along_rm[3],
                               const char **text);

/* What acts between a marker i and another one j (null: not said) of which one is a JFLOAT, on i: the text of an
 * expression for one of "fx fy fz fm tx ty tz tm", along the axes of a marker, which may float (null: the ground).
 * *text null: neither is, or nothing is known of the axes. */
SarStatus sar_deck_floating_action(SarDeck *deck, const SarStatement *i, const SarStatement *j, const char *function,
                                   const SarStatement *axes, const char **text);

#endif
