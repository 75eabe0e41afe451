/* What the choice of a solver asks of those it chooses from, beyond their common interface. `self` is what a class has
 * created.
 *
 * Costs are in instructions, counted once (aarch64) on 57 matrices of examples, chains, ladders, cables, meshes and
 * trees and fitted to a tenth; most of them are off by less than a twentieth. They follow from numbers of operations,
 * never from a clock, so that runs repeat bit for bit. */
#ifndef SAR_LINEAR_COSTS_H
#define SAR_LINEAR_COSTS_H

#include "linear/linear.h"

/* A factorisation like the last one, with its trials, and so many solutions with it. */
double sar_klu_cost(const void *self, double solves);
/* The same; before the first one, of one without doubts in the first order. Infinite where the last one has failed. */
double sar_block_cost(const void *self, double solves);

/* As the class does, but KLU is never asked: `good` says whether the blocks have done it. */
SarStatus sar_block_try(void *self, const double *values, bool *good);

/* The largest error of a row in the trial of sar_trial_side, for the values of the last factorisation, which chose the
 * pivots. */
double sar_klu_row_error(void *self);
/* From now on solutions are refined where that error is larger. */
void sar_block_set_row_error(void *self, double largest);

/* The order in use becomes the one that is tried first. */
void sar_block_keep_order(void *self);

#endif
