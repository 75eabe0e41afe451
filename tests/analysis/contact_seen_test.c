/* What the C interface tells of contacts: a model built without a file, checked and run. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "sarrus/sarrus.h"

static const double origin[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0}, radius = 0.1;

static SarSystem *make(SarContext *context, double height, SarModel **model) {
  SarElementId ball, contact;
  SarSystem *system = NULL;
  const double tensor[3][3] = {{4e-3, 0, 0}, {0, 4e-3, 0}, {0, 0, 4e-3}};
  assert_int_equal(sar_model_create(context, model), SAR_OK);
  sar_model_set_gravity(*model, 0, 0, -9.81);
  assert_int_equal(sar_model_add(*model, "bodies", NULL, "ball", &ball), SAR_OK);
  sar_model_set_real(*model, ball, "mass", 2);
  sar_model_set_inertia(*model, ball, "inertia", tensor);
  sar_model_set_vector(*model, ball, "at", 0, 0, height);
  assert_int_equal(sar_model_add_shape(*model, SAR_GROUND, "floor", "plane", NULL, 0, origin, upright, NULL), SAR_OK);
  assert_int_equal(sar_model_add_shape(*model, ball, "skin", "sphere", &radius, 1, origin, upright, NULL), SAR_OK);
  assert_int_equal(sar_model_add(*model, "contacts", NULL, "landing", &contact), SAR_OK);
  sar_model_set_sides(*model, contact, "between", "ground.floor", "ball.skin");
  sar_model_set_real(*model, contact, "stiffness", 1e6);
  sar_model_set_real(*model, contact, "restitution", 0.7);
  sar_model_set_real(*model, contact, "impact_speed", 1);
  assert_int_equal(sar_model_set_choice(*model, contact, "damping", "flores"), SAR_OK);
  assert_int_equal(sar_model_set_choice(*model, contact, "damping", "nobody"), SAR_INPUT);
  assert_int_equal(sar_model_set_choice(*model, contact, "stiffness", "flores"), SAR_INPUT);
  SarStatus status = sar_system_compile(context, *model, &system);
  if (status != SAR_OK) fail_msg("%s", sar_context_get(context, sar_context_count(context) - 1)->message);
  return system;
}

static void check_and_summary_tell(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = make(context, 0.3, &model);
  const SarCheck *check = NULL;
  assert_int_equal(sar_check_until(context, system, 0.5, &check), SAR_OK);
  assert_int_equal(check->ncontacts, 1);
  const SarContactFacts *facts = &check->contacts[0];
  double depth = pow(2 * 9.81 / 1e6, 2.0 / 3), slope = 1.5e6 * sqrt(depth);
  assert_string_equal(facts->name, "landing");
  assert_string_equal(facts->depth.pair, "ground.floor and ball.skin");
  assert_int_equal(facts->pairs, 1);
  CHECK_NEAR(facts->depth.value, depth, 1e-15);
  CHECK_NEAR(facts->period.value, acos(-1) * sqrt(2 / slope), 1e-12);
  assert_true(facts->restitution.value > 0.68 && facts->restitution.value < 0.69); /* of Flores' formula for 0.7 */
  assert_true(isnan(facts->creep.value) && !facts->sticks);
  sar_check_destroy(&check);
  SarRunOptions options = sar_run_options_default();
  SarRunSummary summary;
  options.end = 0.5;
  assert_int_equal(sar_run(context, system, &options, &summary), SAR_OK);
  assert_int_equal(summary.contacts, 1);
  assert_int_equal(summary.touching_pairs, 1);
  assert_int_equal(summary.ncontact_table, 1);
  const SarContactCount *pair = &summary.contact_table[0];
  double landing = sqrt(2 * 0.2 / 9.81);
  assert_string_equal(pair->contact, "landing");
  assert_string_equal(pair->pair, "ground.floor and ball.skin");
  assert_true(pair->touches >= 1 && pair->force_time > landing && pair->force_time < landing + 0.02);
  CHECK_NEAR(pair->stiffness * pair->period * pair->period / (acos(-1) * acos(-1)), 2, 1e-9);
  assert_true(pair->depth > depth && pair->time > 0 && pair->time < 0.5);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

static void overlaps_are_wrong_input(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = make(context, 0.04, &model); /* 60 mm deep; 50 is the most */
  SarRunOptions options = sar_run_options_default();
  SarRunSummary summary;
  options.end = 0.1;
  assert_int_equal(sar_run(context, system, &options, &summary), SAR_INPUT);
  const SarDiagnostic *d = sar_context_get(context, sar_context_count(context) - 1);
  assert_non_null(strstr(d->message, "ground.floor and ball.skin overlap by 0.06 m at the start; half of the larger"));
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(check_and_summary_tell),
                                     cmocka_unit_test(overlaps_are_wrong_input)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
