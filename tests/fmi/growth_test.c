/* What FMUs with many variables cost, counted, not timed: texts that are compared while one is exported, while its
 * description is read, and while a model is read that exchanges all of them. Three times as many variables take three
 * times as much, and a little; whoever looked for one among all of them would take nine times. */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "compared.h"
#include "element/fmu/link.h"
#include "file.h"
#include "fmi/driver.h"
#include "fmi/export.h"
#include "fmi/foreign.h"
#include "model/model.h"
#include "sarrus/sarrus.h"

enum { FEW = 200, MANY = 3 * FEW };
#define LINEAR 3.45 /* times; a square would be nine. Names are sorted: n log n */

static char folder[64];

static int set_up(void **state) {
  (void)state;
  strcpy(folder, "/tmp/sarrus-growth-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
  (void)state;
  folder_remove(folder);
  return 0;
}

static void check_growth(long (*work_of)(int count)) {
  long few = work_of(FEW), many = work_of(MANY);
  print_message("%ld comparisons of %d variables, %ld of %d\n", few, FEW, many, MANY);
  assert_true(few > FEW); /* something is counted */
  assert_true((double)many < LINEAR * (double)few);
}

/* ---- ours ---- */

/* So many parameters, inputs and outputs. */
static void write_model(const char *path, int count) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs("parameters:\n", out);
  for (int i = 0; i < count; i++) fprintf(out, "  p%d: %d\n", i, i);
  fputs("inputs:\n", out);
  for (int i = 0; i < count; i++) fprintf(out, "  u%d: {value: 0}\n", i);
  fputs("states:\n", out);
  for (int i = 0; i < count; i++) fprintf(out, "  x%d: {start: 0, rate: p%d*u%d}\n", i, i, i);
  fputs("outputs: [", out);
  for (int i = 0; i < count; i++) fprintf(out, "%sx%d.value", i ? ", " : "", i);
  fputs("]\nsimulate: {end: 1}\n", out);
  fclose(out);
}

static long work_of_export(int count) {
  char model[96], path[96];
  SarContext *context = sar_context_create();
  SarModel *read = NULL;
  SarSystem *system = NULL;
  SarFmuSummary summary;
  snprintf(model, sizeof model, "%s/model.yaml", folder);
  snprintf(path, sizeof path, "%s/model.fmu", folder);
  write_model(model, count);
  SarFmuExport options = {2, fmu_library(), path, sar_run_options_default()};
  assert_int_equal(sar_model_read(context, model, NULL, 0, &read), SAR_OK);
  compared = 0;
  assert_int_equal(sar_system_compile(context, read, &system), SAR_OK);
  assert_int_equal(sar_fmu_export(context, system, &options, &summary), SAR_OK);
  long work = compared;
  assert_int_equal(summary.outputs, count);
  sar_system_destroy(&system);
  sar_model_destroy(&read);
  sar_context_destroy(&context);
  return work;
}

static void exporting(void **state) {
  (void)state;
  check_growth(work_of_export);
}

/* ---- those of others ---- */

static void write_foreign(const char *path, int count) {
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  fputs("<fmiModelDescription fmiVersion=\"3.0\" instantiationToken=\"x\"><CoSimulation modelIdentifier=\"x\"/>", out);
  fputs("<ModelVariables>", out);
  for (int i = 0; i < count; i++) {
    fprintf(out, "<Float64 name=\"in%d\" valueReference=\"%d\" causality=\"input\"/>", i, 3 * i);
    fprintf(out, "<Int32 name=\"out%d\" valueReference=\"%d\" causality=\"output\"/>", i, 3 * i + 1);
    fprintf(out, "<Float32 name=\"set%d\" valueReference=\"%d\" causality=\"parameter\"/>", i, 3 * i + 2);
  }
  fputs("</ModelVariables></fmiModelDescription>", out);
  fclose(out);
  foreign_write(path, &(ForeignFile){"modelDescription.xml", text, NULL}, 1);
  free(text);
}

static void write_user(const char *path, int count) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs("fmus:\n  box:\n    file: box.fmu\n    step: 0.1\n    set:\n", out);
  for (int i = 0; i < count; i++) fprintf(out, "      set%d: %d\n", i, i);
  fputs("    inputs:\n", out);
  for (int i = 0; i < count; i++) fprintf(out, "      in%d: t\n", i);
  fputs("    outputs:\n", out);
  for (int i = 0; i < count; i++) fprintf(out, "      T%d: out%d\n", i, i);
  fputs("states: {x: {start: 0, rate: T0}}\nsimulate: {end: 1}\n", out);
  fclose(out);
}

static long work_of_import(int count) {
  char model[96], path[96];
  SarContext *context = sar_context_create();
  SarModel *read = NULL;
  snprintf(model, sizeof model, "%s/user.yaml", folder);
  snprintf(path, sizeof path, "%s/box.fmu", folder);
  write_foreign(path, count);
  write_user(model, count);
  compared = 0;
  assert_int_equal(sar_model_read(context, model, NULL, 0, &read), SAR_OK);
  long work = compared;
  assert_int_equal(read->nfmus, 1);
  assert_int_equal(read->fmus[0].ninputs, count);
  assert_int_equal(read->fmus[0].outputs[count - 1]->reference, 3 * count - 2);
  assert_true(read->fmus[0].settings[count - 1].value == count - 1);
  sar_model_destroy(&read);
  sar_context_destroy(&context);
  return work;
}

static void importing(void **state) {
  (void)state;
  check_growth(work_of_import);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(exporting), cmocka_unit_test(importing)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
