/* Explicit Runge-Kutta methods on the index-1 system. One chart around the last accepted configuration serves all
 * stages: there a configuration is a vector xi with the rate T^-1(xi) v (cayley.h). At the end of every step positions
 * and velocities are moved onto their constraints (docs/decisions/0029), so that nothing drifts at any step size and
 * the error estimate sees the motion alone. Where a step fails near a singular pose so are those of every stage: off
 * the constraints accelerations are unbounded there, and errors with them (docs/decisions/0030). */
#include "method/family/runge_kutta.h"

#include <math.h>

#include "method/norm.h"
#include "method/pose.h"
#include "method/touching.h"

#define CURED 4 /* factor by which the error of a step falls when a singular pose was to blame for it */

typedef struct Engine {
  SarExplicit explicit;
  SarRungeKutta rk;
  double *errors; /* nv: positions and velocities together */
  bool states_decide;
  bool moved; /* the last step had its stages on the constraints */
} Engine;

bool sar_runge_kutta_create(SarArena *arena, const SarProblem *problem, const SarRungeKuttaTable *table,
                            SarRungeKutta *out) {
  out->table = table;
  bool complete = sar_rates_create(arena, problem, &out->error);
  for (int32_t i = 0; i < table->stages; i++) complete = complete && sar_rates_create(arena, problem, &out->rates[i]);
  return complete;
}

/* The point from + h sum weight_j rates_j over the first stages. */
static SarStatus combine(SarRungeKutta *rk, SarExplicit *e, const SarNode *from, double h, int32_t stages,
                         const double *weight, SarNode *to) {
  sar_explicit_return(e, from, to);
  for (int32_t j = 0; j < stages; j++) {
    if (weight[j] != 0) sar_explicit_add(e, h * weight[j], &rk->rates[j], to);
  }
  return sar_explicit_move(e, from, to);
}

static void add_error(double factor, int32_t n, const double *rate, double *sum) {
  for (int32_t i = 0; i < n; i++) sum[i] += factor * rate[i];
}

static void estimate_error(SarRungeKutta *rk, const SarProblem *problem, double h) {
  const SarRungeKuttaTable *table = rk->table;
  const SarSizes *n = &problem->n;
  for (int32_t i = 0; i < n->nv; i++) rk->error.xi[i] = rk->error.v[i] = 0;
  for (int32_t i = 0; i < n->nx; i++) rk->error.x[i] = 0;
  for (int32_t j = 0; j < table->stages; j++) {
    double factor = h * (table->b[j] - table->embedded[j]);
    add_error(factor, n->nv, rk->rates[j].xi, rk->error.xi);
    add_error(factor, n->nv, rk->rates[j].v, rk->error.v);
    add_error(factor, n->nx, rk->rates[j].x, rk->error.x);
  }
}

/* The first stage is projected with the matrix of where the step begins, also after a failed attempt or a checkpoint.
 */
static SarStatus factor_at(SarExplicit *e, const SarNode *from) {
  const SarProblem *problem = e->integrator->problem;
  SarPoint at = sar_node_point(problem, from);
  return problem->n.np + problem->n.nn > 0 ? sar_index1_factor(&e->index1, &at) : SAR_OK;
}

SarStatus sar_runge_kutta_step(SarRungeKutta *rk, SarExplicit *e, const SarNode *from, double h, double t1,
                               SarProjected projected, SarNode *to) {
  const SarRungeKuttaTable *table = rk->table;
  int32_t inner = table->ends ? table->stages - 1 : table->stages;
  sar_explicit_begin(from, to);
  SAR_TRY(sar_explicit_rates_of(e, from, from, &rk->rates[0]));
  if (projected == SAR_PROJECTED_STAGES) SAR_TRY(factor_at(e, from));
  for (int32_t i = 1; i < inner; i++) {
    to->t = from->t + table->c[i] * h;
    SAR_TRY(combine(rk, e, from, h, i, table->a[i], to));
    if (projected == SAR_PROJECTED_STAGES) SAR_TRY(sar_explicit_project_stage(e, from, to));
    SAR_TRY(sar_explicit_evaluate(e, to, &rk->rates[i]));
  }
  to->t = t1;
  SAR_TRY(combine(rk, e, from, h, inner, table->b, to));
  if (projected != SAR_PROJECTED_NOT) SAR_TRY(sar_explicit_project(e, from, to));
  SAR_TRY(sar_explicit_evaluate(e, to, table->ends ? &rk->rates[inner] : NULL));
  estimate_error(rk, e->integrator->problem, h);
  return SAR_OK;
}

double sar_runge_kutta_error(const SarRungeKutta *rk, const SarIntegrator *integrator, bool *states_decide) {
  const SarSizes *n = &integrator->problem->n;
  double rate = sar_explicit_velocity_scale(integrator);
  double position = sar_position_norm(integrator, rk->error.xi);
  double velocity = sar_rms(n->nv, rk->error.v, integrator->weight);
  double state = sar_rms(n->nx, rk->error.x, integrator->weight_x);
  double motion = rate > 0 ? fmax(position, velocity / rate) : position;
  if (isnan(velocity)) motion = velocity;
  if (states_decide) *states_decide = state > motion || isnan(state);
  return state > motion || isnan(state) ? state : motion;
}

/* ---- the family ---- */

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  Engine *engine = SAR_NEW(integrator->arena, 1, Engine);
  if (!engine) return sar_report_no_memory(integrator->context);
  integrator->engine = engine;
  SAR_TRY(sar_explicit_create(integrator, &engine->explicit));
  engine->errors = SAR_NEW(integrator->arena, integrator->problem->n.nv, double);
  bool complete =
      sar_runge_kutta_create(integrator->arena, integrator->problem, choice->table->coefficients, &engine->rk);
  return complete && engine->errors ? SAR_OK : sar_report_no_memory(integrator->context);
}

static SarErrorEstimate estimate(SarIntegrator *integrator, double h) {
  Engine *engine = integrator->engine;
  (void)h;
  double error = sar_runge_kutta_error(&engine->rk, integrator, &engine->states_decide);
  return (SarErrorEstimate){.ratio = error / integrator->options.tolerance, .power = engine->rk.table->order};
}

static SarStatus attempt_with(SarIntegrator *integrator, double h, SarProjected projected) {
  Engine *engine = integrator->engine;
  SarNode *trial = sar_history_trial(&integrator->history);
  SAR_TRY(sar_runge_kutta_step(&engine->rk, &engine->explicit, sar_history_at(&integrator->history, 0), h, trial->t,
                               projected, trial));
  return sar_pose_look(integrator, &engine->explicit.index1);
}

/* Stages move onto the constraints where a singular pose is to blame for a step that fails, or that asks for a shorter
 * one after it: it is tried again so, and where its error becomes far smaller that is how the next ones are taken as
 * well, until the pose is out of reach. All others keep their stages where they are: moving them costs time, and one
 * order, for each stage has gradients of its own to move along. */
static SarStatus attempt(SarIntegrator *integrator, double h) {
  Engine *engine = integrator->engine;
  bool free = integrator->options.fixed_step == 0;
  engine->moved = engine->moved && sar_pose_within_reach(integrator, h);
  if (free && engine->moved) return attempt_with(integrator, h, SAR_PROJECTED_STAGES);
  SarStatus status = attempt_with(integrator, h, SAR_PROJECTED_END);
  if (!free || status < 0 || status == SAR_RETRY || !sar_pose_within_reach(integrator, h)) return status;
  SarErrorEstimate before = {.ratio = INFINITY};
  if (status == SAR_OK) before = estimate(integrator, h);
  if (status == SAR_OK && sar_control_factor(before) >= 1) return SAR_OK;
  status = attempt_with(integrator, h, SAR_PROJECTED_STAGES);
  engine->moved = status == SAR_OK && CURED * estimate(integrator, h).ratio <= before.ratio;
  return engine->moved || status < 0 ? status : attempt_with(integrator, h, SAR_PROJECTED_END);
}

static int32_t culprit(SarIntegrator *integrator) {
  Engine *engine = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  const SarRates *error = &engine->rk.error;
  if (engine->states_decide) {
    int32_t state = sar_heaviest(n->nx, error->x, integrator->weight_x);
    return state < 0 ? -1 : n->nv + n->np + n->nn + state;
  }
  double rate = sar_explicit_velocity_scale(integrator);
  for (int32_t i = 0; i < n->nv; i++) engine->errors[i] = hypot(error->xi[i], rate > 0 ? error->v[i] / rate : 0);
  return sar_heaviest(n->nv, engine->errors, integrator->weight);
}

static int32_t blame(const SarIntegrator *integrator, SarStatus why) {
  const Engine *engine = integrator->engine;
  return sar_explicit_blame(&engine->explicit, why);
}

/* All else that is needed stands in the history, and the pivots with the corrector. */
static void archive_memory(SarIntegrator *integrator, SarArchive *archive) {
  Engine *engine = integrator->engine;
  sar_archive_flag(archive, &engine->moved);
  SAR_ARCHIVE(archive, engine->explicit.index1.usual);
  SAR_ARCHIVE(archive, integrator->nearness);
  SAR_ARCHIVE(archive, integrator->nearness_of_node);
}

const SarFamily sar_family_runge_kutta = {.name = "runge-kutta",
                                          .explicit = true,
                                          .index1 = true,
                                          .create = create,
                                          .attempt = attempt,
                                          .estimate = estimate,
                                          .culprit = culprit,
                                          .blame = blame,
                                          .archive = archive_memory};
