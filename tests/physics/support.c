#include "physics/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "hht_options.h"

#define LINE 4096
#define SAME_TIME 1e-9 /* s: output times are multiples of a step that is not a binary fraction */

/* ---- runs ---- */

static void say_why(SarContext *context) {
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    if (d->severity == SAR_ERROR) print_message("%s\n", d->message);
  }
}

static void require_ok(SarContext *context, SarStatus status, const char *model) {
  if (status == SAR_OK) return;
  say_why(context);
  fail_msg("%s: %s", model, sar_status_text(status));
}

Run physics_compile(const Setup *setup) {
  Run run = {.context = sar_context_create()};
  char path[512];
  assert_non_null(run.context);
  snprintf(path, sizeof path, "%s/models/%s.yaml", SAR_TEST_DIR, setup->model);
  const char *sets[] = {setup->set, setup->also};
  int count = setup->set ? setup->also ? 2 : 1 : 0;
  require_ok(run.context, sar_model_read(run.context, path, sets, count, &run.model), setup->model);
  if (setup->every > 0) {
    SarSimulation simulation = *sar_model_simulation(run.model);
    simulation.output_every = setup->every;
    sar_model_set_simulation(run.model, &simulation);
  }
  require_ok(run.context, sar_system_compile(run.context, run.model, &run.system), setup->model);
  return run;
}

Run physics_run(const Setup *setup) {
  Run run = physics_compile(setup);
  SarRunOptions options = hht_options();
  if (setup->method) options.method = setup->method;
  if (setup->tolerance > 0) options.tolerance = setup->tolerance;
  if (setup->step > 0) options.step = setup->step;
  if (setup->end > 0) options.end = setup->end;
  require_ok(run.context, sar_table_create(run.context, &run.table), setup->model);
  options.table = run.table;
  require_ok(run.context, sar_run(run.context, run.system, &options, &run.summary), setup->model);
  assert_int_equal(run.summary.status, SAR_RUN_DONE);
  return run;
}

void physics_finish(Run *run) {
  sar_table_destroy(&run->table);
  sar_system_destroy(&run->system);
  sar_model_destroy(&run->model);
  sar_context_destroy(&run->context);
}

int64_t physics_rows(const Run *run) { return sar_table_rows(run->table); }

const double *physics_column(const Run *run, const char *name) {
  int32_t column = sar_table_find(run->table, name);
  if (column < 0) fail_msg("there is no column %s", name);
  return sar_table_values(run->table, column);
}

const double *physics_of(const Run *run, const char *element, const char *quantity) {
  char name[128];
  snprintf(name, sizeof name, "%s.%s", element, quantity);
  return physics_column(run, name);
}

/* ---- references ---- */

static FILE *open_data(const char *path) {
  char full[512];
  snprintf(full, sizeof full, "%s/data/%s", SAR_TEST_DIR, path);
  FILE *file = fopen(full, "r");
  if (!file) fail_msg("cannot open %s", full);
  return file;
}

static void read_names(Reference *reference, char *line) {
  reference->names = calloc(LINE / 2, sizeof *reference->names);
  assert_non_null(reference->names);
  for (char *word = strtok(line, ",\r\n"); word; word = strtok(NULL, ",\r\n")) {
    char *name = malloc(strlen(word) + 1);
    assert_non_null(name);
    reference->names[reference->columns++] = strcpy(name, word);
  }
}

static int count_rows(FILE *file) {
  char line[LINE];
  int rows = 0;
  while (fgets(line, sizeof line, file)) rows += line[0] != '\n';
  return rows;
}

static void read_row(Reference *reference, int row, char *line) {
  char *at = line;
  for (int c = 0; c < reference->columns; c++) {
    char *end;
    reference->values[c * reference->rows + row] = strtod(at, &end);
    assert_ptr_not_equal(at, end);
    at = end + (*end == ',');
  }
}

Reference reference_load(const char *path) {
  Reference reference = {0};
  char line[LINE];
  FILE *file = open_data(path);
  assert_non_null(fgets(line, sizeof line, file));
  read_names(&reference, line);
  long begin = ftell(file);
  reference.rows = count_rows(file);
  reference.values = calloc((size_t)reference.columns * (size_t)reference.rows, sizeof *reference.values);
  assert_non_null(reference.values);
  assert_int_equal(fseek(file, begin, SEEK_SET), 0);
  for (int row = 0; row < reference.rows; row++) {
    assert_non_null(fgets(line, sizeof line, file));
    read_row(&reference, row, line);
  }
  fclose(file);
  return reference;
}

void reference_free(Reference *reference) {
  for (int i = 0; i < reference->columns; i++) free(reference->names[i]);
  free(reference->names);
  free(reference->values);
  *reference = (Reference){0};
}

static int find(const Reference *reference, const char *name) {
  for (int i = 0; i < reference->columns; i++) {
    if (strcmp(reference->names[i], name) == 0) return i;
  }
  return -1;
}

bool reference_has(const Reference *reference, const char *name) { return find(reference, name) >= 0; }

const double *reference_column(const Reference *reference, const char *name) {
  int column = find(reference, name);
  if (column < 0) fail_msg("the reference has no column %s", name);
  return reference->values + column * reference->rows;
}

/* ---- comparing ---- */

Grid grid_match(const Run *run, const Reference *reference) {
  const double *t = physics_column(run, "time"), *expected = reference_column(reference, "t");
  int rows = (int)physics_rows(run), i = 0, k = 0;
  Grid grid = {.run = calloc((size_t)rows, sizeof(int)), .reference = calloc((size_t)rows, sizeof(int))};
  assert_non_null(grid.run);
  assert_non_null(grid.reference);
  while (i < rows && k < reference->rows) {
    double apart = t[i] - expected[k];
    if (fabs(apart) < SAME_TIME) {
      grid.run[grid.count] = i++;
      grid.reference[grid.count++] = k++;
    } else if (apart < 0) {
      i++;
    } else {
      k++;
    }
  }
  assert_true(grid.count > 50); /* the two were made to meet */
  return grid;
}

void grid_free(Grid *grid) {
  free(grid->run);
  free(grid->reference);
  *grid = (Grid){0};
}

double grid_error(const Grid *grid, const double *value, const double *expected) {
  double largest = 0;
  for (int i = 0; i < grid->count; i++) {
    double error = fabs(value[grid->run[i]] - expected[grid->reference[i]]);
    largest = sar_larger(largest, error); /* keeps nan */
  }
  return largest;
}

double physics_slope(double tolerance1, double error1, double tolerance2, double error2) {
  return log(error1 / error2) / log(tolerance1 / tolerance2);
}

void physics_to_body(const double q[4], const double v[3], double out[3]) {
  double w = q[0], x = q[1], y = q[2], z = q[3];
  double R[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                    {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                    {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
  for (int i = 0; i < 3; i++) out[i] = R[0][i] * v[0] + R[1][i] * v[1] + R[2][i] * v[2];
}

double physics_late(double omega, double h, double t) { return 0.1183 * omega * omega * h * h * t; }

double physics_longest_step(double tolerance, double jerk) {
  return cbrt(tolerance * sqrt(6) / ((0.36 - 1 / 4.8) * jerk));
}

int physics_pairs(const Run *run, int64_t *rows, int most) {
  const double *t = physics_column(run, "time");
  int count = 0;
  for (int64_t i = 0; i + 1 < physics_rows(run); i++) {
    if (t[i] == t[i + 1] && count < most) rows[count++] = i;
  }
  return count;
}

static bool has_section(const char *path, const char *section) {
  char line[256];
  bool found = false;
  FILE *stream = fopen(path, "r");
  assert_non_null(stream);
  while (!found && fgets(line, sizeof line, stream)) found = strncmp(line, section, strlen(section)) == 0;
  fclose(stream);
  return found;
}

bool names_plugins(const char *path) { return has_section(path, "plugins:"); }
bool needs_bodies(const char *path) { return has_section(path, "needs:"); }
