/* Rows beside a kink. Points displaced along a variation lie on both sides of it as long as the motion is nearer than
 * they are displaced: differences would be taken across. What dynamics, states and variables change by along (theta,
 * dv, dx, u) is told by the exact matrices at the point itself instead, which lies on one side; differences are only
 * those by the parameter, at this point. Neither knows of the variation: they serve all corrections. */
#include <string.h>

#include "analysis/sensitivity/parts.h"

SarStatus sar_onesided_create(SarSensitivity *x) {
  const SarPattern *pattern = &x->m->problem.pattern;
  SarOneSided *k = &x->onesided;
  int64_t entries = pattern->column[pattern->ncolumns];
  if (k->values[0] && entries <= k->entries) return SAR_OK;
  k->entries = entries + entries / 2; /* patterns may grow from touch to touch */
  k->values[0] = SAR_NEW(x->arena, 3 * k->entries + 1, double);
  for (int i = 1; k->values[0] && i < 3; i++) k->values[i] = k->values[i - 1] + k->entries;
  if (!k->change) k->change = SAR_NEW(x->arena, 3 * (int64_t)x->n + x->ny + 1, double);
  for (int32_t i = 0; i < x->count; i++) {
    SarVaried *varied = &x->varied[i];
    if (!varied->by_itself) varied->by_itself = SAR_NEW(x->arena, x->n + 1, double);
    if (!varied->by_itself) return sar_report_no_memory(x->context);
  }
  return k->values[0] && k->change ? SAR_OK : sar_report_no_memory(x->context);
}

void sar_onesided_forget(SarSensitivity *x) {
  x->onesided.known = false;
  for (int32_t i = 0; i < x->count; i++) x->varied[i].known = false;
}

/* change += the matrix times v. */
static void add_product(const SarPattern *pattern, const double *values, const double *v, double *change) {
  for (int32_t j = 0; j < pattern->ncolumns; j++) {
    if (v[j] == 0) continue;
    for (int32_t k = pattern->column[j]; k < pattern->column[j + 1]; k++) change[pattern->row[k]] += values[k] * v[j];
  }
}

/* Of the rows that may have kinks, which are the same with every level of the constraints. */
static SarStatus find_matrices(SarSensitivity *x, const SarPoint *at) {
  static const SarWeights weights[3] = {{.a = 1, .xdot = 1}, {.v = 1, .x = 1}, {.q = 1}};
  const SarProblem *p = &x->m->problem;
  SarOneSided *k = &x->onesided;
  for (int i = 0; i < 3 && !k->known; i++) SAR_TRY(p->ops->jacobian(p, at, &weights[i], k->values[i]));
  k->known = true;
  return SAR_OK;
}

/* F_q theta + F_v dv + F_x dx + F_u u. */
static void find_change(const SarSensitivity *x, const SarVariation *w, double *change, double *v) {
  const SarSizes *n = &x->m->problem.n;
  const SarPattern *pattern = &x->m->problem.pattern;
  int32_t states = n->nv + n->np + n->nn;
  size_t bytes = (size_t)x->n * sizeof(double);
  memset(change, 0, bytes);
  add_product(pattern, x->onesided.values[0], w->u, change);
  memset(v, 0, bytes);
  memcpy(v, w->v, (size_t)n->nv * sizeof(double));
  if (n->nx) memcpy(v + states, w->x, (size_t)n->nx * sizeof(double));
  add_product(pattern, x->onesided.values[1], v, change);
  memset(v, 0, bytes);
  memcpy(v, w->theta, (size_t)n->nv * sizeof(double));
  add_product(pattern, x->onesided.values[2], v, change);
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

/* Whose sides these are. */
static SarVaried *varied_by(SarSensitivity *x, const SarTwin side[2]) {
  SarVaried *varied = x->varied;
  while (varied->side != side) varied++;
  return varied;
}

SarStatus sar_onesided_right(SarSensitivity *x, const SarPoint *at, const SarTwin side[2], const SarVariation *w) {
  const SarSizes *n = &x->m->problem.n;
  int32_t states = n->nv + n->np + n->nn;
  double *change = x->onesided.change;
  SarVaried *varied = varied_by(x, side);
  if (!varied->known) SAR_TRY(find_by_parameter(x, at, side, varied->by_itself));
  varied->known = true;
  SAR_TRY(find_matrices(x, at));
  find_change(x, w, change, change + x->n);
  for (int32_t i = 0; i < x->n; i++) {
    if (i >= n->nv && i < states) continue; /* constraints have no kinks, and other rows in other levels */
    x->right[i] = varied->by_itself[i] - change[i];
  }
  return SAR_OK;
}
