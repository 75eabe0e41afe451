#include "method/chart.h"

#include <math.h>

#include "base/numbers.h"
#include "base/rotation.h"

/* Turns one quaternion and says by which angle, squared. */
static double turn_block(const double *p0, const double *xi, double *p, double *turn) {
  SarVec3 d = sar_vec3_load(xi);
  sar_quat_store(sar_quat_normalise(sar_quat_mul(sar_quat_load(p0), sar_quat_exp(d))), p);
  if (turn) sar_vec3_store(d, turn);
  return sar_dot(d, d);
}

double sar_chart_advance(const SarProblem *problem, const double *q0, const double *xi, double *q, double *turn) {
  double largest = 0; /* square of an angle: one root for all */
  for (int32_t b = 0, k = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    if (block->kind == SAR_BLOCK_ROTATION) {
      double square = turn_block(q0 + block->q, xi + block->v, q + block->q, turn ? turn + 3 * k : NULL);
      largest = sar_larger(largest, square); /* also keeps a NaN */
      k++;
    } else {
      for (int32_t i = 0; i < block->count; i++) q[block->q + i] = q0[block->q + i] + xi[block->v + i];
    }
  }
  return sqrt(largest);
}

double sar_chart_turning_rate(const SarProblem *problem, const double *v, const double *a, double s) {
  double largest = 0;
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    if (block->kind != SAR_BLOCK_ROTATION) continue;
    largest = fmax(largest, sar_norm(sar_axpy(s, sar_vec3_load(a + block->v), sar_vec3_load(v + block->v))));
  }
  return largest;
}

int32_t sar_chart_fastest(const SarProblem *problem, const double *v, const double *a, double s) {
  double largest = 0;
  int32_t index = -1;
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    if (block->kind != SAR_BLOCK_ROTATION) continue;
    double rate[3];
    for (int32_t i = 0; i < 3; i++) rate[i] = fabs(v[block->v + i] + (a ? s * a[block->v + i] : 0));
    double size = sar_norm(sar_vec3_load(rate));
    if (size <= largest) continue; /* a nan goes on */
    largest = size;
    index = block->v + (rate[1] > rate[0] ? (rate[2] > rate[1] ? 2 : 1) : (rate[2] > rate[0] ? 2 : 0));
    if (isnan(size)) break;
  }
  return index;
}
