/* Backward differentiation formulas with variable step and order in the form with a fixed leading coefficient (Brenan,
 * Campbell and Petzold 1996, section 5.2). With the polynomial of degree k through the last k + 1 points, y_p and y'_p
 * its value and slope at the new time,
 *
 *   y = y_p + (h/sigma) (y' - y'_p),   sigma = 1 + 1/2 + ... + 1/k,
 *
 * which is the classical formula when all steps are equal. The history is kept as configurations and velocities and is
 * placed anew in the chart of every step (numerics 2). On index 3 the error test looks at positions and states only. */
#include "method/family/bdf.h"

#include <math.h>

#include "method/estimate.h"
#include "method/family/radau_start.h"
#include "method/norm.h"
#include "method/stopping.h"
#include "method/touching.h"
#include "method/vector.h"

#define NODES (SAR_BDF_ORDER + 2) /* of the highest order, and one more to see whether that order would pay */
#define LARGEST_SPAN 2            /* rad that the nodes in use may span (numerics 1) */
#define WORTH_RAISING 1.2         /* the next higher order must allow a step that much longer */
#define WORTH_LOWERING 1.0        /* lower orders are taken as soon as they allow a longer step */

typedef struct Bdf {
  int32_t most, order;    /* highest order allowed; that of the running step */
  int32_t steps_at_order; /* accepted steps since the order was changed */
  int32_t better;         /* order that the last estimate recommends */
  int32_t nodes;          /* accepted since the start, or the last kink with fixed steps: at most NODES */
  int32_t usable;         /* those of them that fit into one chart */
  double *place[NODES];   /* of the accepted nodes, newest first, in the chart of the newest */
  double *work;           /* max(nv, nx) */
  bool states_decide;
  SarInheritance inheritance;
  double *inherited;   /* nx: what the states of the running step may inherit from the motion */
  bool paper;          /* predicts as paper 4 does for multistep methods */
  SarRadauStart first; /* steps before there are nodes enough for the order of fixed steps */
} Bdf;

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  const SarBdfTable *table = choice->table->coefficients;
  const SarSizes *n = &integrator->problem->n;
  SarArena *arena = integrator->arena;
  Bdf *bdf = SAR_NEW(arena, 1, Bdf);
  if (!bdf) return sar_report_no_memory(integrator->context);
  integrator->engine = bdf;
  integrator->stage.map = SAR_MAP_VECTOR;
  bdf->most = table->max_order(choice);
  bdf->paper = sar_method_key_is(choice, "predictor", "paper");
  bool complete = true;
  for (int32_t k = 0; k < NODES; k++) complete = (bdf->place[k] = SAR_NEW(arena, n->nv, double)) && complete;
  bdf->work = SAR_NEW(arena, n->nv > n->nx ? n->nv : n->nx, double);
  bdf->inherited = SAR_NEW(arena, n->nx, double);
  complete = complete && bdf->inherited && sar_inheritance_create(arena, integrator->problem, &bdf->inheritance);
  if (!complete || !bdf->work) return sar_report_no_memory(integrator->context);
  bool starts = integrator->options.fixed_step > 0 && bdf->most > 1;
  return starts ? sar_radau_start_create(integrator, &bdf->first) : SAR_OK;
}

static void destroy(SarIntegrator *integrator) {
  Bdf *bdf = integrator->engine;
  if (bdf && bdf->first.engine) sar_radau_start_destroy(integrator, &bdf->first);
}

static void start(SarIntegrator *integrator) {
  Bdf *bdf = integrator->engine;
  bdf->order = bdf->better = 1;
  bdf->steps_at_order = 0;
  bdf->nodes = 1;
}

/* Weights of the polynomial through the nodes 0 ... k and of its slope at time t (Lagrange). */
static void polynomial(int32_t k, const double *node, double t, double *value, double *slope) {
  for (int32_t j = 0; j <= k; j++) {
    double product = 1, sum = 0;
    for (int32_t m = 0; m <= k; m++) {
      if (m == j) continue;
      product *= (t - node[m]) / (node[j] - node[m]);
      sum += 1 / (t - node[m]);
    }
    value[j] = product;
    slope[j] = product * sum;
  }
}

/* The times of the nodes 0 ... k. */
static void node_times(const SarHistory *history, int32_t k, double *node) {
  for (int32_t j = 0; j <= k; j++) node[j] = sar_history_at(history, j)->t;
}

static double sigma(int32_t order) {
  double sum = 0;
  for (int32_t j = 1; j <= order; j++) sum += 1.0 / j;
  return sum;
}

double sar_bdf_formula(int32_t k, const double *node, double t, double h, double *share) {
  double value[NODES], slope[NODES], c = h / sigma(k);
  polynomial(k, node, t, value, slope);
  for (int32_t j = 0; j <= k; j++) share[j] = value[j] - c * slope[j];
  return c;
}

/* Nodes to look back on, the newest included. With fixed steps none before a kink: no polynomial goes over it with
 * their order, and where a short step leads up to it none goes on from there with the long one that follows. */
static int32_t nodes_behind(const SarIntegrator *integrator) {
  const Bdf *bdf = integrator->engine;
  return integrator->history.count < bdf->nodes ? integrator->history.count : bdf->nodes;
}

/* Places all nodes in the chart of the newest; those that have turned too far cannot be used. */
static void place_nodes(SarIntegrator *integrator) {
  Bdf *bdf = integrator->engine;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  int32_t count = nodes_behind(integrator);
  for (bdf->usable = 0; bdf->usable < count; bdf->usable++) {
    const SarNode *node = sar_history_at(&integrator->history, bdf->usable);
    double span = sar_vector_place(integrator->problem, from->q, node->q, bdf->place[bdf->usable]);
    if (!(span <= LARGEST_SPAN)) break;
  }
}

/* y = y_hat + c y' of velocities, states and, twice, of positions. */
static void set_weights(SarStage *stage, double c) {
  stage->c_v = stage->c_x = c;
  stage->c_q = c * c;
}

static void prepare(SarIntegrator *integrator, double h) {
  Bdf *bdf = integrator->engine;
  SarStage *stage = &integrator->stage;
  const SarSizes *n = &integrator->problem->n;
  const SarHistory *history = &integrator->history;
  double time[NODES] = {0}, share[NODES];
  place_nodes(integrator);
  if (integrator->options.fixed_step > 0) bdf->order = bdf->most;
  if (bdf->order > bdf->usable - 1) bdf->order = bdf->usable - 1;
  if (bdf->order < 1) bdf->order = 1;
  stage->from = sar_history_at(history, 0);
  stage->node = sar_history_trial(&integrator->history);
  for (int32_t i = 0; i < n->nv; i++) stage->v_hat[i] = stage->xi_hat[i] = 0;
  for (int32_t i = 0; i < n->nx; i++) stage->x_hat[i] = 0;
  if (bdf->usable < 2) { /* the first step: backward Euler */
    set_weights(stage, h);
    for (int32_t i = 0; i < n->nv; i++) stage->v_hat[i] = stage->from->v[i];
    for (int32_t i = 0; i < n->nx; i++) stage->x_hat[i] = stage->from->x[i];
    return;
  }
  node_times(history, bdf->order, time);
  set_weights(stage, sar_bdf_formula(bdf->order, time, stage->node->t, h, share));
  for (int32_t j = 0; j <= bdf->order; j++) {
    const SarNode *node = sar_history_at(history, j);
    for (int32_t i = 0; i < n->nv; i++) stage->v_hat[i] += share[j] * node->v[i];
    for (int32_t i = 0; i < n->nv; i++) stage->xi_hat[i] += share[j] * bdf->place[j][i];
    for (int32_t i = 0; i < n->nx; i++) stage->x_hat[i] += share[j] * node->x[i];
  }
}

static SarStatus attempt(SarIntegrator *integrator, double h) {
  Bdf *bdf = integrator->engine;
  integrator->formula = 0;
  if (bdf->first.engine && nodes_behind(integrator) <= bdf->most) {
    SarStatus status = sar_radau_start_step(integrator, &bdf->first, h);
    if (status <= 0) return status; /* else with what there is: orders from one on */
  }
  prepare(integrator, h);
  integrator->formula = bdf->order;
  if (bdf->paper && bdf->order > 1) {
    integrator->predictor.order = sar_predict_hermite(integrator->problem, &integrator->history);
  } else {
    sar_predict_trial(&integrator->predictor, integrator->problem, &integrator->history, integrator->weight,
                      integrator->weight_x);
  }
  SarNewtonTest test = sar_stopping_test_all(integrator, h);
  return sar_newton_solve(&integrator->newton, integrator->stage.c_v, &test);
}

/* How far the new values are from the polynomial of degree m through the old ones, weighted: the size of the term
 * h^{m+1} y^(m+1) (up to a constant). positions: of the chart; else states. The differences stay in the work array. */
static double distance(SarIntegrator *integrator, int32_t m, bool positions) {
  Bdf *bdf = integrator->engine;
  const SarProblem *problem = integrator->problem;
  const SarHistory *history = &integrator->history;
  const SarNode *trial = sar_history_trial(&integrator->history), *from = sar_history_at(history, 0);
  int32_t n = positions ? problem->n.nv : problem->n.nx;
  const double *now = positions ? integrator->stage.xi : trial->x;
  double time[NODES] = {0}, value[NODES], slope[NODES];
  for (int32_t i = 0; i < n; i++) bdf->work[i] = now[i];
  if (bdf->usable < 2) { /* the tangent, for want of a second point */
    const double *rate = positions ? from->v : sar_node_point(problem, from).xdot;
    for (int32_t i = 0; i < n; i++) bdf->work[i] -= (positions ? 0 : from->x[i]) + (trial->t - from->t) * rate[i];
  } else {
    node_times(history, m, time);
    polynomial(m, time, trial->t, value, slope);
    for (int32_t j = 0; j <= m; j++) {
      const double *old = positions ? bdf->place[j] : sar_history_at(history, j)->x;
      for (int32_t i = 0; i < n; i++) bdf->work[i] -= value[j] * old[i];
    }
  }
  return positions ? sar_position_norm(integrator, bdf->work) : sar_rms(n, bdf->work, integrator->weight_x);
}

/* From that distance to the local error of the formula of order m (Brenan, Campbell and Petzold, section 5.2.3). */
static double error_factor(const SarIntegrator *integrator, int32_t m, bool running, double h) {
  const Bdf *bdf = integrator->engine;
  const SarHistory *history = &integrator->history;
  double t1 = sar_history_at(history, 0)->t + h;
  if (bdf->usable < 2) return 1;
  double next = h / (t1 - sar_history_at(history, m)->t);
  if (!running) return next;
  double sum = next - sigma(m);
  for (int32_t i = 1; i <= m; i++) sum += h / (t1 - sar_history_at(history, i - 1)->t);
  return fmax(next, fabs(sum));
}

/* The error of order m over the tolerance; the worse one of positions and states. */
static SarErrorEstimate error_of(SarIntegrator *integrator, int32_t m, bool running, double h) {
  Bdf *bdf = integrator->engine;
  double scale = error_factor(integrator, m, running, h) / integrator->options.tolerance;
  SarErrorEstimate position = {.ratio = scale * distance(integrator, m, true), .power = m + 1};
  bdf->states_decide = false;
  if (integrator->problem->n.nx == 0) return position;
  SarErrorEstimate state = {.ratio = scale * distance(integrator, m, false), .power = m + 1};
  if (state.ratio > position.ratio) { /* a state need not be better than the motion that it is made of (inherit.h) */
    sar_inherited_from_values(&bdf->inheritance, integrator, m, bdf->inherited);
    sar_inheritance_allow(integrator, bdf->inherited, bdf->work);
    state.ratio = scale * sar_rms(integrator->problem->n.nx, bdf->work, integrator->weight_x);
  }
  return sar_estimate_worse(position, state, &bdf->states_decide);
}

/* Takes another order where it allows a longer step: a lower one at once, a higher one after enough steps of this. */
static SarErrorEstimate estimate(SarIntegrator *integrator, double h) {
  Bdf *bdf = integrator->engine;
  int32_t k = bdf->order;
  double best = 0;
  bdf->better = k;
  bool raise = k < bdf->most && bdf->steps_at_order > k && bdf->usable > k + 1;
  double higher = raise ? sar_control_factor(error_of(integrator, k + 1, false, h)) : 0;
  double lower = k > 1 ? sar_control_factor(error_of(integrator, k - 1, false, h)) : 0;
  SarErrorEstimate error = error_of(integrator, k, true, h);
  best = sar_control_factor(error);
  if (lower > WORTH_LOWERING * best) bdf->better = k - 1, best = lower;
  if (higher > WORTH_RAISING * best) bdf->better = k + 1, best = higher;
  error.factor = best;
  if (!(error.ratio <= 1) && bdf->better < k) bdf->order = bdf->better; /* for the next attempt */
  return error;
}

static int32_t culprit(SarIntegrator *integrator) {
  Bdf *bdf = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  bool states = bdf->states_decide;
  distance(integrator, bdf->order, !states);
  if (states) sar_inheritance_allow(integrator, bdf->inherited, bdf->work);
  if (!states) return sar_heaviest(n->nv, bdf->work, integrator->weight);
  int32_t state = sar_heaviest(n->nx, bdf->work, integrator->weight_x);
  return state < 0 ? -1 : n->nv + n->np + n->nn + state;
}

static void accept(SarIntegrator *integrator, double h) {
  Bdf *bdf = integrator->engine;
  (void)h;
  bdf->steps_at_order = bdf->better == bdf->order ? bdf->steps_at_order + 1 : 0;
  bdf->order = bdf->better;
  bool anew = integrator->options.fixed_step > 0 && integrator->events.nfired > 0;
  bdf->nodes = anew ? 1 : bdf->nodes < NODES ? bdf->nodes + 1 : NODES;
}

static void archive_memory(SarIntegrator *integrator, SarArchive *archive) {
  Bdf *bdf = integrator->engine;
  sar_archive_int(archive, &bdf->order, 1, SAR_BDF_ORDER);
  sar_archive_int(archive, &bdf->nodes, 1, NODES);
  SAR_ARCHIVE(archive, bdf->steps_at_order);
}

const SarFamily sar_family_bdf = {.name = "bdf",
                                  .si2 = true,
                                  .scaling = true,
                                  .history = NODES,
                                  .create = create,
                                  .destroy = destroy,
                                  .start = start,
                                  .attempt = attempt,
                                  .estimate = estimate,
                                  .culprit = culprit,
                                  .accept = accept,
                                  .archive = archive_memory};
