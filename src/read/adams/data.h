/* Arrays, matrices and curves of a deck: what others look up in them. */
#ifndef SAR_READ_ADAMS_DATA_H
#define SAR_READ_ADAMS_DATA_H

#include "read/adams/deck.h"

/* Whose states (X), outputs (Y) or inputs (U) an ARRAY holds. */
typedef struct SarDeckArray {
  const SarStatement *owner; /* LSE, TFSISO or GSE; null: nobody's */
  char letter;
  int32_t size;
} SarDeckArray;

SarStatus sar_deck_array_use(SarDeck *deck, const SarStatement *array, SarDeckArray *out);

/* The numbers of a MATRIX as they are written, row by row; "0" where a sparse one has none. */
typedef struct SarDeckMatrix {
  int32_t rows, columns;
  const char **text;
} SarDeckMatrix;

/* Reports what is wrong at the argument of the statement that names it. */
SarStatus sar_deck_matrix(SarDeck *deck, const SarStatement *statement, const char *argument, SarDeckMatrix *out);

/* Whether CURVE(...) can be asked for it: it runs through the points of a MATRIX. Such a curve has a table in
 * `splines:` for each coordinate over its parameter, which goes from -1 to 1; the table is put there when its name is
 * asked for. */
bool sar_deck_curve_has_points(const SarStatement *curve);
SarStatus sar_deck_curve_table(SarDeck *deck, const SarStatement *curve, int column, const char **name);

#endif
