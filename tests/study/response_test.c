/* Responses against closed forms, and their derivatives against differences: a curve that is known, on uneven rows. */
#include "study/response.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* x = exp(-a t) cos(w t), y = b t^2 - t, and z, whose derivatives nobody knows. */
#define PI 3.14159265358979323846
enum { ROWS = 2001, PARAMETERS = 3 };
static const char *const columns[] = {"time", "rod.x", "rod.y", "odd.z"};
static const char *const units[] = {"s", "m", "m", "N"};
static const char *const parameters[] = {"a", "w", "b"};
static const char *const constants[] = {"k", "left.c"};

typedef struct Curves {
  double time[ROWS], x[ROWS], y[ROWS], z[ROWS];
  double x_by[2][ROWS], y_by_b[ROWS], zero[ROWS];
} Curves;

static double end_time(void) { return 4; }

static void fill(Curves *c, const double *p) {
  double a = p[0], w = p[1], b = p[2];
  for (int i = 0; i < ROWS; i++) {
    double s = (double)i / (ROWS - 1), t = end_time() * (s + 0.1 * sin(6.283185307179586 * s)); /* uneven, rising */
    c->time[i] = t;
    c->x[i] = exp(-a * t) * cos(w * t);
    c->x_by[0][i] = -t * c->x[i];
    c->x_by[1][i] = -t * exp(-a * t) * sin(w * t);
    c->y[i] = b * t * t - t;
    c->y_by_b[i] = t * t;
    c->z[i] = t * t * t;
    c->zero[i] = 0;
  }
}

static const double *column(void *self, const char *name) {
  const Curves *c = self;
  if (strcmp(name, "time") == 0) return c->time;
  if (strcmp(name, "rod.x") == 0) return c->x;
  if (strcmp(name, "rod.y") == 0) return c->y;
  return strcmp(name, "odd.z") == 0 ? c->z : NULL;
}

static const double *derivative(void *self, const char *name, int32_t parameter) {
  const Curves *c = self;
  if (strcmp(name, "rod.x") == 0) return parameter < 2 ? c->x_by[parameter] : c->zero;
  if (strcmp(name, "rod.y") == 0) return parameter == 2 ? c->y_by_b : c->zero;
  return NULL;
}

typedef struct Answer {
  double value, gradient[PARAMETERS];
  char unit[16];
} Answer;

static const SarResponseNames names = {.columns = columns,
                                       .units = units,
                                       .ncolumns = 4,
                                       .parameters = parameters,
                                       .nparameters = PARAMETERS,
                                       .constants = constants,
                                       .nconstants = 2};

static Answer evaluate(const char *text, const double *p) {
  static const double fixed[] = {2.5, -1};
  static Curves curves;
  Answer answer;
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarResponses *responses = sar_responses_create(arena, &names);
  const char *missing = NULL;
  fill(&curves, p);
  if (sar_responses_add(context, responses, "r", text, (SarSource){"study.yaml", 1, 1}) != SAR_OK) {
    fail_msg("%s: %s", text, sar_context_get(context, 0)->message);
  }
  SarResponseRun run = {
      .rows = ROWS, .column = column, .derivative = derivative, .self = &curves, .parameters = p, .constants = fixed};
  double value = 0;
  assert_int_equal(sar_responses_evaluate(responses, &run, &value, NULL, &missing), SAR_OK);
  assert_int_equal(sar_responses_evaluate(responses, &run, &answer.value, answer.gradient, &missing), SAR_OK);
  assert_null(missing);
  assert_true(value == answer.value || (isnan(value) && isnan(answer.value)));
  snprintf(answer.unit, sizeof answer.unit, "%s", sar_response_unit(responses, 0));
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return answer;
}

static const double usual[PARAMETERS] = {0.7, 5, 0.6};

static void check(const char *text, double expected, double tolerance, const char *unit) {
  Answer answer = evaluate(text, usual);
  if (!(fabs(answer.value - expected) <= tolerance)) {
    fail_msg("%s = %.17g, expected %.17g within %g", text, answer.value, expected, tolerance);
  }
  assert_string_equal(answer.unit, unit);
}

/* Rows are 2 ms apart: what lies between them differs by h^2/8 times the second derivative, 25 at most: 2e-5. */
static void test_closed_forms(void **state) {
  (void)state;
  double a = usual[0], w = usual[1], b = usual[2], t = end_time();
  double low = PI / w - atan(a / w) / w; /* the first minimum */
  check("max(rod.x)", 1, 0, "m");
  check("min(rod.x)", exp(-a * low) * cos(w * low), 2e-5, "m");
  check("range(rod.x)", 1 - exp(-a * low) * cos(w * low), 2e-5, "m");
  check("final(rod.x)", exp(-a * t) * cos(w * t), 1e-15, "m");
  check("first(rod.y)", 0, 0, "m");
  check("FINAL(abs(rod.y) - rod.y)", 0, 0, "m");
  /* integral of y over t, of x as the real part of (1 - exp((-a + iw) t))/(a - iw) */
  double decay = exp(-a * t), real = 1 - decay * cos(w * t), imaginary = -decay * sin(w * t);
  check("mean(rod.y)", b * t * t / 3 - t / 2, 1e-5, "m");
  check("mean(rod.x)", (real * a - imaginary * w) / (a * a + w * w) / t, 1e-5, "m");
  double square = (1 - exp(-2 * a * t)) / (4 * a);
  double d2 = exp(-2 * a * t), r2 = 1 - d2 * cos(2 * w * t), i2 = -d2 * sin(2 * w * t);
  square += 0.5 * (r2 * 2 * a - i2 * 2 * w) / (4 * a * a + 4 * w * w);
  check("rms(rod.x)", sqrt(square / t), 1e-5, "m");
  check("percentile(time, 25)", t / 4, 1e-5, "s");
  check("percentile(time, 0)", 0, 0, "s");
  check("percentile(time, 100)", t, 0, "s");
  check("time_of(rod.x < 0)", PI / 2 / w, 2e-5, "s");
  check("time_of(rod.x, 0)", PI / 2 / w, 2e-5, "s");
  check("time_of(time > 1 and rod.x > 0)", 3 * PI / 2 / w > 1 ? 3 * PI / 2 / w : 1, 2e-5, "s");
  check("time_of(not rod.y <= 0)", 1 / b, 2e-5, "s");
  check("time_of(rod.x > 0 or rod.y > 0)", 0, 0, "s");
  check("first(rod.y, rod.x < 0)", b * pow(PI / 2 / w, 2) - PI / 2 / w, 2e-5, "m");
  check("time_of(rod.x >= max(rod.x))", 0, 0, "s");
  check("max(rod.x) - min(rod.y)/k", 1 + 1 / (4 * b) / 2.5, 1e-5, "");
  check("a*max(rod.x) + left.c", a - 1, 1e-15, "");
  check("max(rod.x - mean(rod.x)) + mean(rod.x)", 1, 1e-15, "m");
  check("max(final(rod.y), first(rod.y))", b * t * t - t, 1e-14, "m");
}

/* |y - y_end| falls through 2 % of its largest value at the time that the quadratic gives. */
static void test_settling(void **state) {
  (void)state;
  double b = usual[2], t = end_time(), last = b * t * t - t, lowest = -1 / (4 * b);
  double level = last - 0.02 * (last - lowest), when = (1 + sqrt(1 + 4 * b * level)) / (2 * b);
  check("settling(rod.y, 0.02)", when, 1e-4, "s");
  /* exp(-a t) |cos| leaves 0.1 for good within a half-period before the envelope does */
  Answer answer = evaluate("settling(rod.x, 0.1, 0)", usual);
  double envelope = log(10) / usual[0];
  assert_true(answer.value < envelope && answer.value > envelope - PI / usual[1]);
  CHECK_NEAR(fabs(exp(-usual[0] * answer.value) * cos(usual[1] * answer.value)), 0.1, 1e-4);
}

static void test_never(void **state) {
  (void)state;
  const double nan = NAN; /* bit for bit: tables of two processors are the same */
  Answer root = evaluate("sqrt(min(rod.x) - 1)", usual), negative = evaluate("-sqrt(min(rod.x) - 1)", usual);
  assert_memory_equal(&root.value, &nan, sizeof nan);
  assert_memory_equal(&negative.value, &nan, sizeof nan);
  for (int j = 0; j < PARAMETERS; j++) assert_memory_equal(&root.gradient[j], &nan, sizeof nan);
  static const char *const texts[] = {"time_of(rod.x > 2)",         "first(rod.y, rod.x > 2)", "time_of(rod.x, 7)",
                                      "settling(rod.y, 0.02, 100)", "mean(log(rod.x))",        "max(sqrt(rod.x))"};
  for (int i = 0; i < 6; i++) {
    Answer answer = evaluate(texts[i], usual);
    assert_true(isnan(answer.value));
    for (int j = 0; j < PARAMETERS && i < 3; j++) assert_true(isnan(answer.gradient[j]));
  }
}

/* Central differences of the responses themselves: the derivatives are those of what is computed, rows and all. */
static void test_gradients(void **state) {
  (void)state;
  static const char *const texts[] = {"max(abs(rod.x - 0.1))",
                                      "min(rod.x)*a",
                                      "range(rod.x + rod.y)",
                                      "final(rod.x)^2 + w",
                                      "first(rod.x)",
                                      "first(rod.y, rod.x < 0)",
                                      "first(rod.x*w, rod.y > b)",
                                      "mean(rod.x*rod.y)",
                                      "rms(rod.x)/max(rod.y)",
                                      "rms(rod.x - mean(rod.x))",
                                      "percentile(rod.x, 37)",
                                      "time_of(rod.x < -0.2)",
                                      "time_of(rod.y, 1)",
                                      "time_of(rod.x < 0 and rod.y > 0)",
                                      "settling(rod.x, 0.05)",
                                      "settling(rod.y, b/10, 5.5)",
                                      "max(time*rod.x)",
                                      "atan2(min(rod.x), b) + k"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Answer answer = evaluate(texts[i], usual);
    assert_true(isfinite(answer.value));
    for (int j = 0; j < PARAMETERS; j++) {
      double p[PARAMETERS], h = 1e-6 * usual[j];
      memcpy(p, usual, sizeof p);
      p[j] = usual[j] + h;
      double above = evaluate(texts[i], p).value;
      p[j] = usual[j] - h;
      double difference = (above - evaluate(texts[i], p).value) / (2 * h);
      if (!(fabs(answer.gradient[j] - difference) <= 2e-7 * (1 + fabs(difference)))) {
        fail_msg("d %s / d %s = %.10g, by differences %.10g", texts[i], parameters[j], answer.gradient[j], difference);
      }
    }
  }
}

/* Where the derivative of a column is not known, what needs it is not either, and nothing else. */
static void test_unknown_derivatives(void **state) {
  (void)state;
  Answer unknown = evaluate("max(odd.z)", usual), known = evaluate("max(rod.y) + 0*final(odd.z)", usual);
  for (int j = 0; j < PARAMETERS; j++) assert_true(isnan(unknown.gradient[j]) && isfinite(known.gradient[j]));
  assert_true(isnan(evaluate("rms(max(rod.x, 2) - 2)", usual).gradient[0])); /* a root at zero has none */
}

/* ---- what is wrong ---- */

static void check_error(const char *text, int column, const char *message) {
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarResponses *responses = sar_responses_create(arena, &names);
  assert_int_equal(sar_responses_add(context, responses, "r", text, (SarSource){"study.yaml", 1, 1}), SAR_INPUT);
  assert_int_equal(sar_context_errors(context), 1);
  assert_string_equal(sar_context_get(context, 0)->message, message);
  assert_int_equal(sar_context_get(context, 0)->source.column, column);
  assert_non_null(sar_context_get(context, 0)->remedy);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
}

static void test_errors(void **state) {
  (void)state;
  check_error("rod.x", 1, "`r` is a number, but `rod.x` changes over a run");
  check_error("max(rod.x, rod.y)", 1, "`r` is a number, but `rod.x` changes over a run");
  check_error("2*max(rod.q)", 7, "unknown name `rod.q`");
  check_error("maxx(rod.x)", 1, "unknown function `maxx`");
  check_error("1 + final(a)", 5, "what `final` is taken of does not change over a run");
  check_error("percentile(rod.x)", 1, "`percentile` takes 2 arguments, not 1");
  check_error("percentile(rod.x, 101)", 1, "the second argument of `percentile` is a number from 0 to 100");
  check_error("percentile(rod.x, rod.y)", 1,
              "the second argument of `percentile` is one number, but `rod.y` changes over a run");
  check_error("settling(rod.x, 2)", 1, "the second argument of `settling` lies between 0 and 1, but it is 2");
  check_error("settling(rod.x)", 1, "`settling` takes 2 or 3 arguments, not 1");
  check_error("time_of(rod.x)", 1, "`time_of` takes a condition that is made of < > <= >= and or not");
  check_error("time_of(rod.x == 1)", 1, "the condition of `time_of` has == or !=, which rows hardly ever meet");
  check_error("max()", 1, "`max` takes 1 argument, not 0");
  check_error("max(rod.x", 4, "this parenthesis is not closed");
}

/* Hostile lengths end in a message, not in a long wait. */
static void test_too_many(void **state) {
  (void)state;
  static const char one[] = "max(rod.x) + ";
  size_t length = sizeof one - 1, count = SAR_RESPONSE_CURVES + 1;
  char *text = malloc(length * count + 2);
  for (size_t i = 0; i < count; i++) memcpy(text + i * length, one, length);
  strcpy(text + length * count, "1");
  check_error(text, (int)(length * (count - 1)) + 1, "the responses take more than 4000 numbers of curves");
  free(text);
}

/* What reading takes, counted in bytes: three times as many numbers in one response, three times as much. */
static size_t bytes_of(int count) {
  static const char one[] = "max(rod.x)*2 + ";
  size_t length = sizeof one - 1;
  char *text = malloc(length * (size_t)count + 2);
  for (int i = 0; i < count; i++) memcpy(text + (size_t)i * length, one, length);
  strcpy(text + length * (size_t)count, "1");
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarResponses *responses = sar_responses_create(arena, &names);
  assert_int_equal(sar_responses_add(context, responses, "r", text, sar_nowhere()), SAR_OK);
  size_t bytes = sar_arena_bytes(arena);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  free(text);
  return bytes;
}

static void test_growth(void **state) {
  (void)state;
  size_t few = bytes_of(300), many = bytes_of(900);
  print_message("%zu bytes of 300 numbers, %zu of 900\n", few, many);
  assert_true((double)many < 3.3 * (double)few);
}

/* A run without one of the columns. */
static const double *no_column(void *self, const char *name) {
  return strcmp(name, "rod.y") == 0 ? NULL : column(self, name);
}

static void test_missing_column(void **state) {
  (void)state;
  static Curves curves;
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarResponses *responses = sar_responses_create(arena, &names);
  const char *missing = NULL;
  int32_t count = 0;
  double values[2];
  fill(&curves, usual);
  assert_int_equal(sar_responses_add(context, responses, "p", "max(rod.x)", sar_nowhere()), SAR_OK);
  assert_int_equal(sar_responses_add(context, responses, "q", "max(rod.y) + k", sar_nowhere()), SAR_OK);
  const char *const *named = sar_responses_columns(responses, &count);
  assert_int_equal(count, 2);
  assert_string_equal(named[1], "rod.y");
  assert_true(sar_responses_needs_constant(responses, 0) && !sar_responses_needs_constant(responses, 1));
  SarResponseRun run = {.rows = ROWS, .column = no_column, .self = &curves, .parameters = usual, .constants = usual};
  assert_int_equal(sar_responses_evaluate(responses, &run, values, NULL, &missing), SAR_OK);
  assert_string_equal(missing, "rod.y");
  assert_true(isnan(values[0]) && isnan(values[1]));
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
}

/* A parameter of the model that follows b: what uses it has no derivative by b, and those by the others. */
static void test_followers(void **state) {
  (void)state;
  static Curves curves;
  static const bool follows[] = {false, false, true, false, false, false};
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarResponses *responses = sar_responses_create(arena, &names);
  const char *missing = NULL;
  double value, gradient[PARAMETERS];
  fill(&curves, usual);
  assert_int_equal(sar_responses_add(context, responses, "p", "k*final(rod.x)", sar_nowhere()), SAR_OK);
  SarResponseRun run = {.rows = ROWS, .column = column, .derivative = derivative, .self = &curves};
  run.parameters = run.constants = usual;
  run.follows = follows;
  assert_int_equal(sar_responses_evaluate(responses, &run, &value, gradient, &missing), SAR_OK);
  CHECK_NEAR(gradient[0], usual[0] * curves.x_by[0][ROWS - 1], 1e-15);
  assert_true(isfinite(gradient[1]) && isnan(gradient[2]));
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_closed_forms),
                                     cmocka_unit_test(test_settling),
                                     cmocka_unit_test(test_never),
                                     cmocka_unit_test(test_gradients),
                                     cmocka_unit_test(test_unknown_derivatives),
                                     cmocka_unit_test(test_errors),
                                     cmocka_unit_test(test_missing_column),
                                     cmocka_unit_test(test_followers),
                                     cmocka_unit_test(test_too_many),
                                     cmocka_unit_test(test_growth)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
