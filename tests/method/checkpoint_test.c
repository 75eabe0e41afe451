/* label: long. An integrator that is saved and loaded takes the same steps, bit for bit, and saving does not disturb
 * the one saved.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka wants the four above */
#include <cmocka.h>

#include "method/toy.h"
#include "sanitized.h"

#define STEPS 30

typedef struct Trace {
  double t[STEPS], q[STEPS][TOY_MOST], v[STEPS][TOY_MOST], lambda[STEPS][TOY_MOST], x[STEPS][TOY_MOST];
  int32_t iterations[STEPS];
  SarStepStats stats;
} Trace;

static void note(const Toy *toy, const SarIntegrator *integrator, int k, Trace *trace) {
  const SarStepView *view = sar_integrator_view(integrator);
  const SarSizes *n = &toy->base.n;
  trace->t[k] = view->t1;
  trace->iterations[k] = view->iterations;
  if (n->nq) memcpy(trace->q[k], view->q, (size_t)n->nq * sizeof(double));
  if (n->nv) memcpy(trace->v[k], view->v, (size_t)n->nv * sizeof(double));
  if (n->np) memcpy(trace->lambda[k], view->lambda, (size_t)n->np * sizeof(double));
  if (n->nx) memcpy(trace->x[k], view->x, (size_t)n->nx * sizeof(double));
}

/* Runs STEPS steps; saved after step `at` and carried on in a new integrator on a new problem (at < 0: never). */
static void run(const ToyClass *class, const char *method, const SarStepOptions *options, int at, bool both,
                Trace *trace) {
  SarContext *context = sar_context_create();
  Toy toys[2];
  toy_init(&toys[0], context, class);
  SarIntegrator *integrator = toy_start(&toys[0], method, options);
  memset(trace, 0, sizeof *trace);
  for (int k = 0; k < STEPS; k++) {
    assert_int_equal(sar_integrator_step(integrator), SAR_OK);
    note(&toys[0], integrator, k, trace);
    if (k != at) continue;
    SarArchive out = sar_archive_save();
    assert_int_equal(sar_integrator_archive(integrator, &out), SAR_OK);
    if (!both) { /* only save: the run must not notice */
      sar_archive_destroy(&out);
      continue;
    }
    sar_integrator_destroy(&integrator);
    SarMethodChoice choice;
    assert_int_equal(sar_method_parse(context, method, sar_nowhere(), &choice), SAR_OK);
    toy_init(&toys[1], context, class);
    assert_int_equal(sar_integrator_create(context, &toys[1].base, &choice, options, &integrator), SAR_OK);
    SarArchive in = sar_archive_load(out.bytes, out.count);
    assert_int_equal(sar_integrator_archive(integrator, &in), SAR_OK);
    assert_int_equal(sar_archive_end(&in), SAR_OK);
    assert_true(sar_integrator_view(integrator)->t1 == trace->t[k]);
    sar_archive_destroy(&out);
  }
  trace->stats = *sar_integrator_stats(integrator);
  sar_integrator_destroy(&integrator);
  sar_context_destroy(&context);
}

static void same_steps(const ToyClass *class, const char *method, const SarStepOptions *options) {
  static Trace whole, carried;
  run(class, method, options, -1, false, &whole);
  for (int at = 0; at < STEPS - 1; at += at < (SANITIZED ? 2 : 6) ? 1 : 7) {
    for (int both = 0; both < 2; both++) {
      run(class, method, options, at, both, &carried);
      assert_memory_equal(&whole, &carried, sizeof whole);
    }
  }
}

static const ToyClass *const classes[] = {&toy_pendulum, &toy_bead,        &toy_free_top,  &toy_heavy_top, &toy_states,
                                          &toy_skate,    &toy_only_states, &toy_algebraic, &toy_spin};

static void adaptive(void **state) {
  (void)state;
  SarStepOptions options = {.end = 50, .tolerance = 1e-6};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    same_steps(classes[i], "hht", &options);
    same_steps(classes[i], "hht:linear=klu", &options);
    same_steps(classes[i], "hht:linear=block", &options);
    same_steps(classes[i], "hht:weights=paper,states=paper", &options);
    same_steps(classes[i], "hht:weights=moving", &options);
    same_steps(classes[i], "bdf:weights=moving", &options);
  }
}

static void fixed(void **state) {
  (void)state;
  SarStepOptions options = {.end = 50, .fixed_step = 0.01};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    same_steps(classes[i], "hht:linear=klu", &options);
    same_steps(classes[i], "hht:linear=block", &options);
    same_steps(classes[i], "hht:corrector=floor", &options);
  }
}

/* Every method of the registry, on a free and on a constrained motion and on states. */
static void all_methods(void **state) {
  (void)state;
  static const ToyClass *const few[] = {&toy_free_top, &toy_heavy_top, &toy_states};
  SarStepOptions fixed = {.end = 50, .fixed_step = 0.004}, adaptive = {.end = 50, .tolerance = 1e-6};
  for (int32_t m = 0; m < sar_method_count(); m++) {
    SarMethodInfo info = sar_method_info(m);
    if (info.independent) continue; /* no checkpoints */
    for (int i = 0; i < 3; i++) {
      const ToyClass *class = info.explicit && few[i] == &toy_states ? &toy_gentle_states : few[i];
      if (class->n.np > 0 && info.order_index3[2] == 0) continue; /* refused: undamped */
      same_steps(class, info.name, &fixed);
      if (info.adaptive) same_steps(class, info.name, &adaptive);
    }
  }
}

/* Matrices that are kept over several steps, and both forms of the linear systems. */
static void state_space_methods(void **state) {
  (void)state;
  static const ToyClass *const some[] = {&toy_pendulum, &toy_free_top, &toy_heavy_top, &toy_states, &toy_algebraic};
  static const char *const methods[] = {"w-method:keep=5", "w-method:keep=3,matrix=augmented",
                                        "rosenbrock-nystrom:matrix=augmented", "rosenbrock-nystrom:estimate=filtered",
                                        "rosenbrock-nystrom:linear=klu"};
  SarStepOptions fixed = {.end = 50, .fixed_step = 0.004}, adaptive = {.end = 50, .tolerance = 1e-6};
  for (int i = 0; i < 5; i++) {
    for (int m = 0; m < 5; m++) {
      same_steps(some[i], methods[m], &fixed);
      same_steps(some[i], methods[m], &adaptive);
    }
  }
}

/* Bytes of another problem, or damaged ones, are refused. */
static void foreign_bytes(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarStepOptions options = {.end = 1, .tolerance = 1e-6};
  Toy pendulum, top;
  toy_init(&pendulum, context, &toy_pendulum);
  toy_init(&top, context, &toy_heavy_top);
  SarIntegrator *one = toy_start(&pendulum, "hht", &options), *other = toy_start(&top, "hht", &options);
  SarArchive out = sar_archive_save();
  assert_int_equal(sar_integrator_archive(one, &out), SAR_OK);
  SarArchive in = sar_archive_load(out.bytes, out.count);
  assert_int_equal(sar_integrator_archive(other, &in), SAR_INPUT);
  for (size_t count = 0; count < out.count; count += 97) {
    in = sar_archive_load(out.bytes, count);
    assert_int_equal(sar_integrator_archive(one, &in), SAR_INPUT);
  }
  sar_archive_destroy(&out);
  sar_integrator_destroy(&one);
  sar_integrator_destroy(&other);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(adaptive), cmocka_unit_test(fixed), cmocka_unit_test(all_methods),
                                     cmocka_unit_test(state_space_methods), cmocka_unit_test(foreign_bytes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
