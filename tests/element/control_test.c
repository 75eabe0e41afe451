/* States, variables, filters and controllers: their rows against formulas written by hand. */
#include <string.h>

#include "element/recorder.h"

static Recorder *open_class(SarSection section, const char *name, uint64_t *seed) {
  const SarElementClass *element_class = sar_element_class_find(section, name);
  assert_non_null(element_class);
  return recorder_open(element_class, seed);
}

static void randomise(Recorder *r, uint64_t *seed) {
  Motion motion = motion_random(seed);
  recorder_randomise(r, &motion, seed);
}

static double input(const Recorder *r, int i) { return r->variables[RECORDER_INPUT + i]; }

static void list(Recorder *r, const char *field, const double *numbers, int32_t count) {
  SarValue *value = recorder_field(r, field);
  value->list = numbers;
  value->nlist = count;
}

static void matrix(Recorder *r, const char *field, const double *numbers, int32_t rows, int32_t columns) {
  list(r, field, numbers, rows);
  recorder_field(r, field)->columns = columns;
}

static void test_state(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (int implicit = 0; implicit < 2; implicit++) {
    Recorder *r = open_class(SAR_SECTION_STATES, "state", &seed);
    recorder_real(r, "start", 2.5);
    recorder_function(r, implicit ? "equation" : "rate", "u4 - 3*u0*t");
    if (implicit) recorder_real(r, "start_rate", -4), recorder_real(r, "scale", 20);
    recorder_build(r);
    assert_int_equal(r->nunknowns, 1);
    assert_int_equal(r->unknowns[0].kind, STATE);
    CHECK_NEAR(r->unknowns[0].start, 2.5, 0);
    CHECK_NEAR(r->unknowns[0].rate, implicit ? -4 : 0, 0);
    CHECK_NEAR(r->unknowns[0].scale, implicit ? 20 : 0, 0);
    randomise(r, &seed);
    double f = input(r, 4) - 3 * input(r, 0) * r->variables[RECORDER_TIME];
    CHECK_NEAR(recorder_row(r, 0), implicit ? f : *recorder_unknown_rate(r, 0) - f, 1e-14);
    CHECK_NEAR(recorder_offer(r, "value"), *recorder_unknown(r, 0), 0);
    CHECK_NEAR(recorder_offer(r, "rate"), *recorder_unknown_rate(r, 0), 0);
    recorder_close(r);
  }
}

static void test_variable(void **state) {
  (void)state;
  uint64_t seed = 2;
  for (int implicit = 0; implicit < 2; implicit++) {
    Recorder *r = open_class(SAR_SECTION_VARIABLES, "variable", &seed);
    recorder_real(r, "start", -1.5);
    recorder_function(r, implicit ? "equation" : "value", "sin(u1) + t");
    recorder_build(r);
    assert_int_equal(r->unknowns[0].kind, ALGEBRAIC);
    CHECK_NEAR(r->unknowns[0].start, -1.5, 0);
    randomise(r, &seed);
    double f = sin(input(r, 1)) + r->variables[RECORDER_TIME];
    CHECK_NEAR(recorder_row(r, 0), implicit ? f : *recorder_unknown(r, 0) - f, 1e-14);
    recorder_close(r);
  }
}

static void check_vector(bool implicit) {
  uint64_t seed = 3;
  static const double start[3] = {1, -2, 3}, rate[3] = {4, 5, 6}, scale[3] = {7, 8, 9};
  Recorder *r = open_class(SAR_SECTION_STATES, "vector", &seed);
  const char *field = implicit ? "equation" : "rate";
  const SarExpr *functions[3] = {recorder_parse(r, field, "u0 - u4"), recorder_parse(r, field, "2*u1 - t + u4"),
                                 recorder_parse(r, field, "4*u4")};
  recorder_field(r, field)->functions = functions;
  recorder_field(r, field)->nlist = 3;
  list(r, "start", start, 3);
  if (implicit) list(r, "start_rate", rate, 3), list(r, "scale", scale, 3);
  recorder_build(r);
  assert_int_equal(r->nunknowns, 3);
  randomise(r, &seed);
  double u = input(r, 4), expected[3] = {input(r, 0) - u, 2 * input(r, 1) - r->variables[RECORDER_TIME] + u, 4 * u};
  for (int i = 0; i < 3; i++) {
    char name[3] = {'x', (char)('1' + i), 0};
    CHECK_NEAR(r->unknowns[i].start, start[i], 0);
    CHECK_NEAR(r->unknowns[i].rate, implicit ? rate[i] : 0, 0);
    CHECK_NEAR(r->unknowns[i].scale, implicit ? scale[i] : 0, 0);
    CHECK_NEAR(recorder_row(r, i), implicit ? expected[i] : *recorder_unknown_rate(r, i) - expected[i], 1e-14);
    CHECK_NEAR(recorder_offer(r, name), *recorder_unknown(r, i), 0);
  }
  recorder_close(r);
}

static void test_vector(void **state) {
  (void)state;
  check_vector(false);
  check_vector(true);
}

static void test_filter(void **state) {
  (void)state;
  uint64_t seed = 4;
  Recorder *r = open_class(SAR_SECTION_STATES, "filter", &seed);
  recorder_real(r, "time_constant", 0.25);
  recorder_real(r, "start", 0.5);
  recorder_function(r, "input", "2*u0");
  recorder_build(r);
  randomise(r, &seed);
  CHECK_NEAR(recorder_row(r, 0), *recorder_unknown_rate(r, 0) - (2 * input(r, 0) - *recorder_unknown(r, 0)) / 0.25,
             1e-14);
  CHECK_NEAR(r->unknowns[0].start, 0.5, 0);
  recorder_close(r);
}

/* ---- pid ---- */

static void check_pid(bool limits, bool tracking, uint64_t *seed) {
  const double kp = 2, ki = 3, kd = 0.5, T = 0.1, lower = -0.6, upper = 1.1, Tt = 0.7;
  Recorder *r = open_class(SAR_SECTION_STATES, "pid", seed);
  recorder_function(r, "input", "u0");
  recorder_real(r, "kp", kp), recorder_real(r, "ki", ki), recorder_real(r, "kd", kd), recorder_real(r, "filter", T);
  if (limits) recorder_real(r, "lower", lower), recorder_real(r, "upper", upper);
  if (tracking) recorder_real(r, "tracking", Tt);
  recorder_real(r, "start_integral", 0.4), recorder_real(r, "start_input", -0.9);
  recorder_build(r);
  assert_int_equal(r->nunknowns, 3); /* output, integral, filtered input */
  CHECK_NEAR(r->unknowns[1].start, 0.4, 0);
  CHECK_NEAR(r->unknowns[2].start, -0.9, 0);
  assert_int_equal(r->kinks != NULL, limits); /* steps end where the output reaches a limit */
  for (int trial = 0; trial < 20; trial++) {
    randomise(r, seed);
    double u = input(r, 0), y = *recorder_unknown(r, 0), I = *recorder_unknown(r, 1), s = *recorder_unknown(r, 2);
    double w = kp * u + ki * I + kd * (u - s) / T;
    double limited = !limits ? w : w < lower ? lower : w > upper ? upper : w;
    CHECK_NEAR(recorder_row(r, 0), y - limited, 1e-13);
    if (limits) CHECK_NEAR(recorder_value(r, r->kinks), limited, 1e-13);
    double pull = tracking ? (y - w) / (ki * Tt) : 0;
    CHECK_NEAR(recorder_row(r, 1), *recorder_unknown_rate(r, 1) - u - pull, 1e-13);
    CHECK_NEAR(recorder_row(r, 2), *recorder_unknown_rate(r, 2) - (u - s) / T, 1e-13);
    CHECK_NEAR(recorder_offer(r, "value"), y, 0);
  }
  recorder_close(r);
}

static void test_pid(void **state) {
  (void)state;
  uint64_t seed = 5;
  check_pid(false, false, &seed);
  check_pid(true, false, &seed);
  check_pid(true, true, &seed);
  Recorder *r = open_class(SAR_SECTION_STATES, "pid", &seed); /* proportional alone has no states */
  recorder_function(r, "input", "u0");
  recorder_real(r, "kp", 4);
  recorder_build(r);
  assert_int_equal(r->nunknowns, 1);
  randomise(r, &seed);
  CHECK_NEAR(recorder_row(r, 0), *recorder_unknown(r, 0) - 4 * input(r, 0), 1e-14);
  recorder_close(r);
}

/* ---- transfer functions ---- */

static double polynomial(const double *c, int32_t count, double s) {
  double sum = 0;
  for (int32_t i = count - 1; i >= 0; i--) sum = sum * s + c[i];
  return sum;
}

/* Row i at zero but for one variable that is 1. */
static double entry(Recorder *r, int32_t row, double *one) {
  memset(r->variables, 0, sizeof r->variables);
  *one = 1;
  return recorder_row(r, row);
}

/* y(s)/u(s) from the rows alone: x' = s x, u = 1, all linear. Unknown 0 is y, then come the n states. */
static double response(Recorder *r, int32_t n, double s) {
  double M[4][5];
  for (int32_t i = 0; i <= n; i++) {
    for (int32_t j = 0; j <= n; j++) {
      M[i][j] = entry(r, i, recorder_unknown(r, j));
      if (j > 0) M[i][j] += s * entry(r, i, recorder_unknown_rate(r, j));
    }
    M[i][n + 1] = -entry(r, i, &r->variables[RECORDER_INPUT]);
  }
  for (int32_t k = n; k >= 0; k--) { /* Gauss-Jordan from the last unknown to the first */
    int32_t pivot = k;
    for (int32_t i = 0; i < k; i++)
      if (fabs(M[i][k]) > fabs(M[pivot][k])) pivot = i;
    for (int32_t j = 0; j <= n + 1; j++) {
      double swap = M[k][j];
      M[k][j] = M[pivot][j], M[pivot][j] = swap;
    }
    for (int32_t i = 0; i < k; i++) {
      double factor = M[i][k] / M[k][k];
      for (int32_t j = 0; j <= n + 1; j++) M[i][j] -= factor * M[k][j];
    }
  }
  return M[0][n + 1] / M[0][0];
}

static void check_transfer(const double *numerator, int32_t nn, const double *denominator, int32_t nd) {
  uint64_t seed = 6;
  Recorder *r = open_class(SAR_SECTION_STATES, "transfer-function", &seed);
  recorder_function(r, "input", "u0");
  list(r, "numerator", numerator, nn);
  list(r, "denominator", denominator, nd);
  static const double start[3] = {0.7, -0.2, 1.3};
  list(r, "start", start, nd - 1);
  recorder_build(r);
  assert_int_equal(r->nunknowns, nd);
  for (int32_t i = 1; i < nd; i++) CHECK_NEAR(r->unknowns[i].start, start[i - 1], 0);
  for (double s = -3; s < 4; s += 0.37) {
    double expected = polynomial(numerator, nn, s) / polynomial(denominator, nd, s);
    CHECK_NEAR(response(r, nd - 1, s), expected, 1e-11 * (1 + fabs(expected)));
  }
  recorder_close(r);
}

static void test_transfer_function(void **state) {
  (void)state;
  static const double one[] = {1}, lead[] = {1, 0.5}, lag[] = {2, 0.1}, quadratic[] = {4, -0.3, 2};
  static const double second[] = {9, 1.2, 1}, third[] = {1, 0.5, 0.2, -0.7}, cubic[] = {1, 2, 3, 4};
  check_transfer(one, 1, lag, 2);
  check_transfer(lead, 2, lag, 2); /* as many zeros as poles: the input goes through */
  check_transfer(one, 1, second, 3);
  check_transfer(quadratic, 3, second, 3);
  check_transfer(quadratic, 3, third, 4);
  check_transfer(cubic, 4, third, 4);
  check_transfer(one, 1, (const double[]){4}, 1); /* a plain factor */
}

static void test_state_space(void **state) {
  (void)state;
  uint64_t seed = 7;
  static const double A[] = {1, 2, 3, 4}, B[] = {5, 6, 7, 8, 9, 10}, C[] = {1, -1, 0.5, 2, 0, 3},
                      D[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, start[] = {0.7, -0.2};
  for (int outputs = 1; outputs <= 3; outputs += 2) {
    Recorder *r = open_class(SAR_SECTION_STATES, "state-space", &seed);
    const SarExpr *inputs[3];
    for (int i = 0; i < 3; i++) inputs[i] = recorder_parse(r, "inputs", (const char *const[]){"u0", "u1", "u2"}[i]);
    recorder_field(r, "inputs")->functions = inputs;
    recorder_field(r, "inputs")->nlist = 3;
    matrix(r, "a", A, 2, 2);
    matrix(r, "b", B, 2, 3);
    matrix(r, "c", C, outputs, 2);
    if (outputs == 3) matrix(r, "d", D, 3, 3);
    if (outputs == 3) list(r, "start", start, 2);
    recorder_build(r);
    assert_int_equal(r->nunknowns, 2 + outputs);
    for (int i = 0; i < 2; i++) CHECK_NEAR(r->unknowns[i].start, outputs == 3 ? start[i] : 0, 0);
    randomise(r, &seed);
    for (int i = 0; i < 2; i++) {
      double f = 0;
      for (int k = 0; k < 2; k++) f += A[2 * i + k] * *recorder_unknown(r, k);
      for (int k = 0; k < 3; k++) f += B[3 * i + k] * input(r, k);
      CHECK_NEAR(recorder_row(r, i), *recorder_unknown_rate(r, i) - f, 1e-12);
    }
    for (int i = 0; i < outputs; i++) {
      double f = 0;
      for (int k = 0; k < 2; k++) f += C[2 * i + k] * *recorder_unknown(r, k);
      for (int k = 0; k < 3 && outputs == 3; k++) f += D[3 * i + k] * input(r, k);
      CHECK_NEAR(recorder_row(r, 2 + i), *recorder_unknown(r, 2 + i) - f, 1e-12);
    }
    CHECK_NEAR(recorder_offer(r, outputs == 1 ? "value" : "y1"), *recorder_unknown(r, 2), 0);
    recorder_close(r);
  }
}

/* ---- what is refused ---- */

static void check_refused(Recorder *r) {
  assert_int_equal(recorder_try(r), SAR_INPUT);
  recorder_close(r);
}

static void test_refusals(void **state) {
  (void)state;
  uint64_t seed = 8;
  Recorder *r = open_class(SAR_SECTION_STATES, "state", &seed);
  check_refused(r); /* neither rate nor equation */
  r = open_class(SAR_SECTION_STATES, "state", &seed);
  recorder_function(r, "rate", "1"), recorder_function(r, "equation", "u4");
  check_refused(r); /* both */
  r = open_class(SAR_SECTION_STATES, "state", &seed);
  recorder_function(r, "equation", "u3");
  check_refused(r); /* no rate in it */
  r = open_class(SAR_SECTION_VARIABLES, "variable", &seed);
  check_refused(r);
  r = open_class(SAR_SECTION_STATES, "filter", &seed);
  recorder_function(r, "input", "1"), recorder_real(r, "time_constant", 0);
  check_refused(r);
  r = open_class(SAR_SECTION_STATES, "pid", &seed);
  recorder_function(r, "input", "1"), recorder_real(r, "kd", 1);
  check_refused(r); /* no filter */
  static const double one[] = {1}, improper[] = {1, 2, 3}, lag[] = {1, 1}, vanishing[] = {1, 0};
  r = open_class(SAR_SECTION_STATES, "transfer-function", &seed);
  recorder_function(r, "input", "1"), list(r, "numerator", improper, 3), list(r, "denominator", lag, 2);
  check_refused(r);
  r = open_class(SAR_SECTION_STATES, "transfer-function", &seed);
  recorder_function(r, "input", "1"), list(r, "numerator", one, 1), list(r, "denominator", vanishing, 2);
  check_refused(r);
  r = open_class(SAR_SECTION_STATES, "state-space", &seed);
  const SarExpr *u[1] = {recorder_parse(r, "inputs", "1")};
  recorder_field(r, "inputs")->functions = u, recorder_field(r, "inputs")->nlist = 1;
  matrix(r, "a", improper, 1, 1), matrix(r, "b", improper, 1, 2), matrix(r, "c", one, 1, 1);
  check_refused(r); /* b has a column too many */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_state),       cmocka_unit_test(test_variable),
                                     cmocka_unit_test(test_vector),      cmocka_unit_test(test_filter),
                                     cmocka_unit_test(test_pid),         cmocka_unit_test(test_transfer_function),
                                     cmocka_unit_test(test_state_space), cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
