/* Any text given as a study ends in a study or in messages, never in a crash, a leak or a long wait. What was read is
 * asked: values of runs are numbers, and responses of any curves are computed. Models are those of tests/data/study,
 * where the text pretends to stand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/source.h"
#include "study/study.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROWS = 3, MOST_PARAMETERS = 64, MOST_RESPONSES = 64 };

static const double times[ROWS] = {0, 1, 1}, curve[ROWS] = {-1, 2, NAN}, falling[ROWS] = {1, 0, -1};

static const double *column(void *self, const char *name) {
  (void)self;
  return strcmp(name, "time") == 0 ? times : name[strlen(name) - 1] == 'x' ? curve : falling;
}

static const double *derivative(void *self, const char *name, int32_t parameter) {
  return parameter % 2 ? NULL : column(self, name);
}

static void respond(const SarStudy *study, const double *parameters) {
  int32_t count = sar_study_responses(study), np = sar_study_parameters(study);
  double values[MOST_RESPONSES];
  const char *missing = NULL;
  double *constants = calloc((size_t)study->nconstants + 1, sizeof *constants);
  double *gradient = calloc((size_t)count * (size_t)np + 1, sizeof *gradient);
  SarResponseRun run = {.rows = ROWS,
                        .column = column,
                        .derivative = derivative,
                        .parameters = parameters,
                        .constants = constants,
                        .follows = study->follows};
  if (constants && gradient) {
    (void)sar_responses_evaluate(study->responses, &run, values, gradient, &missing);
    if (missing) __builtin_trap();
  }
  free(constants);
  free(gradient);
}

static void check(const SarStudy *study) {
  int32_t np = sar_study_parameters(study);
  int64_t runs = sar_study_runs(study);
  double values[MOST_PARAMETERS] = {0};
  SarHash hash = sar_hash();
  sar_study_hash(study, &hash);
  if (np < 1 || (runs < 1 && !study->optimize && !study->fit)) __builtin_trap();
  if (np > MOST_PARAMETERS || sar_study_responses(study) > MOST_RESPONSES) return;
  for (int64_t run = 0; run < runs; run = run < 8 ? run + 1 : 2 * run) {
    if (sar_study_values(study, run, values) != SAR_OK) __builtin_trap();
    for (int32_t i = 0; i < np; i++) {
      if (isnan(values[i])) __builtin_trap();
    }
    (void)sar_study_keeps(study, run);
  }
  for (int32_t i = 0; (study->optimize || study->fit) && i < np; i++) {
    SarStudyRange range = sar_study_range(study, i);
    if (!(range.from < range.to && range.start >= range.from && range.start <= range.to)) __builtin_trap();
  }
  respond(study, values);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SarContext *context = sar_context_create();
  char *text = malloc(size + 1); /* studies are texts that end in a zero */
  SarStudy *study = NULL;
  if (context && text) {
    memcpy(text, data, size);
    text[size] = 0;
    SarStatus status = sar_study_parse(context, "tests/data/study/fuzz.yaml", text, &study);
    if (status == SAR_OK ? !study : study || sar_context_errors(context) == 0) __builtin_trap();
    if (study) check(study);
  }
  sar_study_destroy(&study);
  free(text);
  sar_context_destroy(&context);
  return 0;
}
