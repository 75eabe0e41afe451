/* Steps: control rules, placing of steps, bounds, determinism, no allocation, condition of the matrix. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka wants the four above */
#include <cmocka.h>
#include <stdlib.h>

#include "method/control.h"
#include "method/toy.h"
#include "sanitized.h"

/* Allocations are counted where the C library lets a program stand in for malloc. */
#if defined(__GLIBC__) && !SANITIZED
#define COUNTED 1
static int64_t allocations;
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *malloc(size_t size) { return allocations++, __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return allocations++, __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return allocations++, __libc_realloc(old, size); }
#endif

typedef struct Run {
  SarContext *context;
  Toy toy;
  SarIntegrator *integrator;
} Run;

static void begin(Run *run, const ToyClass *class, const char *method, const SarStepOptions *options) {
  run->context = sar_context_create();
  toy_init(&run->toy, run->context, class);
  run->integrator = toy_start(&run->toy, method, options);
}

static void finish(Run *run) {
  sar_integrator_destroy(&run->integrator);
  sar_context_destroy(&run->context);
}

static double now(const Run *run) { return sar_integrator_view(run->integrator)->t1; }
static void step(Run *run) { assert_int_equal(sar_integrator_step(run->integrator), SAR_OK); }

static void factors(void **state) {
  (void)state;
  assert_float_equal(sar_control_factor((SarErrorEstimate){.ratio = 1, .power = 3}), 0.9, 1e-15);
  assert_float_equal(sar_control_factor((SarErrorEstimate){.ratio = 1.0 / 8, .power = 3}), 1.8, 1e-14);
  assert_float_equal(sar_control_factor((SarErrorEstimate){.ratio = 1.0 / 4, .power = 2}), 1.8, 1e-14);
  assert_true(sar_control_factor((SarErrorEstimate){.ratio = 0, .power = 3}) >= 100);
  assert_true(sar_control_factor((SarErrorEstimate){.ratio = NAN, .power = 3}) <= 0.1);
  assert_float_equal(sar_control_grow(1.19, false, false), 1, 0);
  assert_float_equal(sar_control_grow(1.3, false, false), 1.3, 0);
  assert_float_equal(sar_control_grow(7, false, false), 2, 0);
  assert_float_equal(sar_control_grow(7, true, false), 5, 0);
  assert_float_equal(sar_control_grow(7, true, true), 1, 0);
  assert_float_equal(sar_control_grow(0.93, false, false), 0.93, 0);
  assert_float_equal(sar_control_shrink(0.01), 0.1, 0);
  assert_float_equal(sar_control_shrink(0.5), 0.5, 0);
  assert_float_equal(sar_control_shrink(1), 0.9, 0);
}

static void fitting_the_end(void **state) {
  (void)state;
  bool last;
  assert_float_equal(sar_control_fit(0, 0.1, 1, &last), 0.1, 0);
  assert_false(last);
  assert_float_equal(sar_control_fit(0, 0.6, 1, &last), 0.5, 0);
  assert_false(last);
  assert_float_equal(sar_control_fit(0, 0.24, 1, &last), 0.2, 1e-16);
  assert_false(last);
  assert_float_equal(sar_control_fit(0, 1.0 - 1e-9, 1, &last), 1, 0);
  assert_true(last);
  assert_float_equal(sar_control_fit(0, 3, 1, &last), 1, 0);
  assert_true(last);
  assert_int_equal(sar_control_fixed_count(1, 0.1), 10);
  assert_int_equal(sar_control_fixed_count(1, 0.3), 4);
  assert_int_equal(sar_control_fixed_count(1, 2), 1);
  assert_int_equal(sar_control_fixed_count(10, 1e-3), 10000);
}

static void end_is_hit_exactly(void **state) {
  (void)state;
  const double ends[] = {1, 0.7, 1.0 / 3};
  for (int i = 0; i < 3; i++) {
    Run run;
    begin(&run, &toy_pendulum, "hht", &(SarStepOptions){.end = ends[i], .tolerance = 1e-5});
    double smallest_late = 1;
    while (now(&run) < ends[i]) {
      step(&run);
      if (now(&run) > ends[i] / 2) smallest_late = fmin(smallest_late, sar_integrator_view(run.integrator)->step);
    }
    assert_true(now(&run) == ends[i]);
    assert_true(smallest_late > 1e-3); /* no sliver at the end */
    assert_int_equal(run.toy.accepted, sar_integrator_stats(run.integrator)->steps + 1);
    assert_int_equal(sar_integrator_step(run.integrator), SAR_USAGE);
    finish(&run);
  }
}

static void fixed_steps_stay_on_the_grid(void **state) {
  (void)state;
  Run run;
  begin(&run, &toy_pendulum, "hht", &(SarStepOptions){.end = 0.1005, .fixed_step = 1e-3});
  for (int k = 1; k <= 100; k++) {
    step(&run);
    assert_true(now(&run) == k * 1e-3);
    assert_true(sar_integrator_view(run.integrator)->step == 1e-3);
  }
  step(&run);
  assert_true(now(&run) == 0.1005);
  assert_float_equal(sar_integrator_view(run.integrator)->step, 5e-4, 1e-15);
  assert_int_equal(sar_integrator_stats(run.integrator)->steps, 101);
  finish(&run);
}

static void bounds_are_kept(void **state) {
  (void)state;
  Run run;
  begin(&run, &toy_bead, "hht", &(SarStepOptions){.end = 1, .tolerance = 1e-3, .max_step = 0.02});
  while (now(&run) < 0.5) step(&run);
  assert_true(sar_integrator_stats(run.integrator)->largest_step <= 0.02 + 1e-16);
  double usual = sar_integrator_view(run.integrator)->step;
  sar_integrator_limit_step(run.integrator, 1e-3);
  step(&run);
  assert_true(sar_integrator_view(run.integrator)->step <= 1e-3 + 1e-16);
  sar_integrator_limit_step(run.integrator, 0);
  step(&run);
  assert_true(sar_integrator_view(run.integrator)->step >= 0.5 * usual); /* the bound does not hold it back */
  finish(&run);
}

/* A force that jumps at t = 0.5 is passed with small steps, not stepped over and not given up. */
static void jump_rows(const SarPoint *p, double *r, double *m) {
  double force = p->t < 0.5 ? 1 : -3;
  r[0] = p->a[0] - force;
  if (m) m[0] = fabs(p->a[0]) + fabs(force);
}
static void jump_map(double t, const double *y, ToyPoint *p) { (void)t, (void)y, p->a[0] = 1; }

static void jumps_are_passed(void **state) {
  (void)state;
  const ToyClass jump = {.name = "jump",
                         .n = {.nq = 1, .nv = 1},
                         .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                         .nblocks = 1,
                         .rows = jump_rows,
                         .map = jump_map};
  Run run;
  begin(&run, &jump, "hht", &(SarStepOptions){.end = 1, .tolerance = 1e-8});
  while (now(&run) < 1) step(&run);
  const SarStepStats *stats = sar_integrator_stats(run.integrator);
  /* q = 1/8, v = 1/2 at the jump, then q + v/2 - 3/8 */
  assert_true(fabs(sar_integrator_view(run.integrator)->v[0] + 1) < 2e-3);
  assert_true(fabs(sar_integrator_view(run.integrator)->q[0]) < 1e-3);
  assert_true(stats->rejected_error >= 1 && stats->rejected_error <= 30);
  assert_true(stats->largest_step >= 0.05);
  finish(&run);
}

static void restart_continues(void **state) {
  (void)state;
  Run run;
  begin(&run, &toy_bead, "hht", &(SarStepOptions){.end = 1, .tolerance = 1e-6});
  while (now(&run) < 0.3) step(&run);
  const SarStepView *view = sar_integrator_view(run.integrator);
  double q = view->q[0], v = view->v[0], a = view->a[0], t = view->t1;
  SarPoint at = {.t = t, .q = &q, .v = &v, .a = &a};
  assert_int_equal(sar_integrator_start(run.integrator, &at), SAR_OK);
  assert_true(sar_integrator_view(run.integrator)->t1 == t);
  while (now(&run) < 1) step(&run);
  double y[TOY_MOST] = {toy_bead.y0[0], toy_bead.y0[1]};
  toy_reference(&toy_bead, y, 0, 1, 2000);
  assert_true(fabs(sar_integrator_view(run.integrator)->q[0] - y[0]) < 1e-4);
  finish(&run);
}

/* The condition number does not depend on the step (rows over c_q); unscaled it goes with h^-4. */
static double condition(const ToyClass *class, const char *method, double h) {
  Run run;
  begin(&run, class, method, &(SarStepOptions){.end = 3 * h, .fixed_step = h});
  step(&run);
  double result = sar_integrator_condition(run.integrator);
  finish(&run);
  return result;
}

static void condition_is_flat(void **state) {
  (void)state;
  const ToyClass *classes[] = {&toy_pendulum, &toy_heavy_top, &toy_skate};
  for (int i = 0; i < 3; i++) {
    double least = INFINITY, most = 0;
    for (int k = 2; k <= 10; k++) {
      double c = condition(classes[i], "hht", pow(10, -k));
      least = fmin(least, c), most = fmax(most, c);
    }
    print_message("%s: condition %.3g to %.3g\n", classes[i]->name, least, most);
    assert_true(most <= 10 * least);
  }
  double ratio =
      condition(&toy_pendulum, "hht:scaling=none", 1e-4) / condition(&toy_pendulum, "hht:scaling=none", 1e-2);
  assert_true(ratio > 1e7 && ratio < 1e9);
}

static void no_allocation_after_the_first_step(void **state) {
  (void)state;
#ifdef COUNTED
  const ToyClass *classes[] = {&toy_pendulum, &toy_heavy_top, &toy_states};
  const char *methods[] = {"hht", "hht:linear=klu", "hht:weights=paper"};
  for (int i = 0; i < 3; i++) {
    Run run;
    begin(&run, classes[i], methods[i], &(SarStepOptions){.end = 1, .tolerance = 1e-6});
    step(&run);
    int64_t before = allocations;
    while (now(&run) < 1) step(&run);
    assert_int_equal(allocations - before, 0);
    finish(&run);
  }
#else
  skip();
#endif
}

static void runs_repeat_bit_for_bit(void **state) {
  (void)state;
  Run a, b;
  SarStepOptions options = {.end = 1, .tolerance = 1e-6};
  begin(&a, &toy_heavy_top, "hht", &options);
  begin(&b, &toy_heavy_top, "hht", &options);
  while (now(&a) < 1) {
    step(&a);
    step(&b);
    const SarStepView *one = sar_integrator_view(a.integrator), *two = sar_integrator_view(b.integrator);
    assert_true(one->t1 == two->t1);
    assert_memory_equal(one->q, two->q, 7 * sizeof(double));
    assert_memory_equal(one->v, two->v, 6 * sizeof(double));
    assert_memory_equal(one->lambda, two->lambda, 3 * sizeof(double));
  }
  finish(&a);
  finish(&b);
}

/* A skate that starts 1000 m from the origin: with paper 1's weights (eq 35) its errors count 1000 times less, so steps
 * are ten times as long; with the length scale the origin does not matter. */
static int64_t steps_from(double origin, const char *method) {
  ToyClass class = toy_skate;
  class.y0[0] = class.y0[1] = origin;
  Run run;
  begin(&run, &class, method, &(SarStepOptions){.end = 2, .tolerance = 1e-8});
  while (now(&run) < 2) step(&run);
  int64_t steps = sar_integrator_stats(run.integrator)->steps;
  finish(&run);
  return steps;
}

static void weights(void **state) {
  (void)state;
  double near = (double)steps_from(0, "hht"), far = (double)steps_from(1000, "hht");
  double paper = (double)steps_from(1000, "hht:weights=paper");
  assert_true(fabs(far - near) <= 0.02 * near);
  assert_true(paper > near / 12 && paper < near / 8);
}

static void wrong_options_are_refused(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Toy toy;
  SarMethodChoice choice;
  SarIntegrator *integrator = NULL;
  toy_init(&toy, context, &toy_bead);
  assert_int_equal(sar_method_parse(context, "hht", sar_nowhere(), &choice), SAR_OK);
  const SarStepOptions wrong[] = {{.end = 1},
                                  {.end = NAN, .tolerance = 1e-5},
                                  {.end = 1, .tolerance = -1},
                                  {.end = 1, .tolerance = 1e-5, .min_step = 1, .max_step = 0.1}};
  for (int i = 0; i < 4; i++) {
    assert_int_equal(sar_integrator_create(context, &toy.base, &choice, &wrong[i], &integrator), SAR_USAGE);
    assert_null(integrator);
  }
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(factors),
      cmocka_unit_test(fitting_the_end),
      cmocka_unit_test(end_is_hit_exactly),
      cmocka_unit_test(fixed_steps_stay_on_the_grid),
      cmocka_unit_test(bounds_are_kept),
      cmocka_unit_test(jumps_are_passed),
      cmocka_unit_test(restart_continues),
      cmocka_unit_test(condition_is_flat),
      cmocka_unit_test(no_allocation_after_the_first_step),
      cmocka_unit_test(runs_repeat_bit_for_bit),
      cmocka_unit_test(weights),
      cmocka_unit_test(wrong_options_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
