/* Equilibria of beams, through the model and statics as a user has them, against solutions that know nothing of
 * elements (tests/data/flexible): orders 2, 4 and 6 of the tip, and how few iterations it takes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/support.h"
#include "flexible_table.h"

enum { MOST_MODEL = 1500 };

typedef struct Tip {
  double at[3], q[4];
  SarStaticState state;
} Tip;

/* The last node of the beam `arm`. */
static Tip tip_of(const char *text, int node) {
  Fixture f = fixture_of(text);
  SarStaticOptions options = sar_static_options_default();
  SarStaticSummary summary;
  SarTable *table = NULL;
  Tip tip;
  assert_int_equal(sar_table_create(f.context, &table), SAR_OK);
  options.table = table;
  if (sar_static(f.context, f.system, &options, &summary) != SAR_OK) fail_msg("%s", fixture_message(&f, SAR_ERROR));
  tip.state = summary.state;
  for (int i = 0; i < 7; i++) {
    char name[32];
    snprintf(name, sizeof name, i < 3 ? "arm.n%d.%c" : "arm.n%d.q%c", node, i < 3 ? 'x' + i : '0' + i - 3);
    *(i < 3 ? &tip.at[i] : &tip.q[i - 3]) = last_value(table, name);
  }
  sar_table_destroy(&table);
  fixture_free(&f);
  return tip;
}

static double distance(const double *a, double x, double y, double z) {
  return sqrt((a[0] - x) * (a[0] - x) + (a[1] - y) * (a[1] - y) + (a[2] - z) * (a[2] - z));
}

static double order_of(double coarse, double fine) { return log2(coarse / fine); }

/* A cantilever along x, of length L, loaded at its end. */
static Tip cantilever(int order, int elements, double length, const char *stiffness, const char *load) {
  char text[MOST_MODEL];
  snprintf(text, sizeof text,
           "sections: {s: {stiffness: [%s], mass: 1, inertia: [2e-3, 1e-3, 1e-3]}}\n"
           "beams: {arm: {section: s, points: [[0, 0, 0], [%.17g, 0, 0]], elements: %d, order: %d, axis2: y}}\n"
           "joints: {base: {type: fixed, between: [ground, arm.start]}}\n"
           "forces: {load: {%s}}\n",
           stiffness, length, elements, order, load);
  return tip_of(text, order * elements);
}

/* ---- rolled up by a moment ---- */

static double rolled(int order, int elements, const double *reference, Tip *tip) {
  char load[200];
  snprintf(load, sizeof load, "type: torque, between: [ground, arm.end], torque: [0, 0, \"%.17g*2*pi\"]", reference[0]);
  *tip = cantilever(order, elements, 1, "1e4, 5e3, 5e3, 1, 1, 1", load);
  return distance(tip->at, reference[1], reference[2], 0);
}

static void a_moment_rolls_it_up(void **state) {
  (void)state;
  static const int counts[3] = {16, 8, 4};
  double table[TABLE_LINES][TABLE_COLUMNS];
  Tip tip;
  assert_int_equal(read_table("rollup.csv", table), 8);
  for (int order = 1; order <= 3; order++) {
    double coarse = rolled(order, counts[order - 1], table[3], &tip),
           fine = rolled(order, 2 * counts[order - 1], table[3], &tip);
    CHECK_NEAR(order_of(coarse, fine), 2 * order, 0.1);
  }
  double full = rolled(3, 16, table[5], &tip); /* a full circle */
  CHECK_NEAR(full, 0, 2e-8);
  assert_true(tip.state.load_steps <= 10 && tip.state.iterations <= 40);
}

/* ---- a force across its end ---- */

static double bent(int order, int elements, const char *stiffness, const double *reference, int column, Tip *tip) {
  char load[200];
  snprintf(load, sizeof load, "type: force, between: [ground, arm.end], force: [0, %.17g, 0]", reference[0]);
  *tip = cantilever(order, elements, 1, stiffness, load);
  return distance(tip->at, reference[column], reference[column + 1], 0);
}

static void a_force_bends_it(void **state) {
  (void)state;
  const char *stocky = "1e4, 3846.1538461538462, 3846.1538461538462, 1, 1, 1";
  const char *slender = "1e8, 38461538.461538462, 38461538.461538462, 1, 1, 1";
  double table[TABLE_LINES][TABLE_COLUMNS];
  Tip tip;
  assert_int_equal(read_table("elastica.csv", table), 5);
  for (int order = 1; order <= 3; order++) {
    double coarse = bent(order, 8, stocky, table[4], 7, &tip), fine = bent(order, 16, stocky, table[4], 7, &tip);
    CHECK_NEAR(order_of(coarse, fine), 2 * order, 0.1);
  }
  for (int k = 0; k < 5; k++) {
    CHECK_NEAR(bent(3, 24, stocky, table[k], 7, &tip), 0, 1e-9);
    CHECK_NEAR(bent(3, 24, slender, table[k], 4, &tip), 0, 1e-9);
    assert_true(tip.state.iterations <= 30); /* however slender it is */
  }
}

/* ---- the 45-degree bend ---- */

static double bend45(int order, int elements, const double *reference, Tip *tip) {
  char text[MOST_MODEL];
  snprintf(text, sizeof text,
           "parameters: {c: \"cos(pi/8)\", s: \"sin(pi/8)\"}\n"
           "sections: {s: {stiffness: [1e7, 5e6, 5e6, 1e7/12, 1e7/12, 1e7/12], mass: 1, inertia: [2, 1, 1]}}\n"
           "beams:\n"
           "  arm: {section: s, points: [[0, 0, 0], [\"100*(1 - c)\", \"100*s\", 0], [\"100*(1 - cos(pi/4))\", "
           "\"100*sin(pi/4)\", 0]], curve: arc, elements: %d, order: %d, axis2: x}\n"
           "joints: {base: {type: fixed, between: [ground, arm.start]}}\n"
           "forces: {load: {type: force, between: [ground, arm.end], force: [0, 0, %.17g]}}\n",
           elements, order, reference[0]);
  *tip = tip_of(text, order * elements);
  return distance(tip->at, reference[1], reference[2], reference[3]);
}

static void the_bend_of_45_degrees(void **state) {
  (void)state;
  static const double published[3] = {1.4e-3, 2.0e-5, 4.1e-8}; /* over the radius, 8 elements, P = 600 */
  double table[TABLE_LINES][TABLE_COLUMNS];
  Tip tip;
  assert_int_equal(read_table("bend45.csv", table), 3);
  for (int order = 1; order <= 3; order++) {
    int count = order == 3 ? 4 : 8;
    double coarse = bend45(order, count, table[2], &tip), fine = bend45(order, 2 * count, table[2], &tip);
    CHECK_NEAR(order_of(coarse, fine), 2 * order, 0.1);
    CHECK_NEAR((order == 3 ? fine : coarse) / 100, published[order - 1], 0.05 * published[order - 1]);
    assert_true(tip.state.load_steps <= 5 && tip.state.iterations <= 30);
    assert_true(tip.state.stable);
  }
  for (int k = 0; k < 3; k++) CHECK_NEAR(bend45(3, 16, table[k], &tip) / 100, 0, 1e-9); /* 12 digits are known */
}

/* ---- the Princeton beam ---- */

static void the_princeton_beam(void **state) {
  (void)state;
  double table[TABLE_LINES][TABLE_COLUMNS];
  int count = read_table("princeton.csv", table);
  assert_int_equal(count, 21);
  for (int k = 0; k < count; k++) {
    const double *row = table[k];
    char load[200];
    snprintf(load, sizeof load,
             "type: force, between: [ground, arm.end], force: [0, \"%.17g*sin(%.17g deg)\", \"%.17g*cos(%.17g deg)\"]",
             row[0], row[1], row[0], row[1]);
    Tip tip = cantilever(3, 16, 0.508, "2.84191e6, 6.40131e5, 9.03881e5, 3.10338, 36.2794, 2.42873", load);
    CHECK_NEAR(distance(tip.at, 0.508 + row[2], row[3], row[4]), 0, 1e-9);
    double size = sqrt(row[5] * row[5] + row[6] * row[6] + row[7] * row[7]); /* of its rotation vector */
    CHECK_NEAR(2 * atan2(sqrt(tip.q[1] * tip.q[1] + tip.q[2] * tip.q[2] + tip.q[3] * tip.q[3]), fabs(tip.q[0])), size,
               1e-9);
    assert_true(tip.state.iterations <= 30);
  }
}

/* ---- what is said of them ---- */

static void too_few_elements_are_named(void **state) {
  (void)state;
  const char *model =
      "sections: {s: {stiffness: [1e4, 5e3, 5e3, 1, 1, 1], mass: 1, inertia: [1, 1, 1]}}\n"
      "beams: {arm: {section: s, points: [[0, 0, 0], [1, 0, 0]], elements: %d, axis2: y}}\n"
      "joints: {base: {type: fixed, between: [ground, arm.start]}}\n"
      "forces: {load: {type: torque, between: [ground, arm.end], torque: [0, 0, pi]}}\n";
  for (int elements = 2; elements <= 4; elements += 2) { /* half a turn: 90 and 45 degrees each */
    char text[MOST_MODEL];
    snprintf(text, sizeof text, model, elements);
    Fixture f = fixture_of(text);
    SarStaticOptions options = sar_static_options_default();
    assert_int_equal(sar_static(f.context, f.system, &options, NULL), SAR_OK);
    bool said = false;
    for (int32_t i = 0; i < sar_context_count(f.context); i++) {
      said = said || strstr(sar_context_get(f.context, i)->message, "too few elements for its bend: `arm.e");
    }
    assert_int_equal(said, elements == 2);
    fixture_free(&f);
  }
}

static void nothing_holds_the_beam(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "gravity: [0, 0, -9.81]\n"
      "sections: {s: {stiffness: [1e6, 4e5, 4e5, 80, 100, 250], mass: 1, inertia: [2e-3, 1e-3, 1e-3]}}\n"
      "beams: {arm: {section: s, points: [[0, 0, 0], [1, 0, 0]], elements: 4, axis2: y}}\n");
  SarStaticOptions options = sar_static_options_default();
  assert_int_equal(sar_static(f.context, f.system, &options, NULL), SAR_FAILED);
  assert_non_null(strstr(fixture_message(&f, SAR_ERROR), "nothing holds the beam `arm` (translation along z)"));
  fixture_free(&f);
}

/* However fine it is: the freedom of a beam that hangs on one joint is not lost beside its stiffness. */
static void a_hinged_beam_is_neutral(void **state) {
  (void)state;
  static const struct {
    const char *joint;
    int neutral;
  } cases[] = {{"revolute, axis: y", 1},  {"revolute, axis: z", 1},    {"revolute, axis: x", 1},
               {"prismatic, axis: x", 1}, {"cylindrical, axis: x", 2}, {"spherical", 3}};
  static const int counts[] = {1, 3, 4, 8, 12, 20, 50, 100};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
      char text[MOST_MODEL];
      snprintf(text, sizeof text,
               "materials: {st: {young: 200e9, density: 7850}}\n"
               "sections: {s: {circle: 0.02, material: st}}\n"
               "beams: {arm: {section: s, points: [[0, 0, 0], [1, 0, 0]], elements: %d}}\n"
               "joints: {h: {type: %s, between: [ground, arm.start]}}\n",
               counts[k], cases[i].joint);
      Tip tip = tip_of(text, 2 * counts[k]);
      if (!tip.state.stable || tip.state.neutral != cases[i].neutral || !(tip.state.lowest_eigenvalue == 0)) {
        fail_msg("%s, %d elements: %d neutral, lowest %g", cases[i].joint, counts[k], (int)tip.state.neutral,
                 tip.state.lowest_eigenvalue);
      }
    }
  }
}

/* A light load on a stiff beam: ridges hold it near, and yet nothing does. */
static void nothing_holds_the_stiff_beam(void **state) {
  (void)state;
  static const char *const joints[] = {"", "joints: {h: {type: prismatic, between: [ground, arm.start], axis: z}}\n"};
  static const int counts[] = {1, 4, 8, 16};
  for (int i = 0; i < 8; i++) {
    char text[MOST_MODEL];
    snprintf(text, sizeof text,
             "gravity: [0, 0, -9.81]\n"
             "materials: {steel: {young: 210e9, density: 7800}}\n"
             "sections: {c: {circle: 0.01, material: steel}}\n"
             "beams: {arm: {section: c, points: [[0, 0, 0], [1, 0, 0]], elements: %d}}\n%s",
             counts[i % 4], joints[i / 4]);
    Fixture f = fixture_of(text);
    SarStaticOptions options = sar_static_options_default();
    assert_int_equal(sar_static(f.context, f.system, &options, NULL), SAR_FAILED);
    const char *message = fixture_message(&f, SAR_ERROR);
    if (!strstr(message, "nothing holds the beam `arm` (translation along z), and a load of 24 N")) {
      fail_msg("%s, %d elements: %s", joints[i / 4], counts[i % 4], message);
    }
    fixture_free(&f);
  }
}

/* ---- cables ---- */

/* Between two masts, which it bends: tight everywhere, so that a cable and a beam come to rest alike. */
static void a_cable_between_masts(void **state) {
  (void)state;
  double height[2];
  for (int cable = 0; cable < 2; cable++) {
    char text[MOST_MODEL];
    snprintf(text, sizeof text,
             "gravity: [0, 0, -9.81]\n"
             "materials: {steel: {young: 160e9, poisson: 0.3, density: 7850}}\n"
             "sections: {wire: {circle: 0.01, material: steel}, mast: {tube: [0.15, 0.13], material: steel}}\n"
             "beams:\n"
             "  west: {section: mast, points: [[0, 0, 0], [0, 0, 10]], elements: 4}\n"
             "  east: {section: mast, points: [[20, 0, 0], [20, 0, 10]], elements: 4}\n"
             "  arm: {section: wire, curve: spline, elements: 20, cable: %s,\n"
             "        points: [[0, 0, 10], [5, 0, 9.25], [10, 0, 9], [15, 0, 9.25], [20, 0, 10]]}\n"
             "joints:\n"
             "  w: {type: fixed, between: [ground, west.start]}\n"
             "  e: {type: fixed, between: [ground, east.start]}\n"
             "  cw: {type: spherical, between: [west.end, arm.start]}\n"
             "  ce: {type: spherical, between: [east.end, arm.end]}\n",
             cable ? "true" : "false");
    Tip tip = tip_of(text, 20);
    height[cable] = tip.at[2];
    assert_true(tip.state.stable && tip.state.relaxations <= 20);
    CHECK_NEAR(tip.at[0], 10, 1e-9);
  }
  CHECK_NEAR(height[1], height[0], 1e-9);
}

/* Its lowest point against that of the catenary of the same length: a = H/w with 2 a sinh(10/a) = length. */
static void a_cable_of_any_fineness_finds_its_catenary(void **state) {
  (void)state;
  static const int counts[] = {10, 20, 40, 80, 160};
  double radius = (100 + 9) / 6.0, length = 2 * radius * asin(10 / radius), least = 1, most = 1000;
  for (int i = 0; i < 200; i++) {
    double a = 0.5 * (least + most);
    *(2 * a * sinh(10 / a) > length ? &least : &most) = a;
  }
  double depth = least * (cosh(10 / least) - 1);
  for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
    char text[MOST_MODEL];
    snprintf(text, sizeof text,
             "gravity: [0, 0, -9.81]\n"
             "sections: {wire: {stiffness: [1e7, 1e6, 1e6, 1e-2, 1e-2, 1e-2], mass: 2, inertia: [2e-4, 1e-4, 1e-4]}}\n"
             "beams: {arm: {section: wire, points: [[0, 0, 0], [10, 0, -3], [20, 0, 0]], elements: %d, cable: true,\n"
             "              axis2: y, curve: arc}}\n"
             "joints:\n"
             "  cw: {type: spherical, between: [ground, arm.start]}\n"
             "  ce: {type: spherical, between: [ground, arm.end]}\n",
             counts[k]);
    Tip tip = tip_of(text, counts[k]);
    assert_true(tip.state.stable);
    CHECK_NEAR(tip.at[2], -depth, 2e-3 * depth);
  }
}

/* A rope that is slack where it is written holds all the same, once the body has fallen. */
static void a_body_falls_into_its_rope(void **state) {
  (void)state;
  Tip tip = tip_of(
      "gravity: [0, 0, -9.81]\n"
      "sections: {wire: {stiffness: [1e6, 1e5, 1e5, 1e-2, 1e-2, 1e-2], mass: 0.1, inertia: [2e-5, 1e-5, 1e-5]}}\n"
      "bodies: {bob: {mass: 5, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0]}}\n"
      "beams: {arm: {section: wire, points: [[0, 0, 0], [0.5, 0, 0.4], [1, 0, 0]], curve: arc, elements: 16, cable: "
      "true,"
      " axis2: y}}\n"
      "joints: {a: {type: spherical, between: [ground, arm.start]}, b: {type: spherical, between: [bob, arm.end]}}\n",
      32);
  double length = 2 * 0.5125 * asin(0.5 / 0.5125);        /* of the arc, through three points */
  assert_true(tip.state.stable && tip.state.neutral > 0); /* the bob turns on its end */
  CHECK_NEAR(tip.at[2], -length * (1 + (5 + 0.05 * length) * 9.81 / 1e6), 1e-3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_moment_rolls_it_up),       cmocka_unit_test(a_force_bends_it),
      cmocka_unit_test(the_bend_of_45_degrees),     cmocka_unit_test(the_princeton_beam),
      cmocka_unit_test(too_few_elements_are_named), cmocka_unit_test(nothing_holds_the_beam),
      cmocka_unit_test(a_hinged_beam_is_neutral),   cmocka_unit_test(nothing_holds_the_stiff_beam),
      cmocka_unit_test(a_cable_between_masts),      cmocka_unit_test(a_cable_of_any_fineness_finds_its_catenary),
      cmocka_unit_test(a_body_falls_into_its_rope),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
