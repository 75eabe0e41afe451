/* Section forces of beams in expressions: as in their columns, in events and in forces. */
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"

#define MOST_MODEL 6000

static const char *const quantities[] = {"n1", "n2", "n3", "m1", "m2", "m3", "g1", "g2", "g3", "k1", "k2", "k3"};
enum { QUANTITIES = 12 };

/* A bent beam that starts on a tilted body, in other units than SI. */
static void make_model(int order, char *text) {
  size_t used = (size_t)snprintf(
      text, MOST_MODEL,
      "units: {length: mm, mass: kg, time: s, force: N, angle: deg}\n"
      "bodies: {post: {mass: 1, inertia: [1, 1, 1], turn: {axis: [1, 2, 3], angle: 70}}}\n"
      "sections: {s: {stiffness: [1e6, 3e5, 4e5, 4e5, 5e5, 9e5], mass: 1e-2, inertia: [2e-2, 1e-2, 1e-2]}}\n"
      "beams:\n"
      "  arm: {section: s, points: [[0, 0, 0], [60, 0, 0], [90, 30, 10]], elements: 1, order: %d, axis2: z,\n"
      "        start: post, damping: 1e-3}\n"
      "joints: {base: {type: fixed, between: [ground, post]}}\n"
      "forces: {load: {type: force, between: [ground, arm.end], force: [\"3e4*t\", \"1e5*t\", \"-2e5*t\"]}}\n"
      "output: {every: 1e-3}\n"
      "simulate: {end: 0.01}\n"
      "measures:\n",
      order);
  for (int e = 0; e < 2; e++) {
    for (int k = 0; k < QUANTITIES; k++) {
      used += (size_t)snprintf(text + used, MOST_MODEL - used, "  %s_%d: {value: \"%s(arm.e%d)\"}\n", quantities[k], e,
                               quantities[k], e);
    }
  }
}

static void measures_are_the_columns(void **state) {
  (void)state;
  for (int order = 1; order <= 3; order++) {
    char text[MOST_MODEL], name[32];
    make_model(order, text);
    Ran r = run_text(text, 0);
    if (r.status != SAR_OK) fail_msg("%s", fixture_message(&r.f, SAR_ERROR));
    for (int i = 0; i < 2 * QUANTITIES; i++) {
      const char *quantity = quantities[i % QUANTITIES];
      snprintf(name, sizeof name, "%s_%d.value", quantity, i / QUANTITIES);
      const double *measure = ran_column(&r, name);
      snprintf(name, sizeof name, "arm.e%d.%s", i / QUANTITIES, quantity);
      const double *column = ran_column(&r, name);
      double largest = 0;
      for (int64_t k = 0; k < sar_table_rows(r.table); k++) largest = fmax(largest, fabs(column[k]));
      assert_true(largest > 0);
      for (int64_t k = 0; k < sar_table_rows(r.table); k++) CHECK_NEAR(measure[k], column[k], 1e-8 * largest);
    }
    ran_free(&r);
  }
}

/* A run that ends where a moment passes its limit. */
static void an_event_watches_a_moment(void **state) {
  (void)state;
  Ran r = run_text(
      "sections: {s: {stiffness: [1e6, 4e5, 4e5, 80, 100, 250], mass: 1, inertia: [2e-3, 1e-3, 1e-3]}}\n"
      "beams: {arm: {section: s, points: [[0, 0, 0], [1, 0, 0]], elements: 4, axis2: y, damping: 1e-3}}\n"
      "joints: {base: {type: fixed, between: [ground, arm.start]}}\n"
      "forces: {load: {type: force, between: [ground, arm.end], force: [0, 0, \"100*t\"]}}\n"
      "events: {broken: {when: \"m2(arm.e0) + 20\", stop: true}}\n"
      "simulate: {end: 1}\n",
      0);
  assert_int_equal(r.status, SAR_OK);
  assert_int_equal(r.summary.status, SAR_RUN_STOPPED);
  CHECK_NEAR(last_value(r.table, "arm.e0.m2"), -20, 1e-8);
  assert_true(last_value(r.table, "time") > 0.15 && last_value(r.table, "time") < 0.4); /* slowly: 20/87.5 s */
  ran_free(&r);
}

/* A force that takes half of what the section carries: in equilibrium F = P - F/2 at the tip. */
static void a_force_speaks_of_a_section(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "sections: {s: {stiffness: [1e6, 4e5, 4e5, 80, 100, 250], mass: 1, inertia: [2e-3, 1e-3, 1e-3]}}\n"
      "beams: {bar: {section: s, points: [[0, 0, 0], [1, 0, 0]], elements: 2, axis2: y}}\n"
      "joints: {base: {type: fixed, between: [ground, bar.start]}}\n"
      "forces: {load: {type: force, between: [ground, bar.end], force: [\"300 - 0.5*n1(bar.e1)\", 0, 0]}}\n");
  SarStaticOptions options = sar_static_options_default();
  SarStaticSummary summary;
  SarTable *table = NULL;
  assert_int_equal(sar_table_create(f.context, &table), SAR_OK);
  options.table = table;
  assert_int_equal(sar_static(f.context, f.system, &options, &summary), SAR_OK);
  CHECK_NEAR(last_value(table, "bar.e1.n1"), 200, 1e-8);
  assert_true(summary.state.iterations <= 3); /* its derivatives are exact */
  sar_table_destroy(&table);
  fixture_free(&f);
}

static void refuse(const char *expression, const char *message, const char *remedy) {
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  char text[MOST_MODEL];
  snprintf(text, sizeof text,
           "sections: {s: {stiffness: [1e6, 4e5, 4e5, 80, 100, 250], mass: 1, inertia: [2e-3, 1e-3, 1e-3]}}\n"
           "beams: {rope: {section: s, points: [[0, 0, 0], [1, 0, 0]], elements: 2, axis2: y, cable: true}}\n"
           "measures: {m: {value: \"%s\"}}\n",
           expression);
  SarStatus status = sar_model_parse(context, "text", text, NULL, 0, &model);
  if (status == SAR_OK) status = sar_system_compile(context, model, &system);
  assert_int_equal(status, SAR_INPUT);
  const SarDiagnostic *d = sar_context_get(context, 0);
  if (!strstr(d->message, message) || !strstr(d->remedy, remedy)) fail_msg("%s; %s", d->message, d->remedy);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

static void what_cannot_be_asked(void **state) {
  (void)state;
  refuse("n1(rope.e0)", "`n1` of `rope.e0` cannot be used", "g1");
  refuse("m2(rope)", "has no `m2`", "m2(rope.e0)");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(measures_are_the_columns),
      cmocka_unit_test(an_event_watches_a_moment),
      cmocka_unit_test(a_force_speaks_of_a_section),
      cmocka_unit_test(what_cannot_be_asked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
