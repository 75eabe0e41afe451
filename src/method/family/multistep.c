/* Linear multistep methods on second-order systems (numerics 2; paper 4, eq 2): velocities by the formula on
 * accelerations, positions by the same formula on the rates of the chart around the last accepted configuration,
 *
 *   v = v_hat + c_v a,   xi = xi_hat + c_v T^-1(xi) v,   x = x_hat + c_v xdot,   c_v = beta_0 h.
 *
 * With fixed steps the first ones, and those after an event, are taken with the trapezoid (paper 4, eq 3). On index 3
 * it leaves an oscillation in the accelerations which would fool the error estimate, so with free steps it is backward
 * Euler, until there are nodes enough for an estimate from positions alone: on index 3 a step of backward Euler, h1,
 * leaves O(h1) in the velocities, and an estimate with them would grow as h1^3/h for shorter and shorter steps. */
#include "method/family/multistep.h"

#include <math.h>

#include "method/estimate.h"
#include "method/norm.h"
#include "method/stopping.h"
#include "method/vector.h"

#define EQUAL 1e-9          /* relative difference of two steps that count as equal */
#define NODES_OF_ESTIMATE 3 /* besides the new one: from fewer there is no third difference of positions */
#define LARGEST_SPAN 2      /* rad that the nodes in use may span (numerics 1) */

typedef struct Multistep {
  SarMethodChoice choice;
  const SarMultistepTable *table;
  SarMultistep equal, now; /* the formula for equal steps, and that of the running step */
  int32_t power;           /* local error of the running step: error h^power y^(power) */
  double error;
  double *place, *rate; /* of an older node in the chart */
  double *older;        /* place of another */
  double *work;         /* max(nv, nx) */
  SarLocalErrors local;
  bool states_decide;
  SarInheritance inheritance;
  double *inherited; /* nx: what the states of the running step may inherit from the motion */
  bool paper;        /* predicts as paper 4 does */
} Multistep;

static const SarMultistep trapezoid = {.steps = 1, .alpha = {0, 1}, .beta = {0.5, 0.5}};
static const SarMultistep backward_euler = {.steps = 1, .alpha = {0, 1}, .beta = {1, 0}};

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  const SarSizes *n = &integrator->problem->n;
  SarArena *arena = integrator->arena;
  Multistep *m = SAR_NEW(arena, 1, Multistep);
  if (!m) return sar_report_no_memory(integrator->context);
  integrator->engine = m;
  integrator->stage.map = SAR_MAP_VECTOR;
  m->choice = *choice;
  m->table = choice->table->coefficients;
  m->table->formula(choice, &m->equal);
  m->paper = sar_method_key_is(choice, "predictor", "paper");
  m->place = SAR_NEW(arena, n->nv, double);
  m->rate = SAR_NEW(arena, n->nv, double);
  m->older = SAR_NEW(arena, n->nv, double);
  m->work = SAR_NEW(arena, n->nv > n->nx ? n->nv : n->nx, double);
  m->inherited = SAR_NEW(arena, n->nx, double);
  bool complete = m->place && m->rate && m->older && m->work && m->inherited &&
                  sar_inheritance_create(arena, integrator->problem, &m->inheritance);
  return complete ? SAR_OK : sar_report_no_memory(integrator->context);
}

/* The length of the k-th accepted step counted back from the newest. */
static double step_back(const SarHistory *history, int32_t k) {
  return sar_history_at(history, k)->t - sar_history_at(history, k + 1)->t;
}

/* The formula for a step h from what is known. */
static void choose_formula(const SarIntegrator *integrator, Multistep *m, double h) {
  const SarHistory *history = &integrator->history;
  bool fixed = integrator->options.fixed_step > 0;
  if (!fixed && history->count < NODES_OF_ESTIMATE) {
    m->now = backward_euler;
    return;
  }
  bool equal = history->count >= m->equal.steps;
  for (int32_t k = 0; equal && k + 1 < m->equal.steps; k++) equal = fabs(step_back(history, k) - h) <= EQUAL * h;
  if (equal) {
    m->now = m->equal;
  } else if (m->table->unequal && history->count >= 2) {
    m->table->unequal(&m->choice, h / step_back(history, 0), &m->now);
  } else {
    m->now = fixed ? trapezoid : backward_euler;
  }
}

/* What the formula leaves of t^power/power!, in units of h^power. */
static double error_constant(const SarIntegrator *integrator, const SarMultistep *formula, int32_t power, double h) {
  const SarHistory *history = &integrator->history;
  double t1 = sar_history_at(history, 0)->t + h, sum = 0, factorial = power == 2 ? 2 : 6;
  for (int32_t j = 1; j <= formula->steps; j++) {
    double s = (sar_history_at(history, j - 1)->t - t1) / h, before = pow(s, power - 1);
    sum -= (formula->alpha[j] * s * before + power * formula->beta[j] * before) / factorial;
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
  m->power = m->now.steps == 1 && m->now.beta[0] == 1 ? 2 : 3; /* backward Euler, or a formula of second order */
  m->error = error_constant(integrator, &m->now, m->power, h);
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
    const double *carrier = sar_stage_carrier(stage, node);
    add(n->nv, alpha, at.v, beta, at.a, stage->v_hat);
    add(n->nx, alpha, at.x, beta, at.xdot, stage->x_hat);
    if (node == stage->from) { /* its place is the origin of the chart */
      for (int32_t i = 0; i < n->nv; i++) stage->xi_hat[i] += beta * carrier[i];
      continue;
    }
    double span = sar_vector_place(problem, stage->from->q, node->q, m->place);
    if (!(span <= LARGEST_SPAN)) return SAR_ROTATION_TOO_LARGE;
    sar_vector_rate(problem, m->place, carrier, m->rate);
    add(n->nv, alpha, m->place, beta, m->rate, stage->xi_hat);
  }
  return SAR_OK;
}

/* Paper 4 wants no points in the prediction that the formula does not use. */
static void predict(SarIntegrator *integrator) {
  const Multistep *m = integrator->engine;
  if (m->paper && m->now.steps > 1) {
    integrator->predictor.order = sar_predict_hermite(integrator->problem, &integrator->history);
  } else {
    sar_predict_trial(&integrator->predictor, integrator->problem, &integrator->history, integrator->weight,
                      integrator->weight_x);
  }
}

static SarStatus attempt(SarIntegrator *integrator, double h) {
  SAR_TRY(prepare(integrator, h));
  predict(integrator);
  SarNewtonTest test = sar_stopping_test_all(integrator, h);
  return sar_newton_solve(&integrator->newton, h, &test);
}

/* h^3 q''' from the divided differences of positions over three steps. Accelerations will not do: on index 3 they
 * answer to what the velocities of a long step violate their constraints by, over h, and a shorter step makes that
 * worse. */
static void third_position_differences(SarIntegrator *integrator, double h) {
  Multistep *m = integrator->engine;
  const SarProblem *problem = integrator->problem;
  const SarNode *n0 = sar_history_at(&integrator->history, 0), *n1 = sar_history_at(&integrator->history, 1);
  const SarNode *n2 = sar_history_at(&integrator->history, 2);
  double t = n0->t + h, h1 = n0->t - n1->t, h2 = n1->t - n2->t;
  sar_vector_place(problem, n0->q, n1->q, m->place);
  sar_vector_place(problem, n0->q, n2->q, m->older);
  for (int32_t i = 0; i < problem->n.nv; i++) {
    double d0 = integrator->stage.xi[i] / h, d1 = -m->place[i] / h1, d2 = (m->place[i] - m->older[i]) / h2;
    double e0 = (d0 - d1) / (t - n1->t), e1 = (d1 - d2) / (n0->t - n2->t);
    m->work[i] = 6 * h * h * h * (e0 - e1) / (t - n2->t);
  }
}

/* h^power q^(power): of a step of backward Euler from the velocities at both ends, of a formula of second order from
 * positions over three steps. */
static void position_differences(SarIntegrator *integrator, double h) {
  Multistep *m = integrator->engine;
  SarStage *stage = &integrator->stage;
  const SarNode *trial = sar_history_trial(&integrator->history), *from = sar_history_at(&integrator->history, 0);
  if (m->power == 3) {
    third_position_differences(integrator, h);
    return;
  }
  sar_vector_rate(integrator->problem, stage->xi, trial->v, m->rate);
  for (int32_t i = 0; i < integrator->problem->n.nv; i++) m->work[i] = h * (m->rate[i] - from->v[i]);
}

static void state_differences(SarIntegrator *integrator, double h) {
  Multistep *m = integrator->engine;
  const SarProblem *problem = integrator->problem;
  const double *now = sar_node_point(problem, sar_history_trial(&integrator->history)).xdot;
  const double *before = sar_node_point(problem, sar_history_at(&integrator->history, 0)).xdot;
  if (m->power == 3) sar_third_differences(integrator, h, m->work);
  for (int32_t i = 0; i < problem->n.nx; i++) m->work[i] = m->power == 2 ? h * (now[i] - before[i]) : 6 * m->work[i];
}

static SarErrorEstimate estimate(SarIntegrator *integrator, double h) {
  Multistep *m = integrator->engine;
  m->local = (SarLocalErrors){.positions = position_differences,
                              .states = state_differences,
                              .errors = m->work,
                              .power = m->power,
                              .scale = fabs(m->error),
                              .inheritance = &m->inheritance,
                              .inherited = m->inherited};
  return sar_estimate(integrator, &m->local, h, &m->states_decide);
}

static int32_t culprit(SarIntegrator *integrator) {
  Multistep *m = integrator->engine;
  return sar_estimate_culprit(integrator, &m->local, m->states_decide);
}

/* All that is needed stands in the history. */
const SarFamily sar_family_multistep = {.name = "multistep",
                                        .si2 = true,
                                        .scaling = true,
                                        .create = create,
                                        .attempt = attempt,
                                        .estimate = estimate,
                                        .culprit = culprit};
