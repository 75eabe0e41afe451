#include "method/estimate.h"

#include "method/norm.h"
#include "method/touching.h"

SarErrorEstimate sar_estimate_worse(SarErrorEstimate position, SarErrorEstimate state, bool *states_decide) {
  bool position_fails = !(position.ratio <= 1), state_fails = !(state.ratio <= 1);
  *states_decide =
      position_fails == state_fails ? sar_control_factor(state) < sar_control_factor(position) : state_fails;
  return *states_decide ? state : position;
}

SarErrorEstimate sar_estimate(SarIntegrator *integrator, const SarLocalErrors *local, double h, bool *states_decide) {
  const SarSizes *n = &integrator->problem->n;
  double scale = local->scale / integrator->options.tolerance;
  local->positions(integrator, h);
  SarErrorEstimate position = {.ratio = scale * sar_position_norm(integrator, local->errors), .power = local->power};
  *states_decide = false;
  if (n->nx == 0) return position;
  local->states(integrator, h);
  SarErrorEstimate state = {.ratio = scale * sar_rms(n->nx, local->errors, integrator->weight_x),
                            .power = local->power};
  if (local->inheritance && state.ratio > position.ratio) {
    sar_inherited_from_values(local->inheritance, integrator, local->power - 1, local->inherited);
    sar_inheritance_allow(integrator, local->inherited, local->errors);
    state.ratio = scale * sar_rms(n->nx, local->errors, integrator->weight_x);
  }
  return sar_estimate_worse(position, state, states_decide);
}

int32_t sar_estimate_culprit(SarIntegrator *integrator, const SarLocalErrors *local, bool states_decide) {
  const SarSizes *n = &integrator->problem->n;
  double h = sar_history_trial(&integrator->history)->t - sar_history_at(&integrator->history, 0)->t;
  if (!states_decide) {
    local->positions(integrator, h);
    return sar_heaviest(n->nv, local->errors, integrator->weight);
  }
  int32_t state = sar_heaviest(n->nx, local->errors, integrator->weight_x);
  return state < 0 ? -1 : n->nv + n->np + n->nn + state;
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
