/* The integrator as analyses see it (method.h): create, start, look, destroy. The loop over attempts is in step.c. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "method/chart.h"
#include "method/interpolate.h"
#include "method/norm.h"
#include "method/step.h"

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

static SarStatus allocate(SarIntegrator *integrator) {
  const SarProblem *problem = integrator->problem;
  SarArena *arena = integrator->arena;
  bool complete =
      sar_history_create(arena, problem, &integrator->history) &&
      sar_stage_create(arena, integrator->problem, &integrator->stage) &&
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

static SarStatus build(SarIntegrator *integrator, const SarMethodChoice *choice) {
  SarProblem *problem = integrator->problem;
  SAR_TRY(sar_linear_create_in_parts(integrator->context, choice->linear, &problem->pattern, &problem->partition,
                                     &integrator->linear));
  SAR_TRY(allocate(integrator));
  if (problem->n.nv > 0) memcpy(integrator->weight, problem->weight, (size_t)problem->n.nv * sizeof(double));
  for (int32_t i = 0; i < problem->n.nx; i++) integrator->weight_x[i] = fabs(problem->weight_x[i]);
  integrator->paper_weights = sar_method_key_is(choice, "weights", "paper");
  if (sar_method_key_is(choice, "scaling", "none")) integrator->stage.scaling = SAR_SCALING_NONE;
  if (sar_method_key_is(choice, "corrector", "floor")) integrator->options.corrector_floor = true;
  return integrator->family->create(integrator, choice);
}

SarStatus sar_integrator_create(SarContext *context, SarProblem *problem, const SarMethodChoice *choice,
                                const SarStepOptions *options, SarIntegrator **out) {
  *out = NULL;
  SAR_TRY(check_options(context, options));
  SarArena *arena = sar_arena_create();
  SarIntegrator *integrator = arena ? SAR_NEW(arena, 1, SarIntegrator) : NULL;
  if (!integrator) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  integrator->context = context;
  integrator->problem = problem;
  integrator->arena = arena;
  integrator->options = *options;
  integrator->family = choice->table->family;
  SarStatus status = build(integrator, choice);
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
  sar_linear_destroy(&(*integrator)->linear);
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
  copy(3 * problem->nrotations, NULL, node->turn);
}

SarStatus sar_integrator_start(SarIntegrator *integrator, const SarPoint *at) {
  if (!(at->t <= integrator->options.end)) {
    return sar_report(integrator->context, SAR_USAGE, sar_nowhere(), NULL, "let the simulation end after its begin",
                      "the start time %g lies after the end time %g", at->t, integrator->options.end);
  }
  sar_history_clear(&integrator->history);
  copy_point(integrator->problem, at, sar_history_trial(&integrator->history));
  sar_history_accept(&integrator->history);
  sar_newton_forget(&integrator->newton);
  sar_predictor_start(&integrator->predictor);
  integrator->since_start = 0;
  integrator->family->start(integrator);
  SAR_TRY(sar_step_start(integrator));
  integrator->started = true;
  return SAR_OK;
}

const SarStepView *sar_integrator_view(const SarIntegrator *integrator) { return &integrator->view; }

const SarStepStats *sar_integrator_stats(const SarIntegrator *integrator) { return &integrator->stats; }

const SarStepLimits *sar_integrator_limits(const SarIntegrator *integrator) { return &integrator->limits; }

void sar_integrator_interpolate(const SarIntegrator *integrator, double t, double *q, double *v, double *x, double *a,
                                double *lambda, double *mu, double *xdot, double *z) {
  const SarNode *to = sar_history_at(&integrator->history, 0);
  const SarNode *from = integrator->history.count > 1 ? sar_history_at(&integrator->history, 1) : to;
  SarInterpolated out = {.q = q, .v = v, .x = x, .a = a, .lambda = lambda, .mu = mu, .xdot = xdot, .z = z};
  sar_interpolate(integrator->problem, from, to, t, &out);
}

double sar_integrator_condition(SarIntegrator *integrator) {
  if (!integrator->newton.have_matrix) return INFINITY;
  return sar_linear_condition(integrator->linear, integrator->newton.values);
}

void sar_integrator_limit_step(SarIntegrator *integrator, double limit) { integrator->limit = limit; }
