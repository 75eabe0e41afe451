#include "method/stage.h"

#include <float.h>
#include <math.h>

#include "base/rotation.h"
#include "method/cayley.h"
#include "method/chart.h"
#include "method/norm.h"
#include "method/vector.h"

/* Beyond these the maps are refused (numerics 1): the angle of a step, and |g|. */
#define LARGEST_TURN 2.0
#define LARGEST_CAYLEY 1.0

bool sar_stage_create(SarArena *arena, SarProblem *problem, SarStage *stage) {
  const SarSizes *n = &problem->n;
  *stage = (SarStage){.problem = problem};
  stage->v_hat = SAR_NEW(arena, n->nv, double);
  stage->xi_hat = SAR_NEW(arena, n->nv, double);
  stage->x_hat = SAR_NEW(arena, n->nx, double);
  stage->xi = SAR_NEW(arena, n->nv, double);
  stage->rotation = SAR_NEW(arena, 9 * problem->nrotations, double);
  return stage->v_hat && stage->xi_hat && stage->x_hat && stage->xi && stage->rotation;
}

const double *sar_stage_carrier(SarStage *stage, const SarNode *node) {
  const SarSizes *n = &stage->problem->n;
  if (!stage->si2) return node->v;
  const double *e = node->u + sar_sizes_unknowns(n);
  for (int32_t i = 0; i < n->nv; i++) stage->carrier[i] = node->v[i] + e[i];
  return stage->carrier;
}

/* xi = xi_hat + c_v T^-1(xi) v, in the chart of the family. */
static SarStatus chart_point(SarStage *stage) {
  const SarSizes *n = &stage->problem->n;
  SarNode *node = stage->node;
  const double *a = node->u, *xdot = node->u + n->nv + n->np + n->nn;
  for (int32_t i = 0; i < n->nv; i++) node->v[i] = stage->v_hat[i] + stage->c_v * a[i];
  for (int32_t i = 0; i < n->nx; i++) node->x[i] = stage->x_hat[i] + stage->c_x * xdot[i];
  const double *carrier = sar_stage_carrier(stage, node);
  if (stage->map == SAR_MAP_VECTOR) {
    double angle = sar_vector_solve(stage->problem, stage->xi_hat, stage->c_v, carrier, stage->xi);
    if (!(angle <= LARGEST_TURN)) return SAR_ROTATION_TOO_LARGE;
    sar_vector_advance(stage->problem, stage->from->q, stage->xi, node->q, node->turn);
    return SAR_OK;
  }
  double largest = sar_cayley_solve(stage->problem, stage->xi_hat, stage->c_v, carrier, stage->xi);
  if (!(largest <= LARGEST_CAYLEY)) return SAR_ROTATION_TOO_LARGE;
  sar_cayley_advance(stage->problem, stage->from->q, stage->xi, node->q, node->turn);
  return SAR_OK;
}

/* What velocities and places are made of in the alpha family, and where they go: copies, so that no store can change
 * them. */
typedef struct Making {
  double c_v, c_q, c_e, twist;
  const double *a, *v_hat, *xi_hat, *q0, *v0;
  const double *e; /* velocities that carry positions besides (si2), or null */
  double *q, *v, *xi, *turn;
} Making;

static inline void make_plain(const Making *m, const SarBlock *block) {
  const int32_t q = block->q, v = block->v;
  if (block->count == 3 && !m->e) { /* a body */
    SarVec3 a = sar_vec3_load(m->a + v), xi = sar_axpy(m->c_q, a, sar_vec3_load(m->xi_hat + v));
    sar_vec3_store(sar_axpy(m->c_v, a, sar_vec3_load(m->v_hat + v)), m->v + v);
    sar_vec3_store(xi, m->xi + v);
    sar_vec3_store(sar_add(sar_vec3_load(m->q0 + q), xi), m->q + q);
    return;
  }
  for (int32_t i = 0; i < block->count; i++) {
    double a = m->a[v + i], xi = m->xi_hat[v + i] + m->c_q * a;
    if (m->e) xi += m->c_e * m->e[v + i];
    m->v[v + i] = m->v_hat[v + i] + m->c_v * a;
    m->xi[v + i] = xi;
    m->q[q + i] = m->q0[q + i] + xi;
  }
}

/* Returns the square of the angle turned, which is taken for a small one. */
static inline double make_turn(const Making *m, const SarBlock *block, int32_t k) {
  const int32_t v = block->v;
  SarVec3 a = sar_vec3_load(m->a + v), omega0 = sar_vec3_load(m->v0 + v);
  SarVec3 omega = sar_axpy(m->c_v, a, sar_vec3_load(m->v_hat + v));
  SarVec3 xi = sar_axpy(m->c_q, a, sar_vec3_load(m->xi_hat + v));
  xi = sar_add(xi, sar_scale(m->twist, sar_cross(omega0, sar_sub(omega, omega0))));
  if (m->e) xi = sar_axpy(m->c_e, sar_vec3_load(m->e + v), xi);
  SarQuat p = sar_quat_mul(sar_quat_load(m->q0 + block->q), sar_quat_exp_of_small(xi));
  sar_vec3_store(omega, m->v + v);
  sar_vec3_store(xi, m->xi + v);
  sar_vec3_store(xi, m->turn + 3 * k);
  sar_quat_store(sar_quat_normalise(p), m->q + block->q);
  return sar_dot(xi, xi);
}

/* The rotation vectors of the alpha family: everything of a block in one go. Angles that need sine and cosine are rare,
 * and a call inside the loop would cost all the others: they are turned once more after it. */
static SarStatus exponential_point(SarStage *stage) {
  const SarProblem *problem = stage->problem;
  const SarNode *node = stage->node, *from = stage->from;
  const double *e = stage->si2 ? node->u + sar_sizes_unknowns(&problem->n) : NULL;
  const Making making = {.c_v = stage->c_v,
                         .c_q = stage->c_q,
                         .c_e = stage->c_e,
                         .twist = stage->twist,
                         .a = node->u,
                         .v_hat = stage->v_hat,
                         .xi_hat = stage->xi_hat,
                         .q0 = from->q,
                         .v0 = from->v,
                         .e = e,
                         .q = node->q,
                         .v = node->v,
                         .xi = stage->xi,
                         .turn = node->turn};
  double largest = 0; /* square of an angle: one root for all */
  for (int32_t b = 0, k = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    if (block->kind == SAR_BLOCK_PLAIN) {
      make_plain(&making, block);
    } else {
      largest = sar_larger(largest, make_turn(&making, block, k++)); /* also keeps a nan */
    }
  }
  if (largest >= SAR_SERIES_ANGLE * SAR_SERIES_ANGLE) sar_chart_advance(problem, from->q, stage->xi, node->q, NULL);
  return largest <= LARGEST_TURN * LARGEST_TURN ? SAR_OK : SAR_ROTATION_TOO_LARGE;
}

SarStatus sar_stage_point(SarStage *stage) {
  if (stage->map != SAR_MAP_EXPONENTIAL) return chart_point(stage);
  const SarSizes *n = &stage->problem->n;
  const double *xdot = stage->node->u + n->nv + n->np + n->nn;
  for (int32_t i = 0; i < n->nx; i++) stage->node->x[i] = stage->x_hat[i] + stage->c_x * xdot[i];
  return exponential_point(stage);
}

/* s of paper 3, eq (13): the characteristic mass of a step. */
static double step_mass(const SarStage *stage) {
  return stage->mass + stage->damping * stage->c_v + stage->stiffness * stage->c_q;
}

/* The node's point with multipliers lambda + rho s Phi/c_q and mu + rho s (A v + b)/c_v: since the equations are linear
 * in the multipliers, residual and matrix there contain the augmented term. */
static SarStatus augmented_point(SarStage *stage, SarPoint *at) {
  const SarSizes *n = &stage->problem->n;
  double factor = stage->augmentation * step_mass(stage);
  const double *position = stage->level + n->nv, *velocity = position + n->np;
  double *lambda = stage->lambda, *mu = lambda + n->np;
  SAR_TRY(stage->problem->ops->residual(stage->problem, at, stage->level));
  for (int32_t i = 0; i < n->np; i++) lambda[i] = at->lambda[i] + factor / stage->c_q * position[i];
  for (int32_t i = 0; i < n->nn; i++) mu[i] = at->mu[i] + factor / stage->c_v * velocity[i];
  at->lambda = lambda;
  at->mu = mu;
  return SAR_OK;
}

/* Is the row one of those that are averaged? */
static bool averaged(const SarSizes *n, int32_t row) {
  int32_t states = n->nv + n->np + n->nn;
  return row < n->nv || (row >= states && row < states + n->nx);
}

/* Replaces dynamics and states by means with their values at the begin of the step: the same unknown accelerations,
 * multipliers and rates, the state there. */
static SarStatus average_residual(SarStage *stage, const SarPoint *at, double *r) {
  const SarProblem *problem = stage->problem;
  SarPoint begin = sar_node_point(problem, stage->from);
  begin.a = at->a, begin.lambda = at->lambda, begin.mu = at->mu, begin.xdot = at->xdot;
  SAR_TRY(problem->ops->residual(problem, &begin, stage->begin));
  for (int32_t i = 0; i < sar_sizes_unknowns(&problem->n); i++) {
    if (averaged(&problem->n, i)) r[i] = 0.5 * (r[i] + stage->begin[i]);
  }
  return SAR_OK;
}

SarStatus sar_stage_residual(SarStage *stage, double *r) {
  SarPoint at = sar_node_point(stage->problem, stage->node);
  if (stage->augment) SAR_TRY(augmented_point(stage, &at));
  SAR_TRY(stage->problem->ops->residual(stage->problem, &at, r));
  if (stage->average) SAR_TRY(average_residual(stage, &at, r));
  if (stage->si2) {
    int32_t first = sar_sizes_unknowns(&stage->problem->n);
    const double *e = stage->node->u + first, *eta = e + stage->problem->n.nv;
    SAR_TRY(sar_si2_residual(stage->si2, stage->problem, &at, e, eta, r, r + first));
  }
  return sar_all_finite(sar_stage_unknowns(stage), r) ? SAR_OK : SAR_RETRY;
}

/* N = T_exp(turn) (I + twist c_v/c_q omega_0 x): the turn of a body per unit of c_q da (numerics 1). */
static void exponential_weights(SarStage *stage) {
  const SarProblem *problem = stage->problem;
  double s = stage->twist * stage->c_v / stage->c_q;
  for (int32_t b = 0, k = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    if (block->kind != SAR_BLOCK_ROTATION) continue;
    SarMat3 tangent = sar_exp_tangent(sar_vec3_load(stage->node->turn + 3 * k)), one = sar_mat3_identity();
    SarMat3 cross = sar_skew(sar_vec3_load(stage->from->v + block->v));
    SarMat3 inner = sar_mat3_axpy(s, &cross, &one), weight = sar_mat3_mul(&tangent, &inner);
    for (int i = 0; i < 9; i++) stage->rotation[9 * k + i] = weight.m[i / 3][i % 3];
    k++;
  }
}

static void rotation_weights(SarStage *stage) {
  if (stage->map == SAR_MAP_EXPONENTIAL) {
    exponential_weights(stage);
  } else {
    const double *carrier = sar_stage_carrier(stage, stage->node);
    (stage->map == SAR_MAP_VECTOR ? sar_vector_weights : sar_cayley_weights)(stage->problem, stage->xi, stage->c_v,
                                                                             carrier, stage->rotation);
  }
}

/* R and C of stage.h. */
static double row_factor(const SarStage *stage, int32_t row) {
  const SarSizes *n = &stage->problem->n;
  if (row < n->nv || row >= n->nv + n->np + n->nn) return 1;
  if (stage->scaling == SAR_SCALING_PHYSICAL) return step_mass(stage);
  return row < n->nv + n->np ? stage->c_q : stage->c_v;
}

static double column_factor(const SarStage *stage, int32_t column) {
  const SarSizes *n = &stage->problem->n;
  if (stage->scaling == SAR_SCALING_NONE) return column < n->nv ? 1 / stage->c_q : 1;
  return column < n->nv || column >= n->nv + n->np + n->nn ? 1 : step_mass(stage);
}

static void rescale(const SarStage *stage, double *values) {
  const SarPattern *pattern = sar_stage_pattern(stage);
  for (int32_t j = 0; j < pattern->ncolumns; j++) {
    for (int32_t k = pattern->column[j]; k < pattern->column[j + 1]; k++) {
      values[k] *= row_factor(stage, pattern->row[k]) * column_factor(stage, j);
    }
  }
}

/* The matrix of a mean: half the derivatives by positions, velocities, states and algebraic variables in its rows,
 * since the begin of the step has its own. Multipliers act as at the end of the step, which is near enough for the
 * iteration.
 */
static SarStatus average_matrix(SarStage *stage, const SarPoint *at, SarWeights weights, double *values) {
  const SarProblem *problem = stage->problem;
  const SarPattern *pattern = &problem->pattern;
  weights.v /= 2, weights.q /= 2, weights.x /= 2;
  SAR_TRY(problem->ops->jacobian(problem, at, &weights, stage->second));
  for (int32_t k = 0; k < pattern->column[pattern->ncolumns]; k++) {
    if (averaged(&problem->n, pattern->row[k])) values[k] = stage->second[k];
  }
  int32_t algebraic = sar_sizes_unknowns(&problem->n) - problem->n.nz;
  for (int32_t k = pattern->column[algebraic]; k < pattern->column[pattern->ncolumns]; k++) {
    if (averaged(&problem->n, pattern->row[k])) values[k] /= 2;
  }
  return SAR_OK;
}

SarStatus sar_stage_matrix(SarStage *stage, double *values) {
  const SarProblem *problem = stage->problem;
  rotation_weights(stage);
  SarWeights weights = {.a = 1,
                        .v = stage->c_v,
                        .q = stage->c_q,
                        .xdot = 1,
                        .x = stage->c_x,
                        .velocity_q = stage->c_q / stage->c_v,
                        .velocity_x = stage->c_x / stage->c_v,
                        .rotation = stage->rotation};
  SarPoint at = sar_node_point(problem, stage->node);
  if (stage->si2) {
    double c_e = stage->map == SAR_MAP_EXPONENTIAL ? stage->c_e : stage->c_v;
    SAR_TRY(sar_si2_matrix(stage->si2, problem, &at, &weights, c_e, values));
    return sar_all_finite(stage->si2->pattern.column[stage->si2->pattern.ncolumns], values) ? SAR_OK : SAR_RETRY;
  }
  double *own = stage->augment ? stage->plain : values;
  if (stage->augment) SAR_TRY(augmented_point(stage, &at));
  SAR_TRY(problem->ops->jacobian(problem, &at, &weights, own));
  if (stage->average) SAR_TRY(average_matrix(stage, &at, weights, own));
  if (!sar_all_finite(problem->pattern.column[problem->pattern.ncolumns], own)) return SAR_RETRY;
  if (stage->augment) {
    sar_augment_values(stage->augment, problem, own, stage->augmentation * step_mass(stage), values);
  }
  if (stage->scaling != SAR_SCALING_STEP) rescale(stage, values);
  return SAR_OK;
}

void sar_stage_right_side(const SarStage *stage, const double *r, double *rhs) {
  const SarSizes *n = &stage->problem->n;
  double position = -1 / stage->c_q, velocity = -1 / stage->c_v;
  if (stage->scaling != SAR_SCALING_STEP) {
    position *= row_factor(stage, n->nv);
    velocity *= row_factor(stage, n->nv + n->np);
  }
  const int32_t constraints = n->nv, rates = constraints + n->np, states = rates + n->nn;
  sar_scaled(n->nv, -1, r, rhs);
  sar_scaled(n->np, position, r + constraints, rhs + constraints);
  sar_scaled(n->nn, velocity, r + rates, rhs + rates);
  sar_scaled(n->nx + n->nz, -1, r + states, rhs + states);
  if (!stage->si2) return;
  const int32_t e = sar_sizes_unknowns(n), eta = e + n->nv;
  sar_scaled(n->np, velocity, r + constraints, rhs + constraints);
  sar_scaled(n->nv, -1, r + e, rhs + e);
  sar_scaled(sar_stage_unknowns(stage) - eta, velocity, r + eta, rhs + eta);
}

void sar_stage_correction(const SarStage *stage, double *solution) {
  if (stage->scaling == SAR_SCALING_STEP) return;
  for (int32_t i = 0; i < sar_sizes_unknowns(&stage->problem->n); i++) solution[i] *= column_factor(stage, i);
}

/* Mean of the diagonal of one part of the matrix over the coordinates with mass, damping, ...: translations as they
 * stand, rotations over L^2 (numerics 7). */
static SarStatus mean_diagonal(SarStage *stage, const SarPoint *at, SarWeights weights, double *mean) {
  const SarProblem *problem = stage->problem;
  double length = problem->length > 0 ? problem->length : 1, sum = 0;
  int32_t nv = problem->n.nv;
  SAR_TRY(problem->ops->jacobian(problem, at, &weights, stage->plain));
  for (int32_t i = 0; i < nv; i++) {
    int32_t k = sar_pattern_find(&problem->pattern, i, i);
    double w = problem->weight[i] * length;
    if (k >= 0) sum += fabs(stage->plain[k]) / (w * w);
  }
  *mean = nv > 0 ? sum / nv : 0;
  return isfinite(*mean) ? SAR_OK : SAR_RETRY;
}

SarStatus sar_stage_start(SarStage *stage, const SarPoint *at) {
  if (stage->si2) SAR_TRY(sar_si2_start(stage->si2, stage->problem, at));
  if (!stage->plain) return SAR_OK;
  SAR_TRY(mean_diagonal(stage, at, (SarWeights){.a = 1}, &stage->mass));
  SAR_TRY(mean_diagonal(stage, at, (SarWeights){.v = 1}, &stage->damping));
  return mean_diagonal(stage, at, (SarWeights){.q = 1}, &stage->stiffness);
}

bool sar_stage_scale(SarArena *arena, SarScaling scaling, double augmentation, SarStage *stage) {
  const SarProblem *problem = stage->problem;
  const SarSizes *n = &problem->n;
  stage->scaling = scaling;
  stage->augmentation = augmentation;
  if (scaling != SAR_SCALING_PHYSICAL && augmentation == 0) return true;
  stage->plain = SAR_NEW(arena, problem->pattern.column[problem->pattern.ncolumns], double);
  stage->mass = 1;
  if (augmentation == 0) return stage->plain;
  stage->lambda = SAR_NEW(arena, n->np + n->nn, double);
  stage->level = SAR_NEW(arena, sar_sizes_unknowns(n), double);
  stage->augment = sar_augment_create(arena, problem);
  return stage->plain && stage->lambda && stage->level && stage->augment;
}

bool sar_stage_average(SarArena *arena, SarStage *stage) {
  const SarPattern *pattern = &stage->problem->pattern;
  stage->average = true;
  stage->begin = SAR_NEW(arena, sar_sizes_unknowns(&stage->problem->n), double);
  stage->second = SAR_NEW(arena, pattern->column[pattern->ncolumns], double);
  return stage->begin && stage->second;
}

bool sar_stage_stabilise(SarArena *arena, SarStage *stage) {
  stage->si2 = sar_si2_create(arena, stage->problem);
  stage->carrier = SAR_NEW(arena, stage->problem->n.nv, double);
  return stage->si2 && stage->carrier;
}

SarStatus sar_stage_magnitude(const SarStage *stage, double *m) {
  const SarProblem *problem = stage->problem;
  SarPoint at = sar_node_point(problem, stage->node);
  SAR_TRY(problem->ops->magnitude(problem, &at, m));
  /* A joint at the origin has no terms at all; what is nothing against the rounding of the model's length is nothing.
   */
  double least = DBL_EPSILON * (problem->length > 0 ? problem->length : 1);
  for (int32_t i = problem->n.nv; i < problem->n.nv + problem->n.np; i++) m[i] = fmax(m[i], least);
  if (stage->si2) sar_si2_magnitude(stage->si2, problem, &at, stage->c_v, m, m + sar_sizes_unknowns(&problem->n));
  return SAR_OK;
}
