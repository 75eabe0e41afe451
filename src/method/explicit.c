#include "method/explicit.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "method/cayley.h"
#include "method/chart.h"
#include "method/norm.h"

#define LARGEST_STAGE 1 /* |g| of a stage (numerics 1) */
#define LARGEST_SPAN 2  /* the same of the nodes that a method looks back on */
#define MOST_CORRECTIONS 12
#define EXACT (4 * DBL_EPSILON) /* correction over the size of positions, or of velocities, that is the last one */
#define STAGE 1e-3              /* of the tolerance: a correction of a stage that is the last one */
#define STALLED 1e-9            /* the same: may be rounding if it no longer shrinks */
#define SLOW 0.1                /* a correction that is no smaller than this part of the one before asks for a matrix */

SarStatus sar_explicit_create(SarIntegrator *integrator, SarExplicit *out) {
  const SarProblem *problem = integrator->problem;
  SarArena *arena = integrator->arena;
  *out = (SarExplicit){.integrator = integrator};
  integrator->stage.map = SAR_MAP_CAYLEY;
  out->xi = SAR_NEW(arena, problem->n.nv, double);
  out->place = SAR_NEW(arena, problem->n.nv, double);
  out->spare = SAR_NEW(arena, problem->n.nq, double);
  out->rhs = SAR_NEW(arena, sar_sizes_unknowns(&problem->n), double);
  bool complete = out->xi && out->place && out->spare && out->rhs &&
                  sar_index1_create(arena, problem, integrator->linear, &integrator->stats, &out->index1) &&
                  sar_baumgarte_create(arena, problem, &out->baumgarte);
  return complete ? SAR_OK : sar_report_no_memory(integrator->context);
}

bool sar_rates_create(SarArena *arena, const SarProblem *problem, SarRates *out) {
  out->xi = SAR_NEW(arena, problem->n.nv, double);
  out->v = SAR_NEW(arena, problem->n.nv, double);
  out->x = SAR_NEW(arena, problem->n.nx, double);
  return out->xi && out->v && out->x;
}

static void copy(int32_t n, const double *from, double *to) {
  if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

static SarStatus turned(double largest, double most) { return largest <= most ? SAR_OK : SAR_ROTATION_TOO_LARGE; }

SarStatus sar_explicit_rates_of(SarExplicit *e, const SarNode *from, const SarNode *node, SarRates *out) {
  const SarProblem *problem = e->integrator->problem;
  SarPoint at = sar_node_point(problem, node);
  double span = sar_cayley_place(problem, from->q, node->q, node->v, e->place, out->xi);
  copy(problem->n.nv, at.a, out->v);
  copy(problem->n.nx, at.xdot, out->x);
  return turned(span, LARGEST_SPAN);
}

void sar_explicit_begin(const SarNode *from, SarNode *node) { copy(node->nu, from->u, node->u); }

void sar_explicit_return(SarExplicit *e, const SarNode *from, SarNode *node) {
  const SarSizes *n = &e->integrator->problem->n;
  for (int32_t i = 0; i < n->nv; i++) e->xi[i] = 0;
  copy(n->nv, from->v, node->v);
  copy(n->nx, from->x, node->x);
}

void sar_explicit_add(SarExplicit *e, double factor, const SarRates *rates, SarNode *node) {
  const SarSizes *n = &e->integrator->problem->n;
  for (int32_t i = 0; i < n->nv; i++) {
    e->xi[i] += factor * rates->xi[i];
    node->v[i] += factor * rates->v[i];
  }
  for (int32_t i = 0; i < n->nx; i++) node->x[i] += factor * rates->x[i];
}

static double largest_turn(const SarProblem *problem, const double *xi) {
  return sar_chart_turning_rate(problem, xi, xi, 0);
}

SarStatus sar_explicit_move(SarExplicit *e, const SarNode *from, SarNode *node) {
  const SarProblem *problem = e->integrator->problem;
  SAR_TRY(turned(largest_turn(problem, e->xi), LARGEST_STAGE));
  sar_cayley_advance(problem, from->q, e->xi, node->q, node->turn);
  return SAR_OK;
}

SarStatus sar_explicit_evaluate(SarExplicit *e, SarNode *node, SarRates *rates) {
  SarIntegrator *integrator = e->integrator;
  const SarProblem *problem = integrator->problem;
  SarPoint at = sar_node_point(problem, node);
  const double *correction = NULL;
  e->index1.culprit = -1;
  SAR_TRY(sar_baumgarte_correct(&e->baumgarte, &at, &correction));
  SarStatus status = sar_index1_solve(&e->index1, &at, correction, node->u);
  integrator->stats.iterations += e->index1.iterations;
  integrator->newton.all_iterations += e->index1.iterations;
  integrator->newton.any_new_matrix = true;
  if (status != SAR_OK || !rates) return status;
  sar_cayley_rate(problem, e->xi, node->v, rates->xi);
  copy(problem->n.nv, at.a, rates->v);
  copy(problem->n.nx, at.xdot, rates->x);
  return SAR_OK;
}

/* The right-hand side: what the rows of constraints are short of. */
static void constraint_side(SarExplicit *e, int32_t rows, const double *level) {
  const SarProblem *p = e->integrator->problem;
  for (int32_t i = 0; i < sar_sizes_unknowns(&p->n); i++) e->rhs[i] = 0;
  for (int32_t i = 0; i < rows; i++) {
    bool carried = i >= p->n.np || !p->carried || p->carried[i];
    if (carried) e->rhs[p->n.nv + i] = -level[i];
  }
}

/* Whether a correction was the last one. */
static bool is_last(double size, double before, double enough) {
  return size <= enough || (size <= STALLED && size > before / 2);
}

/* The matrix of the last stage serves as long as it does well. */
static SarStatus renew_matrix(SarExplicit *e, const SarNode *node, double size, double before) {
  if (!(size > SLOW * before)) return SAR_OK;
  SarPoint at = sar_node_point(e->integrator->problem, node);
  return sar_index1_factor(&e->index1, &at);
}

static SarStatus correct_positions(SarExplicit *e, SarNode *node, double enough) {
  SarIntegrator *integrator = e->integrator;
  const SarProblem *p = integrator->problem;
  double before = INFINITY;
  for (int32_t k = 0; k < MOST_CORRECTIONS; k++) {
    SAR_TRY(p->ops->position(p, node->t, node->q, e->baumgarte.position));
    constraint_side(e, p->n.np, e->baumgarte.position);
    sar_linear_solve(integrator->linear, e->rhs);
    integrator->stats.solves++;
    double size = sar_rms(p->n.nv, e->rhs, integrator->weight);
    if (!isfinite(size)) return SAR_SINGULAR;
    sar_cayley_advance(p, node->q, e->rhs, e->spare, node->turn);
    copy(p->n.nq, e->spare, node->q);
    if (is_last(size, before, enough)) return SAR_OK;
    SAR_TRY(renew_matrix(e, node, size, before));
    before = size;
  }
  return SAR_NO_CONVERGENCE;
}

static SarStatus correct_velocities(SarExplicit *e, SarNode *node, double enough) {
  SarIntegrator *integrator = e->integrator;
  const SarProblem *p = integrator->problem;
  double before = INFINITY, scale = sar_explicit_velocity_scale(integrator);
  for (int32_t k = 0; k < MOST_CORRECTIONS; k++) {
    SarPoint at = sar_node_point(p, node);
    SAR_TRY(p->ops->velocity(p, &at, e->baumgarte.correction));
    constraint_side(e, p->n.np + p->n.nn, e->baumgarte.correction);
    sar_linear_solve(integrator->linear, e->rhs);
    integrator->stats.solves++;
    double size = sar_rms(p->n.nv, e->rhs, integrator->weight);
    if (!isfinite(size)) return SAR_SINGULAR;
    for (int32_t i = 0; i < p->n.nv; i++) node->v[i] += e->rhs[i];
    scale = fmax(scale, sar_rms(p->n.nv, node->v, integrator->weight));
    if (size == 0) return SAR_OK;
    if (is_last(size / scale, before, enough)) return SAR_OK;
    SAR_TRY(renew_matrix(e, node, size / scale, before));
    before = size / scale;
  }
  return SAR_NO_CONVERGENCE;
}

static SarStatus project(SarExplicit *e, const SarNode *from, SarNode *node, double enough) {
  const SarProblem *p = e->integrator->problem;
  if (p->n.np > 0) {
    SAR_TRY(correct_positions(e, node, enough));
    double span = sar_cayley_place(p, from->q, node->q, node->v, e->xi, e->place);
    SAR_TRY(turned(span, LARGEST_SPAN));
    sar_cayley_advance(p, from->q, e->xi, e->spare, node->turn);
  }
  return p->n.np + p->n.nn > 0 ? correct_velocities(e, node, enough) : SAR_OK;
}

SarStatus sar_explicit_project(SarExplicit *e, const SarNode *from, SarNode *node) {
  return project(e, from, node, EXACT);
}

SarStatus sar_explicit_project_velocities(SarExplicit *e, SarNode *node) { return correct_velocities(e, node, EXACT); }

SarStatus sar_explicit_project_stage(SarExplicit *e, const SarNode *from, SarNode *node) {
  return project(e, from, node, fmax(EXACT, STAGE * e->integrator->options.tolerance));
}

double sar_explicit_velocity_scale(const SarIntegrator *integrator) {
  return fmax(integrator->largest_v, sqrt(integrator->largest_a));
}

int32_t sar_explicit_blame(const SarExplicit *e, SarStatus why) {
  if (why != SAR_ROTATION_TOO_LARGE) return e->index1.culprit;
  const SarProblem *problem = e->integrator->problem;
  int32_t fastest = sar_chart_fastest(problem, e->xi, NULL, 0);
  return fastest >= 0 ? fastest : sar_chart_fastest(problem, sar_history_at(&e->integrator->history, 0)->v, NULL, 0);
}
