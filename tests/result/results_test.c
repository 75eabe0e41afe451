/* Results read from HDF5, journals and CSV; files of other programs and damaged ones end in a message. */
#define _DEFAULT_SOURCE

#include "result/results.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "result/sample.h"

#define ROWS 40

static void write_sample(SarContext *context, SarStatus (*make)(SarContext *, const char *, SarSink *),
                         const char *path, bool finish) {
  SarSink sink;
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  assert_int_equal(make(context, path, &sink), SAR_OK);
  assert_int_equal(sink.begin(sink.self, &header), SAR_OK);
  for (int32_t k = 0; k < ROWS; k++) {
    double values[3], time = sample_row(k, values);
    if (k == 5) values[1] = NAN;
    if (k && sink.step)
      assert_int_equal(sink.step(sink.self, &(SarStepRecord){time, 0.1, 1e-6, 3, 2, k % 2, k * 1e-9, k * 1e-4}),
                       SAR_OK);
    assert_int_equal(sink.row(sink.self, time, values), SAR_OK);
  }
  if (finish) assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
}

static void check_results(SarContext *context, const char *path, bool facts) {
  static const char *const names[] = {"time", "crank.x", "crank.pin.vx", "A.angle"};
  static const char *const units[] = {"s", "mm", "mm/s", "deg"};
  SarResults *results = NULL;
  assert_int_equal(sar_results_open(context, path, &results), SAR_OK);
  assert_int_equal(sar_results_columns(results), 4);
  assert_int_equal(sar_results_rows(results), ROWS);
  double values[4 * ROWS], one[ROWS];
  assert_int_equal(sar_results_read(results, 0, 4, values), SAR_OK);
  for (int32_t i = 0; i < 4; i++) {
    assert_string_equal(sar_results_name(results, i), names[i]);
    assert_string_equal(sar_results_unit(results, i), units[i]);
    assert_int_equal(sar_results_find(results, names[i]), i);
    assert_int_equal(sar_results_column(results, i, one), SAR_OK);
    assert_memory_equal(one, values + i * ROWS, sizeof one);
  }
  for (int k = 0; k < ROWS; k++) {
    assert_true(values[k] == k / 10.0);
    CHECK_NEAR(values[ROWS + k], k, 1e-12);
    if (k == 5) assert_true(isnan(values[2 * ROWS + k]));
    if (k != 5) CHECK_NEAR(values[2 * ROWS + k], 1000.0 * k, 1e-9);
  }
  assert_int_equal(sar_results_find(results, "crank.y"), -1);
  assert_null(sar_results_name(results, 4));
  assert_int_equal(sar_results_column(results, 4, one), SAR_USAGE);
  assert_int_equal(sar_results_column(results, -1, one), SAR_USAGE);
  assert_int_equal(sar_results_steps(results), facts ? ROWS - 1 : 0);
  if (facts) {
    const char *file, *text;
    assert_string_equal(sar_results_fact(results, "model"), "model: sample\n");
    assert_string_equal(sar_results_fact(results, "settings"), "end=10\n");
    assert_string_equal(sar_results_fact(results, "units"), SAMPLE_UNITS);
    assert_int_equal(strlen(sar_results_fact(results, "hash")), 32);
    assert_null(sar_results_fact(results, "colour"));
    assert_true(sar_results_file(results, 0, &file, &text));
    assert_string_equal(file, "corner.yaml");
    assert_string_equal(text, "model: corner\n");
    assert_false(sar_results_file(results, 2, &file, &text));
    assert_int_equal(sar_results_step_column(results, "rejections", one), SAR_OK);
    for (int k = 0; k + 1 < ROWS; k++) assert_true(one[k] == (k + 1) % 2);
    assert_int_equal(sar_results_step_column(results, "constraint_position", one), SAR_OK);
    for (int k = 0; k + 1 < ROWS; k++) assert_true(one[k] == (k + 1) * 1e-9);
    assert_int_equal(sar_results_step_column(results, "constraint_velocity", one), SAR_OK);
    for (int k = 0; k + 1 < ROWS; k++) assert_true(one[k] == (k + 1) * 1e-4);
    assert_int_equal(sar_results_step_column(results, "colour", one), SAR_USAGE);
  }
  sar_results_close(&results);
}

static void all_kinds_give_the_same(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  write_sample(context, sar_sink_hdf5, "results_a", true); /* the names tell nothing */
  write_sample(context, sar_sink_journal, "results_b", false);
  write_sample(context, sar_sink_csv, "results_c", true);
  check_results(context, "results_a", true);
  check_results(context, "results_b.part", true);
  check_results(context, "results_c", false);
  SarResults *a = NULL, *b = NULL;
  assert_int_equal(sar_results_open(context, "results_a", &a), SAR_OK);
  assert_int_equal(sar_results_open(context, "results_b.part", &b), SAR_OK);
  assert_string_equal(sar_results_fact(a, "hash"), sar_results_fact(b, "hash"));
  sar_results_close(&a);
  sar_results_close(&b);
  remove("results_a");
  remove("results_b.part");
  remove("results_c");
  sar_context_destroy(&context);
}

static void assert_refused(const char *path) {
  SarContext *context = sar_context_create();
  SarResults *results = NULL;
  assert_int_equal(sar_results_open(context, path, &results), SAR_INPUT);
  assert_null(results);
  assert_int_equal(sar_context_errors(context), 1);
  assert_non_null(sar_context_get(context, 0)->remedy);
  sar_context_destroy(&context);
}

static void other_files_are_refused(void **state) {
  (void)state;
  char zeros[64] = {0};
  assert_refused("no/such/file.h5");
  assert_refused(".");
  file_write("results_other", zeros, sizeof zeros);
  assert_refused("results_other");
  file_write("results_other", "", 0);
  assert_refused("results_other");
  hid_t file = H5Fcreate("results_other", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  assert_refused("results_other");
  remove("results_other");
}

/* ---- one of ours with something wrong in it ---- */

static hid_t reopen(SarContext *context) {
  write_sample(context, sar_sink_hdf5, "results_wrong.h5", true);
  hid_t file = H5Fopen("results_wrong.h5", H5F_ACC_RDWR, H5P_DEFAULT);
  assert_true(file >= 0);
  return file;
}

static void replace_dataset(hid_t file, const char *path, hid_t type, int rank, const hsize_t *sizes, bool chunked) {
  hid_t space = H5Screate_simple(rank, sizes, NULL), create = H5Pcreate(H5P_DATASET_CREATE);
  hsize_t chunk[2] = {16, 16};
  if (chunked) H5Pset_chunk(create, rank, chunk);
  if (!chunked) H5Pset_alloc_time(create, H5D_ALLOC_TIME_EARLY); /* its bytes are there */
  assert_true(H5Ldelete(file, path, H5P_DEFAULT) >= 0);
  hid_t dataset = H5Dcreate2(file, path, type, space, H5P_DEFAULT, create, H5P_DEFAULT);
  assert_true(dataset >= 0);
  H5Dclose(dataset);
  H5Pclose(create);
  H5Sclose(space);
}

static void wrong_datasets_are_refused(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  const hsize_t right[2] = {ROWS, 1}, few[1] = {ROWS - 1}, huge[1] = {(hsize_t)1 << 55};
  const struct {
    hid_t type;
    int rank;
    const hsize_t *sizes;
    bool chunked;
  } wrong[] = {{H5T_NATIVE_INT, 1, right, false},    {H5T_C_S1, 1, right, false},
               {H5T_NATIVE_DOUBLE, 2, right, false}, {H5T_NATIVE_DOUBLE, 0, right, false},
               {H5T_NATIVE_DOUBLE, 1, huge, true},   {H5T_NATIVE_DOUBLE, 1, few, true}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    hid_t file = reopen(context);
    replace_dataset(file, "/time", wrong[i].type, wrong[i].rank, wrong[i].sizes, wrong[i].chunked);
    H5Fclose(file);
    assert_refused("results_wrong.h5");
    /* tables are looked at when they are read */
    file = reopen(context);
    replace_dataset(file, "/crank", wrong[i].type, wrong[i].rank, wrong[i].sizes, wrong[i].chunked);
    H5Fclose(file);
    SarResults *results = NULL;
    double values[ROWS];
    assert_int_equal(sar_results_open(context, "results_wrong.h5", &results), SAR_OK);
    assert_int_equal(sar_results_column(results, 1, values), SAR_INPUT);
    assert_int_equal(sar_results_column(results, 2, values), SAR_OK);
    sar_results_close(&results);
  }
  /* a table that is right; with another record, another name, something that is no number */
  for (int i = 0; i < 4; i++) {
    hid_t file = reopen(context), type = H5Tcreate(H5T_COMPOUND, i == 1 ? 16 : 8);
    assert_true(H5Tinsert(type, i == 2 ? "y" : "x", i == 1 ? 8 : 0, i == 3 ? H5T_NATIVE_INT64 : H5T_IEEE_F64LE) >= 0);
    replace_dataset(file, "/crank", type, 1, right, false);
    H5Tclose(type);
    H5Fclose(file);
    SarResults *results = NULL;
    double values[ROWS];
    assert_int_equal(sar_results_open(context, "results_wrong.h5", &results), SAR_OK);
    assert_int_equal(sar_results_column(results, 1, values), i ? SAR_INPUT : SAR_OK);
    sar_results_close(&results);
  }
  /* the header: missing, of another type, of zeros */
  for (int i = -1; i < 4; i++) {
    hid_t types[] = {H5T_NATIVE_UINT8, H5T_NATIVE_DOUBLE, H5T_NATIVE_INT64, H5T_C_S1};
    hid_t open = reopen(context);
    if (i >= 0) replace_dataset(open, "/sarrus-header", types[i], 1, right, false);
    if (i < 0) H5Ldelete(open, "/sarrus-header", H5P_DEFAULT);
    H5Fclose(open);
    assert_refused("results_wrong.h5");
  }
  /* a group where a table should be */
  hid_t file = reopen(context);
  H5Ldelete(file, "/crank", H5P_DEFAULT);
  H5Gclose(H5Gcreate2(file, "/crank", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  H5Fclose(file);
  SarResults *results = NULL;
  double values[ROWS];
  assert_int_equal(sar_results_open(context, "results_wrong.h5", &results), SAR_OK);
  assert_int_equal(sar_results_column(results, 1, values), SAR_INPUT);
  sar_results_close(&results);
  remove("results_wrong.h5");
  sar_context_destroy(&context);
}

/* What is cut off anywhere is told from what is whole. */
static void torn_hdf5_is_refused(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  write_sample(context, sar_sink_hdf5, "results_torn.h5", true);
  size_t size = 0;
  char *bytes = read_all("results_torn.h5", &size);
  for (size_t length = 0; length < size; length += 997) {
    file_write("results_torn.h5", bytes, length);
    assert_refused("results_torn.h5");
  }
  free(bytes);
  remove("results_torn.h5");
  sar_context_destroy(&context);
}

/* Every byte of the header counts. */
static void a_damaged_header_is_refused(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  write_sample(context, sar_sink_hdf5, "results_damaged.h5", true);
  hid_t file = H5Fopen("results_damaged.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t dataset = H5Dopen2(file, "/sarrus-header", H5P_DEFAULT);
  haddr_t at = H5Dget_offset(dataset);
  hsize_t length = H5Dget_storage_size(dataset);
  assert_true(at != HADDR_UNDEF && length > 300);
  H5Dclose(dataset);
  H5Fclose(file);
  size_t size = 0;
  char *bytes = read_all("results_damaged.h5", &size);
  for (size_t i = 0; i < length; i += 7) {
    bytes[at + i] = (char)(bytes[at + i] ^ 1 << i % 8);
    file_write("results_damaged.h5", bytes, size);
    assert_refused("results_damaged.h5");
    bytes[at + i] = (char)(bytes[at + i] ^ 1 << i % 8);
  }
  free(bytes);
  remove("results_damaged.h5");
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_kinds_give_the_same),     cmocka_unit_test(other_files_are_refused),
      cmocka_unit_test(wrong_datasets_are_refused),  cmocka_unit_test(torn_hdf5_is_refused),
      cmocka_unit_test(a_damaged_header_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
