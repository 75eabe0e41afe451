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

/* The largest error of a row in the trial of sar_trial_side, for the values of the last factorisation. */
double sar_klu_row_error(void *self, const double *values);

/* The first pivots are looked for in the order of the factors of `other`, whose matrix has the same unknowns and nearly
 * the same entries: this saves a search. Nothing happens where it has none or memory is exhausted. */
void sar_klu_follow(void *self, const void *other);
/* Saves that order, or loads it before the first pivots. */
SarStatus sar_klu_archive_order(void *self, SarArchive *archive);

/* How blocks are used. */
typedef struct SarBlockChoice {
  bool patient;     /* the second order is tried first */
  double row_error; /* above it solutions are refined; 0: rows are not looked at one by one */
} SarBlockChoice;

/* Gives back the memory of the order that is not tried first. */
void sar_block_choose(void *self, SarBlockChoice choice);
/* Whether the last factorisation, which was good, is in the second order. */
bool sar_block_was_patient(const void *self);

#endif
