/* Rosenbrock-Nystrom and W-methods in independent coordinates (paper 2, sections 2 and 4, Algorithm 1): no iteration
 * for the stages, one matrix and one linear solve for each. All stages live in one chart around the begin of the step
 * (numerics 1), where y are the independent components of xi, and dependent ones follow from the constraints. */
#include "method/family/rosenbrock.h"

#include <math.h>
#include <string.h>

#include "method/answer.h"
#include "method/cayley.h"
#include "method/index1.h"
#include "method/norm.h"
#include "method/pose.h"
#include "method/touching.h"

#define RECOVERED 1e-11 /* of L: dependent positions are not known better than this */
#define FEW 12          /* independent coordinates: up to that many, the reduced form is cheaper */

typedef struct Rosenbrock {
  SarNystrom c;
  int32_t embedded_order, most_kept;
  bool filtered;
  SarSplit split;
  SarIndex1 index1;
  SarVariation variation;
  SarAnswer answer;
  bool current, prepared; /* variation and split belong to the newest node; the matrix to this step size too */
  bool fresh_split;       /* the split was chosen at the newest node */
  bool driven;            /* constraints have been seen to change with time */
  int32_t kept;           /* steps for which the matrices have been kept */
  SarNode stage;
  double *f, *z[SAR_ROSENBROCK_STAGES], *z_x[SAR_ROSENBROCK_STAGES];
  double *xi, *rate, *second;      /* nv */
  double *right, *known, *right_x; /* of a stage's system */
  double *error, *speed, *error_x; /* local errors: nv, nv, nx */
  double *filter, *filter_x;
  double *rough;  /* of accelerations between nodes: nv */
  SarLinear *own; /* of the index-1 system, where another solver than that of implicit methods serves better */
  double least_speed;
  int32_t worst; /* who weighs most in the estimate */
  int32_t culprit;
} Rosenbrock;

/* ---- create ---- */

static SarStatus refuse(SarIntegrator *integrator, const char *name, bool exact) {
  if (exact && integrator->problem->approximate) {
    return sar_report(
        integrator->context, SAR_INPUT, sar_nowhere(), NULL,
        "give all modal bodies `coupling: full` or `terms: first_order`, or choose w-method, which takes "
        "any matrix, or a method that iterates, such as hht",
        "%s needs an exact matrix, and that of this model leaves out how shapes of modal bodies act on each other "
        "where the body turns, or what friction feels of redundant joints in loops that share a body",
        name);
  }
  if (integrator->problem->n.nn == 0) return SAR_OK;
  return sar_report(integrator->context, SAR_INPUT, sar_nowhere(), NULL,
                    "choose a method that takes them, such as hht, or give a motion as a position",
                    "%s works in independent positions and knows no constraints on velocities (rolling, motions given "
                    "as velocities)",
                    name);
}

/* Dense in the independent coordinates where they are few and forces follow from the motion. */
static const SarAnswerClass *choose_answer(const SarIntegrator *integrator, const SarMethodChoice *choice) {
  const Rosenbrock *r = integrator->engine;
  const SarProblem *p = integrator->problem;
  bool only_motion = p->forces_of_state && p->n.nx == 0 && r->split.nindependent > 0;
  if (sar_method_key_is(choice, "matrix", "approximate")) return &sar_answer_approximate;
  if (sar_method_key_is(choice, "matrix", "augmented") || !only_motion) return &sar_answer_augmented;
  if (sar_method_key_is(choice, "matrix", "reduced") || r->split.nindependent <= FEW) return &sar_answer_reduced;
  return &sar_answer_augmented;
}

/* A third of a step's time goes into the factors of the index-1 system, which is new for every stage. Its blocks are
 * those of the bodies, and by blocks it is done in half the time (bench/README.md). */
static SarStatus choose_linear(SarIntegrator *integrator, const SarMethodChoice *choice, Rosenbrock *r) {
  const SarProblem *p = integrator->problem;
  if (strcmp(choice->linear, "auto") != 0 || strcmp(sar_linear_name(integrator->linear), "dense") == 0) return SAR_OK;
  return sar_linear_create_in_parts(integrator->context, "block", &p->pattern, &p->partition, &r->own);
}

static bool allocate(SarIntegrator *integrator, Rosenbrock *r) {
  SarArena *arena = integrator->arena;
  const SarProblem *p = integrator->problem;
  const SarSizes *n = &p->n;
  double **of_motion[] = {&r->f,     &r->xi,    &r->rate,  &r->second, &r->right,
                          &r->known, &r->error, &r->speed, &r->filter, &r->rough};
  double **of_states[] = {&r->right_x, &r->error_x, &r->filter_x};
  bool complete = sar_split_create(arena, integrator->context, p, &integrator->stats, &r->split) &&
                  sar_index1_create(arena, p, r->own ? r->own : integrator->linear, &integrator->stats, &r->index1) &&
                  sar_variation_create(arena, p, &integrator->stats, &r->variation) &&
                  sar_node_create(arena, p, sar_sizes_unknowns(n), &r->stage);
  for (size_t i = 0; i < sizeof of_motion / sizeof *of_motion; i++) {
    *of_motion[i] = SAR_NEW(arena, n->nv, double);
    complete = complete && *of_motion[i];
  }
  for (size_t i = 0; i < sizeof of_states / sizeof *of_states; i++) {
    *of_states[i] = SAR_NEW(arena, n->nx, double);
    complete = complete && *of_states[i];
  }
  for (int32_t i = 0; i < r->c.stages; i++) {
    r->z[i] = SAR_NEW(arena, n->nv, double);
    r->z_x[i] = SAR_NEW(arena, n->nx, double);
    complete = complete && r->z[i] && r->z_x[i];
  }
  return complete;
}

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  const SarRosenbrockTable *table = choice->table->coefficients;
  SAR_TRY(refuse(integrator, choice->table->info.name, table->exact));
  Rosenbrock *r = SAR_NEW(integrator->arena, 1, Rosenbrock);
  if (!r) return sar_report_no_memory(integrator->context);
  integrator->engine = r;
  sar_nystrom(table, &r->c);
  r->embedded_order = table->embedded_order;
  r->filtered = sar_method_key_is(choice, "estimate", "filtered");
  r->most_kept = table->exact ? 0 : (int32_t)sar_method_key_real(choice, "keep");
  SAR_TRY(choose_linear(integrator, choice, r));
  if (!allocate(integrator, r)) return sar_report_no_memory(integrator->context);
  return sar_answer_create(integrator->context, integrator->arena, choose_answer(integrator, choice), &r->split,
                           &r->variation, &integrator->stats, &r->answer);
}

static void destroy(SarIntegrator *integrator) {
  Rosenbrock *r = integrator->engine;
  if (!r) return;
  sar_answer_destroy(&r->answer);
  sar_split_destroy(&r->split);
  sar_linear_destroy(&r->own);
}

/* The newest node with the accelerations and the rates that its state leads to: see smooth. */
static SarPoint begin_of_step(const SarIntegrator *integrator) {
  const SarNode *node = sar_history_at(&integrator->history, 0);
  SarPoint at = sar_node_point(integrator->problem, node);
  at.a = node->a_star;
  at.xdot = node->x_star;
  return at;
}

/* Keeps what the equations give, before the node shows something smoother. */
static void keep_unsmoothed(const SarProblem *problem, const SarNode *node) {
  SarPoint at = sar_node_point(problem, node);
  memcpy(node->a_star, at.a, (size_t)problem->n.nv * sizeof *at.a);
  if (problem->n.nx) memcpy(node->x_star, at.xdot, (size_t)problem->n.nx * sizeof *at.xdot);
}

/* Velocities are measured against the fastest so far, at first at least against what accelerations lead to and one
 * length per run. */
static void start(SarIntegrator *integrator) {
  Rosenbrock *r = integrator->engine;
  const SarNode *node = sar_history_at(&integrator->history, 0);
  r->current = false;
  r->kept = 0;
  keep_unsmoothed(integrator->problem, node);
  if (integrator->started) return;
  SarPoint at = begin_of_step(integrator);
  r->least_speed = sqrt(sar_rms(integrator->problem->n.nv, at.a, integrator->weight));
  if (integrator->options.end > node->t) {
    r->least_speed = fmax(r->least_speed, 1 / (integrator->options.end - node->t));
  }
}

/* ---- the matrices of a step ---- */

static bool keeps(const Rosenbrock *r) { return r->kept > 0 && r->kept < r->most_kept; }

/* Algorithm 1, steps 5 to 7 and 14. `anew`: another split is wanted. */
static SarStatus linearise(SarIntegrator *integrator, bool anew) {
  Rosenbrock *r = integrator->engine;
  if (r->current && !anew) return SAR_OK;
  if (anew || !keeps(r)) {
    SarPoint at = begin_of_step(integrator);
    SAR_TRY(sar_variation_evaluate(&r->variation, &at));
    r->driven = r->driven || sar_variation_is_driven(&r->variation);
    SarStatus status = sar_split_centre(&r->split, sar_variation_by_acceleration(&r->variation), anew, &r->fresh_split);
    if (status > 0) r->culprit = r->split.culprit;
    SAR_TRY(status);
    SAR_TRY(r->answer.class->renew(&r->answer, r->fresh_split));
    r->kept = 0;
    r->prepared = false;
    integrator->newton.any_new_matrix = true;
  } else {
    r->fresh_split = false; /* it belongs to an earlier node */
  }
  r->current = true;
  return SAR_OK;
}

static SarStatus prepare(SarIntegrator *integrator, double s) {
  Rosenbrock *r = integrator->engine;
  if (r->prepared && r->answer.s == s) return SAR_OK;
  SarStatus status = r->answer.class->prepare(&r->answer, s);
  if (status > 0) r->culprit = r->answer.culprit;
  r->prepared = status == SAR_OK;
  return status;
}

/* ---- stages ---- */

/* y + ... with the coefficients `position` (times h) and `velocity` of the stage vectors before i: independent
 * components of r->xi and r->rate, and the states of `node`. */
static void combine(SarIntegrator *integrator, int32_t count, double h, double t, const double *position,
                    const double *velocity, SarNode *node) {
  Rosenbrock *r = integrator->engine;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  const SarSizes *n = &integrator->problem->n;
  for (int32_t k = 0; k < r->split.nindependent; k++) {
    int32_t i = r->split.independent[k];
    r->xi[i] = t * from->v[i];
    r->rate[i] = from->v[i];
    for (int32_t j = 0; j < count; j++) {
      r->xi[i] += h * position[j] * r->z[j][k];
      r->rate[i] += velocity[j] * r->z[j][k];
    }
  }
  for (int32_t i = 0; i < n->nx; i++) {
    node->x[i] = from->x[i];
    for (int32_t j = 0; j < count; j++) node->x[i] += velocity[j] * r->z_x[j][i];
  }
}

/* Dependent components to begin with: straight on, with the accelerations at the begin of the step. */
static void guess(SarIntegrator *integrator, double t) {
  Rosenbrock *r = integrator->engine;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  for (int32_t k = 0; k < r->split.ndependent; k++) {
    int32_t i = r->split.dependent[k];
    r->xi[i] = t * from->v[i] + 0.5 * t * t * from->u[i];
    r->rate[i] = from->v[i] + t * from->u[i];
  }
}

/* Sub-steps (a) and (b) of a stage: everything at the node from its independent components. */
static SarStatus complete(SarIntegrator *integrator, double t, SarNode *node) {
  Rosenbrock *r = integrator->engine;
  const SarProblem *p = integrator->problem;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  memcpy(node->u, from->u, (size_t)sar_sizes_unknowns(&p->n) * sizeof *node->u);
  guess(integrator, t);
  node->t = from->t + t;
  SarPoint at = sar_node_point(p, node);
  at.v = from->v;
  r->split.usual_speed = fmax(integrator->largest_v, r->least_speed);
  SarStatus status = sar_split_recover(&r->split, &at, from->q, r->xi, r->rate, node->q, node->v, node->turn);
  integrator->newton.all_iterations += r->split.iterations;
  integrator->stats.iterations += r->split.iterations;
  if (status > 0) r->culprit = r->split.culprit;
  SAR_TRY(status);
  at = sar_node_point(p, node);
  status = sar_index1_solve(&r->index1, &at, NULL, node->u);
  if (status > 0) r->culprit = r->index1.culprit;
  return status;
}

/* Accelerations of the independent components in the chart, at a node that is complete. */
static void second_rates(SarIntegrator *integrator, const SarNode *node) {
  Rosenbrock *r = integrator->engine;
  sar_cayley_second_rate(integrator->problem, r->xi, node->v, r->rate, node->u, r->second);
  for (int32_t k = 0; k < r->split.nindependent; k++) r->f[k] = r->second[r->split.independent[k]];
}

/* The same forces serve two stages with the same coefficients (eq 39). */
static bool same_place(const Rosenbrock *r, int32_t i) {
  for (int32_t j = 0; i > 0 && j < i; j++) {
    double before = j < i - 1 ? r->c.a[i - 1][j] : 0;
    if (r->c.a[i][j] != before) return false;
  }
  return i > 1;
}

static SarStatus evaluate_stage(SarIntegrator *integrator, int32_t i, double h) {
  Rosenbrock *r = integrator->engine;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  if (i == 0) { /* the begin of the step, where the chart is centred: xi'' = a */
    for (int32_t k = 0; k < r->split.nindependent; k++) r->f[k] = from->a_star[r->split.independent[k]];
    const SarSizes *n = &integrator->problem->n;
    if (n->nx) memcpy(r->stage.u + n->nv + n->np + n->nn, from->x_star, (size_t)n->nx * sizeof *from->x_star);
    return SAR_OK;
  }
  if (same_place(r, i)) return SAR_OK;
  double t = r->c.alpha_sum[i] * h;
  combine(integrator, i, h, t, r->c.theta[i], r->c.a[i], &r->stage);
  SAR_TRY(complete(integrator, t, &r->stage));
  second_rates(integrator, &r->stage);
  return SAR_OK;
}

/* Eq (25f) in the form of answer.h. */
static SarStatus solve_stage(SarIntegrator *integrator, int32_t i, double h) {
  Rosenbrock *r = integrator->engine;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  const SarSizes *n = &integrator->problem->n;
  double s = h * r->c.gamma;
  const double *xdot = sar_node_point(integrator->problem, &r->stage).xdot;
  for (int32_t k = 0; k < r->split.nindependent; k++) {
    r->right[k] = s * r->f[k];
    r->known[k] = h * r->c.gamma_sum[i] * from->v[r->split.independent[k]];
    for (int32_t j = 0; j < i; j++) {
      r->right[k] += r->c.gamma * r->c.c[i][j] * r->z[j][k];
      r->known[k] += h * r->c.delta[i][j] * r->z[j][k];
    }
  }
  for (int32_t k = 0; k < n->nx; k++) {
    r->right_x[k] = s * xdot[k];
    for (int32_t j = 0; j < i; j++) r->right_x[k] += r->c.gamma * r->c.c[i][j] * r->z_x[j][k];
  }
  SarStageSide side = {r->right, r->known, r->right_x, h * r->c.gamma_sum[i]};
  SAR_TRY(r->answer.class->solve(&r->answer, &side, r->z[i], r->z_x[i]));
  bool finite = sar_all_finite(r->split.nindependent, r->z[i]) && sar_all_finite(n->nx, r->z_x[i]);
  return finite ? SAR_OK : SAR_SINGULAR;
}

/* From the independent components, which stand first, to all. */
static void spread(Rosenbrock *r, double *x) {
  for (int32_t k = r->split.nindependent - 1; k >= 0; k--) x[r->split.independent[k]] = x[k];
  sar_split_lift(&r->split, x);
}

/* Takes from the change of accelerations in r->rough what would violate the constraints at the end of the step, with
 * the factors of the index-1 system there. */
static void keep_to_constraints(SarIntegrator *integrator) {
  Rosenbrock *r = integrator->engine;
  const SarProblem *p = integrator->problem;
  int32_t nv = p->n.nv;
  double *b = r->index1.r;
  memset(b, 0, (size_t)sar_sizes_unknowns(&p->n) * sizeof *b);
  for (int32_t j = 0; j < nv; j++) {
    for (int32_t k = p->pattern.column[j]; k < p->pattern.column[j + 1]; k++) {
      int32_t row = p->pattern.row[k];
      if (row >= nv && row < nv + p->n.np) b[row] += r->index1.values[k] * r->rough[j];
    }
  }
  for (int32_t i = 0; p->carried && i < p->n.np; i++) b[nv + i] *= p->carried[i];
  sar_linear_solve(r->index1.linear, b);
  if (!sar_all_finite(nv, b)) return;
  for (int32_t i = 0; i < nv; i++) r->rough[i] -= b[i];
}

/* What of the accelerations at the end of the step does not belong to the step's own curve, the parabola of velocities
 * that leads to its end: to r->right; and what of the rates of states does not belong to a straight line. */
static void roughness(SarIntegrator *integrator, double h, const SarNode *node) {
  Rosenbrock *r = integrator->engine;
  const SarProblem *p = integrator->problem;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  sar_cayley_second_rate(p, r->xi, node->v, r->rate, node->u, r->second);
  for (int32_t k = 0; k < r->split.nindependent; k++) {
    int32_t i = r->split.independent[k];
    r->right[k] = r->second[i] - (2 * from->v[i] + 4 * r->rate[i] - 6 * r->xi[i] / h) / h;
    r->known[k] = 0;
  }
  for (int32_t i = 0; i < p->n.nx; i++) r->right_x[i] = node->x_star[i] - (node->x[i] - from->x[i]) / h;
}

/* The part of r->right, r->right_x that is stiff, by I - (I - h gamma J)^-1, in their place. */
static bool take_stiff_part(Rosenbrock *r, int32_t nx) {
  SarStageSide side = {r->right, r->known, r->right_x, 0};
  if (r->answer.class->solve(&r->answer, &side, r->filter, r->filter_x) != SAR_OK) return false;
  for (int32_t k = 0; k < r->split.nindependent; k++) r->right[k] -= r->filter[k];
  for (int32_t i = 0; i < nx; i++) r->right_x[i] -= r->filter_x[i];
  return sar_all_finite(nx, r->right_x);
}

/* A line is a poor curve, so the stiff part is taken twice: where nothing is stiff, rates stay right to third order. */
static void smooth_states(SarIntegrator *integrator, SarNode *node) {
  Rosenbrock *r = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  double *xdot = node->u + n->nv + n->np + n->nn;
  if (n->nx == 0) return;
  memset(r->right, 0, (size_t)n->nv * sizeof *r->right);
  if (!take_stiff_part(r, n->nx)) return;
  for (int32_t i = 0; i < n->nx; i++) xdot[i] -= r->right_x[i];
}

/* Between nodes, velocities follow from their accelerations and states from their rates (interpolate.h). An error of
 * velocities that is well within the tolerance becomes one of stiff accelerations that is larger by a stiff eigenvalue,
 * and curves through these would be far off. So the node shows accelerations and rates in which the difference from
 * those of the step's own curve is damped where it is stiff, by (I - h gamma J)^-1; where nothing is stiff they stay
 * right to third order. What the equations give is kept in a_star and x_star, and the next step begins with that. */
static void smooth(SarIntegrator *integrator, double h, SarNode *node) {
  Rosenbrock *r = integrator->engine;
  const SarProblem *p = integrator->problem;
  keep_unsmoothed(p, node);
  roughness(integrator, h, node);
  if (!take_stiff_part(r, p->n.nx)) return;
  memcpy(r->second, r->right, (size_t)r->split.nindependent * sizeof *r->second);
  spread(r, r->second);
  sar_cayley_velocity(p, r->xi, r->second, r->rough); /* T(xi) times it */
  if (p->n.np > 0) keep_to_constraints(integrator);
  if (!sar_all_finite(p->n.nv, r->rough)) return;
  for (int32_t i = 0; i < p->n.nv; i++) node->u[i] -= r->rough[i];
  smooth_states(integrator, node);
}

static SarStatus take_stages(SarIntegrator *integrator, double h) {
  Rosenbrock *r = integrator->engine;
  SarNode *trial = sar_history_trial(&integrator->history);
  double end = trial->t;
  SAR_TRY(prepare(integrator, h * r->c.gamma));
  for (int32_t i = 0; i < r->c.stages; i++) {
    SAR_TRY(evaluate_stage(integrator, i, h));
    SAR_TRY(solve_stage(integrator, i, h));
  }
  combine(integrator, r->c.stages, h, h, r->c.mu, r->c.m, trial);
  SarStatus status = complete(integrator, h, trial);
  trial->t = end;
  if (status == SAR_OK) smooth(integrator, h, trial);
  return status;
}

/* Where dependent coordinates cannot be found with a split that was chosen some steps ago, another one may do. */
static SarStatus attempt(SarIntegrator *integrator, double h) {
  Rosenbrock *r = integrator->engine;
  r->culprit = -1;
  SAR_TRY(linearise(integrator, false));
  SarStatus status = take_stages(integrator, h);
  bool split_to_blame = status == SAR_SINGULAR || status == SAR_NO_CONVERGENCE;
  if (split_to_blame && !r->fresh_split && r->split.ndependent > 0) {
    SAR_TRY(linearise(integrator, true));
    status = take_stages(integrator, h);
  }
  SAR_TRY(status);
  status = sar_pose_look(integrator, &r->index1);
  if (status > 0) r->culprit = r->index1.culprit;
  return status;
}

/* ---- errors ---- */

/* (I - h gamma J)^-1 on the difference of the two formulas (paper 2, section 5.1): stiff components do not hold the
 * step back. */
static void filter(SarIntegrator *integrator) {
  Rosenbrock *r = integrator->engine;
  SarStageSide side = {r->speed, r->error, r->error_x, 0};
  if (r->answer.class->solve(&r->answer, &side, r->filter, r->filter_x) != SAR_OK) return;
  for (int32_t k = 0; k < r->split.nindependent; k++) {
    r->speed[k] = r->filter[k];
    r->error[k] += r->answer.s * r->filter[k];
  }
  for (int32_t i = 0; i < integrator->problem->n.nx; i++) r->error_x[i] = r->filter_x[i];
}

/* Differences to the embedded formula (eqs 12, 25a-25b), completed to all coordinates so that they do not depend on the
 * split; weights of numerics 4. */
static void local_errors(SarIntegrator *integrator, double h) {
  Rosenbrock *r = integrator->engine;
  for (int32_t k = 0; k < r->split.nindependent; k++) {
    r->error[k] = r->speed[k] = 0;
    for (int32_t j = 0; j < r->c.stages; j++) {
      r->error[k] += h * (r->c.mu[j] - r->c.mu_hat[j]) * r->z[j][k];
      r->speed[k] += (r->c.m[j] - r->c.m_hat[j]) * r->z[j][k];
    }
  }
  for (int32_t i = 0; i < integrator->problem->n.nx; i++) {
    r->error_x[i] = 0;
    for (int32_t j = 0; j < r->c.stages; j++) r->error_x[i] += (r->c.m[j] - r->c.m_hat[j]) * r->z_x[j][i];
  }
  if (r->filtered) filter(integrator);
  spread(r, r->error);
  spread(r, r->speed);
}

/* Where constraints lead coordinates along functions of time, these have no error of the formula, and nothing else
 * would bound what lies between the ends of a step, where rows, events and energies are taken. Their bound is how well
 * the positions at the ends follow from velocities and accelerations there by the polynomial through all of these:
 * q^(5) h^5/720. */
static void driven_errors(SarIntegrator *integrator, double h) {
  Rosenbrock *r = integrator->engine;
  const SarNode *from = sar_history_at(&integrator->history, 0), *to = sar_history_trial(&integrator->history);
  sar_cayley_second_rate(integrator->problem, r->xi, to->v, r->rate, to->u, r->second);
  for (int32_t k = 0; k < r->split.ndependent; k++) {
    int32_t i = r->split.dependent[k];
    double gap = r->xi[i] - h * (from->v[i] + r->rate[i]) / 2 - h * h * (from->u[i] - r->second[i]) / 12;
    if (fabs(gap) * integrator->weight[i] <= RECOVERED) continue;
    if (fabs(gap) > fabs(r->error[i])) r->error[i] = gap;
    if (fabs(gap) > fabs(h * r->speed[i])) r->speed[i] = gap / h;
  }
}

static SarErrorEstimate estimate(SarIntegrator *integrator, double h) {
  Rosenbrock *r = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  double over = 1 / integrator->options.tolerance, speed = fmax(integrator->largest_v, r->least_speed);
  local_errors(integrator, h);
  if (r->driven) driven_errors(integrator, h);
  double position = over * sar_position_norm(integrator, r->error);
  double velocity = over * sar_rms(n->nv, r->speed, integrator->weight) / (speed > 0 ? speed : 1);
  double state = over * sar_rms(n->nx, r->error_x, integrator->weight_x);
  bool states_decide = state > position && state > velocity;
  int32_t heaviest = states_decide ? sar_heaviest(n->nx, r->error_x, integrator->weight_x)
                                   : sar_heaviest(n->nv, velocity > position ? r->speed : r->error, integrator->weight);
  r->worst = states_decide && heaviest >= 0 ? n->nv + n->np + n->nn + heaviest : heaviest;
  double ratio = fmax(position, fmax(velocity, state));
  if (isnan(position) || isnan(velocity) || isnan(state)) ratio = NAN;
  return (SarErrorEstimate){.ratio = ratio, .power = r->embedded_order + 1};
}

static int32_t culprit(SarIntegrator *integrator) {
  const Rosenbrock *r = integrator->engine;
  return r->worst;
}

static int32_t blame(const SarIntegrator *integrator, SarStatus why) {
  const Rosenbrock *r = integrator->engine;
  (void)why;
  return r->culprit;
}

static void accept(SarIntegrator *integrator, double h) {
  Rosenbrock *r = integrator->engine;
  (void)h;
  r->current = false;
  r->kept++;
}

/* Matrices that later steps go on with, as they are. */
static SarStatus archive_kept(SarIntegrator *integrator, SarArchive *archive) {
  Rosenbrock *r = integrator->engine;
  SarStepStats stats = integrator->stats; /* what has been done is counted already */
  double s = r->answer.s;
  bool chosen;
  sar_variation_archive(&r->variation, archive);
  sar_archive_flag(archive, &r->prepared);
  SAR_ARCHIVE(archive, s);
  SAR_TRY(archive->status);
  if (!archive->loading) return SAR_OK;
  SarStatus status = sar_split_centre(&r->split, sar_variation_by_acceleration(&r->variation), false, &chosen);
  if (status == SAR_OK) status = r->answer.class->renew(&r->answer, chosen);
  if (status == SAR_OK && r->prepared) status = r->answer.class->prepare(&r->answer, s);
  integrator->stats = stats;
  return status;
}

static void archive_memory(SarIntegrator *integrator, SarArchive *archive) {
  Rosenbrock *r = integrator->engine;
  SAR_ARCHIVE(archive, r->least_speed);
  SAR_ARCHIVE(archive, integrator->nearness);
  SAR_ARCHIVE(archive, integrator->nearness_of_node);
  sar_archive_flag(archive, &r->driven);
  sar_archive_int(archive, &r->kept, 0, INT32_MAX);
  if (archive->status == SAR_OK) archive->status = sar_split_archive(&r->split, archive);
  if (archive->status == SAR_OK) archive->status = sar_index1_archive(&r->index1, archive);
  if (archive->status == SAR_OK) archive->status = r->answer.class->archive(&r->answer, archive);
  if (archive->no_matrices) {
    r->kept = 0;
    return;
  }
  if (archive->status == SAR_OK && keeps(r)) archive->status = archive_kept(integrator, archive);
}

const SarFamily sar_family_rosenbrock = {.name = "rosenbrock",
                                         .index1 = true,
                                         .create = create,
                                         .destroy = destroy,
                                         .start = start,
                                         .attempt = attempt,
                                         .estimate = estimate,
                                         .culprit = culprit,
                                         .blame = blame,
                                         .accept = accept,
                                         .archive = archive_memory};
