/* Studies as they are read: from files, texts and words. What is wrong with them stands in wrong_test.c. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "study/goal.h"
#include "study/source.h"
#include "study/studies.h"
#include "study/study.h"

#define PENDULUM SAR_TEST_DIR "/data/study/pendulum.yaml"

static void check_values(const SarStudy *study, int64_t run, double first, double second) {
  double values[2];
  assert_int_equal(sar_study_values(study, run, values), SAR_OK);
  CHECK_NEAR(values[0], first, 1e-12 * fabs(first));
  CHECK_NEAR(values[1], second, 1e-12 * fabs(second));
}

static void test_everything(void **state) {
  (void)state;
  Read read = read_study(
      "study: a title\n"
      "model: pendulum.yaml\n"
      "set: {g: 9.8}\n"
      "vary: {l: {from: 1, to: 100, count: 3, scale: log}, w0: [0.5, 0.8], m: {normal: [10, 1]}}\n"
      "sample: {kind: grid, count: 1000, seed: 1}\n"
      "responses: {peak: max(abs(bob.ay)), settle: \"settling(bob.x, 0.02)\"}\n"
      "keep: \"peak > 20\"\n"
      "limit: 60\n");
  SarStudyColumn column;
  assert_string_equal(sar_study_title(read.study), "a title");
  assert_string_equal(sar_study_model(read.study), PENDULUM);
  assert_int_equal(sar_study_runs(read.study), 6000);
  assert_int_equal(sar_study_parameters(read.study), 3);
  assert_int_equal(sar_study_responses(read.study), 2);
  assert_true(sar_study_parameter(read.study, 2, &column));
  assert_string_equal(column.name, "m");
  assert_null(column.expression);
  assert_false(sar_study_parameter(read.study, 3, &column));
  assert_true(sar_study_response(read.study, 0, &column));
  assert_string_equal(column.name, "peak");
  assert_string_equal(column.unit, "m/s^2");
  assert_string_equal(column.expression, "max(abs(bob.ay))");
  assert_false(sar_study_response(read.study, 2, &column));
  assert_true(sar_study_limit(read.study) == 60);
  assert_null(sar_study_optimize_goal(read.study));
  assert_null(sar_study_fit_goal(read.study));
  double values[3];
  assert_int_equal(sar_study_values(read.study, 3500, values), SAR_OK);
  CHECK_NEAR(values[0], 10, 1e-12);
  assert_true(values[1] == 0.8 && values[2] > 4 && values[2] < 16);
  assert_int_equal(sar_study_values(read.study, 6000, values), SAR_USAGE);
  assert_int_equal(sar_study_values(read.study, -1, values), SAR_USAGE);
  end_study(&read);
}

static void test_table(void **state) {
  (void)state;
  Read read = read_study("model: pendulum.yaml\ncsv: runs.csv\nresponses: {low: min(bob.y)}\n");
  assert_int_equal(sar_study_runs(read.study), 3);
  check_values(read.study, 0, 1, 0.5);
  check_values(read.study, 2, 2, 1);
  end_study(&read);
}

static void test_ranges(void **state) {
  (void)state;
  Read read = read_study(
      "model: pendulum.yaml\n"
      "vary: {l: {from: 1, to: 2}, w0: {from: 4, to: 9, scale: log}, g: {from: 9, to: 10}}\n"
      "responses: {low: min(bob.y), swing: max(A.angle)}\n"
      "optimize:\n"
      "  maximize: [low, swing]\n"
      "  subject_to: {low: [\">= -2\", \"<=1 + 1\"], swing: \"= 30 deg\"}\n"
      "  start: {g: 9.5}\n"
      "  evaluations: 20\n"
      "keep: [17]\n"); /* it is not known how many runs there will be */
  const SarOptimizeGoal *goal = sar_study_optimize_goal(read.study);
  assert_non_null(goal);
  assert_int_equal(sar_study_runs(read.study), 0); /* ranges without counts are no sweep */
  assert_true(goal->maximize && goal->nresponses == 2 && goal->responses[0] == 0 && goal->responses[1] == 1);
  assert_int_equal(goal->nlimits, 3);
  assert_true(goal->limits[0].kind == SAR_LIMIT_AT_LEAST && goal->limits[0].value == -2);
  assert_true(goal->limits[1].kind == SAR_LIMIT_AT_MOST && goal->limits[1].value == 2 && goal->limits[1].response == 0);
  assert_true(goal->limits[2].kind == SAR_LIMIT_EQUAL && goal->limits[2].response == 1);
  CHECK_NEAR(goal->limits[2].value, 0.52359877559829887, 1e-15);
  assert_string_equal(goal->method, "auto");
  assert_true(goal->tolerance == SAR_GOAL_TOLERANCE && goal->evaluations == 20 && goal->seed == 1);
  CHECK_NEAR(sar_study_range(read.study, 0).start, 1.5, 0); /* the model's own value */
  CHECK_NEAR(sar_study_range(read.study, 1).start, 6, 1e-14);
  assert_true(sar_study_range(read.study, 1).log && !sar_study_range(read.study, 0).log);
  CHECK_NEAR(sar_study_range(read.study, 2).start, 9.5, 0);
  end_study(&read);
}

/* Times in s, values in the model's units, what was not measured as nan. */
static void test_fit(void **state) {
  (void)state;
  Read read = read_study(
      "model: fall.yaml\nvary: {v: {from: 1, to: 3}}\n"
      "fit: {data: fall.csv, match: {ball.vy: speed, ball.y: height}, sigma: {ball.y: 0.1}}\n");
  const SarFitGoal *goal = sar_study_fit_goal(read.study);
  assert_true(goal && goal->ntimes == 4 && goal->nmatches == 2);
  CHECK_NEAR(goal->times[1], 0.0371, 1e-17);
  assert_string_equal(goal->matches[0].column, "ball.vy");
  assert_string_equal(goal->matches[0].data, "speed");
  assert_string_equal(goal->matches[0].unit, "mm/ms");
  assert_true(isnan(goal->matches[0].sigma) && goal->matches[1].sigma == 0.1);
  assert_true(isnan(goal->matches[0].values[1]) && goal->matches[1].values[1] == 1060);
  assert_int_equal(goal->evaluations, SAR_GOAL_EVALUATIONS);
  end_study(&read);
}

/* Two rows at the time of an event, as a run writes them: the time counts once, and what jumps there has no value. */
static void test_fit_to_a_run(void **state) {
  (void)state;
  Read read = read_study(
      "model: fall.yaml\nvary: {v: {from: 1, to: 3}}\n"
      "fit: {data: bounce.csv, match: {ball.vy: speed, ball.y: height}}\n");
  const SarFitGoal *goal = sar_study_fit_goal(read.study);
  assert_true(goal && goal->ntimes == 4);
  static const double times[] = {0, 0.1, 0.2, 0.4}, height[] = {1000, 900, 0, 100};
  for (int i = 0; i < 4; i++) {
    CHECK_NEAR(goal->times[i], times[i], 1e-17);
    CHECK_NEAR(goal->matches[1].values[i], height[i], 0);
    if (i != 2) CHECK_NEAR(goal->matches[0].values[i], i == 3 ? 1 : -i - 1, 0);
  }
  assert_true(isnan(goal->matches[0].values[2]));
  assert_int_equal(sar_context_count(read.context), 1);
  assert_string_equal(sar_context_get(read.context, 0)->message,
                      "`speed` has two values at 1 of its times: they are left out");
  end_study(&read);
}

/* ---- words ---- */

static const char *const vary[] = {"l=1:2:3", "w0 = 10 deg : 20 deg : 2"};
static const char *const set[] = {"g=9.8 + 0.1", "m=3"};
static const char *const responses[] = {"peak=max(abs(bob.ay))"};

static void test_words(void **state) {
  (void)state;
  SarStudyWords words = {.vary = vary, .nvary = 2, .set = set, .nset = 2, .responses = responses, .nresponses = 1};
  Read read = read_words(PENDULUM, &words);
  assert_int_equal(sar_study_runs(read.study), 6);
  check_values(read.study, 3, 1.5, 0.34906585039886590);
  /* what it says of itself gives the same study */
  SarStudy *again = NULL;
  assert_int_equal(sar_study_parse(read.context, sar_study_name(read.study), sar_study_text(read.study), &again),
                   SAR_OK);
  assert_string_equal(sar_study_model(again), sar_study_model(read.study));
  assert_string_equal(sar_study_model_text(again), sar_study_model_text(read.study));
  for (int64_t run = 0; run < 6; run++) {
    double a[2], b[2];
    sar_study_values(read.study, run, a);
    sar_study_values(again, run, b);
    assert_memory_equal(a, b, sizeof a);
  }
  SarHash one = sar_hash(), other = sar_hash();
  sar_study_hash(read.study, &one);
  sar_study_hash(again, &other);
  assert_true(one.high == other.high && one.low == other.low);
  sar_study_destroy(&again);
  end_study(&read);
}

static void check_word(const SarStudyWords *words, const char *place, const char *message) {
  SarContext *context = sar_context_create();
  SarStudy *study = NULL;
  assert_int_equal(sar_study_of_model(context, PENDULUM, words, &study), SAR_INPUT);
  assert_null(study);
  const SarDiagnostic *d = sar_context_get(context, 0);
  if (strcmp(d->message, message) != 0) fail_msg("%s, not %s", d->message, message);
  assert_string_equal(d->source.file, place);
  assert_int_equal(d->source.line, 0);
  assert_non_null(d->remedy);
  sar_context_destroy(&context);
}

static void test_wrong_words(void **state) {
  (void)state;
  static const struct {
    const char *vary, *set, *response, *place, *message;
  } cases[] = {
      {"l", NULL, "p=max(bob.x)", "--vary", "`l` has no name or no value"},
      {"=1:2:3", NULL, "p=max(bob.x)", "--vary", "`=1:2:3` has no name or no value"},
      {"l=1:2", NULL, "p=max(bob.x)", "--vary", "`l=1:2` is no range"},
      {"l=1:2:3:4", NULL, "p=max(bob.x)", "--vary", "`l=1:2:3:4` is no range"},
      {"l=1:2:0", NULL, "p=max(bob.x)", "--vary", "`count` must be a whole number from 1 to 1000000000, but it is 0"},
      {"l=1:z:3", NULL, "p=max(bob.x)", "--vary", "unknown name `z`"},
      {"ll=1:2:3", NULL, "p=max(bob.x)", "--vary", "there is no parameter `ll`; did you mean `l`?"},
      {"l=1:2:3", "gg=3", "p=max(bob.x)", "--set", "there is no parameter `gg`; did you mean `g`?"},
      {"l=1:2:3", "g=3*", "p=max(bob.x)", "--set", "a value is missing at the end"},
      {"l=1:2:3", "l=3", "p=max(bob.x)", "--vary", "the parameter `l` has a value already, from `set`"},
      {"l=1:2:3", NULL, "p=max(bob.w)", "--response", "unknown name `bob.w`"},
      {"l=1:2:3", NULL, "p", "--response", "`p` has no name or no value"},
      {"l=1:2:3", NULL, "l=max(bob.x)", "--response", "the table of runs has a column `l` already"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    SarStudyWords words = {.vary = &cases[i].vary, .nvary = 1, .set = &cases[i].set, .nset = cases[i].set != NULL};
    words.responses = &cases[i].response;
    words.nresponses = 1;
    check_word(&words, cases[i].place, cases[i].message);
  }
  static const char *const twice[] = {"l=1:2:3", "l=1:2:3"};
  SarStudyWords words = {.vary = twice, .nvary = 2, .responses = responses, .nresponses = 1};
  check_word(&words, "--vary", "`l` is given twice");
}

/* ---- bytes that decide ---- */

static SarHash hash_of(const char *text) {
  Read read = read_study(text);
  SarHash hash = sar_hash();
  sar_study_hash(read.study, &hash);
  end_study(&read);
  return hash;
}

static void test_hash(void **state) {
  (void)state;
  SarHash one = hash_of("model: pendulum.yaml\nvary: {l: [1, 2]}\nresponses: {low: min(bob.y)}\n");
  SarHash same = hash_of("model: pendulum.yaml\nvary: {l: [1, 2]}\nresponses: {low: min(bob.y)}\n");
  SarHash other = hash_of("model: pendulum.yaml\nvary: {l: [1, 3]}\nresponses: {low: min(bob.y)}\n");
  assert_true(one.low == same.low && one.high == same.high && one.low != other.low);
}

/* `i` of the model follows m and l, `g` nothing. */
static void test_followers(void **state) {
  (void)state;
  Read read = read_study(
      "model: pendulum.yaml\nvary: {w0: [1, 2], l: {from: 1, to: 2, count: 2}, m: {normal: [9, 1]}}\n"
      "responses: {low: min(bob.y)*i + g}\n");
  const SarStudy *study = read.study;
  assert_non_null(study->follows);
  assert_int_equal(study->nconstants, 2);
  assert_string_equal(study->constants[0], "g");
  static const bool expected[] = {false, false, false, false, true, true};
  assert_memory_equal(study->follows, expected, sizeof expected);
  end_study(&read);
  read = read_study("model: pendulum.yaml\nvary: {l: [1, 2]}\nresponses: {low: min(bob.y)*l}\n");
  assert_null(read.study->follows); /* nobody asks */
  end_study(&read);
  /* over another one, and though it has the same value on both sides of the middle */
  read = read_study(
      "model: pendulum.yaml\nset: {i: 2*g, g: \"10 + (l - 1.5)^2\"}\n"
      "vary: {l: {from: 1, to: 2, count: 2}, m: [1, 2]}\nresponses: {low: min(bob.y)*i}\n");
  static const bool even[] = {true, false, false, false, true, false}; /* g, w0, i */
  assert_memory_equal(read.study->follows, even, sizeof even);
  end_study(&read);
}

/* More of them than fit into a word; what follows one that is a number of its own does not follow whatever its text
 * names. */
static void test_many_followers(void **state) {
  (void)state;
  enum { MANY = 150 };
  char folder[] = "read_XXXXXX", model[64], here[1000];
  assert_non_null(mkdtemp(folder));
  assert_non_null(getcwd(here, sizeof here));
  snprintf(model, sizeof model, "%s/model.yaml", folder);
  FILE *out = fopen(model, "w");
  assert_non_null(out);
  fputs("parameters:\n", out);
  for (int i = 0; i < MANY; i++) fprintf(out, i ? "  p%d: 1 + p%d\n" : "  p%d: 1\n", i, i - 1);
  fputs("  sum: p3 + p149\n  twice: 2*sum - p70\n  free: 3\n", out);
  fputs("inputs: {u: {value: 2}}\nbodies: {bob: {mass: twice, inertia: [1, 1, 1]}}\nsimulate: {end: 1}\n", out);
  assert_int_equal(fclose(out), 0);
  char *text = NULL;
  size_t length;
  out = open_memstream(&text, &length);
  assert_non_null(out);
  fprintf(out, "model: %s/%s\nvary:\n", here, model);
  for (int i = MANY - 1; i >= 0; i--) fprintf(out, "  p%d: [%d, %d]\n", i, i + 1, i + 2);
  fputs("  u: [1, 2]\nsample: {kind: random, count: 2}\nresponses: {low: min(bob.y)*twice*sum*free}\n", out);
  assert_int_equal(fclose(out), 0);
  Read read = read_study(text);
  const SarStudy *study = read.study;
  assert_int_equal(study->nconstants, 3);
  for (int c = 0; c < 3; c++) {
    const char *name = study->constants[c];
    for (int j = 0; j <= MANY; j++) {
      int i = MANY - 1 - j; /* the order in which they vary; last the input, which nothing follows */
      bool sum = i == 3 || i == 149, twice = sum || i == 70;
      bool expected = strcmp(name, "sum") == 0 ? sum : strcmp(name, "twice") == 0 && twice;
      if (study->follows[c * (MANY + 1) + j] != expected) fail_msg("%s and p%d", name, i);
    }
  }
  end_study(&read);
  free(text);
  unlink(model);
  rmdir(folder);
}

/* So many responses with names of so many bytes, one a line; the parameter is one column more. */
static void read_many(int count, int bytes, int32_t line, const char *message) {
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  fputs("model: pendulum.yaml\nvary: {l: [1, 2]}\nresponses:\n", out);
  for (int i = 0; i < count; i++) fprintf(out, "  r%0*d: max(bob.x)\n", bytes - 1, i);
  fclose(out);
  SarContext *context = sar_context_create();
  SarStudy *study = NULL;
  SarStatus status = sar_study_parse(context, SAR_TEST_DIR "/data/study/text.yaml", text, &study);
  assert_int_equal(status, line ? SAR_INPUT : SAR_OK);
  assert_int_equal(sar_context_count(context), line ? 1 : 0);
  if (line) assert_int_equal(sar_context_get(context, 0)->source.line, line);
  if (line) assert_non_null(strstr(sar_context_get(context, 0)->message, message));
  sar_study_destroy(&study);
  sar_context_destroy(&context);
  free(text);
}

static void test_many_columns(void **state) {
  (void)state;
  read_many(999, 4, 0, "");
  read_many(1000, 4, 1003, "no room for more parameters and responses than the 1000 before this one");
  read_many(1001, 4, 4, "at most 1000 responses, but these are 1001");
  read_many(203, 255, 0, ""); /* 60 000 bytes */
  read_many(204, 255, 207, "no room for more parameters and responses than the 204 before this one");
}

static void test_null(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarStudy *study = NULL;
  assert_int_equal(sar_study_read(context, NULL, &study), SAR_USAGE);
  assert_int_equal(sar_study_parse(context, "x", NULL, &study), SAR_USAGE);
  assert_int_equal(sar_study_of_model(context, PENDULUM, NULL, &study), SAR_USAGE);
  assert_int_equal(sar_study_of_model(context, PENDULUM, &(SarStudyWords){.nvary = 1}, &study), SAR_USAGE);
  assert_int_equal(sar_study_read(context, "nowhere/at/all.yaml", &study), SAR_INPUT);
  assert_null(study);
  sar_study_destroy(&study);
  sar_study_destroy(NULL);
  assert_int_equal(sar_study_runs(NULL), 0);
  assert_int_equal(sar_study_responses(NULL), 0);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_everything),   cmocka_unit_test(test_table),
                                     cmocka_unit_test(test_ranges),       cmocka_unit_test(test_fit),
                                     cmocka_unit_test(test_fit_to_a_run), cmocka_unit_test(test_words),
                                     cmocka_unit_test(test_wrong_words),  cmocka_unit_test(test_hash),
                                     cmocka_unit_test(test_followers),    cmocka_unit_test(test_many_followers),
                                     cmocka_unit_test(test_null),         cmocka_unit_test(test_many_columns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
