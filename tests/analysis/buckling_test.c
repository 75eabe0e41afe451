/* Load factors of buckling against closed forms. */
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"

#define PI 3.14159265358979323846
#define MOST_MODEL 2000

typedef struct Buckled {
  SarStaticState state;
  double tip; /* of the column that is asked for */
} Buckled;

static Buckled buckle(const char *text, int32_t wanted, const char *column) {
  Fixture f = fixture_of(text);
  SarStaticOptions options = sar_static_options_default();
  SarStaticSummary summary;
  SarTable *table = NULL;
  assert_int_equal(sar_table_create(f.context, &table), SAR_OK);
  options.buckling = wanted;
  options.table = table;
  if (sar_static(f.context, f.system, &options, &summary) != SAR_OK) fail_msg("%s", fixture_message(&f, SAR_ERROR));
  Buckled b = {summary.state, column ? last_value(table, column) : 0};
  sar_table_destroy(&table);
  fixture_free(&f);
  return b;
}

/* A column of length 2 with EI2 = 250 and EI3 = 100, clamped below unless `joints` says otherwise. */
static const char *column_of(int order, int elements, const char *joints, const char *loads) {
  static char text[MOST_MODEL];
  snprintf(text, sizeof text,
           "sections: {s: {stiffness: [1e6, 4e5, 4e5, 80, 250, 100], mass: 3, inertia: [2e-3, 1e-3, 1e-3]}}\n"
           "beams: {col: {section: s, points: [[0, 0, 0], [0, 0, 2]], elements: %d, order: %d, axis2: x}}\n"
           "joints: {%s}\n%s\n",
           elements, order, joints ? joints : "base: {type: fixed, between: [ground, col.start]}", loads);
  return text;
}

/* Shear makes sections lean: P (1 + P/GA) is Euler's load. */
static double with_shear(double euler) { return 2e5 * (sqrt(1 + 4 * euler / 4e5) - 1); }

static const char tip_load[] = "forces: {load: {type: force, between: [ground, col.end], force: [0, 0, -10]}}";

static void columns_have_eulers_loads(void **state) {
  (void)state;
  const double errors[] = {7e-3, 6e-6, 3e-9}; /* (pi/16)^2/6 with 8 elements of order 1 */
  double free3 = with_shear(PI * PI * 100 / 16) / 10, free2 = with_shear(PI * PI * 250 / 16) / 10;
  double pinned = with_shear(PI * PI * 100 / 4) / 10; /* about y; about x it is clamped */
  for (int order = 1; order <= 3; order++) {
    Buckled b = buckle(column_of(order, 8, NULL, tip_load), 2, NULL);
    assert_int_equal(b.state.buckling.count, 2);
    CHECK_NEAR(b.state.buckling.factors[0], free3, errors[order - 1] * free3);
    CHECK_NEAR(b.state.buckling.factors[1], free2, 3 * errors[order - 1] * free2);
    assert_true(b.state.stable);
    b = buckle(column_of(order, 8,
                         "base: {type: revolute, between: [ground, col.start], axis: y},"
                         "top: {type: prismatic, between: [ground, guide], at: [0, 0, 2], axis: z},"
                         "pin: {type: revolute, between: [guide, col.end], axis: y}",
                         "bodies: {guide: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 2]}}\n"
                         "forces: {load: {type: force, between: [ground, guide], force: [0, 0, -10]}}"),
               1, NULL);
    CHECK_NEAR(b.state.buckling.factors[0], pinned,
               pow(4, order) * errors[order - 1] * pinned); /* waves half as long */
  }
}

static void a_load_of_any_size_gives_the_same(void **state) {
  (void)state;
  double expected = with_shear(PI * PI * 100 / 16);
  const double loads[] = {1e-3, 60, 200}; /* the last one is too much */
  for (int i = 0; i < 3; i++) {
    char forces[200];
    snprintf(forces, sizeof forces, "forces: {load: {type: force, between: [ground, col.end], force: [0, 0, %g]}}",
             -loads[i]);
    Buckled b = buckle(column_of(3, 4, NULL, forces), 1, NULL);
    CHECK_NEAR(b.state.buckling.factors[0] * loads[i], expected, 1e-5 * expected);
    assert_int_equal(b.state.stable, loads[i] < expected);
  }
}

static void many_elements_give_the_same(void **state) {
  (void)state;
  Buckled b = buckle(column_of(2, 100, NULL, tip_load), 6, NULL);
  assert_int_equal(b.state.buckling.count, 6);
  const double bending[] = {100, 250, 100, 250, 100, 100};
  const int waves[] = {1, 1, 3, 3, 5, 7};
  for (int i = 0; i < 6; i++) {
    double expected = with_shear(pow(waves[i] * PI / 4, 2) * bending[i]) / 10;
    CHECK_NEAR(b.state.buckling.factors[i], expected, 1e-6 * expected);
  }
  assert_string_equal(b.state.buckling.element, "col.n199");
}

/* A column under its own weight stands up to 7.8373 EI/L^2, as gravity or as a load per length. */
static void a_column_carries_its_own_weight(void **state) {
  (void)state;
  double expected = 7.8373474 * 100 / 4 / (3 * 2 * 0.5);
  Buckled g = buckle(column_of(2, 16, NULL, "gravity: [0, 0, -0.5]"), 1, NULL);
  CHECK_NEAR(g.state.buckling.factors[0], expected, 3e-4 * expected);
  Buckled l = buckle(
      "sections: {s: {stiffness: [1e6, 4e5, 4e5, 80, 250, 100], mass: 3, inertia: [2e-3, 1e-3, 1e-3]}}\n"
      "beams: {col: {section: s, points: [[0, 0, 0], [0, 0, 2]], elements: 16, order: 2, axis2: x,\n"
      "  loads: {force: [0, 0, -1.5]}}}\n"
      "joints: {base: {type: fixed, between: [ground, col.start]}}\n",
      1, NULL);
  CHECK_NEAR(l.state.buckling.factors[0], g.state.buckling.factors[0], 1e-9 * expected);
}

/* 4.01260 sqrt(EI GJ)/L^2, from either side, however far the load bends it in its stiff plane. */
static void a_narrow_beam_tips_over(void **state) {
  (void)state;
  double expected = 4.0125988 * sqrt(100 * 80) / 4;
  const double loads[] = {1, 80};
  for (int i = 0; i < 2; i++) {
    char text[MOST_MODEL];
    snprintf(text, sizeof text,
             "sections: {s: {stiffness: [1e9, 4e8, 4e8, 80, 1e5, 100], mass: 1, inertia: [2e-3, 1e-3, 1e-3]}}\n"
             "beams: {arm: {section: s, points: [[0, 0, 0], [2, 0, 0]], elements: 8, order: 3, axis2: y}}\n"
             "joints: {base: {type: fixed, between: [ground, arm.start]}}\n"
             "forces: {load: {type: force, between: [ground, arm.end], force: [0, 0, %g]}}\n",
             -loads[i]);
    Buckled b = buckle(text, 1, NULL);
    CHECK_NEAR(b.state.buckling.factors[0] * loads[i], expected, 1.5e-3 * expected);
    CHECK_NEAR(b.state.buckling.reversed * loads[i], -expected, 1.5e-3 * expected);
  }
}

/* ---- rigid links ---- */

static const char *link_with(const char *forces) {
  static char text[MOST_MODEL];
  snprintf(text, sizeof text,
           "ground: {frames: {wall: {at: [1, 0, 2]}}}\n"
           "bodies: {link: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 1], frames: {tip: {at: [0, 0, 1]}}}}\n"
           "joints: {A: {type: revolute, between: [ground, link], at: [0, 0, 0], axis: y}}\n"
           "forces:\n  load: {type: force, between: [ground, link.tip], force: [0, 0, -10]}\n  %s\n",
           forces);
  return text;
}

static void a_link_on_a_spring(void **state) {
  (void)state;
  Buckled b = buckle(link_with("s: {type: rotational-spring-damper, between: [ground, link], at: [0, 0, 0], axis: y, "
                               "stiffness: 50}"),
                     3, NULL);
  assert_int_equal(b.state.buckling.count, 1);
  CHECK_NEAR(b.state.buckling.factors[0], 50 / 2.0 / 10, 1e-12);
  assert_true(isnan(b.state.buckling.reversed));
  assert_string_equal(b.state.buckling.element, "link");
  b = buckle(link_with("s: {type: spring-damper, between: [ground.wall, link.tip], stiffness: 30, length: 1}"), 1,
             NULL);
  CHECK_NEAR(b.state.buckling.factors[0], 30 * 2 / 10.0, 1e-12);
}

/* A bushing instead of the joint: the spring below it shortens the way, and hardly matters. */
static void a_link_on_a_bushing(void **state) {
  (void)state;
  Buckled b = buckle(
      "bodies: {link: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 1], frames: {tip: {at: [0, 0, 1]}}}}\n"
      "forces:\n"
      "  foot: {type: bushing, between: [ground, link], at: [0, 0, 0], stiffness: [1e7, 1e7, 1e7],\n"
      "         torsional_stiffness: [80, 50, 80]}\n"
      "  load: {type: force, between: [ground, link.tip], force: [0, 0, -10]}\n",
      2, NULL);
  CHECK_NEAR(b.state.buckling.factors[0], 50 / 2.0 / 10, 1e-4);
  CHECK_NEAR(b.state.buckling.factors[1], 80 / 2.0 / 10, 1e-4);
}

/* ---- where there is none ---- */

static void a_pulled_column_does_not_buckle(void **state) {
  (void)state;
  Buckled b = buckle(
      column_of(2, 8, NULL, "forces: {load: {type: force, between: [ground, col.end], force: [0, 0, 10]}}"), 1, NULL);
  CHECK_NEAR(b.state.buckling.reversed, -with_shear(PI * PI * 100 / 16) / 10, 1e-4);
  assert_true(b.state.buckling.count == 0 || b.state.buckling.factors[0] > 1e4); /* shear under tension: 4e5 N */
}

static void a_pendulum_does_not_buckle(void **state) {
  (void)state;
  Buckled b = buckle(
      "gravity: [0, 0, -9.81]\n"
      "bodies: {bob: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [0, 0, -1]}}\n"
      "joints: {A: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: y}}\n",
      1, NULL);
  assert_int_equal(b.state.buckling.count, 0);
  assert_true(b.state.stable);
}

static void what_was_found_stays(void **state) {
  (void)state;
  const char *bent = "forces: {load: {type: force, between: [ground, col.end], force: [20, 0, -30]}}";
  Buckled without = buckle(column_of(2, 8, NULL, bent), 0, "col.n16.x");
  Buckled with = buckle(column_of(2, 8, NULL, bent), 3, "col.n16.x");
  assert_true(without.tip == with.tip);
  assert_int_equal(without.state.iterations, with.state.iterations);
  assert_true(without.state.residual == with.state.residual);
  assert_int_equal(without.state.buckling.count, 0);
  assert_int_equal(with.state.buckling.count, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_have_eulers_loads),   cmocka_unit_test(a_load_of_any_size_gives_the_same),
      cmocka_unit_test(many_elements_give_the_same), cmocka_unit_test(a_column_carries_its_own_weight),
      cmocka_unit_test(a_narrow_beam_tips_over),     cmocka_unit_test(a_link_on_a_spring),
      cmocka_unit_test(a_link_on_a_bushing),         cmocka_unit_test(a_pulled_column_does_not_buckle),
      cmocka_unit_test(a_pendulum_does_not_buckle),  cmocka_unit_test(what_was_found_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
