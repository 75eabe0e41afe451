/* The toy problems themselves. */
#include <math.h>
#include <string.h>

#include "base/rotation.h"
#include "method/toy.h"

#define G 9.81

/* Sets one row: its value and the sum of its absolute terms. */
static void row(double *r, double *m, int32_t i, const double *terms, int32_t count) {
  r[i] = 0;
  if (m) m[i] = 0;
  for (int32_t k = 0; k < count; k++) {
    r[i] += terms[k];
    if (m) m[i] += fabs(terms[k]);
  }
}
#define ROW(i, ...) row(r, m, i, (const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

/* Pendulum of length 1 and mass 1 in Cartesian coordinates; y = (angle from the lowest point, its rate). */
static void pendulum_rows(const SarPoint *p, double *r, double *m) {
  ROW(0, p->a[0], p->q[0] * p->lambda[0]);
  ROW(1, p->a[1], p->q[1] * p->lambda[0], G);
  ROW(2, p->q[0] * p->q[0] / 2, p->q[1] * p->q[1] / 2, -0.5);
}
static void pendulum_rate(double t, const double *y, double *dy) { (void)t, dy[0] = y[1], dy[1] = -G * sin(y[0]); }
static void pendulum_map(double t, const double *y, ToyPoint *p) {
  double dy[2], s = sin(y[0]), c = cos(y[0]), w = y[1];
  pendulum_rate(t, y, dy);
  p->q[0] = s, p->q[1] = -c;
  p->v[0] = c * w, p->v[1] = s * w;
  p->a[0] = c * dy[1] - s * w * w, p->a[1] = s * dy[1] + c * w * w;
  p->lambda[0] = w * w + G * c;
}
const ToyClass toy_pendulum = {.name = "pendulum",
                               .n = {.nq = 2, .nv = 2, .np = 1},
                               .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 2}},
                               .nblocks = 1,
                               .rows = pendulum_rows,
                               .ny = 2,
                               .y0 = {1.2, 0.5},
                               .rate = pendulum_rate,
                               .map = pendulum_map};

/* One coordinate with inertia 1 + q^2 in the potential 2 (1 - cos q). */
static void bead_rows(const SarPoint *p, double *r, double *m) {
  double q = p->q[0], v = p->v[0];
  ROW(0, (1 + q * q) * p->a[0], q * v * v, 2 * sin(q));
}
static void bead_rate(double t, const double *y, double *dy) {
  (void)t, dy[0] = y[1], dy[1] = -(y[0] * y[1] * y[1] + 2 * sin(y[0])) / (1 + y[0] * y[0]);
}
static void bead_map(double t, const double *y, ToyPoint *p) {
  double dy[2];
  bead_rate(t, y, dy);
  p->q[0] = y[0], p->v[0] = y[1], p->a[0] = dy[1];
}
const ToyClass toy_bead = {.name = "bead",
                           .n = {.nq = 1, .nv = 1},
                           .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                           .nblocks = 1,
                           .rows = bead_rows,
                           .ny = 2,
                           .y0 = {1.5, 0.3},
                           .rate = bead_rate,
                           .map = bead_map};

/* Free asymmetric top; y = (quaternion, omega). */
static const double J[3] = {1, 2, 3};

static void euler_rows(const double *w, const double *a, double *r, double *m) {
  ROW(0, J[0] * a[0], (J[2] - J[1]) * w[1] * w[2]);
  ROW(1, J[1] * a[1], (J[0] - J[2]) * w[2] * w[0]);
  ROW(2, J[2] * a[2], (J[1] - J[0]) * w[0] * w[1]);
}
static void top_rows(const SarPoint *p, double *r, double *m) { euler_rows(p->v, p->a, r, m); }
static void quaternion_rate(const double *y, double *dy) {
  SarQuat d = sar_quat_mul(sar_quat_load(y), (SarQuat){0, y[4] / 2, y[5] / 2, y[6] / 2});
  sar_quat_store(d, dy);
}
static void top_rate(double t, const double *y, double *dy) {
  (void)t;
  const double *w = y + 4;
  quaternion_rate(y, dy);
  dy[4] = (J[1] - J[2]) * w[1] * w[2] / J[0];
  dy[5] = (J[2] - J[0]) * w[2] * w[0] / J[1];
  dy[6] = (J[0] - J[1]) * w[0] * w[1] / J[2];
}
static void top_map(double t, const double *y, ToyPoint *p) {
  double dy[7];
  top_rate(t, y, dy);
  memcpy(p->q, y, 4 * sizeof(double));
  memcpy(p->v, y + 4, 3 * sizeof(double));
  memcpy(p->a, dy + 4, 3 * sizeof(double));
}
const ToyClass toy_free_top = {.name = "free top",
                               .n = {.nq = 4, .nv = 3},
                               .blocks = {{SAR_BLOCK_ROTATION, 0, 0, 1}},
                               .nblocks = 1,
                               .nrotations = 1,
                               .rows = top_rows,
                               .ny = 7,
                               .y0 = {1, 0, 0, 0, 1, 2, -1.5},
                               .rate = top_rate,
                               .map = top_map};
/* The same in steady spin about its third axis. */
const ToyClass toy_spin = {.name = "spin",
                           .n = {.nq = 4, .nv = 3},
                           .blocks = {{SAR_BLOCK_ROTATION, 0, 0, 1}},
                           .nblocks = 1,
                           .nrotations = 1,
                           .rows = top_rows,
                           .ny = 7,
                           .y0 = {1, 0, 0, 0, 0, 0, 100},
                           .rate = top_rate,
                           .map = top_map};

/* Heavy top: mass 1, centre of mass at distance 1 from a spherical joint in the origin; gravity along -z. Position of
 * the centre and orientation; S is the joint in the body frame. */
static const double HJ[3] = {0.3, 0.4, 0.25};
static const SarVec3 S = {0, 0, -1};

static void heavy_rows(const SarPoint *p, double *r, double *m) {
  const double *w = p->v + 3, *a = p->a + 3;
  SarMat3 rotation = sar_quat_matrix(sar_quat_load(p->q + 3));
  SarVec3 arm = sar_mul(&rotation, S), torque = sar_cross(S, sar_mul_t(&rotation, sar_vec3_load(p->lambda)));
  const double armv[3] = {arm.x, arm.y, arm.z}, tv[3] = {torque.x, torque.y, torque.z};
  for (int32_t i = 0; i < 3; i++) {
    int32_t j = (i + 1) % 3, k = (i + 2) % 3;
    ROW(i, p->a[i], p->lambda[i], i == 2 ? G : 0);
    ROW(3 + i, HJ[i] * a[i], (HJ[k] - HJ[j]) * w[j] * w[k], tv[i]);
    if (m) m[3 + i] += sar_norm(sar_vec3_load(p->lambda)); /* the products inside the torque cancel */
    ROW(6 + i, p->q[i], armv[i]);
    if (m) m[6 + i] += sar_norm(S); /* and those inside the arm */
  }
}
/* y = (quaternion, omega): motion about the joint. */
static void heavy_rate(double t, const double *y, double *dy) {
  (void)t;
  SarMat3 rotation = sar_quat_matrix(sar_quat_load(y));
  SarVec3 w = sar_vec3_load(y + 4), c = sar_neg(S);
  const double jo[3] = {HJ[0] + 1, HJ[1] + 1, HJ[2]}; /* about the joint */
  SarVec3 momentum = {jo[0] * w.x, jo[1] * w.y, jo[2] * w.z};
  SarVec3 torque = sar_sub(sar_cross(c, sar_mul_t(&rotation, sar_vec3(0, 0, -G))), sar_cross(w, momentum));
  quaternion_rate(y, dy);
  dy[4] = torque.x / jo[0], dy[5] = torque.y / jo[1], dy[6] = torque.z / jo[2];
}
static void heavy_map(double t, const double *y, ToyPoint *p) {
  double dy[7];
  heavy_rate(t, y, dy);
  SarQuat quat = sar_quat_normalise(sar_quat_load(y));
  SarMat3 rotation = sar_quat_matrix(quat);
  SarVec3 c = sar_neg(S), w = sar_vec3_load(y + 4), wdot = sar_vec3_load(dy + 4);
  SarVec3 acceleration = sar_add(sar_cross(wdot, c), sar_cross(w, sar_cross(w, c)));
  sar_vec3_store(sar_mul(&rotation, c), p->q);
  sar_quat_store(quat, p->q + 3);
  sar_vec3_store(sar_mul(&rotation, sar_cross(w, c)), p->v);
  sar_vec3_store(w, p->v + 3);
  sar_vec3_store(sar_mul(&rotation, acceleration), p->a);
  sar_vec3_store(wdot, p->a + 3);
  p->lambda[0] = -p->a[0], p->lambda[1] = -p->a[1], p->lambda[2] = -p->a[2] - G;
}
const ToyClass toy_heavy_top = {.name = "heavy top",
                                .n = {.nq = 7, .nv = 6, .np = 3},
                                .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 3}, {SAR_BLOCK_ROTATION, 3, 3, 1}},
                                .nblocks = 2,
                                .nrotations = 1,
                                .rows = heavy_rows,
                                .ny = 7,
                                .y0 = {0.9238795325112867, 0.3826834323650898, 0, 0, 0.5, -0.4, 6},
                                .rate = heavy_rate,
                                .map = heavy_map};

/* Oscillator driven by a state, and a stiff state: q'' + q = x0, x0' = cos t - x0 + q/2, x1' = -1e6 (x1 - sin t) + cos
 * t with the solution x1 = sin t. */
#define STIFF 1e6
static void states_rows(const SarPoint *p, double *r, double *m) {
  ROW(0, p->a[0], p->q[0], -p->x[0]);
  ROW(1, p->xdot[0], -cos(p->t), p->x[0], -p->q[0] / 2);
  ROW(2, p->xdot[1], STIFF * p->x[1], -STIFF * sin(p->t), -cos(p->t));
}
static void states_rate(double t, const double *y, double *dy) {
  dy[0] = y[1], dy[1] = y[2] - y[0], dy[2] = cos(t) - y[2] + y[0] / 2;
}
static void states_map(double t, const double *y, ToyPoint *p) {
  double dy[3];
  states_rate(t, y, dy);
  p->q[0] = y[0], p->v[0] = y[1], p->a[0] = dy[1];
  p->x[0] = y[2], p->xdot[0] = dy[2];
  p->x[1] = sin(t), p->xdot[1] = cos(t);
}
const ToyClass toy_states = {.name = "states",
                             .n = {.nq = 1, .nv = 1, .nx = 2},
                             .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                             .nblocks = 1,
                             .rows = states_rows,
                             .ny = 3,
                             .y0 = {1, 0, 0.5},
                             .rate = states_rate,
                             .map = states_map};

/* The same without the stiff state: for methods that cannot follow it. */
static void gentle_states_rows(const SarPoint *p, double *r, double *m) {
  ROW(0, p->a[0], p->q[0], -p->x[0]);
  ROW(1, p->xdot[0], -cos(p->t), p->x[0], -p->q[0] / 2);
}
static void gentle_states_map(double t, const double *y, ToyPoint *p) {
  double dy[3];
  states_rate(t, y, dy);
  p->q[0] = y[0], p->v[0] = y[1], p->a[0] = dy[1];
  p->x[0] = y[2], p->xdot[0] = dy[2];
}
const ToyClass toy_gentle_states = {.name = "gentle states",
                                    .n = {.nq = 1, .nv = 1, .nx = 1},
                                    .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                                    .nblocks = 1,
                                    .rows = gentle_states_rows,
                                    .ny = 3,
                                    .y0 = {1, 0, 0.5},
                                    .rate = states_rate,
                                    .map = gentle_states_map};

/* States alone: van der Pol's equation as a first-order system, no coordinates at all. */
static void only_states_rate(double t, const double *y, double *dy) {
  (void)t, dy[0] = y[1], dy[1] = (1 - y[0] * y[0]) * y[1] - y[0];
}
static void only_states_rows(const SarPoint *p, double *r, double *m) {
  double x0 = p->x[0], x1 = p->x[1];
  ROW(0, p->xdot[0], -x1);
  ROW(1, p->xdot[1], -x1, x0 * x0 * x1, x0);
}
static void only_states_map(double t, const double *y, ToyPoint *p) {
  only_states_rate(t, y, p->xdot);
  p->x[0] = y[0], p->x[1] = y[1];
}
const ToyClass toy_only_states = {.name = "only states",
                                  .n = {.nx = 2},
                                  .rows = only_states_rows,
                                  .ny = 2,
                                  .y0 = {2, 0.5},
                                  .rate = only_states_rate,
                                  .map = only_states_map};

/* A force given by an equation of its own: q'' = z, z + z^3/10 + 4 q + v/5 = 0. */
static void algebraic_rows(const SarPoint *p, double *r, double *m) {
  double z = p->z[0];
  ROW(0, p->a[0], -z);
  ROW(1, z, z * z * z / 10, 4 * p->q[0], p->v[0] / 5);
}
static double algebraic_force(double q, double v) {
  double z = 0;
  for (int k = 0; k < 60; k++) z -= (z + z * z * z / 10 + 4 * q + v / 5) / (1 + 0.3 * z * z);
  return z;
}
static void algebraic_rate(double t, const double *y, double *dy) {
  (void)t, dy[0] = y[1], dy[1] = algebraic_force(y[0], y[1]);
}
static void algebraic_map(double t, const double *y, ToyPoint *p) {
  (void)t, p->q[0] = y[0], p->v[0] = y[1], p->a[0] = p->z[0] = algebraic_force(y[0], y[1]);
}
const ToyClass toy_algebraic = {.name = "algebraic",
                                .n = {.nq = 1, .nv = 1, .nz = 1},
                                .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                                .nblocks = 1,
                                .rows = algebraic_rows,
                                .ny = 2,
                                .y0 = {1, 0},
                                .rate = algebraic_rate,
                                .map = algebraic_map};

/* A skate on an incline, mass and inertia 1, downhill acceleration 3 along x, turning at 2 rad/s:
 * y' cos phi - x' sin phi = 0. Along the blade u' = 3 cos phi. */
#define INCLINE 3.0
static void skate_rows(const SarPoint *p, double *r, double *m) {
  double s = sin(p->q[2]), c = cos(p->q[2]);
  ROW(0, p->a[0], -s * p->mu[0], -INCLINE);
  ROW(1, p->a[1], c * p->mu[0]);
  ROW(2, p->a[2]);
  ROW(3, c * p->v[1], -s * p->v[0]);
}
/* y = (x, y, phi, speed along the blade, rate of phi) */
static void skate_rate(double t, const double *y, double *dy) {
  (void)t;
  dy[0] = y[3] * cos(y[2]), dy[1] = y[3] * sin(y[2]), dy[2] = y[4], dy[3] = INCLINE * cos(y[2]), dy[4] = 0;
}
static void skate_map(double t, const double *y, ToyPoint *p) {
  double dy[5], s = sin(y[2]), c = cos(y[2]);
  skate_rate(t, y, dy);
  for (int i = 0; i < 3; i++) p->q[i] = y[i], p->v[i] = dy[i];
  p->a[0] = dy[3] * c - y[3] * s * y[4], p->a[1] = dy[3] * s + y[3] * c * y[4], p->a[2] = 0;
  p->mu[0] = s * (p->a[0] - INCLINE) - c * p->a[1];
}
const ToyClass toy_skate = {.name = "skate",
                            .n = {.nq = 3, .nv = 3, .nn = 1},
                            .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 3}},
                            .nblocks = 1,
                            .rows = skate_rows,
                            .ny = 5,
                            .y0 = {0, 0, 0.3, 1, 2},
                            .rate = skate_rate,
                            .map = skate_map};
