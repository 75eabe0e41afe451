/* Meshes as shapes: a block from files of all formats falls as a box does; a ball in a groove, an L on a box. */
#include "physics/support.h"

/* Mass, inertia and motion; the first bounce is over at 0.2 s, later ones magnify what rounding of floats leaves. */
static void blocks_are_boxes(void **state) {
  (void)state;
  static const char *const models[] = {"mesh/obj", "mesh/corners", "mesh/stl", "mesh/bytes"};
  static const char *const columns[] = {"block.x", "block.y", "block.z", "block.vz", "block.wx", "block.wy"};
  Run box = physics_run(&(Setup){.model = "mesh/box", .end = 0.2, .tolerance = 1e-9});
  for (int i = 0; i < 4; i++) {
    Run run = physics_run(&(Setup){.model = models[i], .end = 0.2, .tolerance = 1e-9});
    int64_t rows = physics_rows(&box);
    assert_int_equal(physics_rows(&run), rows);
    for (int k = 0; k < 6; k++) {
      for (int64_t row = 0; row < rows; row++) {
        double expected = physics_column(&box, columns[k])[row];
        CHECK_NEAR(physics_column(&run, columns[k])[row], expected, 1e-4 * (1 + fabs(expected)));
      }
    }
    assert_true(physics_column(&run, "block.vz")[rows - 1] > -1); /* it has touched: free fall gives -1.96 */
    physics_finish(&run);
  }
  physics_finish(&box);
}

/* Both walls carry: N = m g/(2 cos), the depth (N/k)^(2/3), the middle (R + r - depth)/cos above the valley. */
static void a_ball_rests_in_a_groove(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "mesh/groove", .end = 5});
  int64_t last = physics_rows(&run) - 1;
  double cosine = 1 / hypot(1, 0.4), N = 2 * 9.81 / 2 / cosine, depth = pow(N / 1e5, 2.0 / 3);
  CHECK_NEAR(physics_column(&run, "ball.z")[last], (0.25 - depth) / cosine, 2e-6);
  CHECK_NEAR(physics_column(&run, "touch.count")[last], 2, 0);
  CHECK_NEAR(physics_column(&run, "touch.fz2")[last], 2 * 9.81, 0.02 * 2 * 9.81); /* it still swings a little */
  assert_true(run.summary.energy_balance_max < 5e-3);
  physics_finish(&run);
}

/* Corners of an L on the faces of a box: they carry its weight. */
static void an_angle_stands_on_a_box(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "mesh/angle"});
  int64_t last = physics_rows(&run) - 1;
  double weight = (0.2 * 0.1 + 0.1 * 0.1) * 0.1 * 1000 * 9.81;
  CHECK_NEAR(physics_column(&run, "above.fz2")[last], weight, 0.01 * weight);
  CHECK_NEAR(physics_column(&run, "angle.vz")[last], 0, 1e-3);
  CHECK_NEAR(physics_column(&run, "angle.q0")[last], 1, 1e-3); /* it lies flat */
  physics_finish(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_are_boxes),
      cmocka_unit_test(a_ball_rests_in_a_groove),
      cmocka_unit_test(an_angle_stands_on_a_box),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
