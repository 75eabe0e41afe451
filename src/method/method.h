/* Integrators as the analyses see them: choose by text, start, step, look.
 *
 *   sar_method_parse("hht:alpha=-0.1") -> SarMethodChoice
 *   sar_integrator_create(problem, choice, options) -> start(consistent values) -> step, step, ... -> destroy
 *
 * A family (family/registry.def) is an engine; a table (table/registry.def) is a method of a family: data. */
#ifndef SAR_METHOD_H
#define SAR_METHOD_H

#include "base/archive.h"
#include "method/limits.h"
#include "method/problem.h"

#define SAR_METHOD_KEYS 16 /* keys of one METHOD text at most */

typedef struct SarMethodTable SarMethodTable; /* opaque here: one entry of table/registry.def */

/* A parsed METHOD text: the method and the values of its keys. */
typedef struct SarMethodChoice {
  const SarMethodTable *table;
  char linear[16]; /* auto, klu, dense, ... */
  int32_t nkeys;
  struct {
    char name[24], value[32];
  } keys[SAR_METHOD_KEYS]; /* as given; already checked against the method's key table */
} SarMethodChoice;

/* SAR_INPUT with a message (unknown method or key with a suggestion, value out of range) reported at `at`. */
SarStatus sar_method_parse(SarContext *context, const char *text, SarSource at, SarMethodChoice *out);

/* "hht:alpha=-0.2": the method with its keys, for summaries. */
void sar_method_label(const SarMethodChoice *choice, char *label, size_t size);

/* What `sarrus methods` prints. */
typedef struct SarMethodInfo {
  const char *name, *family, *summary, *dissipation, *stability, *paper;
  const char
      *cautions; /* where it fails or is slow, with factors that bench/methods measured; null: nothing is known */
  int32_t order; /* classical, on unconstrained systems */
  int32_t order_index3[3]; /* position, velocity, multipliers; 0: not to be had */
  int32_t order_si2[3];    /* the same in the stabilised index-2 form */
  int32_t stages;          /* implicit ones: stage solves per step */
  int32_t steps;           /* points that a step looks back on; 0: the last one only */
  bool adaptive;
  bool explicit; /* accelerations are solved for, nothing else: steps must be short against the fastest motion */
  /* An engine from outside: it chooses its steps itself, so there are no fixed ones, and keeps to itself what it
   * remembers, so there are no checkpoints. */
  bool independent;
} SarMethodInfo;
/* The METHOD text that leaves the choice to the program; parsed like the method that it stands for. */
#define SAR_METHOD_AUTO "auto"
bool sar_method_is_auto(const char *text);

int32_t sar_method_count(void);
SarMethodInfo sar_method_info(int32_t index);
SarMethodInfo sar_method_info_of(const SarMethodChoice *choice);

/* The keys of a method, its own first: false past the last one. */
typedef struct SarMethodKeyInfo {
  const char *name, *fallback, *meaning;
  char words[96]; /* choices separated by '|'; empty: a number */
} SarMethodKeyInfo;
bool sar_method_key_info(int32_t method, int32_t index, SarMethodKeyInfo *out);

typedef struct SarStepOptions {
  double end;           /* steps never pass this time; the last one ends there */
  double tolerance;     /* per step, dimensionless */
  double fixed_step;    /* > 0: fixed step, error control off */
  double initial_step;  /* 0: chosen */
  double min_step;      /* 0: 1e-14 of the time span, or what rounding of t allows */
  double max_step;      /* 0: a tenth of the time span */
  bool corrector_floor; /* iterate to rounding: for order measurements and invariance tests */
} SarStepOptions;

/* Numbers of everything done so far, rejected steps included. */
typedef struct SarStepStats {
  int64_t steps, rejected_error, rejected_corrector, rejected_rotation;
  int64_t iterations, residuals, jacobians, factorisations, solves;
  int64_t accepted_iterations; /* of `iterations` those of the attempts that were accepted: the sum of SarStepView's */
  int64_t fallbacks;           /* factorisations that the linear solver left to another one */
  int64_t fill;                /* entries of L + U of the largest matrix of a corrector ... */
  double operations;           /* ... and what it takes to factor one */
  int64_t floor_steps;         /* steps whose corrector ended at the rounding floor rather than by the tolerance */
  int64_t
      rounding_steps; /* steps accepted above the tolerance, because their error estimate was rounding (floor.h) ... */
  double rounding_error; /* ... and the largest of these estimates, over the tolerance */
  int64_t events;        /* switching functions that fired */
  int64_t repeats;       /* attempts given up only because the step had to end on a crossing */
  double smallest_step, largest_step;
} SarStepStats;

/* What looking for crossings of switching functions has cost, since the integrator was made. */
typedef struct SarCrossingCounts {
  int64_t values;  /* of switching functions; all of them at a point count as so many */
  int64_t numbers; /* of the state, interpolated for those within a step */
  int64_t bounds;  /* on functions */
} SarCrossingCounts;

/* The last accepted step. Arrays belong to the integrator. */
typedef struct SarStepView {
  double t0, t1;                                        /* begin and end of the last accepted step */
  const double *q, *v, *a, *lambda, *mu, *x, *xdot, *z; /* at t1 */
  double step, error;        /* error: estimate over tolerance (1 = just accepted); fixed step, independent method: 0 */
  int32_t iterations, order; /* order: of the predictor */
  int32_t formula;           /* order of the formula, where steps have it from step to step anew; 0: the method's own */
  int32_t rejections;        /* before this step was accepted */
  bool new_matrix;
  /* Switching functions that changed their sign at t1, where the step was made to end; of each the index and the new
   * sign. Kinks need nothing. Where one of them is a jump or an event, the caller must call sar_integrator_start before
   * the next step if the equations or the state are no longer the same. */
  int32_t nfired;
  const int32_t *fired, *fired_sign;
  /* Not negative: this function fires again and again after steps of almost no length (sliding along its zero, or
   * bounces that become shorter and shorter). No further step can be taken: SAR_CHATTERING. */
  int32_t chattering;
  /* Not negative: this function, a jump or an event, stays so near zero in this step that it may have crossed it and
   * come back unseen. */
  int32_t doubtful;
} SarStepView;

/* The end of the step as a point; it stays valid as long as the view. */
static inline SarPoint sar_step_point(const SarStepView *step) {
  return (SarPoint){.t = step->t1,
                    .q = step->q,
                    .v = step->v,
                    .a = step->a,
                    .lambda = step->lambda,
                    .mu = step->mu,
                    .x = step->x,
                    .xdot = step->xdot,
                    .z = step->z};
}

typedef struct SarIntegrator SarIntegrator;

SarStatus sar_integrator_create(SarContext *context, SarProblem *problem, const SarMethodChoice *choice,
                                const SarStepOptions *options, SarIntegrator **out);
void sar_integrator_destroy(SarIntegrator **integrator);

/* Begins (or begins anew, after an event) at consistent values: a, lambda, mu, xdot, z from the index-1 system. */
SarStatus sar_integrator_start(SarIntegrator *integrator, const SarPoint *at);

/* Begins anew at a point of the last step, its end included, because the equations are others from there on: what lies
 * behind it is forgotten. An integrator that may have to go back into its last step is told so before the first one. */
void sar_integrator_keep_last(SarIntegrator *integrator);
SarStatus sar_integrator_restart(SarIntegrator *integrator, const SarPoint *at);

/* The same with values known at `count` earlier times, the nearest first, so that methods of several steps need no
 * start of their own. For measurements. */
SarStatus sar_integrator_start_with(SarIntegrator *integrator, const SarPoint *at, const SarPoint *earlier,
                                    int32_t count);

/* After a step that has ended on jumps which change nothing (a branch that nobody asks for, sides that agree): the
 * problem has settled its branches there, and steps go on as after a kink. */
SarStatus sar_integrator_settled(SarIntegrator *integrator);

/* After a step that has ended on events which have changed nothing but their own switching functions: steps go on as
 * they came. */
SarStatus sar_integrator_passed(SarIntegrator *integrator);

/* Takes one accepted step; rejected attempts are repeated inside. SAR_OK, or < 0 with the reason reported (step too
 * small, singular, a callback said stop). Allocates nothing after the first step. */
SarStatus sar_integrator_step(SarIntegrator *integrator);

/* Between two steps, of problems whose pattern may change (problem.h: refresh): looks whether it has, and makes another
 * integrator by the same choice with the same past in place of this one. Views of the old one are void then. */
SarStatus sar_integrator_renew(SarIntegrator **integrator, const SarMethodChoice *choice, bool *renewed);
const SarStepView *sar_integrator_view(const SarIntegrator *integrator);

/* Values inside the last step, t0 <= t <= t1: q (unit quaternions), v and x, by the method's own interpolant (numerics
 * 5: cubic Hermite, rotations in the rotation vector of the step); the others (may be null) by linear interpolation
 * between the ends. Explicit methods: q, v and a by quintics (quintic.h). */
void sar_integrator_interpolate(const SarIntegrator *integrator, double t, double *q, double *v, double *x, double *a,
                                double *lambda, double *mu, double *xdot, double *z);

const SarStepStats *sar_integrator_stats(const SarIntegrator *integrator);
const SarCrossingCounts *sar_integrator_crossings(const SarIntegrator *integrator);

/* What decided the size of the steps, and the last attempts (limits.h). Accepted steps add up to stats->steps, rejected
 * attempts to the three counts of rejections. Belongs to the integrator. */
const SarStepLimits *sar_integrator_limits(const SarIntegrator *integrator);

/* All that the following steps depend on, between two steps: history, controller, corrector with its matrix and pivots,
 * counts; not what the problem remembers. Saving changes nothing. Loading takes the place of sar_integrator_start, in
 * an integrator created with the same problem, choice and options: it then takes the same steps, bit for bit. Refused
 * where the method is independent. */
SarStatus sar_integrator_archive(SarIntegrator *integrator, SarArchive *archive);

/* The iteration matrix last used: estimate of its condition number (1-norm). For tests and reports. */
double sar_integrator_condition(SarIntegrator *integrator);

/* A bound on the following steps (events, output on steps), until it is set anew. 0 = none. */
void sar_integrator_limit_step(SarIntegrator *integrator, double limit);

#endif
