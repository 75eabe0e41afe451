/* Kinks: rows that are continuous, and have other derivatives on both sides. Steps of the run end on them; points that
 * are displaced along a variation lie beside them, on both sides. */
#include <math.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"

#define BESIDE 4      /* times what displaced points are ahead of the motion, or behind it */
#define LOCATED 1e-11 /* of the time of the run: kinks are found so exactly, and more */

SarStatus sar_kinks_begin(SarSensitivity *x, double t0) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  SarOneSided *k = &x->onesided;
  k->used = t0 < k->until;
  for (int32_t i = 0; i < view->nfired; i++)
    k->used = k->used || x->m->problem.roots[view->fired[i]].kind == SAR_ROOT_KINK;
  if (x->m->problem.approximate) k->used = false; /* its matrices leave something out */
  return k->used ? sar_onesided_create(x) : SAR_OK;
}

bool sar_kinks_are_there(const SarProblem *p) {
  for (int32_t i = 0; i < p->n.nroots; i++)
    if (p->roots[i].kind == SAR_ROOT_KINK) return true;
  return false;
}

/* Whether the sides of a parameter lie on both sides of some kink at their displaced points. */
static SarStatus compare_sides(SarSensitivity *x, const SarPoint *at, int32_t parameter, bool *apart) {
  SarPoint there[2];
  (void)sar_corrector_place(x, at, parameter, there);
  for (int k = 0; k < 2; k++) {
    const SarProblem *p = &x->varied[parameter].side[k].start->m->problem;
    SAR_TRY(p->ops->roots(p, &there[k], k ? x->roots : x->other_roots));
  }
  *apart = sar_onesided_apart(x);
  return SAR_OK;
}

SarStatus sar_kinks_look(SarSensitivity *x, const SarPoint *at, bool *again) {
  SarOneSided *k = &x->onesided;
  bool apart = false;
  *again = false;
  if (k->used || x->m->problem.approximate || !sar_kinks_are_there(&x->m->problem)) return SAR_OK;
  for (int32_t p = 0; p < x->count && !apart; p++) {
    if (!x->varied[p].lost) SAR_TRY(sar_sensitivity_bear(x, p, at->t, compare_sides(x, at, p, &apart)));
  }
  if (!apart) return SAR_OK;
  *again = k->used = true;
  k->until = nextafter(at->t, INFINITY);
  return sar_onesided_create(x);
}

SarStatus sar_sensitivity_beside(SarSensitivity *x, double t1) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  double lead = 0;
  bool kinks = false;
  SarTwin moment[2];
  SarPoint at;
  x->beside = 0;
  if (view->nfired == 0) return SAR_OK;
  SAR_TRY(sar_sensitivity_point(x, t1, &at));
  memcpy(x->kept.memory, x->s->memory, sar_stepper_numbers(x->s) * sizeof(double));
  SarPoint here = sar_stepper_point(&x->kept, t1);
  sar_variation_from_instant(x, here.q, x->instants[0].y);
  SAR_TRY(sar_variation_factor_accelerations(x, &here));
  SAR_TRY(sar_variation_solve_all(x, &here));
  SAR_TRY(sar_sensitivity_find_along(x, &here, moment, &x->along));
  for (int32_t i = 0; i < view->nfired; i++) {
    double rate, change;
    if (x->m->problem.roots[view->fired[i]].kind != SAR_ROOT_KINK) continue;
    kinks = true;
    SAR_TRY(sar_sensitivity_find_slope(x, &here, moment, &x->along, 1, view->fired[i], &rate));
    for (int32_t p = 0; p < x->count && rate != 0; p++) {
      const SarVaried *v = &x->varied[p];
      if (v->lost) continue;
      SarStatus status = sar_sensitivity_find_slope(x, &here, v->side, &v->w, 0, view->fired[i], &change);
      SAR_TRY(sar_sensitivity_bear(x, p, here.t, status));
      if (status == SAR_OK) lead = fmax(lead, BESIDE * fabs(v->side[1].shift * change / rate));
    }
  }
  x->onesided.until = t1 + lead;
  if (kinks) x->beside = x->onesided.used ? LOCATED * (x->s->plan.steps.end - x->s->start->t) : lead;
  return SAR_OK;
}
