/* Measured convergence orders on any problem (numerics, section 3): the program uses it on mechanisms, tests on toy
 * problems. */
#ifndef SAR_ANALYSIS_ORDER_H
#define SAR_ANALYSIS_ORDER_H

#include "method/method.h"
#include "sarrus/analysis.h"

/* Values at the common grid points: those of the largest step in [T/2, T]. */
typedef struct SarOrderSamples {
  int32_t count, width; /* width: nq + nv + 2 np numbers per point */
  double *values;
} SarOrderSamples;

/* What a reference is computed for. */
typedef struct SarOrderKey {
  const void *whose;
  double end;
  int64_t coarse, finest; /* numbers of steps */
  int32_t width;
} SarOrderKey;

/* The samples that were kept for it; null: none, or known is null. */
const SarOrderSamples *sar_order_reference_find(const SarOrderReferences *known, const SarOrderKey *key);

/* Takes the values over; false, and nothing is taken: known is null, or there is no memory. */
bool sar_order_reference_keep(SarOrderReferences *known, const SarOrderKey *key, const SarOrderSamples *samples);

/* Reactions at a point, recomputed from positions and velocities: np numbers. May be absent. */
typedef SarStatus SarReactionsFn(void *self, const SarPoint *at, double *lambda);

typedef struct SarOrderProblem {
  SarProblem *problem;
  SarPoint start; /* consistent values at the start */
  double end;
  double step; /* the largest */
  int32_t halvings;
  const char *method;    /* METHOD text */
  const char *reference; /* METHOD text of the reference, at a step four times smaller than the smallest */
  const char *starter;   /* METHOD text of one that gives exact values to methods of several steps; null: they start
                            themselves */
  SarReactionsFn *reactions;
  void *reactions_self;
  bool unique;               /* no row is redundant: reactions are the exact values of the multipliers */
  SarOrderReferences *known; /* null: references are not kept */
  const void *whose;         /* what tells this problem from others in known */
  int (*progress)(void *self, const SarProgress *progress); /* as of SarOrderOptions */
  void *progress_self;
} SarOrderProblem;

/* RMS errors over the grid points of [T/2, T], corrector at its floor. */
SarStatus sar_order_measure(SarContext *context, const SarOrderProblem *order, SarOrderResult *out);

/* The same on a mechanism against a CSV file (options->reference); multipliers are not compared. */
SarStatus sar_order_against_file(SarContext *context, const SarSystem *system, const SarOrderOptions *options,
                                 SarOrderResult *out);

/* Sum of squares of the weighted difference of two configurations. */
double sar_position_difference(const SarProblem *p, const double *q, const double *r);

/* Least-squares slope of log error over log step, last three halvings before errors are at rounding; NaN: there are
 * none. */
double sar_order_slope(const SarOrderResult *result, const SarOrderSeries *series);

#endif
