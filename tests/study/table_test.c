/* The table: in memory, as HDF5 and back, as CSV with names and messages that hold commas and quotes. */
#include "study/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "sanitized.h"
#include "study/rows.h"

#if SANITIZED
/* HDF5 itself loses memory over damaged files. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5"; }
#endif

#define ROWS 40
#define PATH "study_table_test.h5"

/* Added from the last one on, as answers may come. */
static SarStudyTable *make_table(SarContext *context) {
  SarStudyTable *table = NULL;
  SarStudyHead head = rows_head();
  assert_int_equal(sar_study_table_create(context, &head, &table), SAR_OK);
  for (int64_t run = ROWS; run-- > 0;) {
    RowsNumbers numbers;
    SarJobResult result = rows_result(run, &numbers);
    assert_int_equal(sar_study_table_add(context, table, &result.row), SAR_OK);
  }
  return table;
}

static void check_rows(const SarStudyTable *table) {
  SarJobResult result = {0};
  assert_int_equal(sar_study_table_rows(table), ROWS);
  for (int64_t i = 0; i < ROWS; i++) {
    assert_true(sar_study_table_row(table, i, &result.row));
    assert_int_equal(result.row.run, i);
    rows_check(&result, true, false);
  }
  assert_false(sar_study_table_row(table, ROWS, &result.row));
}

static void rows_are_sorted_and_single(void **state) {
  SarContext *context = sar_context_create();
  SarStudyTable *table = make_table(context);
  RowsNumbers numbers;
  SarJobResult second = rows_result(7, &numbers);
  (void)state;
  second.row.steps = -1;
  assert_int_equal(sar_study_table_add(context, table, &second.row), SAR_OK);
  sar_study_table_sort(table);
  check_rows(table);
  sar_study_table_destroy(&table);
  assert_null(table);
  sar_context_destroy(&context);
}

static void hdf5_is_read_back(void **state) {
  SarContext *context = sar_context_create();
  SarStudyTable *table = make_table(context), *back = NULL;
  SarStudyColumn column;
  uint8_t some[] = {0, 1, 255};
  SarBytes given = {.at = some, .used = sizeof some};
  SarByteReader bytes;
  (void)state;
  sar_study_table_sort(table);
  assert_int_equal(sar_study_table_write(context, table, PATH, &(SarStudyFound){"nothing", &given}), SAR_OK);
  assert_int_equal(sar_study_table_read(context, PATH, &back), SAR_OK);
  check_rows(back);
  assert_int_equal(sar_study_table_parameters(back), ROWS_PARAMETERS);
  assert_int_equal(sar_study_table_responses(back), ROWS_RESPONSES);
  assert_true(sar_study_table_column(back, 2, &column));
  assert_string_equal(column.name, "peak");
  assert_string_equal(column.unit, "m");
  assert_string_equal(column.expression, "max(abs(rod.x))");
  assert_false(sar_study_table_column(back, 4, &column));
  assert_string_equal(sar_study_table_head(back)->text, rows_head().text);
  SarArena *arena = sar_arena_create();
  const char *text = NULL;
  assert_int_equal(sar_study_table_found(context, PATH, arena, &text, &bytes), SAR_OK);
  assert_string_equal(text, "nothing");
  assert_int_equal(bytes.left, sizeof some);
  assert_memory_equal(bytes.at, some, sizeof some);
  sar_arena_destroy(&arena);
  sar_study_table_destroy(&back);
  sar_study_table_destroy(&table);
  sar_context_destroy(&context);
}

static void the_same_rows_give_the_same_bytes(void **state) {
  SarContext *context = sar_context_create();
  SarStudyTable *table = make_table(context);
  long lengths[2];
  char *bytes[2];
  (void)state;
  sar_study_table_sort(table);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(sar_study_table_write(context, table, PATH, NULL), SAR_OK);
    bytes[i] = file_bytes(PATH, &lengths[i]);
  }
  assert_int_equal(lengths[0], lengths[1]);
  assert_memory_equal(bytes[0], bytes[1], (size_t)lengths[0]);
  for (int i = 0; i < 2; i++) free(bytes[i]);
  sar_study_table_destroy(&table);
  sar_context_destroy(&context);
}

/* A table without any row, as of a study whose runs all come from an empty file. */
static void no_row_is_a_table(void **state) {
  SarContext *context = sar_context_create();
  SarStudyTable *table = NULL, *back = NULL;
  SarStudyHead head = rows_head();
  (void)state;
  assert_int_equal(sar_study_table_create(context, &head, &table), SAR_OK);
  assert_int_equal(sar_study_table_write(context, table, PATH, NULL), SAR_OK);
  assert_int_equal(sar_study_table_read(context, PATH, &back), SAR_OK);
  assert_int_equal(sar_study_table_rows(back), 0);
  sar_study_table_destroy(&back);
  sar_study_table_destroy(&table);
  sar_context_destroy(&context);
}

/* Damage is refused or does not matter; it never gets out of hand. */
static void damaged_files_are_survived(void **state) {
  SarContext *context = sar_context_create();
  SarStudyTable *table = make_table(context);
  long length;
  int32_t refused = 0;
  (void)state;
  assert_int_equal(sar_study_table_write(context, table, PATH, NULL), SAR_OK);
  char *bytes = file_bytes(PATH, &length);
  for (long at = 0; at < length; at += 97) {
    SarContext *quiet = sar_context_create();
    SarStudyTable *back = NULL;
    bytes[at] ^= 0x55;
    remove(PATH); /* to write over an old file waits for the disk */
    file_write(PATH, bytes, (size_t)length);
    bytes[at] ^= 0x55;
    SarStatus status = sar_study_table_read(quiet, PATH, &back);
    assert_true(status == SAR_OK ? back != NULL : back == NULL && sar_context_errors(quiet) > 0);
    refused += status != SAR_OK;
    sar_study_table_destroy(&back);
    sar_context_destroy(&quiet);
  }
  assert_true(refused > 0);
  file_write(PATH, bytes, (size_t)length / 2);
  SarStudyTable *back = NULL;
  assert_int_equal(sar_study_table_read(context, PATH, &back), SAR_INPUT);
  free(bytes);
  sar_study_table_destroy(&table);
  sar_context_destroy(&context);
}

static void csv_keeps_cells_apart(void **state) {
  SarContext *context = sar_context_create();
  SarStudyTable *table = make_table(context);
  long length;
  (void)state;
  sar_study_table_sort(table);
  assert_int_equal(sar_study_table_write_csv(context, table, "study_table_test.csv"), SAR_OK);
  char *text = file_bytes("study_table_test.csv", &length);
  const char *begin =
      "run,k,\"c,\"\"x\"\"\",peak,\"# rms\",status,message,steps,cpu_seconds,host\n"
      "# ,N/m,N s/m,m,,,,,s,\n"
      "0,";
  assert_int_equal(strncmp(text, begin, strlen(begin)), 0);
  assert_non_null(strstr(text, ",nan,nan,failed,\"run 2, \"\"it\"\" failed\",20,"));
  int lines = 0;
  for (const char *c = text; *c; c++) lines += *c == '\n';
  assert_int_equal(lines, 2 + ROWS);
  free(text);
  remove("study_table_test.csv");
  sar_study_table_destroy(&table);
  sar_context_destroy(&context);
}

static void other_files_are_refused(void **state) {
  SarContext *context = sar_context_create();
  SarStudyTable *table = NULL;
  (void)state;
  assert_int_equal(sar_study_table_read(context, "study_table_test.none", &table), SAR_INPUT);
  file_write_text("study_table_test.txt", "no table\n");
  assert_int_equal(sar_study_table_read(context, "study_table_test.txt", &table), SAR_INPUT);
  remove("study_table_test.txt");
  assert_null(table);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_sorted_and_single),        cmocka_unit_test(hdf5_is_read_back),
      cmocka_unit_test(the_same_rows_give_the_same_bytes), cmocka_unit_test(no_row_is_a_table),
      cmocka_unit_test(damaged_files_are_survived),        cmocka_unit_test(csv_keeps_cells_apart),
      cmocka_unit_test(other_files_are_refused),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  remove(PATH);
  return failed;
}
