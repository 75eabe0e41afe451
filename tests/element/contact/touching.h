/* Two bodies with shapes that touch, in motion, for the tests of this folder. */
#ifndef SAR_TESTS_ELEMENT_CONTACT_TOUCHING_H
#define SAR_TESTS_ELEMENT_CONTACT_TOUCHING_H

#include "check.h"
#include "element/contact/contact.h"
#include "geometry/shape_classes.h"
#include "random/dice.h"

enum { ROOM = 200 };

typedef struct Touching {
  SarShape shape[2];
  SarContactPair pair;
  SarKin kin[2];
} Touching;

SarVec3 vector_within(Dice *dice, double size);

/* Shapes of these classes, about 1 m large, a few centimetres deep in each other, moving. */
void touching_random(Dice *dice, const SarShapeClass *a, const SarShapeClass *b, Touching *out);
void touching_own(Touching *t); /* a copy points at its own shapes */

/* Touches that penetrate; their number. */
int touching_find(const Touching *t, SarTouch *items);

void touching_move(Touching *t, int row, double by);       /* one coordinate, as the rows count them */
void touching_accelerate(Touching *t, int row, double by); /* one velocity */

SarContactLaw touching_law(void); /* hunt-crossley, friction, rolling, spinning */

#endif
