/* Forces against motion: what the result columns say acts on a body must be what its motion needs.
 *
 * Everything here is summed from the wrenches of joints, motions and forces as they are reported, not from the residual
 * that the solver makes small. A joint whose reaction is reported at the wrong place, with the wrong sign or not at all
 * shows here, however well the run went. Elements that consist of nothing but user-defined equations may act on any
 * number of bodies and have no wrench that says it all: of these the equations themselves are asked. */
#ifndef SAR_ANALYSIS_BALANCE_H
#define SAR_ANALYSIS_BALANCE_H

#include "base/arena.h"
#include "system/columns.h"

/* Newton's and Euler's equations of every body at every row. Plain data. */
typedef struct SarBalanceRecord {
  double linear_max, angular_max;    /* relative to the absolute terms of the body */
  int32_t linear_body, angular_body; /* where; -1: nowhere yet */
  int64_t rows, skipped;             /* rows looked at; rows without solved accelerations */
  double linear_load, angular_load;  /* of all bodies there, N, and N m over L */
  double speed;                      /* largest so far: over L, or rad/s */
  double force, moment;              /* the largest loads of a body so far, sums of absolute terms */
  double floor;                      /* N, and N m over L: less than that moves nothing during the run */
} SarBalanceRecord;

/* The wrench that acts on all bodies from outside, and the sums of its absolute terms. */
typedef struct SarOutside {
  double rate[6], size[2];
} SarOutside;

/* Momentum of all bodies against the impulse from outside, over the run. Plain data. Numbers 0-2: linear; 3-5: angular,
 * about the origin of the ground. */
typedef struct SarMomentumRecord {
  bool started;
  double start[6];                      /* momentum at the start */
  double impulse[6];                    /* integral of the wrench from outside */
  SarOutside outside;                   /* at the last point */
  double effort[2];                     /* integral of its size */
  double last[6];                       /* momentum at the last point */
  double floor[2];                      /* less than that is no motion */
  double largest_error[2], momentum[2]; /* largest difference; largest sum of the bodies' absolute momenta */
} SarMomentumRecord;

typedef struct SarBodyLoad {
  SarVec3 force, moment;          /* N, N m about the centre of mass (ground: the origin), ground axes */
  double force_size, moment_size; /* sums of absolute terms */
} SarBodyLoad;

/* Where a wrench acts: six numbers at a frame, and for relations the opposite on a second body. */
typedef struct SarActing {
  int32_t element;
  int32_t offset; /* of the six in the element's wrench; -1: a further term of a relation */
  int32_t term;   /* of a relation */
  const SarSide *side;
  int32_t opposite; /* body that feels the opposite at the same point; -1: none */
} SarActing;

typedef struct SarBalance {
  SarArena *arena;
  SarBodyLoad *loads; /* nbodies + 1 */
  SarActing *acting;  /* of one element after another */
  int32_t nacting;
  int32_t *ground; /* those that touch the ground */
  int32_t nground;
  int32_t *columns;   /* per element: where its wrench stands in a recorded row; -1: nowhere */
  double *magnitude;  /* of all rows: absolute terms, where parts have larger ones than they show */
  double *user;       /* nv: what user-defined elements do to the coordinates */
  int32_t *equations; /* elements that act by user-defined equations alone: their wrench is not reported */
  int32_t nequations;
} SarBalance;

SarStatus sar_balance_create(SarContext *context, const SarSystem *system, SarBalance **out);
void sar_balance_destroy(SarBalance **balance);

/* From here on, rows have these columns. Before, all wrenches are computed. */
void sar_balance_use_columns(SarBalance *balance, const SarColumnSet *columns);

/* One output row with its solved accelerations and reactions. row: the recorded numbers (SI); where they lack an
 * element, its wrench is computed. A row where a force cannot be evaluated counts as skipped. */
SarStatus sar_balance_row(SarBalance *balance, const SarWorkspace *m, const SarPoint *at, const double *row,
                          SarBalanceRecord *record);
double sar_balance_worst(const SarBalanceRecord *record, int32_t *body); /* NaN: no row was looked at */

/* Of bodies that are placed. */
SarStatus sar_momentum_outside(SarBalance *balance, const SarWorkspace *m, const SarPoint *at, SarOutside *out);

/* The first point of a run; then the end of every step of length h, with the impulse over the step. The bodies are
 * placed. */
SarStatus sar_momentum_start(SarBalance *balance, const SarWorkspace *m, const SarPoint *at, SarMomentumRecord *record);
void sar_momentum_step(SarBalance *balance, const SarWorkspace *m, const SarPoint *at, const SarOutside *end, double h,
                       const double impulse[6], SarMomentumRecord *record);
/* What the largest error is measured against. part: 0 linear, 1 angular. */
double sar_momentum_scale(const SarMomentumRecord *record, int part);
/* The run goes on at the same time with other velocities: an impact. */
SarStatus sar_momentum_resume(SarBalance *balance, const SarWorkspace *m, const SarPoint *at,
                              SarMomentumRecord *record);
double sar_momentum_worst(const SarMomentumRecord *record); /* relative; NaN where a force could not be evaluated */

#endif
