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

static double larger(double a, double b) { return fabs(b) > fabs(a) ? b : a; }

/* Adds the errors to velocities and unknowns: of each number the largest of the last steps. The errors of velocities
 * are error h (a*_{n+1} - a*_n); those of accelerations and multipliers, one order lower, lack the h. */
static void disturb(const SarInheritance *to, SarHistory *history, const SarSizes *n, double error) {
  const SarNode *trial = sar_history_trial(history);
  int32_t forces = n->nv + n->np + n->nn, steps = history->count < STEPS_BACK ? history->count : STEPS_BACK;
  for (int32_t i = 0; i < forces; i++) {
    double of_v = 0, of_u = 0;
    const SarNode *later = trial;
    for (int32_t k = 0; k < steps; k++) {
      const SarNode *earlier = sar_history_at(history, k);
      if (i < n->nv) of_v = larger(of_v, (later->t - earlier->t) * (later->a_star[i] - earlier->a_star[i]));
      of_u = larger(of_u, later->u[i] - earlier->u[i]);
      later = earlier;
    }
    if (i < n->nv) to->v[i] = trial->v[i] + error * of_v;
    to->u[i] = trial->u[i] + error * of_u;
  }
  memcpy(to->u + forces, trial->u + forces, (size_t)(n->nx + n->nz) * sizeof(double));
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
