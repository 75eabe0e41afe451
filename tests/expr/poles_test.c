/* What passes zero where an expression is infinite. */
#include "expr/poles.h"

#include "expr/bench.h"

typedef struct Found {
  Bench *bench;
  double at[4];
  double divisors[8];
  int count;
} Found;

static void see(void *self, const SarExprPole *pole) {
  Found *found = self;
  const SarProgram *program;
  double scratch[64];
  assert_int_equal(sar_program_compile(found->bench->context, found->bench->arena, &pole->divisor, 1, &program),
                   SAR_OK);
  assert_true(sar_program_scratch(program) <= 64 && found->count < 8);
  assert_non_null(sar_expr_place(pole->node));
  sar_program_evaluate(program, found->at, scratch, &found->divisors[found->count++]);
}

/* x y t length are variables 0 to 3, here 2, 3, 5 and 7: the values tell which part of the divisor was found. */
static void parts_that_change_sign_are_found(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int count;
    double divisors[3];
  } cases[] = {{"x/y", 1, {3}},
               {"1/(t - 0.5)", 1, {4.5}},
               {"1/(t - 0.5)^2", 1, {4.5}}, /* the square has no sign, what is squared has */
               {"1/abs(x - 3)", 1, {-1}},
               {"1/-x", 1, {2}},
               {"1/(x*y)", 2, {2, 3}},
               {"1/(x*x)", 2, {2, 2}},
               {"1/(x/y)", 2, {3, 2}}, /* the second of them is that of the whole */
               {"(x - 7)^-3", 1, {-5}},
               {"x^3", 0, {0}},
               {"x/2 + y/exp(t) + t/cosh(x)", 0, {0}},
               {"1/sqrt(x)", 0, {0}}, /* beyond zero there is no value, which is seen anyway */
               {"1/sqrt(x^2)", 1, {2}},
               {"1/sqrt(x^2 + y^2)", 0, {0}},
               {"1/(x^2 + y^2)", 1, {13}},
               {"x*tan(0*y)", 0, {0}},
               {"1/x + 1/y + 1/t", 3, {2, 3, 5}}};
  Bench bench = bench_open();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Found found = {.bench = &bench, .at = {2, 3, 5, 7}};
    assert_true(sar_expr_each_pole(bench.arena, bench_parse(&bench, cases[i].text), see, &found));
    if (found.count != cases[i].count) fail_msg("`%s`: %d poles", cases[i].text, found.count);
    for (int k = 0; k < found.count; k++) {
      if (found.divisors[k] != cases[i].divisors[k]) fail_msg("`%s`: divisor %g", cases[i].text, found.divisors[k]);
    }
  }
  bench_close(&bench);
}

/* Of the tangent it is the cosine. */
static void tangents_have_poles(void **state) {
  (void)state;
  Bench bench = bench_open();
  Found found = {.bench = &bench, .at = {1, 0, 0, 0}};
  assert_true(sar_expr_each_pole(bench.arena, bench_parse(&bench, "tan(2*x)"), see, &found));
  assert_int_equal(found.count, 1);
  assert_true(found.divisors[0] < -0.41 && found.divisors[0] > -0.42);
  bench_close(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(parts_that_change_sign_are_found),
                                     cmocka_unit_test(tangents_have_poles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
