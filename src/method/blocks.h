/* The loops of a chart (cayley.h, vector.h) over the blocks of a problem: each orientation by the chart's own formula,
 * plain coordinates by addition. A formula is known where the loop is compiled, so that it costs no call. */
#ifndef SAR_METHOD_BLOCKS_H
#define SAR_METHOD_BLOCKS_H

#include <math.h>

#include "base/numbers.h"
#include "base/rotation.h"
#include "method/problem.h"

/* The place of the configuration q around q0: xi, nv numbers. `of`: the place of a turn. Returns the largest |xi| of an
 * orientation; nan where one is. */
typedef SarVec3 SarBlockPlace(SarQuat turn);
static inline double sar_blocks_place(const SarProblem *problem, SarBlockPlace *of, const double *q0, const double *q,
                                      double *xi) {
  double largest = 0; /* square: one root for all */
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    int32_t i = block->q, j = block->v;
    if (block->kind == SAR_BLOCK_ROTATION) {
      SarVec3 d = of(sar_quat_mul(sar_quat_conjugate(sar_quat_load(q0 + i)), sar_quat_load(q + i)));
      sar_vec3_store(d, xi + j);
      largest = sar_larger(largest, sar_dot(d, d)); /* also keeps a nan */
    } else {
      for (int32_t k = 0; k < block->count; k++) xi[j + k] = q[i + k] - q0[i + k];
    }
  }
  return sqrt(largest);
}

/* Velocities to rates at xi, or rates to velocities: `of` an orientation, the same for plain coordinates. */
typedef SarVec3 SarBlockRate(SarVec3 d, SarVec3 rate);
static inline void sar_blocks_rate(const SarProblem *problem, SarBlockRate *of, const double *xi, const double *from,
                                   double *to) {
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    int32_t j = block->v;
    if (block->kind == SAR_BLOCK_ROTATION) {
      sar_vec3_store(of(sar_vec3_load(xi + j), sar_vec3_load(from + j)), to + j);
    } else {
      for (int32_t k = 0; k < block->count; k++) to[j + k] = from[j + k];
    }
  }
}

/* Solves xi = xi_hat + c T^-1(xi) v; `of`: the solution of one orientation. Returns as sar_blocks_place does. */
typedef SarVec3 SarBlockSolve(SarVec3 hat, double c, SarVec3 omega);
static inline double sar_blocks_solve(const SarProblem *problem, SarBlockSolve *of, const double *xi_hat, double c,
                                      const double *v, double *xi) {
  double largest = 0; /* square: one root for all */
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    int32_t j = block->v;
    if (block->kind == SAR_BLOCK_ROTATION) {
      SarVec3 d = of(sar_vec3_load(xi_hat + j), c, sar_vec3_load(v + j));
      sar_vec3_store(d, xi + j);
      largest = sar_larger(largest, sar_dot(d, d)); /* also keeps a nan */
    } else {
      for (int32_t k = 0; k < block->count; k++) xi[j + k] = xi_hat[j + k] + c * v[j + k];
    }
  }
  return sqrt(largest);
}

/* T (I - c E)^-1 T^-1 of every orientation, 9 numbers each, E = d(T^-1 v)/dxi. */
typedef struct SarBlockTangents {
  SarMat3 (*stage)(SarVec3 d, double c, SarVec3 omega); /* I - c E */
  SarMat3 (*inverse)(SarVec3 d);                        /* T^-1 */
} SarBlockTangents;
static inline void sar_blocks_weights(const SarProblem *problem, const SarBlockTangents *of, const double *xi, double c,
                                      const double *v, double *rotation) {
  for (int32_t b = 0, k = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    if (block->kind != SAR_BLOCK_ROTATION) continue;
    SarVec3 d = sar_vec3_load(xi + block->v), omega = sar_vec3_load(v + block->v);
    SarMat3 derivative = of->stage(d, c, omega), inverse = of->inverse(d);
    SarMat3 both = sar_mat3_mul(&derivative, &inverse), solve = sar_mat3_inverse(&both); /* T (I - c E)^-1 */
    SarMat3 weight = sar_mat3_mul(&solve, &inverse);
    for (int i = 0; i < 9; i++) rotation[9 * k + i] = weight.m[i / 3][i % 3];
    k++;
  }
}

#endif
