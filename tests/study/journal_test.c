/* The journal of a study: what is read back, of whole files and of files cut off or damaged anywhere. */
#define _DEFAULT_SOURCE

#include "study/journal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "file.h"
#include "study/rows.h"

#define ROWS 5
#define PATH "study_journal_test.part"

static void write_rows(int64_t first, int64_t end, int64_t good) {
  SarContext *context = sar_context_create();
  SarStudyJournal journal;
  SarStudyHead head = rows_head();
  assert_int_equal(sar_study_journal_open(context, PATH, &journal), SAR_OK);
  assert_int_equal(sar_study_journal_start(&journal, &head, good), SAR_OK);
  for (int64_t run = first; run < end; run++) {
    RowsNumbers numbers;
    SarJobResult result = rows_result(run, &numbers);
    assert_int_equal(sar_study_journal_add(&journal, &result), SAR_OK);
  }
  sar_study_journal_close(&journal);
  sar_context_destroy(&context);
}

static SarStatus check_row(void *self, const SarJobResult *result) {
  int64_t *count = self;
  assert_int_equal(result->row.run, *count);
  rows_check(result, true, true);
  ++*count;
  return SAR_OK;
}

/* A new file: to write over an old one waits for the disk. */
static void put_file(const char *bytes, size_t length) {
  remove(PATH);
  file_write(PATH, bytes, length);
}

/* How many rows there are, all of them right; -1: there is no head. */
static int64_t read_rows(int64_t *good) {
  SarJournalEnd end = {0};
  SarContext *context = sar_context_create();
  int64_t count = 0;
  SarStatus status = sar_study_journal_rows(context, PATH, check_row, &count, &end);
  *good = end.good;
  assert_true(status == SAR_OK || status == SAR_INPUT);
  sar_context_destroy(&context);
  return status == SAR_OK ? count : -1;
}

static void rows_are_read_back(void **state) {
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarStudyHead head, want = rows_head();
  int64_t good;
  (void)state;
  remove(PATH);
  write_rows(0, ROWS, 0);
  assert_true(sar_study_journal_is_one(PATH));
  assert_int_equal(sar_study_journal_head(context, PATH, arena, &head), SAR_OK);
  assert_string_equal(head.hash, want.hash);
  assert_string_equal(head.model_text, want.model_text);
  assert_string_equal(head.columns[1].name, want.columns[1].name);
  assert_null(head.columns[1].expression);
  assert_string_equal(head.columns[2].expression, want.columns[2].expression);
  assert_int_equal(read_rows(&good), ROWS);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
}

/* Cut off at every byte: what was whole is there, and going on from there gives the same file again. */
static void every_cut_is_taken_up(void **state) {
  long length, again;
  int64_t good, before = -1;
  (void)state;
  remove(PATH);
  write_rows(0, ROWS, 0);
  char *bytes = file_bytes(PATH, &length);
  for (long cut = 0; cut <= length; cut++) {
    put_file(bytes, (size_t)cut);
    int64_t rows = read_rows(&good);
    assert_true(rows == before || rows == before + 1);
    before = rows;
    if (cut % 16) continue; /* writing takes longer than reading */
    write_rows(rows < 0 ? 0 : rows, ROWS, rows < 0 ? 0 : good);
    char *repaired = file_bytes(PATH, &again);
    assert_int_equal(again, length);
    assert_memory_equal(repaired, bytes, (size_t)length);
    free(repaired);
  }
  assert_int_equal(before, ROWS);
  free(bytes);
}

/* One byte changed: the rows before it stand, none after it is believed. */
static void every_damage_is_seen(void **state) {
  long length;
  int64_t good;
  (void)state;
  remove(PATH);
  write_rows(0, ROWS, 0);
  char *bytes = file_bytes(PATH, &length);
  int64_t last = -1;
  for (long at = 12; at < length; at++) { /* the four bytes before are the version, those at 12 are not used */
    bytes[at] ^= 0x10;
    put_file(bytes, (size_t)length);
    bytes[at] ^= 0x10;
    int64_t rows = read_rows(&good);
    if (at < 16) continue;
    assert_true(rows < ROWS && rows >= last);
    if (rows >= 0) assert_true(good <= at);
    last = rows;
  }
  assert_int_equal(last, ROWS - 1);
  free(bytes);
}

static void only_one_writes(void **state) {
  SarContext *context = sar_context_create();
  SarStudyJournal one, two;
  (void)state;
  remove(PATH);
  assert_int_equal(sar_study_journal_open(context, PATH, &one), SAR_OK);
  assert_int_equal(sar_study_journal_open(context, PATH, &two), SAR_IO);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "another run is writing"));
  sar_study_journal_close(&two);
  sar_study_journal_remove(&one);
  assert_int_not_equal(access(PATH, F_OK), 0);
  sar_study_journal_close(&one);
  sar_context_destroy(&context);
}

/* A disk that is full ends in order, and what was written before is taken up. */
static void a_full_disk_is_said(void **state) {
  SarContext *context = sar_context_create();
  SarStudyJournal journal;
  SarStudyHead head = rows_head();
  struct rlimit limit, before;
  int64_t good, written = 0;
  (void)state;
  remove(PATH);
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &before);
  limit = before;
  limit.rlim_cur = 2000;
  assert_int_equal(sar_study_journal_open(context, PATH, &journal), SAR_OK);
  setrlimit(RLIMIT_FSIZE, &limit);
  assert_int_equal(sar_study_journal_start(&journal, &head, 0), SAR_OK);
  SarStatus status = SAR_OK;
  while (status == SAR_OK && written < 1000) {
    RowsNumbers numbers;
    SarJobResult result = rows_result(written, &numbers);
    status = sar_study_journal_add(&journal, &result);
    written += status == SAR_OK;
  }
  setrlimit(RLIMIT_FSIZE, &before);
  assert_int_equal(status, SAR_IO);
  assert_non_null(strstr(sar_context_get(context, 0)->remedy, "the same command then goes on"));
  assert_in_range(written, 1, 100);
  sar_study_journal_close(&journal);
  assert_int_equal(read_rows(&good), written);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_read_back),   cmocka_unit_test(every_cut_is_taken_up),
      cmocka_unit_test(every_damage_is_seen), cmocka_unit_test(only_one_writes),
      cmocka_unit_test(a_full_disk_is_said),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  remove(PATH);
  return failed;
}
