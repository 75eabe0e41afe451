/* As fault_test.c, with every single call. label: scan */
#include "check.h"
#include "fault/campaign.h"

static const Pace every = {0, 1};

static void every_allocation_fails_once(void **state) {
  (void)state;
  campaign(FAULT_MEMORY, false, every);
}

static void memory_stays_exhausted_from_every_allocation_on(void **state) {
  (void)state;
  campaign(FAULT_MEMORY, true, every);
}

static void every_file_operation_fails_once(void **state) {
  (void)state;
  campaign(FAULT_FILE, false, every);
}

static void the_disk_stays_full_from_every_operation_on(void **state) {
  (void)state;
  campaign(FAULT_FILE, true, every);
}

static void every_allocation_of_a_library_fails_once(void **state) {
  (void)state;
  if (!faults_reach_libraries()) skip();
  campaign(FAULT_ANY_ALLOCATION, false, every);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_allocation_fails_once),
      cmocka_unit_test(memory_stays_exhausted_from_every_allocation_on),
      cmocka_unit_test(every_file_operation_fails_once),
      cmocka_unit_test(the_disk_stays_full_from_every_operation_on),
      cmocka_unit_test(every_allocation_of_a_library_fails_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
