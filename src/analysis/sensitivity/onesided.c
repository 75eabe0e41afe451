/* Rows beside a kink. Points displaced along a variation lie on both sides of it as long as the motion is nearer than
 * they are displaced: differences would be taken across. What dynamics, states and variables change by along (theta,
 * dv, dx, u) is told by the exact matrices at the point itself instead, which lies on one side; differences are only
 * those by the parameter, at this point. */
#include <string.h>

#include "analysis/sensitivity/parts.h"

SarStatus sar_onesided_create(SarSensitivity *x) {
  const SarPattern *pattern = &x->m->problem.pattern;
  SarOneSided *k = &x->onesided;
  int64_t entries = pattern->column[pattern->ncolumns];
  if (k->values && entries <= k->entries) return SAR_OK;
  k->entries = entries + entries / 2; /* patterns may grow from touch to touch */
  k->values = SAR_NEW(x->arena, k->entries + 1, double);
  if (!k->change) k->change = SAR_NEW(x->arena, 4 * (int64_t)x->n + x->ny + 1, double);
  if (k->change) k->by_parameter = k->change + 3 * (int64_t)x->n + x->ny;
  return k->values && k->change ? SAR_OK : sar_report_no_memory(x->context);
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

/* -F_p: between the sides, or, where the kink has moved beyond the point of one of them, between the run and the other.
 */
static SarStatus find_by_parameter(SarSensitivity *x, const SarPoint *at, const SarTwin side[2], double *out) {
  const SarProblem *run = &x->m->problem;
  double *own = x->onesided.change + x->n, *still = own + x->n, shift[2];
  const double *rows[2];
  SarVariation nothing = sar_variation_in(x, still);
  memset(still, 0, (size_t)(x->ny + x->n) * sizeof(double));
  SAR_TRY(run->ops->roots(run, at, x->roots));
  for (int k = 0; k < 2; k++) {
    const SarProblem *p = &side[k].start->m->problem;
    SarPoint there = sar_twin_place(&side[k], at, &nothing, 0);
    SAR_TRY(p->ops->roots(p, &there, x->other_roots));
    bool across = sar_onesided_apart(x);
    SAR_TRY(across ? run->ops->residual(run, at, own) : p->ops->residual(p, &there, side[k].rows));
    rows[k] = across ? own : side[k].rows;
    shift[k] = across ? 0 : side[k].shift;
  }
  double span = shift[1] - shift[0];
  for (int32_t i = 0; i < x->n; i++) out[i] = span > 0 ? (rows[0][i] - rows[1][i]) / span : 0;
  x->work.residuals += 2;
  return SAR_OK;
}

SarStatus sar_onesided_right(SarSensitivity *x, const SarPoint *at, const SarTwin side[2], const SarVariation *w) {
  const SarSizes *n = &x->m->problem.n;
  int32_t states = n->nv + n->np + n->nn;
  double *change = x->onesided.change, *by_parameter = x->onesided.by_parameter;
  SAR_TRY(find_by_parameter(x, at, side, by_parameter));
  SAR_TRY(find_change(x, at, w, change, change + x->n));
  for (int32_t i = 0; i < x->n; i++) {
    if (i >= n->nv && i < states) continue; /* constraints have no kinks, and other rows in other levels */
    x->right[i] = by_parameter[i] - change[i];
  }
  return SAR_OK;
}
