#include "method/inherit.h"

#include <math.h>
#include <string.h>

#define STEPS_BACK 3  /* that third differences of the states look back on */
#define INHERITED 2.0 /* times what a state inherits from the motion is allowed besides its tolerance */

/* Marks the algebraic rows on which marked rows depend; says whether one more was marked, and whether any marked row
 * depends on the motion. Columns from `x` on are those of states, from `z` on of algebraic variables. */
static bool mark_further(const SarPattern *pattern, int32_t x, int32_t z, bool *marked, bool *motion) {
  bool more = false;
  for (int32_t j = 0; j < pattern->ncolumns; j++) {
    for (int32_t k = pattern->column[j]; k < pattern->column[j + 1]; k++) {
      if (!marked[pattern->row[k]]) continue;
      if (j < x) *motion = true;
      if (j < z || marked[j]) continue;
      marked[j] = more = true;
    }
  }
  return more;
}

/* Do states depend on velocities, accelerations or multipliers, by themselves or by algebraic variables? Row and column
 * of an unknown have the same number. */
static bool depend_on_motion(const SarProblem *problem, bool *marked) {
  const SarSizes *n = &problem->n;
  int32_t x = n->nv + n->np + n->nn, z = x + n->nx;
  bool motion = false;
  for (int32_t i = x; i < z; i++) marked[i] = true;
  while (mark_further(&problem->pattern, x, z, marked, &motion) && !motion) continue;
  return motion;
}

bool sar_inheritance_create(SarArena *arena, const SarProblem *problem, SarInheritance *inheritance) {
  int32_t nv = problem->n.nx > 0 ? problem->n.nv : 0, n = problem->n.nx > 0 ? sar_sizes_unknowns(&problem->n) : 0;
  inheritance->v = SAR_NEW(arena, nv, double);
  inheritance->u = SAR_NEW(arena, n, double);
  inheritance->r = SAR_NEW(arena, n, double);
  bool *marked = SAR_NEW(arena, n, bool);
  if (!inheritance->v || !inheritance->u || !inheritance->r || !marked) return false;
  inheritance->any = n > 0 && depend_on_motion(problem, marked);
  return true;
}

/* The last nodes, the trial first. */
typedef struct Nodes {
  const SarNode *node[SAR_HISTORY_MOST + 1];
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

/* The trial, with the change of the errors from the k-th node to the one after it added: a constant error is not seen
 * in differences. */
static void disturb(const SarInheritance *to, const Nodes *nodes, const SarSizes *n, double error, int32_t k) {
  const SarNode *trial = nodes->node[0];
  for (int32_t i = 0; i < n->nv; i++) {
    to->v[i] = trial->v[i] + error * (error_of_v(nodes, k - 1, i) - error_of_v(nodes, k, i));
  }
  memcpy(to->u, trial->u, (size_t)sar_sizes_unknowns(n) * sizeof(double));
  for (int32_t i = 0; i < n->nv + n->np + n->nn; i++) {
    to->u[i] += error_of_u(nodes, k - 1, i) - error_of_u(nodes, k, i);
  }
}

/* How the unknowns answer to it, or null. The residual of the solved point is nearly zero, so that of the disturbed one
 * is the disturbance of the rows. Only those of states and algebraic variables count: the motion is what it is. */
static const double *answer_to(const SarInheritance *disturbed, SarIntegrator *integrator) {
  const SarProblem *problem = integrator->problem;
  SarNode node = *sar_history_trial(&integrator->history);
  node.v = disturbed->v, node.u = disturbed->u;
  SarPoint at = sar_node_point(problem, &node);
  integrator->stats.residuals++;
  if (problem->ops->residual(problem, &at, disturbed->r) != SAR_OK) return NULL;
  for (int32_t i = 0; i < problem->n.nv + problem->n.np + problem->n.nn; i++) disturbed->r[i] = 0;
  return sar_newton_answer(&integrator->newton, disturbed->r);
}

/* Takes the largest answer to the disturbed point for each state. */
static void take_answer(const SarInheritance *disturbed, SarIntegrator *integrator, double *out) {
  const SarSizes *n = &integrator->problem->n;
  const double *answer = answer_to(disturbed, integrator);
  for (int32_t i = 0; answer && i < n->nx; i++) {
    double moved = integrator->stage.c_x * fabs(answer[n->nv + n->np + n->nn + i]);
    if (isfinite(moved)) out[i] = fmax(out[i], moved);
  }
}

void sar_inherited(SarInheritance *inheritance, SarIntegrator *integrator, double error, double *out) {
  const SarSizes *n = &integrator->problem->n;
  Nodes nodes = last_nodes(&integrator->history);
  for (int32_t i = 0; i < n->nx; i++) out[i] = 0;
  for (int32_t k = 1; inheritance->any && k < nodes.count && k <= STEPS_BACK; k++) {
    disturb(inheritance, &nodes, n, error, k);
    take_answer(inheritance, integrator, out);
  }
}

/* Adds to `sum` how far n values at the k-th node are from the polynomial through those at the `degree` + 1 nodes
 * before it. */
static void add_departure(const Nodes *nodes, int32_t k, int32_t degree, int32_t n, bool velocities, double *sum) {
  const SarNode *to = nodes->node[k];
  for (int32_t i = 0; i < n; i++) sum[i] += velocities ? to->v[i] : to->u[i];
  for (int32_t j = 1; j <= degree + 1; j++) {
    const SarNode *from = nodes->node[k + j];
    double share = 1;
    for (int32_t m = 1; m <= degree + 1; m++) {
      if (m != j) share *= (to->t - nodes->node[k + m]->t) / (from->t - nodes->node[k + m]->t);
    }
    for (int32_t i = 0; i < n; i++) sum[i] -= share * (velocities ? from->v[i] : from->u[i]);
  }
}

void sar_inherited_from_values(SarInheritance *inheritance, SarIntegrator *integrator, int32_t order, double *out) {
  const SarSizes *n = &integrator->problem->n;
  Nodes nodes = last_nodes(&integrator->history);
  for (int32_t i = 0; i < n->nx; i++) out[i] = 0;
  for (int32_t k = 0; inheritance->any && k < STEPS_BACK && k + order + 1 < nodes.count; k++) {
    const SarNode *trial = nodes.node[0];
    memcpy(inheritance->v, trial->v, (size_t)n->nv * sizeof(double));
    memcpy(inheritance->u, trial->u, (size_t)sar_sizes_unknowns(n) * sizeof(double));
    add_departure(&nodes, k, order, n->nv, true, inheritance->v);
    add_departure(&nodes, k, order - 1, n->nv + n->np + n->nn, false, inheritance->u);
    take_answer(inheritance, integrator, out);
  }
}

void sar_inheritance_allow(const SarIntegrator *integrator, const double *inherited, double *differences) {
  for (int32_t i = 0; i < integrator->problem->n.nx; i++) {
    double own = integrator->options.tolerance / integrator->weight_x[i];
    differences[i] *= own / (own + INHERITED * inherited[i]);
  }
}
