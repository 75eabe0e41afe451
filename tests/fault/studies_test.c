/* label: long. As fault_test.c, for calls that make many runs, read files of other programs or write them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "fault/campaign.h"
#include "sanitized.h"

static const Pace pace = {SANITIZED ? 3 : 5, SANITIZED ? 3 : 2};

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

/* ---- in a worker ---- */

#define WHICH "fails"  /* a file with the number of the allocation that fails in every worker */
#define COUNT "count"  /* how many there were */
#define LEAKED "leaks" /* a file that is there if a worker has not freed all */

static void leave(const char *path, long number) {
  FILE *stream = fopen(path, "w");
  if (!stream) exit(99);
  fprintf(stream, "%ld", number);
  fclose(stream);
}

static long find(const char *path) {
  char *text = trial_read(path, NULL);
  long number = text ? atol(text) : 0;
  free(text);
  return number;
}

/* A study has started this process, in the folder of the test. */
static int work(int argc, char **argv) {
  faults_begin(FAULT_MEMORY, find(WHICH), false);
  int code = sarrus_main(argc, argv);
  leave(COUNT, faults_end());
  if (faults_live()) leave(LEAKED, faults_live());
  return code;
}

/* Every row that counts as done is one of those of an undisturbed sweep. */
static void compare_rows(char *table, const char *reference) {
  for (char *row = strtok(table, "\n"); row; row = strtok(NULL, "\n")) {
    if (strstr(row, ",done,") && !strstr(reference, row)) fail_msg("a row is not what it was: %s", row);
  }
}

static void a_worker_without_memory_makes_no_wrong_row(void **state) {
  (void)state;
  const TrialCase *sweep = &cases_of_studies().at[0];
  char folder[64];
  trial_enter_folder(folder);
  assert_int_equal(trial_run(sweep, FAULT_MEMORY, 0, false).code, 0);
  char *reference = trial_read("p.csv", NULL);
  long count = find(COUNT), failed = 0;
  assert_true(count > 100);
  for (long n = 1; n <= count; n = n + n / 3 + 1) {
    leave(WHICH, n);
    Trial trial = trial_run(sweep, FAULT_MEMORY, 0, false);
    char *table = trial_read("p.csv", NULL);
    assert_int_equal(trial.signal, 0);
    assert_int_not_equal(trial.code, 2); /* nothing that was written is wrong */
    assert_true(table || trial.code == 3);
    failed += !table || strstr(table, "out of memory") != NULL;
    if (table) compare_rows(table, reference);
    free(table);
  }
  assert_true(failed > 5);
  assert_int_not_equal(access(LEAKED, F_OK), 0);
  free(reference);
  trial_leave_folder(folder);
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "worker") == 0) return work(argc, argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_allocation_fails),
      cmocka_unit_test(memory_stays_exhausted),
      cmocka_unit_test(one_file_operation_fails),
      cmocka_unit_test(the_disk_stays_full),
      cmocka_unit_test(a_worker_without_memory_makes_no_wrong_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
