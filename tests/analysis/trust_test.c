/* Warnings of the audit: silent on healthy runs, loud on broken ones. */
#include "analysis/audit/trust.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"

static const char oscillator[] =
    "bodies:\n"
    "  m: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0], frames: {c: {at: [0, 0, 0]}}}\n"
    "ground: {frames: {o: {at: [0, 0, 0]}}}\n"
    "joints:\n"
    "  P: {type: prismatic, between: [ground, m], at: [0, 0, 0], axis: x}\n"
    "forces:\n"
    "  s: {type: spring-damper, between: [ground.o, m.c], law: \"%s\"}\n"
    "simulate: {end: 5}\n";

/* The first warning of a run, or "" where there is none; and its remedy. */
typedef struct Heard {
  char message[256], remedy[256];
} Heard;

static Heard hear(const SarContext *context) {
  Heard heard = {"", ""};
  for (int32_t i = sar_context_count(context) - 1; i >= 0; i--) {
    const SarDiagnostic *d = sar_context_get(context, i);
    if (d->severity != SAR_WARNING) continue;
    snprintf(heard.message, sizeof heard.message, "%s", d->message);
    snprintf(heard.remedy, sizeof heard.remedy, "%s", d->remedy ? d->remedy : "");
  }
  return heard;
}

static Heard run(const char *text, const char *method, double tolerance, double step, bool study) {
  Fixture f = fixture_of(text);
  SarRunOptions options = hht_options();
  options.method = method;
  options.tolerance = tolerance;
  options.step = step;
  options.study = study;
  assert_int_equal(sar_run(f.context, f.system, &options, NULL), SAR_OK);
  Heard heard = hear(f.context);
  fixture_free(&f);
  return heard;
}

#define EXPECT_SILENCE(heard) assert_string_equal((heard).message, "")
#define EXPECT_TEXT(text, part) \
  if (!strstr(text, part)) fail_msg("`%s` does not say `%s`", text, part)

static void healthy_runs_are_silent(void **state) {
  (void)state;
  for (double tolerance = 1e-3; tolerance > 1e-9; tolerance /= 100) {
    EXPECT_SILENCE(run(pendulum_text, NULL, tolerance, NAN, false));
  }
  EXPECT_SILENCE(run(pendulum_text, NULL, NAN, 0.01, false));
  EXPECT_SILENCE(run(pendulum_text, "hht:alpha=-0.3", NAN, 0.01, false));
}

static void a_step_far_too_large_is_told(void **state) {
  (void)state;
  Heard heard = run(pendulum_text, NULL, NAN, 0.25, false);
  EXPECT_TEXT(heard.message, "the energy balance is off by ");
  EXPECT_TEXT(heard.message, "the fixed step is too large");
  EXPECT_TEXT(heard.remedy, "--step 0.0");
  EXPECT_SILENCE(run(pendulum_text, NULL, NAN, 0.25, true)); /* a study wants to see large errors */
}

/* Numerical damping takes energy out of a motion that it should only keep quiet. */
static void algorithmic_damping_is_told(void **state) {
  (void)state;
  Heard heard = run(pendulum_text, "hht:alpha=-0.33", NAN, 0.12, false);
  EXPECT_TEXT(heard.message, "the energy balance is off by ");
  EXPECT_SILENCE(run(pendulum_text, "hht:alpha=-0.05", NAN, 0.06, false)); /* that little damping and step is well */
}

/* Where a point of mass 1 is that starts at rest at 1, under 1000 floor(10 |x|) towards zero: parabolas from one tenth
 * to the next, and straight on within the last one. */
static double on_stairs(double t) {
  double speed = 0, begin[11] = {0}, speeds[11] = {0};
  for (int i = 0; i < 10; i++) { /* from (10 - i)/10 to (9 - i)/10 */
    double a = 1000 * (9 - i), next = sqrt(speed * speed + 0.2 * a);
    begin[i + 1] = begin[i] + 0.2 / (speed + next);
    speeds[i] = speed;
    speed = next;
  }
  double quarter = begin[10], phase = fmod(t, 4 * quarter);
  bool far = phase > quarter && phase < 3 * quarter;                       /* on the other side */
  double s = fabs(phase - 2 * quarter), since = far ? s : 2 * quarter - s; /* or until: it is at rest */
  int i = 0;
  while (i < 9 && begin[i + 1] < since) i++;
  double d = since - begin[i], x = (10 - i) / 10.0 - speeds[i] * d - 500 * (9 - i) * d * d;
  return far ? -x : x;
}

/* The error estimate supposes that forces are smooth. Steps end where one jumps: nothing is lost over 76 swings with
 * twenty jumps each, though most of these are far shorter than the steps that the error would allow. */
static void a_law_that_jumps_is_followed(void **state) {
  (void)state;
  char text[1024];
  snprintf(text, sizeof text, oscillator, "1000*floor(10*length)");
  for (double tolerance = 1e-3; tolerance > 1e-8; tolerance /= 100) {
    Fixture f = fixture_of(text);
    SarRunOptions options = hht_options();
    SarTable *table = NULL;
    SarRunSummary summary;
    assert_int_equal(sar_table_create(f.context, &table), SAR_OK);
    options.tolerance = tolerance;
    options.table = table;
    assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
    EXPECT_SILENCE(hear(f.context));
    assert_true(summary.steps < 8000);
    CHECK_NEAR(last_value(table, "m.x"), on_stairs(5), fmin(1e-6, tolerance));
    sar_table_destroy(&table);
    fixture_free(&f);
  }
  snprintf(text, sizeof text, oscillator, "100*tanh(3*(length - 0.7))");
  EXPECT_SILENCE(run(text, NULL, 1e-5, NAN, false));
}

/* ---- each rule alone, at both sides of its limit ---- */

static Heard judge_in_doubt(const SarRunSummary *summary, SarDoubt doubt, const char *method, double tolerance,
                            double step) {
  SarContext *context = sar_context_create();
  SarStepOptions steps = {.tolerance = tolerance, .fixed_step = step};
  SarMethodChoice choice;
  assert_int_equal(sar_method_parse(context, method, sar_nowhere(), &choice), SAR_OK);
  sar_trust_warn(context, summary, doubt, &choice, &steps, 1);
  Heard heard = hear(context);
  sar_context_destroy(&context);
  return heard;
}

static Heard judge_method(const SarRunSummary *summary, const char *method, double tolerance, double step) {
  return judge_in_doubt(summary, (SarDoubt){0}, method, tolerance, step);
}

static Heard judge(const SarRunSummary *summary, double tolerance, double step) {
  return judge_method(summary, "hht", tolerance, step);
}

static SarRunSummary healthy(void) {
  return (SarRunSummary){.energy_balance_max = 1e-4,
                         .momentum_balance_max = 1e-4,
                         .constraint_position_max = 1e-8,
                         .constraint_velocity_relative = 1e-4,
                         .newton_euler_max = 1e-15,
                         .constraint_position_element = "B",
                         .constraint_position_equation = "translation along x",
                         .newton_euler_body = "rod"};
}

static void every_rule_has_its_limit(void **state) {
  (void)state;
  SarRunSummary s = healthy();
  EXPECT_SILENCE(judge(&s, 1e-5, 0));
  const struct {
    double *value, below, above;
    const char *says;
  } rules[] = {
      {&s.energy_balance_max, 0.04, 0.05, "energy balance is off by 5 % of the largest energy; at tolerance 1e-05"},
      {&s.momentum_balance_max, 0.09, 0.1, "momentum of all bodies and the forces from outside differ by 0.1"},
      {&s.constraint_position_max, 0.9e-5, 1.1e-5, "joint `B` (translation along x) opened by 1.1e-05"},
      {&s.constraint_velocity_relative, 0.013, 0.015, "velocities violate the joints by 0.015"},
      {&s.newton_euler_max, 0.9e-9, 2e-9, "the forces reported on body `rod` and its motion differ by 2e-09"},
  };
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    s = healthy();
    *rules[i].value = rules[i].below;
    EXPECT_SILENCE(judge(&s, 1e-5, 0));
    *rules[i].value = rules[i].above;
    Heard heard = judge(&s, 1e-5, 0);
    EXPECT_TEXT(heard.message, rules[i].says);
    assert_true(heard.remedy[0] != 0);
  }
  s = healthy();
  s.energy_balance_max = 0.21; /* a loose tolerance does not excuse everything */
  EXPECT_TEXT(judge(&s, 1e-2, 0).message, "off by 21 %");
  s.energy_balance_max = 0.049; /* fixed steps: five per cent */
  EXPECT_SILENCE(judge(&s, 1e-5, 0.01));
  s.energy_balance_max = 0.051;
  EXPECT_TEXT(judge(&s, 1e-5, 0.01).remedy, "--step 0.005");
  s = healthy();
  s.newton_euler_max = s.momentum_balance_max = NAN; /* not known is not wrong */
  EXPECT_SILENCE(judge(&s, 1e-5, 0));
}

/* What the audit's own error explains is not held against the run; what is beyond it, is. */
static void doubt_is_in_favour_of_the_run(void **state) {
  (void)state;
  SarRunSummary s = healthy();
  s.energy_balance_max = 0.06; /* the limit: 0.0464 */
  EXPECT_SILENCE(judge_in_doubt(&s, (SarDoubt){.energy = 0.015}, "dopri5", 1e-5, 0));
  EXPECT_TEXT(judge_in_doubt(&s, (SarDoubt){.energy = 0.01, .momentum = 1}, "dopri5", 1e-5, 0).message, "off by 6 %");
  s = healthy();
  s.momentum_balance_max = 0.11; /* the limit: 0.0928 */
  EXPECT_SILENCE(judge_in_doubt(&s, (SarDoubt){.momentum = 0.02}, "dopri5", 1e-5, 0));
  Heard heard = judge_in_doubt(&s, (SarDoubt){.energy = 1, .momentum = 0.01}, "dopri5", 1e-5, 0);
  EXPECT_TEXT(heard.message, "momentum of all bodies");
}

/* Care is for methods of higher order than the plain integrals, and for those whose multipliers are solved for. */
static void care_is_for_high_order(void **state) {
  (void)state;
  const struct {
    const char *method;
    bool care;
  } cases[] = {{"hht", false},
               {"generalized-alpha", false},
               {"lms2", false},
               {"w-method", false},
               {"dopri5", true},
               {"rkf45", true},
               {"rosenbrock-nystrom", true},
               {"bdf", true},
               {"adams", true},
               {"radau5", true},
               {"ab4", true},
               {"bathe", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    SarContext *context = sar_context_create();
    SarMethodChoice choice;
    assert_int_equal(sar_method_parse(context, cases[i].method, sar_nowhere(), &choice), SAR_OK);
    if (sar_trust_needs_care(&choice) != cases[i].care) fail_msg("%s", cases[i].method);
    sar_context_destroy(&context);
  }
}

/* Multipliers of lower order than the motion, in either form: reactions are solved for, and that is said. */
static void solved_reactions_are_told(void **state) {
  (void)state;
  SarRunSummary s = healthy();
  s.momentum_balance_max = 0.1;
  EXPECT_TEXT(judge_method(&s, "radau5", 1e-5, 0).remedy, "smaller tolerance");
  EXPECT_TEXT(judge_method(&s, "radau5", 1e-5, 0).remedy, "magnified where springs and dampers are stiff");
  EXPECT_TEXT(judge_method(&s, "radau5:formulation=si2", 1e-5, 0).remedy, "magnified where");
  assert_null(strstr(judge_method(&s, "bdf", 1e-5, 0).remedy, "magnified"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(healthy_runs_are_silent),     cmocka_unit_test(a_step_far_too_large_is_told),
      cmocka_unit_test(algorithmic_damping_is_told), cmocka_unit_test(a_law_that_jumps_is_followed),
      cmocka_unit_test(every_rule_has_its_limit),    cmocka_unit_test(doubt_is_in_favour_of_the_run),
      cmocka_unit_test(care_is_for_high_order),      cmocka_unit_test(solved_reactions_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
