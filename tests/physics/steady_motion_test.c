/* Methods that look back over several steps, where nothing happens: wheels that spin steadily, and motors under control
 * with states that follow the motion within less than a step. No errors ask for short steps there, so the number of
 * steps is that of hht, but for turns: it takes one radian per step, they take half of one. */
#include "physics/support.h"

#define TURN 0.5    /* rad per step (numerics 1) */
#define START 60    /* steps until the step is as long as it may be */
#define REJECTED 20 /* one of that many */

static const char *const methods[] = {"bdf", "lms2"};

typedef struct Counts {
  int64_t steps, rejected;
} Counts;

static Counts counts_of(const char *model, const char *method) {
  Run run = physics_run(&(Setup){.model = model, .method = method});
  Counts counts = {run.summary.steps, run.summary.rejected};
  print_message("%-28s %-5s %lld steps, %lld rejected\n", model, method, (long long)counts.steps,
                (long long)counts.rejected);
  physics_finish(&run);
  return counts;
}

/* `turned`: by the fastest body, rad. */
static void check_spin(const char *model, double turned) {
  for (int m = 0; m < 2; m++) {
    Counts counts = counts_of(model, methods[m]);
    assert_true((double)counts.steps <= 1.2 * turned / TURN + START);
    assert_true(counts.rejected * REJECTED <= counts.steps);
  }
}

static void wheels_in_steady_spin(void **state) {
  (void)state;
  check_spin("../data/findings/bdf_spin", 20 * 5);
  check_spin("../data/findings/spin", 20 * 5);
  check_spin("spinning_bodies", 30 * 3);
  check_spin("rolling_sphere", 9.2 * 3);
}

static void motors_under_control(void **state) {
  (void)state;
  const char *const models[] = {"speed_control", "../../examples/dc_motor_pid/model", "stiff_derivative"};
  for (int k = 0; k < 3; k++) {
    Counts hht = counts_of(models[k], "hht");
    for (int m = 0; m < 2; m++) {
      Counts counts = counts_of(models[k], methods[m]);
      assert_true(counts.steps <= 2 * hht.steps + START);
      assert_true(counts.rejected * REJECTED / 2 <= counts.steps);
    }
  }
}

/* The turn of a steady spin is exact however long the steps are. */
static void steady_spin_is_exact(void **state) {
  (void)state;
  for (int m = 0; m < 2; m++) {
    Run run = physics_run(&(Setup){.model = "flywheel", .method = methods[m], .tolerance = 1e-4, .end = 2});
    const double *t = physics_column(&run, "time"), *angle = physics_column(&run, "axle.angle");
    for (int64_t i = 0; i < physics_rows(&run); i++) CHECK_NEAR(angle[i], 100 * t[i], 1e-9);
    physics_finish(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wheels_in_steady_spin),
      cmocka_unit_test(motors_under_control),
      cmocka_unit_test(steady_spin_is_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
