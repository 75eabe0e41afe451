/* Who is to blame when the corrector fails. */
#include <math.h>

#include "method/chart.h"
#include "method/newton.h"
#include "method/norm.h"

static int32_t unknowns(const SarNewton *newton) { return sar_stage_unknowns(newton->stage); }

/* Constraint rows are compared as the accelerations that would make them zero, the others by the part of their terms
 * that is left over. The residual and its magnitude are those of the floor test, which comes before every failure. */
static int32_t largest_residual(const SarNewton *newton) {
  const SarStage *stage = newton->stage;
  const SarSizes *n = &stage->problem->n;
  double a = sar_largest(n->nv, stage->node->u), largest = 0;
  int32_t index = -1;
  if (!(a > 0)) a = 1;
  for (int32_t i = 0; i < unknowns(newton); i++) {
    bool position = i >= n->nv && i < n->nv + n->np, velocity = i >= n->nv + n->np && i < n->nv + n->np + n->nn;
    double scale = position ? stage->c_q * a : velocity ? stage->c_v * a : newton->magnitude[i];
    double size = fabs(newton->r[i]) / scale;
    if (!(size > largest)) continue; /* 0/0: a row without terms */
    largest = size;
    index = i;
  }
  return index;
}

static int32_t first_not_finite(int32_t n, const double *x) {
  for (int32_t i = 0; i < n; i++) {
    if (!isfinite(x[i])) return i;
  }
  return -1;
}

/* Unknowns and rows of si2 as those of index 3 that they belong to: e_i as a_i, a rate as its constraint. */
static int32_t of_index3(const SarNewton *newton, int32_t index) {
  const SarSizes *n = &newton->stage->problem->n;
  int32_t first = sar_sizes_unknowns(n);
  if (index < first) return index;
  return index - first;
}

static int32_t culprit(const SarNewton *newton, SarStatus why) {
  if (why == SAR_NO_CONVERGENCE) return largest_residual(newton);
  if (why == SAR_SINGULAR) return sar_linear_singular_column(newton->linear);
  if (why == SAR_ROTATION_TOO_LARGE) return sar_chart_fastest(newton->stage->problem, newton->stage->xi, NULL, 0);
  int32_t row = first_not_finite(unknowns(newton), newton->r);
  return row >= 0 ? row : first_not_finite(unknowns(newton), newton->du);
}

int32_t sar_newton_culprit(const SarNewton *newton, SarStatus why) { return of_index3(newton, culprit(newton, why)); }
