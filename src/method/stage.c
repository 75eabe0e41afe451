#include "method/stage.h"

#include "base/rotation.h"
#include "method/cayley.h"
#include "method/chart.h"
#include "method/norm.h"

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

static void add_twist(SarStage *stage) {
  const SarProblem *problem = stage->problem;
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    if (block->kind != SAR_BLOCK_ROTATION) continue;
    SarVec3 omega0 = sar_vec3_load(stage->from->v + block->v), omega = sar_vec3_load(stage->node->v + block->v);
    sar_vec3_add_to(sar_scale(stage->twist, sar_cross(omega0, sar_sub(omega, omega0))), stage->xi + block->v);
  }
}

static SarStatus cayley_point(SarStage *stage) {
  const SarSizes *n = &stage->problem->n;
  SarNode *node = stage->node;
  const double *a = node->u, *xdot = node->u + n->nv + n->np + n->nn;
  for (int32_t i = 0; i < n->nv; i++) node->v[i] = stage->v_hat[i] + stage->c_v * a[i];
  for (int32_t i = 0; i < n->nx; i++) node->x[i] = stage->x_hat[i] + stage->c_x * xdot[i];
  double largest = sar_cayley_solve(stage->problem, stage->xi_hat, stage->c_v, node->v, stage->xi);
  if (!(largest <= LARGEST_CAYLEY)) return SAR_ROTATION_TOO_LARGE;
  sar_cayley_advance(stage->problem, stage->from->q, stage->xi, node->q, node->turn);
  return SAR_OK;
}

SarStatus sar_stage_point(SarStage *stage) {
  if (stage->map == SAR_MAP_CAYLEY) return cayley_point(stage);
  const SarSizes *n = &stage->problem->n;
  SarNode *node = stage->node;
  const double *a = node->u, *xdot = node->u + n->nv + n->np + n->nn;
  for (int32_t i = 0; i < n->nv; i++) {
    node->v[i] = stage->v_hat[i] + stage->c_v * a[i];
    stage->xi[i] = stage->xi_hat[i] + stage->c_q * a[i];
  }
  for (int32_t i = 0; i < n->nx; i++) node->x[i] = stage->x_hat[i] + stage->c_x * xdot[i];
  if (stage->twist != 0) add_twist(stage);
  double angle = sar_chart_advance(stage->problem, stage->from->q, stage->xi, node->q, node->turn);
  return angle <= LARGEST_TURN ? SAR_OK : SAR_ROTATION_TOO_LARGE;
}

SarStatus sar_stage_residual(const SarStage *stage, double *r) {
  SarPoint at = sar_node_point(stage->problem, stage->node);
  SAR_TRY(stage->problem->ops->residual(stage->problem, &at, r));
  return sar_all_finite(sar_sizes_unknowns(&stage->problem->n), r) ? SAR_OK : SAR_RETRY;
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
    sar_cayley_weights(stage->problem, stage->xi, stage->c_v, stage->node->v, stage->rotation);
  }
}

/* Factors that lead from the matrix of SAR_SCALING_STEP to the unscaled one: diag(1, c_q) J diag(1/c_q, 1). */
static double row_factor(const SarStage *stage, int32_t row) {
  const SarSizes *n = &stage->problem->n;
  if (row < n->nv || row >= n->nv + n->np + n->nn) return 1;
  return row < n->nv + n->np ? stage->c_q : stage->c_v;
}

static double column_factor(const SarStage *stage, int32_t column) {
  return column < stage->problem->n.nv ? 1 / stage->c_q : 1;
}

static void unscale(const SarStage *stage, double *values) {
  const SarPattern *pattern = &stage->problem->pattern;
  for (int32_t j = 0; j < pattern->ncolumns; j++) {
    for (int32_t k = pattern->column[j]; k < pattern->column[j + 1]; k++) {
      values[k] *= row_factor(stage, pattern->row[k]) * column_factor(stage, j);
    }
  }
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
  SAR_TRY(problem->ops->jacobian(problem, &at, &weights, values));
  if (!sar_all_finite(problem->pattern.column[problem->pattern.ncolumns], values)) return SAR_RETRY;
  if (stage->scaling == SAR_SCALING_NONE) unscale(stage, values);
  return SAR_OK;
}

void sar_stage_right_side(const SarStage *stage, const double *r, double *rhs) {
  const SarSizes *n = &stage->problem->n;
  bool step = stage->scaling == SAR_SCALING_STEP;
  double position = step ? -1 / stage->c_q : -1, velocity = step ? -1 / stage->c_v : -1;
  int32_t i = 0;
  for (; i < n->nv; i++) rhs[i] = -r[i];
  for (; i < n->nv + n->np; i++) rhs[i] = position * r[i];
  for (; i < n->nv + n->np + n->nn; i++) rhs[i] = velocity * r[i];
  for (; i < sar_sizes_unknowns(n); i++) rhs[i] = -r[i];
}

void sar_stage_correction(const SarStage *stage, double *solution) {
  if (stage->scaling == SAR_SCALING_STEP) return;
  for (int32_t i = 0; i < stage->problem->n.nv; i++) solution[i] /= stage->c_q;
}
