/* Random shapes at random places, for the tests of this folder. */
#ifndef SAR_TESTS_GEOMETRY_POSES_H
#define SAR_TESTS_GEOMETRY_POSES_H

#include "check.h"
#include "geometry/pair.h"
#include "geometry/shape_classes.h"
#include "random/dice.h"

enum { TOUCHES = 400 };

/* Two shapes on two bodies. */
typedef struct Couple {
  SarShape shape[2];
  SarPose body[2];
} Couple;

SarVec3 any_vector(Dice *dice, double size);
SarQuat any_turn(Dice *dice);
SarMat3 any_axes(Dice *dice);

SarShape any_shape(Dice *dice, const SarShapeClass *class); /* sizes about 1, off the body's centre, turned */
void any_couple(Dice *dice, const SarShapeClass *a, const SarShapeClass *b, Couple *out);

/* Whether there is a kind of pair for them. Fails where there should be one. */
bool may_touch(const SarShapeClass *a, const SarShapeClass *b);

/* Moves the second body along a random line until the least gap is this one; false: they pass each other. */
bool bring_near(Dice *dice, Couple *couple, double gap);

/* All touches within the margin; fails where they do not fit. Returns their number. */
int touches_of(const Couple *couple, double margin, SarTouch *out);

void move_body(SarPose *body, int coordinate, double by); /* 0 ... 5 as in SarTouchRates */
void move_both(Couple *couple, SarQuat Q, SarVec3 d);     /* as a rigid whole */

#endif
