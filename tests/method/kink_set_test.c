/* Kinks that lie in one step: a method of second order with error control meets one alone, and passes over several
 * together unless they read the same; all others meet each of them. What hides in a step, jumps and events are met in
 * any case, and from one kink to the next a step goes by halves. */
#include "check.h"
#include "method/run.h"

/* Uniform motion: q = t. */
static void rows(const SarPoint *p, double *r, double *m) {
  r[0] = p->a[0];
  if (m) m[0] = fabs(p->a[0]);
}
static void map(double t, const double *y, ToyPoint *p) { (void)y, p->q[0] = t, p->v[0] = 1, p->a[0] = 0; }

static ToyClass with(int32_t nroots, void (*switches)(const SarPoint *at, double *values)) {
  return (ToyClass){.name = "uniform motion",
                    .n = {.nq = 1, .nv = 1, .nroots = nroots},
                    .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                    .nblocks = 1,
                    .rows = rows,
                    .map = map,
                    .switches = switches};
}

static const SarStepOptions adaptive = {.end = 1, .tolerance = 1e-5, .max_step = 0.05},
                            fixed = {.end = 1, .fixed_step = 0.05};

static void expect(Run *run, double t, int32_t root) {
  const SarStepView *view = next_event(run, 1);
  assert_non_null(view);
  CHECK_NEAR(view->t1, t, 2e-11);
  assert_int_equal(view->nfired, 1);
  assert_int_equal(view->fired[0], root);
}

/* What the functions read, as far as anybody is told: each something else, or all the same. */
static const SarReadBlock place[] = {{.block = {SAR_BLOCK_PLAIN, 0, 0, 1}}};
static const SarReads apart[4],
    same[4] = {{place, .nblocks = 1}, {place, .nblocks = 1}, {place, .nblocks = 1}, {place, .nblocks = 1}};

/* Both are crossed near 0.6; the first one comes back alone. */
static void two_kinks(const SarPoint *p, double *values) {
  values[0] = (p->q[0] - 0.6) * (p->q[0] - 0.9), values[1] = p->q[0] - 0.6001;
}
static void several_are_passed_over(void **state) {
  (void)state;
  ToyClass class = with(2, two_kinks);
  Run run;
  begin(&run, &class, &adaptive);
  run.toy.base.reads = apart;
  expect(&run, 0.9, 0);
  assert_null(next_event(&run, 1));
  finish(&run);
  begin(&run, &class, &fixed);
  run.toy.base.reads = apart;
  expect(&run, 0.6, 0);
  expect(&run, 0.6001, 1);
  expect(&run, 0.9, 0);
  finish(&run);
}

/* A force may begin with one and end with the other. */
static void those_that_read_the_same_are_met(void **state) {
  (void)state;
  ToyClass class = with(2, two_kinks);
  const SarReads *reads[] = {same, NULL}; /* which nobody knows */
  for (int k = 0; k < 2; k++) {
    Run run;
    begin(&run, &class, &adaptive);
    run.toy.base.reads = reads[k];
    expect(&run, 0.6, 0);
    expect(&run, 0.6001, 1);
    expect(&run, 0.9, 0);
    finish(&run);
  }
}

static void of_time(const SarPoint *p, double *values) { values[0] = p->t - 0.6, values[1] = p->t - 0.61; }
static void those_of_time_are_met(void **state) {
  (void)state;
  ToyClass class = with(2, of_time);
  Run run;
  for (int k = 0; k < 2; k++) class.roots[k].of_time = true;
  begin(&run, &class, &adaptive);
  run.toy.base.reads = apart;
  expect(&run, 0.6, 0);
  expect(&run, 0.61, 1);
  finish(&run);
}

/* A method that sees forces at the ends of steps alone looks between two kinks; radau5 has stages there. */
static void steps_between_kinks_are_halved(void **state) {
  (void)state;
  ToyClass class = with(2, of_time);
  Run run;
  begin(&run, &class, &adaptive);
  run.toy.base.reads = same;
  expect(&run, 0.6, 0);
  CHECK_NEAR(step(&run)->t1, 0.605, 1e-9);
  expect(&run, 0.61, 1);
  finish(&run);
  begin(&run, &class, &adaptive);
  sar_integrator_destroy(&run.integrator);
  run.integrator = toy_start(&run.toy, "radau5", &adaptive);
  expect(&run, 0.6, 0);
  CHECK_NEAR(step(&run)->t1, 0.61, 1e-9);
  finish(&run);
}

/* A method of higher order gains by ending a step on each. */
static void high_orders_meet_all(void **state) {
  (void)state;
  ToyClass class = with(2, two_kinks);
  Run run;
  begin(&run, &class, &adaptive);
  sar_integrator_destroy(&run.integrator);
  run.integrator = toy_start(&run.toy, "radau5", &adaptive);
  expect(&run, 0.6, 0);
  expect(&run, 0.6001, 1);
  expect(&run, 0.9, 0);
  finish(&run);
}

static void kinks_and_an_event(const SarPoint *p, double *values) {
  values[0] = p->q[0] - 0.6002, values[1] = p->q[0] - 0.6, values[2] = p->q[0] - 0.6001, values[3] = p->q[0] - 0.6003;
}
static void events_among_them_are_met(void **state) {
  (void)state;
  ToyClass class = with(4, kinks_and_an_event);
  class.roots[0].kind = SAR_ROOT_EVENT;
  Run run;
  begin(&run, &class, &adaptive);
  run.toy.base.reads = apart;
  expect(&run, 0.6002, 0);
  expect(&run, 0.6003, 3); /* alone behind the event */
  assert_null(next_event(&run, 1));
  finish(&run);
}

/* On the same side at both ends of the step: nothing at its end would tell of it. */
static void hidden_kink(const SarPoint *p, double *values) {
  double q = p->q[0] - 0.6;
  values[0] = q * q - 1e-4, values[1] = q + 0.005, values[2] = q + 0.004;
}
static void what_hides_is_met(void **state) {
  (void)state;
  ToyClass class = with(3, hidden_kink);
  SarStepOptions options = {.end = 1, .tolerance = 1e-5, .initial_step = 0.58, .max_step = 0.58};
  Run run;
  begin(&run, &class, &options);
  expect(&run, 0.59, 0);
  finish(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(several_are_passed_over), cmocka_unit_test(those_that_read_the_same_are_met),
      cmocka_unit_test(those_of_time_are_met),   cmocka_unit_test(steps_between_kinks_are_halved),
      cmocka_unit_test(high_orders_meet_all),    cmocka_unit_test(events_among_them_are_met),
      cmocka_unit_test(what_hides_is_met)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
