#include "method/cayley.h"

#include <float.h>
#include <math.h>

#include "base/rotation.h"

#define MOST_ITERATIONS 20
#define ENOUGH (4 * DBL_EPSILON)

double sar_cayley_place(const SarProblem *problem, const double *q0, const double *q, const double *v, double *xi,
                        double *rate) {
  double largest = 0;
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    int32_t i = block->q, j = block->v;
    if (block->kind == SAR_BLOCK_ROTATION) {
      SarQuat turn = sar_quat_mul(sar_quat_conjugate(sar_quat_load(q0 + i)), sar_quat_load(q + i));
      SarVec3 g = sar_quat_cayley_inverse(turn);
      sar_vec3_store(g, xi + j);
      double size = sar_norm(g);
      if (!(size <= largest)) largest = size; /* also keeps a nan */
    } else {
      for (int32_t k = 0; k < block->count; k++) xi[j + k] = q[i + k] - q0[i + k];
    }
  }
  sar_cayley_rate(problem, xi, v, rate);
  return largest;
}

void sar_cayley_rate(const SarProblem *problem, const double *xi, const double *v, double *rate) {
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    int32_t j = block->v;
    if (block->kind == SAR_BLOCK_ROTATION) {
      SarMat3 inverse = sar_cayley_tangent_inverse(sar_vec3_load(xi + j));
      sar_vec3_store(sar_mul(&inverse, sar_vec3_load(v + j)), rate + j);
    } else {
      for (int32_t k = 0; k < block->count; k++) rate[j + k] = v[j + k];
    }
  }
}

/* I - c E(g, omega) */
static SarMat3 stage_derivative(SarVec3 g, double c, SarVec3 omega) {
  SarMat3 curvature = sar_cayley_curvature(g, omega), one = sar_mat3_identity();
  return sar_mat3_axpy(-c, &curvature, &one);
}

/* g = g_hat + c T^-1(g) omega by Newton's method. */
static SarVec3 solve_block(SarVec3 g_hat, double c, SarVec3 omega) {
  SarVec3 g = sar_axpy(c, omega, g_hat);
  for (int32_t k = 0; k < MOST_ITERATIONS; k++) {
    SarMat3 inverse = sar_cayley_tangent_inverse(g), derivative = stage_derivative(g, c, omega);
    SarVec3 defect = sar_sub(sar_axpy(c, sar_mul(&inverse, omega), g_hat), g);
    SarMat3 solve = sar_mat3_inverse(&derivative);
    SarVec3 correction = sar_mul(&solve, defect);
    g = sar_axpy(1, correction, g);
    if (sar_norm(correction) <= ENOUGH * (1 + sar_norm(g))) return g;
  }
  return (SarVec3){INFINITY, INFINITY, INFINITY};
}

double sar_cayley_solve(const SarProblem *problem, const double *xi_hat, double c, const double *v, double *xi) {
  double largest = 0;
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    int32_t j = block->v;
    if (block->kind == SAR_BLOCK_ROTATION) {
      SarVec3 g = solve_block(sar_vec3_load(xi_hat + j), c, sar_vec3_load(v + j));
      sar_vec3_store(g, xi + j);
      double size = sar_norm(g);
      if (!(size <= largest)) largest = size;
    } else {
      for (int32_t k = 0; k < block->count; k++) xi[j + k] = xi_hat[j + k] + c * v[j + k];
    }
  }
  return largest;
}

void sar_cayley_advance(const SarProblem *problem, const double *q0, const double *xi, double *q, double *turn) {
  for (int32_t b = 0, k = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    int32_t i = block->q, j = block->v;
    if (block->kind == SAR_BLOCK_ROTATION) {
      SarQuat step = sar_quat_cayley(sar_vec3_load(xi + j));
      sar_quat_store(sar_quat_normalise(sar_quat_mul(sar_quat_load(q0 + i), step)), q + i);
      sar_vec3_store(sar_quat_log(step), turn + 3 * k++);
    } else {
      for (int32_t m = 0; m < block->count; m++) q[i + m] = q0[i + m] + xi[j + m];
    }
  }
}

void sar_cayley_weights(const SarProblem *problem, const double *xi, double c, const double *v, double *rotation) {
  for (int32_t b = 0, k = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    if (block->kind != SAR_BLOCK_ROTATION) continue;
    SarVec3 g = sar_vec3_load(xi + block->v), omega = sar_vec3_load(v + block->v);
    SarMat3 derivative = stage_derivative(g, c, omega), solve = sar_mat3_inverse(&derivative);
    SarMat3 tangent = sar_cayley_tangent(g), inverse = sar_cayley_tangent_inverse(g);
    SarMat3 inner = sar_mat3_mul(&solve, &inverse), weight = sar_mat3_mul(&tangent, &inner);
    for (int i = 0; i < 9; i++) rotation[9 * k + i] = weight.m[i / 3][i % 3];
    k++;
  }
}
