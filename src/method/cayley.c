#include "method/cayley.h"

#include <math.h>

#include "method/blocks.h"

#define SHORT_TURN 1e-4 /* |g|^2/4 */

/* T^-1(g) omega */
static SarVec3 rate_at(SarVec3 g, SarVec3 omega) {
  SarVec3 sum = sar_axpy(0.5, sar_cross(g, omega), omega);
  return sar_axpy(0.25 * sar_dot(g, omega), g, sum);
}

static SarVec3 velocity_at(SarVec3 g, SarVec3 rate) {
  SarMat3 tangent = sar_cayley_tangent(g);
  return sar_mul(&tangent, rate);
}

double sar_cayley_place(const SarProblem *problem, const double *q0, const double *q, const double *v, double *xi,
                        double *rate) {
  double largest = sar_blocks_place(problem, sar_quat_cayley_inverse, q0, q, xi);
  sar_cayley_rate(problem, xi, v, rate);
  return largest;
}

void sar_cayley_rate(const SarProblem *problem, const double *xi, const double *v, double *rate) {
  sar_blocks_rate(problem, rate_at, xi, v, rate);
}

void sar_cayley_velocity(const SarProblem *problem, const double *xi, const double *rate, double *v) {
  sar_blocks_rate(problem, velocity_at, xi, rate, v);
}

void sar_cayley_second_rate(const SarProblem *problem, const double *xi, const double *v, const double *rate,
                            const double *a, double *second) {
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    int32_t j = block->v;
    if (block->kind == SAR_BLOCK_ROTATION) {
      SarVec3 g = sar_vec3_load(xi + j);
      SarMat3 inverse = sar_cayley_tangent_inverse(g), curvature = sar_cayley_curvature(g, sar_vec3_load(v + j));
      SarVec3 turning = sar_mul(&curvature, sar_vec3_load(rate + j));
      sar_vec3_store(sar_add(sar_mul(&inverse, sar_vec3_load(a + j)), turning), second + j);
    } else {
      for (int32_t k = 0; k < block->count; k++) second[j + k] = a[j + k];
    }
  }
}

void sar_cayley_tangents(const SarProblem *problem, const double *xi, double *rotation) {
  for (int32_t b = 0, k = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    if (block->kind != SAR_BLOCK_ROTATION) continue;
    SarMat3 tangent = sar_cayley_tangent(sar_vec3_load(xi + block->v));
    for (int i = 0; i < 9; i++) rotation[9 * k + i] = tangent.m[i / 3][i % 3];
    k++;
  }
}

/* I - c E(g, omega) */
static SarMat3 stage_derivative(SarVec3 g, double c, SarVec3 omega) {
  SarMat3 curvature = sar_cayley_curvature(g, omega), one = sar_mat3_identity();
  return sar_mat3_axpy(-c, &curvature, &one);
}

/* g = g_hat + c T^-1(g) omega, T^-1(g) omega = omega + g x omega/2 + g (g.omega)/4, in closed form. With b = g_hat +
 * c omega and p = 1 - c (g.omega)/4 it reads p g + c/2 omega x g = b, linear in g once p is known; its product with
 * omega, p (g.omega) = b.omega, is quadratic in p alone. The root that is 1 for c = 0 belongs to the small g; where it
 * is not real the body turns too fast. */
static SarVec3 solve_block(SarVec3 g_hat, double c, SarVec3 omega) {
  SarVec3 b = sar_axpy(c, omega, g_hat);
  double along = sar_dot(omega, b), p = 0.5 + 0.5 * sqrt(1 - c * along), k = 0.5 * c;
  double scale = 1 / (p * p + k * k * sar_dot(omega, omega));
  SarVec3 sum = sar_axpy(k * k * along / p, omega, sar_axpy(-k, sar_cross(omega, b), sar_scale(p, b)));
  return sar_scale(scale, sum);
}

double sar_cayley_solve(const SarProblem *problem, const double *xi_hat, double c, const double *v, double *xi) {
  return sar_blocks_solve(problem, solve_block, xi_hat, c, v, xi);
}

/* 2 atan(|g|/2) g/|g|, the rotation vector of Cay(g). Turns are short in most runs, and there the series of atan does:
 * the next term is below rounding. */
static SarVec3 rotation_vector(SarVec3 g) {
  double square = sar_dot(g, g) / 4;
  if (square < SHORT_TURN) return sar_scale(1 - square * (1.0 / 3 - square * (1.0 / 5 - square / 7)), g);
  double s = sqrt(square);
  return sar_scale(atan(s) / s, g);
}

void sar_cayley_advance(const SarProblem *problem, const double *q0, const double *xi, double *q, double *turn) {
  for (int32_t b = 0, k = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    int32_t i = block->q, j = block->v;
    if (block->kind == SAR_BLOCK_ROTATION) {
      SarVec3 g = sar_vec3_load(xi + j);
      SarQuat step = {2, g.x, g.y, g.z}; /* Cay(g) before it is normalised */
      sar_quat_store(sar_quat_normalise(sar_quat_mul(sar_quat_load(q0 + i), step)), q + i);
      sar_vec3_store(rotation_vector(g), turn + 3 * k++);
    } else {
      for (int32_t m = 0; m < block->count; m++) q[i + m] = q0[i + m] + xi[j + m];
    }
  }
}

void sar_cayley_weights(const SarProblem *problem, const double *xi, double c, const double *v, double *rotation) {
  static const SarBlockTangents tangents = {stage_derivative, sar_cayley_tangent_inverse};
  sar_blocks_weights(problem, &tangents, xi, c, v, rotation);
}
