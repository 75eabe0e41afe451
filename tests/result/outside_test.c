/* Results files made by hand that lead to other files of the user: by external storage, links, virtual datasets,
 * filters and types that are kept elsewhere. None of it is followed, wherever it stands; what is in the file itself is
 * read. */
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "file.h"
#include "result/compare.h"
#include "result/hdf5_common.h"
#include "result/journal.h"
#include "result/results.h"
#include "result/sample.h"

#define ROWS 40
#define SECRET 4711.5 /* what all values of the other files are */

static const char hostile[] = "outside_test.h5", other[] = "outside_test_other.h5", raw[] = "outside_test_raw.bin";

static void write_results(const char *path) {
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  SarSink sink;
  assert_int_equal(sar_sink_hdf5(context, path, &sink), SAR_OK);
  assert_int_equal(sink.begin(sink.self, &header), SAR_OK);
  for (int64_t k = 0; k < ROWS; k++) {
    double values[3], time = sample_row(k, values);
    assert_int_equal(sink.step(sink.self, &(SarStepRecord){.time = time, .step = 0.1, .order = 2}), SAR_OK);
    assert_int_equal(sink.row(sink.self, time, values), SAR_OK);
  }
  assert_int_equal(sink.checkpoint(sink.self, "state", 5), SAR_OK);
  assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
  sar_context_destroy(&context);
}

/* ---- the files that are not to be read ---- */

static void put_secret(hid_t at, const char *name, hid_t type, hid_t create) {
  double values[ROWS];
  hsize_t size = ROWS;
  for (int k = 0; k < ROWS; k++) values[k] = SECRET;
  hid_t space = H5Screate_simple(1, &size, NULL);
  hid_t dataset = H5Dcreate2(at, name, type, space, H5P_DEFAULT, create, H5P_DEFAULT);
  assert_true(dataset >= 0);
  assert_true(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  H5Dclose(dataset);
  H5Sclose(space);
}

static void write_others(void) {
  write_results(other); /* with a header that is right */
  hid_t file = H5Fopen(other, H5F_ACC_RDWR, H5P_DEFAULT);
  hid_t group = H5Gcreate2(file, "secrets", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  put_secret(group, "x", H5T_IEEE_F64LE, H5P_DEFAULT);
  H5Gclose(group);
  H5Fclose(file);
  FILE *stream = fopen(raw, "wb");
  double secret = SECRET;
  for (int k = 0; k < ROWS; k++) assert_int_equal(fwrite(&secret, sizeof secret, 1, stream), 1);
  fclose(stream);
}

/* ---- the ways out: each puts something in the place of a dataset that was deleted ---- */

static void external_storage(hid_t file, const char *name) {
  hid_t create = H5Pcreate(H5P_DATASET_CREATE);
  assert_true(H5Pset_external(create, raw, 0, H5F_UNLIMITED) >= 0);
  hsize_t size = ROWS;
  hid_t space = H5Screate_simple(1, &size, NULL);
  bool bytes = strcmp(name, "/solver/checkpoint") == 0;
  hid_t dataset =
      H5Dcreate2(file, name, bytes ? H5T_STD_U8LE : H5T_IEEE_F64LE, space, H5P_DEFAULT, create, H5P_DEFAULT);
  assert_true(dataset >= 0);
  H5Dclose(dataset);
  H5Sclose(space);
  H5Pclose(create);
}

static void external_link(hid_t file, const char *name) {
  bool header = strcmp(name, "/" SAR_HDF5_HEADER) == 0, table = strcmp(name, "/crank") == 0;
  assert_true(H5Lcreate_external(other,
                                 header  ? SAR_HDF5_HEADER
                                 : table ? "/crank" /* which is right */
                                         : "/secrets/x",
                                 file, name, H5P_DEFAULT, H5P_DEFAULT) >= 0);
}

static void soft_link(hid_t file, const char *name) {
  assert_true(H5Lcreate_soft(strcmp(name, "/crank") == 0 ? "/crank.pin" : "/solver/time", file, name, H5P_DEFAULT,
                             H5P_DEFAULT) >= 0);
}

static void virtual_dataset(hid_t file, const char *name) {
  hsize_t size = ROWS;
  hid_t create = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &size, NULL);
  assert_true(H5Pset_virtual(create, space, other, "/secrets/x", space) >= 0);
  hid_t dataset = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, create, H5P_DEFAULT);
  assert_true(dataset >= 0);
  H5Dclose(dataset);
  H5Sclose(space);
  H5Pclose(create);
}

/* HDF5 would look for an unknown filter among the shared objects of the system. These it has: the program writes the
 * first one, in tables, and never the second one. */
static void put_filtered(hid_t file, const char *name, bool known) {
  hsize_t chunk = ROWS;
  hid_t create = H5Pcreate(H5P_DATASET_CREATE);
  assert_true(H5Pset_chunk(create, 1, &chunk) >= 0);
  assert_true((known ? H5Pset_shuffle(create) : H5Pset_fletcher32(create)) >= 0);
  put_secret(file, name, H5T_IEEE_F64LE, create);
  H5Pclose(create);
}

static void filter(hid_t file, const char *name) { put_filtered(file, name, true); }
static void other_filter(hid_t file, const char *name) { put_filtered(file, name, false); }

static void named_type(hid_t file, const char *name) {
  hid_t type = H5Tcopy(H5T_IEEE_F64LE);
  assert_true(H5Tcommit2(file, "a_type", type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT) >= 0);
  put_secret(file, name, type, H5P_DEFAULT);
  H5Tclose(type);
}

/* ---- who reads them ---- */

static void is_refused(const SarContext *context, SarStatus status, const char *name, const char *reason) {
  char wanted[128];
  snprintf(wanted, sizeof wanted, "`%s` is not read: it %s", name, reason);
  assert_int_equal(status, SAR_INPUT);
  bool said = false;
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    said = said || strcmp(sar_context_get(context, i)->message, wanted) == 0;
  }
  if (!said && sar_context_count(context)) print_message("%s\n", sar_context_get(context, 0)->message);
  assert_true(said);
}

static SarStatus read_all_columns(SarContext *context) {
  SarResults *results = NULL;
  SAR_TRY(sar_results_open(context, hostile, &results));
  double values[ROWS];
  SarStatus status = sar_results_rows(results) == ROWS ? SAR_OK : SAR_FAILED;
  for (int32_t i = 0; i < sar_results_columns(results) && status == SAR_OK; i++) {
    status = sar_results_column(results, i, values);
    for (int k = 0; k < ROWS && status == SAR_OK; k++) assert_true(values[k] != SECRET);
  }
  sar_results_close(&results);
  return status;
}

static SarStatus read_to_go_on(SarContext *context) {
  SarResultFile file;
  SarStatus status = sar_result_file_open(context, hostile, &file);
  sar_result_file_close(&file);
  return status;
}

static SarStatus compare_with_itself(SarContext *context) {
  const SarComparison *comparison = NULL;
  SarComparedFile a = {hostile, NULL}, b = {hostile, NULL};
  SarStatus status = sar_results_open(context, hostile, &a.results);
  if (status == SAR_OK) status = sar_results_open(context, hostile, &b.results);
  if (status == SAR_OK) status = sar_compare_results(context, &a, &b, NULL, 0, &comparison);
  sar_results_close(&a.results);
  sar_results_close(&b.results);
  sar_comparison_destroy(&comparison);
  return status;
}

typedef struct Case {
  void (*put)(hid_t file, const char *name);
  const char *path;   /* in the file, replaced */
  const char *column; /* that is named */
  const char *reason;
  SarStatus (*read)(SarContext *context);
} Case;

static const Case cases[] = {
    {external_storage, "/crank", "crank", "is stored in another file", read_all_columns},
    {external_storage, "/crank", "crank", "is stored in another file", compare_with_itself},
    {external_storage, "/time", "time", "is stored in another file", read_all_columns},
    {external_storage, "/time", "time", "is stored in another file", read_to_go_on},
    {external_storage, "/solver/time", "solver.time", "is stored in another file", read_to_go_on},
    {external_storage, "/solver/checkpoint", "solver.checkpoint", "is stored in another file", read_to_go_on},
    {external_link, "/crank", "crank", "is behind a link to another file", read_all_columns},
    {external_link, "/crank", "crank", "is behind a link to another file", compare_with_itself},
    {external_link, "/time", "time", "is behind a link to another file", read_all_columns},
    {external_link, "/" SAR_HDF5_HEADER, SAR_HDF5_HEADER, "is behind a link to another file", read_all_columns},
    {external_link, "/solver/checkpoint", "solver.checkpoint", "is behind a link to another file", read_to_go_on},
    {soft_link, "/crank", "crank", "is behind a soft link", read_all_columns},
    {soft_link, "/time", "time", "is behind a soft link", read_to_go_on},
    {virtual_dataset, "/crank", "crank", "is made of pieces of other files", read_all_columns},
    {virtual_dataset, "/time", "time", "is made of pieces of other files", read_to_go_on},
    {filter, "/time", "time", "goes through a filter", read_all_columns},
    {other_filter, "/crank", "crank", "goes through a filter", read_all_columns},
    {named_type, "/time", "time", "has a type that is kept elsewhere", read_all_columns},
};

/* The same in files of version 0.6: the header has the old columns, every one of which is a dataset. */
static const Case old_cases[] = {
    {external_storage, "/crank/x", "crank.x", "is stored in another file", read_all_columns},
    {external_storage, "/crank/x", "crank.x", "is stored in another file", compare_with_itself},
    {external_link, "/crank/x", "crank.x", "is behind a link to another file", read_all_columns},
    {external_link, "/crank", "crank.x", "is behind a link to another file", read_all_columns},
    {soft_link, "/crank/x", "crank.x", "is behind a soft link", read_all_columns},
    {soft_link, "/crank", "crank.x", "is behind a soft link", read_all_columns},
    {virtual_dataset, "/crank/x", "crank.x", "is made of pieces of other files", read_all_columns},
    {filter, "/crank/x", "crank.x", "goes through a filter", read_all_columns},
    {named_type, "/crank/x", "crank.x", "has a type that is kept elsewhere", read_all_columns},
};

static void write_old(const char *path) {
  size_t size = 0;
  char *bytes = read_all(SAR_TEST_DIR "/data/layout/checkpoint.h5", &size);
  file_write(path, bytes, size);
  free(bytes);
}

static void try_case(const Case *c, void (*write)(const char *path)) {
  write(hostile);
  hid_t file = H5Fopen(hostile, H5F_ACC_RDWR, H5P_DEFAULT);
  assert_true(file >= 0 && H5Ldelete(file, c->path, H5P_DEFAULT) >= 0);
  c->put(file, c->path);
  H5Fclose(file);
  SarContext *context = sar_context_create();
  is_refused(context, c->read(context), c->column, c->reason);
  sar_context_destroy(&context);
}

static void refuses_what_leads_out(void **state) {
  (void)state;
  write_others();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) try_case(&cases[i], write_results);
  for (size_t i = 0; i < sizeof old_cases / sizeof *old_cases; i++) try_case(&old_cases[i], write_old);
  remove(other);
  remove(raw);
}

/* A second name for an object of the file leads nowhere else; what nobody asks for stays unread. */
static void reads_hard_links_beside_links(void **state) {
  (void)state;
  write_results(hostile);
  hid_t file = H5Fopen(hostile, H5F_ACC_RDWR, H5P_DEFAULT);
  assert_true(H5Lmove(file, "/crank", file, "/kept", H5P_DEFAULT, H5P_DEFAULT) >= 0);
  assert_true(H5Lcreate_hard(file, "/kept", file, "/crank", H5P_DEFAULT, H5P_DEFAULT) >= 0);
  assert_true(H5Lcreate_soft("/time", file, "/notes", H5P_DEFAULT, H5P_DEFAULT) >= 0);
  H5Fclose(file);
  SarContext *context = sar_context_create();
  assert_int_equal(read_all_columns(context), SAR_OK);
  sar_context_destroy(&context);
  remove(hostile);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(refuses_what_leads_out),
      cmocka_unit_test(reads_hard_links_beside_links),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
