/* Suspicious data: every rule fires on a small model that is wrong in this one respect, and not on its healthy twin. */
#include "analysis/doctor/suspects.h"

#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"

static int32_t warnings(const Fixture *f) {
  int32_t count = 0;
  for (int32_t i = 0; i < sar_context_count(f->context); i++) {
    count += sar_context_get(f->context, i)->severity == SAR_WARNING;
  }
  return count;
}

/* One warning that names the element and says this; expected = null: none. */
static void expect(const char *text, const char *element, const char *expected) {
  Fixture f = fixture_of(text);
  assert_int_equal(sar_suspects(f.context, f.system), SAR_OK);
  if (!expected) {
    if (warnings(&f) != 0) fail_msg("a healthy model is suspected: %s", fixture_message(&f, SAR_WARNING));
  } else {
    assert_int_equal(warnings(&f), 1);
    const SarDiagnostic *d = sar_context_get(f.context, 0);
    if (!strstr(d->message, expected)) fail_msg("\"%s\" does not say \"%s\"", d->message, expected);
    if (element) assert_string_equal(d->element, element);
    assert_non_null(d->remedy);
  }
  fixture_free(&f);
}

/* ---- bodies that nothing holds ---- */

#define LINK "  link: {mass: %s, inertia: %s, at: [0.5, 0, 0]%s}\n"
static const char one_link[] =
    "bodies:\n" LINK "joints:\n  A: {type: %s, between: [ground, link], at: [0, 0, 0]%s}\nsimulate: {end: 1}\n";

static void expect_link(const char *mass, const char *inertia, const char *more, const char *joint, const char *axis,
                        const char *expected) {
  char text[1024];
  snprintf(text, sizeof text, one_link, mass, inertia, more, joint, axis);
  expect(text, "link", expected);
}

static void massless_direction(void **state) {
  (void)state;
  /* A rod without inertia about its own axis x turns about it freely in a spherical joint on that axis. */
  expect_link("1", "[0, 0.1, 0.1]", "", "spherical", "", "rotation about its x");
  expect_link("1", "[0, 0.1, 0.1]", "", "revolute", ", axis: z", NULL);
  expect_link("1", "[0.001, 0.1, 0.1]", "", "spherical", "", NULL);
  /* Without any mass the revolute's own direction is open; a fixed joint holds all. */
  expect_link("0", "[0, 0, 0]", "", "revolute", ", axis: z", "no inertia in a direction that no joint holds");
  expect_link("0", "[0, 0, 0]", "", "fixed", "", NULL);
  /* A rod along the diagonal of x and y: the direction is not one of the axes. */
  expect_link("1", "[[0.05, -0.05, 0], [-0.05, 0.05, 0], [0, 0, 0.1]]", "", "fixed", "", NULL);
  expect(
      "bodies: {link: {mass: 1, inertia: [[0.05, -0.05, 0], [-0.05, 0.05, 0], [0, 0, 0.1]]}}\n"
      "joints: {A: {type: spherical, between: [ground, link], at: [0, 0, 0]}}\n",
      "link", "rotation about its axis [0.707, 0.707, 0]");
}

static void unconnected_body(void **state) {
  (void)state;
  static const char two[] =
      "gravity: %s\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0, 0]}\n"
      "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0, 0]}\n"
      "joints:\n  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}\n%s";
  char text[1024];
  snprintf(text, sizeof text, two, "[0, 0, -9.81]", "");
  expect(text, "b", "connected to nothing: no joint and no force acts on it, it falls freely");
  snprintf(text, sizeof text, two, "[0, 0, 0]", "");
  expect(text, "b", "flies on as it starts");
  snprintf(text, sizeof text, two, "[0, 0, -9.81]", "  B: {type: spherical, between: [a, b], at: [1, 0, 0]}\n");
  expect(text, NULL, NULL);
  expect("bodies: {top: {mass: 1, inertia: [0.1, 0.1, 0.1], omega: [0, 0, 1]}}\n", NULL, NULL);
}

/* ---- masses ---- */

static const char pair[] =
    "bodies:\n"
    "  a: {mass: %g, inertia: [%g, %g, %g], at: [0.5, 0, 0]}\n"
    "  b: {mass: %g, inertia: [%g, %g, %g], at: [1.5, 0, 0]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}\n"
    "  B: {type: revolute, between: [%s, b], at: [1, 0, 0], axis: z}\n";

static void expect_pair(double a, double b, const char *first, const char *element, const char *expected) {
  char text[1024];
  double Ia = a / 12, Ib = b / 12;
  snprintf(text, sizeof text, pair, a, Ia, Ia, Ia, b, Ib, Ib, Ib, first);
  expect(text, element, expected);
}

static void mass_ratio(void **state) {
  (void)state;
  expect_pair(1e4, 2e-3, "a", "B", "joins bodies whose masses differ by a factor of 5.0e+06");
  expect_pair(1e4, 2e-2, "a", NULL, NULL);
  expect_pair(1e4, 2e-3, "ground", NULL, NULL);
  expect(
      "bodies:\n"
      "  a: {mass: 1e4, inertia: [1e3, 1e3, 1e3], at: [0.5, 0, 0]}\n"
      "  b: {mass: 2e-6, inertia: [1e-12, 1e-12, 1e-12], at: [1e-3, 0, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}\n"
      "  B: {type: revolute, between: [ground, b], at: [0, 0, 0], axis: z}\n",
      "b", "masses of the model differ by a factor of 5.0e+09");
}

static void inertia_against_size(void **state) {
  (void)state;
  expect_link("1", "[8e4, 8e4, 8e4]", "", "revolute", ", axis: z", "radius of gyration is 283 m");
  expect_link("1", "[8e-8, 8e-8, 8e-8]", "", "revolute", ", axis: z", "radius of gyration is 0.000283 m");
  expect_link("1", "[0.08, 0.08, 0.08]", "", "revolute", ", axis: z", NULL);
  expect_link("1", "[1e-5, 1e-5, 1e-5]", "", "revolute", ", axis: z", NULL);
}

static void density(void **state) {
  (void)state;
  const char *small =
      "units: {length: mm, mass: kg, time: s, force: N}\n"
      "bodies: {part: {mass: %s, inertia: [%s, %s, %s], at: [10, 0, 0]}}\n"
      "joints: {A: {type: revolute, between: [ground, part], at: [0, 0, 0], axis: z}}\n";
  char text[1024];
  snprintf(text, sizeof text, small, "7850", "2e5", "2e5", "2e5");
  expect(text, "part", "a mass of 7850 looks like the density of steel");
  snprintf(text, sizeof text, small, "3000", "1e5", "1e5", "1e5");
  expect(text, "part", "its density would be above 1e+05 kg/m^3");
  snprintf(text, sizeof text, small, "0.01", "0.3", "0.3", "0.3");
  expect(text, NULL, NULL);
  expect_link("1e-5", "[1e-6, 1e-6, 1e-6]", "", "revolute", ", axis: z", "density would be below");
  expect_link("1e-5", "[1e-6, 1e-6, 1e-6]", ", shape: {sphere: 0.01}", "revolute", ", axis: z", NULL);
  expect_link("1", "[0.08, 0.08, 0.08]", ", shape: {sphere: 0.01}", "revolute", ", axis: z", "above 1e+05");
}

/* ---- springs ---- */

static void expect_spring(const char *spring, double end, const char *expected) {
  char text[1024];
  snprintf(text, sizeof text,
           "bodies: {block: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0]}}\n"
           "joints: {A: {type: prismatic, between: [ground, block], axis: x, at: [1, 0, 0]}}\n"
           "forces:\n  slow: {type: spring-damper, between: [ground, block], stiffness: 40}\n"
           "  s: {%s}\nsimulate: {end: %g}\n",
           spring, end);
  expect(text, "s", expected);
}

static void stiffness(void **state) {
  (void)state;
  /* 1 kg on 4e10 N/m: 2 pi / 2e5 = 3.1e-5 s. */
  expect_spring("type: spring-damper, between: [ground, block], stiffness: 4e10", 100,
                "period of 3.1e-05 s, but the sim");
  expect_spring("type: spring-damper, between: [ground, block], stiffness: 4e10", 10, NULL);
  expect_spring("type: spring-damper, between: [ground, block], stiffness: 1e12", 1, "has a stiffness of 1e+12 N/m");
  /* The slow one takes 0.99 s. */
  expect_spring("type: spring-damper, between: [ground, block], stiffness: 1e14", 0.1,
                "the slowest spring has one of 0.99");
  expect_spring("type: bushing, between: [ground, block], at: [1, 0, 0], stiffness: [0, 4e10, 0]", 100,
                "period of 3.1e-05 s");
  expect_spring("type: bushing, between: [ground, block], at: [1, 0, 0], torsional_stiffness: [0, 4e9, 0]", 100,
                "period of 3.1e-05 s");
  expect_spring("type: bushing, between: [ground, block], at: [1, 0, 0], stiffness: [0, 4e10, 0]", 10, NULL);
}

static void torsional_stiffness(void **state) {
  (void)state;
  static const char wheel[] =
      "bodies: {wheel: {mass: 1, inertia: [0.1, 0.1, 0.1]}}\n"
      "joints: {A: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: z}}\n"
      "forces: {s: {type: rotational-spring-damper, between: [ground, wheel], at: [0, 0, 0], axis: z, stiffness: "
      "4e9}}\n"
      "simulate: {end: %g}\n";
  char text[1024];
  snprintf(text, sizeof text, wheel, 100.0);
  expect(text, "s", "period of 3.1e-05 s");
  snprintf(text, sizeof text, wheel, 10.0);
  expect(text, NULL, NULL);
}

static void damping(void **state) {
  (void)state;
  /* Critical: 2 sqrt(100 * 1) = 20. */
  expect_spring("type: spring-damper, between: [ground, block], stiffness: 100, damping: 3e4", 1,
                "1.5e+03 times the critical");
  expect_spring("type: spring-damper, between: [ground, block], stiffness: 100, damping: 1e4", 1, NULL);
  expect_spring("type: spring-damper, between: [ground, block], damping: 3e4", 1, NULL);
}

/* ---- units ---- */

static void expect_gravity(const char *units, const char *gravity, const char *expected) {
  char text[512];
  snprintf(text, sizeof text, "units: %s\ngravity: [0, %s, 0]\nbodies: {b: {mass: 1, inertia: [1, 1, 1]}}\n", units,
           gravity);
  expect(text, NULL, expected);
}

static void gravity(void **state) {
  (void)state;
  const char *mm = "{length: mm, mass: kg, time: s, force: N}";
  expect_gravity("SI", "-9810", "gravity of 9810 m/s^2");
  expect_gravity(mm, "-9.81", "gravity of 9.81 mm/s^2 is 0.00981 m/s^2");
  expect_gravity(mm, "-9810", NULL);
  expect_gravity("SI", "-9.81", NULL);
  expect_gravity("SI", "-10", NULL);
  expect_gravity("SI", "-1.62", NULL);
  expect_gravity("SI", "0", NULL);
}

static void extent(void **state) {
  (void)state;
  static const char link[] =
      "bodies: {b: {mass: %g, inertia: [%g, %g, %g], at: [%g, 0, 0]}}\n"
      "joints: {A: {type: revolute, between: [ground, b], at: [0, 0, 0], axis: z}}\n";
  const struct {
    double size;
    const char *expected;
  } cases[] = {{3e4, "m large"}, {1e-7, "m small"}, {300, NULL}, {1e-4, NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512];
    double l = cases[i].size, m = 1000 * l * l * l, I = m * l * l / 3;
    snprintf(text, sizeof text, link, m, I, I, I, l);
    expect(text, NULL, cases[i].expected);
  }
}

static void expect_drive(const char *units, const char *function, const char *more, const char *expected) {
  char text[1024];
  snprintf(text, sizeof text,
           "units: %s\nbodies: {b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0, 0]}}\n"
           "joints: {A: {type: revolute, between: [ground, b], at: [0, 0, 0], axis: z}}\n%s"
           "motions: {drive: {joint: A, rotation: \"%s\"}}\nsimulate: {end: 2}\n",
           units, more, function);
  expect(text, NULL, expected);
}

static void angles(void **state) {
  (void)state;
  const char *spring =
      "forces: {s: {type: rotational-spring-damper, between: [ground, b], at: [0, 0, 0], axis: z, "
      "stiffness: 1, angle: 30}}\n";
  expect_drive("SI", "30*sin(2*pi*t)", "", "the swing of `drive` is 30 rad");
  expect_drive("SI", "0.5*sin(2*pi*t)", "", NULL);
  expect_drive("SI", "20*t", "", NULL); /* keeps turning: revolutions are counted in radians */
  expect_drive("{angle: deg}", "30*sin(2*pi*t)", "", NULL);
  expect_drive("SI", "t", spring, "the free angle of `s` is 30 rad");
  expect_drive("{angle: deg}", "t", spring, NULL);
}

/* Of many alike six are named and the others counted. */
static void many_are_counted(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies:\n"
      "  \"b{i}\": {for: {i: 0..9}, mass: 1, inertia: [8e4, 8e4, 8e4], at: [\"i + 0.5\", 0, 0]}\n"
      "joints:\n"
      "  \"j{i}\": {for: {i: 0..9}, type: revolute, between: [ground, \"b{i}\"], at: [i, 0, 0], axis: z}\n");
  assert_int_equal(sar_suspects(f.context, f.system), SAR_OK);
  assert_int_equal(warnings(&f), 7);
  assert_non_null(strstr(sar_context_get(f.context, 6)->message, "4 more bodies"));
  fixture_free(&f);
}

/* Of very many jumps not all are tried: each costs an evaluation of all equations. */
static void most_jumps_are_not_tried(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies:\n"
      "  \"b{i}\": {for: {i: 0..399}, mass: 1, inertia: [0.1, 0.1, 0.1], at: [i, 0, 0], velocity: [0, 0, 1]}\n"
      "joints:\n"
      "  \"j{i}\": {for: {i: 0..399}, type: prismatic, between: [ground, \"b{i}\"], at: [i, 0, 0], axis: z}\n"
      "forces:\n"
      "  \"f{i}\": {for: {i: 0..399}, type: force, between: [ground, \"b{i}\"], force: [0, 0, \"-sign(vz(b{i}))\"]}\n");
  assert_int_equal(sar_suspects(f.context, f.system), SAR_OK);
  assert_int_equal(warnings(&f), 7);
  int more = 0;
  assert_int_equal(sscanf(sar_context_get(f.context, 6)->message, "at least %d more forces jump", &more), 1);
  assert_in_range(more, 20, 300);
  fixture_free(&f);
}

/* ---- forces that jump ---- */

static void expect_force(const char *force, const char *expected) {
  static const char block[] =
      "gravity: [0, 0, -9.81]\n"
      "bodies: {block: {mass: 2, inertia: [0.01, 0.01, 0.01], velocity: [0.5, 0, 0]}}\n"
      "ground: {frames: {wall: {at: [-0.5, 0, 0]}}}\n"
      "joints: {table: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: x}}\n"
      "variables: {speed: \"vx(block)\", twice: \"2*speed\"}\n"
      "forces: {f: {%s}}\n"
      "simulate: {end: 1}\n";
  char text[1024];
  snprintf(text, sizeof text, block, force);
  expect(text, "f", expected);
}
#define LAW(text) "type: spring-damper, between: [ground.wall, block], law: \"" text "\""
#define ALONG(text) "type: force, between: [ground, block], force: [\"" text "\", 0, 0]"

static void sticking_forces(void **state) {
  (void)state;
  const char *zero = "`f` jumps where its rate passes zero, by its `sign`: the motion can stick there";
  expect_force(LAW("10*sign(rate)"), zero);
  expect_force(LAW("10*sign(rate - 7)"), zero);
  expect_force(LAW("3*rate^2*sign(rate) + 1e-3*sign(rate)"), zero);
  expect_force(ALONG("-10*sign(vx(block))"), zero);
  expect_force(ALONG("-10*sign(twice)"), zero);
  expect_force(ALONG("-0.3*abs(fz(table))*sign(vx(block))"), zero); /* reactions count, whatever their sign */
  expect_force(ALONG("-0.3*fz(table)*sign(vx(block))"), zero);
  expect_force(ALONG("if(speed > 0.1, 1, 2)"), "`f` jumps where its rate passes a limit, by its `>`");
  expect_force(ALONG("-floor(3*vx(block))"), "`f` jumps where its rate passes a limit, by its `floor`");
  /* no jump, or none that drives back */
  expect_force(LAW("3*sign(rate)*rate^2"), NULL);
  expect_force(LAW("3*tanh(rate/1e-6)"), NULL);
  expect_force(LAW("3*abs(rate)"), NULL);
  expect_force(LAW("3*sign(rate - 7)*(rate - 7)"), NULL);
  expect_force(ALONG("10*sign(vx(block))"), NULL);
  expect_force(ALONG("if(speed > 0.1, 2, 1)"), NULL);
  /* steps end on these, and the motion goes on */
  expect_force(LAW("5*floor(length/0.65)"), NULL);
  expect_force(LAW("5*sign(length - 0.6)"), NULL);
  expect_force(ALONG("2 + sign(t - 0.25)"), NULL);
  expect_force(ALONG("-sign(dx(block))"), NULL);
}

static void jumping_motions(void **state) {
  (void)state;
  static const char arm[] =
      "bodies: {arm: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [0.5, 0, 0]}}\n"
      "joints: {A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}}\n"
      "motions: {drive: {joint: A, rotation: \"%s\"}}\n"
      "simulate: {end: 1}\n";
  char text[1024];
  snprintf(text, sizeof text, arm, "0.1*sign(t - 0.25)");
  expect(text, "drive", "`drive` jumps from -0.1 to 0.1 (SI units) at t = 0.25 s, by its `sign`");
  snprintf(text, sizeof text, arm, "0.1*sign(t - 0.25)*(t - 0.25)^3");
  expect(text, "drive", NULL);
  snprintf(text, sizeof text, arm, "0.1*sign(t - 1.25)");
  expect(text, "drive", NULL);
}

/* ---- beams ---- */

#define SECTION(inertia) "sections: {s: {stiffness: [1e6, 4e5, 4e5, 80, 100, 250], mass: 1, inertia: [" inertia "]}}\n"
#define HELD "joints: {base: {type: fixed, between: [ground, arm.start]}}\n"
#define ARM(more) "beams: {arm: {section: s, points: [[0, 0, 0], [1, 0, 0]], axis2: y, " more "}}\n"

static void beams_that_nothing_holds(void **state) {
  (void)state;
  const char two[] = SECTION("1, 1, 1")
      "beams:\n"
      "  arm: {section: s, points: [[0, 0, 0], [1, 0, 0]], axis2: y, elements: 2}\n"
      "  other: {section: s, points: [[1, 0, 0], [1, 1, 0]], axis2: z, elements: 2%s}\n" HELD;
  char text[1024];
  snprintf(text, sizeof text, two, "");
  expect(text, "other", "the beam `other` is connected to nothing");
  snprintf(text, sizeof text, two, ", start: arm.end");
  expect(text, NULL, NULL);
  snprintf(text, sizeof text, two, ", loads: {force: [0, 0, t]}");
  expect(text, NULL, NULL);
  expect(SECTION("1, 1, 1") ARM("elements: 2"), NULL, NULL); /* alone: meant to fly */
}

static void beams_without_inertia(void **state) {
  (void)state;
  expect(SECTION("0, 0, 0") ARM("elements: 8") HELD, "arm", "nodes of beam `arm` have no inertia");
  expect(SECTION("1e-3, 1e-3, 1e-3") ARM("elements: 8") HELD, NULL, NULL);
}

/* An arc of a quarter turn. */
static void beams_with_too_few_elements(void **state) {
  (void)state;
  const char arc[] = SECTION("1, 1, 1")
      "parameters: {c: \"sqrt(0.5)\"}\n"
      "beams: {arm: {section: s, points: [[0, 0, 0], [\"c\", \"1 - c\", 0], [1, 1, 0]], curve: arc, axis2: z,\n"
      "  elements: %d, order: %d}}\n" HELD;
  const struct {
    int elements, order;
    const char *expected;
  } cases[] = {{5, 1, " turns by 18 degrees as written, and elements of order 1 follow 15 well"},
               {7, 1, NULL},
               {1, 2, "elements of order 2 follow 60 well"},
               {2, 2, NULL},
               {1, 3, NULL}};
  for (int i = 0; i < 5; i++) {
    char text[1024];
    snprintf(text, sizeof text, arc, cases[i].elements, cases[i].order);
    Fixture f = fixture_of(text);
    assert_int_equal(sar_suspects(f.context, f.system), SAR_OK);
    const char *said = fixture_message(&f, SAR_WARNING);
    if (cases[i].expected ? !strstr(said, cases[i].expected) : strstr(said, "too few") != NULL) fail_msg("%s", said);
    fixture_free(&f);
  }
}

/* A line that bends within a twentieth of an element. */
static void beams_whose_sections_lean(void **state) {
  (void)state;
  const char line[] = SECTION("1, 1, 1")
      "beams: {arm: {section: s, points: [[0, 0, 0], [1, 0, 0], [1.2, 0.06, 0], [2, 0.6, 0]], curve: spline, axis2: z,\n"
      "  elements: %d, order: 2}}\n" HELD;
  char text[1024];
  snprintf(text, sizeof text, line, 1);
  expect(text, "arm", "sections of beam `arm` lean");
  snprintf(text, sizeof text, line, 16);
  expect(text, NULL, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sticking_forces),
      cmocka_unit_test(jumping_motions),
      cmocka_unit_test(massless_direction),
      cmocka_unit_test(unconnected_body),
      cmocka_unit_test(mass_ratio),
      cmocka_unit_test(inertia_against_size),
      cmocka_unit_test(density),
      cmocka_unit_test(stiffness),
      cmocka_unit_test(torsional_stiffness),
      cmocka_unit_test(damping),
      cmocka_unit_test(gravity),
      cmocka_unit_test(extent),
      cmocka_unit_test(angles),
      cmocka_unit_test(many_are_counted),
      cmocka_unit_test(most_jumps_are_not_tried),
      cmocka_unit_test(beams_that_nothing_holds),
      cmocka_unit_test(beams_without_inertia),
      cmocka_unit_test(beams_with_too_few_elements),
      cmocka_unit_test(beams_whose_sections_lean),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
