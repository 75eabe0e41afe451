/* One accepted step (sar_integrator_step): attempts, error test, recovery from failed attempts, the next step's size,
 * and the end of the run. */
#include "method/step.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "method/advice.h"
#include "method/chart.h"
#include "method/floor.h"
#include "method/norm.h"
#include "method/overlook.h"
#include "method/pose.h"
#include "method/scales.h"
#include "method/touching.h"

#define FIRST_STEPS 8           /* after a start, that many steps may grow quickly */
#define FAILED_FACTOR 0.25      /* on the step when the corrector failed */
#define UNCONFIRMED_FACTOR 0.5  /* when its error was taken for rounding and is not */
#define ROTATION_FACTOR 0.5     /* when a body turned too far */
#define MOST_LOOKS 30           /* attempts of a step that must end on a crossing */
#define CALM_STEPS 4            /* steps without growth after a failed corrector */
#define CAUTION 0.1             /* on the first step: its estimate knows no third derivative */
#define BRIDGED 1e-4            /* of the fixed step: a rest that needs no corrector */
#define TYPICAL_ERROR 0.15      /* size of the constant in eq (26) */
#define RESTART 0.1             /* of the step before an event: the first one after it */
#define LEAST_RESTART 1e-9      /* of the span: never shorter than that */
#define LARGEST_TURN_PLANNED 1  /* rad per step (numerics 1): rotation vectors ... */
#define LARGEST_TURN_CAYLEY 0.5 /* ... and Cayley's parameters, also over four steps */

static const SarNode *newest(const SarIntegrator *integrator) { return sar_history_at(&integrator->history, 0); }

static double span(const SarIntegrator *integrator) { return integrator->options.end - newest(integrator)->t; }

/* A first step small enough for motions that change within |v| or sqrt |a| lengths per second; the error test corrects
 * it, and the first steps may grow quickly. */
static double first_step(const SarIntegrator *integrator) {
  SarPoint at = sar_node_point(integrator->problem, newest(integrator));
  const SarSizes *n = &integrator->problem->n;
  double tolerance = integrator->options.tolerance;
  const double *weight = integrator->weight_of_places;
  double rate = fmax(sar_rms(n->nv, at.v, weight), sqrt(sar_rms(n->nv, at.a, weight)));
  rate = fmax(rate, sar_rms(n->nx, at.xdot, integrator->weight_x));
  double h = rate > 0 ? CAUTION * cbrt(tolerance / TYPICAL_ERROR) / rate : INFINITY;
  return fmin(h, 1e-3 * integrator->max_step);
}

void sar_step_show(SarIntegrator *integrator, double t0, double step, double error, int32_t rejections) {
  SarPoint at = sar_node_point(integrator->problem, newest(integrator));
  integrator->view = (SarStepView){.t0 = t0,
                                   .t1 = at.t,
                                   .q = at.q,
                                   .v = at.v,
                                   .a = at.a,
                                   .lambda = at.lambda,
                                   .mu = at.mu,
                                   .x = at.x,
                                   .xdot = at.xdot,
                                   .z = at.z,
                                   .step = step,
                                   .error = error,
                                   .iterations = integrator->newton.all_iterations,
                                   .order = integrator->predictor.order,
                                   .formula = integrator->formula,
                                   .rejections = rejections,
                                   .new_matrix = integrator->newton.any_new_matrix,
                                   .nfired = integrator->events.nfired,
                                   .fired = integrator->events.fired,
                                   .fired_sign = integrator->events.sign,
                                   .chattering = integrator->events.chattering,
                                   .doubtful = integrator->events.doubtful};
}

#define POSE_REMEDY                                                                                                   \
  "where the mechanism can pass this pose, choose a method that passes singular poses, such as `hht` or `bdf`, or a " \
  "larger tolerance with longer steps; where it cannot, this is a lock-up position, and the run has to end before it"

/* The switching functions at the start: a run cannot go on without them. */
static SarStatus start_events(SarIntegrator *integrator) {
  const SarEvents *events = &integrator->events;
  double whole = integrator->started ? events->span : span(integrator);
  sar_overlook_wake(&integrator->events);
  SarStatus status = sar_events_start(&integrator->events, newest(integrator), whole);
  if (status <= 0) return status;
  return sar_report(integrator->context, SAR_FAILED, sar_nowhere(), NULL, sar_advice_remedy(integrator, status),
                    "a switching function has no value at t = %.9g s", newest(integrator)->t);
}

SarStatus sar_integrator_settled(SarIntegrator *integrator) {
  sar_overlook_wake(&integrator->events); /* branches are others now */
  SarStatus status = sar_events_settled(&integrator->events, newest(integrator));
  integrator->view.chattering = integrator->events.chattering;
  return status < 0 ? status : SAR_OK;
}

SarStatus sar_integrator_passed(SarIntegrator *integrator) {
  SarStatus status = sar_events_passed(&integrator->events, newest(integrator));
  return status < 0 ? status : SAR_OK;
}

/* After an event the motion goes on much as before: a tenth of the step in use, which may grow quickly. Events that
 * follow each other ever faster must not be stepped over: a step as long as the time between the last two. */
static double restart_step(const SarIntegrator *integrator) {
  double h = fmax(RESTART * integrator->proposed, first_step(integrator)), t = newest(integrator)->t;
  return fmin(h, fmax(t - integrator->start_time, LEAST_RESTART * integrator->events.span));
}

SarStatus sar_step_start(SarIntegrator *integrator) {
  const SarStepOptions *options = &integrator->options;
  double t = newest(integrator)->t;
  bool after_event = integrator->started && (integrator->events.nfired > 0 || integrator->disturbed);
  sar_scales_update(integrator);
  SAR_TRY(start_events(integrator));
  if (!integrator->started) { /* a restart keeps the bounds of the whole run */
    double rounding = 16 * DBL_EPSILON * fmax(fabs(t), fabs(options->end));
    integrator->max_step = options->max_step > 0 ? options->max_step : 0.1 * span(integrator);
    integrator->min_step = fmax(options->min_step > 0 ? options->min_step : 1e-14 * span(integrator), rounding);
  }
  integrator->calm = 0;
  integrator->limits.counts.next = (SarLimitedBy){SAR_LIMIT_GROWTH, -1};
  integrator->limits.counts.calm = integrator->limits.counts.next;
  integrator->allowed = 0;
  sar_floor_start(&integrator->floor);
  integrator->fixed_origin = t;
  integrator->fixed_index = 0;
  double first = options->initial_step;
  integrator->proposed = after_event ? restart_step(integrator) : first > 0 ? first : first_step(integrator);
  integrator->start_time = t;
  SarPoint at = sar_node_point(integrator->problem, newest(integrator));
  if (integrator->problem->ops->accept) integrator->problem->ops->accept(integrator->problem, &at);
  sar_step_show(integrator, t, 0, 0, 0);
  return SAR_OK;
}

/* The trial node becomes the newest. */
static void take(SarIntegrator *integrator, double h, double error, int32_t rejections, const SarEventAim *aim) {
  SarStepStats *stats = &integrator->stats;
  double t0 = newest(integrator)->t;
  if (integrator->events.n > 0) {
    double t = sar_history_trial(&integrator->history)->t;
    sar_events_accept(&integrator->events, aim, t);
    sar_overlook_accept(&integrator->events, aim->shows > 0 || aim->halved, t);
  }
  if (integrator->family->accept) integrator->family->accept(integrator, h);
  sar_history_accept(&integrator->history);
  sar_newton_accepted(&integrator->newton);
  sar_predictor_accepted(&integrator->predictor);
  stats->events += integrator->events.nfired;
  sar_scales_update(integrator);
  integrator->nearness_of_node = integrator->nearness;
  stats->smallest_step = stats->steps == 0 ? h : fmin(stats->smallest_step, h);
  stats->largest_step = fmax(stats->largest_step, h);
  stats->steps++;
  stats->accepted_iterations += integrator->newton.all_iterations;
  stats->floor_steps += integrator->newton.any_at_floor;
  integrator->since_start++;
  SarPoint at = sar_node_point(integrator->problem, newest(integrator));
  if (integrator->problem->ops->accept) integrator->problem->ops->accept(integrator->problem, &at);
  sar_step_show(integrator, t0, h, error, rejections);
}

static SarStatus give_up(SarIntegrator *integrator, double h, SarStatus why, int32_t culprit) {
  const SarProblem *p = integrator->problem;
  double t = newest(integrator)->t;
  SarFault fault = {.source = sar_nowhere()};
  bool pose = why != SAR_RETRY && sar_pose_is_near(integrator); /* what an expression says is the better reason */
  if (pose) why = SAR_SINGULAR, culprit = integrator->near_row;
  SarPoint from = sar_node_point(p, newest(integrator)),
           at = sar_node_point(p, sar_history_trial(&integrator->history));
  bool known = p->ops->explain && p->ops->explain(p, why, culprit, &from, &at, &fault);
  const char *what = known ? fault.what : sar_advice_reason(why),
             *cure = known ? fault.remedy : sar_advice_remedy(integrator, why);
  const char *where = pose ? "next to a singular pose: " : known && why == SAR_SINGULAR ? "a singular matrix: " : "";
  bool fixed = integrator->options.fixed_step > 0;
  if (integrator->family->explicit && fixed) cure = sar_advice_remedy(integrator, why);
  if (pose) cure = POSE_REMEDY;
  char stays[SAR_ADVICE_TEXT];
  if (!pose && !fixed && sar_advice_estimate_stays(integrator, why, stays, &cure)) what = stays;
  if (fixed) {
    return sar_report(integrator->context, SAR_FAILED, fault.source, fault.element, cure,
                      "the fixed step of %g s from t = %.9g s failed: %s%s", h, t, where, what);
  }
  return sar_report(integrator->context, SAR_STEP_TOO_SMALL, fault.source, fault.element, cure,
                    "the step became too small at t = %.9g s (%g s, allowed %g s): %s%s", t, h, integrator->min_step,
                    where, what);
}

/* An attempt that has converged, but on another solution of the equations for algebraic variables. */
static SarStatus stays_on_its_way(SarIntegrator *integrator, int32_t *culprit) {
  const SarProblem *p = integrator->problem;
  if (!p->ops->continues) return SAR_OK;
  SarPoint from = sar_node_point(p, newest(integrator)),
           to = sar_node_point(p, sar_history_trial(&integrator->history));
  return p->ops->continues(p, &from, &to, culprit);
}

static SarOutcome outcome(SarStatus status) {
  switch (status) {
    case SAR_OK: return SAR_OUTCOME_ACCEPTED;
    case SAR_ERROR_TOO_LARGE: return SAR_OUTCOME_ERROR;
    case SAR_ROTATION_TOO_LARGE: return SAR_OUTCOME_ROTATION;
    case SAR_SINGULAR: return SAR_OUTCOME_SINGULAR;
    case SAR_NO_CONVERGENCE: return SAR_OUTCOME_NOT_CONVERGED;
    case SAR_STEP_TOO_SMALL: return SAR_OUTCOME_TOO_SHORT;
    default: return SAR_OUTCOME_NOT_FINITE;
  }
}

/* What the step after a rejected attempt is limited by. */
static SarLimitedBy blame(SarStatus why, int32_t culprit) {
  SarLimitReason cause = why == SAR_ERROR_TOO_LARGE      ? SAR_LIMIT_ERROR
                         : why == SAR_ROTATION_TOO_LARGE ? SAR_LIMIT_ROTATION
                                                         : SAR_LIMIT_CORRECTOR;
  return (SarLimitedBy){cause, culprit};
}

/* One attempt of size about `wanted`: the step made, and what became of it. */
typedef struct Attempt {
  double h;
  SarStatus status; /* SAR_OK: within the tolerance */
  double error, factor;
  SarLimitedBy by; /* what decided h */
  int32_t culprit; /* who weighs most in the error, or is to blame for the failure */
  bool event;      /* given up because it does not end on a crossing */
} Attempt;

static void remember(SarIntegrator *integrator, const Attempt *tried) {
  bool rounding = tried->status == SAR_OK && tried->error > 1;
  sar_limits_remember(&integrator->limits,
                      (SarAttemptRecord){.t = newest(integrator)->t,
                                         .step = tried->h,
                                         .error = tried->error,
                                         .iterations = tried->h > 0 ? integrator->newton.all_iterations : 0,
                                         .culprit = tried->culprit,
                                         .outcome = tried->event ? SAR_OUTCOME_EVENT
                                                    : rounding   ? SAR_OUTCOME_ROUNDING
                                                                 : outcome(tried->status)});
}

/* Counts a failed attempt and says by which factor to shorten the step. */
static double rejected(SarIntegrator *integrator, SarStatus why, double factor, int32_t culprit) {
  SarStepStats *stats = &integrator->stats;
  sar_limits_count_rejected(&integrator->limits, blame(why, culprit));
  sar_predictor_rejected(&integrator->predictor);
  if (why == SAR_ERROR_TOO_LARGE) {
    stats->rejected_error++;
    return sar_control_shrink(factor);
  }
  integrator->calm = CALM_STEPS;
  integrator->limits.counts.calm = blame(why, culprit);
  if (why == SAR_ROTATION_TOO_LARGE) {
    stats->rejected_rotation++;
    return ROTATION_FACTOR;
  }
  stats->rejected_corrector++;
  return FAILED_FACTOR;
}

/* Is the trial to be accepted as it is? If a switching function leaves its side on the way, the trial is repeated,
 * `again`, until it ends there. *tried: the last attempt; it may have failed. */
static SarStatus end_on_crossing(SarIntegrator *integrator, Attempt *tried, SarEventAim *aim,
                                 Attempt (*again)(SarIntegrator *integrator, double t1)) {
  SarEvents *events = &integrator->events;
  *aim = (SarEventAim){.found = false, .doubtful = -1};
  if (events->n == 0) return SAR_OK;
  SarNode *trial = sar_history_trial(&integrator->history);
  SarStatus status =
      sar_events_look(events, newest(integrator), trial, integrator->since_start == 0, integrator->min_step, aim);
  for (int32_t looks = 0; status == SAR_OK && (aim->found || aim->shorten); looks++) {
    if (aim->met) { /* unless the end of this shorter step has passed another crossing */
      if (looks >= MOST_LOOKS || !sar_events_passed_another(events, aim)) break;
      SarEventAim shorter = *aim;
      double least = fmax(integrator->min_step, aim->least - newest(integrator)->t); /* as seen on the longer step */
      status = sar_events_look(events, newest(integrator), trial, true, least, &shorter);
      if (status != SAR_OK || !(shorter.found || shorter.shorten) || !(shorter.t < trial->t)) break;
      *aim = shorter;
    }
    Attempt before = *tried;
    before.event = true;
    remember(integrator, &before);
    integrator->stats.repeats++;
    integrator->aiming = true;
    *tried = again(integrator, aim->t);
    integrator->aiming = false;
    tried->by = (SarLimitedBy){SAR_LIMIT_EVENT, sar_sizes_unknowns(&integrator->problem->n) + aim->root};
    if (tried->status != SAR_OK) return tried->status < 0 ? tried->status : SAR_OK;
    if (aim->shorten) {
      status =
          sar_events_look(events, newest(integrator), trial, integrator->since_start == 0, integrator->min_step, aim);
    } else {
      status = sar_events_correct(events, trial, aim);
    }
  }
  if (status > 0) tried->status = status;
  return status < 0 ? status : SAR_OK;
}

static int32_t failed_by(const SarIntegrator *integrator, SarStatus why) {
  const SarFamily *family = integrator->family;
  return family->blame ? family->blame(integrator, why) : sar_newton_culprit(&integrator->newton, why);
}

/* The trial node's time is set. */
static Attempt fixed_attempt(SarIntegrator *integrator, double h) {
  Attempt tried = {.h = h, .culprit = -1, .error = NAN};
  sar_newton_begin(&integrator->newton);
  tried.status = integrator->family->attempt(integrator, h);
  if (tried.status > 0) tried.culprit = failed_by(integrator, tried.status);
  if (tried.status == SAR_OK) tried.status = stays_on_its_way(integrator, &tried.culprit);
  return tried;
}

static Attempt fixed_attempt_to(SarIntegrator *integrator, double t1) {
  sar_history_trial(&integrator->history)->t = t1;
  return fixed_attempt(integrator, t1 - newest(integrator)->t);
}

/* Positions and velocities of the trial by Taylor's series, the rest as it was. */
static void extrapolate(SarIntegrator *integrator, double h) {
  const SarProblem *p = integrator->problem;
  const SarSizes *n = &p->n;
  const SarNode *from = newest(integrator);
  SarNode *trial = sar_history_trial(&integrator->history);
  const double *a = from->u, *xdot = from->u + n->nv + n->np + n->nn;
  memcpy(trial->u, from->u, (size_t)from->nu * sizeof *trial->u);
  memcpy(trial->a_star, from->a_star, (size_t)n->nv * sizeof *trial->a_star);
  memcpy(trial->x_star, from->x_star, (size_t)n->nx * sizeof *trial->x_star);
  for (int32_t i = 0; i < n->nx; i++) trial->x[i] = from->x[i] + h * xdot[i];
  for (int32_t i = 0; i < n->nv; i++) trial->v[i] = h * (from->v[i] + h / 2 * a[i]);
  sar_chart_advance(p, from->q, trial->v, trial->q, trial->turn);
  for (int32_t i = 0; i < n->nv; i++) trial->v[i] = from->v[i] + h * a[i];
}

/* A crossing leaves a short rest of a fixed step, or lies right behind its begin: rounding of positions over h^2 is all
 * that a corrector sees there. Where it fails, Taylor's series is better, up to the crossing or the end. */
static SarStatus bridge(SarIntegrator *integrator, double h, SarEventAim *aim) {
  SarEvents *events = &integrator->events;
  SarNode *trial = sar_history_trial(&integrator->history);
  extrapolate(integrator, h);
  if (events->n == 0) return SAR_OK;
  if (!aim->found)
    SAR_TRY(
        sar_events_look(events, newest(integrator), trial, integrator->since_start == 0, integrator->min_step, aim));
  if (!aim->found) return SAR_OK;
  aim->t = trial->t;
  SAR_TRY(sar_events_correct(events, trial, aim));
  aim->t = trial->t;
  aim->met = true;
  return SAR_OK;
}

/* Steps of exactly h on the grid origin + n h; the last one ends at `end`. A bound on the step moves the grid, and so
 * does a crossing. */
static SarStatus fixed_step(SarIntegrator *integrator) {
  double t = newest(integrator)->t, h = integrator->options.fixed_step, end = integrator->options.end;
  int64_t count = sar_control_fixed_count(end - integrator->fixed_origin, h), next = integrator->fixed_index + 1;
  double t1 = next >= count ? end : integrator->fixed_origin + (double)next * h;
  bool limited = integrator->limit > 0 && integrator->limit < (t1 - t) * (1 - 1e-9);
  if (limited) t1 = t + integrator->limit;
  double rounding = 4 * DBL_EPSILON * fmax(fabs(t), fabs(t1));
  if (fabs(t1 - t - h) > 1e-9 * h + rounding) h = t1 - t; /* else exactly h, free of the rounding of t */
  sar_history_trial(&integrator->history)->t = t1;
  SarLimitReason cause = limited                              ? SAR_LIMIT_CALLER
                         : h < integrator->options.fixed_step ? SAR_LIMIT_END
                                                              : SAR_LIMIT_FIXED;
  SarEventAim aim = {.found = false};
  Attempt tried = fixed_attempt(integrator, h);
  tried.by = (SarLimitedBy){cause, -1};
  if (tried.status < 0) return tried.status;
  if (tried.status == SAR_OK) SAR_TRY(end_on_crossing(integrator, &tried, &aim, fixed_attempt_to));
  if (tried.status == SAR_NO_CONVERGENCE && tried.h <= BRIDGED * integrator->options.fixed_step) {
    SAR_TRY(bridge(integrator, tried.h, &aim));
    tried = (Attempt){.h = tried.h, .status = SAR_OK, .by = tried.by, .culprit = -1, .error = NAN};
  }
  remember(integrator, &tried);
  if (tried.status > 0) {
    rejected(integrator, tried.status, 1, tried.culprit);
    return give_up(integrator, tried.h, tried.status, tried.culprit);
  }
  sar_limits_count_step(&integrator->limits, tried.by);
  take(integrator, tried.h, 0, 0, &aim);
  bool moved = limited || newest(integrator)->t < t1;
  integrator->fixed_index = moved ? 0 : next;
  if (moved) integrator->fixed_origin = newest(integrator)->t;
  return SAR_OK;
}

/* A step of at most `wanted` within all bounds; *by: the bound that holds, if one does. */
static double bounded(const SarIntegrator *integrator, double wanted, bool *last, SarLimitedBy *by) {
  const SarNode *node = newest(integrator);
  double h = fmin(wanted, integrator->max_step);
  if (h < wanted) *by = (SarLimitedBy){SAR_LIMIT_MAX_STEP, -1};
  double rate = sar_chart_turning_rate(integrator->problem, node->v, node->u, h / 2);
  double most = integrator->stage.map == SAR_MAP_EXPONENTIAL ? LARGEST_TURN_PLANNED : LARGEST_TURN_CAYLEY;
  if (h * rate > most) {
    *by = (SarLimitedBy){SAR_LIMIT_ROTATION, sar_chart_fastest(integrator->problem, node->v, node->u, h / 2)};
    h = most / rate;
  }
  double fitted = sar_control_fit(node->t, h, integrator->options.end, last);
  if (*last || fitted < h) *by = (SarLimitedBy){SAR_LIMIT_END, -1};
  h = fitted;
  if (integrator->limit > 0 && h > integrator->limit) {
    *by = (SarLimitedBy){SAR_LIMIT_CALLER, -1};
    h = integrator->limit;
    *last = false;
  }
  return h;
}

/* What decides the next step: the growth that an error would allow (factor) against what the step is given (grown). */
static SarLimitedBy judge(const SarIntegrator *integrator, const Attempt *taken, double factor, double grown,
                          bool after_rejection, SarLimitedBy wanted_by) {
  bool held = after_rejection || integrator->calm > 0;
  if (held && factor > 1) return after_rejection ? wanted_by : integrator->limits.counts.calm;
  if (grown > 1 && grown < factor) return (SarLimitedBy){SAR_LIMIT_GROWTH, -1};
  return (SarLimitedBy){taken->error > 1 ? SAR_LIMIT_FLOOR : SAR_LIMIT_ERROR, taken->culprit};
}

/* The next step after an accepted one of size h, where `wanted` had been asked for, for the reason `by`. A step cut
 * short by a bound does not hold back the next one. After a change of the step the estimates of an index-3 system swing
 * with a period of two steps, so a step grows only as far as both of the last two allow: this halves the rejections. */
static double propose(SarIntegrator *integrator, const Attempt *taken, double wanted, bool after_rejection,
                      SarLimitedBy by) {
  double h = taken->h, factor = taken->factor;
  bool first_steps = integrator->since_start <= FIRST_STEPS;
  bool hold = after_rejection || integrator->calm > 0;
  double before = integrator->allowed / h; /* what the step before would have allowed */
  integrator->allowed = h * factor;
  if (!first_steps && factor > 1) factor = fmax(1, fmin(factor, before));
  double grown = sar_control_grow(factor, first_steps, hold), next = h * grown;
  integrator->limits.counts.next = judge(integrator, taken, factor, grown, after_rejection, by);
  if (integrator->calm > 0) integrator->calm--;
  if (!(h < wanted)) return next;
  double before_the_cut = fmin(wanted, h * factor);
  if (before_the_cut > next && wanted <= h * factor) integrator->limits.counts.next = by;
  return fmax(next, before_the_cut);
}

/* A step of a family that chooses it itself, not beyond t1. An error that it could not get below its tolerance is not
 * known. */
static void advance_to(SarIntegrator *integrator, double t1, Attempt *result) {
  const SarFamily *family = integrator->family;
  SarNode *trial = sar_history_trial(&integrator->history);
  trial->t = t1;
  sar_newton_begin(&integrator->newton);
  result->status = family->advance(integrator, t1);
  result->h = trial->t - newest(integrator)->t;
  result->error = result->status == SAR_OK ? 0 : INFINITY;
  result->factor = FAILED_FACTOR;
  if (result->status > 0) result->culprit = failed_by(integrator, result->status);
  if (result->status != SAR_OK) return;
  result->culprit = family->culprit(integrator);
  int32_t jumps = -1;
  result->status = stays_on_its_way(integrator, &jumps);
  if (result->status != SAR_OK) result->culprit = jumps;
}

static Attempt attempt_to(SarIntegrator *integrator, double t1) {
  double h = t1 - newest(integrator)->t;
  Attempt result = {.h = h, .status = SAR_STEP_TOO_SMALL, .error = NAN, .factor = 1, .culprit = -1};
  if (!(result.h > 0)) return result;
  if (integrator->family->advance) {
    advance_to(integrator, t1, &result);
    return result;
  }
  sar_history_trial(&integrator->history)->t = t1;
  sar_newton_begin(&integrator->newton);
  result.status = integrator->family->attempt(integrator, result.h);
  if (result.status > 0) result.culprit = failed_by(integrator, result.status);
  if (result.status != SAR_OK) return result;
  SarErrorEstimate error = integrator->family->estimate(integrator, result.h);
  result.error = error.ratio;
  error.ratio /= fmax(1, integrator->floor.noise);
  result.factor = sar_control_factor(error);
  if (!(error.ratio <= 1)) result.status = SAR_ERROR_TOO_LARGE;
  result.culprit = integrator->family->culprit(integrator);
  if (result.status == SAR_OK) {
    int32_t jumps = -1;
    result.status = stays_on_its_way(integrator, &jumps);
    if (result.status != SAR_OK) result.culprit = jumps;
  }
  return result;
}

static Attempt attempt(SarIntegrator *integrator, double wanted, SarLimitedBy by) {
  bool last;
  double h = bounded(integrator, wanted, &last, &by), foreseen = sar_foreseen_step(integrator, h);
  if (foreseen < h) h = foreseen, last = false, by = (SarLimitedBy){SAR_LIMIT_ERROR, -1};
  double t1 = last ? integrator->options.end : newest(integrator)->t + h;
  if (by.reason == SAR_LIMIT_ROTATION && h < integrator->min_step) { /* velocities grow without bound */
    return (Attempt){
        .h = h, .status = SAR_ROTATION_TOO_LARGE, .error = NAN, .factor = 1, .by = by, .culprit = by.culprit};
  }
  Attempt result = attempt_to(integrator, t1);
  bool shorter = integrator->family->advance && sar_history_trial(&integrator->history)->t < t1;
  result.by = shorter ? (SarLimitedBy){SAR_LIMIT_ERROR, result.culprit} : by;
  return result;
}

/* An attempt that is good only because its estimate may be rounding: it must be. */
static void confirm(SarIntegrator *integrator, Attempt *tried) {
  if (tried->status != SAR_OK || !(tried->error > 1) || sar_floor_explains(integrator, tried->error)) return;
  tried->status = SAR_ERROR_TOO_LARGE;
  tried->factor = UNCONFIRMED_FACTOR;
}

/* Whether the estimate of a failed attempt is rounding. Then the tolerance is raised to what rounding allows, and the
 * step goes back to where shrinking began. */
static bool meets_rounding(SarIntegrator *integrator, const Attempt *tried) {
  if (tried->status != SAR_ERROR_TOO_LARGE || !sar_floor_suspects(integrator, tried->h, tried->error)) return false;
  Attempt shorter = attempt_to(integrator, newest(integrator)->t + tried->h / SAR_FLOOR_SHORTER);
  bool complete = shorter.status == SAR_OK || shorter.status == SAR_ERROR_TOO_LARGE;
  return complete && sar_floor_met(integrator, tried->error, shorter.error);
}

static SarStatus adaptive_step(SarIntegrator *integrator) {
  bool own = integrator->family->advance != NULL; /* after its first step it knows best how long the next may be */
  double wanted = own && integrator->since_start > 0 ? INFINITY : integrator->proposed;
  SarLimitedBy by = integrator->limits.counts.next;
  sar_floor_begin(&integrator->floor);
  for (int32_t rejections = 0;; rejections++) {
    integrator->failed = rejections;
    Attempt tried = attempt(integrator, wanted, by);
    confirm(integrator, &tried);
    if (tried.status < 0 && tried.h > 0) return tried.status;
    Attempt whole = tried; /* the step that errors allow, whether or not it must be cut at a crossing */
    SarEventAim aim = {.found = false};
    if (tried.status == SAR_OK) SAR_TRY(end_on_crossing(integrator, &tried, &aim, attempt_to));
    remember(integrator, &tried);
    if (!(tried.h > 0)) return give_up(integrator, tried.h, tried.status, -1); /* no attempt, so none was rejected */
    if (meets_rounding(integrator, &tried)) {
      wanted = integrator->floor.first_step;
      by = (SarLimitedBy){SAR_LIMIT_FLOOR, tried.culprit};
      continue;
    }
    if (tried.status == SAR_OK) {
      sar_floor_accepted(integrator, whole.h, whole.error);
      sar_limits_count_step(&integrator->limits, tried.by);
      take(integrator, tried.h, tried.error, rejections, &aim);
      if (!own) integrator->proposed = propose(integrator, &whole, wanted, rejections > 0, by);
      return SAR_OK;
    }
    by = blame(tried.status, tried.culprit);
    double factor = rejected(integrator, tried.status, tried.factor, tried.culprit);
    wanted = tried.h * sar_pose_shorten(integrator, tried.status, tried.h, factor);
    if (wanted < integrator->min_step) return give_up(integrator, wanted, tried.status, tried.culprit);
  }
}

static SarStatus keep_events(SarIntegrator *integrator) {
  sar_archive_rewind(&integrator->kept);
  sar_events_archive(&integrator->events, &integrator->kept);
  return integrator->kept.status == SAR_OK ? SAR_OK : sar_report_no_memory(integrator->context);
}

SarStatus sar_integrator_step(SarIntegrator *integrator) {
  if (!integrator->started || span(integrator) <= 0) {
    return sar_report(integrator->context, SAR_USAGE, sar_nowhere(), NULL, "start the integrator before its end time",
                      "a step was asked for %s", integrator->started ? "at the end time" : "before the start");
  }
  if (integrator->events.chattering >= 0) {
    return sar_report(integrator->context, SAR_CHATTERING, sar_nowhere(), NULL,
                      "smooth the switch, give it a hysteresis, or stop at the event",
                      "switching function %d fires again and again at t = %.9g s", (int)integrator->events.chattering,
                      newest(integrator)->t);
  }
  if (integrator->keeps) SAR_TRY(keep_events(integrator));
  return integrator->options.fixed_step > 0 ? fixed_step(integrator) : adaptive_step(integrator);
}
