/* What a study and a run of it cost, counted, not timed: three times as many parameters, values, responses, constraints
 * and matched columns take three times as much, and a little. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "compared.h"
#include "studies.h"
#include "study/job.h"

enum { FEW = 100, MANY = 3 * FEW };
#define LINEAR 3.3 /* times; a square would be nine */

static void write_model(const char *path, int count) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs("model: growth\nparameters:\n", out);
  for (int i = 0; i < count; i++) fprintf(out, "  p%d: %d\n", i, i + 1);
  for (int i = 0; i < count / 2; i++) fprintf(out, "  q%d: 2*p%d\n", i, i);
  fputs("bodies:\n", out);
  for (int i = 0; i < count; i++) {
    fprintf(out, "  b%d: {mass: p%d, inertia: [1, 1, 1], at: [%d, 0, 0]}\n", i, i, i);
  }
  fputs("simulate: {end: 1}\n", out);
  assert_int_equal(fclose(out), 0);
}

typedef enum Goal { SWEEP, FOLLOW, OPTIMIZE, FIT } Goal;

static void write_data(const char *path, int count) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs("time", out);
  for (int i = 0; i < count; i++) fprintf(out, ",m%d", i);
  fputs("\n0.01", out);
  for (int i = 0; i < count; i++) fprintf(out, ",%d", i);
  fputs("\n", out);
  assert_int_equal(fclose(out), 0);
}

/* Half of the parameters are varied, half are set; every body is asked for; every response is a constraint, or every
 * body is matched as well. */
static char *study_text(const char *model, const char *data, int count, Goal goal) {
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  fprintf(out, "study: growth\nmodel: %s\nset:\n", model);
  for (int i = count / 2; i < count; i++) fprintf(out, "  p%d: %d\n", i, i + 3);
  fputs("vary:\n", out);
  for (int i = 0; i < count / 2; i++) fprintf(out, "  p%d: {from: 1, to: 2}\n", i);
  if (goal <= FOLLOW) fprintf(out, "sample: {kind: random, count: %d, seed: 1}\n", count);
  fputs("responses:\n", out);
  for (int i = 0; i < count; i++) {
    fprintf(out, goal == FOLLOW && i < count / 2 ? "  r%d: \"max(b%d.x) + 0*q%d\"\n" : "  r%d: \"max(b%d.x)\"\n", i, i,
            i);
  }
  if (goal == OPTIMIZE) {
    fputs("optimize:\n  minimize: r0\n  subject_to:\n", out);
    for (int i = 1; i < count; i++) fprintf(out, "    r%d: \"<= 1\"\n", i);
  } else if (goal == FIT) {
    fprintf(out, "fit:\n  data: %s\n  match:\n", data);
    for (int i = 0; i < count; i++) fprintf(out, "    b%d.y: m%d\n", i, i);
  }
  fclose(out);
  return text;
}

/* Comparisons of reading, and of the first run. */
typedef struct Work {
  long reading, run;
} Work;

static long run_one(const Read *read, Goal goal, int count) {
  SarRunOptions options = sar_run_options_default();
  SarJobRunner *runner = NULL;
  SarJobResult result;
  double values[MANY];
  for (int i = 0; i < count / 2; i++) values[i] = 1.5;
  SarJob job = {.values = values, .curves = goal == FIT};
  options.end = 0.01;
  compared = 0;
  assert_int_equal(sar_job_runner_create(read->context, read->study, &options, &runner), SAR_OK);
  assert_int_equal(sar_job_run(runner, &job, &result), SAR_OK);
  long work = compared;
  assert_string_equal(result.row.message, "");
  assert_true(result.row.responses[count - 1] == count - 1);
  assert_int_equal(result.ncurves, goal == FIT ? count : 0);
  sar_job_runner_destroy(&runner);
  return work;
}

static Work work_of(int count, Goal goal) {
  char folder[] = "growth_XXXXXX", here[200], model[300], data[300];
  assert_non_null(mkdtemp(folder));
  assert_non_null(getcwd(here, sizeof here));
  snprintf(model, sizeof model, "%s/%s/model.yaml", here, folder);
  snprintf(data, sizeof data, "%s/%s/data.csv", here, folder);
  write_model(model, count);
  write_data(data, count);
  char *text = study_text(model, data, count, goal);
  compared = 0;
  Read read = read_study(text);
  Work work = {.reading = compared};
  assert_int_equal(sar_study_responses(read.study), count);
  assert_int_equal(sar_study_parameters(read.study), count / 2);
  work.run = run_one(&read, goal, count);
  end_study(&read);
  free(text);
  unlink(model);
  unlink(data);
  rmdir(folder);
  return work;
}

static void check_growth(Goal goal) {
  Work few = work_of(FEW, goal), many = work_of(MANY, goal);
  print_message("%ld comparisons of %d to read it, %ld of %d; %ld and %ld to run it\n", few.reading, FEW, many.reading,
                MANY, few.run, many.run);
  assert_true(few.reading > FEW && few.run > FEW); /* something is counted */
  assert_true((double)many.reading < LINEAR * (double)few.reading);
  assert_true((double)many.run < LINEAR * (double)few.run);
}

static void sweeps(void **state) {
  (void)state;
  check_growth(SWEEP);
}

/* Responses with parameters that follow those that vary: who follows whom is found by reading the model once more, not
 * once for each. */
static void followers(void **state) {
  (void)state;
  check_growth(FOLLOW);
}

static void searches(void **state) {
  (void)state;
  check_growth(OPTIMIZE);
}

static void fits(void **state) {
  (void)state;
  check_growth(FIT);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sweeps), cmocka_unit_test(followers), cmocka_unit_test(searches),
                                     cmocka_unit_test(fits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
