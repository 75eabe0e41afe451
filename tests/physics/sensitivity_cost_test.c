/* What sensitivities take besides the run, by counters: one system of equations for each step and parameter, matrices
 * that serve all parameters, nothing that grows with the size of the model or of what varies. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "sarrus/sarrus.h"

typedef struct Case {
  const char *model, *method, *set;
  const char *parameters[3];
  double end;
} Case;

/* The run with the first `count` parameters, and rows in memory, if there are to be any. */
static SarRunSummary run_with(const Case *c, int32_t count, bool rows) {
  char path[512];
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarTable *table = NULL;
  SarRunOptions options = sar_run_options_default();
  SarRunSummary summary;
  assert_int_equal(sar_table_create(context, &table), SAR_OK);
  bool example = strncmp(c->model, "examples/", 9) == 0;
  snprintf(path, sizeof path, example ? "%s/../%s/model.yaml" : "%s/models/sensitivity/%s.yaml", SAR_TEST_DIR,
           c->model);
  assert_int_equal(sar_model_read(context, path, &c->set, c->set ? 1 : 0, &model), SAR_OK);
  assert_int_equal(sar_system_compile(context, model, &system), SAR_OK);
  if (rows) options.table = table;
  options.method = c->method;
  if (c->end > 0) options.end = c->end;
  options.sensitivity = c->parameters;
  options.nsensitivity = count;
  assert_int_equal(sar_run(context, system, &options, &summary), SAR_OK);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_table_destroy(&table);
  sar_context_destroy(&context);
  return summary;
}

static SarRunSummary run(const Case *c, int32_t count) { return run_with(c, count, true); }

/* Matrices of steps: those of rows are not among them, one for each, nor those of the few parts with five. */
static int64_t matrices_of_steps(const SarRunSummary *s) {
  return s->sensitivities.factorisations - s->rows - 6 * s->sensitivities.parts;
}

static void check(const Case *c, double most_matrices) {
  SarRunSummary none = run(c, 0), one = run(c, 1), three = run(c, 3);
  const SarSensitivityWork *first = &one.sensitivities, *all = &three.sensitivities;
  assert_int_equal(none.sensitivities.parameters, 0);
  assert_int_equal(first->parameters, 1);
  assert_int_equal(all->parameters, 3);
  assert_int_equal(none.steps, three.steps); /* the motion does not notice */
  assert_int_equal(none.solves, three.solves);
  assert_int_equal(none.factorisations, three.factorisations);

  /* one system in a step, but for the first ones */
  assert_in_range(first->steps, none.steps - 3, none.steps);
  assert_in_range(all->steps, none.steps - 3, none.steps);
  assert_in_range(all->parts, 0, 4);

  /* one matrix for all parameters, and in no more steps than each has */
  assert_true((double)matrices_of_steps(&one) <= most_matrices * (double)none.steps);
  assert_true(matrices_of_steps(&three) <= none.steps + 4);

  /* what each parameter takes does not depend on how many there are */
  int64_t systems = none.steps + none.rows;
  assert_true((double)first->residuals <= 2 * 2.2 * (double)systems);
  assert_true((double)all->residuals <= 3 * 1.25 * (double)first->residuals);
  assert_true((double)all->solves <= 3 * 1.5 * (double)first->solves);
}

static void mechanism(void **state) {
  (void)state;
  const Case c = {.model = "examples/andrews_squeezer", .parameters = {"torque", "Ax", "Ay"}, .end = 0.03};
  check(&c, 1);
}

/* Variations that grow from nothing through all sizes. */
static void from_rest(void **state) {
  (void)state;
  const Case c = {.model = "examples/quarter_car", .parameters = {"k", "c", "kt"}};
  check(&c, 0.25);
}

/* The run keeps its matrix over many steps, and so do these. */
static void beam_of_one_stage(void **state) {
  (void)state;
  const Case c = {.model = "soft_beam", .parameters = {"bend", "l", "m"}, .method = "hht"};
  check(&c, 0.5);
}

/* The first correction of a step takes the rows of both sides, and each other one those of one side: a quarter less. */
static void later_corrections_take_one_side(void **state) {
  (void)state;
  static const Case cases[] = {{.model = "soft_beam", .parameters = {"bend"}, .method = "hht"},
                               {.model = "crank_and_ball", .parameters = {"k"}}};
  for (int i = 0; i < 2; i++) {
    SarRunSummary one = run_with(&cases[i], 1, false);
    const SarSensitivityWork *work = &one.sensitivities;
    assert_true(work->solves > one.steps);
    assert_in_range(work->residuals, work->solves, 1.8 * (double)work->solves);
  }
}

/* Beside kinks, where the point of the run tells how rows change with the parameter and with the variation: the former
 * is found once for all corrections of a step. */
static void rows_are_asked_for_once(void **state) {
  (void)state;
  const Case c = {.model = "examples/valve_cam", .parameters = {"roller"}, .end = 0.03};
  SarRunSummary one = run_with(&c, 1, false);
  const SarSensitivityWork *work = &one.sensitivities;
  assert_true(work->solves > one.steps);
  assert_in_range(work->residuals, work->solves, 2.4 * (double)work->solves);
}

/* Touches begin and end all the time: one system in a step even so. */
static void contacts(void **state) {
  (void)state;
  const Case c = {.model = "crank_and_ball", .parameters = {"r", "torque", "k"}};
  check(&c, 0.5);
}

/* Matrices that leave out derivatives take more corrections; a step is still one of a formula, from the first one on.
 */
static void modal_body(void **state) {
  (void)state;
  const Case c = {.model = "../modal/loaded_arm", .parameters = {"angle"}};
  SarRunSummary one = run(&c, 1);
  const SarSensitivityWork *first = &one.sensitivities;
  assert_in_range(first->steps, one.steps - 3, one.steps);
  assert_in_range(first->parts, 0, 4);
  assert_true((double)first->residuals <= 2 * 4.0 * (double)(one.steps + one.rows));
}

/* Many modes make matrices dear: rows take the factors that the run has made for them. */
static void rows_of_dear_matrices_take_those_of_the_run(void **state) {
  (void)state;
  const Case c = {.model = "examples/dropped_bracket", .parameters = {"height"}, .end = 0.02};
  SarRunSummary none = run(&c, 0), one = run(&c, 1);
  assert_true(one.rows > 10 * one.steps);
  assert_in_range(one.sensitivities.factorisations, 1, one.steps);
  assert_int_equal(none.steps, one.steps);
  assert_int_equal(none.solves, one.solves);
  assert_int_equal(none.factorisations, one.factorisations);
}

/* N and 3 N balls, one parameter and three. */
static void crowd_grows_with_its_size(void **state) {
  (void)state;
  Case c = {.model = "crowd", .parameters = {"mu", "k", "spin"}, .set = "N=8"};
  SarRunSummary small = run(&c, 1), more = run(&c, 3);
  c.set = "N=24";
  SarRunSummary large = run(&c, 1);
  double steps = (double)large.steps / (double)small.steps;
  const SarSensitivityWork *a = &small.sensitivities, *b = &large.sensitivities, *three = &more.sensitivities;
  assert_int_equal(a->parts, 0);
  assert_int_equal(b->parts, 0);
  assert_int_equal(b->steps, large.steps);
  assert_true((double)b->residuals <= 1.25 * steps * (double)a->residuals);
  assert_true((double)b->factorisations <= 1.5 * steps * (double)a->factorisations);
  assert_true((double)b->solves <= 1.25 * steps * (double)a->solves);
  assert_true(a->powers > 0 && (double)b->powers <= 1.25 * steps * (double)a->powers);
  assert_true((double)three->powers <= 3 * 1.25 * (double)a->powers);
  assert_true((double)three->residuals <= 3 * 1.25 * (double)a->residuals);
  assert_true((double)three->solves <= 3 * 1.25 * (double)a->solves);
}

/* N and 3 N: as many matrices, solves and rows for each step, which are as long as the model is. */
static void chain_grows_with_its_length(void **state) {
  (void)state;
  Case c = {.model = "chain", .parameters = {"g", "m", "slim"}, .set = "N=8"};
  SarRunSummary small = run(&c, 2);
  c.set = "N=24";
  SarRunSummary large = run(&c, 2);
  double steps = (double)large.steps / (double)small.steps;
  const SarSensitivityWork *a = &small.sensitivities, *b = &large.sensitivities;
  assert_true((double)b->residuals <= 1.25 * steps * (double)a->residuals);
  assert_true((double)b->factorisations <= 1.25 * steps * (double)a->factorisations);
  assert_true((double)b->solves <= 1.25 * steps * (double)a->solves);
  assert_true(b->parts <= a->parts + 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(mechanism),
                                     cmocka_unit_test(from_rest),
                                     cmocka_unit_test(beam_of_one_stage),
                                     cmocka_unit_test(later_corrections_take_one_side),
                                     cmocka_unit_test(rows_are_asked_for_once),
                                     cmocka_unit_test(contacts),
                                     cmocka_unit_test(modal_body),
                                     cmocka_unit_test(rows_of_dear_matrices_take_those_of_the_run),
                                     cmocka_unit_test(crowd_grows_with_its_size),
                                     cmocka_unit_test(chain_grows_with_its_length)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
