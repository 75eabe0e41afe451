/* Runs that go on from a checkpoint give the file of a run that was never interrupted, byte for byte. */
#define _DEFAULT_SOURCE

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "file.h"
#include "result/columns.h"
#include "result/journal.h"
#include "result/sample.h"

#define ROWS 3000
#define KEPT 1700 /* rows at the second checkpoint, the one to go on from */

/* Values that no unit divides evenly. */
static SarStatus give(SarSink *sink, int64_t k) {
  double values[3] = {sin(0.1 * (double)k) / 3, exp(1e-3 * (double)k) / 7, (double)k * 0.0137};
  double time = (double)k / 30;
  SarStepRecord step = {time, 1.0 / 30,         1e-5 / (double)(k + 1), (int32_t)(k % 4),
                        2,    (int32_t)(k % 2), 1e-9 / (double)(k + 1), 1e-4 / (double)(k + 1)};
  SarStatus status = k ? sink->step(sink->self, &step) : SAR_OK;
  return status == SAR_OK ? sink->row(sink->self, time, values) : status;
}

static SarStatus begin(SarSink *sink, const char *time) {
  SarModel model = sample_model();
  if (time) sar_units_choose(&model.units, "time", time);
  SarSinkHeader header = sample_header(&model);
  if (time) header.units_json = "{\"length\":\"mm\",\"mass\":\"kg\",\"time\":\"ms\",\"force\":\"N\",\"angle\":\"deg\"}";
  header.rows_expected = ROWS;
  return sink->begin(sink->self, &header);
}

/* Rows first .. end - 1, with checkpoints at 900 and KEPT rows. */
static void give_rows(SarSink *sink, int64_t first, int64_t end) {
  for (int64_t k = first; k < end; k++) {
    assert_int_equal(give(sink, k), SAR_OK);
    if (k + 1 == 900) assert_int_equal(sar_journal_checkpoint(sink, "first", 5), SAR_OK);
    if (k + 1 == KEPT) assert_int_equal(sar_journal_checkpoint(sink, "second!", 7), SAR_OK);
  }
}

static void write_whole(SarContext *context, const char *path, const char *time) {
  SarSink sink;
  assert_int_equal(sar_sink_journal(context, path, &sink), SAR_OK);
  assert_int_equal(begin(&sink, time), SAR_OK);
  give_rows(&sink, 0, ROWS);
  assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
}

/* killed: no HDF5 file is made. */
static void write_cut(SarContext *context, bool killed, const char *time) {
  SarSink sink;
  assert_int_equal(sar_sink_journal(context, "continue_parts.h5", &sink), SAR_OK);
  assert_int_equal(begin(&sink, time), SAR_OK);
  give_rows(&sink, 0, 2000);
  if (!killed) assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
}

/* killed: the last record is torn as well. */
static void goes_on(bool killed, const char *time) {
  SarContext *context = sar_context_create();
  SarSink sink;
  write_whole(context, "continue_whole.h5", time);
  write_cut(context, killed, time);
  const char *left = killed ? "continue_parts.h5.part" : "continue_parts.h5";
  size_t length = 0;
  free(read_all(left, &length));
  if (killed) assert_int_equal(truncate(left, (off_t)length - 5), 0);
  SarResultFile file;
  assert_int_equal(sar_result_file_open(context, left, &file), SAR_OK);
  assert_int_equal(file.is_journal, killed);
  assert_int_equal(file.rows, killed ? 1999 : 2000);
  assert_true(file.checkpoint_rows == KEPT && file.checkpoint_steps == KEPT - 1 && file.checkpoint_size == 7);
  assert_memory_equal(file.checkpoint, "second!", 7);
  assert_int_equal(sar_journal_continue(context, "continue_parts.h5", &file, &sink), SAR_OK);
  assert_int_equal(begin(&sink, time), SAR_OK);
  give_rows(&sink, KEPT, ROWS);
  assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
  sar_result_file_close(&file);
  assert_same_files("continue_whole.h5", "continue_parts.h5");
  assert_int_equal(sar_context_errors(context), 0);
  remove("continue_whole.h5");
  remove("continue_parts.h5");
  sar_context_destroy(&context);
}

static void from_a_journal(void **state) {
  (void)state;
  goes_on(true, NULL);
}

static void from_an_hdf5_file(void **state) {
  (void)state;
  goes_on(false, NULL);
  goes_on(false, "ms");
}

/* ---- nothing is lost ---- */

static const char *const names[2] = {"continue_parts.h5", "continue_parts.h5.part"};

/* A run that was cut off: its file, what is in it, and a sink that goes on, not begun. */
typedef struct Left {
  SarContext *context;
  const char *name, *other; /* the file that is there, and the one that is not */
  char *bytes;
  size_t length;
  SarResultFile file;
  SarSink sink;
} Left;

static void leave(bool killed, Left *l) {
  *l = (Left){.context = sar_context_create(), .name = names[killed], .other = names[!killed]};
  remove(names[0]);
  remove(names[1]);
  write_cut(l->context, killed, NULL);
  l->bytes = read_all(l->name, &l->length);
  assert_int_equal(sar_result_file_open(l->context, l->name, &l->file), SAR_OK);
  assert_int_equal(sar_journal_continue(l->context, names[0], &l->file, &l->sink), SAR_OK);
}

static void assert_untouched(const Left *l) {
  size_t length = 0;
  char *bytes = read_all(l->name, &length);
  assert_int_equal(length, l->length);
  assert_memory_equal(bytes, l->bytes, length);
  free(bytes);
  assert_int_not_equal(access(l->other, F_OK), 0);
}

static void forget(Left *l) {
  l->sink.destroy(l->sink.self);
  sar_result_file_close(&l->file);
  sar_context_destroy(&l->context);
  free(l->bytes);
  remove(names[0]);
  remove(names[1]);
  assert_int_not_equal(access("continue_parts.h5.part.new", F_OK), 0);
}

static SarStatus count_row(void *self, double time, const double *values) {
  (void)values;
  int64_t *rows = self;
  assert_true(time == (double)*rows / 30);
  ++*rows;
  return SAR_OK;
}

static void without_a_row_nothing_changes(void **state) {
  (void)state;
  for (int i = 0; i < 4; i++) {
    Left l;
    leave(i % 2, &l);
    int64_t rows = 0;
    SarSink other = {.self = &rows, .row = count_row};
    assert_int_equal(begin(&l.sink, NULL), SAR_OK);
    assert_untouched(&l);
    if (i > 1) {
      assert_int_equal(sar_journal_repeat(&l.sink, &other, 1), SAR_OK);
      assert_int_equal(rows, KEPT);
    }
    assert_int_equal(l.sink.finish(l.sink.self), SAR_OK);
    assert_untouched(&l);
    forget(&l);
  }
}

/* Half of the journal that is made from the HDF5 file finds room. */
static void limit_files(rlim_t bytes) {
  struct rlimit limit;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
  limit.rlim_cur = bytes;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_journal_that_cannot_be_made_again_leaves_the_file(void **state) {
  (void)state;
  Left l;
  leave(false, &l);
  assert_int_equal(begin(&l.sink, NULL), SAR_OK);
  signal(SIGXFSZ, SIG_IGN);
  limit_files(60000);
  assert_int_equal(give(&l.sink, KEPT), SAR_IO);
  limit_files(RLIM_INFINITY);
  signal(SIGXFSZ, SIG_DFL);
  assert_int_equal(give(&l.sink, KEPT), SAR_IO);
  assert_int_equal(l.sink.finish(l.sink.self), SAR_IO);
  assert_untouched(&l);
  assert_int_equal(sar_context_errors(l.context), 1);
  assert_null(strstr(sar_context_get(l.context, 0)->remedy, "recover"));
  forget(&l);
}

/* The signal comes in the middle of a write. */
static void a_kill_while_the_journal_is_made_again_leaves_the_file(void **state) {
  (void)state;
  Left l;
  leave(false, &l);
  fflush(NULL);
  pid_t process = fork();
  assert_true(process >= 0);
  if (process == 0) {
    signal(SIGXFSZ, SIG_DFL);
    limit_files(60000);
    if (begin(&l.sink, NULL) == SAR_OK) give(&l.sink, KEPT);
    _exit(0);
  }
  int how = 0;
  assert_int_equal(waitpid(process, &how, 0), process);
  assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGXFSZ);
  assert_untouched(&l);
  assert_int_equal(access("continue_parts.h5.part.new", F_OK), 0);
  write_whole(l.context, "continue_whole.h5", NULL);
  assert_int_equal(begin(&l.sink, NULL), SAR_OK);
  give_rows(&l.sink, KEPT, ROWS);
  assert_int_equal(l.sink.finish(l.sink.self), SAR_OK);
  assert_same_files("continue_whole.h5", names[0]);
  remove("continue_whole.h5");
  forget(&l);
}

/* Somebody else goes on, with the same number of rows or with more, before this one begins. */
static void a_file_that_has_changed_is_refused(void **state) {
  (void)state;
  for (int i = 0; i < 4; i++) {
    Left l;
    leave(i % 2, &l);
    SarSink faster;
    assert_int_equal(sar_journal_continue(l.context, names[0], &l.file, &faster), SAR_OK);
    assert_int_equal(begin(&faster, NULL), SAR_OK);
    if (i > 1) assert_int_equal(give(&faster, KEPT), SAR_OK);
    assert_int_equal(sar_journal_checkpoint(&faster, i > 1 ? "second!" : "another", 7), SAR_OK);
    if (i % 2 == 0) assert_int_equal(faster.finish(faster.self), SAR_OK);
    faster.destroy(faster.self);
    free(l.bytes);
    l.bytes = read_all(l.name, &l.length);
    assert_int_equal(begin(&l.sink, NULL), SAR_IO);
    assert_non_null(strstr(sar_context_get(l.context, 0)->message, "has changed since it was read"));
    assert_int_equal(l.sink.finish(l.sink.self), SAR_OK);
    assert_untouched(&l);
    forget(&l);
  }
}

/* A run of the same name that began meanwhile keeps its journal. */
static void a_journal_that_came_meanwhile_stays(void **state) {
  (void)state;
  Left l;
  leave(false, &l);
  assert_int_equal(begin(&l.sink, NULL), SAR_OK);
  file_write_text(names[1], "of another run");
  assert_int_equal(give(&l.sink, KEPT), SAR_IO);
  assert_int_equal(l.sink.finish(l.sink.self), SAR_IO);
  size_t length = 0;
  free(read_all(names[1], &length));
  assert_int_equal(length, 14);
  remove(names[1]);
  assert_untouched(&l);
  forget(&l);
}

static void refuses(SarContext *context, const char *path, int32_t ncolumns, const char *why) {
  SarSink sink;
  SarResultFile unread = {0};
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  header.ncolumns = ncolumns;
  sar_context_clear(context);
  assert_int_equal(sar_journal_continue(context, path, &unread, &sink), SAR_OK);
  assert_int_equal(sink.begin(sink.self, &header), SAR_INPUT);
  sink.finish(sink.self);
  sink.destroy(sink.self);
  assert_int_equal(sar_context_errors(context), 1);
  assert_non_null(strstr(sar_context_get(context, 0)->message, why));
}

static void refuses_what_cannot_go_on(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarSink sink;
  for (int finished = 0; finished < 2; finished++) {
    assert_int_equal(sar_sink_journal(context, "continue_none.h5", &sink), SAR_OK);
    assert_int_equal(begin(&sink, NULL), SAR_OK);
    for (int64_t k = 0; k < 5; k++) assert_int_equal(give(&sink, k), SAR_OK);
    if (finished) assert_int_equal(sink.finish(sink.self), SAR_OK);
    sink.destroy(sink.self);
    refuses(context, "continue_none.h5", 3, "no checkpoint");
    refuses(context, "continue_none.h5", 2, "other columns");
    assert_int_equal(access(finished ? "continue_none.h5" : "continue_none.h5.part", F_OK), 0);
    remove("continue_none.h5.part");
  }
  remove("continue_none.h5");
  refuses(context, "continue_none.h5", 3, "cannot read: No such file");
  sar_context_destroy(&context);
}

/* x -> x / f -> origin -> / f gives the same bits again, whatever the unit. */
static void origins_convert_into_the_same_numbers(void **state) {
  (void)state;
  static const double factors[] = {1,
                                   1e-3,
                                   1e-6,
                                   0.0254,
                                   0.3048,
                                   0.017453292519943295769,
                                   6.2831853071795864769,
                                   1e3,
                                   60,
                                   3600,
                                   4.4482216152605,
                                   4.4482216152605 / 0.3048,
                                   1e-3 / (1e-3 * 1e-3)};
  uint64_t random = 88172645463325252u;
  for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
    for (int k = 0; k < 200000; k++) {
      random ^= random << 13, random ^= random >> 7, random ^= random << 17; /* Marsaglia's xorshift64 */
      double si, value, again;
      uint64_t bits = (random & 0x800fffffffffffffu) | (uint64_t)(1023 - 40 + random % 80) << 52;
      memcpy(&si, &bits, sizeof si);
      value = si / factors[i];
      again = sar_columns_origin(value, factors[i]) / factors[i];
      assert_memory_equal(&again, &value, sizeof value);
    }
    assert_true(sar_columns_origin(0, factors[i]) == 0 && isinf(sar_columns_origin(INFINITY, factors[i])));
    assert_true(isnan(sar_columns_origin(NAN, factors[i])));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(from_a_journal),
      cmocka_unit_test(from_an_hdf5_file),
      cmocka_unit_test(without_a_row_nothing_changes),
      cmocka_unit_test(a_journal_that_cannot_be_made_again_leaves_the_file),
      cmocka_unit_test(a_kill_while_the_journal_is_made_again_leaves_the_file),
      cmocka_unit_test(a_file_that_has_changed_is_refused),
      cmocka_unit_test(a_journal_that_came_meanwhile_stays),
      cmocka_unit_test(refuses_what_cannot_go_on),
      cmocka_unit_test(origins_convert_into_the_same_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
