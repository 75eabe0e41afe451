/* Results of MSC Adams (tests/data/adams) and how far a run is from them. */
#ifndef SAR_TESTS_PHYSICS_ADAMS_H
#define SAR_TESTS_PHYSICS_ADAMS_H

#include "physics/support.h"

/* A quantity of the Adams files and the columns that hold it here; a second set of columns is added to the first. */
typedef struct Quantity {
  const char *name, *floor; /* columns name_x ..; the column of floor.csv */
  const char *columns[4];
  const char *added[3];
  int count;
} Quantity;

#define VECTOR(name, floor, x, y, z) \
  { name, floor, {x, y, z}, {0}, 3 }

/* How many of the quantities of a case are off by more than twice the accuracy floor of the Adams file (floor.csv: how
 * far Adams itself is from an independent solution), but not below the digits that Adams printed: 1e-7 of 1 + the
 * quantity's largest magnitude. The measure is the RMS over the rows of (Sarrus - Adams), worst component. Prints one
 * line per quantity. */
int adams_compare(const char *name, const Run *run, const Quantity *quantities, int count);

#endif
