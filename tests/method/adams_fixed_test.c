/* Adams methods with fixed steps: weights against Table 1 and the appendix of paper 5, stability limits against its
 * Table 2, Baumgarte's constants, and steps that are not like the others. */
#include "method/family/adams_fixed.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "method/engine.h"
#include "method/explicit.h"
#include "method/norm.h"
#include "method/spectrum.h"
#include "method/toy.h"

static SarContext *context;

static int setup(void **state) { return (void)state, context = sar_context_create(), context == NULL; }
static int teardown(void **state) { return (void)state, sar_context_destroy(&context), 0; }

static SarMethodChoice choose(const char *text) {
  SarMethodChoice choice;
  assert_int_equal(sar_method_parse(context, text, sar_nowhere(), &choice), SAR_OK);
  return choice;
}

/* ---- weights ---- */

static void table_1(void **state) {
  (void)state;
  const double explicit[] = {1, 1.0 / 2, 5.0 / 12, 3.0 / 8, 251.0 / 720, 95.0 / 288};
  const double implicit[] = {1, -1.0 / 2, -1.0 / 12, -1.0 / 24, -19.0 / 720, -3.0 / 160};
  for (int32_t k = 0; k < 6; k++) {
    CHECK_NEAR(sar_adams_integral(k, false), explicit[k], 1e-15);
    CHECK_NEAR(sar_adams_integral(k, true), implicit[k], 1e-15);
  }
}

static void check_weights(const double *weights, int32_t count, const int32_t *numerators, double denominator) {
  for (int32_t j = 0; j < count; j++) CHECK_NEAR(weights[j], numerators[j] / denominator, 1e-14);
}

/* (A1) to (A7); the weights of eq (21) as the text and the errata have them. */
static void appendix(void **state) {
  (void)state;
  static const int32_t ab[4][5] = {{3, -1}, {23, -16, 5}, {55, -59, 37, -9}, {1901, -2774, 2616, -1274, 251}};
  static const int32_t am[3][5] = {{5, 8, -1}, {9, 19, -5, 1}, {251, 646, -264, 106, -19}};
  static const double ab_over[] = {2, 12, 24, 720}, am_over[] = {12, 24, 720};
  static const double share[] = {1.0 / 10, 19.0 / 270, 27.0 / 502};
  SarAdams f;
  for (int32_t k = 2; k <= 5; k++) {
    sar_adams_formula(SAR_ADAMS_BASHFORTH, k, &f);
    assert_false(f.corrected);
    check_weights(f.predictor, k, ab[k - 2], ab_over[k - 2]);
  }
  for (int32_t k = 3; k <= 5; k++) { /* k points of Adams-Moulton: k - 1 steps */
    sar_adams_formula(SAR_ADAMS_CORRECTED, k, &f);
    check_weights(f.corrector, k, am[k - 3], am_over[k - 3]);
    double w1 = -sar_adams_integral(k, true), w2 = sar_adams_integral(k, false);
    CHECK_NEAR(w1 / (w1 + w2), share[k - 3], 1e-15);
    CHECK_NEAR(w1 + w2, sar_adams_integral(k - 1, false), 1e-15);
  }
  for (int32_t k = 2; k <= 4; k++) { /* the combination is Adams-Moulton of k steps (Theorem 1) */
    sar_adams_formula(SAR_ADAMS_COMBINED, k, &f);
    check_weights(f.corrector, k + 1, am[k - 2], am_over[k - 2]);
  }
}

/* All orders up to 8 integrate polynomials up to their degree, and not the next one. */
static void degrees(void **state) {
  (void)state;
  for (int32_t k = 1; k <= SAR_ADAMS_STEPS; k++) {
    for (int kind = 0; kind < 3; kind++) {
      SarAdams f;
      sar_adams_formula((SarAdamsKind)kind, k, &f);
      int32_t order = kind == SAR_ADAMS_COMBINED ? k + 1 : k;
      for (int32_t p = 0; p <= order; p++) { /* f = s^p, points s = 1, 0, -1, ... */
        double sum = f.corrected ? f.corrector[0] : 0;
        for (int32_t j = 0; j < k; j++) sum += (f.corrected ? f.corrector[j + 1] : f.predictor[j]) * pow(-j, p);
        double error = sum - 1.0 / (p + 1);
        if (p < order) CHECK_NEAR(error, 0, 1e-9);
        if (p == order) assert_true(fabs(error) > 1e-3);
      }
    }
  }
}

/* ---- stability ---- */

static double limit_of(const char *text) {
  SarMethodChoice choice = choose(text);
  double limit;
  assert_int_equal(sar_spectrum_limit(context, &choice, &limit), SAR_OK);
  return limit;
}

/* Table 2, whose last digits (.164 and 1.040) are rounded up. */
static void table_2(void **state) {
  (void)state;
  static const char *const names[] = {"ab", "ampc", "mampc"};
  static const double printed[3][3] = {{0.545, 0.300, 0.164}, {1.729, 1.285, 0.947}, {1.935, 1.412, 1.040}};
  static const double exact[3][3] = {
      {0.54545, 0.30000, 0.16334}, {1.72878, 1.28482, 0.94692}, {1.93461, 1.41146, 1.03935}};
  for (int m = 0; m < 3; m++) {
    for (int k = 0; k < 3; k++) {
      char text[16];
      snprintf(text, sizeof text, "%s%d", names[m], k + 3);
      double limit = limit_of(text);
      CHECK_NEAR(limit, exact[m][k], 0.5e-5);
      CHECK_NEAR(limit, printed[m][k], 1e-3);
    }
  }
  CHECK_NEAR(limit_of("ab3"), 6.0 / 11, 1e-9); /* where -1 is a root: 2 = z (b0 - b1 + b2) */
  CHECK_NEAR(limit_of("ab4"), 3.0 / 10, 1e-9);
  CHECK_NEAR(limit_of("rkf45"), 3.6777, 1e-4); /* |R(z)| = 1 of its polynomial, by hand below */
  assert_true(isinf(limit_of("hht")) && isinf(limit_of("radau5")) && isinf(limit_of("trapezoid")));
}

/* R(z) of the formula that continues: 1 + z + ... + z^5/120 and a last term of its own. */
static void polynomials(void **state) {
  (void)state;
  static const struct {
    const char *name;
    double last;
  } pairs[] = {{"rkf45", 1.0 / 2080}, {"dopri5", 1.0 / 600}};
  for (int m = 0; m < 2; m++) {
    SarMethodChoice choice = choose(pairs[m].name);
    for (int k = 0; k < 20; k++) {
      double complex z = 0.4 * k * cexp(I * k), r = 1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4 * (1 + z / 5))));
      SarSpectrumRoots roots;
      r += pairs[m].last * cpow(z, 6);
      assert_int_equal(sar_spectrum_roots(context, &choice, SAR_TEST_RATE, z, &roots), SAR_OK);
      CHECK_NEAR(cabs(roots.zeta[0] - r), 0, 1e-12 * (1 + cabs(r)));
    }
    double limit = limit_of(pairs[m].name), z = -limit;
    double r = 1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4 * (1 + z / 5)))) + pairs[m].last * pow(z, 6);
    CHECK_NEAR(fabs(r), 1, 1e-9);
  }
}

/* ---- Baumgarte ---- */

static SarStatus create(const char *text, const ToyClass *class, double step, double *alpha, double *beta) {
  Toy toy;
  toy_init(&toy, context, class);
  SarMethodChoice choice = choose(text);
  SarStepOptions options = {.end = 1, .fixed_step = step};
  SarIntegrator *integrator = NULL;
  SarStatus status = sar_integrator_create(context, &toy.base, &choice, &options, &integrator);
  if (status == SAR_OK) {
    const SarExplicit *e = integrator->engine; /* the engine begins with it */
    *alpha = e->baumgarte.alpha, *beta = e->baumgarte.beta;
  }
  sar_integrator_destroy(&integrator);
  return status;
}

static int32_t messages(void) {
  int32_t count = sar_context_count(context);
  sar_context_clear(context);
  return count;
}

static void constants(void **state) {
  (void)state;
  const double h = 0.01, limit = limit_of("ampc3") / h;
  double alpha, beta;
  char text[64];
  assert_int_equal(create("ampc3", &toy_pendulum, h, &alpha, &beta), SAR_OK);
  CHECK_NEAR(alpha, 0.2 * limit, 1e-9);
  CHECK_NEAR(beta, 0.2 * limit, 1e-9);
  assert_int_equal(create("ampc3:alpha=5", &toy_pendulum, h, &alpha, &beta), SAR_OK);
  assert_true(alpha == 5 && beta == 5);
  assert_int_equal(create("ampc3:beta=7", &toy_pendulum, h, &alpha, &beta), SAR_OK);
  assert_true(alpha == 7 && beta == 7);
  assert_int_equal(create("ampc3:alpha=5,beta=0", &toy_pendulum, h, &alpha, &beta), SAR_OK);
  assert_true(alpha == 5 && beta == 0);
  assert_int_equal(messages(), 0);
  snprintf(text, sizeof text, "ampc3:alpha=%g", 0.49 * limit);
  assert_int_equal(create(text, &toy_pendulum, h, &alpha, &beta), SAR_OK);
  assert_int_equal(messages(), 0);
  snprintf(text, sizeof text, "ampc3:alpha=%g", 0.51 * limit);
  assert_int_equal(create(text, &toy_pendulum, h, &alpha, &beta), SAR_OK);
  assert_int_equal(messages(), 1); /* a warning */
  snprintf(text, sizeof text, "ampc3:alpha=%g", 1.01 * limit);
  assert_int_equal(create(text, &toy_pendulum, h, &alpha, &beta), SAR_INPUT);
  assert_int_equal(create(text, &toy_free_top, h, &alpha, &beta), SAR_OK); /* nothing to pull */
  snprintf(text, sizeof text, "ampc3:alpha=%g,beta=0", 0.51 * limit);
  assert_int_equal(create(text, &toy_pendulum, h, &alpha, &beta), SAR_INPUT); /* the other root is 2 alpha */
  snprintf(text, sizeof text, "ampc3:alpha=%g,baumgarte_force=true", 1.01 * limit);
  messages();
  assert_int_equal(create(text, &toy_pendulum, h, &alpha, &beta), SAR_OK);
  assert_int_equal(messages(), 1);
  SarMethodChoice choice;
  assert_int_equal(sar_method_parse(context, "ampc3:scaling=none", sar_nowhere(), &choice), SAR_INPUT);
  assert_int_equal(sar_method_parse(context, "ab3:formulation=si2", sar_nowhere(), &choice), SAR_INPUT);
  assert_int_equal(sar_method_parse(context, "dopri5:corrector=floor", sar_nowhere(), &choice), SAR_INPUT);
  char label[64];
  choice = choose("ampc3");
  sar_method_label(&choice, label, sizeof label);
  assert_string_equal(label, "ampc3");
}

/* Constraints that are violated come back as exp(-alpha t) (1 + alpha t): Phi'' + 2 alpha Phi' + alpha^2 Phi = 0. The
 * bead of this test is held at q = 1 by a constraint and let go at 1.001. */
static void held_rows(const SarPoint *p, double *r, double *m) {
  r[0] = p->a[0] + p->lambda[0] - 3;
  r[1] = p->q[0] - 1;
  for (int i = 0; m && i < 2; i++) m[i] = 1;
}
static void held_map(double t, const double *y, ToyPoint *p) {
  (void)t, (void)y, p->q[0] = 1.001, p->lambda[0] = 3 + 0.001 * 25, p->a[0] = -0.001 * 25;
}
static const ToyClass held = {.name = "held",
                              .n = {.nq = 1, .nv = 1, .np = 1},
                              .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                              .nblocks = 1,
                              .rows = held_rows,
                              .map = held_map};

static void violations_come_back(void **state) {
  (void)state;
  Toy toy;
  toy_init(&toy, context, &held);
  SarStepOptions options = {.end = 1, .fixed_step = 0.01};
  SarIntegrator *integrator = toy_start(&toy, "mampc4:alpha=5", &options);
  while (sar_integrator_view(integrator)->t1 < 1) {
    assert_int_equal(sar_integrator_step(integrator), SAR_OK);
    const SarStepView *view = sar_integrator_view(integrator);
    CHECK_NEAR(view->q[0] - 1, 0.001 * exp(-5 * view->t1) * (1 + 5 * view->t1), 1e-10);
  }
  sar_integrator_destroy(&integrator);
}

/* ---- steps ---- */

static double error_after(const ToyClass *class, const char *method, double h, int32_t steps, double *limit) {
  Toy toy;
  toy_init(&toy, context, class);
  SarStepOptions options = {.end = 100, .fixed_step = h};
  SarIntegrator *integrator = toy_start(&toy, method, &options);
  for (int32_t k = 0; k < steps; k++) {
    sar_integrator_limit_step(integrator, limit ? limit[k] : 0);
    assert_int_equal(sar_integrator_step(integrator), SAR_OK);
  }
  double t = sar_integrator_view(integrator)->t1, y[TOY_MOST], squares[3] = {0};
  ToyPoint exact = {0};
  memcpy(y, class->y0, sizeof y);
  toy_reference(class, y, 0, t, 4000);
  class->map(t, y, &exact);
  toy_errors(class, sar_integrator_view(integrator), &exact, squares);
  print_message("%s, %s: %g %g\n", class->name, method, sqrt(squares[0]), sqrt(squares[1]));
  sar_integrator_destroy(&integrator);
  return sqrt(squares[0] + squares[1]);
}

/* The first steps, and those of another length, are exact to the rounding of the toys; the third step of ab3 is not. */
static void begins_at_rounding(void **state) {
  (void)state;
  double odd[] = {0, 0, 0, 0.007, 0.013, 0.009, 0.004};
  static const ToyClass *const classes[] = {&toy_free_top, &toy_heavy_top, &toy_gentle_states};
  for (int c = 0; c < 3; c++) {
    assert_true(error_after(classes[c], "ab3", 0.02, 2, NULL) < 1e-11);
    assert_true(error_after(classes[c], "ab3", 0.02, 3, NULL) > 1e-9);
    assert_true(error_after(classes[c], "mampc5", 0.02, 4, NULL) < 1e-11);
    assert_true(error_after(classes[c], "mampc5", 0.02, 7, odd) < 1e-11);
  }
}

/* Evaluations of ten steps that begin at t. */
static int64_t evaluations(double t) {
  Toy toy;
  toy_init(&toy, context, &toy_free_top);
  SarMethodChoice choice = choose("ab3");
  SarStepOptions options = {.end = t + 1, .fixed_step = 0.02};
  SarIntegrator *integrator = NULL;
  ToyPoint first = toy_initial(&toy_free_top);
  SarPoint at = toy_view(&first);
  at.t = t;
  assert_int_equal(sar_integrator_create(context, &toy.base, &choice, &options, &integrator), SAR_OK);
  assert_int_equal(sar_integrator_start(integrator, &at), SAR_OK);
  for (int k = 0; k < 10; k++) assert_int_equal(sar_integrator_step(integrator), SAR_OK);
  int64_t count = integrator->stats.factorisations;
  sar_integrator_destroy(&integrator);
  return count;
}

/* Where the time has no digits left for the step, steps are equal all the same. */
static void late_steps_are_equal(void **state) {
  (void)state;
  assert_int_equal(evaluations(1e6), evaluations(0)); /* differences of times are off by 6e-9 of the step */
  assert_int_equal(evaluations(3e8), evaluations(0));
}

/* A body that turns around in one step is where it was: exact substeps alone do not make that a step. */
static void long_steps_are_refused(void **state) {
  (void)state;
  double rate = toy_initial(&toy_spin).v[2];
  assert_true(rate > 0);
  for (int turns = 1; turns <= 5; turns++) {
    Toy toy;
    toy_init(&toy, context, &toy_spin);
    SarStepOptions options = {.end = 1e3, .fixed_step = 2 * acos(-1) * turns / rate};
    SarIntegrator *integrator = toy_start(&toy, "mampc4", &options);
    assert_int_equal(sar_integrator_step(integrator), SAR_FAILED);
    assert_non_null(strstr(sar_context_get(context, sar_context_count(context) - 1)->message, "turned too far"));
    sar_integrator_destroy(&integrator);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_1),
      cmocka_unit_test(appendix),
      cmocka_unit_test(degrees),
      cmocka_unit_test(table_2),
      cmocka_unit_test(polynomials),
      cmocka_unit_test(constants),
      cmocka_unit_test(violations_come_back),
      cmocka_unit_test(begins_at_rounding),
      cmocka_unit_test(late_steps_are_equal),
      cmocka_unit_test(long_steps_are_refused),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
