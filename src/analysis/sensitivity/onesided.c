/* Rows beside a kink. Points displaced along a variation lie on both sides of it as long as the motion is nearer than
 * they are displaced: differences would be taken across. What dynamics, states and variables change by along (theta,
 * dv, dx, u) is told by the exact matrices at the point itself instead, which lies on one side; differences are only
 * those by the parameter, at this point. */
#include <string.h>

#include "analysis/sensitivity/parts.h"

/* Of the time of the run: how far from a point beside a kink another one is looked for, at which derivatives by the
 * parameter are the same. */
#define NEAREST 1e-11
#define FARTHEST 1e-4
#define FARTHER 4

SarStatus sar_onesided_create(SarSensitivity *x) {
  const SarPattern *pattern = &x->m->problem.pattern;
  SarOneSided *k = &x->onesided;
  int64_t entries = pattern->column[pattern->ncolumns];
  if (k->values && entries <= k->entries) return SAR_OK;
  k->entries = entries + entries / 2; /* patterns may grow from touch to touch */
  k->values = SAR_NEW(x->arena, k->entries + 1, double);
  if (!k->change) k->change = SAR_NEW(x->arena, 3 * (int64_t)x->n + 1, double);
  if (!k->values || !k->change) return sar_report_no_memory(x->context);
  k->by_parameter = k->change + 2 * (int64_t)x->n;
  if (k->moved.memory) return SAR_OK;
  k->moved = (SarStepper){.context = x->context, .system = x->s->system, .start = x->s->start};
  return sar_stepper_make_arrays(&k->moved);
}

/* change += the matrix times v. */
static void add_product(const SarPattern *pattern, const double *values, const double *v, double *change) {
  for (int32_t j = 0; j < pattern->ncolumns; j++) {
    if (v[j] == 0) continue;
    for (int32_t k = pattern->column[j]; k < pattern->column[j + 1]; k++) change[pattern->row[k]] += values[k] * v[j];
  }
}

/* One of the three kinds of derivatives, along the places of its columns. */
static SarStatus add_kind(SarSensitivity *x, const SarPoint *at, const SarWeights *weights, const double *v,
                          double *change) {
  const SarProblem *p = &x->m->problem;
  SAR_TRY(p->ops->jacobian(p, at, weights, x->onesided.values));
  add_product(&p->pattern, x->onesided.values, v, change);
  return SAR_OK;
}

/* F_q theta + F_v dv + F_x dx + F_u u. */
static SarStatus find_change(SarSensitivity *x, const SarPoint *at, const SarVariation *w, double *change, double *v) {
  const SarSizes *n = &x->m->problem.n;
  int32_t states = n->nv + n->np + n->nn;
  SarRowLevel rows = x->matrix->rows;
  size_t bytes = (size_t)x->n * sizeof(double);
  memset(change, 0, bytes);
  SAR_TRY(add_kind(x, at, &(SarWeights){.a = 1, .xdot = 1, .rows = rows}, w->u, change));
  memset(v, 0, bytes);
  memcpy(v, w->v, (size_t)n->nv * sizeof(double));
  if (n->nx) memcpy(v + states, w->x, (size_t)n->nx * sizeof(double));
  SAR_TRY(add_kind(x, at, &(SarWeights){.v = 1, .x = 1, .rows = rows}, v, change));
  memset(v, 0, bytes);
  memcpy(v, w->theta, (size_t)n->nv * sizeof(double));
  return add_kind(x, at, &(SarWeights){.q = 1, .rows = rows}, v, change);
}

bool sar_onesided_apart(const SarSensitivity *x) {
  const SarProblem *run = &x->m->problem;
  for (int32_t i = 0; i < run->n.nroots; i++) {
    if (run->roots[i].kind == SAR_ROOT_KINK && (x->roots[i] > 0) != (x->other_roots[i] > 0)) return true;
  }
  return false;
}

/* A moment later, as velocities and accelerations say. */
static SarPoint move_in_time(SarSensitivity *x, const SarPoint *at, double moment) {
  const SarProblem *p = &x->m->problem;
  SarStepper *s = &x->onesided.moved;
  double *way = x->onesided.change; /* scratch */
  (void)sar_sensitivity_copy_point(x, at, s);
  for (int32_t i = 0; i < p->n.nv; i++) way[i] = moment * at->v[i], s->v[i] += moment * at->a[i];
  sar_move(p, way, s->q);
  for (int32_t i = 0; i < p->n.nx; i++) s->x[i] += moment * at->xdot[i];
  return sar_stepper_point(s, at->t + moment);
}

/* Whether a kink lies between one of the sides there and the run, whose roots stand in x->roots. */
static SarStatus is_across(SarSensitivity *x, const SarPoint *at, const SarSides *sides, bool *across) {
  *across = false;
  for (int k = 0; k < 2 && !*across; k++) {
    const SarProblem *p = &sides->at[k]->start->m->problem;
    SAR_TRY(p->ops->roots(p, at, x->other_roots));
    *across = sar_onesided_apart(x);
  }
  return SAR_OK;
}

/* A point near this one that lies on the same side of all kinks for both sides: kinks that depend on the parameter have
 * moved past this one where it is near to them. */
static SarStatus leave_kinks(SarSensitivity *x, const SarPoint *at, const SarSides *sides, SarPoint *out) {
  double span = x->s->plan.steps.end - x->s->start->t;
  bool across;
  *out = *at;
  SAR_TRY(is_across(x, at, sides, &across));
  for (double moment = NEAREST * span; across && moment <= FARTHEST * span; moment *= FARTHER) {
    for (int sign = -1; across && sign <= 1; sign += 2) {
      *out = move_in_time(x, at, sign * moment);
      SAR_TRY(is_across(x, out, sides, &across));
    }
  }
  if (across) *out = *at;
  return SAR_OK;
}

/* -F_p: between the sides, at one point. */
static SarStatus find_by_parameter(SarSensitivity *x, const SarPoint *at, const SarSides *sides, double *out) {
  const SarProblem *run = &x->m->problem;
  SarPoint there;
  SAR_TRY(run->ops->roots(run, at, x->roots));
  SAR_TRY(leave_kinks(x, at, sides, &there));
  for (int k = 0; k < 2; k++) {
    const SarProblem *p = &sides->at[k]->start->m->problem;
    double *rows = k ? x->onesided.change : out;
    SAR_TRY(p->ops->residual(p, &there, rows));
  }
  for (int32_t i = 0; i < x->n; i++) out[i] = (out[i] - x->onesided.change[i]) / sides->span;
  x->work.residuals += 2;
  return SAR_OK;
}

SarStatus sar_onesided_right(SarSensitivity *x, const SarPoint *at, const SarSides *sides, const SarVariation *w) {
  const SarSizes *n = &x->m->problem.n;
  int32_t states = n->nv + n->np + n->nn;
  double *change = x->onesided.change, *by_parameter = x->onesided.by_parameter;
  SAR_TRY(find_by_parameter(x, at, sides, by_parameter));
  SAR_TRY(find_change(x, at, w, change, change + x->n));
  for (int32_t i = 0; i < x->n; i++) {
    if (i >= n->nv && i < states) continue; /* constraints have no kinks, and other rows in other levels */
    x->right[i] = by_parameter[i] - change[i];
  }
  return SAR_OK;
}
