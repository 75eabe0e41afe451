/* Loops among variables in a run: solutions are followed, and a step that lands on another one is refused. */
#include <math.h>
#include <stdio.h>

#include "analysis/support.h"
#include "check.h"

/* Equations whose matrix changes, vanishes or changes its sign, and whose solution goes on all the same. */
static void honest_loops_go_on(void **state) {
  (void)state;
  static const char *const cases[] = {
      "(t - 1)*p - sin(t - 1)",            /* singular for an instant: p = sin(u)/u */
      "p^3 + 1e-3*p - (t - 1)",            /* nearly vertical for an instant */
      "p^3 + p - 5*sin(t)",                /* stiff and soft in turn */
      "(t - 1)*p + 2*acceleration(y) - 1", /* through the motion, which the loop alone does not see */
      "p*abs(p) + 0.1*p - 2*sin(4*t)",
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[600];
    snprintf(text, sizeof text,
             "coordinates: {y: {mass: 1}}\n"
             "variables: {p: {equation: \"%s\", start: %s}}\n"
             "forces: {f: {type: generalized, coordinate: y, force: \"p\"}}\n"
             "simulate: {end: 2}\n",
             cases[i], i == 1 ? "-1" : "1");
    for (int fixed = 0; fixed < 2; fixed++) {
      Ran r = run_text(text, fixed ? 0.003 : 0);
      if (r.status != SAR_OK) fail_msg("%s: %s", cases[i], fixture_message(&r.f, SAR_ERROR));
      ran_free(&r);
    }
  }
}

/* The fold of p^3 - p + 2 sin t is where p^2 = 1/3 and 2 sin t = 2/(3 sqrt 3): nothing is accepted behind it. */
static void a_run_ends_at_the_fold(void **state) {
  (void)state;
  static const double steps[] = {0, 0.1, 0.05, 0.02, 0.01, 0.003, 0.001};
  const double fold = asin(1 / (3 * sqrt(3)));
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    Ran r = run_text(
        "coordinates: {y: {mass: 1}}\n"
        "variables: {p: {equation: p^3 - p + 2*sin(t), start: 1}}\n"
        "simulate: {end: 1}\n",
        steps[i]);
    assert_true(r.status != SAR_OK);
    assert_true(r.summary.end_time <= fold + 1e-9);
    assert_true(r.summary.end_time >= fold - fmax(steps[i], 1e-6));
    const double *p = ran_column(&r, "p.value");
    for (int64_t k = 0; k < sar_table_rows(r.table); k++) assert_true(p[k] > 0.577);
    ran_free(&r);
  }
}

/* The motion does not need the variable: it has converged while the variable wanders, in every family of correctors. */
static void every_corrector_sees_the_fold(void **state) {
  (void)state;
  static const char *const methods[] = {"bdf", "trapezoid", "esdirk436l2sa2", "radau3", "radau5"};
  const double fold = asin(1 / (3 * sqrt(3))), steps[] = {0.05, 0.01, 0.003};
  for (size_t i = 0; i < 3 * sizeof methods / sizeof *methods; i++) {
    char text[200];
    snprintf(text, sizeof text,
             "coordinates: {y: {mass: 1, velocity: 1}}\n"
             "variables: {p: {equation: p^3 - p + 2*sin(t), start: 1}}\n"
             "simulate: {end: 1, method: %s}\n",
             methods[i / 3]);
    Ran r = run_text(text, steps[i % 3]);
    assert_true(r.status != SAR_OK);
    assert_true(r.summary.end_time <= fold + 1e-9);
    assert_true(r.summary.end_time >= fold - steps[i % 3]);
    ran_free(&r);
  }
}

/* a = (1 + 2 t y)/(1 - 2 t), and two variables with a fold between them. */
static void loops_of_several_variables(void **state) {
  (void)state;
  Ran r = run_text(
      "coordinates: {y: {mass: 1, velocity: 1}}\n"
      "variables: {a: 2*t*b + 1, b: a + y}\n"
      "simulate: {end: 1}\n",
      0);
  assert_true(r.status != SAR_OK);
  CHECK_NEAR(r.summary.end_time, 0.5, 1e-6);
  ran_free(&r);
  r = run_text(
      "coordinates: {y: {mass: 1}}\n"
      "variables:\n"
      "  a: {equation: \"a^2 + b^2 - 1 + t^2\", start: 0.8}\n"
      "  b: {equation: \"b - 0.5*a\", start: 0.5}\n"
      "simulate: {end: 2}\n",
      0);
  assert_true(r.status != SAR_OK); /* the circle has shrunk to a point */
  CHECK_NEAR(r.summary.end_time, 1, 1e-6);
  ran_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(honest_loops_go_on),
      cmocka_unit_test(a_run_ends_at_the_fold),
      cmocka_unit_test(every_corrector_sees_the_fold),
      cmocka_unit_test(loops_of_several_variables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
