#include "method/inherit.h"

#include <math.h>
#include <string.h>

#include "method/norm.h"

#define STEPS_BACK 3 /* that third differences of the states look back on */

bool sar_inheritance_create(SarArena *arena, const SarProblem *problem, SarInheritance *inheritance) {
  int32_t nv = problem->n.nx > 0 ? problem->n.nv : 0, n = problem->n.nx > 0 ? sar_sizes_unknowns(&problem->n) : 0;
  inheritance->v = SAR_NEW(arena, nv, double);
  inheritance->u = SAR_NEW(arena, n, double);
  inheritance->r = SAR_NEW(arena, n, double);
  return inheritance->v && inheritance->u && inheritance->r;
}

/* The last nodes, the trial first. */
typedef struct Nodes {
  const SarNode *node[SAR_HISTORY_DEPTH + 1];
  int32_t count;
} Nodes;

static Nodes last_nodes(SarHistory *history) {
  Nodes nodes = {.node = {sar_history_trial(history)}, .count = history->count + 1};
  for (int32_t k = 1; k < nodes.count; k++) nodes.node[k] = sar_history_at(history, k - 1);
  return nodes;
}

/* Errors at the k-th node, over their constant: what the step to it has changed. The first node of all has none. */
static double error_of_v(const Nodes *nodes, int32_t k, int32_t i) {
  if (k + 1 >= nodes->count) return 0;
  const SarNode *to = nodes->node[k], *from = nodes->node[k + 1];
  return (to->t - from->t) * (to->a_star[i] - from->a_star[i]);
}

static double error_of_u(const Nodes *nodes, int32_t k, int32_t i) {
  return k + 1 < nodes->count ? nodes->node[k]->u[i] - nodes->node[k + 1]->u[i] : 0;
}

/* The node from which to the next the error changes most; a constant error is not seen in differences. Measured in the
 * norm of all velocities, for single components are not the same in other axes. */
static int32_t largest_jump(const Nodes *nodes, double (*error)(const Nodes *nodes, int32_t k, int32_t i), int32_t nv,
                            const double *weight, double *work) {
  int32_t at = 1;
  double largest = 0;
  for (int32_t k = 1; k < nodes->count && k <= STEPS_BACK; k++) {
    for (int32_t i = 0; i < nv; i++) work[i] = error(nodes, k - 1, i) - error(nodes, k, i);
    double size = sar_rms(nv, work, weight);
    if (size > largest) largest = size, at = k;
  }
  return at;
}

static void disturb(const SarInheritance *to, SarIntegrator *integrator, double error) {
  const SarSizes *n = &integrator->problem->n;
  Nodes nodes = last_nodes(&integrator->history);
  const SarNode *trial = nodes.node[0];
  int32_t v = largest_jump(&nodes, error_of_v, n->nv, integrator->weight, to->v);
  int32_t u = largest_jump(&nodes, error_of_u, n->nv, integrator->weight, to->v);
  for (int32_t i = 0; i < n->nv; i++) {
    to->v[i] = trial->v[i] + error * (error_of_v(&nodes, v - 1, i) - error_of_v(&nodes, v, i));
  }
  memcpy(to->u, trial->u, (size_t)sar_sizes_unknowns(n) * sizeof(double));
  for (int32_t i = 0; i < n->nv + n->np + n->nn; i++) {
    to->u[i] += error_of_u(&nodes, u - 1, i) - error_of_u(&nodes, u, i);
  }
}

/* The residual of the solved point is nearly zero, so that of the disturbed one is the disturbance of the rows. Only
 * those of states and algebraic variables count: the motion is what it is. */
void sar_inherited(SarInheritance *inheritance, SarIntegrator *integrator, double error, double *out) {
  const SarProblem *problem = integrator->problem;
  const SarSizes *n = &problem->n;
  int32_t x = n->nv + n->np + n->nn;
  disturb(inheritance, integrator, error);
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
