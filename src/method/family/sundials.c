#include "method/family/sundials.h"

#include <math.h>
#include <stdio.h>

#include "method/norm.h"

#define FIRST 0.5          /* of the step that the error of an Euler step would allow: the first one */
#define MOST_STEPS 1000000 /* in a step that begins anew */

void sar_sundials_keep_message(int code, const char *module, const char *function, char *message, void *self) {
  SarSundials *s = self;
  (void)code, (void)module;
  snprintf(s->message, sizeof s->message, "%s: %s", function, message);
}

int sar_sundials_answer(SarSundials *s, SarStatus status) {
  if (status < 0) s->stopped = status;
  return status < 0 ? -1 : status > 0;
}

void sar_sundials_start(const SarIntegrator *integrator, SarSundials *s) {
  const SarNode *node = sar_history_at(&integrator->history, 0);
  s->current = false;
  if (integrator->started) return;
  SarPoint at = sar_node_point(integrator->problem, node);
  s->least_rate = sqrt(sar_rms(integrator->problem->n.nv, at.a, integrator->weight));
  if (integrator->options.end > node->t) s->least_rate = fmax(s->least_rate, 1 / (integrator->options.end - node->t));
}

double sar_sundials_speed(const SarIntegrator *integrator, const SarSundials *s) {
  return fmax(integrator->largest_v, s->least_rate);
}

void sar_sundials_position_weights(const SarIntegrator *integrator, double scale, const bool *counts, double other,
                                   double *weight) {
  const SarProblem *p = integrator->problem;
  for (int32_t b = 0; b < p->nblocks; b++) {
    const SarBlock *block = &p->blocks[b];
    const double *own = integrator->weight + block->v;
    const bool *count = counts ? counts + block->v : NULL;
    bool plain = block->kind == SAR_BLOCK_PLAIN, any = !count || count[0] || (!plain && (count[1] || count[2]));
    for (int32_t i = 0; i < (plain ? block->count : 4); i++) {
      bool counted = plain && count ? count[i] : any;
      weight[block->q + i] = scale * (counted ? 1 : other) * (plain ? own[i] : 2 * own[0]);
    }
  }
}

/* How fast the motion changes at a node, per second. */
static double rate_at(const SarIntegrator *integrator, const SarNode *node) {
  SarPoint at = sar_node_point(integrator->problem, node);
  const SarSizes *n = &integrator->problem->n;
  double rate = fmax(sar_rms(n->nv, at.v, integrator->weight), sqrt(sar_rms(n->nv, at.a, integrator->weight)));
  return fmax(rate, sar_rms(n->nx, at.xdot, integrator->weight_x));
}

double sar_sundials_begin(const SarIntegrator *integrator, SarSundials *s, double longest) {
  const SarNode *node = sar_history_at(&integrator->history, 0);
  double rate = rate_at(integrator, node), h = rate > 0 ? FIRST * sqrt(integrator->options.tolerance) / rate : longest;
  if (integrator->since_start == 0) h = fmin(h, integrator->proposed);
  s->counts = (SarSundialsCounts){0};
  s->t = node->t;
  return fmin(h, longest);
}

int sar_sundials_steps(SarIntegrator *integrator, SarSundials *s, double t1, int (*step)(void *engine, double t1)) {
  int flag = 0;
  for (int32_t k = 0; k < MOST_STEPS; k++) {
    flag = step(integrator->engine, t1);
    if (flag > 0) s->t = t1;
    if (flag != 0 || !integrator->aiming || s->t >= t1) break;
  }
  return flag;
}

SarSundialsCounts sar_sundials_count(SarIntegrator *integrator, SarSundials *s, SarSundialsCounts now) {
  SarStepStats *stats = &integrator->stats;
  SarSundialsCounts before = s->counts, since = {.iterations = now.iterations - before.iterations,
                                                 .matrices = now.matrices - before.matrices,
                                                 .factorisations = now.factorisations - before.factorisations,
                                                 .errors = now.errors - before.errors,
                                                 .corrector = now.corrector - before.corrector};
  s->counts = now;
  stats->iterations += since.iterations;
  stats->rejected_error += since.errors;
  stats->rejected_corrector += since.corrector;
  for (long k = 0; k < since.errors; k++) {
    sar_limits_count_rejected(&integrator->limits, (SarLimitedBy){SAR_LIMIT_ERROR, -1});
  }
  for (long k = 0; k < since.corrector; k++) {
    sar_limits_count_rejected(&integrator->limits, (SarLimitedBy){SAR_LIMIT_CORRECTOR, -1});
  }
  integrator->newton.all_iterations += (int32_t)since.iterations;
  return since;
}

SarStatus sar_sundials_failed(SarIntegrator *integrator, SarSundials *s, double t1, double h, SarStatus status) {
  const SarNode *from = sar_history_at(&integrator->history, 0);
  s->current = false;
  if (h > 0 && h < t1 - from->t) sar_history_trial(&integrator->history)->t = from->t + h;
  return status;
}

SarStatus sar_sundials_report(const SarIntegrator *integrator, const SarSundials *s, const char *solver, int flag) {
  return sar_report(integrator->context, SAR_FAILED, sar_nowhere(), NULL, "choose another method, such as bdf",
                    "%s stopped at t = %.9g s with the code %d (%s)", solver, s->t, flag, s->message);
}
