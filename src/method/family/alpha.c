/* The alpha family in Arnold-Bruels form (numerics 2): the equations hold at t_{n+1} with the true acceleration a; an
 * algorithmic acceleration a* is carried as history,
 *
 *   (1 - alpha_m) a*_{n+1} + alpha_m a*_n = (1 - alpha_f) a_{n+1} + alpha_f a_n,
 *
 * and Newmark's formulas (paper 1, eq 2) run on a*. With `carry` for all that is known of a*_{n+1},
 *
 *   a*_{n+1} = share a_{n+1} + carry,   share = (1 - alpha_f)/(1 - alpha_m).
 *
 * Differential states use the velocities' formula with x* in place of a*, or paper 1's eq (9a). */
#include "method/family/alpha.h"

#include <math.h>

#include "method/inherit.h"
#include "method/norm.h"

#define PAPER_C 0.001          /* c of paper 1, eq 40 */
#define FIXED_CORRECTION 1e-10 /* fixed step: allowed correction of positions over L, of states over their scale */
#define Z_CORRECTION 0.1       /* of the tolerance: allowed error of algebraic variables over their scale */
#define FIXED_Z 1e-9           /* the same with fixed steps, ... */
#define AIMED_Z 1e-11          /* ... and where a crossing is located */
#define FIRST_CORRECTION 1e-5  /* of the largest value so far: a first correction that small may be the last */
#define INHERITED 2.0          /* times what a state inherits from the motion: such errors swing from step to step */
#define AIMED_CORRECTION                                                                      \
  1e-13 /* where a crossing is located: else it would be blurred by what the corrector leaves \
         */

typedef struct Alpha {
  SarAlphaCoefficients c;
  double share;
  bool paper_states;
  double rho;         /* of states=paper */
  double state_error; /* local error of states: state_error h^3 x''' (second), (rho - 1/2) h^2 x'' (paper) */
  double lag_step;    /* step that the stars of the newest node belong to; 0: they are true rates (start) */
  /* begin of the running step: stars moved to its lag, and `carry` */
  double *a_star, *x_star, *a_carry, *x_carry;
  double *a_rate, *x_rate; /* slopes of the stars over the last step */
  double *work;            /* max(nv, nx) */
  double *inherited;       /* nx: errors of the motion in the states */
  SarInheritance inheritance;
  bool states_decide; /* the last estimate was that of the states */
} Alpha;

/* Third-order error of the velocity formula: with a*_n = a(t_n) + l1 h a' + l2 h^2 a'' it is
 * (gamma (1/2 + l1) + l2 - 1/6) h^3. */
static double velocity_error(const SarAlphaCoefficients *c) {
  double l1 = c->alpha_m - c->alpha_f, l2 = -l1 / 2 + c->alpha_m * l1;
  return c->gamma * (0.5 + l1) + l2 - 1.0 / 6;
}

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  const SarAlphaTable *table = choice->table->coefficients;
  const SarSizes *n = &integrator->problem->n;
  SarArena *arena = integrator->arena;
  Alpha *alpha = SAR_NEW(arena, 1, Alpha);
  if (!alpha) return sar_report_no_memory(integrator->context);
  integrator->engine = alpha;
  alpha->c = table->coefficients(choice);
  alpha->share = (1 - alpha->c.alpha_f) / (1 - alpha->c.alpha_m);
  alpha->paper_states = sar_method_key_is(choice, "states", "paper");
  alpha->rho = sar_method_key_real(choice, "rho");
  if (isnan(alpha->rho)) alpha->rho = alpha->c.gamma;
  alpha->state_error = alpha->paper_states ? alpha->rho - 0.5 : velocity_error(&alpha->c);
  alpha->a_star = SAR_NEW(arena, n->nv, double);
  alpha->a_carry = SAR_NEW(arena, n->nv, double);
  alpha->a_rate = SAR_NEW(arena, n->nv, double);
  alpha->x_star = SAR_NEW(arena, n->nx, double);
  alpha->x_carry = SAR_NEW(arena, n->nx, double);
  alpha->x_rate = SAR_NEW(arena, n->nx, double);
  alpha->work = SAR_NEW(arena, n->nv > n->nx ? n->nv : n->nx, double);
  alpha->inherited = SAR_NEW(arena, n->nx, double);
  bool complete = alpha->a_star && alpha->a_carry && alpha->a_rate && alpha->x_star && alpha->x_carry &&
                  alpha->x_rate && alpha->work && alpha->inherited &&
                  sar_inheritance_create(arena, integrator->problem, &alpha->inheritance);
  return complete ? SAR_OK : sar_report_no_memory(integrator->context);
}

static void start(SarIntegrator *integrator) {
  Alpha *alpha = integrator->engine;
  const SarNode *node = sar_history_at(&integrator->history, 0);
  SarPoint at = sar_node_point(integrator->problem, node);
  for (int32_t i = 0; i < integrator->problem->n.nv; i++) node->a_star[i] = at.a[i], alpha->a_rate[i] = 0;
  for (int32_t i = 0; i < integrator->problem->n.nx; i++) node->x_star[i] = at.xdot[i], alpha->x_rate[i] = 0;
  alpha->lag_step = 0;
}

/* Moves the stars of n numbers to the lag of a step h and collects what is known of the next ones. */
static void carry_over(const Alpha *alpha, double h, int32_t n, const double *old, const double *rate,
                       const double *value, double *star, double *carry) {
  double am = alpha->c.alpha_m, af = alpha->c.alpha_f;
  double shift = alpha->lag_step > 0 ? (am - af) * (h - alpha->lag_step) : 0;
  for (int32_t i = 0; i < n; i++) {
    star[i] = old[i] + shift * rate[i];
    carry[i] = (af * value[i] - am * star[i]) / (1 - am);
  }
}

/* Hats and coefficients of the stage (numerics 2). */
static void prepare(SarIntegrator *integrator, double h) {
  Alpha *alpha = integrator->engine;
  SarStage *stage = &integrator->stage;
  const SarSizes *n = &integrator->problem->n;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  SarPoint at = sar_node_point(integrator->problem, from);
  double beta = alpha->c.beta, gamma = alpha->c.gamma;
  carry_over(alpha, h, n->nv, from->a_star, alpha->a_rate, at.a, alpha->a_star, alpha->a_carry);
  carry_over(alpha, h, n->nx, from->x_star, alpha->x_rate, at.xdot, alpha->x_star, alpha->x_carry);
  stage->from = from;
  stage->node = sar_history_trial(&integrator->history);
  stage->c_v = gamma * h * alpha->share;
  stage->c_q = beta * h * h * alpha->share;
  stage->twist = h * h / 12;
  for (int32_t i = 0; i < n->nv; i++) {
    double star = alpha->a_star[i], carry = alpha->a_carry[i];
    stage->v_hat[i] = from->v[i] + h * ((1 - gamma) * star + gamma * carry);
    stage->xi_hat[i] = h * from->v[i] + h * h * ((0.5 - beta) * star + beta * carry);
  }
  stage->c_x = alpha->paper_states ? alpha->rho * h : stage->c_v;
  for (int32_t i = 0; i < n->nx; i++) {
    double slope = alpha->paper_states ? (1 - alpha->rho) * at.xdot[i]
                                       : (1 - gamma) * alpha->x_star[i] + gamma * alpha->x_carry[i];
    stage->x_hat[i] = from->x[i] + h * slope;
  }
}

/* When the corrector may stop (numerics 4; paper 1, eqs 46, 47). */
static SarNewtonTest stopping_test(const SarIntegrator *integrator, double h) {
  const Alpha *alpha = integrator->engine;
  const SarStepOptions *options = &integrator->options;
  SarNewtonTest test = {.first = FIRST_CORRECTION * integrator->largest_a,
                        .z = fmin(FIRST_CORRECTION, Z_CORRECTION * options->tolerance),
                        .floor = options->corrector_floor,
                        .weight = integrator->weight,
                        .weight_x = integrator->weight_x,
                        .scale_z = integrator->scale_z};
  if (options->fixed_step > 0 || integrator->aiming) {
    double allowed = integrator->aiming ? AIMED_CORRECTION : FIXED_CORRECTION;
    test.a = integrator->stage.c_q / allowed;
    test.x = integrator->stage.c_x / allowed;
    test.z = integrator->aiming ? AIMED_Z : FIXED_Z;
    return test;
  }
  test.rate = true;
  test.a = fabs(alpha->c.error) * h * h * alpha->share / (PAPER_C * options->tolerance);
  test.x = fabs(alpha->state_error) * h / (PAPER_C * options->tolerance);
  return test;
}

static SarStatus attempt(SarIntegrator *integrator, double h) {
  Alpha *alpha = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  SarNode *trial = sar_history_trial(&integrator->history);
  prepare(integrator, h);
  sar_predict(&integrator->predictor, integrator->problem, &integrator->history, integrator->weight,
              integrator->weight_x);
  SarNewtonTest test = stopping_test(integrator, h);
  SAR_TRY(sar_newton_solve(&integrator->newton, h, &test));
  const double *a = trial->u, *xdot = trial->u + n->nv + n->np + n->nn;
  for (int32_t i = 0; i < n->nv; i++) trial->a_star[i] = alpha->share * a[i] + alpha->a_carry[i];
  for (int32_t i = 0; i < n->nx; i++) trial->x_star[i] = alpha->share * xdot[i] + alpha->x_carry[i];
  return SAR_OK;
}

/* h^3 x'''/6 of the states at the end of the trial step from divided differences: of the values over three steps where
 * there are enough (rates of stiff states are noisy), else of values and rates at both ends of the step. */
static void third_differences(const SarIntegrator *integrator, const SarNode *trial, double h, double *out) {
  const SarHistory *history = &integrator->history;
  const SarNode *n0 = sar_history_at(history, 0);
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

/* States are made of velocities and accelerations, which the test of positions leaves with errors of a lower order in
 * h; where the step changes, these jump, and the differences of a fast state that follows them show the jump, not an
 * error of its own. A state need not be better than what it is made of: what it inherits is allowed besides the
 * tolerance. */
static void allow_inherited(SarIntegrator *integrator, double *differences) {
  Alpha *alpha = integrator->engine;
  sar_inherited(&alpha->inheritance, integrator, fabs(alpha->c.error), alpha->inherited);
  for (int32_t i = 0; i < integrator->problem->n.nx; i++) {
    double own = integrator->options.tolerance / integrator->weight_x[i];
    differences[i] *= own / (own + INHERITED * alpha->inherited[i]);
  }
}

/* The states' error, as far as it asks for a smaller step than the positions' one. */
static SarErrorEstimate state_estimate(SarIntegrator *integrator, double h, SarErrorEstimate position) {
  Alpha *alpha = integrator->engine;
  int32_t nx = integrator->problem->n.nx;
  const SarNode *trial = sar_history_trial(&integrator->history), *from = sar_history_at(&integrator->history, 0);
  if (alpha->paper_states) { /* eq (34) */
    const double *f0 = sar_node_point(integrator->problem, from).xdot;
    const double *f1 = sar_node_point(integrator->problem, trial).xdot;
    for (int32_t i = 0; i < nx; i++) alpha->work[i] = f1[i] - f0[i];
    double error = fabs(alpha->state_error) * h * sar_rms(nx, alpha->work, integrator->weight_x);
    return (SarErrorEstimate){error / integrator->options.tolerance, 2};
  }
  third_differences(integrator, trial, h, alpha->work);
  double factor = 6 * fabs(alpha->state_error) / integrator->options.tolerance;
  double ratio = factor * sar_rms(nx, alpha->work, integrator->weight_x);
  if (ratio > position.ratio) {
    allow_inherited(integrator, alpha->work);
    ratio = factor * sar_rms(nx, alpha->work, integrator->weight_x);
  }
  return (SarErrorEstimate){ratio, 3};
}

static void position_differences(SarIntegrator *integrator) {
  Alpha *alpha = integrator->engine;
  const SarNode *trial = sar_history_trial(&integrator->history);
  for (int32_t i = 0; i < integrator->problem->n.nv; i++) alpha->work[i] = trial->a_star[i] - alpha->a_star[i];
}

/* Positions: eq (26) with x = a*_{n+1} - a*_n. The criterion that asks for the smaller step counts. */
static SarErrorEstimate estimate(SarIntegrator *integrator, double h) {
  Alpha *alpha = integrator->engine;
  int32_t nv = integrator->problem->n.nv;
  position_differences(integrator);
  double error = fabs(alpha->c.error) * h * h * sar_rms(nv, alpha->work, integrator->weight);
  SarErrorEstimate position = {error / integrator->options.tolerance, 3};
  alpha->states_decide = false;
  if (integrator->problem->n.nx == 0) return position;
  SarErrorEstimate state = state_estimate(integrator, h, position);
  bool position_fails = !(position.ratio <= 1), state_fails = !(state.ratio <= 1);
  alpha->states_decide =
      position_fails == state_fails ? sar_control_factor(state) < sar_control_factor(position) : state_fails;
  return alpha->states_decide ? state : position;
}

static int32_t culprit(SarIntegrator *integrator) {
  const Alpha *alpha = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  if (alpha->states_decide) { /* the work array still holds their differences */
    int32_t state = sar_heaviest(n->nx, alpha->work, integrator->weight_x);
    return state < 0 ? -1 : n->nv + n->np + n->nn + state;
  }
  if (n->nx > 0) position_differences(integrator);
  return sar_heaviest(n->nv, alpha->work, integrator->weight);
}

static void accept(SarIntegrator *integrator, double h) {
  Alpha *alpha = integrator->engine;
  const SarNode *trial = sar_history_trial(&integrator->history);
  const SarSizes *n = &integrator->problem->n;
  for (int32_t i = 0; i < n->nv; i++) alpha->a_rate[i] = (trial->a_star[i] - alpha->a_star[i]) / h;
  for (int32_t i = 0; i < n->nx; i++) alpha->x_rate[i] = (trial->x_star[i] - alpha->x_star[i]) / h;
  alpha->lag_step = h;
}

/* The rest is set anew at the begin of every step. */
static void archive_memory(SarIntegrator *integrator, SarArchive *archive) {
  Alpha *alpha = integrator->engine;
  SAR_ARCHIVE(archive, alpha->lag_step);
  sar_archive_reals(archive, alpha->a_rate, integrator->problem->n.nv);
  sar_archive_reals(archive, alpha->x_rate, integrator->problem->n.nx);
}

const SarFamily sar_family_alpha = {.name = "alpha",
                                    .create = create,
                                    .start = start,
                                    .attempt = attempt,
                                    .estimate = estimate,
                                    .culprit = culprit,
                                    .accept = accept,
                                    .archive = archive_memory};
