/* label: scan. What docs/howto/choose-a-method.md says of singular poses: the N-four-bar over ten seconds and six such
 * poses with 1, 2, 4 and 40 windows and tolerances of 1e-3 to 1e-9. */
#include <stdio.h>

#include "physics/fourbar.h"

static void passes_all(const char *method, double tightest) {
  static const int windows[] = {1, 2, 4, 40};
  for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
    char set[16];
    snprintf(set, sizeof set, "N=%d", windows[i]);
    for (double tolerance = 1e-3; tolerance > 0.5 * tightest; tolerance /= 10) {
      Run run = physics_run(&(Setup){.model = FOURBAR, .set = set, .method = method, .tolerance = tolerance});
      print_message("%s N = %d, %.0e: %d steps, %d rejected, at least %.1e s\n", method, windows[i], tolerance,
                    (int)run.summary.steps, (int)run.summary.rejected, run.summary.smallest_step);
      physics_finish(&run);
    }
  }
}

static void hht(void **state) { (void)state, passes_all("hht", 1e-9); }
static void bdf(void **state) { (void)state, passes_all("bdf", 1e-9); }
static void radau5(void **state) { (void)state, passes_all("radau5", 1e-9); }
static void radau3(void **state) { (void)state, passes_all("radau3", 1e-9); }
static void esdirk(void **state) { (void)state, passes_all("esdirk325l2sa", 1e-9); }
static void ida(void **state) { (void)state, passes_all("ida", 1e-7); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hht),    cmocka_unit_test(bdf),    cmocka_unit_test(radau5),
      cmocka_unit_test(radau3), cmocka_unit_test(esdirk), cmocka_unit_test(ida),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
