/* Sticking is sticking: what stands on friction stands, what has too little slides, and what stops stays. */
#include <math.h>
#include <stdio.h>

#include "physics/support.h"

/* ---- a block that stops ---- */

/* A step that is long beside the way back must not pass the point where the block turns round: its friction would push
 * it on. (With `hht` at 1e-8 it came back with 0.07 m/s.) */
static void a_block_stops_and_stays(void **state) {
  (void)state;
  static const char *const methods[] = {"hht", "bdf", "radau5"};
  for (int k = 0; k < 6; k++) {
    Run run = physics_run(&(Setup){
        .model = "contact/sliding_block", .method = methods[k % 3], .tolerance = k < 3 ? 1e-6 : 1e-8, .every = 1e-3});
    const double *v = physics_column(&run, "block.vx");
    double lowest = 0;
    for (int64_t i = 0; i < physics_rows(&run); i++) lowest = fmin(lowest, v[i]);
    print_message("%s, %s: back with %.1e m/s at most, energy %.1e, %d steps, %d rejected\n", methods[k % 3],
                  k < 3 ? "1e-6" : "1e-8", -lowest, run.summary.energy_balance_max, (int)run.summary.steps,
                  (int)run.summary.rejected);
    assert_true(lowest >= -2e-3); /* the spring that it was held by at last lets it back a little */
    assert_true(run.summary.energy_balance_max <= (k < 3 ? 1e-3 : 1e-6));
    physics_finish(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_block_stops_and_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
