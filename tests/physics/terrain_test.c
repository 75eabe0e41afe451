/* Balls on roads and height fields, against energy and against the lowest place. */
#include <math.h>

#include "physics/support.h"

static void test_bump(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "terrain/ball_over_bump", .tolerance = 1e-7, .every = 0.001});
  const double *x = physics_column(&run, "ball.x"), *z = physics_column(&run, "ball.z"),
               *v = physics_column(&run, "ball.vx");
  int64_t crest = 0, rows = physics_rows(&run);
  for (int64_t i = 0; i < rows; i++) crest = fabs(x[i] - 4) < fabs(x[crest] - 4) ? i : crest;
  double expected = sqrt(16 - 2 * 9.81 * 0.3);
  print_message("crest: %.6f m/s at %.6f m, %.6f expected; behind %.6f m/s\n", v[crest], z[crest], expected,
                v[rows - 1]);
  CHECK_NEAR(v[crest], expected, 2e-3 * expected);
  CHECK_NEAR(z[crest], 0.5, 2e-3);
  assert_true(x[rows - 1] > 7.2);
  CHECK_NEAR(v[rows - 1], 4, 2e-3);
  assert_true(run.summary.energy_balance_max < 1e-5);
  physics_finish(&run);
}

static void test_bowl(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "terrain/ball_on_field"});
  int64_t last = physics_rows(&run) - 1;
  double x = physics_column(&run, "ball.x")[last], y = physics_column(&run, "ball.y")[last],
         z = physics_column(&run, "ball.z")[last];
  print_message("bowl: %.5f, %.5f, %.5f m\n", x, y, z);
  CHECK_NEAR(x, 0.5, 0.03);
  CHECK_NEAR(y, 0.3, 0.03);
  CHECK_NEAR(z, 0.2, 5e-3);
  physics_finish(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bump), cmocka_unit_test(test_bowl)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
