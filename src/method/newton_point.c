/* The corrector's work at one point: residual, matrix, correction and its size. */
#include <math.h>

#include "method/newton.h"
#include "method/norm.h"

SarStatus sar_newton_point(SarNewton *newton) {
  if (newton->at_point) return SAR_OK;
  SAR_TRY(sar_stage_point(newton->stage));
  newton->at_point = true;
  return SAR_OK;
}

SarStatus sar_newton_matrix(SarNewton *newton, double step) {
  newton->have_matrix = false;
  SAR_TRY(sar_newton_point(newton));
  newton->stats->jacobians++;
  SAR_TRY(sar_stage_matrix(newton->stage, newton->values));
  newton->stats->factorisations++;
  const int64_t fallbacks = sar_linear_stats(newton->linear).fallbacks;
  const SarStatus status = sar_linear_factor(newton->linear, newton->values);
  const SarLinearStats linear = sar_linear_stats(newton->linear);
  newton->stats->fallbacks += linear.fallbacks - fallbacks;
  if (linear.fill > newton->stats->fill) newton->stats->fill = linear.fill;
  newton->stats->operations = fmax(newton->stats->operations, linear.operations);
  SAR_TRY(status);
  newton->have_matrix = newton->fresh = newton->new_matrix = true;
  newton->replace = false;
  newton->matrix_step = step;
  newton->matrix_activity = newton->activity;
  newton->steps = newton->sum = 0;
  newton->wasted = newton->iterations;
  return SAR_OK;
}

SarStatus sar_newton_evaluate(SarNewton *newton) {
  SAR_TRY(sar_newton_point(newton));
  newton->stats->residuals++;
  SAR_TRY(sar_stage_residual(newton->stage, newton->r));
  const SarProblem *problem = newton->stage->problem;
  if (problem->touches) newton->activity = problem->ops->activity(problem);
  return SAR_OK;
}

double sar_newton_measure(const SarNewton *newton, const SarNewtonTest *test) {
  const SarSizes *n = &newton->stage->problem->n;
  double a = test->a * sar_rms(n->nv, newton->du, test->weight);
  return fmax(a, test->x * sar_rms(n->nx, newton->du + n->nv + n->np + n->nn, test->weight_x));
}

int32_t sar_newton_first_z(const SarNewton *newton) {
  const SarSizes *n = &newton->stage->problem->n;
  return n->nv + n->np + n->nn + n->nx;
}

double sar_measure_z(int32_t n, const double *value, const double *correction, const double *scale_z,
                     double *largest_z) {
  double largest = 0;
  for (int32_t i = 0; i < n; i++) {
    largest_z[i] = fmax(largest_z[i], fabs(value[i]));
    double scale = fmax(scale_z[i], fabs(value[i])), size = fabs(correction[i]);
    if (size <= SAR_NEWTON_FLOOR * largest_z[i]) continue;
    if (size > largest * scale) largest = size / scale;
  }
  return largest;
}

const double *sar_newton_answer(SarNewton *newton, const double *r) {
  sar_stage_right_side(newton->stage, r, newton->du);
  sar_linear_correct(newton->linear, newton->du);
  newton->stats->solves++;
  sar_stage_correction(newton->stage, newton->du);
  return newton->du;
}
