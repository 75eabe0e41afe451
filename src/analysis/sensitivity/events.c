/* Events and jumps. Where r(x, t, p) = 0 and x+ = g(x-, t, p), the time of the event moves by
 *
 *   dt = -(r_x s- + r_p) / (r_x f- + r_t),
 *
 * and behind it, at a fixed time again,
 *
 *   s+ = g_x s- + g_p + (g_x f- + g_t - f+) dt.
 *
 * All but the last term is the derivative of g along (s- + f- dt, dt, 1): what the events do to points of the sides
 * that are displaced so, which lie on their own r = 0. At a jump of the equations alone g changes nothing.
 *
 * Several that happen at the same time may have delays of their own: then they act one after the other, and between
 * them the motion goes on. There is a derivative only if their order makes no difference. */
#include "system/events.h"

#include <math.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"
#include "base/rotation.h"

/* ---- in front of it ---- */

/* What the root does: it changes the motion, lets the method begin anew, or is seen in the rows alone. */
typedef enum Role { NONE, SHOWN, RESTARTS, JUMPS, CHANGES } Role;

static Role role_of(const SarSensitivity *x, int32_t root) {
  SarRootKind kind = x->m->problem.roots[root].kind;
  if (kind != SAR_ROOT_EVENT) return kind == SAR_ROOT_JUMP ? JUMPS : NONE;
  SarEventInfo event = sar_system_event(x->s->system, root);
  if (event.sets || event.impact) return CHANGES;
  if (event.restart) return RESTARTS;
  return x->follows_rows && (event.record || event.stop || event.end_phase) ? SHOWN : NONE;
}

/* The one that moves the time: the first of those that do most; -1: there is none. */
static int32_t find_root(const SarSensitivity *x, const SarStepView *view, Role *role) {
  int32_t found = -1;
  *role = NONE;
  for (int32_t i = 0; i < view->nfired; i++) {
    Role own = role_of(x, view->fired[i]);
    if (own > *role) found = view->fired[i], *role = own;
  }
  return found;
}

static SarStatus report_grazing(const SarSensitivity *x, int32_t root, double t) {
  SarRootName name = sar_root_name(x->s->system, root);
  return sar_report(x->context, SAR_FAILED, sar_nowhere(), NULL, "move the parameters away from this case",
                    "at t = %.9g s %s only touches zero: whether it happens at all depends on the parameters", t,
                    name.text);
}

static SarStatus report_coincidence(const SarSensitivity *x, int32_t root, int32_t other, double t) {
  SarRootName one = sar_root_name(x->s->system, root), two = sar_root_name(x->s->system, other);
  return sar_report(x->context, SAR_FAILED, sar_nowhere(), NULL, "move the parameters away from this case",
                    "at t = %.9g s %s and %s happen together: which of them is first depends on the parameters", t,
                    one.text, two.text);
}

#define SAME 1e-6      /* two delays that differ by less of their size are the same, ... */
#define ROUNDING 1e-13 /* ... and by what is left of the rows of two sides, over their distance */

static bool is_same(const SarSensitivity *x, const SarVaried *varied, double a, double b) {
  double span = x->s->plan.steps.end - x->s->start->t;
  return fabs(a - b) <= SAME * (fabs(a) + fabs(b)) + ROUNDING * span / fabs(varied->side[1].shift);
}

/* Whether all that has fired changes velocities alone, and may be tried in another order. */
static bool are_impacts(const SarSensitivity *x, const SarStepView *view) {
  for (int32_t i = 0; i < view->nfired; i++) {
    Role role = role_of(x, view->fired[i]);
    if (role == JUMPS || (role == CHANGES && sar_system_event(x->s->system, view->fired[i]).sets)) return false;
  }
  return true;
}

/* The delay of another one that happens, beside that of the first one. */
static SarStatus compare_delay(SarSensitivity *x, const SarPoint *before, SarVaried *varied, int32_t first,
                               int32_t root, double rate) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  double change;
  SAR_TRY(sar_sensitivity_find_slope(x, before, varied->side, &varied->w, 0, root, &change));
  varied->delays[root] = -change / rate;
  if (is_same(x, varied, varied->delays[root], varied->delay)) return SAR_OK;
  if (x->follows_rows || !are_impacts(x, view)) return report_coincidence(x, first, root, view->t1);
  varied->apart = true;
  return SAR_OK;
}

static SarStatus compare_delays(SarSensitivity *x, const SarPoint *before, const SarTwin moment[2], int32_t first) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  for (int32_t i = 0; i < view->nfired; i++) {
    int32_t root = view->fired[i];
    Role role = role_of(x, root);
    double rate;
    if (root == first || role == NONE || role == RESTARTS) continue;
    SAR_TRY(sar_sensitivity_find_slope(x, before, moment, &x->along, 1, root, &rate));
    if (!(fabs(rate) > 0) && role != CHANGES) continue;
    if (!(fabs(rate) > 0)) return report_grazing(x, root, view->t1);
    for (int32_t k = 0; k < x->count; k++) {
      SarVaried *varied = &x->varied[k];
      if (varied->lost) continue;
      SAR_TRY(sar_sensitivity_bear(x, k, before->t, compare_delay(x, before, varied, first, root, rate)));
    }
  }
  return SAR_OK;
}

static SarStatus find_delay(SarSensitivity *x, const SarPoint *before, SarVaried *varied, int32_t root, double rate) {
  double change;
  SAR_TRY(sar_sensitivity_find_slope(x, before, varied->side, &varied->w, 0, root, &change));
  varied->delay = varied->delays[root] = -change / rate;
  varied->apart = false;
  memcpy(varied->front, varied->w.theta, (size_t)(x->ny + x->n) * sizeof(double));
  return SAR_OK;
}

static SarStatus approach(SarSensitivity *x) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  Role role = NONE;
  int32_t root = view->nfired > 0 ? find_root(x, view, &role) : -1;
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
  SAR_TRY(sar_variation_factor_accelerations(x, &before));
  SAR_TRY(sar_variation_solve_all(x, &before));
  SAR_TRY(sar_sensitivity_find_along(x, &before, moment, &x->along));
  SAR_TRY(sar_sensitivity_find_slope(x, &before, moment, &x->along, 1, root, &rate));
  if (!(fabs(rate) > 0) && role == SHOWN) return SAR_OK;
  if (!(fabs(rate) > 0)) return report_grazing(x, root, view->t1);
  for (int32_t i = 0; i < x->count; i++) {
    SarVaried *varied = &x->varied[i];
    if (varied->lost) continue;
    SAR_TRY(sar_sensitivity_bear(x, i, before.t, find_delay(x, &before, varied, root, rate)));
  }
  SAR_TRY(sar_energies_approach(x, &before));
  x->approached = role != SHOWN;
  x->switched = view->t1;
  return compare_delays(x, &before, moment, root);
}

SarStatus sar_sensitivity_approach(SarSensitivity *x) {
  double t = sar_integrator_view(x->s->integrator)->t1;
  sar_sensitivity_listen(x);
  return sar_sensitivity_is_over(x) ? SAR_OK : sar_sensitivity_bear(x, SAR_ALL_PARAMETERS, t, approach(x));
}

/* ---- behind it ---- */

/* s- + f- dt: all of a variation is one array. */
static void add_along(SarSensitivity *x, SarVaried *varied) {
  for (int32_t i = 0; i < x->ny + x->n; i++) {
    varied->w.theta[i] = varied->front[i] + varied->delay * x->along.theta[i];
  }
}

/* What the events make of both sides, in their arrays. */
static SarStatus act_together(SarSensitivity *x, const SarPoint *before, SarVaried *varied) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  for (int k = 0; k < 2; k++) {
    SarTwin *side = &varied->side[k];
    bool acted;
    SarPoint there = sar_twin_place(side, before, &varied->w, varied->delay);
    sar_energies_reach(x, side, varied->delay);
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

/* ---- one after the other ---- */

/* How much of the variation may depend on the order: second order in the distance of the sides. */
#define COMMUTE 1e-6

/* The motion of a side goes on for a moment. */
static SarStatus drift(const SarSensitivity *x, SarTwin *side, double t, double moment) {
  SarStepper *s = side->stepper;
  SarEquations *e = side->start->equations;
  const SarProblem *p = &side->start->m->problem;
  SAR_TRY(sar_equations_factor(e, t, s->q, s->v));
  SAR_TRY(sar_equations_accelerations(e, t, s->q, s->v, s->x, s->a, s->lambda, s->mu, s->xdot, s->z));
  SAR_TRY(sar_energies_drift(x, side, t, moment));
  for (int32_t i = 0; i < p->n.nv; i++) s->gradient[i] = moment * s->v[i];
  sar_move(p, s->gradient, s->q);
  for (int32_t i = 0; i < p->n.nv; i++) s->v[i] += moment * s->a[i];
  for (int32_t i = 0; i < p->n.nx; i++) s->x[i] += moment * s->xdot[i];
  return SAR_OK;
}

/* What has fired and changes something, in the order of the list or against it. */
static SarStatus act_in_order(SarSensitivity *x, const SarPoint *before, const SarPoint *at, SarVaried *varied,
                              bool backwards) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  for (int k = 0; k < 2; k++) {
    SarTwin *side = &varied->side[k];
    bool placed = false, acted;
    for (int32_t i = 0; i < view->nfired; i++) {
      int32_t which = backwards ? view->nfired - 1 - i : i, root = view->fired[which];
      if (role_of(x, root) != CHANGES) continue;
      double delay = varied->delays[root], last = varied->delay, t = before->t + side->shift * delay;
      varied->delay = delay;
      if (placed) {
        SAR_TRY(drift(x, side, t, side->shift * (delay - last)));
      } else {
        add_along(x, varied);
        (void)sar_twin_place(side, before, &varied->w, delay);
        sar_energies_reach(x, side, delay);
      }
      placed = true;
      SarStepView one = *view;
      one.fired = &view->fired[which];
      one.fired_sign = &view->fired_sign[which];
      one.nfired = 1;
      SAR_TRY(sar_stepper_act(side->stepper, &one, t, false, &acted));
    }
  }
  take(x, at, varied);
  return SAR_OK;
}

/* In both orders, which must come to the same. */
static SarStatus act_apart(SarSensitivity *x, const SarPoint *before, const SarPoint *at, SarVaried *varied) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  const SarSizes *n = &x->m->problem.n;
  const double *now = varied->w.theta;
  double *forwards = x->trial;
  int32_t ends[] = {0, n->nv, 2 * n->nv, x->ny};
  SAR_TRY(act_in_order(x, before, at, varied, false));
  memcpy(forwards, now, (size_t)x->ny * sizeof *forwards);
  SAR_TRY(act_in_order(x, before, at, varied, true));
  for (int part = 0; part < 3; part++) {
    double largest = 0, off = 0;
    for (int32_t i = ends[part]; i < ends[part + 1]; i++) {
      largest = fmax(largest, fmax(fabs(forwards[i]), fabs(now[i])));
      off = fmax(off, fabs(forwards[i] - now[i]));
    }
    if (off > COMMUTE * largest) return report_coincidence(x, view->fired[0], view->fired[1], at->t);
  }
  return SAR_OK;
}

static SarStatus act(SarSensitivity *x, const SarPoint *at, SarVaried *varied) {
  SarPoint before = sar_stepper_point(&x->kept, at->t);
  if (varied->apart) return act_apart(x, &before, at, varied);
  add_along(x, varied);
  SAR_TRY(act_together(x, &before, varied));
  take(x, at, varied);
  return SAR_OK;
}

static SarStatus resume(SarSensitivity *x, const SarPoint *at) {
  SarInstant *now = &x->instants[0];
  for (int32_t i = 0; i < x->count; i++) {
    if (!x->varied[i].lost) SAR_TRY(sar_sensitivity_bear(x, i, at->t, act(x, at, &x->varied[i])));
  }
  sar_twins_follow_modes(x);
  SAR_TRY(sar_variation_factor_accelerations(x, at));
  for (int32_t i = 0; i < x->count; i++) memset(x->varied[i].w.u, 0, (size_t)x->n * sizeof(double));
  SAR_TRY(sar_variation_project_all(x, at));
  SAR_TRY(sar_variation_solve_all(x, at));
  now->t = at->t;
  SAR_TRY(sar_energies_resume(x, at));
  sar_variation_to_instant(x, at->q, now->y, now->rate);
  x->last = 0;
  x->proposed = 0;
  x->fresh = true;
  x->anew = x->rough = false;
  sar_multistep_forget(x);
  return sar_multistep_note(x, now);
}

SarStatus sar_sensitivity_resume(SarSensitivity *x, const SarPoint *at) {
  bool approached = x->approached;
  x->approached = false;
  sar_sensitivity_listen(x);
  if (!approached || sar_sensitivity_is_over(x)) return SAR_OK;
  return sar_sensitivity_bear(x, SAR_ALL_PARAMETERS, at->t, resume(x, at));
}
