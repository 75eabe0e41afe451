/* The last resorts of the corrector, after new matrices in every iteration did not help. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "method/newton.h"
#include "method/norm.h"

#define ROUNDING (100 * DBL_EPSILON) /* of the model's length: positions are not known better */
#define MOST_APPROACHES 30
#define LEAST_PART (1.0 / 1024) /* of a correction: shorter ones lead nowhere */
#define CLOSE 0.25              /* a whole correction that leaves no more than that: full ones converge from here */

/* ---- variables shaken by rounding ---- */

void sar_shake(int32_t n, const double *weight, double c_q, int pattern, double sign, double *a) {
  for (int32_t i = 0; i < n; i++) {
    double side = (pattern & 1) && i % 2 ? -sign : sign;
    a[i] += (pattern & 2 ? -side : side) * ROUNDING / (c_q * weight[i]);
  }
}

bool sar_rests(const SarSizes *n, const double *du, const SarNewtonTest *test, double c_q, double c_x) {
  const double *rates = du + n->nv + n->np + n->nn;
  return c_q * sar_rms(n->nv, du, test->weight_of_places) <= ROUNDING &&
         c_x * sar_rms(n->nx, rates, test->weight_x) <= ROUNDING;
}

/* The largest change of every variable's row when the motion is moved by its rounding goes to `change`. */
static SarStatus changes(SarNewton *newton, const SarNewtonTest *test, double *change) {
  SarStage *stage = newton->stage;
  const int32_t z = sar_newton_first_z(newton), nv = stage->problem->n.nv, nz = stage->problem->n.nz;
  double *moved = newton->du;
  memset(change, 0, (size_t)nz * sizeof *change);
  for (int pattern = 0; pattern < SAR_SHAKES; pattern++) {
    sar_shake(nv, test->weight_of_places, stage->c_q, pattern, 1, stage->node->u);
    SarStatus status = sar_stage_point(stage);
    if (status == SAR_OK) status = sar_stage_residual(stage, moved);
    sar_shake(nv, test->weight_of_places, stage->c_q, pattern, -1, stage->node->u);
    SAR_TRY(status);
    for (int32_t i = 0; i < nz; i++) change[i] = fmax(change[i], fabs(moved[z + i] - newton->r[z + i]));
  }
  return SAR_OK;
}

/* A row that the rounding of the motion changes by what is left in it cannot be solved better. The drag k v |v| of a
 * body that rests is such a variable: it follows velocities that are nothing but rounding. */
SarStatus sar_newton_shaken(SarNewton *newton, const SarNewtonTest *test, bool *shaken) {
  const SarStage *stage = newton->stage;
  const int32_t z = sar_newton_first_z(newton), nz = stage->problem->n.nz;
  bool rests = sar_rests(&stage->problem->n, newton->du, test, stage->c_q, stage->c_x);
  if (!newton->only_z || !rests) return SAR_NO_CONVERGENCE;
  for (int32_t i = 0; i < nz; i++) {
    if (fabs(newton->r[z + i]) <= SAR_NEWTON_FLOOR * newton->largest_z[i]) newton->r[z + i] = 0;
  }
  double *change = newton->largest_z; /* not needed any more in this solve */
  SarStatus status = changes(newton, test, change);
  newton->at_point = false;
  if (status != SAR_OK) return status < 0 ? status : SAR_NO_CONVERGENCE;
  for (int32_t i = 0; i < nz; i++) {
    if (fabs(newton->r[z + i]) > change[i]) return SAR_NO_CONVERGENCE;
  }
  *shaken = true;
  return sar_newton_evaluate(newton);
}

/* ---- damped corrections ---- */

/* From `base` by `part` of the direction; *left: the correction that the same matrix asks for there. */
static SarStatus go_part(SarNewton *newton, const SarNewtonTest *test, const double *base, const double *direction,
                         double part, double *left) {
  int32_t n = sar_stage_unknowns(newton->stage);
  for (int32_t i = 0; i < n; i++) newton->stage->node->u[i] = base[i] + part * direction[i];
  newton->at_point = false;
  *left = INFINITY;
  SAR_TRY(sar_newton_evaluate(newton));
  sar_newton_answer(newton, newton->r);
  if (sar_all_finite(n, newton->du)) *left = sar_newton_measure(newton, test);
  return SAR_OK;
}

/* One correction with a new matrix, as long as it leads closer: the one that follows it by the same matrix must be
 * shorter, which no scaling of rows or unknowns changes (Deuflhard's natural monotonicity). *part: the part of it that
 * was gone. */
static SarStatus approach_once(SarNewton *newton, double step, const SarNewtonTest *test, double *part, bool *close) {
  int32_t n = sar_stage_unknowns(newton->stage);
  double *base = newton->predicted, *direction = newton->magnitude, left;
  memcpy(base, newton->stage->node->u, (size_t)n * sizeof *base);
  SAR_TRY(sar_newton_evaluate(newton));
  SAR_TRY(sar_newton_matrix(newton, step));
  memcpy(direction, sar_newton_answer(newton, newton->r), (size_t)n * sizeof *direction);
  newton->stats->iterations++;
  newton->iterations++;
  if (!sar_all_finite(n, direction)) return SAR_RETRY;
  double size = sar_newton_measure(newton, test);
  for (*part = fmin(1, 4 * *part); *part >= LEAST_PART; *part /= 2) {
    SarStatus status = go_part(newton, test, base, direction, *part, &left);
    if (status < 0) return status;
    if (status == SAR_OK && left <= (1 - *part / 4) * size) {
      *close = *part == 1 && left <= CLOSE * size;
      return SAR_OK;
    }
  }
  return SAR_NO_CONVERGENCE;
}

SarStatus sar_newton_approach(SarNewton *newton, double step, const SarNewtonTest *test) {
  int32_t n = sar_stage_unknowns(newton->stage);
  double part = 1;
  bool close = false;
  SarStatus status = SAR_OK;
  memcpy(newton->stage->node->u, newton->predicted, (size_t)n * sizeof *newton->predicted);
  newton->at_point = false;
  for (int32_t k = 0; k < MOST_APPROACHES && status == SAR_OK && !close; k++) {
    status = approach_once(newton, step, test, &part, &close);
  }
  if (status == SAR_OK && close) return SAR_OK;
  if (status < 0) return status;
  SAR_TRY(sar_newton_evaluate(newton)); /* for those who ask who is to blame */
  SAR_TRY(sar_stage_magnitude(newton->stage, newton->magnitude));
  return SAR_NO_CONVERGENCE;
}
