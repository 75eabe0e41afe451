/* The tables of Rosenbrock methods: Theorem 2.1 against coefficients made with multiple precision, order conditions of
 * the method and of its embedded one (paper 2, section 4), and the end of the stability function. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "method/family/rosenbrock.h"

#define S SAR_ROSENBROCK_STAGES
#define DIGITS 2e-15

static const SarRosenbrockTable *table_of(const char *name) {
  SarContext *context = sar_context_create();
  SarMethodChoice choice;
  assert_int_equal(sar_method_parse(context, name, sar_nowhere(), &choice), SAR_OK);
  sar_context_destroy(&context);
  return choice.table->coefficients;
}

/* A name of the file, such as delta31, m4 or gamma_i2. Null: there is no such matrix or row. */
static const double *coefficient(const SarRosenbrockTable *t, const SarNystrom *c, const char *name) {
  const struct {
    const char *name;
    const double (*matrix)[S];
    const double *row;
  } all[] = {{"alpha_i", NULL, c->alpha_sum},
             {"gamma_i", NULL, c->gamma_sum},
             {"alpha", t->alpha, NULL},
             {"gammaij", t->gamma, NULL},
             {"theta", c->theta, NULL},
             {"a", c->a, NULL},
             {"c", c->c, NULL},
             {"delta", c->delta, NULL},
             {"b", NULL, t->b},
             {"bhat", NULL, t->b_hat},
             {"m", NULL, c->m},
             {"mhat", NULL, c->m_hat},
             {"mu", NULL, c->mu},
             {"muhat", NULL, c->mu_hat}};
  size_t length = strcspn(name, "0123456789");
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (strlen(all[i].name) != length || strncmp(name, all[i].name, length) != 0) continue;
    int row = name[length] - '1', column = all[i].matrix ? name[length + 1] - '1' : 0;
    assert_true(row >= 0 && row < S && column >= 0 && column < S);
    return all[i].matrix ? &all[i].matrix[row][column] : &all[i].row[row];
  }
  return strcmp(name, "gamma") == 0 ? &c->gamma : NULL;
}

static void theorem(void **state) {
  (void)state;
  const SarRosenbrockTable *t = table_of("rosenbrock-nystrom");
  SarNystrom c;
  char line[256], name[32];
  int checked = 0;
  FILE *file = fopen(SAR_TEST_DIR "/data/rosenbrock_nystrom.txt", "r");
  assert_non_null(file);
  sar_nystrom(t, &c);
  while (fgets(line, sizeof line, file)) {
    double expected;
    if (line[0] == '#' || sscanf(line, "%31s %lf", name, &expected) != 2) continue;
    const double *value = coefficient(t, &c, name);
    if (!value) fail_msg("%s is not known", name);
    if (!(fabs(*value - expected) <= DIGITS * fmax(1, fabs(expected)))) {
      fail_msg("%s = %.17g, expected %.17g", name, *value, expected);
    }
    checked++;
  }
  fclose(file);
  assert_int_equal(checked, 73);
  CHECK_NEAR(c.a[1][0], 2, DIGITS); /* printed as 0.2 */
  assert_true(t->gamma[1][0] < 0);  /* printed without its sign */
}

/* Three evaluations for four stages: the last two stand at the same place. */
static void shared_evaluation(void **state) {
  (void)state;
  const SarRosenbrockTable *t = table_of("rosenbrock-nystrom");
  SarNystrom c;
  sar_nystrom(t, &c);
  for (int j = 0; j < S; j++) {
    assert_true(t->alpha[2][j] == t->alpha[3][j]);
    assert_true(c.a[2][j] == c.a[3][j]);
    assert_true(c.theta[2][j] == c.theta[3][j]);
  }
}

/* Sums over the stages that the conditions are made of; beta without its diagonal. */
typedef struct Sums {
  double alpha[S], beta[S], betabeta[S], betaalpha2[S], alphabeta[S], betabetabeta[S];
} Sums;

static Sums sums(const SarRosenbrockTable *t) {
  Sums s = {0};
  for (int i = 0; i < t->stages; i++) {
    for (int j = 0; j < i; j++) s.alpha[i] += t->alpha[i][j], s.beta[i] += t->alpha[i][j] + t->gamma[i][j];
  }
  for (int i = 0; i < t->stages; i++) {
    for (int j = 0; j < i; j++) {
      double beta = t->alpha[i][j] + t->gamma[i][j];
      s.betabeta[i] += beta * s.beta[j];
      s.betaalpha2[i] += beta * s.alpha[j] * s.alpha[j];
      s.alphabeta[i] += t->alpha[i][j] * s.beta[j];
    }
  }
  for (int i = 0; i < t->stages; i++) {
    for (int j = 0; j < i; j++) s.betabetabeta[i] += (t->alpha[i][j] + t->gamma[i][j]) * s.betabeta[j];
  }
  return s;
}

/* The defects of the conditions of orders 1, 2, 3 (two of them) and 4 (four of them), in the form of E. Hairer and G.
 * Wanner, Solving Ordinary Differential Equations II, eq (IV.7.15), which paper 2's (36) and (38) are. */
static void defects(const SarRosenbrockTable *t, const double *b, double *d) {
  const Sums s = sums(t);
  const double g = t->gamma[0][0];
  const double right[8] = {1,       1.0 / 2 - g,     1.0 / 3,          1.0 / 6 - g + g * g,
                           1.0 / 4, 1.0 / 8 - g / 3, 1.0 / 12 - g / 3, 1.0 / 24 - g / 2 + 1.5 * g * g - g * g * g};
  for (int k = 0; k < 8; k++) d[k] = -right[k];
  for (int i = 0; i < t->stages; i++) {
    const double a = s.alpha[i];
    const double left[8] = {1,         s.beta[i],          a * a,           s.betabeta[i],
                            a * a * a, a * s.alphabeta[i], s.betaalpha2[i], s.betabetabeta[i]};
    for (int k = 0; k < 8; k++) d[k] += b[i] * left[k];
  }
}

static void order_conditions(void **state) {
  (void)state;
  const SarRosenbrockTable *t = table_of("rosenbrock-nystrom");
  double d[8], largest = 0;
  defects(t, t->b, d);
  for (int k = 0; k < 7; k++) CHECK_NEAR(d[k], 0, 1e-14);
  CHECK_NEAR(d[7], 0, 1e-8); /* gamma has eight digits */
  defects(t, t->b_hat, d);
  for (int k = 0; k < 4; k++) CHECK_NEAR(d[k], 0, 1e-14);
  for (int k = 4; k < 8; k++) largest = fmax(largest, fabs(d[k]));
  assert_true(largest > 1e-3); /* not of order four as well: it would estimate nothing */
}

/* R(inf) = 1 - b^T (alpha + gamma)^-1 1, by forward substitution. */
static double at_infinity(const SarRosenbrockTable *t, const double *b) {
  double x[S] = {0}, r = 1;
  for (int i = 0; i < t->stages; i++) {
    x[i] = 1;
    for (int j = 0; j < i; j++) x[i] -= (t->alpha[i][j] + t->gamma[i][j]) * x[j];
    x[i] /= t->gamma[i][i];
    r -= b[i] * x[i];
  }
  return r;
}

static void stiff_limit(void **state) {
  (void)state;
  const SarRosenbrockTable *t = table_of("rosenbrock-nystrom"), *w = table_of("w-method");
  CHECK_NEAR(fabs(at_infinity(t, t->b)), 9.6e-9, 0.05e-9); /* zero but for the eight digits of gamma */
  CHECK_NEAR(at_infinity(w, w->b), 0, 1e-15);
}

/* Order two with any matrix, order one of the embedded formula. */
static void w_method(void **state) {
  (void)state;
  const SarRosenbrockTable *t = table_of("w-method");
  const double g = 1 + sqrt(0.5);
  double sum = 0, first = 0, of_gamma = 0, embedded = 0, embedded_first = 0;
  assert_int_equal(t->stages, 2);
  assert_false(t->exact);
  CHECK_NEAR(t->gamma[0][0], g, DIGITS);
  CHECK_NEAR(t->gamma[1][1], g, DIGITS);
  CHECK_NEAR(t->gamma[1][0], -2 * g, DIGITS);
  CHECK_NEAR(t->alpha[1][0], 1, 0);
  for (int i = 0; i < 2; i++) {
    sum += t->b[i];
    embedded += t->b_hat[i];
    for (int j = 0; j <= i; j++) {
      first += t->b[i] * t->alpha[i][j];
      embedded_first += t->b_hat[i] * t->alpha[i][j];
      of_gamma += t->b[i] * t->gamma[i][j];
    }
  }
  CHECK_NEAR(sum, 1, DIGITS);
  CHECK_NEAR(first, 0.5, DIGITS);
  CHECK_NEAR(of_gamma, 0, DIGITS);
  CHECK_NEAR(embedded, 1, DIGITS);
  assert_true(fabs(embedded_first - 0.5) > 0.1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(theorem), cmocka_unit_test(shared_evaluation),
                                     cmocka_unit_test(order_conditions), cmocka_unit_test(stiff_limit),
                                     cmocka_unit_test(w_method)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
