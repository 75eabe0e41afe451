/* Derivatives of what contacts count and choose: columns of one touch, of those that there are, have the derivatives of
 * that touch, and numbers of touches have none. */
#include <math.h>
#include <stdio.h>

#include "check.h"
#include "sarrus/sarrus.h"

typedef struct Ran {
  SarContext *context;
  SarTable *table;
} Ran;

static Ran run(const char *text, const char *parameter) {
  Ran ran = {.context = sar_context_create()};
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_table_create(ran.context, &ran.table), SAR_OK);
  assert_int_equal(sar_model_parse(ran.context, "text.yaml", text, NULL, 0, &model), SAR_OK);
  assert_int_equal(sar_system_compile(ran.context, model, &system), SAR_OK);
  options.table = ran.table;
  options.sensitivity = &parameter;
  options.nsensitivity = 1;
  assert_int_equal(sar_run(ran.context, system, &options, NULL), SAR_OK);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  return ran;
}

static void finish(Ran *ran) {
  sar_table_destroy(&ran->table);
  sar_context_destroy(&ran->context);
}

static const double *column(const Ran *ran, const char *name) {
  int32_t index = sar_table_find(ran->table, name);
  assert_true(index >= 0);
  return sar_table_values(ran->table, index);
}

/* Of two corners with the same force, one on the left and one on the right, rounding says which is the stronger one, in
 * the run and in both models that are compared. It moves with the box, whose front goes on by itself. */
static void check_box(const char *output) {
  char text[1024];
  snprintf(
      text, sizeof text,
      "parameters: {mu: 0.3, v0: 2}\ngravity: [0, 0, -9.81]\nground: {shapes: {floor: {plane: z}}}\n"
      "bodies: {box: {at: [0, 0, 0.05], velocity: [v0, 0, 0], shapes: {s: {box: [0.2, 0.2, 0.1], density: 500}}}}\n"
      "contacts:\n  c: {between: [box.s, ground.floor], stiffness: 1e6, damping: 0.5,\n"
      "      friction: {static: mu, sliding: 0.8*mu, v_s: 0.02, v_d: 0.1}}\n"
      "simulate: {end: 0.5}\noutput: {every: 0.005%s}\n",
      output);
  Ran ran = run(text, "mu");
  const double *y = column(&ran, "c.py"), *by_mu = column(&ran, "d_c.py/d_mu"), *x = column(&ran, "d_c.px/d_mu");
  for (int64_t i = 0; i < sar_table_rows(ran.table); i++) {
    CHECK_NEAR(fabs(y[i]), 0.098, 1e-6); /* of its sphere: edges are round */
    CHECK_NEAR(by_mu[i], 0, 1e-6);
    CHECK_NEAR(x[i], 0, 10);
  }
  finish(&ran);
}

static void corners_of_a_box(void **state) {
  (void)state;
  check_box("");
  check_box(", of: [c.px, c.py]");
}

/* The derivative is that of the corner which the run has chosen: it moves outwards with the width, to its own side. */
static void corner_of_the_run(void **state) {
  (void)state;
  Ran ran =
      run("parameters: {b: 0.2}\ngravity: [0, 0, -9.81]\nground: {shapes: {floor: {plane: z}}}\n"
          "bodies: {box: {at: [0, 0, 0.05], velocity: [2, 0, 0], shapes: {s: {box: [0.2, b, 0.1], density: 500}}}}\n"
          "contacts:\n  c: {between: [box.s, ground.floor], stiffness: 1e6, damping: 0.5,\n"
          "      friction: {static: 0.3, sliding: 0.24, v_s: 0.02, v_d: 0.1}}\n"
          "simulate: {end: 0.5}\noutput: {every: 0.005}\n",
          "b");
  const double *y = column(&ran, "c.py"), *by_b = column(&ran, "d_c.py/d_b");
  int left = 0, right = 0;
  for (int64_t i = 0; i < sar_table_rows(ran.table); i++) {
    CHECK_NEAR(by_b[i], y[i] > 0 ? 0.5 : -0.5, 1e-6);
    left += y[i] > 0;
    right += y[i] < 0;
  }
  assert_true(left + right > 100);
  finish(&ran);
}

/* From h = 5 m a ball comes to the floor after 1 s. The row there stands between two models of which one touches. */
static void number_of_touches(void **state) {
  (void)state;
  Ran ran =
      run("parameters: {h: 5}\ngravity: [0, 0, -10]\nground: {shapes: {floor: {plane: z}}}\n"
          "bodies: {ball: {at: [0, 0, h + 0.1], shapes: {s: {sphere: 0.1, density: 500}}}}\n"
          "contacts: {c: {between: [ball.s, ground.floor], stiffness: 1e6}}\n"
          "simulate: {end: 1.05, method: radau5, tolerance: 1e-10}\noutput: {every: 0.25}\n",
          "h");
  const double *gap = column(&ran, "d_c.gap/d_h"), *count = column(&ran, "d_c.count/d_h");
  for (int64_t i = 0; i < sar_table_rows(ran.table); i++) {
    assert_true(count[i] == 0);
    if (column(&ran, "time")[i] <= 1) CHECK_NEAR(gap[i], 1, 1e-6);
  }
  CHECK_NEAR(column(&ran, "c.gap")[4], 0, 1e-6);
  finish(&ran);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(corners_of_a_box), cmocka_unit_test(corner_of_the_run),
                                     cmocka_unit_test(number_of_touches)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
