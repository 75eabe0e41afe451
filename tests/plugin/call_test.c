/* Calls of plugins in the expressions of a model: values, derivatives, units, and what can be wrong with them. */
#include <stdio.h>
#include <string.h>

#include "plugin/loading.h"

#define HEAD                                                \
  "plugins: {p: {file: good.so, parameters: {gain: 10}}}\n" \
  "bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}\n"
#define BEFORE "forces: {s: {type: spring-damper, between: [ground, b], law: \""

static const char *model_with(const char *head, const char *law, char *text, size_t size) {
  snprintf(text, size, "%s" BEFORE "%s\"}}\n", head, law);
  return text;
}

/* The law of the spring (by the head's units) and its derivatives, in SI units: f, df/dlength, df/drate, and the second
 * ones by length and length, length and rate, rate and rate. */
static void evaluate_law(const char *head, const char *law, double length, double rate, double out[6]) {
  char text[2048];
  Loading l = load_text(SAR_PLUGIN_DIR, model_with(head, law, text, sizeof text));
  if (!l.model) fail_msg("%s: %s", law, message_of(&l, 0, text, sizeof text));
  SarArena *arena = sar_arena_create();
  const SarExpr *f = sar_model_value(&l.model->elements[sar_model_find(l.model, "s")], "law")->function[0];
  const SarExpr *by[2] = {sar_expr_derivative(arena, f, 0), sar_expr_derivative(arena, f, 1)};
  const SarExpr *all[6] = {f,
                           by[0],
                           by[1],
                           sar_expr_derivative(arena, by[0], 0),
                           sar_expr_derivative(arena, by[0], 1),
                           sar_expr_derivative(arena, by[1], 1)};
  const SarProgram *program;
  assert_int_equal(sar_program_compile(l.context, arena, all, 6, &program), SAR_OK);
  double variables[3] = {length, rate, 0}, *scratch = SAR_NEW(arena, sar_program_scratch(program), double);
  sar_program_evaluate(program, variables, scratch, out);
  sar_arena_destroy(&arena);
  end_loading(&l);
}

static void values_and_derivatives(void **state) {
  (void)state;
  double y[6];
  evaluate_law(HEAD, "2*p.stretch(length) + 1", 2, 3, y);
  CHECK_NEAR(y[0], 31, 0);
  CHECK_NEAR(y[1], 20, 0);
  CHECK_NEAR(y[2], 0, 0);
  evaluate_law(HEAD, "p.pair.product(length, rate) + 5*p.pair.quotient(length, rate)", 3, 2, y);
  CHECK_NEAR(y[0], 6 + 7.5, 1e-14);
  CHECK_NEAR(y[1], 2 + 2.5, 1e-14);
  CHECK_NEAR(y[2], 3 - 3.75, 1e-14);
  CHECK_NEAR(y[3], 0, 1e-7); /* second derivatives are differences of the first */
  CHECK_NEAR(y[4], 1 - 1.25, 1e-7);
  CHECK_NEAR(y[5], 3.75, 1e-7);
  evaluate_law(HEAD, "p.stretch(p.pair.quotient(length^2, rate))", 3, 2, y);
  CHECK_NEAR(y[0], 10 * (4.5 - 0.5), 1e-14);
  CHECK_NEAR(y[1], 10 * 6 / 2.0, 1e-13);
  CHECK_NEAR(y[2], -10 * 9 / 4.0, 1e-13);
}

static void derivatives_by_differences(void **state) {
  (void)state;
  double y[6];
  evaluate_law(HEAD, "p.bare(length)", 2, 0, y);
  CHECK_NEAR(y[0], sin(2), 1e-16);
  CHECK_NEAR(y[1], cos(2), 1e-9);
  CHECK_NEAR(y[3], -sin(2), 1e-6);
}

/* Said once for a function, however often it is called. */
static void differences_are_reported(void **state) {
  (void)state;
  char text[2048], message[512];
  Loading l = load_text(SAR_PLUGIN_DIR, model_with(HEAD, "p.bare(length) + p.bare(rate)", text, sizeof text));
  assert_non_null(l.model);
  assert_int_equal(sar_context_count(l.context), 1);
  assert_int_equal(sar_context_get(l.context, 0)->severity, SAR_WARNING);
  assert_string_equal(message_of(&l, 0, message, sizeof message),
                      "1:21: `p.bare` has no derivatives of its own: they are taken by differences (let the plugin "
                      "give its jacobian)");
  end_loading(&l);
}

/* The same law in mm and ms: lengths and forces are converted on the way in and out. */
static void other_units(void **state) {
  (void)state;
  double si[6], mm[6];
  evaluate_law(HEAD, "p.stretch(length) + p.pair.product(length, rate)*7", 2, 3, si);
  evaluate_law(
      "units: {length: mm, time: ms}\n" /* the force is then kg mm/ms^2 = 1000 N, the gain 1000 kN/m */
      "plugins: {p: {file: good.so, parameters: {gain: 10e-6, length: 500}}}\n"
      "bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [1000, 0, 0]}}\n",
      "p.stretch(length) + p.pair.product(length, rate)*7e-6", 2, 3, mm);
  for (int i = 0; i < 3; i++) CHECK_NEAR(mm[i], si[i], 1e-12 * fabs(si[i]));
}

/* A function of angles gets and gives radians; in a file with degrees the variables of the law are radians then. */
static void degrees(void **state) {
  (void)state;
  double y[2];
  static const char *const units[] = {"units: {angle: rad}\n", "units: {angle: deg}\n"};
  for (int i = 0; i < 2; i++) {
    char text[2048];
    snprintf(text, sizeof text,
             "%splugins: {p: {file: libtyre.so, parameters: {radius: 0.3, stiffness: 2e5, slip_stiffness: 6e4}}}\n"
             "bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}\n"
             "forces: {s: {type: rotational-spring-damper, between: [ground, b], axis: z, "
             "law: \"p.contact.fx(0.02, 0, 20, 0, rate)\"}}\n",
             units[i]);
    Loading l = load_text(SAR_PLUGIN_DIR, text);
    assert_non_null(l.model);
    SarArena *arena = sar_arena_create();
    const SarExpr *f = sar_model_value(&l.model->elements[1], "law")->function[0];
    const SarProgram *program;
    assert_int_equal(sar_program_compile(l.context, arena, &f, 1, &program), SAR_OK);
    double *scratch = SAR_NEW(arena, sar_program_scratch(program), double);
    sar_program_evaluate(program, (double[]){0, 66, 0}, scratch, &y[i]);
    sar_arena_destroy(&arena);
    end_loading(&l);
  }
  assert_true(y[0] < -500);
  CHECK_NEAR(y[1], y[0], 0);
}

static void expect_error(const char *law, int32_t offset, const char *message) {
  char text[2048], expected[512];
  snprintf(expected, sizeof expected, "3:%d: %s", (int)strlen(BEFORE) + 1 + (int)offset, message);
  expect_message(SAR_PLUGIN_DIR, model_with(HEAD, law, text, sizeof text), SAR_ERROR, expected);
}

static void wrong_calls(void **state) {
  (void)state;
  expect_error("1 + p.strech(length)", 4,
               "the plugin `p` has no function `strech`; did you mean `stretch`? (it has: "
               "stretch, pair, bare, edge, last)");
  expect_error("p.pair.products(length, rate)", 0,
               "`p.pair` has no output `products`; did you mean `product`? (it has: product, quotient)");
  expect_error("2*p.pair(length, rate)", 2,
               "`p.pair` has 2 outputs: say which one, as in `p.pair.product(..)` (it has");
  expect_error("p.stretch(length, rate)", 0, "`p.stretch` takes 1 argument, not 2");
  expect_error("p.stretch()", 0, "`p.stretch` takes 1 argument, not 0");
  expect_error("p.stretch.force.x(length)", 0, "`p.stretch` has no output `force.x`");
  expect_error("q.stretch(length)", 0, "unknown function `q.stretch`");
  expect_error("p.stretch(lenght)", 10, "unknown name `lenght`");
}

/* What is wrong with the plugin is said once, not again for every call. */
static void calls_of_a_faulty_plugin_are_not_reported(void **state) {
  (void)state;
  char text[2048];
  static const char head[] =
      "plugins: {p: {file: absent.so}}\nbodies: {b: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}\n";
  expect_message(SAR_PLUGIN_DIR, model_with(head, "p.f(1)", text, sizeof text), SAR_ERROR,
                 "1:21: cannot read `absent.so`");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_and_derivatives),
      cmocka_unit_test(derivatives_by_differences),
      cmocka_unit_test(differences_are_reported),
      cmocka_unit_test(other_units),
      cmocka_unit_test(degrees),
      cmocka_unit_test(wrong_calls),
      cmocka_unit_test(calls_of_a_faulty_plugin_are_not_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
