/* Positions, velocities and states of a row that agree with the step's curve also where they are stiff.
 *
 * Between the ends of a step, q, v and x are known to the error of the step. What the equations make of them, a =
 * f(q, v), has an error that is larger by the eigenvalues: a damper with 1e5 1/s turns an error of 1e-2 rad/s into one
 * of 1e3 rad/s^2, and the forces and reactions of the row are off by as much. The accelerations a_c of the curve
 * through the ends have no such error. With the difference d = a - a_c, one step of the implicit Euler method of the
 * length tau from the curve,
 *
 *   v* = v + tau w,   q* = q + tau^2 w,   f(q*, v*) = a_c + w   =>   w = R d,   R = (I - tau f_v - tau^2 f_q)^-1,
 *
 * leaves R d of the difference: nothing where it is very stiff, everything where it is not. But it moves v by tau d
 * there. So it is taken with the weights of
 *
 *   w = (R + R^2 - 2 R^3) d:   v* = v + tau w,   f(q*, v*) = a_c + (3 R^2 - 2 R^3) d
 *
 * For an eigenvalue lambda, R = 1/(1 - tau lambda). Where tau lambda is large, v is moved by -d/lambda, what it is
 * wrong by, and 3/(tau lambda)^2 of the difference is left; where it is small, v is moved by 3 tau (tau lambda) d, of
 * one order in tau more than d. States are treated in the same way, and together with the motion. */
#include "analysis/start/equations.h"
#include "base/numbers.h"

/* The point with e->rough taken from its accelerations and rates. */
static SarPoint without_roughness(SarEquations *e, const SarPoint *at) {
  const SarSizes *n = &e->m->problem.n;
  double *a = e->smooth, *xdot = e->smooth + n->nv;
  for (int32_t i = 0; i < n->nv; i++) a[i] = at->a[i] - e->rough[i];
  for (int32_t i = 0; i < n->nx; i++) xdot[i] = at->xdot[i] - e->rough[n->nv + i];
  SarPoint other = *at;
  other.a = a;
  other.xdot = xdot;
  return other;
}

/* w for the difference in e->rough, to e->rhs. The equations hold at `at`, so without the difference they miss M d. */
static SarStatus answer(SarEquations *e, const SarPoint *at) {
  const SarProblem *p = &e->m->problem;
  int32_t n = sar_sizes_unknowns(&p->n), states = p->n.nv + p->n.np + p->n.nn;
  SarPoint other = without_roughness(e, at);
  SAR_TRY(p->ops->residual(p, &other, e->residual));
  e->counts.residuals++;
  for (int32_t i = 0; i < n; i++) {
    bool constraint = i >= p->n.nv && i < states;
    e->rhs[i] = constraint ? 0 : -e->residual[i];
  }
  sar_linear_solve(e->linear, e->rhs);
  e->counts.solves++;
  return sar_all_finite(n, e->rhs) ? SAR_OK : SAR_SINGULAR;
}

/* e->rough = ours e->rough + theirs w. */
static void combine(SarEquations *e, double ours, double theirs) {
  const SarSizes *n = &e->m->problem.n;
  const double *w = e->rhs, *w_x = e->rhs + n->nv + n->np + n->nn;
  for (int32_t i = 0; i < n->nv; i++) e->rough[i] = ours * e->rough[i] + theirs * w[i];
  for (int32_t i = 0; i < n->nx; i++) e->rough[n->nv + i] = ours * e->rough[n->nv + i] + theirs * w_x[i];
}

SarStatus sar_equations_settle(SarEquations *e, const SarPoint *at, const double *curve, double tau, double *q,
                               double *v, double *x) {
  const SarProblem *p = &e->m->problem;
  const SarSizes *n = &p->n;
  SarWeights weights = {.a = 1, .v = tau, .q = tau * tau, .xdot = 1, .x = tau};
  for (int32_t i = 0; i < n->nv; i++) e->rough[i] = at->a[i] - curve[i];
  for (int32_t i = 0; i < n->nx; i++) e->rough[n->nv + i] = at->xdot[i] - curve[n->nv + i];
  SAR_TRY(p->ops->jacobian(p, at, &weights, e->values));
  e->counts.factorisations++;
  SAR_TRY(sar_linear_factor(e->linear, e->values));
  SAR_TRY(answer(e, at)); /* R d */
  combine(e, 1, -1);
  SAR_TRY(answer(e, at)); /* R d - R^2 d */
  combine(e, 0, 1);
  SAR_TRY(answer(e, at)); /* R^2 d - R^3 d */
  combine(e, 1, 2);
  for (int32_t i = 0; i < n->nv; i++) v[i] += tau * e->rough[i];
  for (int32_t i = 0; i < n->nx; i++) x[i] += tau * e->rough[n->nv + i];
  for (int32_t i = 0; i < n->nv; i++) e->rough[i] *= tau * tau;
  sar_move(p, e->rough, q);
  return SAR_OK;
}
