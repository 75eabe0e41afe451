/* Linear multistep methods on second-order systems (numerics 2; paper 4, eq 2): velocities by the formula on
 * accelerations, positions by the same formula on the rates of the chart around the last accepted configuration,
 *
 *   v = v_hat + c_v a,   xi = xi_hat + c_v T^-1(xi) v,   x = x_hat + c_v xdot,   c_v = beta_0 h.
 *
 * The first steps, and those after an event, are taken with the trapezoid (paper 4, eq 3). */
#include "method/family/multistep.h"

#include <math.h>

#include "method/cayley.h"
#include "method/estimate.h"
#include "method/norm.h"
#include "method/stopping.h"

#define EQUAL 1e-9     /* relative difference of two steps that count as equal */
#define LARGEST_SPAN 2 /* rad that the nodes in use may span (numerics 1), as |g| = 2 tan(angle/2) */

typedef struct Multistep {
  SarMethodChoice choice;
  const SarMultistepTable *table;
  SarMultistep equal, now; /* the formula for equal steps, and that of the running step */
  double error;            /* local error of the running step: error h^3 y''' */
  double *place, *rate;    /* of an older node in the chart */
  double *work;            /* max(nv, nx) */
  bool states_decide;
} Multistep;

static const SarMultistep trapezoid = {.steps = 1, .alpha = {0, 1}, .beta = {0.5, 0.5}};

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  const SarSizes *n = &integrator->problem->n;
  SarArena *arena = integrator->arena;
  Multistep *m = SAR_NEW(arena, 1, Multistep);
  if (!m) return sar_report_no_memory(integrator->context);
  integrator->engine = m;
  integrator->stage.map = SAR_MAP_CAYLEY;
  m->choice = *choice;
  m->table = choice->table->coefficients;
  m->table->formula(choice, &m->equal);
  m->place = SAR_NEW(arena, n->nv, double);
  m->rate = SAR_NEW(arena, n->nv, double);
  m->work = SAR_NEW(arena, n->nv > n->nx ? n->nv : n->nx, double);
  return m->place && m->rate && m->work ? SAR_OK : sar_report_no_memory(integrator->context);
}

/* The length of the k-th accepted step counted back from the newest. */
static double step_back(const SarHistory *history, int32_t k) {
  return sar_history_at(history, k)->t - sar_history_at(history, k + 1)->t;
}

/* The formula for a step h from what is known. */
static void choose_formula(const SarIntegrator *integrator, Multistep *m, double h) {
  const SarHistory *history = &integrator->history;
  bool equal = history->count >= m->equal.steps;
  for (int32_t k = 0; equal && k + 1 < m->equal.steps; k++) equal = fabs(step_back(history, k) - h) <= EQUAL * h;
  if (equal) {
    m->now = m->equal;
  } else if (m->table->unequal && history->count >= 2) {
    m->table->unequal(&m->choice, h / step_back(history, 0), &m->now);
  } else {
    m->now = trapezoid;
  }
}

/* What the formula leaves of t^3/6, in units of h^3. */
static double error_constant(const SarIntegrator *integrator, const SarMultistep *formula, double h) {
  const SarHistory *history = &integrator->history;
  double t1 = sar_history_at(history, 0)->t + h, sum = 0;
  for (int32_t j = 1; j <= formula->steps; j++) {
    double s = (sar_history_at(history, j - 1)->t - t1) / h;
    sum -= formula->alpha[j] * s * s * s / 6 + formula->beta[j] * s * s / 2;
  }
  return sum;
}

static void add(int32_t n, double alpha, const double *y, double beta, const double *rate, double *sum) {
  for (int32_t i = 0; i < n; i++) sum[i] += alpha * y[i] + beta * rate[i];
}

/* Hats from the nodes in use; SAR_ROTATION_TOO_LARGE when they span too large a turn for one chart. */
static SarStatus prepare(SarIntegrator *integrator, double h) {
  Multistep *m = integrator->engine;
  SarStage *stage = &integrator->stage;
  const SarProblem *problem = integrator->problem;
  const SarSizes *n = &problem->n;
  choose_formula(integrator, m, h);
  m->error = error_constant(integrator, &m->now, h);
  stage->from = sar_history_at(&integrator->history, 0);
  stage->node = sar_history_trial(&integrator->history);
  stage->c_v = stage->c_x = m->now.beta[0] * h;
  stage->c_q = stage->c_v * stage->c_v;
  for (int32_t i = 0; i < n->nv; i++) stage->v_hat[i] = stage->xi_hat[i] = 0;
  for (int32_t i = 0; i < n->nx; i++) stage->x_hat[i] = 0;
  for (int32_t j = 1; j <= m->now.steps; j++) {
    const SarNode *node = sar_history_at(&integrator->history, j - 1);
    SarPoint at = sar_node_point(problem, node);
    double alpha = m->now.alpha[j], beta = h * m->now.beta[j];
    double span = sar_cayley_place(problem, stage->from->q, node->q, node->v, m->place, m->rate);
    if (!(span <= LARGEST_SPAN)) return SAR_ROTATION_TOO_LARGE;
    add(n->nv, alpha, at.v, beta, at.a, stage->v_hat);
    add(n->nv, alpha, m->place, beta, m->rate, stage->xi_hat);
    add(n->nx, alpha, at.x, beta, at.xdot, stage->x_hat);
  }
  return SAR_OK;
}

static SarStatus attempt(SarIntegrator *integrator, double h) {
  SAR_TRY(prepare(integrator, h));
  sar_predict_trial(&integrator->predictor, integrator->problem, &integrator->history, integrator->weight,
                    integrator->weight_x);
  SarNewtonTest test = sar_stopping_test_all(integrator, h);
  return sar_newton_solve(&integrator->newton, h, &test);
}

/* Positions: error h^3 q''' with q''' from the accelerations at both ends of the step. */
static SarErrorEstimate estimate(SarIntegrator *integrator, double h) {
  Multistep *m = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  const SarNode *trial = sar_history_trial(&integrator->history), *from = sar_history_at(&integrator->history, 0);
  for (int32_t i = 0; i < n->nv; i++) m->work[i] = trial->u[i] - from->u[i];
  double tolerance = integrator->options.tolerance;
  double error = fabs(m->error) * h * h * sar_rms(n->nv, m->work, integrator->weight);
  SarErrorEstimate position = {.ratio = error / tolerance, .power = 3};
  m->states_decide = false;
  if (n->nx == 0) return position;
  sar_third_differences(integrator, h, m->work);
  error = 6 * fabs(m->error) * sar_rms(n->nx, m->work, integrator->weight_x);
  return sar_estimate_worse(position, (SarErrorEstimate){.ratio = error / tolerance, .power = 3}, &m->states_decide);
}

static int32_t culprit(SarIntegrator *integrator) {
  const Multistep *m = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  if (m->states_decide) { /* the work array still holds their differences */
    int32_t state = sar_heaviest(n->nx, m->work, integrator->weight_x);
    return state < 0 ? -1 : n->nv + n->np + n->nn + state;
  }
  const SarNode *trial = sar_history_trial(&integrator->history), *from = sar_history_at(&integrator->history, 0);
  for (int32_t i = 0; i < n->nv; i++) m->work[i] = trial->u[i] - from->u[i];
  return sar_heaviest(n->nv, m->work, integrator->weight);
}

/* All that is needed stands in the history. */
const SarFamily sar_family_multistep = {
    .name = "multistep", .create = create, .attempt = attempt, .estimate = estimate, .culprit = culprit};
