#include "method/estimate.h"

SarErrorEstimate sar_estimate_worse(SarErrorEstimate position, SarErrorEstimate state, bool *states_decide) {
  bool position_fails = !(position.ratio <= 1), state_fails = !(state.ratio <= 1);
  *states_decide =
      position_fails == state_fails ? sar_control_factor(state) < sar_control_factor(position) : state_fails;
  return *states_decide ? state : position;
}

void sar_third_differences(SarIntegrator *integrator, double h, double *out) {
  SarHistory *history = &integrator->history;
  const SarNode *trial = sar_history_trial(history), *n0 = sar_history_at(history, 0);
  int32_t nx = integrator->problem->n.nx;
  if (history->count < 3) {
    const double *f0 = sar_node_point(integrator->problem, n0).xdot,
                 *f1 = sar_node_point(integrator->problem, trial).xdot;
    for (int32_t i = 0; i < nx; i++) out[i] = h * (f1[i] + f0[i]) - 2 * (trial->x[i] - n0->x[i]);
    return;
  }
  const SarNode *n1 = sar_history_at(history, 1), *n2 = sar_history_at(history, 2);
  double t = trial->t, h1 = n0->t - n1->t, h2 = n1->t - n2->t;
  for (int32_t i = 0; i < nx; i++) {
    double d0 = (trial->x[i] - n0->x[i]) / h, d1 = (n0->x[i] - n1->x[i]) / h1, d2 = (n1->x[i] - n2->x[i]) / h2;
    double e0 = (d0 - d1) / (t - n1->t), e1 = (d1 - d2) / (n0->t - n2->t);
    out[i] = h * h * h * (e0 - e1) / (t - n2->t);
  }
}
