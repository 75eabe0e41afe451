#include "method/inherit.h"

#include <math.h>
#include <string.h>

#define STEPS_BACK 3 /* that third differences of the states look back on */

bool sar_inheritance_create(SarArena *arena, const SarProblem *problem, SarInheritance *inheritance) {
  int32_t nv = problem->n.nx > 0 ? problem->n.nv : 0, n = problem->n.nx > 0 ? sar_sizes_unknowns(&problem->n) : 0;
  inheritance->v = SAR_NEW(arena, nv, double);
  inheritance->u = SAR_NEW(arena, n, double);
  inheritance->r = SAR_NEW(arena, n, double);
  return inheritance->v && inheritance->u && inheritance->r;
}

/* The error of a number at the k-th of the last nodes (0: the trial), over its constant: what the step to it has
 * changed, times that step for velocities. The first node of all has none. */
static double error_at(const SarNode *const *node, int32_t count, int32_t k, int32_t i, bool velocity) {
  if (k + 1 >= count) return 0;
  const SarNode *to = node[k], *from = node[k + 1];
  return velocity ? (to->t - from->t) * (to->a_star[i] - from->a_star[i]) : to->u[i] - from->u[i];
}

/* The largest change of the error from node to node. A constant error is not seen in differences. */
static double jump(const SarNode *const *node, int32_t count, int32_t i, bool velocity) {
  double largest = 0, later = error_at(node, count, 0, i, velocity);
  for (int32_t k = 1; k < count && k <= STEPS_BACK; k++) {
    double earlier = error_at(node, count, k, i, velocity);
    if (fabs(later - earlier) > fabs(largest)) largest = later - earlier;
    later = earlier;
  }
  return largest;
}

static void disturb(const SarInheritance *to, SarHistory *history, const SarSizes *n, double error) {
  const SarNode *node[SAR_HISTORY_DEPTH + 1] = {sar_history_trial(history)};
  int32_t forces = n->nv + n->np + n->nn, count = history->count + 1;
  for (int32_t k = 1; k < count; k++) node[k] = sar_history_at(history, k - 1);
  memcpy(to->u, node[0]->u, (size_t)sar_sizes_unknowns(n) * sizeof(double));
  for (int32_t i = 0; i < n->nv; i++) to->v[i] = node[0]->v[i] + error * jump(node, count, i, true);
  for (int32_t i = 0; i < forces; i++) to->u[i] += jump(node, count, i, false);
}

/* The residual of the solved point is nearly zero, so that of the disturbed one is the disturbance of the rows. Only
 * those of states and algebraic variables count: the motion is what it is. */
void sar_inherited(SarInheritance *inheritance, SarIntegrator *integrator, double error, double *out) {
  const SarProblem *problem = integrator->problem;
  const SarSizes *n = &problem->n;
  int32_t x = n->nv + n->np + n->nn;
  disturb(inheritance, &integrator->history, n, error);
  SarNode node = *sar_history_trial(&integrator->history);
  node.v = inheritance->v, node.u = inheritance->u;
  SarPoint at = sar_node_point(problem, &node);
  integrator->stats.residuals++;
  SarStatus status = problem->ops->residual(problem, &at, inheritance->r);
  for (int32_t i = 0; i < x; i++) inheritance->r[i] = 0;
  const double *answer = status == SAR_OK ? sar_newton_answer(&integrator->newton, inheritance->r) : NULL;
  for (int32_t i = 0; i < n->nx; i++) {
    double moved = answer ? integrator->stage.c_x * fabs(answer[x + i]) : 0;
    out[i] = isfinite(moved) ? moved : 0;
  }
}
