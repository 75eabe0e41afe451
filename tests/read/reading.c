#include "read/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail_with_messages(SarContext *context) {
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    print_message("%d:%d: %s\n", (int)d->source.line, (int)d->source.column, d->message);
  }
  fail_msg("the model was not read");
}

Reading read_with(const char *text, const char *set) {
  SarReadOptions options = {.set = &set, .nset = set ? 1 : 0};
  Reading reading = {sar_context_create(), NULL};
  assert_non_null(reading.context);
  SarStatus status = sar_model_read_text(reading.context, "text.yaml", text, strlen(text), &options, &reading.model);
  if (status != SAR_OK) fail_with_messages(reading.context);
  assert_int_equal(sar_context_count(reading.context), 0);
  return reading;
}

Reading read_text(const char *text) { return read_with(text, NULL); }

Reading read_file(const char *name) {
  char path[600];
  snprintf(path, sizeof path, "%s/data/read/%s", SAR_TEST_DIR, name);
  Reading reading = {sar_context_create(), NULL};
  if (sar_model_read(reading.context, path, NULL, 0, &reading.model) != SAR_OK) fail_with_messages(reading.context);
  return reading;
}

void end_reading(Reading *reading) {
  sar_model_destroy(&reading->model);
  sar_context_destroy(&reading->context);
}

char *first_error(const char *text, const char *set) {
  SarReadOptions options = {.set = &set, .nset = set ? 1 : 0};
  SarContext *context = sar_context_create();
  SarModel *model;
  char *line = calloc(1, 400);
  assert_int_equal(sar_model_read_text(context, "text.yaml", text, strlen(text), &options, &model), SAR_INPUT);
  assert_null(model);
  const SarDiagnostic *d = sar_context_get(context, 0);
  assert_non_null(d);
  snprintf(line, 400, "%d:%d: %s", (int)d->source.line, (int)d->source.column, d->message);
  sar_context_destroy(&context);
  return line;
}

SarModelElement *element_of(const Reading *reading, const char *name) {
  int32_t index = sar_model_find(reading->model, name);
  if (index < 0) fail_msg("there is no element %s", name);
  return &reading->model->elements[index];
}

const SarValue *value_of(const Reading *reading, const char *element, const char *field) {
  return sar_model_value(element_of(reading, element), field);
}

double evaluate(const SarExpr *f, const double *variables) {
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  const SarProgram *program;
  double value;
  assert_int_equal(sar_program_compile(context, arena, &f, 1, &program), SAR_OK);
  double *scratch = calloc((size_t)sar_program_scratch(program) + 1, sizeof *scratch);
  sar_program_evaluate(program, variables, scratch, &value);
  free(scratch);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return value;
}

void check_vector(SarVec3 value, double x, double y, double z) {
  CHECK_NEAR(value.x, x, 4e-15);
  CHECK_NEAR(value.y, y, 4e-15);
  CHECK_NEAR(value.z, z, 4e-15);
}
