#include "method/scales.h"

#include <math.h>

#include "method/norm.h"

/* Paper 1's weights: 1/max(1, largest |q_i| so far), componentwise (eq 35); rotations are counted in radians. */
static void update_paper_weights(SarIntegrator *integrator) {
  const SarProblem *problem = integrator->problem;
  const SarNode *node = sar_history_at(&integrator->history, 0);
  bool first = integrator->since_start == 0 && !integrator->started;
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    bool plain = block->kind == SAR_BLOCK_PLAIN;
    for (int32_t i = 0; i < (plain ? block->count : 3); i++) {
      double *weight = &integrator->weight[block->v + i];
      if (first) *weight = 1;
      if (plain) *weight = fmin(*weight, 1 / fmax(1, fabs(node->q[block->q + i])));
    }
  }
  for (int32_t i = 0; i < problem->n.nx; i++) {
    if (first) integrator->weight_x[i] = 1;
    integrator->weight_x[i] = fmin(integrator->weight_x[i], 1 / fmax(1, fabs(node->x[i])));
  }
}

static void follow(SarIntegrator *integrator, const SarPoint *at) {
  SarMoving *moving = &integrator->moving;
  if (!integrator->started) sar_moving_start(moving, integrator->problem, at->q);
  sar_moving_follow(moving, integrator->problem, at);
}

void sar_scales_update(SarIntegrator *integrator) {
  SarPoint at = sar_node_point(integrator->problem, sar_history_at(&integrator->history, 0));
  const SarSizes *n = &integrator->problem->n;
  if (integrator->paper_weights) update_paper_weights(integrator);
  integrator->largest_v = fmax(integrator->largest_v, sar_rms(n->nv, at.v, integrator->weight_of_places));
  integrator->largest_a = fmax(integrator->largest_a, sar_rms(n->nv, at.a, integrator->weight_of_places));
  if (integrator->moving.on) follow(integrator, &at);
  for (int32_t i = 0; i < n->nx; i++) {
    bool own = integrator->problem->weight_x[i] < 0 && !integrator->paper_weights;
    if (own) integrator->weight_x[i] = fmin(integrator->weight_x[i], 1 / fabs(at.x[i]));
  }
  for (int32_t i = 0; i < n->nz; i++) integrator->scale_z[i] = fmax(integrator->scale_z[i], fabs(at.z[i]));
}
