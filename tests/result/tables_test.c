/* Which columns stand in which table, and what tables cost: as many datasets as elements, a type per kind of element,
 * and bytes that grow with what is written. Counted, never timed. */
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "check.h"
#include "result/layout.h"
#include "result/results.h"
#include "result/sample.h"

#define H5 "tables_test.h5"

typedef struct Made {
  SarArena *arena;
  SarSinkHeader header;
  SarSinkColumn *columns;
  int32_t room;
} Made;

static Made make(const SarModel *model, int32_t room) {
  Made made = {.arena = sar_arena_create(), .header = sample_header(model), .room = room};
  made.columns = SAR_NEW(made.arena, room, SarSinkColumn);
  made.header.columns = made.columns;
  made.header.ncolumns = 0;
  return made;
}

static void add(Made *made, SarSinkTable table, const char *element, const char *quantity, const char *unit) {
  assert_true(made->header.ncolumns < made->room);
  made->columns[made->header.ncolumns++] =
      (SarSinkColumn){.element = element, .quantity = quantity, .unit = unit, .table = table};
}

/* A chain: every link has a body of 19 columns, a frame of 16 and a joint of 14. */
static Made make_chain(const SarModel *model, int32_t links) {
  static const char *const kinds[] = {"link%d", "link%d.end", "pin%d"};
  static const int32_t counts[] = {19, 16, 14};
  Made made = make(model, 49 * links);
  for (int32_t i = 0; i < links; i++) {
    for (int k = 0; k < 3; k++) {
      char name[32];
      snprintf(name, sizeof name, kinds[k], (int)i);
      const char *element = sar_arena_copy_text(made.arena, name);
      for (int32_t q = 0; q < counts[k]; q++) {
        add(&made, SAR_TABLE_OWN, element, sar_arena_printf(made.arena, "quantity%d", (int)q), k == 2 ? "N" : "m");
      }
    }
  }
  return made;
}

/* No value is that of another place. */
static double value_at(int64_t row, int32_t column) { return 1 + (double)row + (column + 1) / 65536.0; }

static void write_rows(SarContext *context, const SarSinkHeader *header, int64_t rows) {
  SarSink sink;
  const SarSinkCounts counts = {.rows = rows};
  double *values = calloc((size_t)header->ncolumns + 1, sizeof *values);
  assert_int_equal(sar_sink_hdf5_counted(context, H5, &counts, (SarSinkWatch){0}, &sink), SAR_OK);
  assert_int_equal(sink.begin(sink.self, header), SAR_OK);
  for (int64_t k = 0; k < rows; k++) {
    for (int32_t i = 0; i < header->ncolumns; i++) values[i] = value_at(k, i);
    assert_int_equal(sink.row(sink.self, (double)k, values), SAR_OK);
  }
  assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
  free(values);
}

static void read_rows(SarContext *context, const SarSinkHeader *header, int64_t rows) {
  SarResults *results = NULL;
  double *values = calloc((size_t)rows + 1, sizeof *values);
  assert_int_equal(sar_results_open(context, H5, &results), SAR_OK);
  assert_int_equal(sar_results_rows(results), rows);
  for (int32_t i = 0; i < header->ncolumns; i++) {
    int32_t column = (int32_t)((int64_t)i * 7919 % header->ncolumns); /* in no order: the table kept is often another */
    double factor = sar_units_factor(&header->units, header->columns[column].unit);
    assert_int_equal(sar_results_column(results, column + 1, values), SAR_OK);
    for (int64_t k = 0; k < rows; k++) CHECK_NEAR(values[k] * factor, value_at(k, column), 1e-12 * (double)(k + 1));
  }
  sar_results_close(&results);
  free(values);
}

static int64_t size_of(const char *path) {
  struct stat facts;
  assert_int_equal(stat(path, &facts), 0);
  return facts.st_size;
}

/* ---- where they stand ---- */

typedef struct Where {
  int64_t described; /* the last byte at which an object begins */
  int64_t numbers;   /* the first byte of a table */
} Where;

static herr_t look_at(hid_t file, const char *name, const H5L_info_t *link, void *data) {
  (void)link;
  Where *where = data;
  H5O_info_t info;
  assert_true(H5Oget_info_by_name(file, name, &info, H5P_DEFAULT) >= 0);
  if ((int64_t)info.addr > where->described) where->described = (int64_t)info.addr;
  if (info.type != H5O_TYPE_DATASET || strcmp(name, "sarrus-header") == 0) return 0;
  hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  haddr_t offset = H5Dget_offset(dataset);
  if (offset != HADDR_UNDEF && (int64_t)offset < where->numbers) where->numbers = (int64_t)offset;
  H5Dclose(dataset);
  return 0;
}

/* All that describes the numbers stands before the first of them (decision 0031), and the room that was kept for it is
 * not much too large. */
static void assert_described_first(void) {
  Where where = {.numbers = INT64_MAX};
  int64_t told = 0;
  hid_t file = H5Fopen(H5, H5F_ACC_RDONLY, H5P_DEFAULT), attribute = H5Aopen(file, "numbers_from", H5P_DEFAULT);
  assert_true(H5Aread(attribute, H5T_NATIVE_INT64, &told) >= 0);
  assert_true(H5Literate(file, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, look_at, &where) >= 0);
  H5Aclose(attribute);
  H5Fclose(file);
  assert_true(where.described < told && told <= where.numbers);
  assert_true(where.numbers - where.described < 40960 + where.described / 4);
}

/* ---- layout ---- */

static void assert_tables(const SarSinkHeader *header, const char *const *names, int32_t count) {
  SarContext *context = sar_context_create();
  SarLayout layout;
  assert_int_equal(sar_layout_create(context, header, &layout), SAR_OK);
  assert_int_equal(layout.ntables, count);
  for (int32_t i = 0; i < count; i++) assert_string_equal(layout.tables[i].name, names[i]);
  assert_int_equal(layout.nfields, header->ncolumns);
  for (int32_t i = 0; i < header->ncolumns; i++) {
    const SarLayoutTable *table = &layout.tables[layout.tables_of[i]];
    assert_true(layout.fields_of[i] < table->nfields && table->nfields <= SAR_LAYOUT_FIELDS);
    assert_int_equal(layout.columns[table->first + layout.fields_of[i]], i);
  }
  sar_layout_destroy(&layout);
  sar_context_destroy(&context);
}

static const char *field_of(const SarSinkHeader *header, int32_t column) {
  static char name[64];
  SarContext *context = sar_context_create();
  SarLayout layout;
  assert_int_equal(sar_layout_create(context, header, &layout), SAR_OK);
  const SarLayoutTable *table = &layout.tables[layout.tables_of[column]];
  snprintf(name, sizeof name, "%s", layout.names[table->first + layout.fields_of[column]]);
  sar_layout_destroy(&layout);
  sar_context_destroy(&context);
  return name;
}

/* What is made is written, described before its numbers, and read again; then it is gone. */
static void write_and_read(Made *made, int64_t rows) {
  SarContext *context = sar_context_create();
  write_rows(context, &made->header, rows);
  assert_described_first();
  read_rows(context, &made->header, rows);
  remove(H5);
  sar_context_destroy(&context);
  sar_arena_destroy(&made->arena);
}

static void variables_measures_and_states_share_tables(void **state) {
  (void)state;
  SarModel model = sample_model();
  Made made = make(&model, 10);
  add(&made, SAR_TABLE_STATES, "slow", "value", "1");
  add(&made, SAR_TABLE_STATES, "slow", "rate", "1");
  add(&made, SAR_TABLE_OWN, "crank", "x", "m");
  add(&made, SAR_TABLE_MEASURES, "speed", "value", "m/s");
  add(&made, SAR_TABLE_VARIABLES, "left.ratio", "value", "1");
  add(&made, SAR_TABLE_MEASURES, "height", "value", "m");
  add(&made, SAR_TABLE_OWN, "energy", "kinetic", "N*m");
  static const char *const names[] = {"crank", "energy", "variables", "measures", "states"};
  assert_tables(&made.header, names, 5);
  assert_string_equal(field_of(&made.header, 0), "slow");
  assert_string_equal(field_of(&made.header, 1), "slow.rate");
  assert_string_equal(field_of(&made.header, 3), "speed");
  assert_string_equal(field_of(&made.header, 4), "left.ratio");
  write_and_read(&made, 5);
}

/* A sub-model `slow` may have a state `rate`, and an element may be called `states`. */
static void names_that_clash_are_told_apart(void **state) {
  (void)state;
  SarModel model = sample_model();
  Made made = make(&model, 10);
  add(&made, SAR_TABLE_STATES, "slow", "value", "1");
  add(&made, SAR_TABLE_STATES, "slow", "rate", "1");
  add(&made, SAR_TABLE_STATES, "slow.rate", "value", "1");
  add(&made, SAR_TABLE_STATES, "slow.rate", "rate", "1");
  add(&made, SAR_TABLE_OWN, "states", "x", "m");
  static const char *const names[] = {"states", "states.1"};
  assert_tables(&made.header, names, 2);
  assert_string_equal(field_of(&made.header, 0), "slow.value");
  assert_string_equal(field_of(&made.header, 2), "slow.rate.value");
  write_and_read(&made, 5);
}

/* HDF5 keeps the description of a type in 64 kB, also where names are long. */
static void large_tables_are_split(void **state) {
  (void)state;
  SarModel model = sample_model();
  Made made = make(&model, 3000);
  char name[600];
  for (int i = 0; i < 900; i++) {
    add(&made, SAR_TABLE_MEASURES, sar_arena_printf(made.arena, "measure%d", i), "value", "m");
  }
  for (int i = 0; i < 900; i++) add(&made, SAR_TABLE_OWN, "plugin", sar_arena_printf(made.arena, "y%d", i), "1");
  memset(name, 'n', sizeof name);
  for (int i = 0; i < 100; i++) {
    snprintf(name + 500, 100, "%d", i);
    add(&made, SAR_TABLE_VARIABLES, sar_arena_copy_text(made.arena, name), "value", "1");
  }
  static const char *const names[] = {"plugin",      "plugin.2", "plugin.3",   "variables",
                                      "variables.2", "measures", "measures.2", "measures.3"};
  assert_tables(&made.header, names, 8);
  write_and_read(&made, 3);
}

/* ---- what tables cost ---- */

static hsize_t links_of(const char *group) {
  hid_t file = H5Fopen(H5, H5F_ACC_RDONLY, H5P_DEFAULT), id = H5Gopen2(file, group, H5P_DEFAULT);
  H5G_info_t info = {0};
  assert_true(file >= 0 && id >= 0 && H5Gget_info(id, &info) >= 0);
  H5Gclose(id);
  H5Fclose(file);
  return info.nlinks;
}

static int64_t bytes_of_chain(SarContext *context, int32_t links, int64_t rows) {
  SarModel model = sample_model();
  Made made = make_chain(&model, links);
  made.header.kinematic = true;
  write_rows(context, &made.header, rows);
  assert_int_equal(links_of("/"), 3 * links + 3); /* and the time, the header, the types */
  assert_int_equal(links_of("/sarrus-types"), 3);
  assert_described_first();
  int64_t bytes = size_of(H5);
  sar_arena_destroy(&made.arena);
  return bytes;
}

/* Three times the links, three times the bytes: below 500 for each table besides its numbers (one dataset per column
 * takes 940 for each column). A row costs its numbers. */
static void bytes_grow_with_what_is_written(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  int64_t few = bytes_of_chain(context, 100, 3), many = bytes_of_chain(context, 300, 3);
  int64_t raw = (int64_t)8 * 3 * 49 * 200;
  assert_true(many - few - raw < (int64_t)500 * 3 * 200);
  assert_true(many < 3 * few);
  int64_t longer = bytes_of_chain(context, 100, 203), row = (int64_t)8 * (49 * 100 + 1);
  assert_true(longer - few >= 200 * row && (double)(longer - few) <= 1.01 * 200 * (double)row);
  remove(H5);
  sar_context_destroy(&context);
}

/* Who watches is told how much is written: more and more, from the beginning to nearly the end. */
typedef struct Told {
  int count;
  double first, last;
} Told;

static void hear(void *self, double part) {
  Told *told = self;
  if (!told->count++) told->first = part;
  assert_true(part >= told->last && part <= 1);
  told->last = part;
}

static void tells_how_much_is_written(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  Made made = make_chain(&model, 300);
  Told told = {0};
  SarSink sink;
  const SarSinkCounts counts = {.rows = 3};
  double *values = calloc((size_t)made.header.ncolumns, sizeof *values);
  made.header.kinematic = true;
  assert_int_equal(sar_sink_hdf5_counted(context, H5, &counts, (SarSinkWatch){hear, &told}, &sink), SAR_OK);
  assert_int_equal(sink.begin(sink.self, &made.header), SAR_OK);
  for (int k = 0; k < 3; k++) assert_int_equal(sink.row(sink.self, k, values), SAR_OK);
  assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
  assert_true(told.count >= 20 && told.first == 0 && told.last > 0.9);
  free(values);
  remove(H5);
  sar_context_destroy(&context);
  sar_arena_destroy(&made.arena);
}

/* The file is read by HDF5 1.8: superblock of version 2. */
static void old_programs_can_read_it(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  bytes_of_chain(context, 2, 3);
  size_t size = 0;
  char *bytes = read_all(H5, &size);
  assert_int_equal(bytes[8], 2);
  free(bytes);
  remove(H5);
  sar_context_destroy(&context);
}

/* More rows than are gathered in memory at once, as they come and compressed. */
static void long_runs_are_written_in_blocks(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  Made made = make_chain(&model, 40);
  int64_t rows = 4500, plain = 0; /* 70 MB */
  made.header.kinematic = true;
  for (int packed = 0; packed < 2; packed++) {
    made.header.settings = packed ? "end=10\ncompress=true\n" : "end=10\n";
    write_rows(context, &made.header, rows);
    SarResults *results = NULL;
    double *values = calloc((size_t)rows, sizeof *values);
    assert_int_equal(sar_results_open(context, H5, &results), SAR_OK);
    for (int32_t i = 0; i < made.header.ncolumns; i += 211) {
      double factor = sar_units_factor(&made.header.units, made.columns[i].unit);
      assert_int_equal(sar_results_column(results, i + 1, values), SAR_OK);
      for (int64_t k = 0; k < rows; k++) CHECK_NEAR(values[k] * factor, value_at(k, i), 1e-12 * (double)(k + 1));
    }
    sar_results_close(&results);
    free(values);
    if (packed) assert_true(size_of(H5) < plain / 2);
    plain = size_of(H5);
  }
  remove(H5);
  sar_context_destroy(&context);
  sar_arena_destroy(&made.arena);
}

/* Bytes that this process has read; 0: the machine does not say. */
static int64_t bytes_read(void) {
  FILE *file = fopen("/proc/self/io", "r");
  long long bytes = 0;
  if (file && fscanf(file, "rchar: %lld", &bytes) != 1) bytes = 0;
  if (file) fclose(file);
  return bytes;
}

/* The nodes of a long beam are one table, wider than what is kept of it: read column by column it is read once, not
 * once for every column. */
static void wide_tables_are_read_once(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  const int32_t nodes = 60, fields = 20;
  Made made = make(&model, nodes * fields);
  int64_t rows = 4000; /* 38 MB */
  made.header.kinematic = true;
  for (int32_t i = 0; i < nodes * fields; i++) {
    add(&made, SAR_TABLE_NODES, sar_arena_printf(made.arena, "shaft.n%d", (int)(i / fields)),
        sar_arena_printf(made.arena, "quantity%d", (int)(i % fields)), "N");
  }
  write_rows(context, &made.header, rows);
  SarResults *results = NULL;
  double *values = calloc((size_t)rows, sizeof *values);
  assert_int_equal(sar_results_open(context, H5, &results), SAR_OK);
  int64_t before = bytes_read();
  for (int32_t i = 0; i < made.header.ncolumns; i++) {
    assert_int_equal(sar_results_column(results, i + 1, values), SAR_OK);
    for (int64_t k = 0; k < rows; k += 7) CHECK_NEAR(values[k], value_at(k, i), 1e-12 * (double)(k + 1));
  }
  assert_true(bytes_read() - before < 2 * size_of(H5));
  for (int32_t i = made.header.ncolumns - 1; i >= 0; i -= 307) { /* from the end */
    assert_int_equal(sar_results_column(results, i + 1, values), SAR_OK);
    for (int64_t k = 0; k < rows; k += 7) CHECK_NEAR(values[k], value_at(k, i), 1e-12 * (double)(k + 1));
  }
  sar_results_close(&results);
  free(values);
  remove(H5);
  sar_context_destroy(&context);
  sar_arena_destroy(&made.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(variables_measures_and_states_share_tables),
      cmocka_unit_test(names_that_clash_are_told_apart),
      cmocka_unit_test(large_tables_are_split),
      cmocka_unit_test(bytes_grow_with_what_is_written),
      cmocka_unit_test(tells_how_much_is_written),
      cmocka_unit_test(old_programs_can_read_it),
      cmocka_unit_test(long_runs_are_written_in_blocks),
      cmocka_unit_test(wide_tables_are_read_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
