/* CURVE as tables: one of each coordinate over the curve's parameter. */
#ifndef SAR_READ_ADAMS_CURVE_TABLES_H
#define SAR_READ_ADAMS_CURVE_TABLES_H

#include "read/adams/deck.h"

/* Whether it can be one, and if not, why and what to do: *remedy, and a text that goes on behind its title. */
const char *sar_deck_curve_refused(const SarStatement *curve, const char **remedy);

/* The name of the table in `splines:` for a coordinate (0 x, 1 y, 2 z) over the parameter, which goes from -1 to 1. It
 * is put there when its name is asked for. */
SarStatus sar_deck_curve_table(SarDeck *deck, const SarStatement *curve, int column, const char **name);

/* Whether all its points have one z: then it lies in a plane along x and y. */
SarStatus sar_deck_curve_is_plane(SarDeck *deck, const SarStatement *curve, bool *plane);

#endif
