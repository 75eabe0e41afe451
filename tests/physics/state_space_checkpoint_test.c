/* State-space methods on mechanisms that are saved and loaded take the same steps, bit for bit, with sparse linear
 * systems whose pivots are kept, and matrices that are kept over steps. */
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

static void open_motion(Motion *m, const char *model, const char *method, double tolerance) {
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
  SarStepOptions options = {.end = 10 * sar_model_simulation(m->trial.model)->end, .tolerance = tolerance};
  expect_ok(context, sar_integrator_create(context, m->problem, &choice, &options, &m->integrator), "create");
  if (m->problem->ops->reset) m->problem->ops->reset(m->problem, &m->at);
  if (m->problem->ops->settle) m->problem->ops->settle(m->problem, &m->at);
}

static void close_motion(Motion *m) {
  sar_integrator_destroy(&m->integrator);
  sar_start_destroy(&m->start);
  trial_close(&m->trial);
}

static void same_bits(const Motion *x, const Motion *y, const char *what) {
  const SarStepView *a = sar_integrator_view(x->integrator), *b = sar_integrator_view(y->integrator);
  const SarSizes *n = &x->problem->n;
  bool same = a->t1 == b->t1 && memcmp(a->q, b->q, (size_t)n->nq * sizeof(double)) == 0 &&
              memcmp(a->v, b->v, (size_t)n->nv * sizeof(double)) == 0 &&
              memcmp(a->a, b->a, (size_t)n->nv * sizeof(double)) == 0;
  if (!same) fail_msg("%s: other bits at t = %.17g and %.17g", what, a->t1, b->t1);
}

/* Saved after step `after`; the saved one goes on beside the loaded one. */
static void check(const char *model, const char *method, double tolerance, int after) {
  Motion saved, loaded;
  open_motion(&saved, model, method, tolerance);
  open_motion(&loaded, model, method, tolerance);
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
    if (k >= after) same_bits(&saved, &loaded, model);
  }
  const SarStepStats *a = sar_integrator_stats(saved.integrator), *b = sar_integrator_stats(loaded.integrator);
  assert_memory_equal(a, b, sizeof *a);
  close_motion(&saved);
  close_motion(&loaded);
}

static void same_steps(void **state) {
  (void)state;
  static const char *const models[] = {"models/long_chain.yaml", "models/A02_Nfourbar_N2_natural.yaml",
                                       "models/A04_bricard_sec01.yaml", "models/andrews_squeezer.yaml",
                                       "models/spatial_chain.yaml"};
  static const char *const methods[] = {"rosenbrock-nystrom", "rosenbrock-nystrom:matrix=augmented", "w-method",
                                        "w-method:keep=5", "w-method:keep=7,matrix=augmented"};
  for (int i = 0; i < 5; i++) {
    for (int m = 0; m < 5; m++) {
      for (int after = 3; after < 30; after += 8) check(models[i], methods[m], 1e-5, after);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
