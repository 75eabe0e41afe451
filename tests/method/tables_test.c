/* The tables of the methods: against coefficients evaluated in 60 digits, and by what makes them what they are: order
 * conditions, stage order, the polynomial at infinity, A-stability. */
#include <complex.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "method/context.h"
#include "method/family/alpha.h"
#include "method/family/bdf.h"
#include "method/family/esdirk.h"
#include "method/family/multistep.h"
#include "method/family/singlestep.h"

#define PI 3.14159265358979323846
#define MOST 64 /* numbers in a line of the reference */

static SarMethodChoice choose_rho(const char *method, const char *rho) {
  char text[64];
  snprintf(text, sizeof text, rho ? "%s:rho_inf=%s" : "%s", method, rho);
  return choose(text);
}

static SarTableau tableau(const char *method, const char *rho) {
  SarMethodChoice choice = choose_rho(method, rho);
  SarTableau t;
  ((const SarEsdirkTable *)choice.table->coefficients)->tableau(&choice, &t);
  return t;
}

static SarMultistep multistep(const char *method, const char *rho) {
  SarMethodChoice choice = choose_rho(method, rho);
  SarMultistep f;
  ((const SarMultistepTable *)choice.table->coefficients)->formula(&choice, &f);
  return f;
}

static SarSinglestep singlestep(const char *method, const char *rho) {
  SarMethodChoice choice = choose_rho(method, rho);
  SarSinglestep f;
  ((const SarSinglestepTable *)choice.table->coefficients)->formula(&choice, &f);
  return f;
}

/* rho_inf: the rows of table 7 and points between them; 0.5563, 0.664, 0.69, 0.752, 0.895: poles of MSSTH are nearby.
 */
static const char *const rhos[] = {"0",     "0.05",   "0.1", "0.2",   "0.3",   "0.4",  "0.5",
                                   "0.556", "0.5563", "0.6", "0.636", "0.664", "0.69", "0.7",
                                   "0.752", "0.77",   "0.8", "0.895", "0.9",   "0.98", "1"};
#define NRHOS ((int)(sizeof rhos / sizeof *rhos))

static const char *const dissipative[] = {"bathe", "msstc3", "msstc4", "msstc5", "mssth3", "mssth4", "mssth5"};
static const char *const l_stable[] = {"esdirk324l2sa", "esdirk325l2sa", "esdirk436l2sa2"};

static void for_each_tableau(void (*check)(const char *name, const char *rho, const SarTableau *t)) {
  for (size_t i = 0; i < sizeof dissipative / sizeof *dissipative; i++) {
    for (int k = 0; k < NRHOS; k++) {
      SarTableau t = tableau(dissipative[i], rhos[k]);
      check(dissipative[i], rhos[k], &t);
    }
  }
  for (size_t i = 0; i < sizeof l_stable / sizeof *l_stable; i++) {
    SarTableau t = tableau(l_stable[i], NULL);
    check(l_stable[i], "0", &t);
  }
}

/* ---- against the reference ---- */

/* Within rounding, which the nearness of two abscissae multiplies: `large` is the largest coefficient of the method. */
static void same(const char *method, const char *rho, const char *what, double value, double expected, double large) {
  if (fabs(value - expected) <= 4e-15 * large * large) return;
  fail_msg("%s:rho_inf=%s: %s = %.17g, expected %.17g", method, rho, what, value, expected);
}

static int compare_multistep(const char *name, const char *rho, const double *x) {
  if (strcmp(rho, "1.0") == 0 && strcmp(name, "lms2") != 0) return 0; /* refused */
  SarMultistep f = multistep(name, rho);
  assert_int_equal(f.steps, (int)x[0]);
  for (int j = 1; j <= f.steps; j++) same(name, rho, "alpha", f.alpha[j], x[j], 1);
  for (int j = 0; j <= f.steps; j++) same(name, rho, "beta", f.beta[j], x[1 + f.steps + j], 1);
  return 1;
}

static int compare_unequal(const char *name, const char *rho, const double *x) {
  SarMethodChoice choice = choose_rho(name, rho);
  SarMultistep f;
  ((const SarMultistepTable *)choice.table->coefficients)->unequal(&choice, x[0], &f);
  assert_int_equal(f.steps, 2);
  for (int j = 1; j <= 2; j++) same(name, rho, "alpha", f.alpha[j], x[j], 1);
  for (int j = 0; j <= 2; j++) same(name, rho, "beta", f.beta[j], x[3 + j], 1);
  return 1;
}

static int compare_singlestep(const char *name, const char *rho, const double *x) {
  SarSinglestep f = singlestep(name, rho);
  assert_int_equal(f.levels, (int)x[0]);
  for (int j = 0; j < 2 * f.levels - 1; j++) {
    same(name, rho, "real part", creal(f.gamma[j]), x[1 + 2 * j], 1);
    same(name, rho, "imaginary part", cimag(f.gamma[j]), x[2 + 2 * j], 1);
  }
  return 1;
}

static int compare_esdirk(const char *name, const char *rho, const double *x) {
  SarTableau t = tableau(name, strcmp(rho, "-") == 0 ? NULL : rho);
  int s = (int)*x++;
  assert_int_equal(t.stages, s);
  same(name, rho, "gamma", t.gamma, *x++, 0.5);
  double large = 1;
  for (int k = 0; k < s * (s + 1) / 2; k++) large = fmax(large, fabs(x[s + k]));
  for (int i = 0; i < s; i++) same(name, rho, "c", t.c[i], *x++, 1.5);
  for (int i = 0; i < s; i++) {
    for (int j = 0; j <= i; j++) same(name, rho, "a", t.a[i][j], *x++, large);
  }
  assert_int_equal(t.embedded_order, (int)*x++);
  for (int j = 0; t.embedded_order && j < s; j++) same(name, rho, "embedded", t.embedded[j], *x++, 1);
  return 1;
}

static void coefficients(void **state) {
  (void)state;
  FILE *file = fopen(SAR_TEST_DIR "/data/integrators.txt", "r");
  assert_non_null(file);
  char line[2048];
  int compared = 0;
  while (fgets(line, sizeof line, file)) {
    if (line[0] == '#') continue;
    char *kind = strtok(line, " \n"), *name = strtok(NULL, " \n"), *rho = strtok(NULL, " \n");
    assert_non_null(rho);
    double x[MOST] = {0};
    int n = 0;
    for (char *word = strtok(NULL, " \n"); word; word = strtok(NULL, " \n")) {
      assert_true(n < MOST);
      x[n++] = strtod(word, NULL);
    }
    if (strcmp(kind, "multistep") == 0)
      compared += compare_multistep(name, rho, x);
    else if (strcmp(kind, "unequal") == 0)
      compared += compare_unequal(name, rho, x);
    else if (strcmp(kind, "singlestep") == 0)
      compared += compare_singlestep(name, rho, x);
    else if (strcmp(kind, "esdirk") == 0)
      compared += compare_esdirk(name, rho, x);
  }
  fclose(file);
  assert_int_equal(compared, 33 - 2 + 22 + 33 + 77 + 3);
}

/* ---- Runge-Kutta conditions ---- */

typedef double Vector[SAR_ESDIRK_STAGES];

static void times_a(const SarTableau *t, const double *x, double *out) {
  for (int i = 0; i < t->stages; i++) {
    out[i] = 0;
    for (int j = 0; j <= i; j++) out[i] += t->a[i][j] * x[j];
  }
}

static void times_c(const SarTableau *t, const double *x, double *out) {
  for (int i = 0; i < t->stages; i++) out[i] = t->c[i] * x[i];
}

static double largest(const SarTableau *t) {
  double large = 1;
  for (int i = 0; i < t->stages; i++) {
    for (int j = 0; j <= i; j++) large = fmax(large, fabs(t->a[i][j]));
  }
  return large;
}

static void near_zero(const char *name, const char *rho, const char *what, double value, double large) {
  if (!(fabs(value) <= 4e-15 * large * large)) fail_msg("%s:rho_inf=%s: %s is off by %g", name, rho, what, value);
}

/* Every product of A, C and elementwise powers of c that a tree of up to five nodes needs, against 1/density. */
static void check_order(const char *name, const char *rho, const SarTableau *t, const double *b, int order) {
  Vector e, c, cc, ccc, cccc, ac, acc, accc, aac, aacc, cac, ccac, cacc, caac, acac, aaac, square;
  for (int i = 0; i < t->stages; i++) {
    e[i] = 1, c[i] = t->c[i], cc[i] = c[i] * c[i], ccc[i] = cc[i] * c[i], cccc[i] = cc[i] * cc[i];
  }
  times_a(t, c, ac), times_a(t, cc, acc), times_a(t, ccc, accc), times_a(t, ac, aac), times_a(t, acc, aacc);
  times_c(t, ac, cac), times_c(t, cac, ccac), times_c(t, acc, cacc), times_c(t, aac, caac), times_a(t, cac, acac);
  times_a(t, aac, aaac);
  for (int i = 0; i < t->stages; i++) square[i] = ac[i] * ac[i];
  const struct {
    int order;
    const double *x;
    double density;
  } trees[] = {{1, e, 1},       {2, c, 2},     {3, cc, 3},    {3, ac, 6},    {4, ccc, 4},   {4, cac, 8},
               {4, acc, 12},    {4, aac, 24},  {5, cccc, 5},  {5, ccac, 10}, {5, cacc, 15}, {5, caac, 30},
               {5, square, 20}, {5, accc, 20}, {5, acac, 40}, {5, aacc, 60}, {5, aaac, 120}};
  for (size_t k = 0; k < sizeof trees / sizeof *trees; k++) {
    if (trees[k].order > order) continue;
    double sum = -1 / trees[k].density;
    for (int i = 0; i < t->stages; i++) sum += b[i] * trees[k].x[i];
    near_zero(name, rho, "an order condition", sum, largest(t));
  }
}

static void conditions_of(const char *name, const char *rho, const SarTableau *t) {
  SarMethodChoice choice = choose_rho(name, NULL);
  const SarMethodInfo *info = &choice.table->info;
  int last = t->stages - 1;
  double large = largest(t);
  assert_int_equal(info->stages, last);
  assert_true(large < 2e3);
  for (int i = 0; i <= last; i++) {
    double sum = -t->c[i], second = -t->c[i] * t->c[i] / 2;
    for (int j = 0; j <= i; j++) sum += t->a[i][j], second += t->a[i][j] * t->c[j];
    near_zero(name, rho, "a row sum", sum, large);
    near_zero(name, rho, "stage order 2", second, large);
    assert_true(i == 0 ? t->a[0][0] == 0 : t->a[i][i] == t->gamma);
    for (int j = i + 1; j <= last; j++) assert_true(t->a[i][j] == 0);
  }
  assert_true(t->c[0] == 0 && t->c[last] == 1);
  check_order(name, rho, t, t->a[last], info->order);
  assert_int_equal(info->adaptive, t->embedded_order > 0);
  if (t->embedded_order) check_order(name, rho, t, t->embedded, t->embedded_order);
}

static void runge_kutta_conditions(void **state) { (void)state, for_each_tableau(conditions_of); }

/* R(z) by its stages. z = infinity: w = 1/z = 0. */
static double complex amplification(const SarTableau *t, double complex z, double complex w) {
  double complex y[SAR_ESDIRK_STAGES] = {1};
  for (int i = 1; i < t->stages; i++) {
    double complex sum = w;
    for (int j = 0; j < i; j++) sum += z * t->a[i][j] * y[j];
    y[i] = sum / (w - z * t->gamma);
  }
  return y[t->stages - 1];
}

static void infinity_of(const char *name, const char *rho, const SarTableau *t) {
  bool odd = strcmp(name, "msstc3") == 0 || strcmp(name, "msstc5") == 0 || strcmp(name, "mssth5") == 0;
  double expected = odd ? -strtod(rho, NULL) : strtod(rho, NULL);
  double complex r = amplification(t, 1, 0);
  double large = fmax(1, largest(t) / 50);
  if (!(cabs(r - expected) <= 1e-12 * large)) fail_msg("%s: R(inf) is off by %g at %s", name, cabs(r - expected), rho);
}

static void runge_kutta_at_infinity(void **state) { (void)state, for_each_tableau(infinity_of); }

static void a_stability_of(const char *name, const char *rho, const SarTableau *t) {
  if (strlen(rho) > 3) return; /* 0, 0.1, ... 1 */
  for (int k = -300; k <= 300; k++) {
    double y = pow(10, k / 50.0), r = cabs(amplification(t, y * I, 1));
    if (!(r <= 1 + 1e-13 * largest(t))) fail_msg("%s:rho_inf=%s: |R(%gi)| - 1 = %g", name, rho, y, r - 1);
  }
}

static void runge_kutta_a_stability(void **state) { (void)state, for_each_tableau(a_stability_of); }

/* The choices that make MSSTC what it is: |R(iy)|^2 = 1 up to y^(2n): 1 - |R|^2 falls as y^2n. */
static void msstc_keeps_amplitudes(void **state) {
  (void)state;
  const struct {
    const char *name;
    int n;
  } methods[] = {{"bathe", 2}, {"msstc3", 3}, {"msstc4", 4}, {"msstc5", 5}};
  for (int m = 0; m < 4; m++) {
    SarTableau t = tableau(methods[m].name, "0.3");
    double loss[2];
    for (int k = 0; k < 2; k++) {
      double r = cabs(amplification(&t, (k ? 0.8 : 0.4) / t.gamma * I, 1));
      loss[k] = 1 - r * r;
    }
    /* 1 - |R|^2 = (1 - rho^2) w^2n/(1 + w^2)^n */
    double w = 0.8, exact = (1 - 0.09) * pow(w * w / (1 + w * w), methods[m].n);
    CHECK_NEAR(loss[1], exact, 1e-12);
    w = 0.4, exact = (1 - 0.09) * pow(w * w / (1 + w * w), methods[m].n);
    CHECK_NEAR(loss[0], exact, 1e-12);
  }
}

/* ---- multistep ---- */

/* Order of a formula at points t_j (in units of h, newest 0 at 0): exact for 1, t, t^2, and not for t^3. */
static void check_multistep_order(const SarMultistep *f, const double *time) {
  for (int p = 0; p <= 2; p++) {
    double sum = (p == 0) - (p == 1) * f->beta[0], size = 1;
    for (int j = 1; j <= f->steps; j++) {
      double value = f->alpha[j] * pow(time[j], p), rate = f->beta[j] * (p ? p * pow(time[j], p - 1) : 0);
      sum -= value + rate;
      size += fabs(value) + fabs(rate);
    }
    CHECK_NEAR(sum, 0, 4 * DBL_EPSILON * size);
  }
}

static double binomial(int n, int k) { return k == 0 ? 1 : binomial(n, k - 1) * (n + 1 - k) / k; }

static void multistep_conditions(void **state) {
  (void)state;
  const char *const names[] = {"lms2", "lms3", "lms4"};
  for (int m = 0; m < 3; m++) {
    for (int k = 0; k < NRHOS; k++) {
      double rho = strtod(rhos[k], NULL), time[] = {0, -1, -2, -3, -4};
      if (rho == 1 && m > 0) continue;
      SarMultistep f = multistep(names[m], rhos[k]);
      check_multistep_order(&f, time);
      for (int j = 0; j <= f.steps; j++) {
        CHECK_NEAR(f.beta[j] / f.beta[0], binomial(f.steps, j) * pow(rho, j), 1e-12);
      }
    }
  }
  SarMultistep f = multistep("trapezoid", NULL);
  check_multistep_order(&f, (double[]){0, -1});
  assert_true(f.steps == 1 && f.beta[1] == f.beta[0]);
}

static void unequal_steps(void **state) {
  (void)state;
  for (int k = 0; k < NRHOS; k++) {
    SarMethodChoice choice = choose_rho("lms2", rhos[k]);
    const SarMultistepTable *table = choice.table->coefficients;
    double rho = strtod(rhos[k], NULL);
    for (double ratio = 0.25; ratio < 5; ratio *= 1.3) {
      SarMultistep f;
      table->unequal(&choice, ratio, &f);
      check_multistep_order(&f, (double[]){0, -1, -1 - 1 / ratio});
      CHECK_NEAR(f.beta[1] / f.beta[0], 2 * rho, 1e-12);
      CHECK_NEAR(f.beta[2] / f.beta[0], rho * rho, 1e-12);
    }
  }
}

/* A-stability on the boundary locus: mu(theta) = rho(e^i theta)/sigma(e^i theta) never enters the left half plane. */
static void multistep_a_stability(void **state) {
  (void)state;
  const char *const names[] = {"lms2", "lms3", "lms4"}, *const scanned[] = {"0", "0.3", "0.6", "0.99", "1"};
  for (int m = 0; m < 3; m++) {
    for (int k = 0; k < 5 - (m > 0); k++) {
      SarMultistep f = multistep(names[m], scanned[k]);
      for (int i = 1; i < 3600; i++) {
        double complex zeta = cexp(-I * (PI * i / 3600)), up = 1, down = f.beta[0], power = 1;
        double noise = 1, size = f.beta[0]; /* of Re(up conj(down)), over eps */
        for (int j = 1; j <= f.steps; j++) power *= zeta, up -= f.alpha[j] * power, down += f.beta[j] * power;
        for (int j = 1; j <= f.steps; j++) noise += fabs(f.alpha[j]), size += f.beta[j];
        /* Re(up/down) |down|^2 >= 0 */
        double re = creal(up * conj(down));
        if (!(re >= -4 * DBL_EPSILON * noise * size))
          fail_msg("%s:rho_inf=%s: %g on the locus at %d", names[m], scanned[k], re, i);
      }
    }
  }
}

/* The product form of a single-step method is the characteristic polynomial of its multistep twin:
 *   (zeta - 1) prod (1 - g_odd + g_odd zeta) = z prod (1 - g_even + g_even zeta). */
static void single_step_twins(void **state) {
  (void)state;
  const char *const single[] = {"ss2", "ss3", "ss4"}, *const multi[] = {"lms2", "lms3", "lms4"};
  for (int m = 0; m < 3; m++) {
    for (int k = 0; k < NRHOS; k++) {
      if (strcmp(rhos[k], "1") == 0 && m > 0) continue;
      SarSinglestep s = singlestep(single[m], rhos[k]);
      SarMultistep f = multistep(multi[m], rhos[k]);
      double complex left[5] = {-1, 1}, right[5] = {1}; /* ascending */
      for (int i = 0; i < 2 * s.levels - 1; i++) {
        double complex *p = i % 2 ? left : right, g = s.gamma[i];
        for (int j = 4; j >= 0; j--) p[j] = (1 - g) * p[j] + (j ? g * p[j - 1] : 0);
      }
      double complex lead = left[f.steps];
      for (int j = 0; j <= f.steps; j++) {
        double alpha = j == 0 ? 1 : -f.alpha[j];
        CHECK_NEAR(cabs(left[f.steps - j] / lead - alpha), 0, 2e-14);
        CHECK_NEAR(cabs(right[f.steps - j] / lead - f.beta[j]), 0, 2e-14);
      }
      CHECK_NEAR(cimag(lead), 0, 1e-14); /* so that c_v is real */
    }
  }
}

/* ---- alpha family ---- */

static void alpha_coefficients(void **state) {
  (void)state;
  SarMethodChoice choice = choose_rho("newmark", NULL);
  SarAlphaCoefficients c = ((const SarAlphaTable *)choice.table->coefficients)->coefficients(&choice);
  assert_true(c.alpha_m == 0 && c.alpha_f == 0 && c.beta == 0.3025 && c.gamma == 0.6);
  CHECK_NEAR(choice.table->infinity(&choice), 9.0 / 11, 1e-15);
  for (int k = 0; k < NRHOS; k++) {
    double rho = strtod(rhos[k], NULL);
    choice = choose_rho("generalized-alpha", rhos[k]);
    c = ((const SarAlphaTable *)choice.table->coefficients)->coefficients(&choice);
    CHECK_NEAR(c.gamma, 0.5 - c.alpha_m + c.alpha_f, 1e-15); /* second order */
    CHECK_NEAR(c.beta, 1 / ((1 + rho) * (1 + rho)), 1e-15);  /* Chung and Hulbert's in terms of rho */
    CHECK_NEAR(c.alpha_f, rho / (1 + rho), 1e-15);
    CHECK_NEAR(c.alpha_m, (2 * rho - 1) / (1 + rho), 1e-15);
  }
  /* in the average-acceleration case both are the trapezoid */
  CHECK_NEAR(c.alpha_f, 0.5, 0);
  CHECK_NEAR(c.beta, 0.25, 0);
}

static void refused(const char *text, const char *words) {
  SarMethodChoice choice;
  assert_int_equal(sar_method_parse(context, text, sar_nowhere(), &choice), SAR_INPUT);
  const SarDiagnostic *message = sar_context_get(context, sar_context_count(context) - 1);
  if (!strstr(message->message, words) && !strstr(message->remedy, words)) fail_msg("%s: %s", text, message->message);
  sar_context_clear(context);
}

static void bad_parameters(void **state) {
  (void)state;
  refused("lms3:rho_inf=1", "not zero-stable");
  refused("lms4:rho_inf=1", "not zero-stable");
  refused("lms2:rho_inf=1.01", "outside");
  refused("msstc4:rho_inf=-0.1", "0 <= rho_inf <= 1");
  refused("generalized-alpha:rho_inf=2", "outside");
  refused("newmark:gamma=0.4", "grow");
  refused("newmark:beta=0", "outside");
  refused("esdirk324l2sa:rho_inf=0.5", "no key");
  refused("msstc6", "did you mean");
}

/* Exact for powers up to the order, at any spacing of the nodes; with equal ones the classical coefficients
 * (Hairer, Norsett and Wanner I, eqs III.1.22'). */
static void backward_differences(void **state) {
  (void)state;
  const double unequal[] = {-0.7, -1.1, -2.4, -2.9, -4.5, -5.2, -6.8};
  double share[SAR_BDF_ORDER + 1];
  for (int32_t k = 1; k <= SAR_BDF_ORDER; k++) {
    double c = sar_bdf_formula(k, unequal, 0.3, 1, share);
    for (int32_t power = 0; power <= k; power++) {
      double sum = power ? c * power * pow(0.3, power - 1) : 0, size = fabs(sum);
      for (int32_t j = 0; j <= k; j++) {
        sum += share[j] * pow(unequal[j], power), size += fabs(share[j] * pow(unequal[j], power));
      }
      CHECK_NEAR(sum, pow(0.3, power), 1e-14 * (1 + size));
    }
  }
  const double equal[] = {-1, -2, -3, -4}, third[] = {18.0 / 11, -9.0 / 11, 2.0 / 11, 0};
  CHECK_NEAR(sar_bdf_formula(3, equal, 0, 1, share), 6.0 / 11, 1e-15);
  for (int32_t j = 0; j < 4; j++) CHECK_NEAR(share[j], third[j], 1e-14);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(coefficients),
      cmocka_unit_test(runge_kutta_conditions),
      cmocka_unit_test(runge_kutta_at_infinity),
      cmocka_unit_test(runge_kutta_a_stability),
      cmocka_unit_test(msstc_keeps_amplitudes),
      cmocka_unit_test(multistep_conditions),
      cmocka_unit_test(unequal_steps),
      cmocka_unit_test(multistep_a_stability),
      cmocka_unit_test(single_step_twins),
      cmocka_unit_test(alpha_coefficients),
      cmocka_unit_test(backward_differences),
      cmocka_unit_test(bad_parameters),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
