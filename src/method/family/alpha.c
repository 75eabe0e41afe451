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

#include "method/estimate.h"
#include "method/inherit.h"
#include "method/norm.h"
#include "method/stopping.h"
#include "method/touching.h"

#define PAPER_C 0.001 /* c of paper 1, eq 40 */

typedef struct Alpha {
  SarAlphaCoefficients c;
  double share;
  bool paper_states;
  double rho;         /* of states=paper */
  double state_error; /* local error of states: state_error h^3 x''' (second), (rho - 1/2) h^2 x'' (paper) */
  double lag_step;    /* step that the stars of the newest node belong to; 0: they are true rates (start) */
  bool kept;          /* the stars of the newest node are those of the one before, and better than its accelerations */
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

SarAlphaCoefficients sar_alpha_coefficients(const SarMethodChoice *choice) {
  const SarAlphaTable *table = choice->table->coefficients;
  return table->coefficients(choice);
}

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  const SarSizes *n = &integrator->problem->n;
  SarArena *arena = integrator->arena;
  Alpha *alpha = SAR_NEW(arena, 1, Alpha);
  if (!alpha) return sar_report_no_memory(integrator->context);
  integrator->engine = alpha;
  alpha->c = sar_alpha_coefficients(choice);
  alpha->share = (1 - alpha->c.alpha_f) / (1 - alpha->c.alpha_m);
  alpha->paper_states = sar_method_key_is(choice, "states", "paper");
  alpha->rho = sar_method_key_real(choice, "rho");
  if (isnan(alpha->rho)) alpha->rho = alpha->c.gamma;
  if (alpha->paper_states && !(alpha->rho > 0.5)) { /* as its key would say, but it is the default of alpha = 0 */
    return sar_report(integrator->context, SAR_INPUT, sar_nowhere(), NULL,
                      "give rho above 1/2, or leave states=paper out",
                      "with states=paper, rho = 1/2 switches the error estimate off (paper 1, eq 34)");
  }
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
  alpha->kept = false;
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
  const double *a = alpha->kept ? from->a_star : at.a;
  carry_over(alpha, h, n->nv, from->a_star, alpha->a_rate, a, alpha->a_star, alpha->a_carry);
  carry_over(alpha, h, n->nx, from->x_star, alpha->x_rate, at.xdot, alpha->x_star, alpha->x_carry);
  stage->from = from;
  stage->node = sar_history_trial(&integrator->history);
  stage->c_v = gamma * h * alpha->share;
  stage->c_q = beta * h * h * alpha->share;
  stage->twist = h * h / 12;
  stage->c_e = h;
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

static SarStatus attempt(SarIntegrator *integrator, double h) {
  Alpha *alpha = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  SarNode *trial = sar_history_trial(&integrator->history);
  prepare(integrator, h);
  sar_predict_trial(&integrator->predictor, integrator->problem, &integrator->history, integrator->weight,
                    integrator->weight_x);
  double tolerated = PAPER_C * integrator->options.tolerance;
  SarNewtonTest test = sar_stopping_test(integrator, fabs(alpha->c.error) * h * h * alpha->share / tolerated,
                                         fabs(alpha->state_error) * h / tolerated);
  SAR_TRY(sar_newton_solve(&integrator->newton, h, &test));
  const double *a = trial->u, *xdot = trial->u + n->nv + n->np + n->nn;
  for (int32_t i = 0; i < n->nv; i++) trial->a_star[i] = alpha->share * a[i] + alpha->a_carry[i];
  for (int32_t i = 0; i < n->nx; i++) trial->x_star[i] = alpha->share * xdot[i] + alpha->x_carry[i];
  return SAR_OK;
}

/* States are made of velocities and accelerations, which the test of positions leaves with errors of a lower order in
 * h; where the step changes, these jump, and the differences of a fast state that follows them show the jump, not an
 * error of its own. A state need not be better than what it is made of: what it inherits is allowed besides the
 * tolerance. */
static void allow_inherited(SarIntegrator *integrator, double *differences) {
  Alpha *alpha = integrator->engine;
  sar_inherited(&alpha->inheritance, integrator, fabs(alpha->c.error), alpha->inherited);
  sar_inheritance_allow(integrator, alpha->inherited, differences);
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
    return (SarErrorEstimate){.ratio = error / integrator->options.tolerance, .power = 2};
  }
  sar_third_differences(integrator, h, alpha->work);
  double factor = 6 * fabs(alpha->state_error) / integrator->options.tolerance;
  double ratio = factor * sar_rms(nx, alpha->work, integrator->weight_x);
  if (ratio > position.ratio) {
    allow_inherited(integrator, alpha->work);
    ratio = factor * sar_rms(nx, alpha->work, integrator->weight_x);
  }
  return (SarErrorEstimate){.ratio = ratio, .power = 3};
}

static void position_differences(SarIntegrator *integrator) {
  Alpha *alpha = integrator->engine;
  const SarNode *trial = sar_history_trial(&integrator->history);
  for (int32_t i = 0; i < integrator->problem->n.nv; i++) alpha->work[i] = trial->a_star[i] - alpha->a_star[i];
}

/* Positions: eq (26) with x = a*_{n+1} - a*_n. The criterion that asks for the smaller step counts. */
static SarErrorEstimate estimate(SarIntegrator *integrator, double h) {
  Alpha *alpha = integrator->engine;
  position_differences(integrator);
  double error = fabs(alpha->c.error) * h * h * sar_position_norm(integrator, alpha->work);
  SarErrorEstimate position = {.ratio = error / integrator->options.tolerance, .power = 3};
  alpha->states_decide = false;
  if (integrator->problem->n.nx == 0) return position;
  return sar_estimate_worse(position, state_estimate(integrator, h, position), &alpha->states_decide);
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
  alpha->kept = integrator->events.cut_short;
  for (int32_t i = 0; i < n->nv; i++) {
    if (alpha->kept)
      trial->a_star[i] = alpha->a_star[i];
    else
      alpha->a_rate[i] = (trial->a_star[i] - alpha->a_star[i]) / h;
  }
  for (int32_t i = 0; i < n->nx; i++) alpha->x_rate[i] = (trial->x_star[i] - alpha->x_star[i]) / h;
  alpha->lag_step = h;
}

/* The rest is set anew at the begin of every step. */
static void archive_memory(SarIntegrator *integrator, SarArchive *archive) {
  Alpha *alpha = integrator->engine;
  SAR_ARCHIVE(archive, alpha->lag_step);
  sar_archive_flag(archive, &alpha->kept);
  sar_archive_reals(archive, alpha->a_rate, integrator->problem->n.nv);
  sar_archive_reals(archive, alpha->x_rate, integrator->problem->n.nx);
}

const SarFamily sar_family_alpha = {.name = "alpha",
                                    .si2 = true,
                                    .scaling = true,
                                    .create = create,
                                    .start = start,
                                    .attempt = attempt,
                                    .estimate = estimate,
                                    .culprit = culprit,
                                    .accept = accept,
                                    .archive = archive_memory};
