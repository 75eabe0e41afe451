/* Modes of beams against the closed forms of Timoshenko's beam. */
#include <math.h>
#include <stdio.h>

#include "check.h"
#include "sarrus/sarrus.h"

#define PI 3.14159265358979323846

typedef struct Case {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  const SarModes *modes;
} Case;

static Case modes_of(const char *name, const char *const *set, int32_t nset, const SarModesOptions *options) {
  char path[512];
  Case c = {.context = sar_context_create()};
  snprintf(path, sizeof path, "%s/models/modes/%s.yaml", SAR_TEST_DIR, name);
  assert_int_equal(sar_model_read(c.context, path, set, nset, &c.model), SAR_OK);
  assert_int_equal(sar_system_compile(c.context, c.model, &c.system), SAR_OK);
  SarStatus status = sar_modes(c.context, c.system, options, &c.modes);
  if (status != SAR_OK) fail_msg("%s", sar_context_get(c.context, 0)->message);
  return c;
}

static void done(Case *c) {
  sar_modes_destroy(&c->modes);
  sar_system_destroy(&c->system);
  sar_model_destroy(&c->model);
  sar_context_destroy(&c->context);
}

static double nearest(const SarModes *m, double w) {
  double least = INFINITY;
  for (int32_t i = 0; i < m->nmodes; i++) least = fmin(least, fabs(m->modes[i].imaginary - w));
  return least / w;
}

static double bisect(double (*f)(double w, const double *data), const double *data, double low, double high) {
  for (int i = 0; i < 200; i++) {
    double middle = 0.5 * (low + high);
    if ((f(low, data) > 0) == (f(middle, data) > 0)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return 0.5 * (low + high);
}

/* The frequency equation of the clamped and free Timoshenko beam (Huang 1961); data: EI, GA, mass and J per length, of
 * a beam of 1 m. */
static double clamped_free(double w, const double *data) {
  double ei = data[0], b = w * sqrt(data[2] / ei), r2 = data[3] / data[2], s2 = ei / data[1];
  double q = sqrt((r2 - s2) * (r2 - s2) + 4 / (b * b)), alpha = b * sqrt((q - r2 - s2) / 2);
  double beta = b * sqrt((q + r2 + s2) / 2), root = sqrt(1 - b * b * r2 * s2);
  return 2 + (b * b * (r2 - s2) * (r2 - s2) + 2) * cosh(alpha) * cos(beta) -
         b * (r2 + s2) / root * sinh(alpha) * sin(beta);
}

static double next_root(double (*f)(double w, const double *data), const double *data, double from) {
  double w = from;
  while ((f(w, data) > 0) == (f(w + 1, data) > 0)) w++;
  return bisect(f, data, w, w + 1);
}

/* In both planes, the first three. */
static void cantilever(void **state) {
  (void)state;
  static const double planes[2][4] = {{2000, 1e6, 4, 4e-3}, {18000, 1e6, 4, 36e-3}};
  static const char *const set[] = {"n=32"};
  SarModesOptions options = sar_modes_options_default();
  Case c = modes_of("cantilever", set, 1, &options);
  for (int p = 0; p < 2; p++) {
    double w = 1;
    for (int k = 0; k < 3; k++) {
      w = next_root(clamped_free, planes[p], w);
      print_message("%.9g rad/s: %.2g\n", w, nearest(c.modes, w));
      CHECK_NEAR(nearest(c.modes, w), 0, 1e-8);
      w += 1;
    }
  }
  assert_string_equal(c.modes->modes[0].shares[0].part, "bar");
  CHECK_NEAR(c.modes->modes[0].shares[0].kinetic, 1, 1e-12);
  CHECK_NEAR(c.modes->modes[0].shares[0].potential, 1, 1e-5);
  done(&c);
}

static void dense_and_sparse(void **state) {
  (void)state;
  SarModesOptions options = sar_modes_options_default();
  options.solver = SAR_MODES_DENSE;
  Case a = modes_of("cantilever", NULL, 0, &options);
  options.solver = SAR_MODES_SPARSE;
  Case b = modes_of("cantilever", NULL, 0, &options);
  assert_string_equal(a.modes->solver, "dense");
  assert_string_equal(b.modes->solver, "sparse");
  assert_int_equal(a.modes->nmodes, b.modes->nmodes);
  for (int32_t i = 0; i < a.modes->nmodes; i++) {
    double w = a.modes->modes[i].imaginary;
    CHECK_NEAR(b.modes->modes[i].imaginary / w, 1, 1e-8);
    CHECK_NEAR(b.modes->modes[i].real / w, 0, 1e-8);
  }
  done(&a);
  done(&b);
}

/* Order 2 p in the size of the elements: the ratio of the errors with 4 and 8 elements. */
static void orders(void **state) {
  (void)state;
  static const double plane[] = {2000, 1e6, 4, 4e-3};
  double w = next_root(clamped_free, plane, 1);
  for (int p = 1; p <= 3; p++) {
    double errors[2];
    for (int i = 0; i < 2; i++) {
      char order[16], elements[16];
      const char *const set[] = {order, elements};
      SarModesOptions options = sar_modes_options_default();
      snprintf(order, sizeof order, "p=%d", p);
      snprintf(elements, sizeof elements, "n=%d", p == 3 ? 2 << i : 4 << i);
      Case c = modes_of("cantilever", set, 2, &options);
      errors[i] = nearest(c.modes, w);
      done(&c);
    }
    double measured = log2(errors[0] / errors[1]);
    print_message("p = %d: errors %.3g, %.3g, order %.2f\n", p, errors[0], errors[1], measured);
    CHECK_NEAR(measured, 2 * p, 0.35);
  }
}

/* Sections of a shaft on simple bearings, in waves of n half waves: (GA k^2 - m w^2)(EI k^2 + GA - J w^2 + 2 J W w) =
 * (GA k)^2, w > 0 forward. data: speed (of either sign), k. */
static double whirl(double w, const double *data) {
  double ei = 2000, ga = 2e6, m = 4, j = 2e-3, speed = data[0], k = data[1];
  return (ga * k * k - m * w * w) * (ei * k * k + ga - j * w * w + 2 * j * speed * w) - ga * k * ga * k;
}

static void spinning_shaft(void **state) {
  (void)state;
  static const char *const set[] = {"n=24"};
  SarModesOptions options = sar_modes_options_default();
  Case c = modes_of("shaft", set, 1, &options);
  assert_true(c.modes->constant);
  for (int n = 1; n <= 3; n++) {
    for (int backward = 0; backward < 2; backward++) {
      double data[] = {backward ? -2000 : 2000, n * PI}, w = next_root(whirl, data, 1);
      print_message("%d half waves, %s: %.9g rad/s, %.2g\n", n, backward ? "backward" : "forward", w,
                    nearest(c.modes, w));
      CHECK_NEAR(nearest(c.modes, w), 0, 1e-7);
    }
  }
  assert_int_equal(c.modes->modes[0].multiplicity, 2); /* it turns as it likes */
  done(&c);
}

/* Twenty modes of a beam of 300 and one of 900 elements. */
static void growth(void **state) {
  (void)state;
  int64_t solves[2];
  for (int i = 0; i < 2; i++) {
    const char *const set[] = {i ? "n=900" : "n=300", "p=1"};
    SarModesOptions options = sar_modes_options_default();
    Case c = modes_of("cantilever", set, 2, &options);
    assert_int_equal(c.modes->nmodes, 20);
    solves[i] = c.modes->solves;
    done(&c);
  }
  print_message("solves: %lld and %lld\n", (long long)solves[0], (long long)solves[1]);
  assert_true((double)solves[1] <= 1.3 * (double)solves[0]);
}

/* A wire: between its first frequency and that of its nodes' turning there are up to eight powers of ten, sixteen
 * between their squares. The dense way says the same as the sparse one and Euler and Bernoulli (rotation of sections is
 * nothing), and takes none for zero. */
static void slender(void **state) {
  (void)state;
  static const double widths[] = {1e-2, 1e-3, 1e-4};
  for (int i = 0; i < 3; i++) {
    Case c = {.context = sar_context_create()};
    SarModesOptions options = sar_modes_options_default();
    char text[600];
    snprintf(text, sizeof text,
             "materials: {steel: {young: 210e9, poisson: 0.3, density: 7800}}\n"
             "sections: {s: {rectangle: [%g, %g], material: steel}}\n"
             "beams: {arm: {section: s, points: [[0, 0, 0], [1, 0, 0]], elements: 8, axis2: y}}\n"
             "joints: {base: {type: fixed, between: [ground, arm.start]}}\n",
             widths[i], widths[i]);
    options.solver = SAR_MODES_DENSE;
    options.count = 200;
    assert_int_equal(sar_model_parse(c.context, "wire", text, NULL, 0, &c.model), SAR_OK);
    assert_int_equal(sar_system_compile(c.context, c.model, &c.system), SAR_OK);
    assert_int_equal(sar_modes(c.context, c.system, &options, &c.modes), SAR_OK);
    assert_string_equal(c.modes->solver, "dense");
    int32_t eigenvalues = 0;
    for (int32_t k = 0; k < c.modes->nmodes; k++) {
      assert_true(c.modes->modes[k].imaginary > 0);
      eigenvalues += 2;
    }
    assert_int_equal(eigenvalues, c.modes->order);
    double euler = 3.5160152685 * sqrt(210e9 / 7800 / 12) * widths[i];
    double second = 22.0344915647 * sqrt(210e9 / 7800 / 12) * widths[i];
    for (int32_t k = 0; k < 2; k++) { /* both planes */
      CHECK_NEAR(c.modes->modes[k].imaginary, euler, 2e-4 * euler);
      CHECK_NEAR(c.modes->modes[2 + k].imaginary, second, 3e-3 * second); /* shear of the thickest one */
    }
    done(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cantilever),     cmocka_unit_test(dense_and_sparse), cmocka_unit_test(orders),
      cmocka_unit_test(spinning_shaft), cmocka_unit_test(growth),           cmocka_unit_test(slender),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
