/* No step after the first takes memory from the heap: integrators, mechanisms and linear solvers have made all their
 * arrays before. */
#include "analysis/start/start.h"
#include "method/method.h"
#include "physics/trial.h"

/* The counting malloc belongs to this program alone: the tests beside it run threads, and it counts without locks. */
#include "linear/allocations.c"

#define STEPS 1000

static void count_steps(const char *model, double end, SarStepOptions options) {
  Trial trial;
  SarStart *start;
  SarMethodChoice choice;
  SarIntegrator *integrator;
  trial_read(&trial, model);
  trial_compile(&trial);
  expect_ok(trial.context, sar_start_create(trial.context, trial.system, &start), model);
  expect_ok(trial.context, sar_method_parse(trial.context, "hht", sar_nowhere(), &choice), model);
  options.end = end;
  expect_ok(trial.context, sar_integrator_create(trial.context, &start->m->problem, &choice, &options, &integrator),
            model);
  SarPoint at = sar_start_point(start);
  expect_ok(trial.context, sar_integrator_start(integrator, &at), model);
  expect_ok(trial.context, sar_integrator_step(integrator), model);
  const long before = allocations_count();
  int steps = 0;
  SarStatus status = SAR_OK;
  while (status == SAR_OK && steps < STEPS && sar_integrator_view(integrator)->t1 < end) {
    status = sar_integrator_step(integrator);
    steps++;
  }
  const long after = allocations_count();
  expect_ok(trial.context, status, model);
  const SarStepStats *stats = sar_integrator_stats(integrator);
  print_message("%s: %d steps, %d matrices, %ld allocations\n", model, steps, (int)stats->factorisations,
                after - before);
  assert_int_equal(steps, STEPS);
  assert_int_equal(after - before, 0);
  sar_integrator_destroy(&integrator);
  sar_start_destroy(&start);
  trial_close(&trial);
}

static void check_model(const char *model, double step, double tolerance) {
  if (!allocations_watched()) skip();
  count_steps(model, (STEPS + 1) * step, (SarStepOptions){.fixed_step = step});
  count_steps(model, 1e3, (SarStepOptions){.tolerance = tolerance});
}

static void pendulum(void **state) { (void)state, check_model("models/pendulum.yaml", 1e-3, 1e-5); }
static void fourbar(void **state) { (void)state, check_model("models/A02_Nfourbar_N2.yaml", 1e-3, 1e-5); }
static void driven_fourbar(void **state) { (void)state, check_model("models/driven_fourbar.yaml", 1e-3, 1e-5); }
static void chain(void **state) { (void)state, check_model("models/chain.yaml", 1e-3, 1e-5); }
static void squeezer(void **state) { (void)state, check_model("models/andrews_squeezer.yaml", 1e-5, 1e-6); }
static void bricard(void **state) { (void)state, check_model("models/A04_bricard_sec01.yaml", 1e-3, 1e-5); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pendulum), cmocka_unit_test(fourbar),  cmocka_unit_test(driven_fourbar),
      cmocka_unit_test(chain),    cmocka_unit_test(squeezer), cmocka_unit_test(bricard),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
