/* Consistent accelerations, multipliers, rates and variables at a point, with the branches of expressions that jump. */
#include <stdlib.h>

#include "analysis/start/parts.h"
#include "system/events.h"

#define MOST_ROUNDS 20 /* of choosing branches and solving */

static SarStatus report_not_settled(SarStart *s, double t) {
  return sar_report(s->context, SAR_FAILED, sar_nowhere(), NULL,
                    "let one of the expressions that jump depend on positions, velocities or states only, or smooth it "
                    "(`step`, `tanh`)",
                    "at t = %g s expressions that jump contradict each other: whichever branch is taken, the equations "
                    "ask for another one",
                    t);
}

/* Where the equations are iterated for, the iteration makes the matrices it needs. If it fails, the matrix of the
 * constraints tells why. */
static SarStatus solve_once(SarStart *s, double t, const double *q, const double *v, const double *x, double *a,
                            double *lambda, double *mu, double *xdot, double *z) {
  SarPoint at = {.t = t, .q = q, .v = v, .x = x};
  SarStatus status = SAR_NO_CONVERGENCE;
  if (s->equations->trial) {
    status = sar_equations_accelerations(s->equations, t, q, v, x, a, lambda, mu, xdot, z);
    if (status <= 0) return status;
  }
  status = sar_equations_factor(s->equations, t, q, v);
  if (status == SAR_SINGULAR) return sar_start_report_singular(s, NULL);
  if (status == SAR_OK) status = sar_equations_accelerations(s->equations, t, q, v, x, a, lambda, mu, xdot, z);
  if (status == SAR_SINGULAR) return sar_start_report_singular(s, &at);
  bool told = status == SAR_RETRY || (status > 0 && s->equations->trial);
  return told ? sar_start_report_not_solved(s, &at, status) : status;
}

/* The branches as they are where the variables are what their expressions say, with what is known so far. */
static void choose_branches(SarStart *s, const SarPoint *at, double *z, double *modes) {
  SarProblem *p = &s->m->problem;
  bool settled = false;
  p->ops->settle(p, at);
  for (int round = 0; !settled && round < MOST_ROUNDS; round++) {
    sar_workspace_modes(s->m, modes);
    sar_workspace_define(s->m, at, z);
    p->ops->settle(p, at);
    settled = sar_workspace_modes_are(s->m, modes);
  }
}

SarStatus sar_start_solve(SarStart *s, double t, const double *q, const double *v, const double *x, double *a,
                          double *lambda, double *mu, double *xdot, double *z) {
  SarProblem *p = &s->m->problem;
  SarPoint at = {.t = t, .q = q, .v = v, .a = a, .lambda = lambda, .mu = mu, .x = x, .xdot = xdot, .z = z};
  int32_t count = sar_workspace_modes(s->m, NULL);
  if (count == 0) return solve_once(s, t, q, v, x, a, lambda, mu, xdot, z);
  double *modes = calloc((size_t)count, sizeof *modes);
  if (!modes) return sar_report_no_memory(s->context);
  bool settled = false;
  SarStatus status = SAR_OK;
  choose_branches(s, &at, z, modes);
  for (int round = 0; status == SAR_OK && !settled && round < MOST_ROUNDS; round++) {
    sar_workspace_modes(s->m, modes);
    status = solve_once(s, t, q, v, x, a, lambda, mu, xdot, z);
    if (status == SAR_OK) p->ops->settle(p, &at);
    settled = sar_workspace_modes_are(s->m, modes);
  }
  free(modes);
  return status != SAR_OK || settled ? status : report_not_settled(s, t);
}
