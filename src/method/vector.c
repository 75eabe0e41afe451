#include "method/vector.h"

#include <float.h>
#include <math.h>

#include "method/blocks.h"

#define SERIES 0.25 /* square of an angle: below, the first term left out of the series is below 1e-18 */
#define SMALL 0.01  /* the same, below which four terms are enough */
#define SHORT 0.04  /* square of c |omega|: together with it, corrections shrink by a factor of at most 0.005 */
#define MOST_CORRECTIONS 12
#define LARGEST_ANGLE 3.0 /* of a place that is solved for: half a turn is where the chart ends */

/* T^-1(d) omega = omega + d x omega/2 + k d x (d x omega), k = (1 - (t/2) cot(t/2))/t^2, t = |d|; `slope` is k'/t. */
typedef struct Bend {
  double k, slope;
} Bend;

static Bend bend_at(double t2) {
  static const double series[8] = {1.0 / 12,
                                   1.0 / 720,
                                   1.0 / 30240,
                                   1.0 / 1209600,
                                   1.0 / 47900160,
                                   691.0 / 1307674368000.0,
                                   1.0 / 74724249600.0,
                                   3617.0 / 10670622842880000.0};
  Bend bend = {0, 0};
  if (t2 < SERIES) {
    for (int32_t n = 7; n >= 0; n--) {
      bend.slope = bend.slope * t2 + 2 * bend.k; /* twice the derivative by t^2 */
      bend.k = bend.k * t2 + series[n];
    }
    return bend;
  }
  double t = sqrt(t2), s = sin(t / 2), cot = cos(t / 2) / s;
  bend.k = (1 - t / 2 * cot) / t2;
  bend.slope = ((t / (4 * s * s) - cot / 2) / t - 2 * bend.k) / t2;
  return bend;
}

/* a b^T */
static SarMat3 outer(SarVec3 a, SarVec3 b) {
  return sar_mat3_columns(sar_scale(b.x, a), sar_scale(b.y, a), sar_scale(b.z, a));
}

/* T^-1(d) = I + d x/2 + k (d x)(d x) */
static SarMat3 tangent_inverse(SarVec3 d) {
  double t2 = sar_dot(d, d), k = bend_at(t2).k;
  SarMat3 skew = sar_skew(d), one = sar_mat3_identity(), along = outer(sar_scale(k, d), d);
  SarMat3 sum = sar_mat3_axpy(0.5, &skew, &along);
  return sar_mat3_axpy(1 - k * t2, &one, &sum);
}

static SarVec3 rate_of(SarVec3 d, SarVec3 omega, double k) {
  SarVec3 across = sar_cross(d, omega);
  return sar_axpy(k, sar_cross(d, across), sar_axpy(0.5, across, omega));
}

/* I - c E: with d x (d x omega) = d (d.omega) - omega t^2,
 * E = -omega x/2 + k ((d.omega) I + d omega^T - 2 omega d^T) + slope (d x (d x omega)) d^T. */
static SarMat3 stage_derivative(SarVec3 d, double c, SarVec3 omega) {
  Bend bend = bend_at(sar_dot(d, d));
  SarVec3 twice = sar_cross(d, sar_cross(d, omega));
  SarVec3 left = sar_axpy(-2 * bend.k, omega, sar_scale(bend.slope, twice));
  SarMat3 skew = sar_skew(omega), one = sar_mat3_identity();
  SarMat3 mixed = outer(sar_scale(bend.k, d), omega), other = outer(left, d);
  SarMat3 sum = sar_mat3_axpy(1 - c * bend.k * sar_dot(d, omega), &one, &(SarMat3){0});
  sum = sar_mat3_axpy(c / 2, &skew, &sum);
  sum = sar_mat3_axpy(-c, &mixed, &sum);
  return sar_mat3_axpy(-c, &other, &sum);
}

/* (I + k omega x)^-1 b, with `scale` = 1/(1 + k^2 omega.omega). */
static inline SarVec3 without_second_order(SarVec3 b, double k, SarVec3 omega, double scale) {
  SarVec3 d = sar_axpy(k * k * sar_dot(omega, b), omega, sar_axpy(-k, sar_cross(omega, b), b));
  return sar_scale(scale, d);
}

static SarVec3 what_is_missed(SarVec3 d_hat, double c, SarVec3 omega, SarVec3 d, double k) {
  return sar_sub(sar_axpy(c, rate_of(d, omega, k), d_hat), d);
}

static SarVec3 solve_by_newton(SarVec3 d_hat, double c, SarVec3 omega, SarVec3 d) {
  for (int32_t i = 0; i < MOST_CORRECTIONS; i++) {
    double t2 = sar_dot(d, d);
    if (!(t2 <= LARGEST_ANGLE * LARGEST_ANGLE)) break;
    SarMat3 derivative = stage_derivative(d, c, omega), inverse = sar_mat3_inverse(&derivative);
    SarVec3 correction = sar_mul(&inverse, what_is_missed(d_hat, c, omega, d, bend_at(t2).k));
    d = sar_add(d, correction);
    if (sar_dot(correction, correction) <= 16 * DBL_EPSILON * DBL_EPSILON * t2) return d;
  }
  return (SarVec3){NAN, NAN, NAN};
}

/* d = d_hat + c T^-1(d) omega from the solution without the term of second order in d, which is closed: d + c/2 omega x
 * d = d_hat + c omega. Where all lie along one axis it is the solution already. Small turns are corrected in the same
 * way: what that leaves out is k times a second product, whose derivative is at most c |omega| |d|/4, so that one or
 * two corrections do, at a tenth of the cost of Newton's. */
static inline SarVec3 solve_block(SarVec3 d_hat, double c, SarVec3 omega) {
  double k = c / 2, square = sar_dot(omega, omega), scale = 1 / (1 + k * k * square);
  SarVec3 d = without_second_order(sar_axpy(c, omega, d_hat), k, omega, scale);
  double t2 = sar_dot(d, d), fast = c * c * square;
  if (!(t2 <= SMALL && fast <= SHORT)) return solve_by_newton(d_hat, c, omega, d);
  for (int32_t i = 0; i < MOST_CORRECTIONS; i++) {
    double bend = 1.0 / 12 + t2 * (1.0 / 720 + t2 * (1.0 / 30240 + t2 * (1.0 / 1209600)));
    SarVec3 correction = without_second_order(what_is_missed(d_hat, c, omega, d, bend), k, omega, scale);
    d = sar_add(d, correction);
    if (fast * sar_dot(correction, correction) <= 16 * DBL_EPSILON * DBL_EPSILON) return d; /* left: below eps |d| */
    t2 = sar_dot(d, d);
  }
  return solve_by_newton(d_hat, c, omega, d);
}

static SarVec3 rate_at(SarVec3 d, SarVec3 omega) { return rate_of(d, omega, bend_at(sar_dot(d, d)).k); }

/* The rotation vector of a turn; of a small one 2 asin(s)/s by its series, s the sine of half the angle. */
static inline SarVec3 place_of(SarQuat turn) {
  SarVec3 n = {turn.x, turn.y, turn.z};
  double s2 = sar_dot(n, n);
  if (!(s2 <= SMALL / 4 && turn.w > 0)) return sar_quat_log(turn);
  double factor = 105.0 / 1728 + s2 * (63.0 / 1408 + s2 * (231.0 / 6656));
  return sar_scale(2 + s2 * (1.0 / 3 + s2 * (3.0 / 20 + s2 * (5.0 / 56 + s2 * factor))), n);
}

double sar_vector_place(const SarProblem *problem, const double *q0, const double *q, double *xi) {
  return sar_blocks_place(problem, place_of, q0, q, xi);
}

void sar_vector_rate(const SarProblem *problem, const double *xi, const double *v, double *rate) {
  sar_blocks_rate(problem, rate_at, xi, v, rate);
}

double sar_vector_solve(const SarProblem *problem, const double *xi_hat, double c, const double *v, double *xi) {
  return sar_blocks_solve(problem, solve_block, xi_hat, c, v, xi);
}

/* A product of units, made one again: it is off by rounding alone, so that one step of Newton's for the root does. */
static inline SarQuat as_unit(SarQuat a) {
  double s = 1.5 - 0.5 * (a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z);
  return (SarQuat){s * a.w, s * a.x, s * a.y, s * a.z};
}

void sar_vector_advance(const SarProblem *problem, const double *q0, const double *xi, double *q, double *turn) {
  for (int32_t b = 0, k = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    int32_t i = block->q, j = block->v;
    if (block->kind == SAR_BLOCK_ROTATION) {
      SarVec3 d = sar_vec3_load(xi + j);
      bool small = sar_dot(d, d) < SAR_SERIES_ANGLE * SAR_SERIES_ANGLE; /* almost always: then without a call */
      SarQuat by = small ? sar_quat_exp_of_small(d) : sar_quat_exp(d);
      sar_quat_store(as_unit(sar_quat_mul(sar_quat_load(q0 + i), by)), q + i);
      sar_vec3_store(d, turn + 3 * k++);
    } else {
      for (int32_t n = 0; n < block->count; n++) q[i + n] = q0[i + n] + xi[j + n];
    }
  }
}

void sar_vector_weights(const SarProblem *problem, const double *xi, double c, const double *v, double *rotation) {
  static const SarBlockTangents tangents = {stage_derivative, tangent_inverse};
  sar_blocks_weights(problem, &tangents, xi, c, v, rotation);
}
