/* The tube frame of examples/modal_frame against CalculiX with the same mesh. label: numbers */
#include "calculix.h"
#include "check.h"

static const Case frame = {"frame",
                           "engine",
                           100,
                           false,
                           {"front_left", "front_right", "shock_left", "shock_right", "swing_left", "swing_right",
                            "shock_rear", "engine", "rider", "bars"}};

static void frame_frequencies(void **state) {
  (void)state;
  calculix_frequencies(&frame);
}

static void frame_loaded(void **state) {
  (void)state;
  calculix_loaded(
      &(Loaded){.of = &frame,
                .held = {"front_left", "front_right", "swing_left", "swing_right"},
                .loads = {{"rider", {0, 0, -2000}}, {"bars", {200, 400, -300}}, {"shock_left", {0, 300, 1000}}}});
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(frame_frequencies), cmocka_unit_test(frame_loaded)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
