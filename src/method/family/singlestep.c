/* Single-step equivalents of linear multistep methods (paper 4, eqs 4a-4e). The rate f of a quantity y is filtered
 * through r - 1 levels of auxiliary rates f^1 ... f^{r-1} (f^0 = f),
 *
 *   gamma_o f^p_k = (1 - gamma_e) f^{p-1}_{k-1} + gamma_e f^{p-1}_k - (1 - gamma_o) f^p_{k-1},
 *   y_k = y_{k-1} + h ((1 - gamma_0) f^{r-1}_{k-1} + gamma_0 f^{r-1}_k),      o = 2r - 1 - 2p, e = 2r - 2p.
 *
 * With f^p_k = share_p f_k + carry_p the stage is v = v_hat + c_v a with c_v = h gamma_0 share_{r-1}. The coefficients
 * may be complex; their imaginary parts cancel in y (numerics 2). Positions use velocities as rates: an auxiliary
 * velocity belongs to the time t_k + tau_p h, near enough to the centre of the chart for T^-1 = I (paper 4, section
 * 3.1). */
#include "method/family/singlestep.h"

#include <math.h>

#include "method/stopping.h"

#define LEVELS SAR_SINGLESTEP_LEVELS
#define EQUAL 1e-9 /* relative difference of two steps that count as equal */

/* Rates of one kind of quantity on the levels 1 ... r - 1: those of the last accepted point, the same at the lag of the
 * running step, and what is known of the next ones. */
typedef struct Rates {
  double complex *aux[LEVELS], *moved[LEVELS], *carry[LEVELS];
} Rates;

typedef struct Singlestep {
  SarSinglestep s;
  double complex share[LEVELS], lag[LEVELS]; /* lag: tau_p (numerics 2) */
  Rates position, velocity, state;
  double lag_step; /* the step that the auxiliary rates belong to; 0: they are true rates (start) */
  double *slope, *sum;
} Singlestep;

static double complex odd(const Singlestep *e, int32_t p) { return e->s.gamma[2 * e->s.levels - 1 - 2 * p]; }
static double complex even(const Singlestep *e, int32_t p) { return e->s.gamma[2 * e->s.levels - 2 * p]; }

static bool create_rates(SarArena *arena, int32_t levels, int32_t n, Rates *rates) {
  for (int32_t p = 1; p < levels; p++) {
    rates->aux[p] = SAR_NEW(arena, n, double complex);
    rates->moved[p] = SAR_NEW(arena, n, double complex);
    rates->carry[p] = SAR_NEW(arena, n, double complex);
    if (!rates->aux[p] || !rates->moved[p] || !rates->carry[p]) return false;
  }
  return true;
}

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  const SarSinglestepTable *table = choice->table->coefficients;
  const SarSizes *n = &integrator->problem->n;
  SarArena *arena = integrator->arena;
  Singlestep *e = SAR_NEW(arena, 1, Singlestep);
  if (!e) return sar_report_no_memory(integrator->context);
  integrator->engine = e;
  integrator->stage.map = SAR_MAP_CAYLEY;
  table->formula(choice, &e->s);
  e->share[0] = 1;
  for (int32_t p = 1; p < e->s.levels; p++) {
    e->share[p] = even(e, p) / odd(e, p) * e->share[p - 1];
    e->lag[p] = e->lag[p - 1] + even(e, p) - odd(e, p);
  }
  bool complete = create_rates(arena, e->s.levels, n->nv, &e->position) &&
                  create_rates(arena, e->s.levels, n->nv, &e->velocity) &&
                  create_rates(arena, e->s.levels, n->nx, &e->state);
  int32_t most = n->nv > n->nx ? n->nv : n->nx;
  e->slope = SAR_NEW(arena, most, double);
  e->sum = SAR_NEW(arena, most, double);
  return complete && e->slope && e->sum ? SAR_OK : sar_report_no_memory(integrator->context);
}

static void start_rates(const Singlestep *e, int32_t n, const double *f, Rates *rates) {
  for (int32_t p = 1; p < e->s.levels; p++) {
    for (int32_t i = 0; i < n; i++) rates->aux[p][i] = f[i];
  }
}

/* `move` takes the auxiliary rates to the times they belong to once the step is known: f + tau_p h f'. */
static void start(SarIntegrator *integrator) {
  Singlestep *e = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  SarPoint at = sar_node_point(integrator->problem, sar_history_at(&integrator->history, 0));
  start_rates(e, n->nv, at.v, &e->position);
  start_rates(e, n->nv, at.a, &e->velocity);
  start_rates(e, n->nx, at.xdot, &e->state);
  e->lag_step = 0;
}

/* Moves auxiliary rates to the lag of the running step, with the slope of the rate. */
static void move(const Singlestep *e, double h, int32_t n, const double *slope, Rates *rates) {
  double change = fabs(h - e->lag_step) > EQUAL * h ? h - e->lag_step : 0;
  for (int32_t p = 1; p < e->s.levels; p++) {
    for (int32_t i = 0; i < n; i++) rates->moved[p][i] = rates->aux[p][i] + change * e->lag[p] * slope[i];
  }
}

/* The carries of all levels; sum: what the hat of y gets from them, h ((1 - gamma_0) f^{r-1}_{k-1} + gamma_0 carry). */
static void filter(const Singlestep *e, double h, int32_t n, const double *f, Rates *rates, double *sum) {
  int32_t top = e->s.levels - 1;
  for (int32_t p = 1; p <= top; p++) {
    double complex o = odd(e, p), v = even(e, p);
    for (int32_t i = 0; i < n; i++) {
      double complex lower = p == 1 ? f[i] : rates->moved[p - 1][i], carried = p == 1 ? 0 : rates->carry[p - 1][i];
      rates->carry[p][i] = ((1 - v) * lower + v * carried - (1 - o) * rates->moved[p][i]) / o;
    }
  }
  double complex first = e->s.gamma[0];
  for (int32_t i = 0; i < n; i++) {
    sum[i] = h * creal((1 - first) * rates->moved[top][i] + first * rates->carry[top][i]);
  }
}

/* Slopes of the unknowns [first, first + n) over the last step; zero where there was none. */
static void slopes(const SarIntegrator *integrator, int32_t first, int32_t n, double *slope) {
  const SarHistory *history = &integrator->history;
  const SarNode *n0 = sar_history_at(history, 0), *n1 = history->count > 1 ? sar_history_at(history, 1) : NULL;
  for (int32_t i = 0; i < n; i++) slope[i] = n1 ? (n0->u[first + i] - n1->u[first + i]) / (n0->t - n1->t) : 0;
}

static void prepare(SarIntegrator *integrator, double h) {
  Singlestep *e = integrator->engine;
  SarStage *stage = &integrator->stage;
  const SarSizes *n = &integrator->problem->n;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  SarPoint at = sar_node_point(integrator->problem, from);
  stage->from = from;
  stage->node = sar_history_trial(&integrator->history);
  stage->c_v = stage->c_x = h * creal(e->s.gamma[0] * e->share[e->s.levels - 1]);
  stage->c_q = stage->c_v * stage->c_v;
  move(e, h, n->nv, at.a, &e->position);
  filter(e, h, n->nv, sar_stage_carrier(stage, from), &e->position, stage->xi_hat);
  slopes(integrator, 0, n->nv, e->slope);
  move(e, h, n->nv, e->slope, &e->velocity);
  filter(e, h, n->nv, at.a, &e->velocity, e->sum);
  for (int32_t i = 0; i < n->nv; i++) stage->v_hat[i] = from->v[i] + e->sum[i];
  slopes(integrator, n->nv + n->np + n->nn, n->nx, e->slope);
  move(e, h, n->nx, e->slope, &e->state);
  filter(e, h, n->nx, at.xdot, &e->state, e->sum);
  for (int32_t i = 0; i < n->nx; i++) stage->x_hat[i] = from->x[i] + e->sum[i];
}

static SarStatus attempt(SarIntegrator *integrator, double h) {
  prepare(integrator, h);
  sar_predict_trial(&integrator->predictor, integrator->problem, &integrator->history, integrator->weight,
                    integrator->weight_x);
  SarNewtonTest test = sar_stopping_test_all(integrator, h);
  return sar_newton_solve(&integrator->newton, h, &test);
}

static void advance(const Singlestep *e, int32_t n, const double *f, Rates *rates) {
  for (int32_t p = 1; p < e->s.levels; p++) {
    for (int32_t i = 0; i < n; i++) rates->aux[p][i] = e->share[p] * f[i] + rates->carry[p][i];
  }
}

static void accept(SarIntegrator *integrator, double h) {
  Singlestep *e = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  const SarNode *trial = sar_history_trial(&integrator->history);
  SarPoint at = sar_node_point(integrator->problem, trial);
  if (integrator->events.cut_short) { /* as they were, and no slope from this step */
    const double *before = sar_history_at(&integrator->history, 0)->u;
    for (int32_t i = 0; i < n->nv; i++) trial->u[i] = before[i];
  }
  advance(e, n->nv, sar_stage_carrier(&integrator->stage, trial), &e->position);
  advance(e, n->nv, at.a, &e->velocity);
  advance(e, n->nx, at.xdot, &e->state);
  e->lag_step = h;
}

static void archive_rates(const Singlestep *e, int32_t n, Rates *rates, SarArchive *archive) {
  for (int32_t p = 1; p < e->s.levels; p++) sar_archive_reals(archive, (double *)rates->aux[p], 2 * n);
}

static void archive_memory(SarIntegrator *integrator, SarArchive *archive) {
  Singlestep *e = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  SAR_ARCHIVE(archive, e->lag_step);
  archive_rates(e, n->nv, &e->position, archive);
  archive_rates(e, n->nv, &e->velocity, archive);
  archive_rates(e, n->nx, &e->state, archive);
}

const SarFamily sar_family_singlestep = {.name = "singlestep",
                                         .si2 = true,
                                         .scaling = true,
                                         .create = create,
                                         .start = start,
                                         .attempt = attempt,
                                         .accept = accept,
                                         .archive = archive_memory};
