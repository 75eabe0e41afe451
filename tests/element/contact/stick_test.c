/* Anchored friction over many steps of a small integrator: the block that holds on a slope, slides and stops, the ball
 * that comes to roll; steps that are tried and rejected leave no trace. */
#include "element/contact/touching.h"

#define GRAVITY 9.81

/* A body with a round shape above the ground, which is a plane; both in the plane x z. The step is the trapezium for
 * velocities in the form that anchored friction is made for: forces at the new time, iterated to the end. */
typedef struct World {
  SarShape shape[2];
  SarContactLaw law;
  SarKin kin[2]; /* ground, body */
  double mass, inertia;
  double slope; /* tangent: gravity leans by it */
  bool turns;   /* else a block: it stays upright */
  SarStick stick;
} World;

static void touch_of(const World *w, SarTouch *out) {
  SarPose a = {w->kin[0].r, w->kin[0].A}, b = {w->kin[1].r, w->kin[1].A};
  SarTouches list = {.items = out, .capacity = 1, .margin = INFINITY};
  sar_pair_find(sar_pair(w->shape[0].class, w->shape[1].class), &w->shape[0], &a, &w->shape[1], &b, &list);
  assert_int_equal(list.count, 1);
}

static SarContact contact_of(const World *w, const SarTouch *touch, double since) {
  return (SarContact){&w->law, {&w->kin[0], &w->kin[1]}, touch, &w->stick, since, false};
}

/* Accelerations of the body at the state as it is. */
static void accelerate(const World *w, double since, SarVec3 *a, SarVec3 *alpha, bool *slipping) {
  SarTouch touch;
  double rows[SAR_CONTACT_ROWS] = {0}, c = 1 / sqrt(1 + w->slope * w->slope);
  touch_of(w, &touch);
  SarContact contact = contact_of(w, &touch, since);
  SarContactMotion motion;
  SarContactForce force;
  sar_contact_motion(&contact, &motion);
  sar_contact_force(&contact, &motion, &force);
  sar_contact_add_rows(&contact, &force, rows);
  SarVec3 gravity = sar_vec3(GRAVITY * w->slope * c, 0, -GRAVITY * c);
  *a = sar_axpy(-1 / w->mass, sar_vec3_load(rows + 6), gravity);
  *alpha = w->turns ? sar_scale(-1 / w->inertia, sar_vec3_load(rows + 9)) : sar_vec3(0, 0, 0);
  *slipping = force.slipping;
}

/* One implicit step: v' = v + h a(q', v'), q' = q + h (v + v')/2, by Newton's method with differences for the four
 * numbers that move. */
enum { MOVING = 3 }; /* vx, vz, wy */

static void put(const World *start, World *w, const double v[MOVING], double h) {
  *w = *start;
  w->kin[1].v = sar_vec3(v[0], 0, v[1]);
  w->kin[1].w = sar_vec3(0, v[2], 0);
  w->kin[1].r = sar_axpy(h / 2, sar_add(start->kin[1].v, w->kin[1].v), start->kin[1].r);
}

static void defect(const World *start, const double v[MOVING], double h, double out[MOVING]) {
  World w;
  SarVec3 a, alpha;
  bool slipping;
  put(start, &w, v, h);
  accelerate(&w, h, &a, &alpha, &slipping);
  out[0] = v[0] - start->kin[1].v.x - h * a.x;
  out[1] = v[1] - start->kin[1].v.z - h * a.z;
  out[2] = v[2] - start->kin[1].w.y - h * alpha.y;
}

static void solve3(double J[3][3], const double b[3], double x[3]) {
  SarMat3 m;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) m.m[i][j] = J[i][j];
  }
  SarMat3 inverse = sar_mat3_inverse(&m);
  sar_vec3_store(sar_mul(&inverse, sar_vec3_load(b)), x);
}

static void try_step(const World *start, double h, World *out) {
  double v[MOVING] = {start->kin[1].v.x, start->kin[1].v.z, start->kin[1].w.y}, f[MOVING], x[MOVING];
  for (int k = 0; k < 60; k++) {
    double J[MOVING][MOVING], size = 0;
    defect(start, v, h, f);
    for (int j = 0; j < MOVING; j++) {
      double moved[MOVING] = {v[0], v[1], v[2]}, g[MOVING];
      moved[j] += 1e-7;
      defect(start, moved, h, g);
      for (int i = 0; i < MOVING; i++) J[i][j] = (g[i] - f[i]) / 1e-7;
    }
    solve3(J, f, x);
    for (double share = 1; share > 1e-6; share /= 2) { /* from slip to slip across stick it would go to and fro */
      double tried[MOVING], g[MOVING];
      for (int i = 0; i < MOVING; i++) tried[i] = v[i] - share * x[i];
      defect(start, tried, h, g);
      if (share > 2e-6 && sar_norm(sar_vec3_load(g)) > sar_norm(sar_vec3_load(f))) continue;
      for (int i = 0; i < MOVING; i++) size = fmax(size, fabs(tried[i] - v[i])), v[i] = tried[i];
      break;
    }
    if (size < 1e-15) break;
  }
  put(start, out, v, h);
}

static void accept(World *w, double h) {
  SarTouch touch;
  touch_of(w, &touch);
  SarContact contact = contact_of(w, &touch, h);
  SarStick next;
  sar_stick_accept(&contact, w->mass, &next);
  w->stick = next;
}

static World world(double mu, double slope, double speed) {
  World w = {.shape = {sar_shape(&sar_shape_plane, 0, 0, 0), sar_shape(&sar_shape_sphere, 0.1, 0, 0)},
             .law = {.normal = {sar_normal_class_named("hunt-crossley"), 1e7, 1.5, 1, 0},
                     .friction = {.fixed = mu, .sliding = mu, .v_s = 1e-3, .v_d = 2e-3, .stick = true}},
             .mass = 1,
             .slope = slope};
  for (int s = 0; s < 2; s++) w.kin[s].A = sar_mat3_identity();
  w.inertia = 0.4 * w.mass * 0.01;
  double normal = w.mass * GRAVITY / sqrt(1 + slope * slope);
  w.kin[1].r.z = 0.1 - pow(normal / 1e7, 1 / 1.5); /* at rest along the normal */
  w.kin[1].v.x = speed;
  SarTouch touch;
  touch_of(&w, &touch);
  SarContact contact = contact_of(&w, &touch, 0);
  sar_stick_begin(&contact, w.mass, &w.stick);
  return w;
}

/* Slope 0.38, coefficient 0.4: held by the spring, without creeping. */
static void test_holds(void **state) {
  (void)state;
  World w = world(0.4, 0.38, 0), next;
  double h = 2e-3, settled = 0;
  for (int k = 0; k < 5000; k++) {
    try_step(&w, h, &next);
    w = next;
    accept(&w, h);
    if (k == 500) settled = w.kin[1].r.x;
  }
  assert_false(w.stick.slipping);
  assert_true(fabs(w.kin[1].v.x) < 1e-12);
  assert_true(fabs(w.kin[1].r.x - settled) < 1e-12); /* nine seconds */
  /* the spring holds what pulls */
  double pull = w.mass * GRAVITY * 0.38 / sqrt(1 + 0.38 * 0.38);
  CHECK_NEAR(w.stick.stiffness * w.stick.stretch.x, pull, 1e-9 * pull);
  assert_true(w.kin[1].r.x < 1e-4);
}

/* From 2 m/s down a slope of 0.1 with 0.3: 1.024452153 s and m. */
static void test_slides_and_stops(void **state) {
  (void)state;
  World w = world(0.3, 0.1, 2), next;
  double h = 1e-3, stopped = 0;
  for (int k = 0; k < 1500; k++) {
    try_step(&w, h, &next);
    if (stopped == 0 && next.kin[1].v.x <= 0) stopped = h * (k + w.kin[1].v.x / (w.kin[1].v.x - next.kin[1].v.x));
    w = next;
    accept(&w, h);
  }
  CHECK_NEAR(stopped, 1.024452153, 1e-3);
  CHECK_NEAR(w.kin[1].r.x, 1.024452153, 1e-3);
  assert_false(w.stick.slipping);
  assert_true(fabs(w.kin[1].v.x) < 1e-9);
}

/* A ball at 3 m/s with 0.2: rolls with 5/7 of it, and its slip stays zero. */
static void test_rolls(void **state) {
  (void)state;
  World w = world(0.2, 0, 3), next;
  double h = 1e-3;
  w.turns = true;
  for (int k = 0; k < 1000; k++) {
    try_step(&w, h, &next);
    w = next;
    accept(&w, h);
  }
  double depth = 0.1 - w.kin[1].r.z;
  CHECK_NEAR(w.kin[1].v.x, 3 * 5.0 / 7, 2e-3);
  CHECK_NEAR(w.kin[1].v.x - (0.1 - depth / 2) * w.kin[1].w.y, 0, 1e-10); /* at the middle of the overlap */
  assert_false(w.stick.slipping);
}

/* Two half steps after a rejected long one are the same as without it: the memory changes on acceptance only. */
static void test_rejected_steps_leave_no_trace(void **state) {
  (void)state;
  World w = world(0.4, 0.38, 0.05), next, with, without;
  for (int k = 0; k < 10; k++) {
    try_step(&w, 1e-3, &next);
    w = next;
    accept(&w, 1e-3);
  }
  with = without = w;
  try_step(&with, 0.5, &next);
  try_step(&with, 1e-3, &next);
  with = next;
  try_step(&without, 1e-3, &next);
  without = next;
  assert_true(with.kin[1].v.x == without.kin[1].v.x && with.kin[1].r.x == without.kin[1].r.x);
}

/* The stretch turns with A, stays across n, and its force is the same when the stiffness changes. */
static void test_memory(void **state) {
  (void)state;
  World w = world(0.4, 0, 0);
  w.stick.stretch = sar_vec3(1e-7, 0, 3e-7);
  w.stick.stiffness = 1e6;
  SarTouch touch;
  touch_of(&w, &touch);
  SarContact contact = contact_of(&w, &touch, 0);
  SarStick next;
  sar_stick_accept(&contact, w.mass, &next);
  CHECK_NEAR(next.stretch.z, 0, 0);
  CHECK_NEAR(next.stiffness * next.stretch.x, 0.1, 1e-15);
  assert_true(next.stiffness != 1e6);
  w.stick.stretch.x = 1; /* far more than friction holds */
  sar_stick_accept(&contact, w.mass, &next);
  CHECK_NEAR(next.stiffness * next.stretch.x, 0.4 * GRAVITY, 1e-9);
  assert_true(next.slipping);
}

static void test_effective_mass(void **state) {
  (void)state;
  World w = world(0.4, 0, 0);
  w.kin[1].r.x = 0.03; /* the touch is below the sphere's centre; put the body's beside it */
  w.shape[1].at = sar_vec3(-0.03, 0, 0);
  SarTouch touch;
  touch_of(&w, &touch);
  SarContact contact = contact_of(&w, &touch, 0);
  double inverse_mass[2] = {0, 0.5};
  SarMat3 inverse[2] = {sar_mat3_zero(), sar_mat3_identity()};
  CHECK_NEAR(sar_contact_mass(&contact, inverse_mass, inverse), 1 / (0.5 + 0.03 * 0.03), 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_holds),  cmocka_unit_test(test_slides_and_stops),
      cmocka_unit_test(test_rolls),  cmocka_unit_test(test_rejected_steps_leave_no_trace),
      cmocka_unit_test(test_memory), cmocka_unit_test(test_effective_mass),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
