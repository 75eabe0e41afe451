/* Statics: the position in which a mechanism rests, the forces that it carries there, and whether it stays there. */
#ifndef SARRUS_STATIC_H
#define SARRUS_STATIC_H

#include "sarrus/analysis.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Factors of gravity, forces, torques and loads on beams with which the mechanism would buckle: its stiffness without
 * them plus the factor times what their stresses add to it is singular. */
#define SAR_BUCKLING_MOST 20
typedef struct SarBucklingFactors {
  int32_t count; /* that were found: no factor below a million is left out before the last of them */
  double factors[SAR_BUCKLING_MOST]; /* positive ones, the smallest first */
  double reversed;                   /* the negative one nearest to zero: loads the other way round; NaN: none */
  char element[64];                  /* what moves most with the first factor, ... */
  char direction[64];                /* ... and how; empty: there is none */
} SarBucklingFactors;

/* One equilibrium. */
typedef struct SarStaticState {
  double time;                                 /* s: motions and loads are as at this time */
  int32_t iterations, load_steps, relaxations; /* Newton's iterations; load steps; steps of dynamic relaxation */
  double
      residual; /* forces that are not in balance over the largest force, or gaps of joints over L if these are more */
  bool stable;  /* no eigenvalue of the stiffness is negative, and none is complex */
  /* The lowest eigenvalue of K x = lambda M x on what the constraints allow, 1/s^2: its root is an angular frequency of
   * the undamped mechanism. 0: a direction is neutral. NaN: nothing can move. */
  double lowest_eigenvalue;
  double imaginary;   /* of a complex eigenvalue, 1/s^2: loads that follow the motion may make it flutter; else 0 */
  int32_t neutral;    /* directions that nothing holds and nothing loads: they stay as they are */
  char element[64];   /* what moves most in the mode of the lowest eigenvalue, ... */
  char direction[64]; /* ... and how: "rotation about its z"; empty: nothing can move */
  SarBucklingFactors buckling; /* where they are asked for */
} SarStaticState;

/* Start from sar_static_options_default. */
typedef struct SarStaticOptions {
  double from, to;        /* s: times of a quasi-static series, each beginning where the last one ended */
  int32_t count;          /* of them; 1: `from` alone */
  bool relax;             /* go by dynamic relaxation from the beginning: downhill, to a stable equilibrium */
  int32_t buckling;       /* so many load factors of buckling are wanted, at most SAR_BUCKLING_MOST */
  SarTable *table;        /* receives the rows in memory; may be null */
  const char *csv, *hdf5; /* paths, or null */
  /* Called after every equilibrium (may be null); a nonzero return interrupts and keeps what was computed. */
  int (*each)(void *self, const SarStaticState *state);
  void *self;
} SarStaticOptions;

typedef struct SarStaticSummary {
  SarRunStatus status;
  int32_t bodies, degrees_of_freedom;
  /* Of all times: sums of iterations, load_steps and relaxations, the largest residual, the lowest eigenvalue; stable:
   * at all of them. The time is the last one that was reached. */
  SarStaticState state;
  int64_t rows; /* of results */
  int64_t residuals, factorisations, solves;
  double cpu_seconds;
} SarStaticSummary;

SAR_API SarStaticOptions sar_static_options_default(void);

/* Assembles, finds the equilibrium and writes what is asked, with the columns of a run. SAR_OK; < 0 with messages in
 * the context: SAR_FAILED where there is no equilibrium (the direction in which nothing holds the mechanism is named),
 * or none was found. The summary may be null. */
SAR_API SarStatus sar_static(SarContext *context, const SarSystem *system, const SarStaticOptions *options,
                             SarStaticSummary *summary);

#ifdef __cplusplus
}
#endif
#endif
