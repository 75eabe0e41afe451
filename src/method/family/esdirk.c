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
#include "method/family/esdirk_weights.h"
#include "method/norm.h"
#include "method/stopping.h"

#define COINCIDE 1e-3  /* stages this close together, in steps, say nothing about a slope */
#define MOST_KEPT 4    /* steps whose stages are kept */
#define SAME_STEP 1e-9 /* fixed steps differ by the rounding of the time */

typedef struct Esdirk {
  SarTableau t;
  SarNode inner[MOST_KEPT][SAR_ESDIRK_STAGES]; /* stages between begin and end */
  int32_t kept;                                /* how many steps: this one and those that predictions look back at */
  int32_t current;                             /* which of them are this step's */
  int32_t before;                              /* how many steps there are before it, at most kept - 1 */
  double last_step;
  int32_t equal;                   /* accepted steps in a row of that length, at most SAR_ESDIRK_BACK */
  double *rate[SAR_ESDIRK_STAGES]; /* xi' of every stage of this step */
  double weight[SAR_ESDIRK_STAGES][SAR_ESDIRK_BACK];
  SarDefect defect[SAR_ESDIRK_STAGES];
  bool paper; /* the prediction is that of paper 4: the shares of the stages before it, and its order */
  double share[SAR_ESDIRK_STAGES][SAR_ESDIRK_STAGES];
  int32_t paper_order[SAR_ESDIRK_STAGES];
  double *rule; /* unknowns: what the weights say */
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
  e->paper = sar_method_key_is(choice, "predictor", "paper");
  paper_shares(e, choice->table->info.order);
  e->kept = 1 + (SAR_ESDIRK_BACK - 1 + e->t.stages - 2) / (e->t.stages - 1);
  int32_t unknowns = sar_stage_unknowns(&integrator->stage);
  bool complete = true;
  for (int32_t i = 1; i + 1 < e->t.stages; i++) {
    for (int32_t k = 0; k < e->kept; k++) {
      complete = complete && sar_node_create(arena, problem, unknowns, &e->inner[k][i]);
    }
  }
  for (int32_t i = 0; i < e->t.stages; i++) {
    e->rate[i] = SAR_NEW(arena, n->nv, double);
    complete = complete && e->rate[i] && sar_defect_create(arena, unknowns, &e->defect[i]);
    if (i > 0) sar_esdirk_weights(&e->t, i, e->weight[i]);
  }
  e->rule = SAR_NEW(arena, unknowns, double);
  e->work = SAR_NEW(arena, n->nv > n->nx ? n->nv : n->nx, double);
  e->local = (SarLocalErrors){.positions = position_errors,
                              .states = state_errors,
                              .errors = e->work,
                              .power = e->t.embedded_order + 1,
                              .scale = 1};
  return complete && e->work && e->rule ? SAR_OK : sar_report_no_memory(integrator->context);
}

static void start(SarIntegrator *integrator) {
  Esdirk *e = integrator->engine;
  e->before = e->equal = 0;
  e->last_step = 0;
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

/* The last stages before stage i, the newest first; returns how many there are, at most `most`. */
static int32_t look_back(SarIntegrator *integrator, int32_t i, int32_t most, const SarNode **nodes) {
  Esdirk *e = integrator->engine;
  int32_t count = 0;
  for (int32_t back = 0, j = i - 1; back <= e->before && count < most; back++, j = e->t.stages - 2) {
    const SarNode *inner = e->inner[(e->current + e->kept - back) % e->kept];
    for (; j > 0 && count < most; j--) nodes[count++] = &inner[j];
    if (count < most) nodes[count++] = sar_history_at(&integrator->history, back);
  }
  return count;
}

/* Applies the weights, where the steps that they reach back to are as long as this one. */
static bool follow_rule(SarIntegrator *integrator, int32_t i, double h) {
  Esdirk *e = integrator->engine;
  const SarNode *nodes[SAR_ESDIRK_BACK];
  int32_t solves = e->t.stages - 1, steps = (SAR_ESDIRK_BACK + solves - 1) / solves;
  if (integrator->predictor.highest == 0 || e->equal < steps || fabs(e->last_step - h) > SAME_STEP * h) return false;
  if (look_back(integrator, i, SAR_ESDIRK_BACK, nodes) < SAR_ESDIRK_BACK) return false;
  const double *w = e->weight[i], *u0 = nodes[0]->u, *u1 = nodes[1]->u, *u2 = nodes[2]->u, *u3 = nodes[3]->u;
  const double *u4 = nodes[4]->u, *u5 = nodes[5]->u;
  for (int32_t k = 0; k < nodes[0]->nu; k++) {
    e->rule[k] = w[0] * u0[k] + w[1] * u1[k] + (w[2] * u2[k] + w[3] * u3[k]) + (w[4] * u4[k] + w[5] * u5[k]);
  }
  return true;
}

/* The unknowns of stage i by the rule, or else by a polynomial through the stages before it. */
static void predict(SarIntegrator *integrator, int32_t i, double h, bool ruled, SarNode *node) {
  Esdirk *e = integrator->engine;
  SarPredictor *predictor = &integrator->predictor;
  const SarNode *nodes[SAR_PREDICTOR_NODES];
  if (ruled && sar_defect_useful(&e->defect[i], h)) {
    sar_defect_predict(&e->defect[i], e->rule, node);
    predictor->order = SAR_PREDICTOR_HIGHEST;
    return;
  }
  int32_t count = look_back(integrator, i, SAR_PREDICTOR_NODES, nodes);
  sar_predict(predictor, integrator->problem, nodes, count, integrator->weight, integrator->weight_x, node);
}

/* What the solution teaches for the next step. */
static void learn(SarIntegrator *integrator, int32_t i, double h, bool ruled) {
  Esdirk *e = integrator->engine;
  const SarDefectScale scale = {&integrator->problem->n, integrator->weight, integrator->weight_x};
  if (ruled) {
    const double *before = stage_node(integrator, i - 1)->u;
    sar_defect_learn(&e->defect[i], h, e->rule, before, integrator->stage.node, &scale);
  } else {
    sar_defect_forget(&e->defect[i]);
  }
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
  bool ruled = !e->paper && follow_rule(integrator, i, h);
  if (e->paper) {
    predict_as_paper(integrator, i, stage->node);
  } else {
    predict(integrator, i, h, ruled, stage->node);
  }
  SarNewtonTest test = sar_stopping_test_all(integrator, h);
  SAR_TRY(sar_newton_solve(&integrator->newton, h, &test));
  learn(integrator, i, h, ruled);
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
  bool same = fabs(e->last_step - h) <= SAME_STEP * h;
  e->equal = !same ? 1 : e->equal < SAR_ESDIRK_BACK ? e->equal + 1 : e->equal;
  e->last_step = h;
  e->current = (e->current + 1) % e->kept;
  if (e->before < e->kept - 1) e->before++;
}

/* The stages of the last step serve the next prediction. */
static void archive_memory(SarIntegrator *integrator, SarArchive *archive) {
  Esdirk *e = integrator->engine;
  sar_archive_int(archive, &e->current, 0, e->kept - 1);
  sar_archive_int(archive, &e->before, 0, e->kept - 1);
  sar_archive_int(archive, &e->equal, 0, SAR_ESDIRK_BACK);
  SAR_ARCHIVE(archive, e->last_step);
  for (int32_t back = 1; back <= e->before && archive->status == SAR_OK; back++) {
    SarNode *inner = e->inner[(e->current + e->kept - back) % e->kept];
    for (int32_t i = 1; i + 1 < e->t.stages; i++) sar_node_archive(&inner[i], integrator->problem, archive);
  }
  for (int32_t i = 1; i < e->t.stages && archive->status == SAR_OK; i++) {
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
