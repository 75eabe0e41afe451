/* Sensitivities over events that happen at the same time: each with its own delay where they have nothing to do with
 * each other, none where it matters which of them is first: then they end, and the run goes on. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "sarrus/sarrus.h"

typedef struct Ran {
  SarContext *context;
  SarTable *table;
  SarStatus status;
} Ran;

static Ran run(const char *text, const char *const *parameters, int32_t count) {
  Ran ran = {.context = sar_context_create()};
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_table_create(ran.context, &ran.table), SAR_OK);
  assert_int_equal(sar_model_parse(ran.context, "text.yaml", text, NULL, 0, &model), SAR_OK);
  assert_int_equal(sar_system_compile(ran.context, model, &system), SAR_OK);
  options.table = ran.table;
  options.tolerance = 1e-10;
  options.sensitivity = parameters;
  options.nsensitivity = count;
  ran.status = sar_run(ran.context, system, &options, NULL);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  return ran;
}

static void finish(Ran *ran) {
  sar_table_destroy(&ran->table);
  sar_context_destroy(&ran->context);
}

static double last(const Ran *ran, const char *name) {
  int32_t column = sar_table_find(ran->table, name);
  assert_true(column >= 0);
  return sar_table_values(ran->table, column)[sar_table_rows(ran->table) - 1];
}

#define BALLS(more)                                                            \
  "gravity: [0, 0, -10]\nparameters: {h1: 5, h2: 5, h3: 5, e: 0.8}\nbodies:\n" \
  "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, h1]}\n"                 \
  "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [3, 0, h2]}\n"                 \
  "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [6, 0, h3]}\n"                 \
  "events:\n"                                                                  \
  "  hita: {when: \"dz(a)\", direction: down, restitution: e}\n"               \
  "  hitb: {when: \"dz(b)\", direction: down, restitution: e}\n"               \
  "  hitc: {when: \"dz(c)\", direction: down, restitution: e}\n" more          \
  "simulate: {end: 1.5}\noutput: {every: 0.5, of: [a.z, a.vz, b.z, b.vz, c.z, c.vz]}\n"

/* From h at rest: down at T = sqrt(2 h/g) with v = g T, then z = e v (t - T) - g (t - T)^2/2. At h = 5 m and t = 1.5 s:
 * T = 1 s, v = 10 m/s, dT/dh = 0.1, dv/dh = 1. */
static void independent_balls(void **state) {
  (void)state;
  static const char *const parameters[] = {"h1", "h2", "h3", "e"};
  static const char *const balls[] = {"a", "b", "c"};
  Ran ran = run(BALLS(""), parameters, 4);
  assert_int_equal(ran.status, SAR_OK);
  for (int ball = 0; ball < 3; ball++) {
    for (int j = 0; j < 4; j++) {
      char z[32], vz[32];
      bool own = ball == j, all = j == 3;
      snprintf(z, sizeof z, "d_%s.z/d_%s", balls[ball], parameters[j]);
      snprintf(vz, sizeof vz, "d_%s.vz/d_%s", balls[ball], parameters[j]);
      CHECK_NEAR(last(&ran, z), all ? 10 * 0.5 : own ? 0.8 * 0.5 - (8 - 10 * 0.5) * 0.1 : 0, 1e-6);
      CHECK_NEAR(last(&ran, vz), all ? 10 : own ? 0.8 + 10 * 0.1 : 0, 1e-6);
    }
  }
  finish(&ran);
}

/* Derivatives by the first parameter end with this message, those by the second one do not. */
static Ran check_end(const char *text, const char *const parameters[2], const char *column, const char *message) {
  char first[32], second[32];
  Ran ran = run(text, parameters, 2);
  assert_int_equal(ran.status, SAR_OK);
  assert_int_equal(sar_context_errors(ran.context), 0);
  assert_int_equal(sar_context_count(ran.context), 1);
  const SarDiagnostic *d = sar_context_get(ran.context, 0);
  assert_int_equal(d->severity, SAR_WARNING);
  if (!strstr(d->message, message)) fail_msg("`%s` is not in `%s`", message, d->message);
  snprintf(first, sizeof first, "d_%s/d_%s", column, parameters[0]);
  snprintf(second, sizeof second, "d_%s/d_%s", column, parameters[1]);
  assert_true(isfinite(last(&ran, column)));
  assert_true(isnan(last(&ran, first)));
  assert_true(isfinite(last(&ran, second)));
  return ran;
}

/* One hits the wall just when the other hits it from behind. */
static void in_a_row(void **state) {
  (void)state;
  static const char text[] =
      "parameters: {x: 3, y: 0}\nbodies:\n"
      "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0], velocity: [-1, 0, 0]}\n"
      "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [x, y, 0], velocity: [-2, 0, 0]}\n"
      "events:\n"
      "  wall: {when: \"dx(a)\", direction: down, restitution: 0.5}\n"
      "  meet: {when: \"dx(b) - dx(a) - 1\", direction: down, restitution: 0.5}\n"
      "simulate: {end: 1.2}\n";
  static const char *const parameters[] = {"x", "y"}; /* y moves neither */
  Ran ran = check_end(text, parameters, "b.x",
                      "event `wall` and event `meet` happen together: which of them is first depends on the "
                      "parameters; there are no derivatives by `x` beyond, their columns are NaN");
  CHECK_NEAR(last(&ran, "d_b.y/d_y"), 1, 1e-8);
  CHECK_NEAR(last(&ran, "d_b.x/d_y"), 0, 1e-8);
  finish(&ran);
}

/* What events set cannot be tried twice. */
static void settings(void **state) {
  (void)state;
  static const char *const parameters[] = {"t2", "m"};
  Ran ran = check_end(
      "parameters: {t1: 1, t2: 1, f: 0, g: 0, m: 1}\nbodies: {a: {mass: m, inertia: [1, 1, 1]}}\n"
      "forces: {push: {type: force, between: [ground, a], force: [\"f + g\", 0, 0]}}\n"
      "events: {one: {when: \"time - t1\", set: {f: 1}}, two: {when: \"time - t2\", set: {g: 2}}}\nsimulate: {end: "
      "2}\n",
      parameters, "a.x", "event `one` and event `two` happen together");
  CHECK_NEAR(last(&ran, "d_a.x/d_m"), -1.5, 1e-8); /* x = f t^2/(2 m), with 3 N for 1 s */
  finish(&ran);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(independent_balls), cmocka_unit_test(in_a_row),
                                     cmocka_unit_test(settings)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
