/* Derivatives of the forces of contacts against differences: every pair of shapes with every law, regularised and
 * anchored friction, rolling and spinning; balance of forces and moments; no energy from nothing. */
#include <stdlib.h>

#include "element/contact/contact_part.h"
#include "element/contact/touching.h"

enum { N = SAR_CONTACT_ROWS };
#define STEP 1e-4
#define RELATIVE 1e-8

/* How the memory of friction is, for anchored contacts. */
typedef struct Mode {
  bool stick, slipping;
  double stretch;   /* m */
  double stiffness; /* N/m; 0: 2e4 */
  bool rest;        /* the way from anchors on both bodies counts */
} Mode;

static SarStick memory(const Mode *mode) {
  return (SarStick){.stretch = sar_scale(mode->stretch, sar_vec3(1, -0.7, 0.4)),
                    .slip = {0.1, 0.2, -0.1},
                    .stiffness = mode->stiffness > 0 ? mode->stiffness : 2e4,
                    .damping = 300,
                    .slipping = mode->slipping,
                    .anchor = {{0.3, -0.2, 0.25}, {-0.1, 0.35, 0.2}}};
}

/* All features of a state in one number, so that a change of any is seen. */
static double features(const SarTouch *items, int n, const Touching *t, const SarStick *stick, bool rest) {
  double sum = n;
  for (int i = 0; i < n; i++) {
    SarContact c = {&t->pair.law, {&t->kin[0], &t->kin[1]}, &items[i], stick, 0.01, rest};
    SarContactMotion motion;
    SarContactForce force;
    sar_contact_motion(&c, &motion);
    sar_contact_force(&c, &motion, &force);
    double speed = sar_norm(motion.slip);
    int zone = (force.normal.force > 0) + 2 * force.slipping + 4 * (speed > 0.5) + 8 * (speed > 1.5);
    zone += 16 * (motion.depth > t->pair.law.normal.depth) + 32 * (items[i].weight == 1);
    sum = 1.37 * sum + items[i].side[0].feature + 31 * items[i].side[1].feature + 977 * zone;
  }
  return sum;
}

/* Rows of all touches; returns the features. */
static double rows_of(const Touching *t, const Mode *mode, double *rows) {
  SarTouch items[ROOM];
  SarStick stick = memory(mode);
  int n = touching_find(t, items);
  for (int i = 0; i < N; i++) rows[i] = 0;
  for (int i = 0; i < n; i++) {
    SarContact c = {&t->pair.law, {&t->kin[0], &t->kin[1]}, &items[i], mode->stick ? &stick : NULL, 0.01, mode->rest};
    SarContactMotion motion;
    SarContactForce force;
    sar_contact_motion(&c, &motion);
    sar_contact_force(&c, &motion, &force);
    sar_contact_add_rows(&c, &force, rows);
  }
  return features(items, n, t, mode->stick ? &stick : NULL, mode->rest);
}

static void matrix_of(const Touching *t, const Mode *mode, double *position, double *velocity) {
  SarTouch items[ROOM];
  SarStick stick = memory(mode);
  int n = touching_find(t, items);
  for (int i = 0; i < N * N; i++) position[i] = velocity[i] = 0;
  for (int i = 0; i < n; i++) {
    SarContact c = {&t->pair.law, {&t->kin[0], &t->kin[1]}, &items[i], mode->stick ? &stick : NULL, 0.01, mode->rest};
    SarTouchRates rates;
    sar_touch_rates(&items[i], &t->kin[0].A, &t->kin[1].A, &rates);
    sar_contact_add_matrix(&c, &rates, (const bool[2]){false, false}, position, velocity);
  }
}

typedef void Move(Touching *t, int row, double by);

/* Central differences of eighth order; false: a feature or a zone of the law changes. */
static bool difference(const Touching *t, const Mode *mode, Move *move, int column, double step, double *out) {
  static const double weight[5] = {0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  double rows[N], before = rows_of(t, mode, rows);
  for (int i = 0; i < N; i++) out[i] = 0;
  for (int k = -4; k <= 4; k++) {
    Touching moved = *t;
    if (k == 0) continue;
    touching_own(&moved);
    move(&moved, column, k * step);
    if (rows_of(&moved, mode, rows) != before) return false;
    for (int i = 0; i < N; i++) out[i] += (k < 0 ? -1 : 1) * weight[abs(k)] * rows[i] / step;
  }
  return true;
}

static bool is_weighed(const Touching *t) {
  SarTouch items[ROOM];
  int n = touching_find(t, items);
  bool weighed = false;
  for (int i = 0; i < n; i++) weighed |= items[i].weight != 1;
  return weighed;
}

/* False: nothing to compare. Weights 1 - x^1.5 have no third derivative where x begins: differences that depend on the
 * step say nothing there. */
static bool compare(const Touching *t, const Mode *mode, Move *move, const double *matrix, const char *what) {
  double largest = 0, worst = 0, rough = 0;
  bool weighed = is_weighed(t);
  for (int j = 0; j < N; j++) {
    double column[N], half[N];
    if (!difference(t, mode, move, j, STEP, column)) return false;
    if (weighed && !difference(t, mode, move, j, STEP / 2, half)) return false;
    for (int i = 0; i < N; i++) {
      largest = fmax(largest, fabs(column[i]));
      worst = fmax(worst, fabs(column[i] - matrix[N * j + i]));
      if (weighed) rough = fmax(rough, fabs(column[i] - half[i]));
    }
  }
  if (rough > RELATIVE / 4 * largest) return false;
  if (!(worst <= RELATIVE * largest)) {
    fail_msg("%s-%s %s, stick %d: differs from differences by %g of %g", t->shape[0].class->name,
             t->shape[1].class->name, what, mode->stick, worst, largest);
  }
  return true;
}

/* Touches that begin, and normals that turn fast, within a few steps of the differences. */
static bool is_rough(const Touching *t) {
  SarTouch items[ROOM];
  int n = touching_find(t, items);
  for (int i = 0; i < n; i++) {
    if (items[i].gap > -2e-3 || items[i].distance < 0.1) return true;
  }
  return n == 0;
}

static void check_pair(Dice *dice, const SarShapeClass *a, const SarShapeClass *b, const Mode *mode) {
  double position[N * N], velocity[N * N];
  int compared = 0;
  for (int k = 0; k < 300 && compared < 4; k++) {
    Touching t;
    touching_random(dice, a, b, &t);
    touching_own(&t);
    if (is_rough(&t)) continue;
    matrix_of(&t, mode, position, velocity);
    bool both = compare(&t, mode, touching_move, position, "by positions") &&
                compare(&t, mode, touching_accelerate, velocity, "by velocities");
    compared += both;
  }
  if (compared < 4) fail_msg("%s-%s: only %d states were compared", a->name, b->name, compared);
}

static void each_pair(const Mode *mode) {
  Dice dice = {11};
  for (int i = 0; sar_shape_class_any(i); i++) {
    for (int j = i; sar_shape_class_any(j); j++) {
      const SarShapeClass *a = sar_shape_class_any(i), *b = sar_shape_class_any(j);
      if (sar_pair(a, b).class) check_pair(&dice, a, b, mode);
    }
  }
}

static void test_regularised(void **state) {
  (void)state;
  each_pair(&(Mode){0});
}

static void test_anchored_holds(void **state) {
  (void)state;
  each_pair(&(Mode){.stick = true, .stretch = 1e-3});
}

static void test_anchored_slips(void **state) {
  (void)state;
  each_pair(&(Mode){.stick = true, .slipping = true, .stretch = 0.5});
}

/* The anchors are about 1 m apart: a soft spring holds, a stiff one slips. */
static void test_anchored_at_rest(void **state) {
  (void)state;
  each_pair(&(Mode){.stick = true, .stretch = 1e-3, .rest = true, .stiffness = 10});
  each_pair(&(Mode){.stick = true, .stretch = 1e-3, .rest = true});
}

static SarVec3 force_at(const SarContact *contact, double since) {
  SarContact c = *contact;
  SarContactMotion motion;
  SarContactForce force;
  c.since = since;
  sar_contact_motion(&c, &motion);
  sar_contact_force(&c, &motion, &force);
  return force.force;
}

/* By t, all else held: what sticks, what slid and slides, what slid and holds. */
static void test_by_time(void **state) {
  (void)state;
  static const Mode modes[] = {{.stick = true, .stretch = 1e-3},
                               {.stick = true, .slipping = true, .stretch = 0.5},
                               {.stick = true, .slipping = true, .stretch = 1e-3, .stiffness = 10}};
  Dice dice = {41};
  for (int k = 0; k < 60; k++) {
    Touching t;
    SarTouch items[ROOM];
    SarStick stick = memory(&modes[k % 3]);
    touching_random(&dice, &sar_shape_sphere, &sar_shape_box, &t);
    touching_own(&t);
    for (int i = 0, n = touching_find(&t, items); i < n; i++) {
      SarContact c = {&t.pair.law, {&t.kin[0], &t.kin[1]}, &items[i], &stick, 0.01, false};
      SarContactForce rate;
      double h = 1e-6;
      sar_contact_by_time(&c, &rate);
      SarVec3 change = sar_scale(0.5 / h, sar_sub(force_at(&c, 0.01 + h), force_at(&c, 0.01 - h)));
      double size = 1e-3 * sar_norm(force_at(&c, 0.01)) + sar_norm(change);
      assert_true(sar_norm(sar_sub(change, rate.force)) <= 1e-5 * size);
    }
  }
}

/* Every law, on a sphere and a box. */
static void test_laws(void **state) {
  (void)state;
  Dice dice = {5};
  for (int k = 0; sar_normal_class_at(k); k++) {
    const SarNormalClass *class = sar_normal_class_at(k);
    int compared = 0;
    for (int i = 0; i < 100 && compared < 10; i++) {
      Touching t;
      double position[N * N], velocity[N * N];
      touching_random(&dice, &sar_shape_sphere, &sar_shape_box, &t);
      touching_own(&t);
      t.pair.law.normal = (SarNormalLaw){class, 1e5, class->exponent, class->needs_depth ? 800 : 0.3, 0.05};
      if (is_rough(&t)) continue;
      matrix_of(&t, &(Mode){0}, position, velocity);
      compared += compare(&t, &(Mode){0}, touching_move, position, class->name) &&
                  compare(&t, &(Mode){0}, touching_accelerate, velocity, class->name);
    }
    assert_int_equal(compared, 10);
  }
}

static SarPartEnergy energies(const Touching *t) {
  SarTouch items[ROOM];
  SarPartEnergy energy = {0};
  int n = touching_find(t, items);
  for (int i = 0; i < n; i++) {
    SarContact c = {&t->pair.law, {&t->kin[0], &t->kin[1]}, &items[i], NULL, 0, false};
    sar_contact_add_energy(&c, &energy);
  }
  return energy;
}

/* W, what the potential energy gains as the bodies move, by differences. */
static double potential_rate(const Touching *t) {
  const double step = 1e-6;
  double rate = 0;
  for (int row = 0; row < N; row++) {
    const SarKin *kin = &t->kin[row / 6];
    double v[6], side[2];
    sar_vec3_store(kin->v, v);
    sar_vec3_store(kin->w, v + 3);
    for (int k = 0; k < 2; k++) {
      Touching moved = *t;
      touching_move(&moved, row, k ? step : -step);
      side[k] = energies(&moved).potential;
    }
    rate += v[row % 6] * (side[1] - side[0]) / (2 * step);
  }
  return rate;
}

/* Forces and moments of both bodies cancel; the power is what the energies say. */
static void test_balance(void **state) {
  (void)state;
  Dice dice = {17};
  int compared = 0;
  for (int k = 0; k < 200; k++) {
    Touching t;
    double rows[N], power = 0;
    touching_random(&dice, k % 2 ? &sar_shape_box : &sar_shape_capsule, &sar_shape_box, &t);
    touching_own(&t);
    rows_of(&t, &(Mode){0}, rows);
    SarVec3 f[2], m[2];
    for (int s = 0; s < 2; s++) {
      f[s] = sar_vec3_load(rows + 6 * s);
      m[s] = sar_add(sar_mul(&t.kin[s].A, sar_vec3_load(rows + 6 * s + 3)), sar_cross(t.kin[s].r, f[s]));
      power -= sar_dot(f[s], t.kin[s].v) + sar_dot(sar_vec3_load(rows + 6 * s + 3), t.kin[s].w);
    }
    double size = sar_norm(f[0]) + sar_norm(m[0]) + 1e-12;
    assert_true(sar_norm(sar_add(f[0], f[1])) < 1e-12 * size && sar_norm(sar_add(m[0], m[1])) < 1e-12 * size);
    SarPartEnergy energy = energies(&t);
    if (!is_rough(&t)) {
      CHECK_NEAR(power, energy.work - energy.dissipation - potential_rate(&t), 1e-5 * (fabs(power) + size));
      compared++;
    }
    assert_true(energy.dissipation >= -1e-9 * size && energy.potential >= 0);
  }
  assert_true(compared > 50);
}

/* The part gives the same as its touches one by one; bodies deeper in each other than the smaller one is large are
 * refused. */
static void test_part(void **state) {
  (void)state;
  Dice dice = {23};
  Touching t;
  SarContactBounds bounds[1];
  double rows[N] = {0}, expected[N], position[N * N] = {0}, velocity[N * N] = {0}, p[N * N], v[N * N];
  touching_random(&dice, &sar_shape_box, &sar_shape_box, &t);
  touching_own(&t);
  SarContactPart part = {.pairs = &t.pair, .npairs = 1};
  sar_contact_part_prepare(&part, bounds);
  SarPartNode nodes[2] = {{.kin = &t.kin[0]}, {.kin = &t.kin[1]}};
  SarPartPoint at = {.nodes = nodes};
  SarPartMatrix matrix = {.position = position, .velocity = velocity};
  assert_int_equal(sar_part_contact.residual(&part, &at, rows), SAR_OK);
  assert_int_equal(sar_part_contact.matrix(&part, &at, &matrix), SAR_OK);
  rows_of(&t, &(Mode){0}, expected);
  matrix_of(&t, &(Mode){0}, p, v);
  for (int i = 0; i < N; i++) assert_true(rows[i] == expected[i]);
  for (int i = 0; i < N * N; i++) assert_true(position[i] == p[i] && velocity[i] == v[i]);
  assert_true(sar_part_contact.acts(&part, &at));
  nodes[1].fixed = true; /* its columns are left out */
  for (int i = 0; i < N * N; i++) position[i] = velocity[i] = 0;
  assert_int_equal(sar_part_contact.matrix(&part, &at, &matrix), SAR_OK);
  for (int i = 0; i < N * N; i++) {
    bool asked = i < 6 * N;
    assert_true(position[i] == (asked ? p[i] : 0) && velocity[i] == (asked ? v[i] : 0));
  }
  nodes[1].fixed = false;
  SarKin near = t.kin[1];
  t.kin[1].r = sar_axpy(1, sar_vec3(10, 0, 0), near.r);
  assert_false(sar_part_contact.acts(&part, &at));
  t.kin[1] = near;
  t.shape[0] = sar_shape(&sar_shape_plane, 0, 0, 0);
  t.pair.pair = sar_pair(t.shape[0].class, t.shape[1].class);
  sar_contact_part_prepare(&part, bounds);
  SarVec3 up = sar_mul(&t.kin[0].A, sar_column(&t.shape[0].axes, 2));
  t.kin[1].r = sar_axpy(-2 * bounds[0].reach, up, t.kin[0].r);
  assert_int_equal(sar_part_contact.residual(&part, &at, rows), SAR_RETRY);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_regularised),    cmocka_unit_test(test_anchored_holds),
      cmocka_unit_test(test_anchored_slips), cmocka_unit_test(test_anchored_at_rest),
      cmocka_unit_test(test_by_time),        cmocka_unit_test(test_laws),
      cmocka_unit_test(test_balance),        cmocka_unit_test(test_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
