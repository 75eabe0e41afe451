/* Friction in joints that repeat what others hold: it gets the reactions of least norm. Closed forms where the sharing
 * does not matter; the same motion by every method, in any order of the joints and in any axes where it does. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/start/start.h"
#include "check.h"
#include "stepping.h"
#include "system/share.h"

#define G 9.81

/* ---- closed forms ---- */

/* A block on two parallel rails: mu m g in all, however they share it. */
static void two_rails_brake_like_one(void **state) {
  (void)state;
  Stepped s = stepped_text(
      "gravity: [0, 0, -9.81]\n"
      "bodies: {block: {mass: 3, inertia: [0.1, 0.1, 0.1], velocity: [2, 0, 0]}}\n"
      "joints:\n"
      "  left: {type: prismatic, between: [ground, block], at: [0, 0.1, 0], axis: x, friction: 0.2}\n"
      "  right: {type: prismatic, between: [ground, block], at: [0, -0.1, 0], axis: x, friction: 0.2}\n"
      "simulate: {end: 0.5}\n",
      "bdf", 1e-10);
  advance(&s, 0.5);
  CHECK_NEAR(get(&s, "block.vx"), 2 - 0.2 * G * 0.5, 1e-9);
  CHECK_NEAR(get(&s, "block.x"), 2 * 0.5 - 0.2 * G * 0.125, 1e-9);
  CHECK_NEAR(get(&s, "left.displacement_friction"), 0.1 * 3 * G, 1e-8);
  CHECK_NEAR(get(&s, "right.displacement_friction"), 0.1 * 3 * G, 1e-8);
  stepped_close(&s);
}

/* A shaft that stands on four collars of the same radius: mu r m g brakes it, whoever bears it. */
static void four_collars_brake_like_one(void **state) {
  (void)state;
  Stepped s = stepped_text(
      "gravity: [0, 0, -9.81]\n"
      "bodies: {door: {mass: 20, inertia: [2, 2, 0.5], omega: [0, 0, 4]}}\n"
      "joints:\n"
      "  \"hinge{i}\": {for: {i: 1..4}, type: revolute, between: [ground, door], at: [0, 0, i - 2.5], axis: z,\n"
      "                friction: 0.1, pin_radius: 0.02, axial_radius: 0.02}\n"
      "simulate: {end: 1}\n",
      "hht", 1e-9);
  double slowing = 0.1 * 0.02 * 20 * G / 0.5;
  advance(&s, 1);
  CHECK_NEAR(get(&s, "door.wz"), 4 - slowing, 1e-7);
  CHECK_NEAR(get(&s, "hinge3.angle"), 4 - slowing / 2, 1e-7);
  stepped_close(&s);
}

/* A smooth table of a reaction that is shared is not watched, and takes the bounds from nobody else: a function beside
 * it that is negative for a moment, within a long step, is seen. */
static void tables_of_reactions_leave_bounds_alone(void **state) {
  (void)state;
  static const char *const functions[] = {"(0.3 + 2e-6*fy(j1)^2)", "cubspl(fy(j1), 0, t, 0)"};
  for (int i = 0; i < SAR_COUNT(functions); i++) {
    char text[2048];
    snprintf(text, sizeof text,
             "splines:\n"
             "  t: {extrapolate: linear, x: [-200, -100, -50, 0, 50, 100, 200],\n"
             "      y: [0.5, 0.4, 0.35, 0.3, 0.35, 0.4, 0.5]}\n"
             "gravity: [0, 0, -9.81]\n"
             "parameters: {hits: 0}\n"
             "bodies:\n"
             "  r1: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 0.5],\n"
             "       frames: {a: {at: [0, 0, -0.5]}, b: {at: [0, 0, 0.5]}}}\n"
             "  r2: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.6, 0, 1],\n"
             "       frames: {a: {at: [-0.6, 0, 0]}, b: {at: [0.6, 0, 0]}}}\n"
             "  r3: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1.2, 0, 0.5],\n"
             "       frames: {a: {at: [0, 0, 0.5]}, b: {at: [0, 0, -0.5]}}}\n"
             "joints:\n"
             "  j1: {type: revolute, between: [ground, r1.a], axis: y}\n"
             "  j2: {type: revolute, between: [r1.b, r2.a], axis: y}\n"
             "  j3: {type: revolute, between: [r2.b, r3.a], axis: y}\n"
             "  j4: {type: revolute, between: [ground, r3.b], at: [1.2, 0, 0], axis: y}\n"
             "forces: {f: {type: force, between: [ground, r2], force: [\"10*sin(5*time) + %s\", 0, 0]}}\n"
             "events: {e: {when: \"(dx(r2) - 0.7)^2 - 1e-8\", direction: down, set: {hits: \"hits + 1\"}}}\n"
             "measures: {count: \"hits\"}\n"
             "simulate: {end: 0.75}\n",
             functions[i]);
    Stepped s = stepped_text(text, "radau5", 1e-3);
    advance(&s, 0.75);
    CHECK_NEAR(get(&s, "count.value"), 1, 0);
    stepped_close(&s);
  }
}

/* ---- four-bars ---- */

typedef struct FourBar {
  const char *joints; /* in this order */
  double apart;       /* how far the links are out of the plane */
  bool turned;        /* the whole in other axes */
  bool free;          /* joints C and D leave free what is redundant */
} FourBar;

static void put_point(char *text, size_t size, const FourBar *c, double x, double y, double z) {
  double a = c->turned ? 0.7 : 0, b = c->turned ? -1.1 : 0, u = x * cos(a) - y * sin(a), v = x * sin(a) + y * cos(a);
  snprintf(text, size, "[%.17g, %.17g, %.17g]", u, v * cos(b) - z * sin(b), v * sin(b) + z * cos(b));
}

static size_t put_body(char *text, size_t size, const FourBar *c, const char *name, double x, double y, double z) {
  char place[128];
  put_point(place, sizeof place, c, x, y, z * c->apart);
  return (size_t)snprintf(text, size, "  %s: {mass: 0.5, inertia: [2e-3, 2e-3, 2e-3], at: %s}\n", name, place);
}

static size_t put_joint(char *text, size_t size, const FourBar *c, char which) {
  static const struct {
    char name;
    const char *between;
    double x, y;
    const char *free;
  } joints[] = {{'A', "ground, crank", 0, 0, NULL},
                {'B', "crank, coupler", 0.06, 0.08, NULL},
                {'C', "coupler, rocker", 0.3, 0.25, "spherical"},
                {'D', "ground, rocker", 0.3, 0, "cylindrical"}};
  char place[128], axis[128], friction[200] = "";
  int k = which - 'A';
  put_point(place, sizeof place, c, joints[k].x, joints[k].y, 0);
  put_point(axis, sizeof axis, c, 0, 0, 1);
  if (k < 2) {
    snprintf(friction, sizeof friction,
             ", friction: 0.15, pin_radius: 0.02, bending_arm: 0.05, axial_radius: 0.015, stiction_velocity: 0.02");
  }
  const char *type = c->free && joints[k].free ? joints[k].free : "revolute";
  return (size_t)snprintf(
      text, size, "  %c: {type: %s, between: [%s], at: %s%s%s%s}\n", which, type, joints[k].between, place,
      strcmp(type, "spherical") == 0 ? "" : ", axis: ", strcmp(type, "spherical") == 0 ? "" : axis, friction);
}

#define TEXT 4096

static void write_four_bar(const FourBar *c, char text[TEXT]) {
  char down[128];
  size_t room = TEXT, at;
  put_point(down, sizeof down, c, 0, -G, 0);
  at = (size_t)snprintf(text, room, "gravity: %s\nlength_scale: 0.2\nbodies:\n", down);
  at += put_body(text + at, room - at, c, "crank", 0.03, 0.04, 0.1);
  at += put_body(text + at, room - at, c, "coupler", 0.18, 0.165, 0.4);
  at += put_body(text + at, room - at, c, "rocker", 0.3, 0.125, -0.2);
  at += (size_t)snprintf(text + at, room - at, "joints:\n");
  for (const char *j = c->joints; *j; j++) at += put_joint(text + at, room - at, c, *j);
  at += (size_t)snprintf(text + at, room - at, "simulate: {end: 0.3}\n");
  assert_true(at < room);
}

static Stepped four_bar(const FourBar *c, const char *method, double tolerance) {
  char text[TEXT];
  write_four_bar(c, text);
  return stepped_text(text, method, tolerance);
}

typedef struct Ended {
  double angle, rate, friction[2];
} Ended;

static Ended run_four_bar(const FourBar *c, const char *method, double tolerance) {
  Stepped s = four_bar(c, method, tolerance);
  advance(&s, 0.3);
  Ended e = {get(&s, "A.angle"), get(&s, "A.angle_rate"), {get(&s, "A.angle_friction"), get(&s, "B.angle_friction")}};
  stepped_close(&s);
  return e;
}

static void expect_same(Ended a, Ended b, double tolerance) {
  CHECK_NEAR(a.angle, b.angle, tolerance);
  CHECK_NEAR(a.rate, b.rate, 30 * tolerance);
  for (int i = 0; i < 2; i++) CHECK_NEAR(a.friction[i], b.friction[i], 5 * tolerance);
}

/* In one plane nothing acts across it, and joints that leave it free do the same. */
static void a_plane_four_bar_moves_like_one_without_redundancy(void **state) {
  (void)state;
  Ended held = run_four_bar(&(FourBar){.joints = "ABCD"}, "radau5", 1e-9);
  Ended free = run_four_bar(&(FourBar){.joints = "ABCD", .free = true}, "radau5", 1e-9);
  assert_true(fabs(held.angle) > 0.5);
  expect_same(held, free, 1e-7);
}

/* Links beside each other: the sharing is felt, and is a matter of the mechanism alone. */
static void the_motion_follows_from_the_model(void **state) {
  (void)state;
  static const char *const methods[] = {"bdf", "hht", "rosenbrock-nystrom", "w-method", "dopri5", "adams", "ida"};
  static const double tolerances[] = {1e-8, 1e-8, 1e-8, 1e-7, 1e-8, 1e-8, 1e-9};
  FourBar apart = {.joints = "ABCD", .apart = 0.1};
  Ended exact = run_four_bar(&apart, "radau5", 1e-10);
  Ended plane = run_four_bar(&(FourBar){.joints = "ABCD"}, "radau5", 1e-10);
  assert_true(fabs(exact.angle - plane.angle) > 1e-3); /* it is felt */
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    print_message("%s\n", methods[i]);
    expect_same(run_four_bar(&apart, methods[i], tolerances[i]), exact, 1e-5);
  }
  expect_same(run_four_bar(&(FourBar){.joints = "DCBA", .apart = 0.1}, "radau5", 1e-10), exact, 1e-8);
  expect_same(run_four_bar(&(FourBar){.joints = "BDAC", .apart = 0.1, .turned = true}, "radau5", 1e-10), exact, 1e-8);
}

/* What is reported is what rubs: the law of friction with the reactions in the columns. */
static void friction_is_that_of_the_reported_reactions(void **state) {
  (void)state;
  Stepped s = four_bar(&(FourBar){.joints = "ABCD", .apart = 0.1}, "radau5", 1e-9);
  for (int i = 1; i <= 4; i++) {
    advance(&s, 0.05 * i);
    assert_true(0.02 * fabs(get(&s, "A.angle_rate")) > 1.5 * 0.02); /* it slides */
    double across = hypot(get(&s, "A.fx2"), get(&s, "A.fy2")), along = fabs(get(&s, "A.fz2"));
    double bending = hypot(get(&s, "A.tx2"), get(&s, "A.ty2"));
    double law = 0.15 * (0.02 * (across + bending / 0.05) + 0.015 * along);
    assert_true(bending / 0.05 > 0.1 * across); /* and moments press */
    CHECK_NEAR(fabs(get(&s, "A.angle_friction")), law, 1e-7 * law);
  }
  stepped_close(&s);
}

static void energy_is_in_balance(void **state) {
  (void)state;
  SarRunOptions options = sar_run_options_default();
  SarRunSummary summary;
  char text[TEXT];
  write_four_bar(&(FourBar){.joints = "ABCD", .apart = 0.1}, text);
  Fixture f = fixture_of(text);
  options.method = "radau5";
  options.tolerance = 1e-9;
  assert_int_equal(sar_table_create(f.context, &options.table), SAR_OK);
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  assert_true(last_value(options.table, "energy.dissipated") > 0.01);
  assert_true(fabs(last_value(options.table, "energy.balance")) < 3e-6); /* as of joints that repeat nothing */
  sar_table_destroy(&options.table);
  fixture_free(&f);
}

/* ---- forces that read reactions without a variable of their own ---- */

/* A force of a tenth of what one hinge bears of a load of 100 N: half of it. */
static void forces_read_what_is_shared(void **state) {
  (void)state;
  static const char text[] =
      "gravity: [0, 0, 0]\n"
      "bodies: {door: {mass: 1, inertia: [1, 1, 1]}, block: {mass: 2, inertia: [1, 1, 1], at: [5, 0, 0]}}\n"
      "joints:\n"
      "  %s: {type: revolute, between: [ground, door], at: [0, 0, %d], axis: z}\n"
      "  %s: {type: revolute, between: [ground, door], at: [0, 0, %d], axis: z}\n"
      "forces:\n"
      "  load: {type: force, between: [ground, door], force: [0, 0, -100]}\n"
      "  push: {type: force, between: [ground, block], force: [\"0.1*abs(fz(low))\", 0, 0]}\n"
      "simulate: {end: 1}\n";
  for (int first = 0; first < 2; first++) {
    char model[1024];
    snprintf(model, sizeof model, text, first ? "low" : "high", first ? -1 : 1, first ? "high" : "low", first ? 1 : -1);
    Stepped s = stepped_text(model, "bdf", 1e-9);
    advance(&s, 1);
    CHECK_NEAR(get(&s, "block.ax"), 0.1 * 50 / 2, 1e-9);
    stepped_close(&s);
  }
}

/* ---- what it costs ---- */

static const char many[] =
    "parameters: {N: %d}\n"
    "bodies:\n"
    "  \"door{i}\": {for: {i: 1..N}, mass: 20, inertia: [7, 8, 1.1], at: [0.4, 0.1, 3*i]}\n"
    "joints:\n"
    "  \"low{i}\": {for: {i: 1..N}, type: revolute, between: [ground, \"door{i}\"], at: [0, 0, 3*i - 1], axis: z,\n"
    "             friction: 0.1, pin_radius: 0.02}\n"
    "  \"high{i}\": {for: {i: 1..N}, type: revolute, between: [ground, \"door{i}\"], at: [0, 0, 3*i + 1], axis: z,\n"
    "             friction: 0.1, pin_radius: 0.02}\n"
    "simulate: {end: 1}\n";

static void separate_loops_cost_in_proportion(void **state) {
  (void)state;
  int entries[2];
  for (int k = 0; k < 2; k++) {
    char text[1024];
    int n = k ? 30 : 10;
    snprintf(text, sizeof text, many, n);
    Fixture f = fixture_of(text);
    SarStart *start;
    assert_int_equal(sar_start_create(f.context, f.system, &start), SAR_OK);
    const SarPattern *pattern = &start->m->problem.pattern;
    entries[k] = pattern->column[pattern->ncolumns];
    assert_int_equal(start->m->share->nsets, n);
    assert_false(start->m->problem.approximate);
    sar_start_destroy(&start);
    fixture_free(&f);
  }
  assert_int_equal(entries[1], 3 * entries[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_rails_brake_like_one),
      cmocka_unit_test(four_collars_brake_like_one),
      cmocka_unit_test(tables_of_reactions_leave_bounds_alone),
      cmocka_unit_test(a_plane_four_bar_moves_like_one_without_redundancy),
      cmocka_unit_test(the_motion_follows_from_the_model),
      cmocka_unit_test(friction_is_that_of_the_reported_reactions),
      cmocka_unit_test(energy_is_in_balance),
      cmocka_unit_test(forces_read_what_is_shared),
      cmocka_unit_test(separate_loops_cost_in_proportion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
