/* The integrator as analyses see it (method.h): create, start, look, destroy. The loop over attempts is in step.c. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "method/chart.h"
#include "method/interpolate.h"
#include "method/norm.h"
#include "method/quintic.h"
#include "method/spectrum.h"
#include "method/step.h"

#define ROUNDING 1e-12 /* of a spectral radius */
#define WEAK 0.99      /* a spectral radius with which errors of multipliers stay for long */

static SarStatus check_options(SarContext *context, const SarStepOptions *options) {
  bool fixed = options->fixed_step > 0;
  const char *wrong = NULL;
  if (!isfinite(options->end)) wrong = "the end time is not a number";
  if (!fixed && !(options->tolerance > 0)) wrong = "the tolerance must be positive";
  if (!(options->fixed_step >= 0) || !(options->initial_step >= 0)) wrong = "steps must not be negative";
  if (!(options->min_step >= 0) || !(options->max_step >= 0)) wrong = "bounds of the step must not be negative";
  if (options->max_step > 0 && options->min_step > options->max_step) wrong = "min_step is larger than max_step";
  if (fixed && options->fixed_step < 16 * DBL_EPSILON * fabs(options->end)) {
    wrong = "the step is below the rounding of the time";
  }
  if (!wrong) return SAR_OK;
  return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "correct the simulation's settings", "%s", wrong);
}

static bool is_si2(const SarMethodChoice *choice) { return sar_method_key_is(choice, "formulation", "si2"); }

/* Said once, however many runs a study takes. */
static void warn_of_weak_dissipation(SarContext *context, const char *name, double infinity) {
  char text[240];
  snprintf(text, sizeof text,
           "%s with a spectral radius of %.9g at infinity damps errors of the multipliers by half in %.0f steps only: "
           "reactions may be useless",
           name, infinity, ceil(log(0.5) / log(infinity)));
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    if (strcmp(sar_context_get(context, i)->message, text) == 0) return;
  }
  sar_warn(context, sar_nowhere(), NULL, "choose more dissipation, or formulation=si2", "%s", text);
}

/* Constraints given as positions need some. */
static SarStatus check_dissipation(SarContext *context, const SarMethodChoice *choice) {
  const SarMethodTable *table = choice->table;
  const char *name = table->info.name, *damped = table->damped;
  double infinity = table->infinity(choice);
  char remedy[160] = "choose a method with dissipation, or formulation=si2";
  if (infinity < 1) {
    if (infinity >= WEAK) warn_of_weak_dissipation(context, name, infinity);
    return SAR_OK;
  }
  if (!damped && sar_method_key_find(table, "rho_inf")) damped = "rho_inf < 1";
  if (infinity > 1 + ROUNDING) {
    snprintf(remedy, sizeof remedy, "choose %s", damped ? damped : "other parameters");
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, remedy,
                      "%s with these parameters is unstable: it magnifies the multipliers of constraints given as "
                      "positions by %.3g in every step",
                      name, infinity);
  }
  if (damped) snprintf(remedy, sizeof remedy, "choose %s, or formulation=si2", damped);
  return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, remedy,
                    "%s without dissipation leaves the multipliers of constraints given as positions undamped", name);
}

/* What a method cannot do is said before the run. */
static SarStatus check_choice(SarContext *context, const SarProblem *problem, const SarMethodChoice *choice,
                              const SarStepOptions *options) {
  const SarMethodTable *table = choice->table;
  const char *name = table->info.name;
  if (!(options->fixed_step > 0) && !table->info.adaptive) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL,
                      "give a fixed step (--step H, or `step:` in the model), or choose a method that `sarrus methods` "
                      "lists as adaptive",
                      "%s has no error estimate, so it cannot choose its steps", name);
  }
  if (options->fixed_step > 0 && table->info.independent) {
    return sar_report(
        context, SAR_INPUT, sar_nowhere(), NULL,
        "run it with a tolerance (`sarrus run --tol E`, or `tolerance:` in the model), or choose another method",
        "%s chooses its steps itself and cannot run with a fixed one", name);
  }
  if (is_si2(choice) && !table->family->si2) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "leave the key out, or choose another method",
                      "formulation=si2 is not available for %s", name);
  }
  bool scaled = !sar_method_key_is(choice, "scaling", "step") || sar_method_key_real(choice, "augmentation") != 0;
  if (scaled && (is_si2(choice) || !table->family->scaling)) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "leave these keys out",
                      "scaling and augmentation are not available for %s%s", name, is_si2(choice) ? " with si2" : "");
  }
  return problem->n.np > 0 && !is_si2(choice) && table->infinity ? check_dissipation(context, choice) : SAR_OK;
}

/* The stage before the rest: its pattern is that of the linear solver. */
static SarStatus make_stage(SarIntegrator *integrator, const SarMethodChoice *choice) {
  SarScaling scaling = sar_method_key_is(choice, "scaling", "none")       ? SAR_SCALING_NONE
                       : sar_method_key_is(choice, "scaling", "physical") ? SAR_SCALING_PHYSICAL
                                                                          : SAR_SCALING_STEP;
  SarArena *arena = integrator->arena;
  SarStage *stage = &integrator->stage;
  if (!sar_stage_create(arena, integrator->problem, stage) ||
      !sar_stage_scale(arena, scaling, sar_method_key_real(choice, "augmentation"), stage) ||
      (is_si2(choice) && !sar_stage_stabilise(arena, stage))) {
    return sar_report_no_memory(integrator->context);
  }
  if (integrator->family->explicit) { /* it solves for accelerations alone */
    return sar_linear_create_of_part(integrator->context, choice->linear, sar_stage_pattern(stage),
                                     integrator->problem->index1, &integrator->problem->partition, &integrator->linear);
  }
  const SarPartition none = {.count = 0}, *parts = stage->si2 ? &none : &integrator->problem->partition;
  return sar_linear_create_in_parts(integrator->context, choice->linear, sar_stage_pattern(stage), parts,
                                    &integrator->linear);
}

static SarStatus allocate(SarIntegrator *integrator) {
  const SarProblem *problem = integrator->problem;
  SarArena *arena = integrator->arena;
  int32_t depth = integrator->family->history > 0 ? integrator->family->history : SAR_HISTORY_DEPTH;
  bool complete =
      sar_history_create(arena, problem, sar_stage_unknowns(&integrator->stage), depth, &integrator->history) &&
      sar_newton_create(arena, &integrator->stage, integrator->linear, &integrator->stats, &integrator->newton) &&
      sar_limits_create(arena, &problem->n, &integrator->limits) &&
      sar_events_create(arena, problem, &integrator->events);
  integrator->weight = SAR_NEW(arena, problem->n.nv, double);
  integrator->weight_x = SAR_NEW(arena, problem->n.nx, double);
  integrator->scale_z = SAR_NEW(arena, problem->n.nz, double);
  if (!complete || !integrator->weight || !integrator->weight_x || !integrator->scale_z) {
    return sar_report_no_memory(integrator->context);
  }
  return SAR_OK;
}

static SarStatus weigh_what_moves(SarIntegrator *integrator) {
  const SarProblem *problem = integrator->problem;
  bool made = sar_moving_create(integrator->arena, problem, integrator->options.tolerance, integrator->weight,
                                &integrator->moving);
  integrator->weight_of_places = problem->weight;
  return made ? SAR_OK : sar_report_no_memory(integrator->context);
}

static SarStatus build(SarIntegrator *integrator, const SarMethodChoice *choice) {
  SarProblem *problem = integrator->problem;
  SAR_TRY(make_stage(integrator, choice));
  SAR_TRY(allocate(integrator));
  if (problem->n.nv > 0) memcpy(integrator->weight, problem->weight, (size_t)problem->n.nv * sizeof(double));
  for (int32_t i = 0; i < problem->n.nx; i++) integrator->weight_x[i] = fabs(problem->weight_x[i]);
  integrator->exact_accelerations = choice->table->info.explicit;
  integrator->paper_weights = sar_method_key_is(choice, "weights", "paper");
  integrator->weight_of_places = integrator->weight;
  if (sar_method_key_is(choice, "weights", "moving")) SAR_TRY(weigh_what_moves(integrator));
  integrator->predictor.highest = sar_method_key_is(choice, "predictor", "adaptive") ? SAR_PREDICTOR_HIGHEST : 0;
  if (sar_method_key_is(choice, "corrector", "floor")) integrator->options.corrector_floor = true;
  return integrator->family->create(integrator, choice);
}

/* Of positions, on a problem with these constraints. */
static int32_t order_of(const SarProblem *problem, const SarMethodChoice *choice) {
  const SarMethodInfo *info = &choice->table->info;
  if (problem->n.np == 0) return info->order;
  return is_si2(choice) ? info->order_si2[0] : info->order_index3[0];
}

static bool is_controlled(const SarIntegrator *integrator) {
  return !(integrator->options.fixed_step > 0) && !integrator->family->advance;
}

/* Whether the error estimate sees all that a kink does to a step: crossing.c. */
static bool covers_kinks(const SarIntegrator *integrator, const SarMethodChoice *choice) {
  return is_controlled(integrator) && choice->table->info.order <= 2;
}

/* Whether a force that is zero at both ends of a step is zero for the method: it has no stages between them. */
static bool sees_ends_only(const SarIntegrator *integrator, const SarMethodChoice *choice) {
  return is_controlled(integrator) && choice->table->info.stages <= 1;
}

SarStatus sar_integrator_create(SarContext *context, SarProblem *problem, const SarMethodChoice *choice,
                                const SarStepOptions *options, SarIntegrator **out) {
  *out = NULL;
  SAR_TRY(check_options(context, options));
  SAR_TRY(check_choice(context, problem, choice, options));
  SarArena *arena = sar_arena_create();
  SarIntegrator *integrator = arena ? SAR_NEW(arena, 1, SarIntegrator) : NULL;
  if (!integrator) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  integrator->context = context;
  integrator->kept = sar_archive_save();
  integrator->problem = problem;
  integrator->arena = arena;
  integrator->options = *options;
  integrator->family = choice->table->family;
  integrator->stability_limit = sar_spectrum_limit;
  integrator->order = order_of(problem, choice);
  SarStatus status = build(integrator, choice);
  integrator->events.covered = covers_kinks(integrator, choice);
  integrator->events.controlled = is_controlled(integrator);
  integrator->events.ends_only = sees_ends_only(integrator, choice);
  integrator->events.tolerance = integrator->options.tolerance;
  integrator->events.weight = integrator->weight;
  if (status == SAR_OK) {
    *out = integrator;
  } else {
    sar_integrator_destroy(&integrator);
  }
  return status;
}

void sar_integrator_destroy(SarIntegrator **integrator) {
  if (!*integrator) return;
  SarArena *arena = (*integrator)->arena;
  if ((*integrator)->family->destroy) (*integrator)->family->destroy(*integrator);
  sar_linear_destroy(&(*integrator)->linear);
  sar_archive_destroy(&(*integrator)->kept);
  *integrator = NULL;
  sar_arena_destroy(&arena);
}

static void copy(int32_t n, const double *from, double *to) {
  for (int32_t i = 0; i < n; i++) to[i] = from ? from[i] : 0;
}

static void copy_point(const SarProblem *problem, const SarPoint *at, SarNode *node) {
  const SarSizes *n = &problem->n;
  double *lambda = node->u + n->nv, *mu = lambda + n->np, *xdot = mu + n->nn, *z = xdot + n->nx;
  node->t = at->t;
  copy(n->nq, at->q, node->q);
  copy(n->nv, at->v, node->v);
  copy(n->nx, at->x, node->x);
  copy(n->nv, at->a, node->u);
  copy(n->np, at->lambda, lambda);
  copy(n->nn, at->mu, mu);
  copy(n->nx, at->xdot, xdot);
  copy(n->nz, at->z, z);
  copy(node->nu - sar_sizes_unknowns(n), NULL, node->u + sar_sizes_unknowns(n));
  copy(3 * problem->nrotations, NULL, node->turn);
}

static void remember(SarIntegrator *integrator, const SarPoint *at) {
  copy_point(integrator->problem, at, sar_history_trial(&integrator->history));
  sar_history_accept(&integrator->history);
}

static SarStatus start_stage(SarIntegrator *integrator, const SarPoint *at) {
  SarStatus status = sar_stage_start(&integrator->stage, at);
  if (status <= 0) return status;
  return sar_report(integrator->context, SAR_FAILED, sar_nowhere(), NULL, "look for divisions by zero at the start",
                    "the matrix of the equations has no value at t = %.9g s", at->t);
}

SarStatus sar_integrator_start(SarIntegrator *integrator, const SarPoint *at) {
  return sar_integrator_start_with(integrator, at, NULL, 0);
}

SarStatus sar_integrator_start_with(SarIntegrator *integrator, const SarPoint *at, const SarPoint *earlier,
                                    int32_t count) {
  if (!(at->t <= integrator->options.end)) {
    return sar_report(integrator->context, SAR_USAGE, sar_nowhere(), NULL, "let the simulation end after its begin",
                      "the start time %g lies after the end time %g", at->t, integrator->options.end);
  }
  sar_history_clear(&integrator->history);
  for (int32_t k = count - 1; k >= 0; k--) remember(integrator, &earlier[k]);
  remember(integrator, at);
  sar_newton_forget(&integrator->newton);
  sar_predictor_start(&integrator->predictor, integrator->predictor.highest);
  integrator->since_start = 0;
  SAR_TRY(start_stage(integrator, at));
  if (integrator->family->start) integrator->family->start(integrator);
  SAR_TRY(sar_step_start(integrator));
  integrator->started = true;
  return SAR_OK;
}

void sar_integrator_keep_last(SarIntegrator *integrator) { integrator->keeps = integrator->events.n > 0; }

/* Sides, counts and what has fired, as they were before the last step. */
static SarStatus forget_last(SarIntegrator *integrator) {
  if (!integrator->keeps || integrator->since_start == 0) return SAR_OK;
  SarArchive kept = sar_archive_load(integrator->kept.bytes, integrator->kept.count);
  sar_events_archive(&integrator->events, &kept);
  return sar_archive_end(&kept);
}

SarStatus sar_integrator_restart(SarIntegrator *integrator, const SarPoint *at) {
  bool inside = at->t < sar_history_at(&integrator->history, 0)->t;
  bool again = integrator->since_start == 0 && at->t == integrator->start_time; /* no step since the last time */
  double proposed = integrator->proposed;
  if (inside) SAR_TRY(forget_last(integrator));
  integrator->disturbed = true;
  SarStatus status = sar_integrator_start(integrator, at);
  integrator->disturbed = false;
  if (again) integrator->proposed = proposed;
  return status;
}

const SarStepView *sar_integrator_view(const SarIntegrator *integrator) { return &integrator->view; }

const SarStepStats *sar_integrator_stats(const SarIntegrator *integrator) { return &integrator->stats; }

const SarCrossingCounts *sar_integrator_crossings(const SarIntegrator *integrator) {
  return &integrator->events.counts;
}

const SarStepLimits *sar_integrator_limits(const SarIntegrator *integrator) { return &integrator->limits; }

void sar_integrator_interpolate(const SarIntegrator *integrator, double t, double *q, double *v, double *x, double *a,
                                double *lambda, double *mu, double *xdot, double *z) {
  const SarNode *to = sar_history_at(&integrator->history, 0);
  const SarNode *from = integrator->history.count > 1 ? sar_history_at(&integrator->history, 1) : to;
  SarInterpolated out = {.q = q, .v = v, .x = x, .a = a, .lambda = lambda, .mu = mu, .xdot = xdot, .z = z};
  sar_interpolate(integrator->problem, from, to, t, &out);
  if (integrator->exact_accelerations && to != from) sar_interpolate_quintic(integrator->problem, from, to, t, &out);
}

double sar_integrator_condition(SarIntegrator *integrator) {
  if (!integrator->newton.have_matrix) return INFINITY;
  return sar_linear_condition(integrator->linear, integrator->newton.values);
}

void sar_integrator_limit_step(SarIntegrator *integrator, double limit) { integrator->limit = limit; }
