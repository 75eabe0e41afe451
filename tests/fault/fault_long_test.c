/* As fault_test.c and studies_test.c, with nearly every call: one by one up to the thousandth of runs and the fiftieth
 * of studies, and many of those behind. All of them take hours: one check has 13000, a study as many runs as it makes.
 * label: scan */
#include <string.h>

#include "check.h"
#include "fault/campaign.h"

static void try_every(FaultKind kind, bool onwards) {
  campaign(cases_of_runs(), kind, onwards, (Pace){1000, 1.01});
  campaign(cases_of_studies(), kind, onwards, (Pace){50, 1.05});
}

static void every_allocation_fails_once(void **state) {
  (void)state;
  try_every(FAULT_MEMORY, false);
}

static void memory_stays_exhausted_from_every_allocation_on(void **state) {
  (void)state;
  try_every(FAULT_MEMORY, true);
}

static void every_file_operation_fails_once(void **state) {
  (void)state;
  try_every(FAULT_FILE, false);
}

static void the_disk_stays_full_from_every_operation_on(void **state) {
  (void)state;
  try_every(FAULT_FILE, true);
}

static void every_allocation_of_a_library_fails_once(void **state) {
  (void)state;
  if (!faults_reach_libraries()) skip();
  try_every(FAULT_ANY_ALLOCATION, false);
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "worker") == 0) return sarrus_main(argc, argv); /* a study has started it */
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_allocation_fails_once),
      cmocka_unit_test(memory_stays_exhausted_from_every_allocation_on),
      cmocka_unit_test(every_file_operation_fails_once),
      cmocka_unit_test(the_disk_stays_full_from_every_operation_on),
      cmocka_unit_test(every_allocation_of_a_library_fails_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
