/* Arrays and matrices of a deck: what others look up in them. */
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

/* One of its entries. */
SarStatus sar_deck_matrix_number(SarDeck *deck, const SarStatement *statement, const SarDeckMatrix *matrix, int32_t row,
                                 int32_t column, double *out);

#endif
