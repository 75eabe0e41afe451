/* A modal body that can be written down: two lumps of mass, which are its interfaces `left` and `right`, at the ends of
 * a bar without mass. It has six shapes, and its compliance is that of the bar. */
#ifndef SAR_TESTS_PHYSICS_DUMBBELL_H
#define SAR_TESTS_PHYSICS_DUMBBELL_H

#include "check.h"
#include "sarrus/sarrus.h"

typedef struct Dumbbell {
  double length;        /* m, along x; the left lump is the origin */
  double mass;          /* kg, of each lump */
  double inertia;       /* kg m^2, of each lump, about all axes */
  double tension;       /* N, EA */
  double torsion, bend; /* N m^2, GJ, EI in both directions */
} Dumbbell;

/* Writes the reduced body. */
void dumbbell_write(const Dumbbell *bar, const char *path);

#endif
