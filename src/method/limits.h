/* What decided the size of the steps: every accepted step and every rejected attempt is counted under one reason and,
 * where there is one, under the unknown or equation to blame, and the last attempts are remembered. Statistics only:
 * nothing here flows back into the integration.
 *
 * A culprit is an index among the rows of problem.h, which is also the order of the unknowns: velocities first, then
 * position rows, velocity rows, states, algebraic variables, and after them the switching functions; -1: none. */
#ifndef SAR_METHOD_LIMITS_H
#define SAR_METHOD_LIMITS_H

#include "base/archive.h"
#include "base/arena.h"
#include "method/problem.h"

typedef enum SarLimitReason {
  SAR_LIMIT_ERROR,     /* the error test; culprit: the unknown that weighs most in the error norm */
  SAR_LIMIT_CORRECTOR, /* the corrector failed here or a few steps before; culprit: the row furthest from zero */
  SAR_LIMIT_ROTATION,  /* a body turns too far in a longer step; culprit: one of its angular velocities */
  SAR_LIMIT_FLOOR,     /* rounding, not the tolerance, decides the error test */
  SAR_LIMIT_GROWTH,    /* longer steps would do, but steps grow only so fast */
  SAR_LIMIT_MAX_STEP,
  SAR_LIMIT_CALLER, /* sar_integrator_limit_step */
  SAR_LIMIT_END,    /* the last steps are spread evenly up to the end */
  SAR_LIMIT_FIXED,  /* the fixed step */
  SAR_LIMIT_EVENT,  /* a switching function leaves its side here; culprit: that function, after the unknowns */
  SAR_LIMIT_REASONS
} SarLimitReason;

typedef enum SarOutcome {
  SAR_OUTCOME_ACCEPTED,
  SAR_OUTCOME_ROUNDING, /* accepted above the tolerance: the estimate is rounding (floor.h) */
  SAR_OUTCOME_ERROR,    /* too large */
  SAR_OUTCOME_NOT_CONVERGED,
  SAR_OUTCOME_SINGULAR,
  SAR_OUTCOME_ROTATION, /* too large */
  SAR_OUTCOME_NOT_FINITE,
  SAR_OUTCOME_TOO_SHORT, /* the time does not change by so short a step: nothing was tried */
  SAR_OUTCOME_EVENT      /* within the tolerance, but not yet on the crossing where the step must end: repeated */
} SarOutcome;

/* One attempt. */
typedef struct SarAttemptRecord {
  double t, step;     /* where it began, and the step tried */
  double error;       /* over the tolerance; nan: not estimated */
  int32_t iterations; /* of the corrector */
  int32_t culprit;
  SarOutcome outcome;
} SarAttemptRecord;

typedef struct SarLimitedBy {
  SarLimitReason reason;
  int32_t culprit;
} SarLimitedBy;

#define SAR_ATTEMPTS 12 /* remembered */

/* Plain data without pointers: may be saved and restored as bytes. */
typedef struct SarLimitCounts {
  int64_t steps[SAR_LIMIT_REASONS], rejected[SAR_LIMIT_REASONS];
  int64_t attempts;                    /* remembered so far; the last ones are in the ring */
  SarAttemptRecord ring[SAR_ATTEMPTS]; /* attempt k at k % SAR_ATTEMPTS */
  SarLimitedBy next;                   /* what decided the size proposed for the next step */
  SarLimitedBy calm;                   /* what forbade growth for the next few steps */
} SarLimitCounts;

typedef struct SarLimitTally {
  int64_t steps, rejected;
} SarLimitTally;

typedef struct SarStepLimits {
  SarSizes n;
  SarLimitCounts counts;
  /* By culprit, ntallies of them, plain data: the error test's (nv + nx), the corrector's (all rows), the rotation's
   * (nv), the switching functions. sar_limits_tally finds one. */
  SarLimitTally *tallies;
  int32_t ntallies;
} SarStepLimits;

/* How many tallies problems of this size have. */
int32_t sar_limits_tallies(const SarSizes *n);

/* False when memory is exhausted. */
bool sar_limits_create(SarArena *arena, const SarSizes *n, SarStepLimits *limits);

/* The tally of a culprit, null for reasons that have none and for culprits that cannot have this reason. */
SarLimitTally *sar_limits_tally(const SarStepLimits *limits, SarLimitReason reason, int32_t culprit);

void sar_limits_count_step(SarStepLimits *limits, SarLimitedBy by);
void sar_limits_count_rejected(SarStepLimits *limits, SarLimitedBy by);
void sar_limits_remember(SarStepLimits *limits, SarAttemptRecord attempt);

/* The attempt that many before the last one (0); null: so far back nothing is remembered. */
const SarAttemptRecord *sar_limits_attempt(const SarStepLimits *limits, int32_t back);

void sar_limits_archive(SarStepLimits *limits, SarArchive *archive);

/* Adds the counts of a later integrator on a problem of the same size; its attempts replace those remembered. */
void sar_limits_add(SarStepLimits *sum, const SarStepLimits *more);

#endif
