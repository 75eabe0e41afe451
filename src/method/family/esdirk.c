/* Stiffly accurate ESDIRK methods on second-order systems (numerics 2; paper 4, eqs 5 and 6). One chart, around the
 * configuration at the begin of the step, holds all stages; in it
 *
 *   v_i = v_n + h sum_{j<i} a_ij a_j + gamma h a_i        xi_i = h sum_{j<i} a_ij xi'_j + gamma h T^-1(xi_i) v_i
 *
 * and every stage is the same solve, with the same matrix. The last one is the new point. */
#include "method/family/esdirk.h"

#include <math.h>

#include "method/cayley.h"
#include "method/defect.h"
#include "method/estimate.h"
#include "method/norm.h"
#include "method/stopping.h"

#define COINCIDE 1e-3 /* stages this close together, in steps, say nothing about a slope */

typedef struct Esdirk {
  SarTableau t;
  SarNode inner[2][SAR_ESDIRK_STAGES]; /* stages between begin and end, of this step and of the one before */
  int32_t current;                     /* which of the two is this step's */
  bool have_before;
  double *rate[SAR_ESDIRK_STAGES]; /* xi' of every stage of this step */
  SarDefect defect[SAR_ESDIRK_STAGES];
  bool learns, paper; /* the prediction adds what it missed one step ago; it is that of paper 4 */
  /* Paper 4's prediction of a stage: the shares of the stages before it, and its order. */
  double share[SAR_ESDIRK_STAGES][SAR_ESDIRK_STAGES];
  int32_t paper_order[SAR_ESDIRK_STAGES];
  double *work; /* max(nv, nx) */
  SarLocalErrors local;
  bool states_decide;
} Esdirk;

static void position_errors(SarIntegrator *integrator, double h);
static void state_errors(SarIntegrator *integrator, double h);

/* Points of the prediction of stage i (paper 4, section 3.1): the last one for the first stage to be solved, three for
 * the last stage of methods of order four and more, two for all others; fewer where two of them coincide. */
static int32_t points_of_stage(const SarTableau *t, int32_t i, int32_t order) {
  int32_t points = i == 1 ? 1 : i + 1 == t->stages && order >= 4 ? SAR_HERMITE_POINTS : 2;
  for (int32_t j = 1; j < points; j++) {
    for (int32_t k = 0; k < j; k++) {
      if (fabs(t->c[i - 1 - j] - t->c[i - 1 - k]) < COINCIDE) return j;
    }
  }
  return points;
}

/* Eqs (12) and (16) with the values that the method itself gives, y_j = y_0 + h sum_k a_jk y'_k: the rate of a stage is
 * a sum of those of the stages before it, whatever the step. Multipliers and other unknowns without an integral are
 * rates here as well. */
static void paper_shares(Esdirk *e, int32_t order) {
  const SarTableau *t = &e->t;
  for (int32_t i = 1; i < t->stages; i++) {
    double time[SAR_HERMITE_POINTS], value[SAR_HERMITE_POINTS], rate[SAR_HERMITE_POINTS];
    int32_t points = points_of_stage(t, i, order);
    for (int32_t j = 0; j < points; j++) time[j] = t->c[i - 1 - j];
    sar_hermite_slope(time, points, t->c[i], value, rate);
    for (int32_t j = 0; j < points; j++) {
      e->share[i][i - 1 - j] += rate[j];
      for (int32_t k = 0; k < i; k++) e->share[i][k] += value[j] * t->a[i - 1 - j][k];
    }
    e->paper_order[i] = 2 * (points - 1);
  }
}

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  const SarEsdirkTable *table = choice->table->coefficients;
  const SarProblem *problem = integrator->problem;
  const SarSizes *n = &problem->n;
  SarArena *arena = integrator->arena;
  Esdirk *e = SAR_NEW(arena, 1, Esdirk);
  if (!e) return sar_report_no_memory(integrator->context);
  integrator->engine = e;
  integrator->stage.map = SAR_MAP_CAYLEY;
  table->tableau(choice, &e->t);
  e->learns = sar_method_key_is(choice, "predictor", "adaptive");
  e->paper = sar_method_key_is(choice, "predictor", "paper");
  paper_shares(e, choice->table->info.order);
  int32_t unknowns = sar_stage_unknowns(&integrator->stage);
  bool complete = true;
  for (int32_t i = 1; i + 1 < e->t.stages; i++) {
    complete = complete && sar_node_create(arena, problem, unknowns, &e->inner[0][i]) &&
               sar_node_create(arena, problem, unknowns, &e->inner[1][i]);
  }
  for (int32_t i = 0; i < e->t.stages; i++) {
    e->rate[i] = SAR_NEW(arena, n->nv, double);
    complete = complete && e->rate[i] && sar_defect_create(arena, unknowns, &e->defect[i]);
  }
  e->work = SAR_NEW(arena, n->nv > n->nx ? n->nv : n->nx, double);
  e->local = (SarLocalErrors){position_errors, state_errors, e->work, e->t.embedded_order + 1, 1};
  return complete && e->work ? SAR_OK : sar_report_no_memory(integrator->context);
}

static void start(SarIntegrator *integrator) {
  Esdirk *e = integrator->engine;
  e->have_before = false;
  for (int32_t i = 0; i < e->t.stages; i++) sar_defect_forget(&e->defect[i]);
}

/* The node of a stage of the running step; the first is the begin of the step. */
static const SarNode *stage_node(SarIntegrator *integrator, int32_t i) {
  Esdirk *e = integrator->engine;
  if (i == 0) return sar_history_at(&integrator->history, 0);
  return i + 1 == e->t.stages ? sar_history_trial(&integrator->history) : &e->inner[e->current][i];
}

/* Hats of stage i from the stages before it. */
static void prepare(SarIntegrator *integrator, int32_t i, double h) {
  Esdirk *e = integrator->engine;
  SarStage *stage = &integrator->stage;
  const SarSizes *n = &integrator->problem->n;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  stage->from = from;
  stage->c_v = stage->c_x = e->t.gamma * h;
  stage->c_q = stage->c_v * stage->c_v;
  for (int32_t k = 0; k < n->nv; k++) stage->v_hat[k] = from->v[k], stage->xi_hat[k] = 0;
  for (int32_t k = 0; k < n->nx; k++) stage->x_hat[k] = from->x[k];
  for (int32_t j = 0; j < i; j++) {
    SarPoint at = sar_node_point(integrator->problem, stage_node(integrator, j));
    double share = h * e->t.a[i][j];
    for (int32_t k = 0; k < n->nv; k++) stage->v_hat[k] += share * at.a[k];
    for (int32_t k = 0; k < n->nv; k++) stage->xi_hat[k] += share * e->rate[j][k];
    for (int32_t k = 0; k < n->nx; k++) stage->x_hat[k] += share * at.xdot[k];
  }
}

static int32_t append(const SarNode **nodes, int32_t count, const SarNode *node) {
  if (count < SAR_PREDICTOR_NODES) nodes[count++] = node;
  return count;
}

/* The unknowns of stage i from the stages before it, those of the step before, and its begin. */
static void predict(SarIntegrator *integrator, int32_t i, SarNode *node) {
  Esdirk *e = integrator->engine;
  const SarNode *nodes[SAR_PREDICTOR_NODES];
  int32_t count = 0;
  for (int32_t j = i - 1; j >= 0; j--) count = append(nodes, count, stage_node(integrator, j));
  if (e->have_before) {
    for (int32_t j = e->t.stages - 2; j > 0; j--) count = append(nodes, count, &e->inner[1 - e->current][j]);
    count = append(nodes, count, sar_history_at(&integrator->history, 1));
  }
  sar_predict(&integrator->predictor, integrator->problem, nodes, count, integrator->weight, integrator->weight_x,
              node);
}

static void predict_as_paper(SarIntegrator *integrator, int32_t i, SarNode *node) {
  const Esdirk *e = integrator->engine;
  for (int32_t k = 0; k < node->nu; k++) node->u[k] = 0;
  for (int32_t j = 0; j < i; j++) {
    const double share = e->share[i][j], *u = stage_node(integrator, j)->u;
    for (int32_t k = 0; k < node->nu; k++) node->u[k] += share * u[k];
  }
  integrator->predictor.order = e->paper_order[i];
}

static SarStatus solve_stage(SarIntegrator *integrator, int32_t i, double h) {
  Esdirk *e = integrator->engine;
  SarStage *stage = &integrator->stage;
  bool last = i + 1 == e->t.stages;
  prepare(integrator, i, h);
  stage->node = last ? sar_history_trial(&integrator->history) : &e->inner[e->current][i];
  if (!last) stage->node->t = stage->from->t + e->t.c[i] * h;
  if (e->paper) {
    predict_as_paper(integrator, i, stage->node);
  } else {
    predict(integrator, i, stage->node);
  }
  int32_t order = integrator->predictor.order;
  if (e->learns) sar_defect_add(&e->defect[i], h, order, stage->node);
  SarNewtonTest test = sar_stopping_test_all(integrator, h);
  SAR_TRY(sar_newton_solve(&integrator->newton, h, &test));
  const SarDefectScale scale = {&integrator->problem->n, integrator->weight, integrator->weight_x};
  if (e->learns) sar_defect_learn(&e->defect[i], h, order, integrator->newton.predicted, stage->node, &scale);
  sar_cayley_rate(integrator->problem, stage->xi, sar_stage_carrier(stage, stage->node), e->rate[i]);
  if (!last) sar_newton_accepted(&integrator->newton);
  return SAR_OK;
}

static SarStatus attempt(SarIntegrator *integrator, double h) {
  Esdirk *e = integrator->engine;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  const double *carrier = sar_stage_carrier(&integrator->stage, from);
  for (int32_t k = 0; k < integrator->problem->n.nv; k++) e->rate[0][k] = carrier[k];
  for (int32_t i = 1; i < e->t.stages; i++) SAR_TRY(solve_stage(integrator, i, h));
  return SAR_OK;
}

/* Difference of the last row and the embedded one in stage i. */
static double difference(const SarTableau *t, int32_t i) { return t->a[t->stages - 1][i] - t->embedded[i]; }

static void position_errors(SarIntegrator *integrator, double h) {
  Esdirk *e = integrator->engine;
  int32_t nv = integrator->problem->n.nv;
  for (int32_t k = 0; k < nv; k++) e->work[k] = 0;
  for (int32_t i = 0; i < e->t.stages; i++) {
    double share = h * difference(&e->t, i);
    for (int32_t k = 0; k < nv; k++) e->work[k] += share * e->rate[i][k];
  }
}

static void state_errors(SarIntegrator *integrator, double h) {
  Esdirk *e = integrator->engine;
  int32_t nx = integrator->problem->n.nx;
  for (int32_t k = 0; k < nx; k++) e->work[k] = 0;
  for (int32_t i = 0; i < e->t.stages; i++) {
    double share = h * difference(&e->t, i);
    const double *xdot = sar_node_point(integrator->problem, stage_node(integrator, i)).xdot;
    for (int32_t k = 0; k < nx; k++) e->work[k] += share * xdot[k];
  }
}

/* Positions and states against the embedded formula. Velocities and multipliers of an index-3 system are of lower order
 * inside a step and would hold the step back. */
static SarErrorEstimate estimate(SarIntegrator *integrator, double h) {
  Esdirk *e = integrator->engine;
  return sar_estimate(integrator, &e->local, h, &e->states_decide);
}

static int32_t culprit(SarIntegrator *integrator) {
  Esdirk *e = integrator->engine;
  return sar_estimate_culprit(integrator, &e->local, e->states_decide);
}

static void accept(SarIntegrator *integrator, double h) {
  Esdirk *e = integrator->engine;
  (void)h;
  e->current = 1 - e->current;
  e->have_before = true;
}

/* The stages of the last step serve the next prediction. */
static void archive_memory(SarIntegrator *integrator, SarArchive *archive) {
  Esdirk *e = integrator->engine;
  sar_archive_int(archive, &e->current, 0, 1);
  sar_archive_flag(archive, &e->have_before);
  if (!e->have_before || archive->status != SAR_OK) return;
  for (int32_t i = 1; i + 1 < e->t.stages; i++) {
    sar_node_archive(&e->inner[1 - e->current][i], integrator->problem, archive);
  }
  for (int32_t i = 1; i < e->t.stages; i++) {
    sar_defect_archive(&e->defect[i], sar_stage_unknowns(&integrator->stage), archive);
  }
}

const SarFamily sar_family_esdirk = {.name = "esdirk",
                                     .si2 = true,
                                     .scaling = true,
                                     .create = create,
                                     .start = start,
                                     .attempt = attempt,
                                     .estimate = estimate,
                                     .culprit = culprit,
                                     .accept = accept,
                                     .archive = archive_memory};
