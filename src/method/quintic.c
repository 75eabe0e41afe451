#include "method/quintic.h"

#include <math.h>

#include "base/rotation.h"

/* A quantity with its first and second derivative. */
typedef struct Jet {
  double value, rate, second;
} Jet;

/* Where between the nodes. */
typedef struct Place {
  double h, s;
} Place;

/* The quintic from 0 with the derivatives of `begin` to `end`. */
static Jet through(Place at, Jet begin, Jet end) {
  double h = at.h, s = at.s, d0 = h * begin.rate, dd0 = h * h * begin.second;
  double value = end.value - d0 - dd0 / 2, slope = h * end.rate - d0 - dd0, bend = h * h * end.second - dd0;
  double c[6] = {0,
                 d0,
                 dd0 / 2,
                 10 * value - 4 * slope + bend / 2,
                 -15 * value + 7 * slope - bend,
                 6 * value - 3 * slope + bend / 2};
  Jet p = {0};
  for (int k = 5; k >= 0; k--) { /* Horner's scheme with its derivatives */
    p.second = p.second * s + 2 * p.rate;
    p.rate = p.rate * s + p.value;
    p.value = p.value * s + c[k];
  }
  return (Jet){p.value, p.rate / h, p.second / (h * h)};
}

static void plain(const SarBlock *block, Place at, const SarNode *from, const SarNode *to, const SarInterpolated *out) {
  for (int32_t k = 0; k < block->count; k++) {
    int32_t i = block->q + k, j = block->v + k;
    Jet p = through(at, (Jet){0, from->v[j], from->u[j]}, (Jet){to->q[i] - from->q[i], to->v[j], to->u[j]});
    if (out->q) out->q[i] = from->q[i] + p.value;
    if (out->v) out->v[j] = p.rate;
    if (out->a) out->a[j] = p.second;
  }
}

/* T_exp^-1(d) w = w + 1/2 d x w + c d x (d x w), c = 1/f^2 - cot(f/2)/(2f), f = |d|: c and dc/df over f. */
static void coefficients(double f, double *c, double *slope) {
  if (f < 0.1) { /* series: differences of large terms otherwise */
    double f2 = f * f;
    *c = 1.0 / 12 + f2 / 720 + f2 * f2 / 30240;
    *slope = 1.0 / 360 + f2 / 7560 + f2 * f2 / 201600;
    return;
  }
  double sine = sin(f / 2), cotangent = cos(f / 2) / sine;
  *c = 1 / (f * f) - cotangent / (2 * f);
  *slope = (-2 / (f * f * f) + cotangent / (2 * f * f) + 1 / (4 * f * sine * sine)) / f;
}

/* d(T_exp^-1(d) w)/dt with w held: what d'' has besides T_exp^-1 alpha. */
static SarVec3 bias(SarVec3 d, SarVec3 rate, SarVec3 w) {
  double c, slope;
  coefficients(sar_norm(d), &c, &slope);
  SarVec3 once = sar_cross(d, w);
  SarVec3 sum = sar_scale(0.5, sar_cross(rate, w));
  sum = sar_axpy(slope * sar_dot(d, rate), sar_cross(d, once), sum);
  sum = sar_axpy(c, sar_cross(rate, once), sum);
  return sar_axpy(c, sar_cross(d, sar_cross(rate, w)), sum);
}

static void rotation(const SarBlock *block, const double *turn, Place at, const SarNode *from, const SarNode *to,
                     const SarInterpolated *out) {
  int32_t i = block->q, j = block->v;
  SarVec3 d1 = sar_vec3_load(turn), w1 = sar_vec3_load(to->v + j);
  SarMat3 inverse = sar_exp_tangent_inverse(d1);
  SarVec3 rate1 = sar_mul(&inverse, w1);
  SarVec3 second1 = sar_add(sar_mul(&inverse, sar_vec3_load(to->u + j)), bias(d1, rate1, w1));
  double end[3][3], value[3], rate[3], second[3];
  sar_vec3_store(d1, end[0]);
  sar_vec3_store(rate1, end[1]);
  sar_vec3_store(second1, end[2]);
  for (int k = 0; k < 3; k++) { /* at d = 0, d' = omega and d'' = alpha */
    Jet p = through(at, (Jet){0, from->v[j + k], from->u[j + k]}, (Jet){end[0][k], end[1][k], end[2][k]});
    value[k] = p.value;
    rate[k] = p.rate;
    second[k] = p.second;
  }
  SarVec3 d = sar_vec3_load(value), dd = sar_vec3_load(rate);
  SarMat3 tangent = sar_exp_tangent(d);
  SarVec3 w = sar_mul(&tangent, dd);
  if (out->q) sar_quat_store(sar_quat_normalise(sar_quat_mul(sar_quat_load(from->q + i), sar_quat_exp(d))), out->q + i);
  if (out->v) sar_vec3_store(w, out->v + j);
  if (out->a) sar_vec3_store(sar_mul(&tangent, sar_sub(sar_vec3_load(second), bias(d, dd, w))), out->a + j);
}

void sar_interpolate_quintic(const SarProblem *problem, const SarNode *from, const SarNode *to, double t,
                             const SarInterpolated *out) {
  Place at = {to->t - from->t, (t - from->t) / (to->t - from->t)};
  if (!(at.h > 0)) return;
  for (int32_t b = 0, k = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    if (block->kind == SAR_BLOCK_ROTATION) {
      rotation(block, to->turn + 3 * k++, at, from, to, out);
    } else {
      plain(block, at, from, to, out);
    }
  }
}
