/* label: long. Memory that is exhausted and disks that are full, at every moment of a call of the program; of long
 * sequences only some (fault_long_test.c has them all). */
#include "check.h"
#include "fault/campaign.h"
#include "sanitized.h"

static const Pace pace = {SANITIZED ? 8 : 20, SANITIZED ? 1.6 : 1.3};

static void one_allocation_fails(void **state) {
  (void)state;
  campaign(cases_of_runs(), FAULT_MEMORY, false, pace);
}

static void memory_stays_exhausted(void **state) {
  (void)state;
  campaign(cases_of_runs(), FAULT_MEMORY, true, pace);
}

static void one_file_operation_fails(void **state) {
  (void)state;
  campaign(cases_of_runs(), FAULT_FILE, false, pace);
}

static void the_disk_stays_full(void **state) {
  (void)state;
  campaign(cases_of_runs(), FAULT_FILE, true, pace);
}

/* The file, its name and the folder are on the disk before the journal is deleted. */
static void a_journal_is_deleted_last(void **state) {
  (void)state;
  const TrialCase run = {{"run", SAR_TEST_DIR "/models/pendulum.yaml", "--end", "0.1", "--quiet", "-o", "p.h5"},
                         {"p.h5"},
                         .fragile = true};
  char folder[64];
  trial_enter_folder(folder);
  Trial trial = trial_run(&run, FAULT_FILE, 0, false);
  trial_leave_folder(folder);
  assert_int_equal(trial.code, 0);
  assert_string_equal(trial.trail, "drsu");
}

static void an_allocation_of_a_library_fails(void **state) {
  (void)state;
  if (!faults_reach_libraries()) skip();
  campaign(cases_of_runs(), FAULT_ANY_ALLOCATION, false, (Pace){20, 1.2});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_allocation_fails),      cmocka_unit_test(memory_stays_exhausted),
      cmocka_unit_test(one_file_operation_fails),  cmocka_unit_test(the_disk_stays_full),
      cmocka_unit_test(a_journal_is_deleted_last), cmocka_unit_test(an_allocation_of_a_library_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
