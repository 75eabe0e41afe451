/* A beam as a chain of elements, clamped at its start: statics by Newton's method with load steps, and frequencies. */
#ifndef SAR_TESTS_ELEMENT_FLEXIBLE_CHAIN_H
#define SAR_TESTS_ELEMENT_FLEXIBLE_CHAIN_H

#include "check.h"
#include "element/flexible/beam.h"

typedef struct Chain {
  int order, count, nodes;
  SarBeamElement *elements;
  SarKin *kin;
  double *rotation;   /* four per node */
  SarPartNode *place; /* per node */
  double *mass;       /* per node: lumped, for density 1 */
} Chain;

/* Where the section at s, a fraction of the length, is. */
typedef void Curve(double s, SarVec3 *r, SarQuat *q);

/* stiffness: the diagonal. */
void chain_create(int order, int count, Curve *curve, const double stiffness[6], Chain *out);
void chain_destroy(Chain *chain);

/* Puts the load (force in ground axes, moment in the axes of the last section) on the last node, in steps that are
 * halved where Newton's method fails. */
void chain_load(Chain *chain, const double load[6]);
SarVec3 chain_tip(const Chain *chain);
SarQuat chain_tip_rotation(const Chain *chain);

/* The frequency (rad/s) of bending in the plane 1-2 that is closest to the given one, of a straight chain along x at
 * rest; inertia: about axis 3, per length; clamped at the start, or free. */
double chain_frequency(const Chain *chain, double density, double inertia, bool clamped, double near);

/* log2 of the ratio of two errors. */
double order_of(double coarse, double fine);

#endif
