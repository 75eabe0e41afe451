/* As fault_test.c, for calls that make many runs, read files of other programs or write them. */
#include <string.h>

#include "check.h"
#include "fault/campaign.h"
#include "sanitized.h"

static const Pace pace = {SANITIZED ? 4 : 8, SANITIZED ? 2 : 1.6};

static void one_allocation_fails(void **state) {
  (void)state;
  campaign(cases_of_studies(), FAULT_MEMORY, false, pace);
}

static void memory_stays_exhausted(void **state) {
  (void)state;
  campaign(cases_of_studies(), FAULT_MEMORY, true, pace);
}

static void one_file_operation_fails(void **state) {
  (void)state;
  campaign(cases_of_studies(), FAULT_FILE, false, pace);
}

static void the_disk_stays_full(void **state) {
  (void)state;
  campaign(cases_of_studies(), FAULT_FILE, true, pace);
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "worker") == 0) return sarrus_main(argc, argv); /* a study has started it */
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_allocation_fails),
      cmocka_unit_test(memory_stays_exhausted),
      cmocka_unit_test(one_file_operation_fails),
      cmocka_unit_test(the_disk_stays_full),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
