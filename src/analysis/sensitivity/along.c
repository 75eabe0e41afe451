/* How the motion of the run goes on in time, and how a switching function changes with that, or with a parameter. */
#include <math.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"

#define ALONG 1e-6   /* L, rad: how far the motion goes between two points at which a rate is looked at ... */
#define LONGEST 1e-4 /* ... and of the time of the run at most */

/* Both sides are the run itself, a moment before and after. */
static void make_moments(const SarSensitivity *x, const SarPoint *at, SarTwin moment[2]) {
  const SarProblem *p = &x->m->problem;
  double speed = 0, span = x->s->plan.steps.end - x->s->start->t;
  for (int32_t i = 0; i < p->n.nv; i++) speed = fmax(speed, fabs(at->v[i]) * p->weight[i]);
  double time = fmin(ALONG / fmax(speed, 1e-30), LONGEST * span);
  for (int k = 0; k < 2; k++) {
    moment[k] = x->varied[0].side[k];
    moment[k].shift = k ? time : -time;
    moment[k].start = x->s->start;
  }
}

/* Velocities, accelerations, rates, and what these change by. */
SarStatus sar_sensitivity_find_along(SarSensitivity *x, const SarPoint *at, SarTwin moment[2], SarVariation *out) {
  const SarSizes *n = &x->m->problem.n;
  make_moments(x, at, moment);
  memcpy(out->theta, at->v, (size_t)n->nv * sizeof(double));
  memcpy(out->v, at->a, (size_t)n->nv * sizeof(double));
  if (n->nx) memcpy(out->x, at->xdot, (size_t)n->nx * sizeof(double));
  return sar_variation_solve(x, at, moment, out, 1);
}

SarStatus sar_sensitivity_find_slope(SarSensitivity *x, const SarPoint *at, const SarTwin side[2],
                                     const SarVariation *w, double delay, int32_t root, double *slope) {
  double value[2];
  for (int k = 0; k < 2; k++) {
    const SarProblem *p = &side[k].start->m->problem;
    SarPoint there = sar_twin_place(&side[k], at, w, delay);
    SAR_TRY(p->ops->roots(p, &there, x->roots));
    value[k] = x->roots[root];
  }
  *slope = (value[1] - value[0]) / (side[1].shift - side[0].shift);
  return SAR_OK;
}
