/* Inside an integrator: what the shared machinery (integrator.c, step.c) and the families (family/) agree on.
 *
 * A family knows how to attempt one step and how large its error is; the loop around it (accept, reject, next step,
 * recovery, end of the run) is the same for all and stands in step.c. */
#ifndef SAR_METHOD_ENGINE_H
#define SAR_METHOD_ENGINE_H

#include "method/control.h"
#include "method/event.h"
#include "method/history.h"
#include "method/keys.h"
#include "method/moving.h"
#include "method/newton.h"
#include "method/predict.h"

/* estimate and culprit are null in families without an error estimate; start, accept and archive where there is nothing
 * to be remembered besides the history. */
typedef struct SarFamily {
  const char *name;
  bool si2, scaling; /* the forms of its stage that it can have */
  bool explicit;     /* steps that are too long make it unstable: fixed ones fail for no other reason, mostly */
  bool index1;       /* accelerations follow from positions and velocities alone (pose.h) */
  int32_t history;   /* accepted nodes it looks back on; 0: as many as the predictor needs */
  /* Reads the keys and makes the engine's workspace in integrator->arena. */
  SarStatus (*create)(SarIntegrator *integrator, const SarMethodChoice *choice);
  /* Frees what is not in the arena; also after a create that failed. May be null. */
  void (*destroy)(SarIntegrator *integrator);
  /* The newest node holds consistent values: begin there. */
  void (*start)(SarIntegrator *integrator);
  /* Fills the trial node, whose time is set, by a step of size h. SAR_OK; > 0: retry smaller; < 0: stop. */
  SarStatus (*attempt)(SarIntegrator *integrator, double h);
  /* In place of attempt and estimate, in families that choose their steps and control their errors themselves (null in
   * all others): fills the trial node, time included, by one step that ends at t1 at the latest; exactly there when
   * integrator->aiming. `proposed` becomes the step that would come next. > 0: it has given up, the trial's time says
   * where the last attempt should have ended; the next call begins anew at the newest node. */
  SarStatus (*advance)(SarIntegrator *integrator, double t1);
  /* Error of the trial node over the tolerance. */
  SarErrorEstimate (*estimate)(SarIntegrator *integrator, double h);
  /* The unknown that weighs most in the last estimate (limits.h); before accept. */
  int32_t (*culprit)(SarIntegrator *integrator);
  /* Who is to blame for an attempt that failed with this status (limits.h); null: the corrector of the stage knows. */
  int32_t (*blame)(const SarIntegrator *integrator, SarStatus why);
  /* Before the trial node becomes the newest. */
  void (*accept)(SarIntegrator *integrator, double h);
  /* What the engine remembers from step to step. */
  void (*archive)(SarIntegrator *integrator, SarArchive *archive);
} SarFamily;

#define SAR_FAMILY(name) extern const SarFamily sar_family_##name;
#include "method/family/registry.def"
#undef SAR_FAMILY

/* One method: data. */
struct SarMethodTable {
  SarMethodInfo info;
  /* Spectral radius where the step is infinitely long against the period; null: 0. At 1 the multipliers of an index-3
   * system are not damped. */
  double (*infinity)(const SarMethodChoice *choice);
  const char
      *damped; /* parameters with which that is below 1; null: rho_inf < 1 where it has that key, else there are none */
  const SarFamily *family;
  const SarMethodKey *keys; /* its own, besides the common ones */
  int32_t nkeys;
  const char *without;      /* common keys that mean nothing to it, separated by '|'; null: none */
  const void *coefficients; /* of the family's type */
};

/* Rounding in the error estimate (floor.h). */
typedef struct SarFloor {
  double first_step;            /* with which steps began to shrink; 0: they do not */
  double seen_step, seen_error; /* an attempt after that, which shorter ones are compared with */
  int32_t looks;                /* in this step so far, for an estimate that does not fall */
  double noise;                 /* over the tolerance: estimates up to this may be rounding; at most 1: none is */
} SarFloor;

struct SarIntegrator {
  SarContext *context;
  SarProblem *problem;
  SarArena *arena;
  SarStepOptions options;
  const SarFamily *family;
  void *engine; /* the family's own */
  /* sar_spectrum_limit, which knows the families, for those that ask how far they are stable. */
  SarStatus (*stability_limit)(SarContext *context, const SarMethodChoice *choice, double *limit);
  int32_t order;   /* of positions in this problem, by the method's table */
  int32_t formula; /* of the running attempt, where it changes (SarStepView) */

  SarHistory history;
  SarStage stage;
  SarLinear *linear;
  SarNewton newton;
  SarPredictor predictor;
  SarEvents events;
  bool exact_accelerations; /* of nodes: those of the motion, whatever the method does with them */
  bool aiming; /* the attempt must end on a crossing: solved so exactly that the crossing is well defined */

  double *weight, *weight_x; /* of errors and corrections: the problem's, paper 1's (eq 35) or those of what moves */
  bool paper_weights;
  SarMoving moving;
  const double *weight_of_places; /* as `weight`, but of what moves the problem's: what positions are known to */
  double *scale_z;                /* largest |z| so far */
  double largest_v, largest_a;    /* largest weighted |v| and |a| so far */

  bool started;
  bool disturbed; /* it is being started anew because the equations were changed from outside */
  bool keeps;     /* what switching functions remembered before the last step is kept, to go back into it */
  SarArchive kept;
  int64_t since_start; /* accepted steps since the last start */
  double start_time;   /* of the last start */
  int64_t fixed_index; /* fixed step: steps since fixed_origin */
  double fixed_origin;
  double proposed, limit; /* next step; bound on it (0: none) */
  double min_step, max_step;
  SarFloor floor;
  double nearness;         /* of the last attempt to a singular pose (pose.h) ... */
  double nearness_of_node; /* that of the last accepted step */
  int32_t failed;          /* attempts of this step so far */
  int32_t near_row;        /* ... and the constraint at fault, as a culprit; -1: none */
  double allowed;          /* the step that the error of the last one would have allowed */
  int32_t calm;            /* steps for which the step must not grow */
  SarStepStats stats;
  SarStepLimits limits;
  SarStepView view;
};

#endif
