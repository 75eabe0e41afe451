/* Equilibria of what touches: bodies that fall on the ground, friction that holds up to its limit and not beyond, and a
 * motion that begins there without a jolt. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"

#define G 9.81

typedef struct Rested {
  Fixture f;
  SarTable *table;
  SarStaticSummary summary;
  SarStatus status;
} Rested;

static Rested rest_of(Fixture f) {
  Rested r = {.f = f};
  SarStaticOptions options = sar_static_options_default();
  assert_int_equal(sar_table_create(r.f.context, &r.table), SAR_OK);
  options.table = r.table;
  r.status = sar_static(r.f.context, r.f.system, &options, &r.summary);
  return r;
}

static Fixture model(const char *name, const char *set) {
  Fixture f = {.context = sar_context_create()};
  char path[1024];
  snprintf(path, sizeof path, SAR_TEST_DIR "/models/contact/%s.yaml", name);
  SarStatus status = sar_model_read(f.context, path, &set, set ? 1 : 0, &f.model);
  if (status == SAR_OK) status = sar_system_compile(f.context, f.model, &f.system);
  if (status != SAR_OK) fail_msg("%s", fixture_message(&f, SAR_ERROR));
  return f;
}

static void need(const Rested *r) {
  if (r->status != SAR_OK) fail_msg("%s", fixture_message(&r->f, SAR_ERROR));
}

static void rested_free(Rested *r) {
  sar_table_destroy(&r->table);
  fixture_free(&r->f);
}

/* ---- normal forces ---- */

static void a_ball_falls_on_the_ground(void **state) {
  (void)state;
  static const double heights[] = {0.0997, 0.1, 0.101, 0.11, 0.2, 1, 7.3, 40};
  for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
    char text[600];
    snprintf(text, sizeof text,
             "gravity: [0, 0, -9.81]\n"
             "ground: {shapes: {floor: {plane: z}}}\n"
             "bodies: {ball: {mass: 2, inertia: [8e-3, 8e-3, 8e-3], at: [0, 0, %g], shapes: {skin: {sphere: 0.1}}}}\n"
             "contacts: {touch: {between: [ground.floor, ball.skin], stiffness: 1e7, damping: 1}}\n",
             heights[i]);
    Rested r = rest_of(fixture_of(text));
    need(&r);
    CHECK_NEAR(last_value(r.table, "ball.z"), 0.1 - pow(2 * G / 1e7, 2.0 / 3), 1e-13);
    CHECK_NEAR(last_value(r.table, "touch.normal"), 2 * G, 1e-9);
    assert_true(r.summary.state.stable);
    rested_free(&r);
  }
}

/* A ball above a box that stands on a spring, and beside it: there it falls on and on. */
static void a_ball_falls_on_what_is_below(void **state) {
  (void)state;
  for (int beside = 0; beside < 2; beside++) {
    char text[1000];
    snprintf(text, sizeof text,
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  table: {mass: 5, inertia: [1, 1, 1], shapes: {top: {box: [1, 1, 0.1]}}}\n"
             "  ball: {mass: 2, inertia: [8e-3, 8e-3, 8e-3], at: [%g, 0, 3], shapes: {skin: {sphere: 0.1}}}\n"
             "joints: {guide: {type: prismatic, between: [ground, table], at: [0, 0, 0], axis: z}}\n"
             "forces: {feet: {type: force, between: [ground, table], force: [0, 0, \"-1e4*dz(table)\"]}}\n"
             "contacts: {touch: {between: [table.top, ball.skin], stiffness: 1e7, damping: 1}}\n",
             beside ? 3.0 : 0.0);
    Rested r = rest_of(fixture_of(text));
    if (beside) {
      assert_int_equal(r.status, SAR_FAILED);
      assert_non_null(strstr(fixture_message(&r.f, SAR_ERROR), "nothing holds body `ball` (translation along z)"));
    } else {
      need(&r);
      CHECK_NEAR(last_value(r.table, "table.z"), -7 * G / 1e4, 1e-12);
      CHECK_NEAR(last_value(r.table, "touch.normal"), 2 * G, 1e-8);
    }
    rested_free(&r);
  }
}

/* Every touch bears what is above it. */
static void a_stack_stands(void **state) {
  (void)state;
  Rested r = rest_of(model("stack", NULL));
  need(&r);
  assert_true(r.summary.state.stable);
  CHECK_NEAR(last_value(r.table, "touch.count"), 4 + 9 * 8, 0); /* corners of either box on the other one's */
  double above = last_value(r.table, "box10.z");
  print_message("stack: %d iterations, %d steps of relaxation; %.3g mm lower than without weight\n",
                (int)r.summary.state.iterations, (int)r.summary.state.relaxations, 1e3 * (0.95 - above));
  assert_true(above < 0.95 && above > 0.948);
  rested_free(&r);
}

/* ---- friction ---- */

static const char slope_text[] =
    "parameters: {tan: 0.3, mu: %s, c: \"1/sqrt(1 + tan^2)\"}\n"
    "gravity: [9.81*tan*c, 0, -9.81*c]\n"
    "ground: {shapes: {floor: {plane: z}}}\n"
    "bodies: {box: {mass: 24, inertia: [0.26, 0.4, 0.5], at: [0, 0, 0.1 + 1e-4], shapes: {box: {box: [0.4, 0.3, "
    "0.2]}}}}\n"
    "contacts: {touch: {between: [ground.floor, box], stiffness: 1e7, damping: 1, friction: {static: mu, sliding: "
    "mu%s}}}\n"
    "simulate: {end: 1, start: static}\n";

static Rested rest_on_slope(const char *mu, const char *stick) {
  char text[1024];
  snprintf(text, sizeof text, slope_text, mu, stick);
  return rest_of(fixture_of(text));
}

static void a_box_holds_on_a_slope(void **state) {
  (void)state;
  double c = 1 / sqrt(1 + 0.3 * 0.3), weight = 24 * G;
  Rested r = rest_on_slope("0.3003", ", stick: true");
  need(&r);
  CHECK_NEAR(last_value(r.table, "touch.fz"), -weight * c, 1e-8);
  CHECK_NEAR(last_value(r.table, "touch.fx"), weight * c * 0.3, 1e-8);
  CHECK_NEAR(last_value(r.table, "box.y"), 0, 1e-12);
  assert_true(fabs(last_value(r.table, "box.x")) < 1e-3); /* it falls by 0.1 mm first, and is held from there */
  assert_true(r.summary.state.stable && r.summary.state.neutral == 0);
  rested_free(&r);
  r = rest_on_slope("0.2997", ", stick: true");
  assert_int_equal(r.status, SAR_FAILED);
  assert_non_null(strstr(fixture_message(&r.f, SAR_ERROR), "there is no equilibrium: nothing holds body `box`"));
  rested_free(&r);
}

/* Friction of velocities holds nothing, and that is said. */
static void regularised_friction_is_named(void **state) {
  (void)state;
  Rested r = rest_on_slope("0.5", "");
  assert_int_equal(r.status, SAR_FAILED);
  assert_non_null(strstr(fixture_message(&r.f, SAR_WARNING), "holds nothing at rest"));
  rested_free(&r);
}

/* The closed-form limit from both sides. */
static void a_ladder_stands_or_slides(void **state) {
  (void)state;
  Rested r = rest_of(model("ladder", "of_limit=1.001"));
  need(&r);
  assert_true(r.summary.state.stable);
  assert_true(r.summary.state.relaxations < 50);
  rested_free(&r);
  r = rest_of(model("ladder", "of_limit=0.999"));
  assert_int_equal(r.status, SAR_FAILED);
  rested_free(&r);
}

static void an_arch_stands_or_falls(void **state) {
  (void)state;
  Rested r = rest_of(model("arch", NULL));
  need(&r);
  assert_true(r.summary.state.stable);
  CHECK_NEAR(last_value(r.table, "right.fz") + last_value(r.table, "left.fz"), -2000 * 0.09 * 3.14159265358979 * G,
             1e-6);
  rested_free(&r);
  r = rest_of(model("arch", "mu=0.25"));
  assert_int_equal(r.status, SAR_FAILED);
  rested_free(&r);
}

/* The pull of the hanging end against the friction on the table, to 1 %: closed form in the model. */
static void a_chain_lies_or_slides(void **state) {
  (void)state;
  Rested r = rest_of(model("chain_on_table", "of_limit=1.01"));
  need(&r);
  assert_true(r.summary.state.relaxations < 50);
  rested_free(&r);
  r = rest_of(model("chain_on_table", "of_limit=0.99"));
  assert_int_equal(r.status, SAR_FAILED);
  rested_free(&r);
}

/* ---- stiffness ---- */

/* Four balls with their touches in the plane of the centre of mass: along x and y nothing but 4 k_t holds, k_t being
 * 2/3 of dF/dg. */
static const char feet_text[] =
    "parameters: {k: 1e6, m: 2, R: 0.01}\n"
    "gravity: [%g, 0, -9.81]\n"
    "ground: {shapes: {floor: {plane: z}}}\n"
    "bodies:\n"
    "  plate:\n"
    "    mass: m\n"
    "    inertia: [1e-3, 1e-3, 1.9e-3]\n"
    "    at: [0, 0, -1e-5]\n"
    "    shapes:\n"
    "      \"foot{i}\": {for: {i: 0..3}, sphere: R, at: [\"0.1*cos(i*90 deg)\", \"0.1*sin(i*90 deg)\", R]}\n"
    "contacts:\n"
    "  touch: {between: [ground.floor, plate], stiffness: k, damping: 0, tangential_damping: 1e-3, friction: {static: "
    "0.5, sliding: 0.5, stick: true}}\n";

static Fixture feet(double aside) {
  char text[1024];
  snprintf(text, sizeof text, feet_text, aside);
  return fixture_of(text);
}

static double stiffness_of_feet(void) {
  double depth = pow(2 * G / 4 / 1e6, 2.0 / 3);
  assert_true(depth > 1e-4); /* 1 % of the radius: below, the stiffness is that of there */
  return 4 * 2.0 / 3 * 1.5 * 1e6 * sqrt(depth);
}

static void sticking_gives_stiffness(void **state) {
  (void)state;
  Rested r = rest_of(feet(0));
  double square = stiffness_of_feet() / 2;
  need(&r);
  print_message("plate on four feet: %.9g 1/s^2, expected %.9g\n", r.summary.state.lowest_eigenvalue, square);
  CHECK_NEAR(r.summary.state.lowest_eigenvalue / square, 1, 1e-4);
  rested_free(&r);
}

/* Potential is gravity, k g^2.5/2.5 of four touches, and what their tangential springs hold under the load along x. */
static void springs_of_friction_hold_energy(void **state) {
  (void)state;
  Rested r = rest_of(feet(3));
  need(&r);
  double x = last_value(r.table, "plate.x"), z = last_value(r.table, "plate.z"), along = 2 * 3.0;
  double normal = 4 * 1e6 * pow(-z, 2.5) / 2.5, held = along * along / (2 * stiffness_of_feet());
  double expected = 2 * (G * z - 3 * x) + normal + held;
  print_message("held by friction: %.6g J of %.6g J\n", held, expected);
  assert_true(held > 0.05 * fabs(expected));
  CHECK_NEAR(last_value(r.table, "energy.potential"), expected, 1e-4 * held);
  rested_free(&r);
}

static void sticking_has_modes(void **state) {
  (void)state;
  Fixture f = feet(0);
  const SarModes *modes;
  SarModesOptions options = sar_modes_options_default();
  options.from_static = true;
  assert_int_equal(sar_modes(f.context, f.system, &options, &modes), SAR_OK);
  double lowest = INFINITY, expected = sqrt(stiffness_of_feet() / 2);
  for (int32_t i = 0; i < modes->nmodes; i++) {
    if (modes->modes[i].imaginary > 0) lowest = fmin(lowest, modes->modes[i].imaginary);
  }
  print_message("its lowest mode: %.9g rad/s, expected %.9g\n", lowest, expected);
  CHECK_NEAR(lowest / expected, 1, 1e-4);
  sar_modes_destroy(&modes);
  fixture_free(&f);
}

/* ---- as a start ---- */

static double largest_of(const Ran *r, const char *name) {
  const double *values = ran_column(r, name);
  double most = 0;
  for (int64_t i = 0; i < sar_table_rows(r->table); i++) most = fmax(most, fabs(values[i]));
  return most;
}

static void a_motion_begins_without_a_jolt(void **state) {
  (void)state;
  char text[1024];
  snprintf(text, sizeof text, slope_text, "0.31", ", stick: true");
  Ran r = run_text(text, 0);
  if (r.status != SAR_OK) fail_msg("%s", fixture_message(&r.f, SAR_ERROR));
  const double *x = ran_column(&r, "box.x");
  print_message("from statics: |a| <= %.1e m/s^2, |v| <= %.1e m/s, %.1e m in 1 s, %d steps\n", largest_of(&r, "box.ax"),
                largest_of(&r, "box.vx"), x[sar_table_rows(r.table) - 1] - x[0], (int)r.summary.steps);
  assert_true(largest_of(&r, "box.ax") <= 1e-9 && largest_of(&r, "box.az") <= 1e-9);
  assert_true(largest_of(&r, "box.vx") <= 1e-10);
  assert_true(fabs(x[sar_table_rows(r.table) - 1] - x[0]) <= 1e-11);
  assert_true(r.summary.rejected == 0 && r.summary.steps < 30);
  ran_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ball_falls_on_the_ground),
      cmocka_unit_test(a_ball_falls_on_what_is_below),
      cmocka_unit_test(a_stack_stands),
      cmocka_unit_test(a_box_holds_on_a_slope),
      cmocka_unit_test(regularised_friction_is_named),
      cmocka_unit_test(a_ladder_stands_or_slides),
      cmocka_unit_test(an_arch_stands_or_falls),
      cmocka_unit_test(a_chain_lies_or_slides),
      cmocka_unit_test(sticking_gives_stiffness),
      cmocka_unit_test(sticking_has_modes),
      cmocka_unit_test(springs_of_friction_hold_energy),
      cmocka_unit_test(a_motion_begins_without_a_jolt),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
