/* A record is good for one resumption: what it read before is not what the file holds afterwards. */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/record/record.h"
#include "analysis/support.h"
#include "check.h"
#include "file.h"
#include "hht_options.h"

#define FILE_NAME "resume_test.h5"

static SarRunOptions options_to_stop(int *left) {
  SarRunOptions options = hht_options();
  options.progress = stop_after;
  options.progress_self = left;
  return options;
}

/* Runs into the file, and stops; the options do so again when `left` is set anew. */
static SarRunOptions run_a_while(const Fixture *f, int *left) {
  SarRunOptions options = options_to_stop(left);
  options.hdf5 = FILE_NAME;
  assert_int_equal(sar_run(f->context, f->system, &options, NULL), SAR_INTERRUPTED);
  return options;
}

static void assert_unchanged(const char *before, long length) {
  long now = 0;
  char *bytes = file_bytes(FILE_NAME, &now);
  assert_int_equal(now, length);
  assert_memory_equal(bytes, before, (size_t)length);
  free(bytes);
  assert_int_not_equal(access(FILE_NAME ".part", F_OK), 0);
}

static void a_record_resumes_once(void **state) {
  (void)state;
  Fixture f = fixture_of(pendulum_text);
  SarRecord *record = NULL;
  long length = 0, whole_length = 0;
  int few = 20, many = 1000000;
  SarRunOptions to_end = options_to_stop(&many);
  to_end.hdf5 = FILE_NAME;
  assert_int_equal(sar_run(f.context, f.system, &to_end, NULL), SAR_OK);
  char *whole = file_bytes(FILE_NAME, &whole_length);
  remove(FILE_NAME);
  SarRunOptions once = run_a_while(&f, &few);
  assert_int_equal(sar_record_open(f.context, FILE_NAME, &record), SAR_OK);
  few = 20;
  assert_int_equal(sar_resume(record, &once, NULL), SAR_INTERRUPTED);
  char *before = file_bytes(FILE_NAME, &length);
  sar_context_clear(f.context);
  assert_int_equal(sar_resume(record, &to_end, NULL), SAR_IO);
  assert_non_null(strstr(fixture_message(&f, SAR_ERROR), FILE_NAME " has changed since it was read"));
  assert_unchanged(before, length);
  sar_record_close(&record);
  assert_int_equal(sar_record_open(f.context, FILE_NAME, &record), SAR_OK);
  assert_int_equal(sar_resume(record, &to_end, NULL), SAR_OK);
  assert_unchanged(whole, whole_length);
  assert_int_not_equal(sar_resume(record, &to_end, NULL), SAR_OK);
  assert_unchanged(whole, whole_length);
  sar_record_close(&record);
  free(before);
  free(whole);
  remove(FILE_NAME);
  fixture_free(&f);
}

/* The checkpoint of the file behind one row only. */
static void take_rows_away(SarContext *context) {
  SarResultFile file;
  SarSink sink;
  assert_int_equal(sar_result_file_open(context, FILE_NAME, &file), SAR_OK);
  double *values = calloc((size_t)file.header.ncolumns + 1, sizeof *values);
  assert_non_null(values);
  assert_int_equal(sar_sink_journal(context, FILE_NAME, &sink), SAR_OK);
  assert_int_equal(sink.begin(sink.self, &file.header), SAR_OK);
  assert_int_equal(sink.row(sink.self, 0, values), SAR_OK);
  assert_int_equal(sink.checkpoint(sink.self, file.checkpoint, file.checkpoint_size), SAR_OK);
  assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
  sar_result_file_close(&file);
  free(values);
}

/* Another build, damage, a record that knows other rows, and a checkpoint behind other rows. */
static void a_refused_checkpoint_changes_no_file(void **state) {
  (void)state;
  for (int i = 0; i < 4; i++) {
    Fixture f = fixture_of(pendulum_text);
    SarRecord *record = NULL;
    long length = 0;
    int few = 20;
    SarRunOptions once = run_a_while(&f, &few);
    FILE *stream = fopen(FILE_NAME, "r+b");
    char *bytes = file_bytes(FILE_NAME, &length);
    char *build = memmem(bytes, (size_t)length, sar_build(), strlen(sar_build()));
    assert_true(stream && build);
    if (i < 2) { /* the bytes of the checkpoint stand in the file as they are */
      fseek(stream, build - bytes + (i ? 500 : 0), SEEK_SET);
      fputc(build[i ? 500 : 0] ^ 1, stream);
    }
    fclose(stream);
    free(bytes);
    if (i == 3) take_rows_away(f.context);
    bytes = file_bytes(FILE_NAME, &length);
    assert_int_equal(sar_record_open(f.context, FILE_NAME, &record), SAR_OK);
    if (i == 2) record->file.checkpoint_rows--;
    SarStatus status = sar_resume(record, &once, NULL);
    assert_int_equal(status, i == 2 ? SAR_IO : SAR_INPUT);
    static const char *const why[] = {"another build", "damaged", "has changed", "does not fit"};
    assert_non_null(strstr(fixture_message(&f, SAR_ERROR), why[i]));
    assert_unchanged(bytes, length);
    sar_record_close(&record);
    free(bytes);
    remove(FILE_NAME);
    fixture_free(&f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_record_resumes_once),
      cmocka_unit_test(a_refused_checkpoint_changes_no_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
