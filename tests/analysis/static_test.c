/* Equilibria against closed forms: positions, reactions, eigenvalues; what is stable, what is not, and what has none.
 */
#include <stdio.h>
#include <stdlib.h>
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

static Rested rest_of(Fixture f, SarStaticOptions options) {
  Rested r = {.f = f};
  assert_int_equal(sar_table_create(r.f.context, &r.table), SAR_OK);
  options.table = r.table;
  r.status = sar_static(r.f.context, r.f.system, &options, &r.summary);
  return r;
}

static Rested rest_text(const char *text) { return rest_of(fixture_of(text), sar_static_options_default()); }

/* tests/data/static/NAME.yaml with parameters set. */
static Rested rest_file(const char *name, const char *const *set, int32_t nset) {
  Fixture f = {.context = sar_context_create()};
  char path[1024];
  snprintf(path, sizeof path, SAR_TEST_DIR "/data/static/%s.yaml", name);
  SarStatus status = sar_model_read(f.context, path, set, nset, &f.model);
  if (status == SAR_OK) status = sar_system_compile(f.context, f.model, &f.system);
  if (status != SAR_OK) fail_msg("%s", fixture_message(&f, SAR_ERROR));
  return rest_of(f, sar_static_options_default());
}

static void need(const Rested *r) {
  if (r->status != SAR_OK) fail_msg("%s", fixture_message(&r->f, SAR_ERROR));
  assert_int_equal(r->summary.status, SAR_RUN_DONE);
}

static void rested_free(Rested *r) {
  sar_table_destroy(&r->table);
  fixture_free(&r->f);
}

static bool says(const Rested *r, SarSeverity severity, const char *part) {
  for (int32_t i = 0; i < sar_context_count(r->f.context); i++) {
    const SarDiagnostic *d = sar_context_get(r->f.context, i);
    if (d->severity == severity && strstr(d->message, part)) return true;
  }
  return false;
}

/* ---- one body ---- */

static void a_body_hangs_on_its_spring(void **state) {
  (void)state;
  Rested r = rest_text(
      "gravity: [0, 0, -9.81]\n"
      "bodies: {bob: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [0, 0, -1]}}\n"
      "joints: {slide: {type: prismatic, between: [ground, bob], at: [0, 0, 0], axis: z}}\n"
      "forces: {s: {type: spring-damper, between: [ground, bob], stiffness: 100, damping: 7, length: 1}}\n");
  need(&r);
  CHECK_NEAR(last_value(r.table, "bob.z"), -1 - 2 * G / 100, 1e-14);
  CHECK_NEAR(last_value(r.table, "s.force"), 2 * G, 1e-12);
  CHECK_NEAR(last_value(r.table, "energy.kinetic"), 0, 0);
  CHECK_NEAR(last_value(r.table, "bob.az"), 0, 0);
  CHECK_NEAR(r.summary.state.lowest_eigenvalue, 50, 1e-9);
  assert_true(r.summary.state.stable);
  assert_int_equal(r.summary.state.neutral, 0);
  assert_int_equal(r.summary.state.load_steps, 1);
  assert_true(r.summary.state.residual < 1e-14);
  assert_int_equal(sar_table_rows(r.table), 1);
  rested_free(&r);
}

static void a_free_body_has_none(void **state) {
  (void)state;
  Rested r = rest_text("gravity: [0, 0, -9.81]\nbodies: {ball: {mass: 2, inertia: [0.1, 0.1, 0.1]}}\n");
  assert_int_equal(r.status, SAR_FAILED);
  assert_int_equal(r.summary.status, SAR_RUN_FAILED);
  assert_true(says(&r, SAR_ERROR, "there is no equilibrium"));
  assert_true(says(&r, SAR_ERROR, "`ball` (translation along z), and a load of 19.6 N"));
  assert_int_equal(r.summary.rows, 0);
  rested_free(&r);
}

static void a_free_axle_has_none(void **state) {
  (void)state;
  Rested r = rest_text(
      "bodies: {wheel: {mass: 2, inertia: [0.1, 0.1, 0.1]}}\n"
      "joints: {axle: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: x}}\n"
      "forces: {drive: {type: torque, between: [ground, wheel], torque: [3, 0, 0]}}\n");
  assert_int_equal(r.status, SAR_FAILED);
  assert_true(says(&r, SAR_ERROR, "`wheel` (rotation about its x), and a load of 3 N m"));
  rested_free(&r);
}

static void neutral_directions_stay_and_are_counted(void **state) {
  (void)state;
  Rested r = rest_text(
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  cart: {mass: 100, inertia: [10, 12, 14], at: [0.3, -0.2, 0.5], turn: {axis: z, angle: 0.3},\n"
      "         frames: {a: {at: [1, 1, 0]}, b: {at: [1, -1, 0]}, c: {at: [-1, 0, 0]}}}\n"
      "forces:\n"
      "  fa: {type: force, between: [ground, cart.a], force: [0, 0, \"-1e4*(dz(cart.a) - 0.5)\"]}\n"
      "  fb: {type: force, between: [ground, cart.b], force: [0, 0, \"-1e4*(dz(cart.b) - 0.5)\"]}\n"
      "  fc: {type: force, between: [ground, cart.c], force: [0, 0, \"-1e4*(dz(cart.c) - 0.5)\"]}\n");
  need(&r);
  assert_int_equal(r.summary.state.neutral, 3);
  assert_true(r.summary.state.stable);
  CHECK_NEAR(r.summary.state.lowest_eigenvalue, 0, 0);
  assert_true(says(&r, SAR_WARNING, "3 directions are neutral"));
  double load = last_value(r.table, "fa.fz2") + last_value(r.table, "fb.fz2") + last_value(r.table, "fc.fz2");
  CHECK_NEAR(load, 100 * G, 1e-9);
  CHECK_NEAR(last_value(r.table, "fc.fz2"), 50 * G, 1e-9); /* it sits half way */
  double yaw = 2 * atan2(last_value(r.table, "cart.q3"), last_value(r.table, "cart.q0"));
  CHECK_NEAR(yaw, 0.3, 1e-3); /* as written, but for what tilting does to it */
  rested_free(&r);
}

/* ---- stable and not ---- */

/* A compound pendulum, lambda = m g l / (J + m l^2), written at an angle from where it hangs. */
static Rested pendulum(double angle, bool relax) {
  char text[512];
  snprintf(text, sizeof text,
           "gravity: [0, 0, -9.81]\n"
           "bodies: {bob: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [%.17g, 0, %.17g]}}\n"
           "joints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: y}}\n",
           sin(angle), -cos(angle));
  SarStaticOptions options = sar_static_options_default();
  options.relax = relax;
  return rest_of(fixture_of(text), options);
}

static void a_pendulum_hangs_or_stands(void **state) {
  (void)state;
  const double lambda = 2 * G / (0.1 + 2);
  Rested hangs = pendulum(0.4, false), stands = pendulum(3.1, false), falls = pendulum(3.1, true);
  need(&hangs);
  need(&stands);
  need(&falls);
  CHECK_NEAR(last_value(hangs.table, "bob.z"), -1, 1e-14);
  CHECK_NEAR(hangs.summary.state.lowest_eigenvalue, lambda, 1e-9);
  assert_true(hangs.summary.state.stable);
  CHECK_NEAR(last_value(stands.table, "bob.z"), 1, 1e-14);
  CHECK_NEAR(last_value(stands.table, "pin.fz"), -2 * G, 1e-12);
  CHECK_NEAR(stands.summary.state.lowest_eigenvalue, -lambda, 1e-9);
  assert_false(stands.summary.state.stable);
  assert_true(says(&stands, SAR_WARNING, "is not stable"));
  CHECK_NEAR(last_value(falls.table, "bob.z"), -1, 1e-14);
  assert_true(falls.summary.state.stable && falls.summary.state.relaxations > 0);
  rested_free(&hangs);
  rested_free(&stands);
  rested_free(&falls);
}

static bool advises(const Rested *r, const char *part) {
  for (int32_t i = 0; i < sar_context_count(r->f.context); i++) {
    const char *remedy = sar_context_get(r->f.context, i)->remedy;
    if (remedy && strstr(remedy, part)) return true;
  }
  return false;
}

/* What has been tried is not advised. */
static void advice_is_not_what_was_done(void **state) {
  (void)state;
  for (int relax = 0; relax < 2; relax++) {
    SarStaticOptions options = sar_static_options_default();
    options.relax = relax;
    Rested stands =
        rest_of(fixture_of("gravity: [0, 0, -9.81]\n"
                           "bodies: {bob: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [0, 0, 1]}}\n"
                           "joints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: y}}\n"),
                options);
    need(&stands);
    assert_false(stands.summary.state.stable); /* nothing pushes it to either side */
    assert_int_equal(advises(&stands, "`sarrus static --relax` goes downhill"), !relax);
    assert_int_equal(advises(&stands, "write one a little off it"), relax);
    rested_free(&stands);
    Rested driven = rest_of(
        fixture_of(
            "bodies: {slide: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.3, 0, 0]}}\n"
            "joints: {rail: {type: prismatic, between: [ground, slide], axis: x}}\n"
            "forces: {push: {type: force, between: [ground, slide], force: [\"10*(1 + dx(slide)^2)\", 0, 0]}}\n"),
        options);
    assert_int_equal(driven.status, SAR_FAILED);
    assert_true(says(&driven, SAR_ERROR, "no equilibrium was found"));
    assert_int_equal(advises(&driven, "leave out `--relax`"), relax);
    assert_int_equal(advises(&driven, "what `--relax` does was tried, too"), !relax);
    rested_free(&driven);
  }
}

static void a_horizontal_pendulum_is_relaxed(void **state) {
  (void)state;
  Rested r = pendulum(asin(1), false); /* no stiffness at all where it is written */
  need(&r);
  assert_true(r.summary.state.relaxations > 0);
  CHECK_NEAR(last_value(r.table, "bob.z"), -1, 1e-14);
  rested_free(&r);
}

/* The root of 3 g a cos(theta) + k (theta - theta0) between two angles. */
static double parallelogram_angle(double from, double to) {
  for (int i = 0; i < 200; i++) {
    double middle = 0.5 * (from + to);
    double left = 3 * G * 0.5 * cos(from) + 6 * (from - 1.9), here = 3 * G * 0.5 * cos(middle) + 6 * (middle - 1.9);
    *(left * here <= 0 ? &to : &from) = middle;
  }
  return from;
}

/* Redundant joints, two equilibria. */
static void a_preloaded_parallelogram_has_two(void **state) {
  (void)state;
  static const char *const poses[] = {"theta=1.2", "theta=-0.6"};
  const double angles[] = {parallelogram_angle(0.9, 1.57), parallelogram_angle(-1.5, 0.5)};
  for (int i = 0; i < 2; i++) {
    Rested r = rest_file("parallelogram", &poses[i], 1);
    need(&r);
    double theta = angles[i], stiffness = 6 - 3 * G * 0.5 * sin(theta), inertia = 2 * (0.0625 + 0.02) + 2 * 0.25;
    CHECK_NEAR(last_value(r.table, "coupler.z"), 0.5 * sin(theta), 1e-13);
    CHECK_NEAR(last_value(r.table, "coupler.x"), 0.5 * cos(theta) + 0.4, 1e-13);
    CHECK_NEAR(r.summary.state.lowest_eigenvalue, stiffness / inertia, 1e-7);
    assert_int_equal(r.summary.state.stable, i == 1);
    CHECK_NEAR(last_value(r.table, "A.fz") + last_value(r.table, "D.fz"), -4 * G, 1e-11);
    rested_free(&r);
  }
}

/* Ziegler's column: two links with springs, masses 2 m and m at their ends, a load that follows the last one. It
 * flutters above (7/2 - sqrt 2) k/l. */
static Rested ziegler(double load) {
  char text[1400];
  snprintf(text, sizeof text,
           "bodies:\n"
           "  one: {mass: 2, inertia: [1e-9, 1e-9, 1e-9], at: [1, 0, 0], frames: {end: {at: [0, 0, 0]}}}\n"
           "  two: {mass: 1, inertia: [1e-9, 1e-9, 1e-9], at: [2, 0, 0], frames: {end: {at: [0, 0, 0]}}}\n"
           "joints:\n"
           "  A: {type: revolute, between: [ground, one], at: [0, 0, 0], axis: z}\n"
           "  B: {type: revolute, between: [one, two], at: [1, 0, 0], axis: z}\n"
           "forces:\n"
           "  a: {type: rotational-spring-damper, between: [ground, one], at: [0, 0, 0], axis: z, stiffness: 1}\n"
           "  b: {type: rotational-spring-damper, between: [one, two], at: [1, 0, 0], axis: z, stiffness: 1}\n"
           "  p: {type: force, between: [ground, two.end], force: [%g, 0, 0], follow: true}\n",
           -load);
  return rest_text(text);
}

static void loads_that_follow_make_it_flutter(void **state) {
  (void)state;
  Rested below = ziegler(2.05), above = ziegler(2.12);
  need(&below);
  need(&above);
  assert_true(below.summary.state.stable);
  assert_true(below.summary.state.lowest_eigenvalue > 0);
  assert_false(above.summary.state.stable);
  assert_true(above.summary.state.imaginary > 0);
  assert_true(says(&above, SAR_WARNING, "may flutter"));
  rested_free(&below);
  rested_free(&above);
}

/* ---- many ---- */

/* Links of mass m hang in the shape in which each has its end forces along it in the middle: horizontal force H,
 * vertical force (n - i - 1/2) m g. H from the span. */
static double span_of(double h, int half) {
  double x = 0;
  for (int i = 0; i < half; i++) x += h / hypot(h, (half - i - 0.5) * G);
  return 2 * x;
}

static double catenary_force(double span, int half) {
  double low = 1e-6, high = 1e8;
  for (int i = 0; i < 300; i++) {
    double middle = 0.5 * (low + high);
    *(span_of(middle, half) > span ? &high : &low) = middle;
  }
  return low;
}

static void a_chain_of_200_links_finds_its_catenary(void **state) {
  (void)state;
  enum { HALF = 100 };
  Rested r = rest_file("catenary", NULL, 0);
  need(&r);
  double h = catenary_force(2 * HALF * sqrt(0.5), HALF), x = 0, z = 0, worst = 0;
  for (int i = 0; i < 2 * HALF; i++) {
    char name[32];
    double v = (HALF - i - 0.5) * G, t = hypot(h, v), dx = h / t, dz = -v / t;
    snprintf(name, sizeof name, "%s%d.x", i < HALF ? "down" : "up", i % HALF);
    worst = fmax(worst, fabs(last_value(r.table, name) - (x + dx / 2)));
    snprintf(name, sizeof name, "%s%d.z", i < HALF ? "down" : "up", i % HALF);
    worst = fmax(worst, fabs(last_value(r.table, name) - (z + dz / 2)));
    x += dx;
    z += dz;
  }
  print_message("catenary: error %.2g m of a span of 141 m, %d iterations, %d load steps\n", worst,
                (int)r.summary.state.iterations, (int)r.summary.state.load_steps);
  assert_true(worst < 1e-8);
  CHECK_NEAR(last_value(r.table, "first.fx"), h, 1e-8 * h);
  CHECK_NEAR(last_value(r.table, "first.fz"), -HALF * G, 1e-8 * h);
  assert_true(r.summary.state.stable && r.summary.state.neutral >= 12); /* each link can spin */
  rested_free(&r);
}

/* n masses between springs, one end free: lambda_1 = 4 k/m sin^2(pi/(4 n + 2)). */
static Rested spring_chain(int n) {
  char *text = calloc((size_t)n * 260 + 200, 1);
  assert_non_null(text);
  size_t used = (size_t)sprintf(text, "gravity: [-1, 0, 0]\nbodies:\n");
  for (int i = 0; i < n; i++) {
    used += (size_t)sprintf(text + used, "  b%d: {mass: 2, inertia: [1, 1, 1], at: [%d, 0, 0]}\n", i, i + 1);
  }
  used += (size_t)sprintf(text + used, "joints:\n");
  for (int i = 0; i < n; i++) {
    used += (size_t)sprintf(text + used, "  j%d: {type: prismatic, between: [ground, b%d], at: [0, 0, 0], axis: x}\n",
                            i, i);
  }
  used += (size_t)sprintf(text + used, "forces:\n");
  for (int i = 0; i < n; i++) {
    char before[16] = "ground";
    if (i > 0) snprintf(before, sizeof before, "b%d", i - 1);
    used += (size_t)sprintf(
        text + used, "  s%d: {type: spring-damper, between: [%s, b%d], stiffness: 1e6, length: 1}\n", i, before, i);
  }
  Rested r = rest_text(text);
  free(text);
  return r;
}

static void the_lowest_eigenvalue_of_a_chain_of_springs(void **state) {
  (void)state;
  static const int sizes[] = {1, 3, 40, 300};
  for (int i = 0; i < 4; i++) {
    int n = sizes[i];
    Rested r = spring_chain(n);
    need(&r);
    double s = sin(acos(-1) / (4 * n + 2)), lambda = 4 * 1e6 / 2 * s * s, total = n * (n + 1) / 2.0 * 2 / 1e6;
    print_message("%d springs: %.10g 1/s^2, exactly %.10g\n", n, r.summary.state.lowest_eigenvalue, lambda);
    CHECK_NEAR(r.summary.state.lowest_eigenvalue, lambda, 1e-6 * lambda);
    char name[32];
    snprintf(name, sizeof name, "b%d.x", n - 1);
    CHECK_NEAR(last_value(r.table, name), n - total, 1e-11 * n);
    rested_free(&r);
  }
}

/* Three times as many links cost three times as much: matrices and solves do not become more. */
static void statics_is_linear(void **state) {
  (void)state;
  Rested few = spring_chain(40), many = spring_chain(120);
  need(&few);
  need(&many);
  print_message("factorisations %d and %d, solves %d and %d\n", (int)few.summary.factorisations,
                (int)many.summary.factorisations, (int)few.summary.solves, (int)many.summary.solves);
  assert_true((double)many.summary.factorisations < 1.2 * (double)few.summary.factorisations);
  assert_true((double)many.summary.solves < 1.2 * (double)few.summary.solves + 80); /* two narrower shifts more */
  rested_free(&few);
  rested_free(&many);
}

/* ---- states, velocities, times ---- */

static void a_controller_carries_the_load_at_rest(void **state) {
  (void)state;
  Rested r = rest_text(
      "gravity: [0, 0, -9.81]\n"
      "bodies: {load: {mass: 3, inertia: [1, 1, 1], at: [0, 0, 0.2]}}\n"
      "joints: {slide: {type: prismatic, between: [ground, load], at: [0, 0, 0], axis: z}}\n"
      "states:\n"
      "  u: {type: pid, input: \"0.5 - dz(load)\", kp: 40, ki: 10, kd: 1, filter: 0.1}\n"
      "  lag: {start: 0, rate: \"(u - lag)/0.02\"}\n"
      "forces: {motor: {type: force, between: [ground, load], force: [0, 0, lag]}}\n");
  need(&r);
  CHECK_NEAR(last_value(r.table, "load.z"), 0.5, 1e-12);
  CHECK_NEAR(last_value(r.table, "lag.value"), 3 * G, 1e-10);
  CHECK_NEAR(last_value(r.table, "u.value"), 3 * G, 1e-10);
  rested_free(&r);
}

static void states_that_never_rest_are_named(void **state) {
  (void)state;
  Rested clock = rest_text(
      "bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {j: {type: fixed, between: [ground, b], at: [0, 0, 0]}}\n"
      "states: {clock: {start: 4, rate: \"1\"}, seen: {start: 0, rate: \"clock\"}}\n");
  need(&clock);
  assert_true(says(&clock, SAR_WARNING, "the state `clock` does not come to rest: its rate is 1 per second"));
  CHECK_NEAR(last_value(clock.table, "clock.value"), 4, 0);
  Rested wound = rest_text(
      "gravity: [0, 0, -9.81]\n"
      "bodies: {load: {mass: 3, inertia: [1, 1, 1], at: [0, 0, 0.2]}}\n"
      "joints: {held: {type: fixed, between: [ground, load], at: [0, 0, 0]}}\n"
      "states: {u: {type: pid, input: \"0.5 - dz(load)\", kp: 40, ki: 10}}\n"
      "forces: {motor: {type: force, between: [ground, load], force: [0, 0, u]}}\n");
  assert_int_equal(wound.status, SAR_FAILED);
  assert_true(says(&wound, SAR_ERROR, "`u` (integral) does not come to rest"));
  rested_free(&clock);
  rested_free(&wound);
}

/* A blade does not slide sideways: what pushes it there is carried. */
static void velocity_constraints_hold(void **state) {
  (void)state;
  Rested r = rest_text(
      "bodies: {sled: {mass: 2, inertia: [1, 1, 1]}}\n"
      "joints: {ice: {type: planar, between: [ground, sled], at: [0, 0, 0], axis: z}}\n"
      "equations: {blade: {velocity: \"vy(sled)\"}}\n"
      "forces:\n"
      "  push: {type: force, between: [ground, sled], force: [0, 5, 0]}\n"
      "  spring: {type: force, between: [ground, sled], force: [\"3 - 100*dx(sled)\", 0, 0]}\n"
      "  turn: {type: torque, between: [ground, sled], torque: [0, 0, \"-4*yaw(sled)\"]}\n");
  need(&r);
  CHECK_NEAR(last_value(r.table, "sled.x"), 0.03, 1e-14);
  CHECK_NEAR(last_value(r.table, "sled.y"), 0, 0);
  assert_true(r.summary.state.stable);
  rested_free(&r);
}

/* A crane whose jib is driven: the load hangs below its tip at every time, and the motor carries what it must. */
static void a_series_follows_motions_and_loads(void **state) {
  (void)state;
  SarStaticOptions options = sar_static_options_default();
  options.from = 0.5;
  options.to = 2;
  options.count = 4;
  Rested r = rest_of(fixture_of("gravity: [0, 0, -9.81]\n"
                                "bodies:\n"
                                "  jib: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0], frames: {tip: {at: [1, 0, 0]}}}\n"
                                "  load: {mass: 5, inertia: [1, 1, 1], at: [2, 0, -1]}\n"
                                "joints:\n"
                                "  A: {type: revolute, between: [ground, jib], at: [0, 0, 0], axis: y}\n"
                                "  B: {type: revolute, between: [jib.tip, load], axis: y}\n"
                                "motions: {lift: {joint: A, rotation: \"-0.4*t\"}}\n"
                                "forces: {wind: {type: force, between: [ground, load], force: [\"3*t\", 0, 0]}}\n"),
                     options);
  need(&r);
  assert_int_equal(sar_table_rows(r.table), 4);
  const double *time = sar_table_values(r.table, 0), *x = sar_table_values(r.table, sar_table_find(r.table, "load.x"));
  const double *torque = sar_table_values(r.table, sar_table_find(r.table, "lift.ty2"));
  for (int i = 0; i < 4; i++) {
    double t = 0.5 + 0.5 * i, up = 0.4 * t, wind = 3 * t, tilt = atan2(wind, 5 * G);
    CHECK_NEAR(time[i], t, 1e-15);
    CHECK_NEAR(x[i], 2 * cos(up) + sin(tilt), 1e-12);
    CHECK_NEAR(torque[i], -(G * cos(up) + 5 * G * 2 * cos(up)) - wind * 2 * sin(up), 1e-10);
  }
  rested_free(&r);
}

/* ---- as a start ---- */

static void a_run_that_starts_at_rest_stays_there(void **state) {
  (void)state;
  Ran r = run_text(
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  a: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [0.5, 0.1, -0.2], velocity: [1, 0, 0], frames: {end: {at: [0.5, 0, "
      "0]}}}\n"
      "  b: {mass: 1, inertia: [0.1, 0.2, 0.3], at: [1.4, 0.1, -0.1]}\n"
      "joints:\n"
      "  A: {type: spherical, between: [ground, a], at: [0, 0, 0]}\n"
      "  B: {type: spherical, between: [a.end, b]}\n"
      "forces:\n"
      "  s: {type: bushing, between: [ground, b], stiffness: [100, 120, 90], torsional_stiffness: [5, 6, 7],\n"
      "      at: [1.4, 0.1, -0.1]}\n"
      "simulate: {end: 10, start: static}\n",
      0);
  assert_int_equal(r.status, SAR_OK);
  const char *const columns[] = {"a.x", "a.y", "a.z", "b.x", "b.y", "b.z"};
  for (int k = 0; k < 6; k++) {
    const double *values = ran_column(&r, columns[k]);
    int64_t rows = sar_table_rows(r.table);
    for (int64_t i = 0; i < rows; i++) CHECK_NEAR(values[i], values[0], 1e-9);
  }
  assert_true(fabs(ran_column(&r, "b.z")[0] + 0.1) > 1e-3); /* it did sink */
  assert_int_equal(r.summary.start.distance > 1e-3, 0);     /* and that is none of assembly's changes */
  ran_free(&r);
}

static void motions_begin_as_they_demand(void **state) {
  (void)state;
  Ran r = run_text(
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  table: {mass: 1, inertia: [1, 1, 1]}\n"
      "  bob: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [0.3, 0, -1]}\n"
      "joints:\n"
      "  slide: {type: prismatic, between: [ground, table], at: [0, 0, 0], axis: x}\n"
      "  pin: {type: revolute, between: [table, bob], at: [0, 0, 0], axis: y}\n"
      "motions: {drive: {joint: slide, translation: \"0.2*t\"}}\n"
      "simulate: {end: 0.1, start: static}\n",
      0);
  assert_int_equal(r.status, SAR_OK);
  CHECK_NEAR(ran_column(&r, "bob.x")[0], 0, 1e-14); /* it hangs */
  CHECK_NEAR(ran_column(&r, "table.vx")[0], 0.2, 1e-14);
  CHECK_NEAR(ran_column(&r, "pin.angle_rate")[0] == 0, 0, 0); /* the pivot drags it: least change of velocities */
  ran_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_body_hangs_on_its_spring),
      cmocka_unit_test(a_free_body_has_none),
      cmocka_unit_test(a_free_axle_has_none),
      cmocka_unit_test(neutral_directions_stay_and_are_counted),
      cmocka_unit_test(advice_is_not_what_was_done),
      cmocka_unit_test(a_pendulum_hangs_or_stands),
      cmocka_unit_test(a_horizontal_pendulum_is_relaxed),
      cmocka_unit_test(a_preloaded_parallelogram_has_two),
      cmocka_unit_test(loads_that_follow_make_it_flutter),
      cmocka_unit_test(a_chain_of_200_links_finds_its_catenary),
      cmocka_unit_test(the_lowest_eigenvalue_of_a_chain_of_springs),
      cmocka_unit_test(statics_is_linear),
      cmocka_unit_test(a_controller_carries_the_load_at_rest),
      cmocka_unit_test(states_that_never_rest_are_named),
      cmocka_unit_test(velocity_constraints_hold),
      cmocka_unit_test(a_series_follows_motions_and_loads),
      cmocka_unit_test(a_run_that_starts_at_rest_stays_there),
      cmocka_unit_test(motions_begin_as_they_demand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
