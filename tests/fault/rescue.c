#define _GNU_SOURCE
#include "fault/rescue.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "result/results.h"
#include "sarrus/result.h"

/* ---- what a call needs ---- */

/* The last operations are those on the finished HDF5 file: if one of them fails, the journal stays. */
static void make_journal(const TrialCase *run) {
  long count = trial_run(run, FAULT_FILE, 0, false).count;
  trial_copy("whole.h5", "copy.h5", -1);
  for (long n = count; n > 0; n--) {
    trial_run(run, FAULT_FILE, n, false);
    if (access("whole.h5.part", F_OK) == 0 && access("whole.h5", F_OK) != 0) break;
  }
  assert_int_equal(access("whole.h5.part", F_OK), 0);
}

void rescue_prepare(const char *model, const char *end) {
  const TrialCase run = {
      {"run", model, "--end", end, "--quiet", "-o", "whole.h5", "--checkpoint", "1e-9"}, {"whole.h5"}, .fragile = true};
  const TrialCase recover = {{"recover", "copy.part", "-o", "cut.h5", "--quiet"}, {"cut.h5"}, .fragile = true};
  long length = 0;
  make_journal(&run);
  free(trial_read("whole.h5.part", &length));
  trial_copy("whole.h5.part", "cut.part", 2 * length / 3);
  trial_copy("cut.part", "copy.part", -1);
  assert_int_equal(trial_run(&recover, FAULT_FILE, 0, false).code, 0);
  trial_copy("copy.h5", "whole.h5", -1);
  unlink("whole.h5.part");
  unlink("copy.h5");
  FILE *older = fopen("older", "w");
  assert_non_null(older);
  fputs("what stood here before\n", older);
  assert_int_equal(fclose(older), 0);
}

/* ---- what is left ---- */

static double *read_all(SarResults *results) {
  int32_t columns = sar_results_columns(results);
  double *values = malloc((size_t)columns * (size_t)sar_results_rows(results) * sizeof *values);
  if (values && sar_results_read(results, 0, columns, values) == SAR_OK) return values;
  free(values);
  return NULL;
}

static bool begins_with(SarResults *whole, SarResults *part) {
  int32_t columns = sar_results_columns(part);
  int64_t rows = sar_results_rows(part), all = sar_results_rows(whole);
  double *a = read_all(whole), *b = read_all(part);
  bool same = a && b && columns == sar_results_columns(whole) && rows <= all;
  for (int32_t i = 0; same && i < columns; i++) {
    same = strcmp(sar_results_name(whole, i), sar_results_name(part, i)) == 0 &&
           memcmp(a + i * all, b + i * rows, (size_t)rows * sizeof *a) == 0;
  }
  free(a);
  free(b);
  return same;
}

static long prefix_rows(const char *path, const char *reference) {
  SarContext *context = sar_context_create();
  SarResults *a = NULL, *b = NULL;
  SarStatus status = sar_results_open(context, reference, &a);
  if (status == SAR_OK) status = sar_results_open(context, path, &b);
  long rows = status == SAR_OK && begins_with(a, b) ? (long)sar_results_rows(b) : -1;
  sar_results_close(&a);
  sar_results_close(&b);
  sar_context_destroy(&context);
  return rows;
}

static long recover_rows(const char *part, const char *reference) {
  SarContext *context = sar_context_create();
  SarRecovery recovery;
  SarStatus status = sar_recover(context, part, "rescued.h5", &recovery);
  sar_recovery_free(&recovery);
  sar_context_destroy(&context);
  return status == SAR_OK ? prefix_rows("rescued.h5", reference) : status == SAR_INPUT ? 0 : -1;
}

long rescue_prefix(const char *path, const char *reference) { return trial_count_apart(prefix_rows, path, reference); }

long rescue_rows(const char *part, const char *reference) {
  trial_copy(part, "rescue.part", -1);
  long rows = trial_count_apart(recover_rows, "rescue.part", reference);
  unlink("rescue.part");
  unlink("rescued.h5");
  return rows;
}
