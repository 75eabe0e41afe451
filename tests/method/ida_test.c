/* IDA on toys: the matrix of its form of the equations against differences, and what is refused. How its errors follow
 * the tolerance is measured with all other methods (family_order_test.c). */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "method/context.h"
#include "method/dae_matrix.h"
#include "method/engine.h"
#include "method/toy.h"

/* ---- the matrix ---- */

#define MOST 80

/* A number without meaning, between -1 and 1, the same in every run. */
static double some(uint32_t *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 23) - 1;
}

/* F along the column j, moved by s: y by s, y' by c s. */
static void moved(SarDae *dae, const double *y, const double *rate, int32_t j, double s, double c, double *r) {
  double y1[MOST], rate1[MOST];
  memcpy(y1, y, (size_t)dae->n * sizeof *y1);
  memcpy(rate1, rate, (size_t)dae->n * sizeof *rate1);
  y1[j] += s;
  rate1[j] += c * s;
  assert_int_equal(sar_dae_residual(dae, 0.3, y1, rate1, r), SAR_OK);
}

/* Some point near the start, with quaternions that are not of length 1. e and eta are zero there: the matrix leaves
 * out what they contribute to derivatives by positions. */
static void check_matrix(const ToyClass *class) {
  Toy toy;
  toy_init(&toy, context, class);
  SarArena *arena = sar_arena_create();
  SarSi2 *si2 = sar_si2_create(arena, &toy.base);
  SarDae *dae = sar_dae_create(arena, &toy.base, si2);
  ToyPoint start = toy_initial(class);
  SarPoint at = toy_view(&start);
  assert_non_null(dae);
  SarDaeMatrix *matrix = sar_dae_matrix_create(arena, dae);
  assert_non_null(matrix);
  assert_true(dae->n <= MOST);
  assert_int_equal(sar_si2_start(si2, &toy.base, &at), SAR_OK);
  double y[MOST], rate[MOST], values[MOST * MOST], plus[MOST], minus[MOST], c = 7, s = 1e-4;
  uint32_t seed = 5;
  for (int32_t i = 0; i < dae->n; i++) y[i] = some(&seed), rate[i] = some(&seed);
  for (int32_t i = 0; i < class->n.nv; i++) y[dae->e + i] = 0;
  for (int32_t i = 0; i < class->n.np; i++) y[dae->eta + i] = 0;
  for (int32_t i = 0; i < class->n.nq; i++) y[dae->q + i] = start.q[i] + 0.1 * some(&seed);
  assert_int_equal(sar_dae_matrix_evaluate(matrix, 0.3, y, rate, c, values), SAR_OK);
  for (int32_t j = 0; j < dae->n; j++) {
    double column[MOST] = {0};
    for (int32_t k = matrix->pattern.column[j]; k < matrix->pattern.column[j + 1]; k++)
      column[matrix->pattern.row[k]] = values[k];
    moved(dae, y, rate, j, s, c, plus);
    moved(dae, y, rate, j, -s, c, minus);
    for (int32_t i = 0; i < dae->n; i++) {
      double expected = (plus[i] - minus[i]) / (2 * s);
      bool right = fabs(column[i] - expected) <= 1e-5 * (1 + fabs(expected));
      if (!right) fail_msg("%s: row %d, column %d: %.9g, expected %.9g", class->name, i, j, column[i], expected);
    }
  }
  sar_arena_destroy(&arena);
}

static void matrix(void **state) {
  (void)state;
  static const ToyClass *const classes[] = {&toy_pendulum, &toy_bead,        &toy_free_top,  &toy_heavy_top,
                                            &toy_states,   &toy_only_states, &toy_algebraic, &toy_skate};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) check_matrix(classes[i]);
}

/* ---- what is refused ---- */

static SarStatus create(const char *method, const SarStepOptions *options) {
  Toy toy;
  SarMethodChoice choice;
  SarIntegrator *integrator;
  toy_init(&toy, context, &toy_pendulum);
  SAR_TRY(sar_method_parse(context, method, sar_nowhere(), &choice));
  SarStatus status = sar_integrator_create(context, &toy.base, &choice, options, &integrator);
  sar_integrator_destroy(&integrator);
  return status;
}

static void refused(const char *method, const SarStepOptions *options, const char *words) {
  assert_int_equal(create(method, options), SAR_INPUT);
  const SarDiagnostic *message = sar_context_get(context, sar_context_count(context) - 1);
  if (!strstr(message->message, words)) fail_msg("%s: \"%s\" does not say \"%s\"", method, message->message, words);
  assert_non_null(message->remedy);
}

static void refusals(void **state) {
  (void)state;
  SarStepOptions adaptive = {.end = 1, .tolerance = 1e-6}, fixed = {.end = 1, .fixed_step = 0.01};
  assert_int_equal(create("ida", &adaptive), SAR_OK);
  assert_int_equal(create("ida:formulation=si2,max_order=2,linear=klu", &adaptive), SAR_OK);
  refused("ida", &fixed, "chooses its steps itself");
  refused("ida:formulation=index3", &adaptive, "not available for ida");
  refused("ida:linear=dense", &adaptive, "not available for ida");
  refused("ida:corrector=floor", &adaptive, "not available for ida");
  refused("ida:max_order=6", &adaptive, "outside");
  refused("ida:scaling=physical", &adaptive, "no key \"scaling\"");
}

static void no_checkpoints(void **state) {
  (void)state;
  Toy toy;
  toy_init(&toy, context, &toy_pendulum);
  SarIntegrator *integrator = toy_start(&toy, "ida", &(SarStepOptions){.end = 1, .tolerance = 1e-6});
  assert_int_equal(sar_integrator_step(integrator), SAR_OK);
  SarArchive archive = sar_archive_save();
  assert_int_equal(sar_integrator_archive(integrator, &archive), SAR_INPUT);
  sar_archive_destroy(&archive);
  sar_integrator_destroy(&integrator);
}

/* ---- steps ---- */

/* Bounds of the step hold, the last step ends at the end, all steps and rejections are accounted for, and a run can be
 * repeated bit for bit. */
static double end_of(double max_step, double limit) {
  Toy toy;
  toy_init(&toy, context, &toy_heavy_top);
  SarStepOptions options = {.end = 0.5, .tolerance = 1e-5, .max_step = max_step};
  SarIntegrator *integrator = toy_start(&toy, "ida", &options);
  const SarStepView *view = sar_integrator_view(integrator);
  sar_integrator_limit_step(integrator, limit);
  while (view->t1 < options.end) {
    double t = view->t1;
    assert_int_equal(sar_integrator_step(integrator), SAR_OK);
    assert_true(view->t0 == t && view->t1 > t);
    if (max_step > 0) assert_true(view->step <= max_step * (1 + 1e-12));
    if (limit > 0) assert_true(view->step <= limit * (1 + 1e-12));
    assert_true(view->order >= 1 && view->order <= 5 && view->iterations >= 1);
  }
  assert_true(view->t1 == options.end);
  const SarStepStats *stats = sar_integrator_stats(integrator);
  const SarStepLimits *limits = sar_integrator_limits(integrator);
  int64_t steps = 0, rejected = 0;
  for (int i = 0; i < SAR_LIMIT_REASONS; i++) steps += limits->counts.steps[i], rejected += limits->counts.rejected[i];
  assert_int_equal(steps, stats->steps);
  assert_int_equal(rejected, stats->rejected_error + stats->rejected_corrector + stats->rejected_rotation);
  assert_int_equal(toy.accepted, stats->steps + 1);
  double x = view->q[0];
  sar_integrator_destroy(&integrator);
  return x;
}

static void steps(void **state) {
  (void)state;
  double x = end_of(0, 0);
  assert_true(end_of(0, 0) == x);
  CHECK_NEAR(end_of(0.002, 0), x, 1e-3);
  CHECK_NEAR(end_of(0, 0.001), x, 1e-3);
}

/* A residual that cannot be evaluated beyond some time ends the run there, with a message. */
static void gives_up(void **state) {
  (void)state;
  Toy toy;
  double last = 0.3;
  toy_init(&toy, context, &toy_pendulum);
  toy.fail_at = &last;
  SarIntegrator *integrator = toy_start(&toy, "ida", &(SarStepOptions){.end = 1, .tolerance = 1e-6});
  SarStatus status = SAR_OK;
  while (status == SAR_OK) status = sar_integrator_step(integrator);
  assert_int_equal(status, SAR_STEP_TOO_SMALL);
  CHECK_NEAR(sar_integrator_view(integrator)->t1, last, 1e-6);
  assert_true(sar_integrator_view(integrator)->t1 <= last);
  sar_integrator_destroy(&integrator);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(matrix, setup, teardown),
      cmocka_unit_test_setup_teardown(refusals, setup, teardown),
      cmocka_unit_test_setup_teardown(no_checkpoints, setup, teardown),
      cmocka_unit_test_setup_teardown(steps, setup, teardown),
      cmocka_unit_test_setup_teardown(gives_up, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
