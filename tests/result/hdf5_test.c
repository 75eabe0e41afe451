/* HDF5 files, read back with the HDF5 library itself; the same run gives the same bytes; failures are reported. */
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "result/hash.h"
#include "result/sample.h"

#define ROWS 2500 /* more than two chunks, and not a multiple of one */
#define STEPS 1500

static SarStatus write_counted(SarContext *context, const char *path, const SarSinkHeader *header,
                               const SarSinkCounts *counts) {
  SarSink sink;
  SarStatus status = sar_sink_hdf5_counted(context, path, counts, (SarSinkWatch){0}, &sink);
  assert_int_equal(status, SAR_OK);
  status = sink.begin(sink.self, header);
  for (int64_t k = 0; k < ROWS && status == SAR_OK; k++) {
    double values[3], time = sample_row(k, values);
    status = sink.row(sink.self, time, values);
  }
  for (int32_t k = 0; k < STEPS && status == SAR_OK; k++) {
    status = sink.step(sink.self, &(SarStepRecord){k * 0.5, 0.5, k * 1e-6, k % 5, 2, k % 3, k * 1e-9, k * 1e-4});
  }
  SarStatus finished = sink.finish(sink.self);
  sink.destroy(sink.self);
  return status == SAR_OK ? finished : status;
}

static SarStatus write_sample(SarContext *context, const char *path, const SarSinkHeader *header) {
  return write_counted(context, path, header, NULL);
}

/* A field of a table, as any program would read it. */
static double *read_field(hid_t file, const char *table, const char *field, int64_t expected_rows) {
  hid_t dataset = H5Dopen2(file, table, H5P_DEFAULT);
  assert_true(dataset >= 0);
  hid_t space = H5Dget_space(dataset), type = H5Tcreate(H5T_COMPOUND, sizeof(double));
  hsize_t rows = 0;
  assert_int_equal(H5Sget_simple_extent_dims(space, &rows, NULL), 1);
  assert_int_equal(rows, expected_rows);
  assert_true(H5Tinsert(type, field, 0, H5T_NATIVE_DOUBLE) >= 0);
  double *values = calloc(rows, sizeof *values);
  assert_true(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  H5Tclose(type);
  H5Sclose(space);
  H5Dclose(dataset);
  return values;
}

static double *read_column(hid_t file, const char *path, int64_t expected_rows) {
  hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT);
  assert_true(dataset >= 0);
  hid_t space = H5Dget_space(dataset);
  hsize_t rows = 0;
  assert_int_equal(H5Sget_simple_extent_dims(space, &rows, NULL), 1);
  assert_int_equal(rows, expected_rows);
  double *values = calloc(rows, sizeof *values);
  assert_true(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  H5Sclose(space);
  H5Dclose(dataset);
  return values;
}

static void assert_text(hid_t file, const char *object, const char *name, const char *expected) {
  hid_t attribute = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(attribute >= 0);
  hid_t type = H5Aget_type(attribute);
  char *text = NULL;
  assert_true(H5Aread(attribute, type, &text) >= 0);
  assert_string_equal(text, expected);
  H5free_memory(text);
  H5Tclose(type);
  H5Aclose(attribute);
}

/* Texts of fixed length, one per field. */
static void assert_words(hid_t file, const char *object, const char *name, const char *const *expected, int count) {
  hid_t attribute = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(attribute >= 0);
  hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
  assert_false(H5Tis_variable_str(type) > 0);
  assert_int_equal(H5Sget_simple_extent_npoints(space), count);
  size_t length = H5Tget_size(type);
  char *bytes = calloc((size_t)count, length);
  assert_true(H5Aread(attribute, type, bytes) >= 0);
  for (int i = 0; i < count; i++) assert_int_equal(strncmp(bytes + (size_t)i * length, expected[i], length), 0);
  free(bytes);
  H5Sclose(space);
  H5Tclose(type);
  H5Aclose(attribute);
}

static void check_sample(SarContext *context, const SarSinkCounts *counts) {
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  assert_int_equal(write_counted(context, "hdf5_test.h5", &header, counts), SAR_OK);
  hid_t file = H5Fopen("hdf5_test.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(file >= 0);
  double *time = read_column(file, "/time", ROWS), *x = read_field(file, "/crank", "x", ROWS);
  double *v = read_field(file, "/crank.pin", "vx", ROWS), *angle = read_field(file, "/A", "angle", ROWS);
  for (int k = 0; k < ROWS; k++) {
    assert_true(time[k] == k / 10.0);
    CHECK_NEAR(x[k], k, 1e-11);
    CHECK_NEAR(v[k], 1000.0 * k, 1e-8);
    CHECK_NEAR(angle[k], k, 1e-11);
  }
  double *step_time = read_column(file, "/solver/time", STEPS), *error = read_column(file, "/solver/error", STEPS);
  double *iterations = read_column(file, "/solver/iterations", STEPS),
         *order = read_column(file, "/solver/order", STEPS);
  double *step = read_column(file, "/solver/step", STEPS);
  double *position = read_column(file, "/solver/constraint_position", STEPS);
  double *velocity = read_column(file, "/solver/constraint_velocity", STEPS);
  for (int k = 0; k < STEPS; k++) {
    assert_true(step_time[k] == 0.5 * k && step[k] == 0.5 && error[k] == k * 1e-6);
    assert_true(iterations[k] == k % 5 && order[k] == 2);
    assert_true(position[k] == k * 1e-9 && velocity[k] == k * 1e-4);
  }
  assert_text(file, "/time", "unit", "s");
  assert_text(file, "/solver/step", "unit", "s");
  assert_text(file, "/solver/constraint_position", "unit", "1");
  assert_text(file, "/solver/constraint_velocity", "unit", "1/s");
  assert_words(file, "/crank.pin", "units", (const char *const[]){"mm/s"}, 1);
  assert_words(file, "/A", "units", (const char *const[]){"deg"}, 1);
  assert_words(file, "/crank.pin", "indeterminate", (const char *const[]){"vx"}, 1); /* the sample marks it */
  assert_int_equal(H5Aexists_by_name(file, "/crank", "indeterminate", H5P_DEFAULT), 0);
  assert_text(file, "/", "model", "model: sample\n");
  assert_text(file, "/", "parameters", "{\"r\":0.29999999999999999,\"l\":0.80000000000000004}");
  assert_text(file, "/", "method", "hht:alpha=-0.2");
  assert_text(file, "/", "version", sar_version());
  assert_text(file, "/", "units", SAMPLE_UNITS);
  assert_text(file, "/", "title", "sample");
  assert_text(file, "/", "settings", "end=10\n");
  H5Fclose(file);
  double *all[] = {time, x, v, angle, step_time, error, iterations, order, step, position, velocity};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
  remove("hdf5_test.h5");
}

static void reads_back(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  check_sample(context, NULL);
  check_sample(context, &(SarSinkCounts){.rows = ROWS, .steps = STEPS});
  sar_context_destroy(&context);
}

/* What was announced must come: a file with rows that were never written would be taken for a complete one. */
static void refuses_other_counts(void **state) {
  (void)state;
  static const SarSinkCounts wrong[] = {{.rows = ROWS + 1, .steps = STEPS}, {.rows = ROWS - 1, .steps = STEPS},
                                        {.rows = ROWS, .steps = STEPS + 1}, {.rows = ROWS, .steps = STEPS - 1},
                                        {.rows = 0, .steps = STEPS},        {.rows = ROWS, .steps = 0}};
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    SarContext *context = sar_context_create();
    assert_int_equal(write_counted(context, "hdf5_test_counts.h5", &header, &wrong[i]), SAR_IO);
    assert_int_equal(sar_context_errors(context), 1);
    assert_non_null(strstr(sar_context_get(context, 0)->message, "other records came than were counted"));
    sar_context_destroy(&context);
  }
  remove("hdf5_test_counts.h5");
}

/* Of an older program: everything else is there, and the message says what is wrong. */
static void opens_without_the_violation_of_constraints(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  assert_int_equal(write_sample(context, "hdf5_test_old.h5", &header), SAR_OK);
  hid_t file = H5Fopen("hdf5_test_old.h5", H5F_ACC_RDWR, H5P_DEFAULT);
  assert_true(H5Ldelete(file, "/solver/constraint_position", H5P_DEFAULT) >= 0);
  assert_true(H5Ldelete(file, "/solver/constraint_velocity", H5P_DEFAULT) >= 0);
  H5Fclose(file);
  SarResults *results = NULL;
  double values[STEPS];
  assert_int_equal(sar_results_open(context, "hdf5_test_old.h5", &results), SAR_OK);
  assert_int_equal(sar_results_step_column(results, "rejections", values), SAR_OK);
  assert_true(values[2] == 2);
  assert_int_equal(sar_results_step_column(results, "constraint_position", values), SAR_INPUT);
  assert_int_equal(sar_results_step_column(results, "constraint_velocity", values), SAR_INPUT);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "an older version of the program wrote it"));
  sar_results_close(&results);
  remove("hdf5_test_old.h5");
  sar_context_destroy(&context);
}

/* The hash as the documentation defines it, computed here from the definition. */
static void has_the_documented_hash(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  assert_int_equal(write_sample(context, "hdf5_test_hash.h5", &header), SAR_OK);
  hid_t file = H5Fopen("hdf5_test_hash.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
  double *columns[4] = {read_column(file, "/time", ROWS), read_field(file, "/crank", "x", ROWS),
                        read_field(file, "/crank.pin", "vx", ROWS), read_field(file, "/A", "angle", ROWS)};
  SarHash hash = sar_hash();
  sar_hash_text(&hash, "model: sample\n");
  sar_hash_text(&hash, "{\"r\":0.29999999999999999,\"l\":0.80000000000000004}");
  sar_hash_text(&hash, "hht:alpha=-0.2");
  for (int k = 0; k < ROWS; k++) {
    /* byte by byte: here the lowest is the first in memory */
    for (int i = 0; i < 4; i++) sar_hash_bytes(&hash, &columns[i][k], sizeof(double));
  }
  char text[SAR_HASH_TEXT_SIZE];
  sar_hash_print(hash, text);
  assert_text(file, "/", "hash", text);
  H5Fclose(file);
  for (int i = 0; i < 4; i++) free(columns[i]);
  remove("hdf5_test_hash.h5");
  sar_context_destroy(&context);
}

/* Published values of FNV-1a with 128 bits: the empty text, "a", "foobar". */
static void hash_is_fnv1a(void **state) {
  (void)state;
  const char *const cases[][2] = {{"", "6c62272e07bb014262b821756295c58d"},
                                  {"a", "d228cb696f1a8caf78912b704e4a8964"},
                                  {"foobar", "343e1662793c64bf6f0d3597ba446f18"}};
  for (int i = 0; i < 3; i++) {
    SarHash hash = sar_hash();
    char text[SAR_HASH_TEXT_SIZE];
    sar_hash_bytes(&hash, cases[i][0], strlen(cases[i][0]));
    sar_hash_print(hash, text);
    assert_string_equal(text, cases[i][1]);
  }
}

/* A clock tick lies between the two: a time stamp would differ. */
static void same_run_same_bytes(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  assert_int_equal(write_sample(context, "hdf5_test_a.h5", &header), SAR_OK);
  sleep(1);
  assert_int_equal(write_sample(context, "hdf5_test_b.h5", &header), SAR_OK);
  size_t na = 0, nb = 0;
  char *a = read_all("hdf5_test_a.h5", &na), *b = read_all("hdf5_test_b.h5", &nb);
  assert_int_equal(na, nb);
  assert_memory_equal(a, b, na);
  free(a);
  free(b);
  remove("hdf5_test_a.h5");
  remove("hdf5_test_b.h5");
  sar_context_destroy(&context);
}

/* Attributes in an object header end at 64 KB; the text of a model does not. */
static void takes_a_long_model(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  size_t length = 300000;
  char *text = malloc(length + 1);
  memset(text, 'x', length);
  text[length] = 0;
  header.text = text;
  assert_int_equal(write_sample(context, "hdf5_test_long.h5", &header), SAR_OK);
  hid_t file = H5Fopen("hdf5_test_long.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_text(file, "/", "model", text);
  H5Fclose(file);
  free(text);
  remove("hdf5_test_long.h5");
  sar_context_destroy(&context);
}

static void kinematic_runs_have_no_solver(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  header.kinematic = true;
  header.method = "";
  assert_int_equal(write_sample(context, "hdf5_test_kinematic.h5", &header), SAR_OK);
  hid_t file = H5Fopen("hdf5_test_kinematic.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(H5Lexists(file, "time", H5P_DEFAULT) > 0);
  assert_int_equal(H5Lexists(file, "solver", H5P_DEFAULT), 0);
  H5Fclose(file);
  remove("hdf5_test_kinematic.h5");
  sar_context_destroy(&context);
}

static hsize_t chunk_of(hid_t file, const char *path) {
  hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT), create = H5Dget_create_plist(dataset);
  hsize_t chunk = 0;
  assert_int_equal(H5Pget_chunk(create, 1, &chunk), 1);
  H5Pclose(create);
  H5Dclose(dataset);
  return chunk;
}

/* Chunks follow the rows expected; a wrong guess only costs space. */
static void chunks_fit_the_rows_expected(void **state) {
  (void)state;
  static const struct {
    int64_t expected;
    hsize_t chunk;
  } cases[] = {{0, 1024}, {2, 16}, {75, 75}, {1001, 1001}, {1025, 513}, {ROWS, 834}, {1000000, 1024}};
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    SarSinkHeader header = sample_header(&model);
    header.rows_expected = cases[i].expected;
    assert_int_equal(write_sample(context, "hdf5_test_chunk.h5", &header), SAR_OK);
    hid_t file = H5Fopen("hdf5_test_chunk.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_int_equal(chunk_of(file, "/time"), cases[i].chunk);
    assert_int_equal(chunk_of(file, "/crank"), cases[i].chunk);
    double *x = read_field(file, "/crank", "x", ROWS);
    for (int k = 0; k < ROWS; k++) CHECK_NEAR(x[k], k, 1e-11);
    free(x);
    H5Fclose(file);
  }
  remove("hdf5_test_chunk.h5");
  sar_context_destroy(&context);
}

static void all_datasets_are_float64(void **state) {
  (void)state;
  static const char *const paths[] = {"/time",
                                      "/solver/time",
                                      "/solver/step",
                                      "/solver/order",
                                      "/solver/iterations",
                                      "/solver/error",
                                      "/solver/rejections",
                                      "/solver/constraint_position",
                                      "/solver/constraint_velocity"};
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  assert_int_equal(write_sample(context, "hdf5_test_type.h5", &header), SAR_OK);
  hid_t file = H5Fopen("hdf5_test_type.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    hid_t dataset = H5Dopen2(file, paths[i], H5P_DEFAULT), type = H5Dget_type(dataset);
    assert_true(H5Tequal(type, H5T_IEEE_F64LE) > 0);
    H5Tclose(type);
    H5Dclose(dataset);
  }
  H5Fclose(file);
  remove("hdf5_test_type.h5");
  sar_context_destroy(&context);
}

static void assert_fails(const char *path, const char *reason) {
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  assert_int_equal(write_sample(context, path, &header), SAR_IO);
  assert_int_equal(sar_context_errors(context), 1);
  const SarDiagnostic *first = sar_context_get(context, 0);
  assert_non_null(strstr(first->message, path));
  assert_non_null(strstr(first->message, reason));
  assert_non_null(first->remedy);
  sar_context_destroy(&context);
}

static void names_the_file_it_cannot_create(void **state) {
  (void)state;
  assert_fails("no/such/folder/out.h5", "No such file or directory");
  assert_fails(".", "Is a directory");
}

static void reports_a_full_disk(void **state) {
  (void)state;
  if (access("/dev/full", W_OK) != 0) skip();
  assert_fails("/dev/full", "No space left");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_back),
      cmocka_unit_test(refuses_other_counts),
      cmocka_unit_test(opens_without_the_violation_of_constraints),
      cmocka_unit_test(has_the_documented_hash),
      cmocka_unit_test(hash_is_fnv1a),
      cmocka_unit_test(same_run_same_bytes),
      cmocka_unit_test(takes_a_long_model),
      cmocka_unit_test(kinematic_runs_have_no_solver),
      cmocka_unit_test(chunks_fit_the_rows_expected),
      cmocka_unit_test(all_datasets_are_float64),
      cmocka_unit_test(reports_a_full_disk),
      cmocka_unit_test(names_the_file_it_cannot_create),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
