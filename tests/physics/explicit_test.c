/* Explicit methods on everything that a model can contain, against an implicit method: motions that are given,
 * redundant and nonholonomic constraints, states, variables given by equations, events. */
#include <stdio.h>

#include "physics/support.h"

#define REFERENCE_TOLERANCE 1e-10

typedef struct Case {
  const char *model, *column;
  double end;
  double third, fifth; /* errors allowed with ab3 and with methods of fifth order, steps of 1 ms */
} Case;

static const Case cases[] = {
    {"driven_slider_crank", "rod.x", 1, 1e-7, 1e-10},     {"A02_Nfourbar_N2_natural", "crank0.x", 1, 6e-7, 1e-11},
    {"rolling_disk_free", "disk.x", 1, 6e-6, 2e-9},       {"pid_loop", "y.value", 1, 3e-8, 1e-11},
    {"variable_loop", "y.value", 1, 1e-7, 1e-11},         {"bouncing_ball", "ball.z", 2, 1e-11, 1e-11},
    {"chaplygin_sleigh_body", "sleigh.x", 1, 1e-6, 1e-9}, {"driven_equations", "u.value", 1, 1e-6, 1e-9},
};

static double last_value(const Case *c, const char *method, double tolerance, double step) {
  Run run =
      physics_run(&(Setup){.model = c->model, .method = method, .tolerance = tolerance, .step = step, .end = c->end});
  double value = physics_column(&run, c->column)[physics_rows(&run) - 1];
  physics_finish(&run);
  return value;
}

static void compare(const Case *c, const char *method, double value, double exact, double allowed) {
  print_message("%-24s %-8s %.2e\n", c->model, method, fabs(value - exact));
  if (!(fabs(value - exact) <= allowed)) fail_msg("%s, %s: %.2e", c->model, method, fabs(value - exact));
}

static void everything(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Case *c = &cases[i];
    double exact = last_value(c, "radau5", REFERENCE_TOLERANCE, 0);
    compare(c, "ab3", last_value(c, "ab3", 0, 1e-3), exact, c->third);
    compare(c, "ampc5", last_value(c, "ampc5", 0, 1e-3), exact, c->fifth);
    compare(c, "mampc4", last_value(c, "mampc4", 0, 1e-3), exact, c->fifth);
    compare(c, "dopri5", last_value(c, "dopri5", 0, 1e-3), exact, c->fifth);
    compare(c, "rkf45", last_value(c, "rkf45", 1e-9, 0), exact, 1e-7);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(everything)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
