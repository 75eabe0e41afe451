/* Events and jumps. Where r(x, t, p) = 0 and x+ = g(x-, t, p), the time of the event moves by
 *
 *   dt = -(r_x s- + r_p) / (r_x f- + r_t),
 *
 * and behind it, at a fixed time again,
 *
 *   s+ = g_x s- + g_p + (g_x f- + g_t - f+) dt.
 *
 * All but the last term is the derivative of g along (s- + f- dt, dt, 1): what the events do to points of the sides
 * that are displaced so, which lie on their own r = 0. At a jump of the equations alone g changes nothing. */
#include "system/events.h"

#include <math.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"
#include "base/rotation.h"

#define ALONG 1e-6   /* L, rad: how far the motion goes between two points at which a rate is looked at ... */
#define LONGEST 1e-4 /* ... and of the time of the run at most */

/* ---- in front of it ---- */

/* What an event does besides being counted: it changes the motion, or it is seen in the rows alone. */
static bool acts(const SarEventInfo *event) { return event->restart || event->sets || event->impact; }
static bool shows(const SarEventInfo *event) { return event->record || event->stop || event->end_phase; }

/* The one that moves the time: an event that changes something, else a jump, else an event that has a row where rows
 * are followed; -1: there is none. */
static int32_t find_root(const SarSensitivity *x, const SarStepView *view, bool *acting) {
  const SarProblem *p = &x->m->problem;
  int32_t jump = -1, shown = -1;
  *acting = true;
  for (int32_t i = 0; i < view->nfired; i++) {
    int32_t root = view->fired[i];
    if (p->roots[root].kind == SAR_ROOT_JUMP && jump < 0) jump = root;
    if (p->roots[root].kind != SAR_ROOT_EVENT) continue;
    SarEventInfo event = sar_system_event(x->s->system, root);
    if (acts(&event)) return root;
    if (shows(&event) && shown < 0) shown = root;
  }
  *acting = jump >= 0;
  return jump >= 0 || !x->follows_rows ? jump : shown;
}

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

static SarStatus find_slope(SarSensitivity *x, const SarPoint *at, const SarTwin side[2], const SarVariation *w,
                            double delay, int32_t root, double *slope) {
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

static SarStatus report_grazing(const SarSensitivity *x, int32_t root, double t) {
  SarRootName name = sar_root_name(x->s->system, root);
  return sar_report(
      x->context, SAR_FAILED, sar_nowhere(), NULL, "move the parameters away from this case",
      "at t = %.9g s %s only touches zero: whether it happens at all depends on the parameters, and there "
      "are no sensitivities beyond it",
      t, name.text);
}

SarStatus sar_sensitivity_approach(SarSensitivity *x) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  bool acting = false;
  int32_t root = view->nfired > 0 ? find_root(x, view, &acting) : -1;
  SarTwin moment[2];
  SarPoint at;
  double rate;
  x->approached = false;
  if (view->nfired > 0) {
    x->anew = true;
    sar_multistep_forget(x);
    SAR_TRY(sar_multistep_note(x, &x->instants[x->last]));
  }
  if (root < 0) return SAR_OK;
  SAR_TRY(sar_sensitivity_point(x, view->t1, &at));
  memcpy(x->kept.memory, x->s->memory, sar_stepper_numbers(x->s) * sizeof(double));
  SarPoint before = sar_stepper_point(&x->kept, view->t1);
  sar_variation_from_instant(x, before.q, x->instants[x->last].y);
  SAR_TRY(sar_variation_factor(x, &before, 0, SAR_ROWS_ACCELERATION));
  SAR_TRY(sar_variation_solve_all(x, &before));
  SAR_TRY(sar_sensitivity_find_along(x, &before, moment, &x->along));
  SAR_TRY(find_slope(x, &before, moment, &x->along, 1, root, &rate));
  if (!(fabs(rate) > 0) && !acting) return SAR_OK;
  if (!(fabs(rate) > 0)) return report_grazing(x, root, view->t1);
  for (int32_t i = 0; i < x->count; i++) {
    double change;
    SAR_TRY(find_slope(x, &before, x->varied[i].side, &x->varied[i].w, 0, root, &change));
    x->varied[i].delay = -change / rate;
    memcpy(x->varied[i].front, x->varied[i].w.theta, (size_t)(x->ny + x->n) * sizeof(double));
  }
  x->approached = acting;
  x->switched = view->t1;
  return SAR_OK;
}

/* ---- beside a kink ---- */

#define BESIDE 4 /* times what the displaced points are ahead of the motion, or behind it */

SarStatus sar_sensitivity_beside(SarSensitivity *x, double t1) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  SarTwin moment[2];
  SarPoint at;
  x->beside = 0;
  if (view->nfired == 0) return SAR_OK;
  SAR_TRY(sar_sensitivity_point(x, t1, &at));
  memcpy(x->kept.memory, x->s->memory, sar_stepper_numbers(x->s) * sizeof(double));
  SarPoint here = sar_stepper_point(&x->kept, t1);
  sar_variation_from_instant(x, here.q, x->instants[0].y);
  SAR_TRY(sar_variation_factor(x, &here, 0, SAR_ROWS_ACCELERATION));
  SAR_TRY(sar_variation_solve_all(x, &here));
  SAR_TRY(sar_sensitivity_find_along(x, &here, moment, &x->along));
  for (int32_t i = 0; i < view->nfired; i++) {
    double rate, change;
    if (x->m->problem.roots[view->fired[i]].kind != SAR_ROOT_KINK) continue;
    SAR_TRY(find_slope(x, &here, moment, &x->along, 1, view->fired[i], &rate));
    for (int32_t p = 0; p < x->count && rate != 0; p++) {
      const SarVaried *v = &x->varied[p];
      SAR_TRY(find_slope(x, &here, v->side, &v->w, 0, view->fired[i], &change));
      x->beside = fmax(x->beside, BESIDE * fabs(v->side[1].shift * change / rate));
    }
  }
  return SAR_OK;
}

/* ---- behind it ---- */

/* s- + f- dt: all of a variation is one array. */
static void add_along(SarSensitivity *x, SarVaried *varied) {
  for (int32_t i = 0; i < x->ny + x->n; i++) {
    varied->w.theta[i] = varied->front[i] + varied->delay * x->along.theta[i];
  }
}

/* What the events make of both sides, in their arrays. */
static SarStatus act(SarSensitivity *x, const SarPoint *before, SarVaried *varied) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  for (int k = 0; k < 2; k++) {
    const SarTwin *side = &varied->side[k];
    bool acted;
    SarPoint there = sar_twin_place(side, before, &varied->w, varied->delay);
    SAR_TRY(sar_stepper_act(side->stepper, view, there.t, false, &acted));
  }
  return SAR_OK;
}

/* The variation of what they have made, less the motion behind the event. */
static void take(SarSensitivity *x, const SarPoint *at, SarVaried *varied) {
  const SarProblem *p = &x->m->problem;
  const SarStepper *low = varied->side[0].stepper, *high = varied->side[1].stepper;
  double span = varied->side[1].shift - varied->side[0].shift, delay = varied->delay;
  SarVariation *w = &varied->w;
  for (int32_t b = 0; b < p->nblocks; b++) {
    const SarBlock *block = &p->blocks[b];
    if (block->kind == SAR_BLOCK_PLAIN) {
      for (int32_t i = 0; i < block->count; i++)
        w->theta[block->v + i] = (high->q[block->q + i] - low->q[block->q + i]) / span;
      continue;
    }
    SarQuat turned =
        sar_quat_mul(sar_quat_conjugate(sar_quat_load(low->q + block->q)), sar_quat_load(high->q + block->q));
    sar_vec3_store(sar_scale(1 / span, sar_quat_log(turned)), w->theta + block->v);
  }
  for (int32_t i = 0; i < p->n.nv; i++) {
    w->theta[i] -= delay * at->v[i];
    w->v[i] = (high->v[i] - low->v[i]) / span - delay * at->a[i];
  }
  for (int32_t i = 0; i < p->n.nx; i++) w->x[i] = (high->x[i] - low->x[i]) / span - delay * at->xdot[i];
}

SarStatus sar_sensitivity_resume(SarSensitivity *x, const SarPoint *at) {
  SarPoint before = sar_stepper_point(&x->kept, at->t);
  SarInstant *now = &x->instants[0];
  if (!x->approached) return SAR_OK;
  x->approached = false;
  for (int32_t i = 0; i < x->count; i++) {
    add_along(x, &x->varied[i]);
    SAR_TRY(act(x, &before, &x->varied[i]));
    take(x, at, &x->varied[i]);
  }
  sar_twins_follow_modes(x);
  SAR_TRY(sar_variation_factor(x, at, 0, SAR_ROWS_ACCELERATION));
  for (int32_t i = 0; i < x->count; i++) {
    memset(x->varied[i].w.u, 0, (size_t)x->n * sizeof(double));
    SAR_TRY(sar_variation_project(x, at, &x->varied[i]));
  }
  SAR_TRY(sar_variation_solve_all(x, at));
  now->t = at->t;
  sar_variation_to_instant(x, at->q, now->y, now->rate);
  x->last = 0;
  x->proposed = 0;
  x->fresh = true;
  x->anew = x->rough = false;
  sar_multistep_forget(x);
  return sar_multistep_note(x, now);
}
