/* Modal bodies against sums over the nodes that they were made from: energy, momentum, equations of motion. Derivatives
 * against differences, equations against those of Hamel with whatever terms, invariance, powers, magnitudes. */
#include <string.h>

#include "element/flexible/lumped.h"

static const SarModalTerms all_terms[] = {SAR_MODAL_ALL, SAR_MODAL_FIRST_ORDER, SAR_MODAL_CONSTANT};

static SarModalBody body_of(const Lumped *b, SarModalTerms terms, bool full) {
  return (SarModalBody){.reduced = &b->reduced, .damping = b->damping, .terms = terms, .full = full};
}

static double largest(const double *x, int n) { return fmax(largest_entry(x, n), 1e-30); }

/* Sizes that four at a time do not divide, with momentum of the shapes and without. */
static void each(void (*check)(uint64_t *seed, int n, bool free)) {
  uint64_t seed = 11;
  for (int n = 1; n <= LUMPED_MOST; n++) check(&seed, n, n % 2);
}

/* ---- sums over the nodes ---- */

static void against_nodes(uint64_t *seed, int n, bool free) {
  Lumped b;
  lumped_random(seed, n, free, &b);
  SarModalBody body = {.reduced = &b.reduced};
  Motion m = lumped_motion_random(seed, n);
  double rows[LUMPED_ROWS], expected[LUMPED_ROWS], momenta[LUMPED_ROWS], more[6] = {0};
  Seen seen;
  CHECK_NEAR(lumped_kinetic(&body, &m) / nodes_kinetic(&b, &m), 1, 1e-14);
  lumped_rows(&body, &m, rows);
  nodes_rows(&b, &m, expected);
  for (int i = 0; i < n; i++) expected[6 + i] += b.stiffness[i] * m.q[i] - b.preload[i];
  for (int i = 0; i < 6 + n; i++) CHECK_NEAR(rows[i], expected[i], 1e-13 * largest(expected, 6 + n));
  sar_part_modal.momentum(&body, motion_seen(&m, &seen), more);
  nodes_momenta(&b, &m, momenta);
  sar_vec3_add_to(sar_scale(b.reduced.mass, m.kin.v), more);
  sar_vec3_add_to(sar_mul(&b.reduced.j0, m.kin.w), more + 3);
  for (int i = 0; i < 6; i++) CHECK_NEAR(more[i], momenta[i], 1e-14 * largest(momenta, 6 + n));
}

static void test_nodes(void **state) {
  (void)state;
  each(against_nodes);
}

/* ---- Hamel ---- */

#define STEP 1e-3
static const double ahead[4] = {-2, -1, 1, 2}, weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};

/* The derivative of the kinetic energy by a coordinate, or by a velocity. */
static double slope_of(const SarModalBody *body, const Motion *m, int i, void (*change)(Motion *, int, double)) {
  double sum = 0;
  for (int k = 0; k < 4; k++) {
    Motion other = *m;
    change(&other, i, ahead[k] * STEP);
    sum += weight[k] * lumped_kinetic(body, &other) / STEP;
  }
  return sum;
}

/* Momenta are quadratic in velocities: one difference with a long step is exact. */
static double momentum_of(const SarModalBody *body, const Motion *m, int i) {
  Motion before = *m, after = *m;
  motion_accelerate(&before, i, -1);
  motion_accelerate(&after, i, 1);
  return (lumped_kinetic(body, &after) - lumped_kinetic(body, &before)) / 2;
}

/* Where the motion is after a short time: right to first order, which is all that a derivative by time needs. */
static Motion later(const Motion *m, int n, double t) {
  Motion out = *m;
  out.kin = drifted(&m->kin, t);
  out.kin.v = sar_axpy(t, sar_vec3_load(m->acceleration), m->kin.v);
  out.kin.w = sar_axpy(t, sar_vec3_load(m->acceleration + 3), m->kin.w);
  for (int i = 0; i < n; i++) {
    out.q[i] += t * m->v[i];
    out.v[i] += t * m->a[i];
  }
  return out;
}

/* d/dt dT/dv - dT/dq, and w x dT/dw in the rows of rotation. */
static void against_hamel(uint64_t *seed, int n, bool free) {
  for (size_t t = 0; t < SAR_COUNT(all_terms); t++) {
    Lumped b;
    double rows[LUMPED_ROWS], expected[LUMPED_ROWS], momenta[LUMPED_ROWS];
    lumped_random(seed, n, free, &b);
    SarModalBody body = {.reduced = &b.reduced, .terms = all_terms[t]};
    Motion m = lumped_motion_random(seed, n);
    for (int i = 0; i < 6 + n; i++) {
      expected[i] = -slope_of(&body, &m, i, motion_move);
      momenta[i] = momentum_of(&body, &m, i);
      for (int k = 0; k < 4; k++) {
        Motion then = later(&m, n, ahead[k] * STEP);
        expected[i] += weight[k] * momentum_of(&body, &then, i) / STEP;
      }
      if (i >= 6) expected[i] += b.stiffness[i - 6] * m.q[i - 6] - b.preload[i - 6];
    }
    sar_vec3_add_to(sar_cross(m.kin.w, sar_vec3_load(momenta + 3)), expected + 3);
    lumped_rows(&body, &m, rows);
    for (int i = 0; i < 6 + n; i++) CHECK_NEAR(rows[i], expected[i], 1e-9 * largest(expected, 6 + n));
  }
}

static void test_hamel(void **state) {
  (void)state;
  each(against_hamel);
}

/* ---- derivatives ---- */

static void difference(const SarModalBody *body, const Motion *m, int column, void (*change)(Motion *, int, double),
                       double *out) {
  memset(out, 0, LUMPED_ROWS * sizeof *out);
  for (int k = 0; k < 4; k++) {
    Motion other = *m;
    Seen seen;
    double rows[LUMPED_ROWS];
    change(&other, column, ahead[k] * STEP);
    assert_int_equal(sar_part_modal.residual(body, motion_seen(&other, &seen), rows), SAR_OK);
    for (int i = 0; i < 6 + body->reduced->n; i++) out[i] += weight[k] * rows[i] / STEP;
  }
}

/* Off the diagonal, and zero where the matrix is exact without it. */
static void check_left_out(const SarModalBody *body, const double *column, int j, double tolerance) {
  for (int i = 6; i < 6 + body->reduced->n; i++) {
    if (i != j && !sar_part_modal.approximate(body)) CHECK_NEAR(column[i], 0, tolerance);
  }
}

static void compare(const SarModalBody *body, const Motion *m, const double *matrix,
                    void (*change)(Motion *, int, double)) {
  const int n = body->reduced->n;
  const bool diagonal = sar_part_modal.diagonal(body);
  double columns[LUMPED_ROWS][LUMPED_ROWS], size = 0;
  for (int j = 0; j < 6 + n; j++) {
    difference(body, m, j, change, columns[j]);
    size = fmax(size, largest(columns[j], 6 + n));
  }
  for (int j = 0; j < 6 + n; j++) {
    const double *column = matrix + sar_part_column(1, n, diagonal, j);
    bool few = diagonal && j >= 6;
    for (int i = 0; i < (few ? 6 : 6 + n); i++) CHECK_NEAR(column[i], columns[j][i], 1e-9 * size);
    if (few) CHECK_NEAR(column[6], columns[j][j], 1e-9 * size);
    if (few) check_left_out(body, columns[j], j, 1e-9 * size);
  }
}

static void check_matrix(const SarModalBody *body, const Motion *m) {
  enum { SIZE = LUMPED_ROWS * LUMPED_ROWS };
  static double position[SIZE], velocity[SIZE], acceleration[SIZE], alone[SIZE];
  const size_t size = sar_part_matrix_size(1, body->reduced->n, sar_part_modal.diagonal(body));
  Seen seen;
  memset(position, 0, sizeof position);
  memset(velocity, 0, sizeof velocity);
  memset(acceleration, 0, sizeof acceleration);
  memset(alone, 0, sizeof alone);
  position[size] = velocity[size] = acceleration[size] = 42;
  SarPartMatrix out = {position, velocity, acceleration}, only = {.position = alone};
  assert_int_equal(sar_part_modal.matrix(body, motion_seen(m, &seen), &out), SAR_OK);
  assert_int_equal(sar_part_modal.matrix(body, motion_seen(m, &seen), &only), SAR_OK);
  compare(body, m, position, motion_move);
  compare(body, m, velocity, motion_accelerate);
  compare(body, m, acceleration, motion_jerk);
  assert_true(position[size] == 42 && velocity[size] == 42 && acceleration[size] == 42);
  assert_memory_equal(alone, position, size * sizeof *alone);
}

static void derivatives(uint64_t *seed, int n, bool free) {
  for (size_t k = 0; n < LUMPED_MOST && k < 2 * SAR_COUNT(all_terms); k++) {
    Lumped b;
    lumped_random(seed, n, free, &b);
    SarModalBody body = body_of(&b, all_terms[k / 2], k % 2);
    Motion m = lumped_motion_random(seed, n);
    check_matrix(&body, &m);
    assert_int_equal(sar_part_modal.approximate(&body), k == 0);
    assert_true(sar_part_modal.damped(&body) && sar_part_modal.inertial);
  }
}

static void test_derivatives(void **state) {
  (void)state;
  each(derivatives);
}

/* ---- what follows from symmetry ---- */

static void invariance(uint64_t *seed, int n, bool free) {
  Lumped b;
  lumped_random(seed, n, free, &b);
  SarModalBody body = body_of(&b, SAR_MODAL_ALL, false);
  Motion m = lumped_motion_random(seed, n), other = m;
  SarMat3 R = random_rotation(seed);
  double rows[LUMPED_ROWS], turned[LUMPED_ROWS];
  other.kin = transported(&m.kin, &R, random_vector(seed));
  sar_vec3_store(sar_mul(&R, sar_vec3_load(m.acceleration)), other.acceleration);
  lumped_rows(&body, &m, rows);
  lumped_rows(&body, &other, turned);
  sar_vec3_store(sar_mul_t(&R, sar_vec3_load(turned)), turned);
  for (int i = 0; i < 6 + n; i++) CHECK_NEAR(turned[i], rows[i], 1e-13 * largest(rows, 6 + n));
  CHECK_NEAR(lumped_kinetic(&body, &other) / lumped_kinetic(&body, &m), 1, 1e-14);
}

static void test_invariance(void **state) {
  (void)state;
  each(invariance);
}

/* The power of the rows is the rate of energy, and what is lost. */
static void powers(uint64_t *seed, int n, bool free) {
  for (size_t t = 0; t < SAR_COUNT(all_terms); t++) {
    Lumped b;
    lumped_random(seed, n, free, &b);
    SarModalBody body = body_of(&b, all_terms[t], false);
    Motion m = lumped_motion_random(seed, n);
    double rows[LUMPED_ROWS], rate = 0;
    Seen seen;
    SarPartEnergy energy;
    lumped_rows(&body, &m, rows);
    double power = sar_dot(sar_vec3_load(rows), m.kin.v) + sar_dot(sar_vec3_load(rows + 3), m.kin.w);
    for (int i = 0; i < n; i++) power += rows[6 + i] * m.v[i];
    for (int k = 0; k < 4; k++) {
      Motion then = later(&m, n, ahead[k] * STEP);
      sar_part_modal.energy(&body, motion_seen(&then, &seen), &energy);
      rate += weight[k] * (lumped_kinetic(&body, &then) + energy.potential) / STEP;
    }
    sar_part_modal.energy(&body, motion_seen(&m, &seen), &energy);
    CHECK_NEAR(power, rate + energy.dissipation, 1e-9 * fmax(fabs(rate), largest(rows, 6 + n)));
    assert_true(energy.dissipation > 0 && energy.work == 0 && energy.held == 0);
  }
}

static void test_powers(void **state) {
  (void)state;
  each(powers);
}

/* ---- rounding ---- */

/* Magnitudes bound the rows, also where terms hardly cancel (one amplitude, one axis), and are no larger than they need
 * be: by the factor that random signs and norms in place of components make. */
static void magnitudes(uint64_t *seed, int n, bool free) {
  Lumped b;
  lumped_random(seed, n, free, &b);
  SarModalBody body = {.reduced = &b.reduced};
  double sum = 0, bound = 0;
  for (int k = 0; k < 20; k++) {
    Motion m = lumped_motion_random(seed, n);
    Seen seen;
    double rows[LUMPED_ROWS] = {0}, size[LUMPED_ROWS] = {0};
    assert_int_equal(sar_part_modal.residual(&body, motion_seen(&m, &seen), rows), SAR_OK);
    sar_part_modal.magnitude(&body, motion_seen(&m, &seen), size);
    for (int i = 0; i < 6 + n; i++) {
      assert_true(fabs(rows[i]) <= size[i] * (1 + 1e-14) + 1e-13);
      sum += rows[i] * rows[i];
      bound += size[i] * size[i];
    }
  }
  assert_true(bound < 40 * 40 * sum);
}

static void test_magnitudes(void **state) {
  (void)state;
  each(magnitudes);
}

static void test_facts(void **state) {
  (void)state;
  uint64_t seed = 5;
  Lumped b;
  lumped_random(&seed, 7, false, &b);
  SarModalBody body = {.reduced = &b.reduced};
  double farthest = fmax(sar_norm(b.X[0]), sar_norm(b.X[1])), trace = 0;
  for (int i = 0; i < 3; i++) trace += b.reduced.j0.m[i][i];
  CHECK_NEAR(sar_part_modal.extent(&body, 0), fmax(farthest, sqrt(trace / (2 * b.reduced.mass))), 0);
  assert_true(sar_part_modal.scratch(&body) <= 32 * LUMPED_MOST);
  lumped_random(&seed, 7, true, &b);
  for (int i = 0; i < 21; i++) CHECK_NEAR(fabs(b.psi[i]) + fabs(b.g0[i]), 0, 1e-13);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nodes),  cmocka_unit_test(test_hamel),      cmocka_unit_test(test_derivatives),
      cmocka_unit_test(test_powers), cmocka_unit_test(test_invariance), cmocka_unit_test(test_magnitudes),
      cmocka_unit_test(test_facts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
