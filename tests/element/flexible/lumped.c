#include "element/flexible/lumped.h"

static SarVec3 zero(void) { return sar_vec3(0, 0, 0); }

/* ---- the sums of store/reduced.h ---- */

static SarMat3 symmetric_of(const SarMat3 *a) { /* tr(a + a^T) 1 - (a + a^T) */
  SarMat3 at = sar_mat3_transpose(a), sum = sar_mat3_axpy(1, &at, a), one = sar_mat3_identity();
  double trace = sum.m[0][0] + sum.m[1][1] + sum.m[2][2];
  SarMat3 out = sar_mat3_scale(trace, &one);
  return sar_mat3_axpy(-1, &sum, &out);
}

static void store(const SarMat3 *a, double *out, int stride) {
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  for (int c = 0; c < 6; c++) out[c * stride] = a->m[row[c]][column[c]];
}

static SarMat3 outer_sum(const Lumped *b, int i, int j) { /* i < 0: X */
  SarMat3 sum = sar_mat3_zero();
  for (int k = 0; k < LUMPED_NODES; k++) {
    SarMat3 one = sar_outer(i < 0 ? b->X[k] : b->phi[k][i], b->phi[k][j]);
    sum = sar_mat3_axpy(b->mass[k], &one, &sum);
  }
  return sum;
}

static void sum_of_two(Lumped *b, int i, int j) {
  const int n = b->n, at = n * i + j;
  SarMat3 ij = outer_sum(b, i, j), ji = outer_sum(b, j, i), mean = sar_mat3_axpy(1, &ji, &ij), half;
  mean = sar_mat3_scale(0.25, &mean); /* symmetric_of adds the transposed one */
  half = symmetric_of(&mean);
  store(&half, b->j2 + at, n * n);
  SarVec3 cross = zero();
  for (int k = 0; k < LUMPED_NODES; k++) cross = sar_axpy(b->mass[k], sar_cross(b->phi[k][i], b->phi[k][j]), cross);
  b->g1[at] = cross.x, b->g1[n * n + at] = cross.y, b->g1[2 * n * n + at] = cross.z;
}

static void sum_of_one(Lumped *b, int i) {
  const int n = b->n;
  SarVec3 psi = zero(), g0 = zero();
  SarMat3 A = outer_sum(b, -1, i), j1 = symmetric_of(&A);
  for (int k = 0; k < LUMPED_NODES; k++) {
    psi = sar_axpy(b->mass[k], b->phi[k][i], psi);
    g0 = sar_axpy(b->mass[k], sar_cross(b->X[k], b->phi[k][i]), g0);
    g0 = sar_add(g0, sar_mul(&b->inertia[k], b->theta[k][i]));
    b->reach[i] = fmax(b->reach[i], sar_norm(b->phi[k][i]));
  }
  b->psi[i] = psi.x, b->psi[n + i] = psi.y, b->psi[2 * n + i] = psi.z;
  b->g0[i] = g0.x, b->g0[n + i] = g0.y, b->g0[2 * n + i] = g0.z;
  store(&j1, b->j1 + i, n);
}

static void make_sums(Lumped *b) {
  SarReduced *r = &b->reduced;
  *r = (SarReduced){.n = b->n, .stiffness = b->stiffness, .psi = b->psi, .g0 = b->g0, .j1 = b->j1, .j2 = b->j2};
  r->g1 = b->g1, r->reach = b->reach, r->preload = b->preload;
  r->interfaces = b->interfaces, r->ninterfaces = 2;
  r->j0 = sar_mat3_zero();
  for (int k = 0; k < LUMPED_NODES; k++) {
    SarMat3 one = sar_outer(b->X[k], b->X[k]), two = symmetric_of(&one);
    r->mass += b->mass[k];
    r->j0 = sar_mat3_axpy(0.5 * b->mass[k], &two, &r->j0);
    r->j0 = sar_mat3_axpy(1, &b->inertia[k], &r->j0);
  }
  for (int i = 0; i < b->n; i++) sum_of_one(b, i);
  for (int i = 0; i < b->n * b->n; i++) sum_of_two(b, i / b->n, i % b->n);
}

/* ---- random ones ---- */

/* The mass product of two motions of all nodes. */
typedef struct Shape {
  SarVec3 phi[LUMPED_NODES], theta[LUMPED_NODES];
} Shape;

static double product(const Lumped *b, const Shape *x, const Shape *y) {
  double sum = 0;
  for (int k = 0; k < LUMPED_NODES; k++) {
    sum += b->mass[k] * sar_dot(x->phi[k], y->phi[k]) + sar_dot(x->theta[k], sar_mul(&b->inertia[k], y->theta[k]));
  }
  return sum;
}

static void make_orthonormal(const Lumped *b, const Shape *to, int count, Shape *x) {
  for (int twice = 0; twice < 2; twice++) {
    for (int j = 0; j < count; j++) {
      double part = product(b, &to[j], x);
      for (int k = 0; k < LUMPED_NODES; k++) {
        x->phi[k] = sar_axpy(-part, to[j].phi[k], x->phi[k]);
        x->theta[k] = sar_axpy(-part, to[j].theta[k], x->theta[k]);
      }
    }
  }
  double length = sqrt(product(b, x, x));
  for (int k = 0; k < LUMPED_NODES; k++) {
    x->phi[k] = sar_scale(1 / length, x->phi[k]);
    x->theta[k] = sar_scale(1 / length, x->theta[k]);
  }
}

static Shape rigid_shape(const Lumped *b, int i) {
  Shape out = {0};
  for (int k = 0; k < LUMPED_NODES; k++) {
    out.phi[k] = i < 3 ? unit_axis(i) : sar_cross(unit_axis(i - 3), b->X[k]);
    out.theta[k] = i < 3 ? zero() : unit_axis(i - 3);
  }
  return out;
}

static void make_shapes(uint64_t *seed, bool free, Lumped *b) {
  Shape shapes[6 + LUMPED_MOST];
  int rigid = free ? 6 : 0;
  for (int i = 0; i < rigid + b->n; i++) {
    if (i < rigid) shapes[i] = rigid_shape(b, i);
    for (int k = 0; i >= rigid && k < LUMPED_NODES; k++) {
      shapes[i].phi[k] = random_vector(seed);
      shapes[i].theta[k] = random_vector(seed);
    }
    make_orthonormal(b, shapes, i, &shapes[i]);
    for (int k = 0; i >= rigid && k < LUMPED_NODES; k++) {
      b->phi[k][i - rigid] = shapes[i].phi[k];
      b->theta[k][i - rigid] = shapes[i].theta[k];
    }
  }
}

void lumped_random(uint64_t *seed, int n, bool free, Lumped *out) {
  *out = (Lumped){.n = n};
  SarVec3 centre = zero();
  double mass = 0;
  for (int k = 0; k < LUMPED_NODES; k++) {
    SarVec3 x = random_vector(seed), y = random_vector(seed);
    SarMat3 one = sar_outer(x, x), two = sar_outer(y, y), unit = sar_mat3_identity();
    one = sar_mat3_axpy(1, &two, &one);
    one = sar_mat3_axpy(0.3, &unit, &one);
    out->mass[k] = 1.5 + random_real(seed);
    out->inertia[k] = sar_mat3_scale(0.1, &one);
    out->X[k] = random_vector(seed);
    centre = sar_axpy(out->mass[k], out->X[k], centre);
    mass += out->mass[k];
  }
  for (int k = 0; k < LUMPED_NODES; k++) out->X[k] = sar_axpy(-1 / mass, centre, out->X[k]);
  make_shapes(seed, free, out);
  for (int i = 0; i < n; i++) {
    out->stiffness[i] = 100 * (i + 1) * (1.2 + random_real(seed));
    out->damping[i] = 0.5 * (1.2 + random_real(seed));
    out->preload[i] = random_real(seed);
  }
  for (int k = 0; k < 2; k++) out->interfaces[k].at = out->X[k];
  make_sums(out);
}

Motion lumped_motion_random(uint64_t *seed, int n) {
  Motion out = {.kin = random_kin(seed)};
  for (int i = 0; i < 6; i++) out.acceleration[i] = 3 * random_real(seed);
  for (int i = 0; i < n; i++) {
    out.q[i] = 0.5 * random_real(seed);
    out.v[i] = 2 * random_real(seed);
    out.a[i] = 5 * random_real(seed);
  }
  return out;
}

void motion_move(Motion *m, int column, double by) {
  SarVec3 none = zero();
  if (column < 3) m->kin = moved(&m->kin, by, unit_axis(column), none);
  if (column >= 3 && column < 6) m->kin = moved(&m->kin, by, none, unit_axis(column - 3));
  if (column >= 6) m->q[column - 6] += by;
}

void motion_accelerate(Motion *m, int column, double by) {
  if (column < 3) m->kin.v = sar_axpy(by, unit_axis(column), m->kin.v);
  if (column >= 3 && column < 6) m->kin.w = sar_axpy(by, unit_axis(column - 3), m->kin.w);
  if (column >= 6) m->v[column - 6] += by;
}

void motion_jerk(Motion *m, int column, double by) {
  *(column < 6 ? &m->acceleration[column] : &m->a[column - 6]) += by;
}

const SarPartPoint *motion_seen(const Motion *m, Seen *seen) {
  sar_quat_store(sar_quat_from_matrix(&m->kin.A), seen->rotation);
  seen->node = (SarPartNode){.kin = &m->kin, .rotation = seen->rotation, .acceleration = m->acceleration};
  seen->at = (SarPartPoint){.nodes = &seen->node, .q = m->q, .v = m->v, .a = m->a, .scratch = seen->scratch};
  return &seen->at;
}

/* ---- both ways ---- */

void lumped_rows(const SarModalBody *body, const Motion *m, double *rows) {
  Seen seen;
  const SarReduced *r = body->reduced;
  const SarVec3 w = m->kin.w;
  for (int i = 0; i < LUMPED_ROWS; i++) rows[i] = 0;
  assert_int_equal(sar_part_modal.residual(body, motion_seen(m, &seen), rows), SAR_OK);
  sar_vec3_add_to(sar_scale(r->mass, sar_vec3_load(m->acceleration)), rows);
  sar_vec3_add_to(sar_mul(&r->j0, sar_vec3_load(m->acceleration + 3)), rows + 3);
  sar_vec3_add_to(sar_cross(w, sar_mul(&r->j0, w)), rows + 3);
}

double lumped_kinetic(const SarModalBody *body, const Motion *m) {
  Seen seen;
  SarPartEnergy energy = {0};
  const SarReduced *r = body->reduced;
  sar_part_modal.energy(body, motion_seen(m, &seen), &energy);
  return energy.kinetic + 0.5 * r->mass * sar_dot(m->kin.v, m->kin.v) +
         0.5 * sar_dot(m->kin.w, sar_mul(&r->j0, m->kin.w));
}

/* Where a node is, and by what it moves, along the axes of the body. */
typedef struct At {
  SarVec3 arm, velocity, spin, acceleration, turning;
} At;

static SarVec3 blend(const SarVec3 *shapes, const double *x, int n) {
  SarVec3 sum = zero();
  for (int i = 0; i < n; i++) sum = sar_axpy(x[i], shapes[i], sum);
  return sum;
}

static At node_at(const Lumped *b, const Motion *m, int k) {
  const SarVec3 w = m->kin.w, alpha = sar_vec3_load(m->acceleration + 3);
  At at = {.arm = sar_add(b->X[k], blend(b->phi[k], m->q, b->n))};
  SarVec3 rate = blend(b->phi[k], m->v, b->n);
  at.velocity = sar_add(sar_add(sar_mul_t(&m->kin.A, m->kin.v), sar_cross(w, at.arm)), rate);
  at.spin = sar_add(w, blend(b->theta[k], m->v, b->n));
  at.acceleration = sar_add(sar_mul_t(&m->kin.A, sar_vec3_load(m->acceleration)), sar_cross(alpha, at.arm));
  at.acceleration = sar_add(at.acceleration, sar_cross(w, sar_axpy(2, rate, sar_cross(w, at.arm))));
  at.acceleration = sar_add(at.acceleration, blend(b->phi[k], m->a, b->n));
  at.turning = sar_add(alpha, blend(b->theta[k], m->a, b->n));
  return at;
}

static void add_node(const Lumped *b, int k, SarVec3 arm, SarVec3 force, SarVec3 torque, double *rows) {
  sar_vec3_add_to(force, rows);
  sar_vec3_add_to(sar_add(sar_cross(arm, force), torque), rows + 3);
  for (int i = 0; i < b->n; i++) rows[6 + i] += sar_dot(b->phi[k][i], force) + sar_dot(b->theta[k][i], torque);
}

void nodes_rows(const Lumped *b, const Motion *m, double *rows) {
  for (int i = 0; i < LUMPED_ROWS; i++) rows[i] = 0;
  for (int k = 0; k < LUMPED_NODES; k++) {
    At at = node_at(b, m, k);
    SarVec3 gyroscopic = sar_cross(m->kin.w, sar_mul(&b->inertia[k], at.spin)); /* by the rotation of all alone */
    add_node(b, k, at.arm, sar_scale(b->mass[k], at.acceleration), sar_mul(&b->inertia[k], at.turning), rows);
    sar_vec3_add_to(gyroscopic, rows + 3);
  }
  sar_vec3_store(sar_mul(&m->kin.A, sar_vec3_load(rows)), rows);
}

void nodes_momenta(const Lumped *b, const Motion *m, double *rows) {
  for (int i = 0; i < LUMPED_ROWS; i++) rows[i] = 0;
  for (int k = 0; k < LUMPED_NODES; k++) {
    At at = node_at(b, m, k);
    add_node(b, k, at.arm, sar_scale(b->mass[k], at.velocity), sar_mul(&b->inertia[k], at.spin), rows);
  }
  sar_vec3_store(sar_mul(&m->kin.A, sar_vec3_load(rows)), rows);
}

double nodes_kinetic(const Lumped *b, const Motion *m) {
  double sum = 0;
  for (int k = 0; k < LUMPED_NODES; k++) {
    At at = node_at(b, m, k);
    sum += 0.5 * b->mass[k] * sar_dot(at.velocity, at.velocity);
    sum += 0.5 * sar_dot(at.spin, sar_mul(&b->inertia[k], at.spin));
  }
  return sum;
}
