/* The audit: forces against motion, momentum against impulse, and where the drift is. */
#include "analysis/audit/balance.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/record/recorder.h"
#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"

static const char crank[] =
    "gravity: [0, -9.81, 0]\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: [0.01, 0.1, 0.1], at: [0.5, 0, 0], com: [0.1, 0, 0]}\n"
    "  rod: {mass: 2, inertia: [0.02, 0.3, 0.3], at: [1.8, 0, 0], velocity: [0, 1, 0], omega: [0, 0, 1]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
    "  B: {type: revolute, between: [crank, rod], at: [1, 0, 0], axis: z}\n"
    "forces:\n"
    "  spring: {type: rotational-spring-damper, between: [crank, rod], at: [1, 0, 0], axis: z, stiffness: 5}\n"
    "simulate: {end: 1}\n";

/* A start with one recorded row and a balance that knows its columns. */
typedef struct Audited {
  Fixture f;
  SarStart *s;
  SarTable *table;
  SarRecorder *recorder;
  SarBalance *balance;
  SarPoint at;
} Audited;

static Audited audited(void) {
  Audited a = {.f = fixture_of(crank)};
  SarRunOptions options = hht_options();
  SarEnergyRecord none = {0};
  assert_int_equal(sar_start_create(a.f.context, a.f.system, &a.s), SAR_OK);
  assert_int_equal(sar_table_create(a.f.context, &a.table), SAR_OK);
  options.table = a.table;
  assert_int_equal(sar_recorder_create(
                       a.s, &(SarRecorderPlan){.options = &options, .method = "none", .kinematic = false}, &a.recorder),
                   SAR_OK);
  assert_int_equal(sar_balance_create(a.f.context, a.f.system, &a.balance), SAR_OK);
  sar_balance_use_columns(a.balance, a.recorder->columns);
  const SarStart *s = a.s;
  a.at = (SarPoint){.q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda, .mu = s->mu, .x = s->x, .xdot = s->xdot};
  assert_int_equal(sar_recorder_row(a.recorder, s->m, &a.at, &none), SAR_OK);
  return a;
}

static void audited_free(Audited *a) {
  sar_balance_destroy(&a->balance);
  sar_recorder_destroy(&a->recorder);
  sar_table_destroy(&a->table);
  sar_start_destroy(&a->s);
  fixture_free(&a->f);
}

static SarBalanceRecord record_of(const Audited *a) {
  SarBalanceRecord record = {.linear_body = -1, .angular_body = -1};
  assert_int_equal(sar_balance_row(a->balance, a->s->m, &a->at, a->recorder->row, &record), SAR_OK);
  return record;
}

static double *column(const Audited *a, const char *element, const char *quantity) {
  for (int32_t i = 0; i < sar_column_set_count(a->recorder->columns); i++) {
    const SarColumn *c = &sar_column_set_get(a->recorder->columns)[i];
    if (strcmp(c->element, element) == 0 && strcmp(c->quantity, quantity) == 0) return &a->recorder->row[i];
  }
  fail_msg("there is no column %s.%s", element, quantity);
  return NULL;
}

static void wrong_columns_show_where_they_act(void **state) {
  (void)state;
  Audited a = audited();
  int32_t body;
  SarBalanceRecord right = record_of(&a);
  assert_true(sar_balance_worst(&right, &body) <= 1e-14);
  assert_int_equal(right.rows, 1);
  const struct {
    const char *element, *quantity;
    int32_t body;
    bool angular;
  } cases[] = {{"A", "fy2", 0, false}, {"B", "fy2", 1, false}, {"B", "fy", 0, false},
               {"B", "tx2", 1, true},  {"A", "ty2", 0, true},  {"spring", "tz", 0, true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double *value = column(&a, cases[i].element, cases[i].quantity), kept = *value;
    *value += 0.125;
    SarBalanceRecord wrong = record_of(&a);
    *value = kept;
    assert_int_equal(cases[i].angular ? wrong.angular_body : wrong.linear_body, cases[i].body);
    assert_true((cases[i].angular ? wrong.angular_max : wrong.linear_max) > 1e-4);
    if (cases[i].angular) assert_true(wrong.linear_max <= 1e-14);
  }
  *column(&a, "B", "fx") = NAN; /* is not lost in a maximum */
  SarBalanceRecord broken = record_of(&a);
  assert_true(isnan(sar_balance_worst(&broken, &body)));
  audited_free(&a);
}

static SarRunSummary run(const char *text, double tolerance) {
  Fixture f = fixture_of(text);
  SarRunSummary summary;
  SarRunOptions options = hht_options();
  options.tolerance = tolerance;
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  fixture_free(&f);
  return summary;
}

/* The global error falls as tolerance^(2/3), and the balance of momentum shows it. */
static void momentum_falls_with_the_tolerance(void **state) {
  (void)state;
  double coarse = run(crank, 1e-4).momentum_balance_max, fine = run(crank, 1e-7).momentum_balance_max;
  double slope = log(coarse / fine) / log(1e3);
  assert_true(fine > 0 && coarse < 0.05);
  CHECK_NEAR(slope, 2.0 / 3, 0.1);
}

/* Weight and reaction cancel for ten seconds; what is left of them is rounding, and no motion to compare it with. */
static void a_mechanism_at_rest_has_nothing_to_balance(void **state) {
  (void)state;
  SarRunSummary s =
      run("gravity: [0, 0, -9.81]\n"
          "bodies:\n"
          "  table: {mass: 100, inertia: [1, 1, 1], at: [0.3, 0.1, 2]}\n"
          "joints:\n"
          "  weld: {type: fixed, between: [ground, table], at: [0, 0, 0]}\n"
          "simulate: {end: 10}\n",
          1e-5);
  assert_true(s.momentum_balance_max < 1e-8);
  assert_true(isnan(s.newton_euler_max)); /* no output, no rows */
  assert_true(s.constraint_velocity_relative < 1e-8);
}

/* Friction holds a block on a slope: the momentum is next to nothing, the impulses that cancel are not. */
static void a_block_that_sticks_is_in_balance(void **state) {
  (void)state;
  SarRunSummary s =
      run("gravity: [0.1, 0, -10]\n"
          "bodies: {block: {mass: 1, inertia: [1, 1, 1]}}\n"
          "joints: {slide: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: x, friction: 0.2}}\n"
          "simulate: {end: 10}\n",
          1e-5);
  assert_true(s.momentum_balance_max < 0.01);
}

static void the_drifting_joint_is_named(void **state) {
  (void)state;
  SarRunSummary s = run(crank, 1e-3);
  assert_true(s.constraint_position_max > 0);
  assert_true(strcmp(s.constraint_position_element, "A") == 0 || strcmp(s.constraint_position_element, "B") == 0);
  assert_non_null(strstr(s.constraint_position_equation, "translation along"));
}

/* Grams on stiff beams, in millimetres: their stiffness times the positions is 1e8 N, and the rounding of that counts
 * beside the weight of a body. It is no error; an acceleration that is wrong by a thousandth of gravity is one. */
static const char light_chain[] =
    "units: {length: mm, mass: kg, time: s, force: N}\n"
    "gravity: [0, 0, -9806.65]\n"
    "bodies: {\"b{i}\": {for: {i: 0..19}, mass: 1e-3, inertia: [1e-2, 1e-2, 1e-2], at: [10*i + 10, 0, 0]}}\n"
    "forces:\n"
    "  root: {type: linear-beam, between: [b0, ground], length: 10, area: 19.6, area_moments: [61.4, 30.7, 30.7],\n"
    "         young: 207000, shear_modulus: 79300, damping_ratio: 1e-5}\n"
    "  \"f{i}\": {for: {i: 1..19}, type: linear-beam, between: [\"b{i}\", \"b{i-1}\"], length: 10, area: 19.6,\n"
    "           area_moments: [61.4, 30.7, 30.7], young: 207000, shear_modulus: 79300, damping_ratio: 1e-5}\n"
    "simulate: {end: 1e-3}\n"
    "output: {every: 1e-4}\n";

static void rounding_of_stiff_beams_is_no_error(void **state) {
  (void)state;
  Fixture f = fixture_of(light_chain);
  SarRunOptions options = sar_run_options_default();
  SarRunSummary summary;
  assert_int_equal(sar_table_create(f.context, &options.table), SAR_OK);
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  assert_true(summary.newton_euler_max < 1e-9);
  sar_table_destroy(&options.table);
  SarStart *s;
  SarBalance *balance;
  SarBalanceRecord record = {.linear_body = -1, .angular_body = -1};
  int32_t body;
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_OK);
  assert_int_equal(sar_balance_create(f.context, f.system, &balance), SAR_OK);
  SarPoint at = sar_start_point(s);
  s->a[6 * 7 + 2] += 1e-3 * 9.80665;
  assert_int_equal(sar_balance_row(balance, s->m, &at, NULL, &record), SAR_OK);
  assert_true(sar_balance_worst(&record, &body) > 1e-4);
  assert_int_equal(body, 7);
  sar_balance_destroy(&balance);
  sar_start_destroy(&s);
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_columns_show_where_they_act),
      cmocka_unit_test(momentum_falls_with_the_tolerance),
      cmocka_unit_test(a_mechanism_at_rest_has_nothing_to_balance),
      cmocka_unit_test(a_block_that_sticks_is_in_balance),
      cmocka_unit_test(the_drifting_joint_is_named),
      cmocka_unit_test(rounding_of_stiff_beams_is_no_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
