/* The journal: what is read back, from whole files, from files cut off or damaged anywhere, and after a full disk. */
#define _DEFAULT_SOURCE

#include "result/journal.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "file.h"
#include "result/crc32c.h"
#include "result/results.h"
#include "result/sample.h"

#define ROWS 7
#define STORED_ROWS 40 /* of the journal in tests/data/layout */

static SarStepRecord sample_step(int32_t k) {
  return (SarStepRecord){k / 10.0, 0.1, k * 1e-6, k % 5, 2, k % 3, k * 1e-9, k * 1e-4};
}

/* One step and one row, as a run gives them. */
static SarStatus give(SarSink *sink, int64_t k) {
  double values[3], time = sample_row(k, values);
  SarStepRecord step = sample_step((int32_t)k);
  SarStatus status = k ? sink->step(sink->self, &step) : SAR_OK;
  return status == SAR_OK ? sink->row(sink->self, time, values) : status;
}

static SarStatus give_many(SarSink *sink, int64_t first, int64_t end) {
  SarStatus status = SAR_OK;
  for (int64_t k = first; k < end && status == SAR_OK; k++) status = give(sink, k);
  return status;
}

static SarStatus begin(SarSink *sink) {
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  return sink->begin(sink->self, &header);
}

/* As a killed run leaves it: no end, no HDF5. */
static void write_part(SarContext *context, const char *path, int64_t rows) {
  char part[64];
  snprintf(part, sizeof part, "%s.part", path);
  remove(part); /* of a test that was killed */
  SarSink sink;
  assert_int_equal(sar_sink_journal(context, path, &sink), SAR_OK);
  assert_int_equal(begin(&sink), SAR_OK);
  assert_int_equal(give_many(&sink, 0, rows), SAR_OK);
  sink.destroy(sink.self);
}

static bool is_there(const char *path) { return access(path, F_OK) == 0; }

/* Every row is one of the sample's, in its order; returns how many there are, -1 if the header cannot be read. */
static int64_t good_rows(const char *path, SarJournalTally *tally) {
  SarContext *context = sar_context_create();
  SarJournalReader *reader = NULL;
  SarJournalRecord record = {.kind = SAR_JOURNAL_HEADER};
  SarStatus status = sar_journal_open_read(context, path, &reader);
  assert_true(status == SAR_OK ? reader != NULL : status == SAR_INPUT && sar_context_errors(context) == 1);
  int64_t rows = 0;
  while (status == SAR_OK && record.kind != SAR_JOURNAL_NONE) {
    status = sar_journal_next(reader, &record);
    if (record.kind == SAR_JOURNAL_ROW) {
      double values[3], time = sample_row(rows++, values);
      assert_true(record.time == time);
      assert_memory_equal(record.values, values, sizeof values);
    }
  }
  if (reader) *tally = *sar_journal_tally(reader);
  sar_journal_close(&reader);
  sar_context_destroy(&context);
  return status == SAR_OK ? rows : -1;
}

/* ---- whole files ---- */

/* The check value of the catalogue of CRCs, and the same in two parts. */
static void checksum_is_crc32c(void **state) {
  (void)state;
  SarCrc32c crc;
  sar_crc32c_prepare(&crc);
  assert_int_equal(sar_crc32c(&crc, 0, "123456789", 9), 0xe3069283u);
  assert_int_equal(sar_crc32c(&crc, sar_crc32c(&crc, 0, "1234", 4), "56789", 5), 0xe3069283u);
  /* By the processor's instruction, where it has one, as by tables: any length, anywhere in memory. */
  SarCrc32c tables = crc;
  tables.instruction = false;
  assert_int_equal(sar_crc32c(&tables, 0, "123456789", 9), 0xe3069283u);
  uint8_t bytes[80];
  for (int i = 0; i < 80; i++) bytes[i] = (uint8_t)(37 * i + i * i / 3);
  for (size_t from = 0; from < 8; from++) {
    for (size_t count = 0; count <= 72; count++)
      assert_int_equal(sar_crc32c(&crc, 12345, bytes + from, count), sar_crc32c(&tables, 12345, bytes + from, count));
  }
}

static void reads_back(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarSink sink;
  assert_int_equal(sar_sink_journal(context, "journal_back.h5", &sink), SAR_OK);
  assert_int_equal(begin(&sink), SAR_OK);
  assert_int_equal(give_many(&sink, 0, 3), SAR_OK);
  assert_int_equal(sar_journal_checkpoint(&sink, "state", 5), SAR_OK);
  assert_int_equal(give(&sink, 3), SAR_OK);
  sink.destroy(sink.self);
  SarJournalReader *reader = NULL;
  assert_int_equal(sar_journal_open_read(context, "journal_back.h5.part", &reader), SAR_OK);
  const SarSinkHeader *h = sar_journal_header(reader);
  assert_string_equal(h->title, "sample");
  assert_string_equal(h->text, "model: sample\n");
  assert_string_equal(h->units_json, SAMPLE_UNITS);
  assert_string_equal(h->settings, "end=10\n");
  assert_string_equal(h->version, sar_version());
  assert_string_equal(h->method, "hht:alpha=-0.2");
  assert_int_equal(h->nfiles, 2);
  assert_string_equal(h->files[0].path, "corner.yaml");
  assert_string_equal(h->files[0].text, "model: corner\n");
  assert_int_equal(h->ncolumns, 3);
  assert_string_equal(h->columns[1].element, "crank.pin");
  assert_string_equal(h->columns[1].unit, "m/s");
  assert_true(h->columns[1].indeterminate && !h->columns[0].indeterminate);
  assert_true(h->units.length == 1e-3);
  assert_string_equal(h->units.length_name, "mm");
  static const SarJournalKind kinds[] = {SAR_JOURNAL_ROW,  SAR_JOURNAL_STEP, SAR_JOURNAL_ROW,
                                         SAR_JOURNAL_STEP, SAR_JOURNAL_ROW,  SAR_JOURNAL_CHECKPOINT,
                                         SAR_JOURNAL_STEP, SAR_JOURNAL_ROW,  SAR_JOURNAL_NONE};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    SarJournalRecord record;
    assert_int_equal(sar_journal_next(reader, &record), SAR_OK);
    assert_int_equal(record.kind, kinds[i]);
    if (i == 3) {
      SarStepRecord step = sample_step(2);
      assert_true(record.step.time == step.time && record.step.error == step.error && record.step.step == step.step);
      assert_int_equal(record.step.iterations, step.iterations);
      assert_int_equal(record.step.rejections, step.rejections);
      assert_true(record.step.constraint_position == step.constraint_position && step.constraint_position > 0);
      assert_true(record.step.constraint_velocity == step.constraint_velocity && step.constraint_velocity > 0);
    }
    if (i == 5) {
      assert_int_equal(record.count, 5);
      assert_memory_equal(record.bytes, "state", 5);
    }
  }
  const SarJournalTally *t = sar_journal_tally(reader);
  assert_true(t->rows == 4 && t->steps == 3 && t->checkpoint_rows == 3 && t->checkpoint_steps == 2 && !t->damaged);
  assert_true(!t->ended && t->last_time == 0.3);
  sar_journal_close(&reader);
  remove("journal_back.h5.part");
  sar_context_destroy(&context);
}

/* Turns a journal into one of format 1, in which steps have 36 bytes. */
static void make_old(const char *path) {
  size_t size = 0, used = 16;
  uint8_t *bytes = (uint8_t *)read_all(path, &size);
  SarCrc32c crc;
  sar_crc32c_prepare(&crc);
  bytes[8] = 1;
  for (size_t at = 16; at < size;) {
    size_t length = bytes[at + 4] + 256u * bytes[at + 5] + 65536u * bytes[at + 6], whole = 16 + length;
    bool step = bytes[at] == SAR_JOURNAL_STEP;
    memmove(bytes + used, bytes + at, whole);
    if (step) {
      assert_int_equal(length, 52);
      bytes[used + 4] = 36;
      uint32_t sum = sar_crc32c(&crc, 0, bytes + used, 12 + 36);
      for (int i = 0; i < 4; i++) bytes[used + 48 + (size_t)i] = (uint8_t)(sum >> 8 * i);
    }
    used += step ? 52 : whole;
    at += whole;
  }
  FILE *stream = fopen(path, "wb");
  assert_int_equal(fwrite(bytes, 1, used, stream), used);
  fclose(stream);
  free(bytes);
}

static void copy_stored(const char *to) {
  size_t size = 0;
  char *bytes = read_all(SAR_TEST_DIR "/data/layout/journal.h5.part", &size);
  file_write(to, bytes, size);
  free(bytes);
}

/* What version 0.6 wrote: columns one by one in the header. */
static void reads_format_2(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarResults *results = NULL;
  double values[STORED_ROWS];
  SarJournalTally tally;
  copy_stored("journal_two.h5.part");
  assert_int_equal(sar_journal_convert(context, "journal_two.h5.part", "journal_two.h5", &tally), SAR_OK);
  assert_true(tally.rows == STORED_ROWS && tally.damaged == 0);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(sar_results_open(context, i ? "journal_two.h5" : "journal_two.h5.part", &results), SAR_OK);
    assert_int_equal(sar_results_column(results, 1, values), SAR_OK);
    for (int k = 0; k < STORED_ROWS; k++) CHECK_NEAR(values[k], k, 1e-12);
    assert_int_equal(sar_results_step_column(results, "constraint_position", values), SAR_OK);
    for (int k = 1; k < STORED_ROWS; k++) assert_true(values[k - 1] == k * 1e-9);
    assert_int_equal(sar_results_events(results), 4);
    sar_results_close(&results);
  }
  remove("journal_two.h5.part");
  remove("journal_two.h5");
  sar_context_destroy(&context);
}

/* Journals from before steps knew the violation of constraints are read, and say that it is not known. */
static void reads_format_1(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarResults *results = NULL;
  double values[STORED_ROWS];
  copy_stored("journal_old.h5.part");
  make_old("journal_old.h5.part");
  assert_int_equal(sar_results_open(context, "journal_old.h5.part", &results), SAR_OK);
  assert_int_equal(sar_results_rows(results), STORED_ROWS);
  assert_int_equal(sar_results_steps(results), STORED_ROWS - 1);
  assert_int_equal(sar_results_step_column(results, "rejections", values), SAR_OK);
  for (int32_t k = 1; k < STORED_ROWS; k++) assert_true(values[k - 1] == k % 2);
  assert_int_equal(sar_results_step_column(results, "constraint_position", values), SAR_INPUT);
  sar_results_close(&results);
  SarJournalTally tally;
  assert_int_equal(sar_journal_convert(context, "journal_old.h5.part", "journal_old.h5", &tally), SAR_OK);
  assert_true(tally.rows == STORED_ROWS && tally.damaged == 0);
  assert_int_equal(sar_results_open(context, "journal_old.h5", &results), SAR_OK);
  assert_int_equal(sar_results_step_column(results, "constraint_velocity", values), SAR_OK);
  for (int32_t k = 1; k < STORED_ROWS; k++) assert_true(isnan(values[k - 1]));
  sar_results_close(&results);
  remove("journal_old.h5.part");
  remove("journal_old.h5");
  sar_context_destroy(&context);
}

/* The HDF5 file is the one that direct streaming gives where it is known how much comes, byte for byte; the journal is
 * gone. */
static void makes_the_same_hdf5(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  static const char *const paths[] = {"journal_through.h5", "journal_direct.h5"};
  for (int i = 0; i < 2; i++) {
    SarSink sink;
    const SarSinkCounts counts = {.rows = 2600, .steps = 2599};
    assert_int_equal(i ? sar_sink_hdf5_counted(context, paths[i], &counts, (SarSinkWatch){0}, &sink)
                       : sar_sink_journal(context, paths[i], &sink),
                     SAR_OK);
    assert_int_equal(begin(&sink), SAR_OK);
    assert_int_equal(give_many(&sink, 0, 2500), SAR_OK);
    assert_int_equal(sar_journal_checkpoint(&sink, "abc", 3), SAR_OK);
    assert_int_equal(give_many(&sink, 2500, 2600), SAR_OK);
    assert_int_equal(sink.finish(sink.self), SAR_OK);
    assert_int_equal(sink.finish(sink.self), SAR_OK);
    sink.destroy(sink.self);
  }
  assert_same_files(paths[0], paths[1]);
  assert_false(is_there("journal_through.h5.part"));
  assert_false(is_there("journal_through.h5.new"));
  SarResultFile file;
  assert_int_equal(sar_result_file_open(context, paths[0], &file), SAR_OK);
  assert_true(file.rows == 2600 && file.steps == 2599 && !file.is_journal && fabs(file.last_time - 259.9) < 1e-9);
  assert_true(file.checkpoint_size == 3 && file.checkpoint_rows == 2500 && file.checkpoint_steps == 2499);
  assert_memory_equal(file.checkpoint, "abc", 3);
  assert_string_equal(file.header.columns[1].element, "crank.pin");
  sar_result_file_close(&file);
  remove(paths[0]);
  remove(paths[1]);
  sar_context_destroy(&context);
}

static void an_older_file_stands_until_the_end(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarSink sink;
  file_write("journal_older.h5", "older", 5);
  assert_int_equal(sar_sink_journal(context, "journal_older.h5", &sink), SAR_OK);
  assert_int_equal(begin(&sink), SAR_OK);
  assert_int_equal(give_many(&sink, 0, ROWS), SAR_OK);
  size_t length = 0;
  char *text = read_all("journal_older.h5", &length);
  assert_string_equal(text, "older");
  free(text);
  assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
  text = read_all("journal_older.h5", &length);
  assert_memory_equal(text + 1, "HDF", 3);
  free(text);
  /* a run without a row leaves it as it is */
  file_write("journal_older.h5", "older", 5);
  assert_int_equal(sar_sink_journal(context, "journal_older.h5", &sink), SAR_OK);
  assert_int_equal(begin(&sink), SAR_OK);
  assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
  text = read_all("journal_older.h5", &length);
  assert_string_equal(text, "older");
  free(text);
  assert_false(is_there("journal_older.h5.part"));
  remove("journal_older.h5");
  sar_context_destroy(&context);
}

/* ---- damage ---- */

static void survives_a_cut_anywhere(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  write_part(context, "journal_cut.h5", ROWS);
  size_t size = 0, header = 0;
  char *bytes = read_all("journal_cut.h5.part", &size);
  SarJournalTally tally;
  int64_t before = -1;
  for (size_t length = 0; length <= size; length++) {
    file_write("journal_cut.part", bytes, length);
    int64_t rows = good_rows("journal_cut.part", &tally);
    if (rows == 0 && before == -1) header = length;
    assert_true(rows == before || rows == before + 1);
    if (rows >= 0) assert_int_equal(tally.good + tally.damaged, length);
    before = rows;
  }
  assert_int_equal(before, ROWS);
  assert_int_equal(tally.damaged, 0);
  /* rows of 48 bytes, steps of 68: nothing else behind the header */
  assert_int_equal(size - header, ROWS * (16 + 32) + (ROWS - 1) * (16 + 52));
  free(bytes);
  remove("journal_cut.part");
  remove("journal_cut.h5.part");
  sar_context_destroy(&context);
}

static void finds_a_flipped_bit_anywhere(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  write_part(context, "journal_flip.h5", ROWS);
  size_t size = 0;
  char *bytes = read_all("journal_flip.h5.part", &size);
  SarJournalTally tally;
  for (size_t i = 0; i < size; i++) {
    int bit = (int)(i * 5 % 8);
    if (i >= 12 && i < 16) continue; /* reserved */
    bytes[i] = (char)(bytes[i] ^ 1 << bit);
    file_write("journal_flip.part", bytes, size);
    int64_t rows = good_rows("journal_flip.part", &tally); /* checks the values of all rows it gets */
    assert_true(rows < ROWS);
    if (rows >= 0) assert_true(tally.damaged > 0 && tally.good <= (int64_t)i);
    bytes[i] = (char)(bytes[i] ^ 1 << bit);
  }
  free(bytes);
  remove("journal_flip.part");
  remove("journal_flip.h5.part");
  sar_context_destroy(&context);
}

static void foreign_files_are_no_journals(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarJournalReader *reader = NULL;
  file_write("journal_foreign.part", "time,x\n0,1\n0,1\n0,1\n", 19);
  assert_int_equal(sar_journal_open_read(context, "journal_foreign.part", &reader), SAR_INPUT);
  assert_null(reader);
  assert_int_equal(sar_journal_open_read(context, "no/such.part", &reader), SAR_INPUT);
  assert_int_equal(sar_journal_open_read(context, ".", &reader), SAR_INPUT);
  assert_int_equal(sar_context_errors(context), 3);
  remove("journal_foreign.part");
  sar_context_destroy(&context);
}

/* ---- two runs, and one after another ---- */

static void refuses_a_second_run(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarSink first, second;
  assert_int_equal(sar_sink_journal(context, "journal_lock.h5", &first), SAR_OK);
  assert_int_equal(sar_sink_journal(context, "journal_lock.h5", &second), SAR_OK);
  assert_int_equal(begin(&first), SAR_OK);
  assert_int_equal(begin(&second), SAR_IO);
  assert_string_equal(sar_context_get(context, 0)->message, "another run is writing journal_lock.h5.part");
  assert_int_equal(give(&first, 0), SAR_OK);
  SarRecovery recovery;
  assert_int_equal(sar_recover(context, "journal_lock.h5.part", NULL, &recovery), SAR_IO);
  sar_recovery_free(&recovery);
  assert_int_equal(second.finish(second.self), SAR_IO);
  second.destroy(second.self);
  assert_true(is_there("journal_lock.h5.part"));
  assert_int_equal(first.finish(first.self), SAR_OK);
  first.destroy(first.self);
  assert_int_equal(sar_context_errors(context), 2);
  assert_true(is_there("journal_lock.h5"));
  remove("journal_lock.h5");
  sar_context_destroy(&context);
}

static void refuses_to_overwrite_what_a_killed_run_left(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarSink sink;
  write_part(context, "journal_left.h5", ROWS);
  size_t size = 0;
  char *bytes = read_all("journal_left.h5.part", &size);
  assert_int_equal(sar_sink_journal(context, "journal_left.h5", &sink), SAR_OK);
  assert_int_equal(begin(&sink), SAR_IO);
  assert_int_equal(sink.finish(sink.self), SAR_IO);
  sink.destroy(sink.self);
  assert_int_equal(sar_context_errors(context), 1);
  const SarDiagnostic *d = sar_context_get(context, 0);
  assert_string_equal(d->message, "journal_left.h5.part holds the results of a run that was cut off at t = 0.6 s");
  assert_string_equal(d->remedy, "`sarrus recover journal_left.h5.part` makes a results file of it; or delete it");
  file_write("journal_left_copy", bytes, size);
  assert_same_files("journal_left.h5.part", "journal_left_copy");
  /* something else under that name is not touched either */
  file_write("journal_left.h5.part", "precious", 8);
  assert_int_equal(sar_sink_journal(context, "journal_left.h5", &sink), SAR_OK);
  assert_int_equal(begin(&sink), SAR_IO);
  sink.destroy(sink.self);
  file_write("journal_left_copy", "precious", 8);
  assert_same_files("journal_left.h5.part", "journal_left_copy");
  /* a journal without a row holds nothing */
  remove("journal_left.h5.part");
  write_part(context, "journal_left.h5", 0);
  write_part(context, "journal_left.h5", 1);
  free(bytes);
  remove("journal_left.h5.part");
  remove("journal_left_copy");
  sar_context_destroy(&context);
}

static void recovers(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  write_part(context, "journal_recover.h5", ROWS);
  size_t size = 0;
  char *bytes = read_all("journal_recover.h5.part", &size);
  file_write("journal_recover.h5.part", bytes, size - 3);
  SarRecovery recovery;
  assert_int_equal(sar_recover(context, "journal_recover.h5.part", "journal_recover.h5.part", &recovery), SAR_USAGE);
  sar_recovery_free(&recovery);
  assert_true(is_there("journal_recover.h5.part"));
  assert_int_equal(sar_recover(context, "journal_recover.h5.part", NULL, &recovery), SAR_OK);
  assert_string_equal(recovery.path, "journal_recover.h5");
  assert_true(recovery.rows == ROWS - 1 && recovery.steps == ROWS - 1 && fabs(recovery.last_time - 0.5) < 1e-12);
  assert_int_equal(recovery.damaged_bytes, 45);
  assert_false(recovery.ended);
  sar_recovery_free(&recovery);
  assert_false(is_there("journal_recover.h5.part"));
  free(bytes);
  remove("journal_recover.h5");
  sar_context_destroy(&context);
}

/* ---- a full disk ---- */

static void limit_files(rlim_t size) {
  struct rlimit limit;
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
  limit.rlim_cur = size;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_is_reported_once(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarSink sink;
  assert_int_equal(sar_sink_journal(context, "journal_full.h5", &sink), SAR_OK);
  assert_int_equal(begin(&sink), SAR_OK);
  limit_files(20001);
  SarStatus status = SAR_OK;
  int64_t given = 0;
  for (; status == SAR_OK && given < 100000; given++) status = give(&sink, given);
  assert_int_equal(status, SAR_IO);
  assert_int_equal(give(&sink, given), SAR_IO);
  assert_int_equal(sink.finish(sink.self), SAR_IO);
  sink.destroy(sink.self);
  limit_files(RLIM_INFINITY);
  assert_int_equal(sar_context_errors(context), 1);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "cannot write journal_full.h5.part: "));
  assert_non_null(strstr(sar_context_get(context, 0)->remedy, "sarrus recover journal_full.h5.part"));
  SarJournalTally tally;
  assert_true(good_rows("journal_full.h5.part", &tally) > 150);
  assert_int_equal(tally.good + tally.damaged, 20001);
  assert_false(is_there("journal_full.h5"));
  remove("journal_full.h5.part");
  sar_context_destroy(&context);
}

/* The journal was written, the HDF5 file does not fit. */
static void the_journal_stays_if_the_hdf5_file_cannot_be_made(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarSink sink;
  file_write("journal_stays.h5", "older", 5);
  assert_int_equal(sar_sink_journal(context, "journal_stays.h5", &sink), SAR_OK);
  assert_int_equal(begin(&sink), SAR_OK);
  assert_int_equal(give_many(&sink, 0, ROWS), SAR_OK);
  limit_files(4096);
  assert_int_equal(sink.finish(sink.self), SAR_IO);
  limit_files(RLIM_INFINITY);
  sink.destroy(sink.self);
  assert_int_equal(sar_context_errors(context), 1);
  const SarDiagnostic *d = sar_context_get(context, 0);
  assert_non_null(strstr(d->message, "the results are kept in journal_stays.h5.part"));
  assert_non_null(strstr(d->remedy, "`sarrus recover journal_stays.h5.part`"));
  size_t length = 0;
  char *text = read_all("journal_stays.h5", &length);
  assert_string_equal(text, "older");
  free(text);
  assert_false(is_there("journal_stays.h5.new"));
  SarRecovery recovery;
  assert_int_equal(sar_recover(context, "journal_stays.h5.part", NULL, &recovery), SAR_OK);
  assert_true(recovery.ended && recovery.rows == ROWS && recovery.damaged_bytes == 0);
  sar_recovery_free(&recovery);
  remove("journal_stays.h5");
  sar_context_destroy(&context);
}

/* A run that was cut off before its first row was written leaves nothing that is in the way of the next one. */
static void a_leftover_without_rows_is_no_obstacle(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  write_part(context, "journal_torn.h5", 1);
  size_t size = 0;
  char *bytes = read_all("journal_torn.h5.part", &size);
  for (size_t cut = 0; cut <= size; cut++) {
    SarContext *own = sar_context_create();
    SarSink sink;
    file_write("journal_torn.h5.part", bytes, cut);
    assert_int_equal(sar_sink_journal(own, "journal_torn.h5", &sink), SAR_OK);
    assert_int_equal(begin(&sink), cut < size ? SAR_OK : SAR_IO);
    sink.destroy(sink.self);
    sar_context_destroy(&own);
  }
  SarJournalTally tally;
  assert_int_equal(good_rows("journal_torn.h5.part", &tally), 1); /* the whole one was not touched */

  /* Other files are never overwritten, nor is a large one whose header looks longer than the file. */
  const size_t large = (size_t)3 << 20;
  char *more = calloc(1, large);
  assert_non_null(more);
  memcpy(more, bytes, 28);
  more[16 + 4 + 4] = 1; /* a length of 4 GB and more */
  SarSink sink;
  file_write("journal_torn.h5.part", more, large);
  assert_int_equal(sar_sink_journal(context, "journal_torn.h5", &sink), SAR_OK);
  assert_int_equal(begin(&sink), SAR_IO);
  sink.destroy(sink.self);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "exists and is not the journal of a run"));
  size_t after = 0;
  free(read_all("journal_torn.h5.part", &after));
  assert_int_equal(after, large);
  unlink("journal_torn.h5.part");
  free(more);
  free(bytes);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(checksum_is_crc32c),
      cmocka_unit_test(reads_back),
      cmocka_unit_test(reads_format_2),
      cmocka_unit_test(reads_format_1),
      cmocka_unit_test(makes_the_same_hdf5),
      cmocka_unit_test(an_older_file_stands_until_the_end),
      cmocka_unit_test(survives_a_cut_anywhere),
      cmocka_unit_test(finds_a_flipped_bit_anywhere),
      cmocka_unit_test(foreign_files_are_no_journals),
      cmocka_unit_test(refuses_a_second_run),
      cmocka_unit_test(refuses_to_overwrite_what_a_killed_run_left),
      cmocka_unit_test(recovers),
      cmocka_unit_test(a_full_disk_is_reported_once),
      cmocka_unit_test(the_journal_stays_if_the_hdf5_file_cannot_be_made),
      cmocka_unit_test(a_leftover_without_rows_is_no_obstacle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
