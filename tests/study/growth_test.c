/* What reading a study costs, counted, not timed: three times as many parameters, values, responses and constraints
 * take three times as much, and a little. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "compared.h"
#include "studies.h"

enum { FEW = 100, MANY = 3 * FEW };
#define LINEAR 3.3 /* times; a square would be nine */

static void write_model(const char *path, int count) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs("model: growth\nparameters:\n", out);
  for (int i = 0; i < count; i++) fprintf(out, "  p%d: %d\n", i, i + 1);
  fputs("bodies:\n", out);
  for (int i = 0; i < count; i++) {
    fprintf(out, "  b%d: {mass: p%d, inertia: [1, 1, 1], at: [%d, 0, 0]}\n", i, i, i);
  }
  fputs("simulate: {end: 1}\n", out);
  assert_int_equal(fclose(out), 0);
}

/* Half of the parameters are varied, half are set; every body is asked for; every response is a constraint. */
static char *study_text(const char *model, int count, const char *vary, bool optimize) {
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  fprintf(out, "study: growth\nmodel: %s\nset:\n", model);
  for (int i = count / 2; i < count; i++) fprintf(out, "  p%d: %d\n", i, i + 3);
  fputs("vary:\n", out);
  for (int i = 0; i < count / 2; i++) fprintf(out, "  p%d: %s\n", i, vary);
  if (!optimize) fprintf(out, "sample: {kind: random, count: %d, seed: 1}\n", count);
  fputs("responses:\n", out);
  for (int i = 0; i < count; i++) fprintf(out, "  r%d: \"max(b%d.x)\"\n", i, i);
  if (optimize) {
    fputs("optimize:\n  minimize: r0\n  subject_to:\n", out);
    for (int i = 1; i < count; i++) fprintf(out, "    r%d: \"<= 1\"\n", i);
  }
  fclose(out);
  return text;
}

static long work_of(int count, const char *vary, bool optimize) {
  char model[] = "growth_XXXXXX";
  int descriptor = mkstemp(model);
  assert_true(descriptor >= 0);
  close(descriptor);
  write_model(model, count);
  char path[300], here[200];
  assert_non_null(getcwd(here, sizeof here));
  snprintf(path, sizeof path, "%s/%s", here, model);
  char *text = study_text(path, count, vary, optimize);
  compared = 0;
  Read read = read_study(text);
  long work = compared;
  assert_int_equal(sar_study_responses(read.study), count);
  assert_int_equal(sar_study_parameters(read.study), count / 2);
  end_study(&read);
  free(text);
  unlink(model);
  return work;
}

static void check_growth(const char *vary, bool optimize) {
  long few = work_of(FEW, vary, optimize), many = work_of(MANY, vary, optimize);
  print_message("%ld comparisons of %d, %ld of %d\n", few, FEW, many, MANY);
  assert_true(few > FEW); /* something is counted */
  assert_true((double)many < LINEAR * (double)few);
}

static void sweeps(void **state) {
  (void)state;
  check_growth("{from: 1, to: 2}", false);
}

static void searches(void **state) {
  (void)state;
  check_growth("{from: 1, to: 2}", true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sweeps), cmocka_unit_test(searches)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
