/* gap(foot), normal(foot) and fx(foot) .. tz2(foot) in expressions: as in their columns, in events, in forces; and what
 * cannot be asked. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"

static double largest_of(const Ran *r, const char *name) {
  const double *column = ran_column(r, name);
  double largest = 0;
  for (int64_t k = 0; k < sar_table_rows(r->table); k++) largest = fmax(largest, fabs(column[k]));
  return largest;
}

static void expect_same(const Ran *r, const char *measure, const char *column) {
  const double *a = ran_column(r, measure), *b = ran_column(r, column);
  double largest = largest_of(r, column);
  assert_true(largest > 0);
  for (int64_t k = 0; k < sar_table_rows(r->table); k++) CHECK_NEAR(a[k], b[k], 1e-12 * largest);
}

/* A box that tumbles onto a slope, a capsule that falls on a ball; in other units than SI. */
static void measures_are_the_columns(void **state) {
  (void)state;
  Ran r = run_text(
      "units: {length: mm, mass: kg, time: s, force: N, angle: deg}\n"
      "gravity: [0, 0, -9810]\n"
      "ground: {shapes: {floor: {plane: z}}}\n"
      "bodies:\n"
      "  box: {mass: 1, inertia: [2e3, 3e3, 4e3], at: [0, 0, 100], turn: {axis: [1, 2, 3], angle: 40},\n"
      "        omega: [100, 200, 50], shapes: {skin: {box: [100, 120, 140], radius: 10}}}\n"
      "  ball: {mass: 1, inertia: [1e3, 1e3, 1e3], at: [500, 0, 50], shapes: {skin: {sphere: 50}}}\n"
      "  pill: {mass: 0.5, inertia: [1e3, 1e3, 1e3], at: [510, 5, 180], shapes: {skin: {capsule: [30, 100]}}}\n"
      "contacts:\n"
      "  foot: {between: [ground.floor, box.skin], stiffness: 10, damping: 1e-3, friction: {static: 0.5}, spinning: "
      "1}\n"
      "  clash: {between: [ball.skin, pill.skin], law: impact, stiffness: 10, damping: 0.1, damping_depth: 1}\n"
      "  rest: {between: [ground.floor, ball.skin], stiffness: 10, friction: {static: 0.5, stick: true}}\n"
      "measures: {g1: gap(foot), n1_: normal(foot), g2: gap(clash), n2_: normal(clash), n3_: normal(rest),\n"
      "  fx1: fx(foot), ty1: ty(foot), fy2_: fy2(foot), fz2_: 'contact(clash, 1, 4)', tx2_: tx2(foot)}\n"
      "output: {every: 2e-3}\n"
      "simulate: {end: 0.4, method: hht, tolerance: 1e-6}\n",
      0);
  if (r.status != SAR_OK) fail_msg("%s", fixture_message(&r.f, SAR_ERROR));
  expect_same(&r, "g1.value", "foot.gap");
  expect_same(&r, "n1_.value", "foot.normal");
  expect_same(&r, "g2.value", "clash.gap");
  expect_same(&r, "n2_.value", "clash.normal");
  expect_same(&r, "n3_.value", "rest.normal");
  expect_same(&r, "fx1.value", "foot.fx");
  expect_same(&r, "ty1.value", "foot.ty");
  expect_same(&r, "fy2_.value", "foot.fy2");
  expect_same(&r, "tx2_.value", "foot.tx2");
  expect_same(&r, "fz2_.value", "clash.fz2");
  ran_free(&r);
}

/* A ball that falls through 0.2 m: the gap passes zero at sqrt(2 0.2/g), the contact itself is no event. */
static void an_event_watches_a_gap(void **state) {
  (void)state;
  Ran r = run_text(
      "gravity: [0, 0, -9.81]\n"
      "ground: {shapes: {floor: {plane: z}}}\n"
      "bodies: {ball: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0.3], shapes: {skin: {sphere: 0.1}}}}\n"
      "contacts: {foot: {between: [ground.floor, ball.skin], stiffness: 1e6}}\n"
      "events: {touch: {when: gap(foot), direction: down, stop: true}}\n"
      "simulate: {end: 1}\n",
      0);
  assert_int_equal(r.status, SAR_OK);
  assert_int_equal(r.summary.status, SAR_RUN_STOPPED);
  CHECK_NEAR(last_value(r.table, "time"), sqrt(2 * 0.2 / 9.81), 1e-8);
  CHECK_NEAR(last_value(r.table, "foot.gap"), 0, 1e-10);
  ran_free(&r);
}

/* A lift that takes half of what the floor carries: in equilibrium N = m g - N/2, found with exact derivatives. */
static void a_force_speaks_of_a_contact(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "gravity: [0, 0, -9.81]\n"
      "ground: {shapes: {floor: {plane: z}}}\n"
      "bodies: {ball: {mass: 3, inertia: [1, 1, 1], at: [0, 0, 0.0999], shapes: {skin: {sphere: 0.1}}}}\n"
      "joints: {rail: {type: prismatic, between: [ground, ball], axis: z}}\n"
      "contacts: {foot: {between: [ground.floor, ball.skin], stiffness: 1e6}}\n"
      "forces: {lift: {type: force, between: [ground, ball], force: [0, 0, 0.5*normal(foot)]}}\n");
  SarStaticOptions options = sar_static_options_default();
  SarStaticSummary summary;
  SarTable *table = NULL;
  assert_int_equal(sar_table_create(f.context, &table), SAR_OK);
  options.table = table;
  if (sar_static(f.context, f.system, &options, &summary) != SAR_OK) fail_msg("%s", fixture_message(&f, SAR_ERROR));
  CHECK_NEAR(last_value(table, "foot.normal"), 2 * 9.81, 1e-7);
  sar_table_destroy(&table);
  fixture_free(&f);
}

static void refuse(const char *expression, const char *message, const char *remedy) {
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  char text[1024];
  snprintf(text, sizeof text,
           "ground: {shapes: {floor: {plane: z}}}\n"
           "bodies: {\"b{i}\": {for: {i: 1..3}, mass: 1, inertia: [1, 1, 1], at: [\"2*i\", 0, 1],\n"
           "  shapes: {skin: {sphere: 1, group: balls}}}}\n"
           "contacts:\n"
           "  one: {between: [ground.floor, b1.skin], stiffness: 1e6}\n"
           "  held: {between: [ground.floor, b2.skin], stiffness: 1e6, friction: {static: 1, stick: true}}\n"
           "  all: {groups: [balls], stiffness: 1e6}\n"
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
  refuse("gap(all)", "`all` speaks of several pairs of bodies", "`between`");
  refuse("rate(one)", "`rate` of `one` cannot be used", "`gap`");
  refuse("length(one)", "`one` (contact) has no `length`", "it has: gap");
  refuse("fz(all)", "`all` speaks of several pairs of bodies", "`between`");
  refuse("fz(held)", "`fx` of `held` cannot be used", "friction that sticks remembers where");
  refuse("gap(b1)", "`gap` takes an element that is no body", "name");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(measures_are_the_columns),
      cmocka_unit_test(an_event_watches_a_gap),
      cmocka_unit_test(a_force_speaks_of_a_contact),
      cmocka_unit_test(what_cannot_be_asked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
