/* The implicit midpoint rule as paper 3 uses it, eq (9): accelerations and multipliers belong to the middle of the
 * step,
 *
 *   v_f = v_i + h a_m,   Delta = h (v_i + v_f)/2,   M a_m + B^T lambda_m = (F_i + F_f)/2,   Phi_f = 0,
 *
 * with B^T as the mean of both ends as well. Rotations by the exponential map. */
#include "method/engine.h"
#include "method/stopping.h"

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  (void)choice;
  bool complete = sar_stage_average(integrator->arena, &integrator->stage);
  return complete ? SAR_OK : sar_report_no_memory(integrator->context);
}

static SarStatus attempt(SarIntegrator *integrator, double h) {
  SarStage *stage = &integrator->stage;
  const SarSizes *n = &integrator->problem->n;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  stage->from = from;
  stage->node = sar_history_trial(&integrator->history);
  stage->c_v = stage->c_x = h;
  stage->c_q = h * h / 2;
  for (int32_t i = 0; i < n->nv; i++) stage->v_hat[i] = from->v[i], stage->xi_hat[i] = h * from->v[i];
  for (int32_t i = 0; i < n->nx; i++) stage->x_hat[i] = from->x[i];
  sar_predict_trial(&integrator->predictor, integrator->problem, &integrator->history, integrator->weight,
                    integrator->weight_x);
  SarNewtonTest test = sar_stopping_test_all(integrator, h);
  return sar_newton_solve(&integrator->newton, h, &test);
}

/* Everything that is needed stands in the last node. */
const SarFamily sar_family_midpoint = {.name = "midpoint", .scaling = true, .create = create, .attempt = attempt};
