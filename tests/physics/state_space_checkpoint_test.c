/* label: numbers. State-space and explicit methods on mechanisms that are saved and loaded take the same steps, bit for
 * bit, with sparse linear systems whose pivots are kept, matrices that are kept over steps, and rates of steps before.
 */
#include <string.h>

#include "analysis/start/start.h"
#include "method/method.h"
#include "physics/trial.h"

#define STEPS 40

typedef struct Motion {
  Trial trial;
  SarStart *start;
  SarProblem *problem;
  SarIntegrator *integrator;
  SarPoint at; /* begin */
} Motion;

static void open_motion(Motion *m, const char *model, const char *method, SarStepOptions options) {
  SarMethodChoice choice;
  trial_read(&m->trial, model);
  trial_compile(&m->trial);
  SarContext *context = m->trial.context;
  expect_ok(context, sar_start_create(context, m->trial.system, &m->start), "start");
  const SarStart *s = m->start;
  m->problem = &m->start->m->problem;
  m->at = (SarPoint){
      .q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda, .mu = s->mu, .x = s->x, .xdot = s->xdot, .z = s->z};
  expect_ok(context, sar_method_parse(context, method, sar_nowhere(), &choice), method);
  options.end = 10 * sar_model_simulation(m->trial.model)->end;
  expect_ok(context, sar_integrator_create(context, m->problem, &choice, &options, &m->integrator), "create");
  if (m->problem->ops->reset) m->problem->ops->reset(m->problem, &m->at);
  if (m->problem->ops->settle) m->problem->ops->settle(m->problem, &m->at);
}

static void close_motion(Motion *m) {
  sar_integrator_destroy(&m->integrator);
  sar_start_destroy(&m->start);
  trial_close(&m->trial);
}

static void same_bits(const Motion *x, const Motion *y, const char *model, const char *method) {
  const SarStepView *a = sar_integrator_view(x->integrator), *b = sar_integrator_view(y->integrator);
  const SarSizes *n = &x->problem->n;
  bool same = a->t1 == b->t1 && memcmp(a->q, b->q, (size_t)n->nq * sizeof(double)) == 0 &&
              memcmp(a->v, b->v, (size_t)n->nv * sizeof(double)) == 0 &&
              memcmp(a->a, b->a, (size_t)n->nv * sizeof(double)) == 0;
  if (!same) fail_msg("%s with %s: other bits at t = %.17g and %.17g", model, method, a->t1, b->t1);
}

/* Saved after step `after`; the saved one goes on beside the loaded one. */
static void check(const char *model, const char *method, SarStepOptions options, int after) {
  Motion saved, loaded;
  open_motion(&saved, model, method, options);
  open_motion(&loaded, model, method, options);
  expect_ok(saved.trial.context, sar_integrator_start(saved.integrator, &saved.at), "start");
  for (int k = 0; k < STEPS; k++) {
    expect_ok(saved.trial.context, sar_integrator_step(saved.integrator), "step");
    if (k > after) expect_ok(loaded.trial.context, sar_integrator_step(loaded.integrator), "step");
    if (k == after) {
      SarArchive out = sar_archive_save();
      assert_int_equal(sar_integrator_archive(saved.integrator, &out), SAR_OK);
      SarArchive in = sar_archive_load(out.bytes, out.count);
      assert_int_equal(sar_integrator_archive(loaded.integrator, &in), SAR_OK);
      assert_int_equal(sar_archive_end(&in), SAR_OK);
      sar_archive_destroy(&out);
    }
    if (k >= after) same_bits(&saved, &loaded, model, method);
  }
  const SarStepStats *a = sar_integrator_stats(saved.integrator), *b = sar_integrator_stats(loaded.integrator);
  assert_memory_equal(a, b, sizeof *a);
  close_motion(&saved);
  close_motion(&loaded);
}

typedef struct Model {
  const char *path;
  double step; /* short enough for explicit methods */
} Model;

static const Model models[] = {{"models/long_chain.yaml", 1e-3},
                               {"models/A02_Nfourbar_N2_natural.yaml", 1e-3},
                               {"models/A04_bricard_sec01.yaml", 1e-3},
                               {"models/andrews_squeezer.yaml", 1e-5},
                               {"models/spatial_chain.yaml", 1e-3}};
#define MODELS ((int)(sizeof models / sizeof *models))

static void same_adaptive_steps(void **state) {
  (void)state;
  static const char *const methods[] = {
      "rosenbrock-nystrom", "rosenbrock-nystrom:matrix=augmented", "w-method", "w-method:keep=3",
      "w-method:keep=5",    "w-method:keep=7,matrix=augmented",    "rkf45",    "dopri5"};
  for (int i = 0; i < MODELS; i++) {
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
      for (int after = 3; after < 30; after += 8) {
        check(models[i].path, methods[m], (SarStepOptions){.tolerance = 1e-5}, after);
      }
    }
  }
}

/* Saved during the start of methods with several steps, too. */
static void same_fixed_steps(void **state) {
  (void)state;
  static const char *const methods[] = {"ab3",    "ab5",    "ampc4", "mampc3",         "mampc4",
                                        "mampc5", "dopri5", "rkf45", "w-method:keep=3"};
  for (int i = 0; i < MODELS; i++) {
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
      for (int after = 1; after < 20; after += 9) {
        check(models[i].path, methods[m], (SarStepOptions){.fixed_step = models[i].step}, after);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_adaptive_steps), cmocka_unit_test(same_fixed_steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
