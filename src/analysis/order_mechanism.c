/* `sarrus order`: the measurement of order.c on a mechanism, or against a file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/order.h"
#include "analysis/start/start.h"
#include "analysis/static/equilibrium.h"

#define TYPICAL_TOLERANCE 1e-5
#define FEWEST_STEPS 64
#define ATTEMPTS 8
#define REFERENCE "radau5:formulation=si2" /* orders 5, 5 and 3: more exact than all others at the same step */

SarOrderOptions sar_order_options_default(void) { return (SarOrderOptions){.step = NAN, .halvings = 4, .end = NAN}; }

static SarStatus mechanism_reactions(void *self, const SarPoint *at, double *lambda) {
  SarStart *s = self;
  const SarSizes *n = &s->m->problem.n;
  double *scratch = calloc((size_t)(n->nv + n->nn + n->nx + n->nz) + 1, sizeof *scratch);
  if (!scratch) return sar_report_no_memory(s->context);
  SarStatus status = sar_equations_factor(s->equations, at->t, at->q, at->v);
  double *mu = scratch + n->nv, *xdot = mu + n->nn, *z = xdot + n->nx;
  if (s->equations->trial) { /* where the iteration begins */
    memcpy(scratch, at->a, (size_t)n->nv * sizeof *scratch);
    if (n->np) memcpy(lambda, at->lambda, (size_t)n->np * sizeof *lambda);
    if (n->nn) memcpy(mu, at->mu, (size_t)n->nn * sizeof *mu);
    if (n->nx) memcpy(xdot, at->xdot, (size_t)n->nx * sizeof *xdot);
    if (n->nz) memcpy(z, at->z, (size_t)n->nz * sizeof *z);
  }
  if (status == SAR_OK) {
    status = sar_equations_accelerations(s->equations, at->t, at->q, at->v, at->x, scratch, lambda, mu, xdot, z);
  }
  if (status == SAR_OK) status = sar_equations_least_norm(s->equations, at->t, at->q, at->v, at->x, lambda, mu);
  free(scratch);
  return status > 0 ? SAR_OK : status;
}

/* The mean step of a run with error control, of another method where this one has none: small enough to be in the range
 * where the order shows. */
static SarStatus typical_step(SarContext *context, const SarSystem *system, const SarOrderOptions *o,
                              const char *method, double end, double *step) {
  SarRunOptions options = sar_run_options_default();
  SarMethodChoice choice;
  SAR_TRY(sar_method_parse(context, method, sar_nowhere(), &choice));
  if (!sar_method_info_of(&choice).adaptive) method = "hht";
  options.study = true;
  SarRunSummary summary;
  options.method = method;
  options.end = end;
  options.tolerance = TYPICAL_TOLERANCE;
  options.no_output = true;
  options.progress = o->progress;
  options.progress_self = o->progress_self;
  SAR_TRY(sar_run(context, system, &options, &summary));
  *step = fmin(end / (double)summary.steps, end / FEWEST_STEPS);
  return SAR_OK;
}

/* Halves a step that was not asked for until all runs succeed. Messages of attempts go to a context of their own; the
 * last attempt speaks. */
static SarStatus measure_from(SarContext *context, SarOrderProblem *order, bool chosen, SarOrderResult *out) {
  for (int attempt = 0; !chosen && attempt < ATTEMPTS; attempt++, order->step /= 2) {
    SarContext *quiet = sar_context_create();
    if (!quiet) return sar_report_no_memory(context);
    SarStatus status = sar_order_measure(quiet, order, out);
    sar_context_destroy(&quiet);
    if (status == SAR_OK || status == SAR_INTERRUPTED) return status;
    if (status != SAR_FAILED) return sar_order_measure(context, order, out);
  }
  return sar_order_measure(context, order, out);
}

static SarStatus order_of_mechanism(SarContext *context, SarStart *s, const SarOrderOptions *options,
                                    SarOrderResult *out) {
  const SarSimulation *simulation = &sar_system_model(s->system)->simulation;
  const char *method = options->method ? options->method : simulation->method ? simulation->method : "hht";
  double end = !isnan(options->end) ? options->end : simulation->end, step = options->step;
  if (!(end > 0)) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, sar_model_end_remedy(sar_system_model(s->system)),
                      "the time to simulate is not given");
  }
  bool chosen = !isnan(step);
  if (!chosen) SAR_TRY(typical_step(context, s->system, options, method, end, &step));
  SarOrderProblem order = {.problem = &s->m->problem,
                           .end = end,
                           .step = step,
                           .halvings = options->halvings,
                           .method = method,
                           .reference = REFERENCE,
                           .starter = REFERENCE,
                           .reactions = mechanism_reactions,
                           .reactions_self = s,
                           .unique = s->m->ndropped == 0,
                           .known = options->known,
                           .whose = s->system,
                           .progress = options->progress,
                           .progress_self = options->progress_self};
  order.start = sar_start_point(s);
  return measure_from(context, &order, chosen, out);
}

SarStatus sar_order(SarContext *context, const SarSystem *system, const SarOrderOptions *options, SarOrderResult *out) {
  SAR_NEED(context, context && system && options && out);
  *out = (SarOrderResult){.nsteps = 0};
  if (options->halvings < 1 || options->halvings >= SAR_ORDER_MAX) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "4 is usual", "halvings must be between 1 and %d",
                      SAR_ORDER_MAX - 1);
  }
  if (options->reference) return sar_order_against_file(context, system, options, out);
  SarStart *start = NULL;
  SarStatus status = sar_start_create(context, system, &start);
  bool rests = sar_system_model(system)->simulation.start_static;
  if (status == SAR_OK && rests) status = sar_equilibrium_start(context, start);
  if (status == SAR_OK) status = order_of_mechanism(context, start, options, out);
  sar_start_destroy(&start);
  return status;
}
