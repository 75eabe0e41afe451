/* Differences of results: numbers that are none, other times, other columns. */
#include "result/compare.h"

#include <stdio.h>
#include <string.h>

#include "file.h"

static SarStatus compare(SarContext *context, const char *a, const char *b, const SarComparison **out) {
  file_write_text("compare_a.csv", a);
  file_write_text("compare_b.csv", b);
  SarStatus status = sar_compare(context, "compare_a.csv", "compare_b.csv", out);
  remove("compare_a.csv");
  remove("compare_b.csv");
  return status;
}

static void differences_have_their_definition(void **state) {
  (void)state;
  const double t[] = {0, 1, 2, 3}, a[] = {3, -4, 0, 1}, b[] = {3, -1, 4, 1};
  SarColumnDifference d;
  sar_difference_of(4, t, a, b, &d);
  CHECK_NEAR(d.maximum, 4, 0);
  CHECK_NEAR(d.at, 2, 0);
  CHECK_NEAR(d.rms, 2.5, 1e-15); /* sqrt((9 + 16)/4) */
  CHECK_NEAR(d.largest, 4, 0);
  CHECK_NEAR(d.relative, 1, 0);
  CHECK_NEAR(d.difference, 1, 0);
  sar_difference_of(4, t, a, a, &d);
  assert_true(d.maximum == 0 && d.rms == 0 && d.relative == 0 && d.difference == 0);
}

static void nan_equals_nan_alone(void **state) {
  (void)state;
  const double t[] = {0, 1}, a[] = {NAN, 2}, b[] = {NAN, 2.5}, c[] = {1, 2}, inf[] = {INFINITY, 2};
  SarColumnDifference d;
  sar_difference_of(2, t, a, b, &d);
  assert_true(d.maximum == 0.5 && d.relative == 0.25);
  sar_difference_of(2, t, a, c, &d);
  assert_true(isinf(d.maximum) && isinf(d.rms) && isinf(d.relative) && isinf(d.difference) && d.at == 0);
  sar_difference_of(2, t, c, a, &d);
  assert_true(isinf(d.maximum));
  sar_difference_of(2, t, inf, inf, &d);
  assert_true(d.maximum == 0 && d.rms == 0);
  sar_difference_of(2, t, inf, c, &d);
  assert_true(isinf(d.maximum) && isinf(d.difference));
}

/* Against nothing, the relative difference is infinite, but noise is judged by its size. */
static void zeros_are_judged_by_size(void **state) {
  (void)state;
  const double t[] = {0}, zero[] = {0}, noise[] = {1e-17};
  SarColumnDifference d;
  sar_difference_of(1, t, zero, noise, &d);
  assert_true(isinf(d.relative) && d.difference == 1e-17);
}

static void worst_column_first(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  const SarComparison *c = NULL;
  assert_int_equal(compare(context, "time,b.x,b.y,b.z,b.w\n# s,m,m,m,m\n0,1,1,nan,7\n1,2,2,3,7\n",
                           "time,b.w,b.z,b.y,b.x\n# s,m,m,m,m\n0,7,nan,1,1\n1,7,3,2.5,2.25\n", &c),
                   SAR_OK);
  assert_int_equal(c->ncolumns, 4);
  assert_string_equal(c->columns[0].name, "b.y");
  assert_string_equal(c->columns[0].unit, "m");
  CHECK_NEAR(c->columns[0].maximum, 0.5, 0);
  CHECK_NEAR(c->worst, 0.25, 0);
  assert_string_equal(c->columns[1].name, "b.x");
  CHECK_NEAR(c->columns[2].maximum, 0, 0);
  assert_true(!c->identical && !c->interpolated && c->rows == 2);
  sar_comparison_destroy(&c);
  sar_context_destroy(&context);
}

static const SarColumnDifference *column_of(const SarComparison *c, const char *name) {
  for (int32_t i = 0; i < c->ncolumns; i++) {
    if (strcmp(c->columns[i].name, name) == 0) return &c->columns[i];
  }
  fail_msg("no column %s", name);
  return NULL;
}

/* Nothing in its unit is more than rounding: beside what it is the rate of, or beside its own constant value. */
static void units_of_noise_come_last(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  const SarComparison *c = NULL;
  const char *head = "time,b.wx,b.alphax,j.fx,k.vx,k.ax,k.y\n# s,rad/s,rad/s^2,N,m/s,m/s^2,m\n";
  char a[512], b[512];
  snprintf(a, sizeof a, "%s0,2,1e-15,9.81,1e-17,2e-15,1\n1,2,-1e-15,9.81,-1e-17,-3e-15,1\n", head);
  snprintf(b, sizeof b, "%s0,2,3e-15,9.810000000000002,3e-17,1e-15,1\n1,2,1e-15,9.81,0,1e-15,1.001\n", head);
  assert_int_equal(compare(context, a, b, &c), SAR_OK);
  assert_string_equal(c->columns[0].name, "k.y");
  const char *const noise[] = {"b.alphax", "j.fx", "k.vx", "k.ax"};
  for (int i = 0; i < 4; i++) {
    double share = column_of(c, noise[i])->share;
    assert_true(share > 0 && share < 1e-11);
  }
  sar_comparison_destroy(&c);
  sar_context_destroy(&context);
}

/* Slow is not noise: a velocity of which the position, far from the origin, shows nothing yet. */
static void slow_motion_is_no_noise(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  const SarComparison *c = NULL;
  assert_int_equal(compare(context, "time,b.x,b.vx\n# s,m,m/s\n0,1000,1e-7\n0.01,1000,2e-7\n0.02,1000,3e-7\n",
                           "time,b.x,b.vx\n# s,m,m/s\n0,1000,1e-7\n0.01,1000,2e-7\n0.02,1000,2.9e-7\n", &c),
                   SAR_OK);
  assert_string_equal(c->columns[0].name, "b.vx");
  CHECK_NEAR(c->columns[0].share, 0.05, 1e-9);
  sar_comparison_destroy(&c);
  sar_context_destroy(&context);
}

static void other_times_are_interpolated(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  const SarComparison *c = NULL;
  assert_int_equal(
      compare(context, "time,b.x\n0,0\n1,2\n2,4\n3,6\n9,0\n", "time,b.x\n0.5,1\n1,2\n1.5,3.5\n2.5,5\n3,6\n", &c),
      SAR_OK);
  assert_true(c->interpolated && c->rows == 3 && c->from == 1 && c->to == 3 && c->rows_a == 5 && c->rows_b == 5);
  CHECK_NEAR(c->columns[0].maximum, 0.25, 0); /* at 2: between 3.5 and 5 */
  CHECK_NEAR(c->columns[0].at, 2, 0);
  assert_false(c->identical);
  sar_comparison_destroy(&c);
  /* a part of the same rows is compared exactly */
  assert_int_equal(compare(context, "time,b.x\n0,0.1\n1,2\n", "time,b.x\n0,0.1\n1,2\n2,4\n", &c), SAR_OK);
  assert_true(!c->interpolated && c->worst == 0 && c->rows == 2 && !c->identical);
  sar_comparison_destroy(&c);
  sar_context_destroy(&context);
}

static void names_columns_of_one_file(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  const SarComparison *c = NULL;
  assert_int_equal(
      compare(context, "time,b.x,b.u,b.k\n# s,m,m,m\n0,0,1,1\n", "time,b.x,b.v,b.k\n# s,m,m,mm\n0,0,1,1\n", &c),
      SAR_OK);
  assert_true(c->ncolumns == 1 && c->nonly_a == 1 && c->nonly_b == 1 && c->nother_unit == 1 && !c->identical);
  assert_string_equal(c->only_a[0], "b.u");
  assert_string_equal(c->only_b[0], "b.v");
  assert_string_equal(c->other_unit[0], "b.k");
  sar_comparison_destroy(&c);
  assert_int_equal(compare(context, "time,b.x\n0,0\n", "time,b.y\n0,0\n", &c), SAR_INPUT);
  assert_null(c);
  assert_int_equal(compare(context, "time,b.x\n0,0\n", "time,b.x\n1,0\n", &c), SAR_INPUT);
  assert_int_equal(compare(context, "time,b.x\n0,0\n", "time,b.x\n", &c), SAR_INPUT);
  assert_int_equal(compare(context, "time,b.x\n1,0\n0,0\n", "time,b.x\n0,0\n", &c), SAR_INPUT);
  assert_int_equal(compare(context, "time\n0\n", "time\n0\n", &c), SAR_INPUT);
  assert_int_equal(sar_context_errors(context), 5);
  sar_context_destroy(&context);
}

/* The same numbers in s and in ms are other times. */
static void times_must_have_one_unit(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  const SarComparison *c = NULL;
  assert_int_equal(compare(context, "time,b.x\n# s,m\n0,1\n1,2\n", "time,b.x\n# ms,m\n0,1\n1,2\n", &c), SAR_INPUT);
  assert_null(c);
  assert_int_equal(sar_context_errors(context), 1);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "are in s, "));
  assert_non_null(strstr(sar_context_get(context, 0)->remedy, "`units`"));
  sar_context_destroy(&context);
}

/* A force and the acceleration that it gives differ by the same share: their rounding does not rank them. */
static void rounding_ranks_nothing(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  const SarComparison *c = NULL;
  assert_int_equal(compare(context, "time,a.az,b.fz\n# s,m/s^2,N\n0,0,0\n1,1,30\n",
                           "time,a.az,b.fz\n# s,m/s^2,N\n0,0,0\n1,1.1,33.000000001\n", &c),
                   SAR_OK);
  assert_true(c->columns[1].share > c->columns[0].share);
  assert_string_equal(c->columns[0].name, "a.az");
  sar_comparison_destroy(&c);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(differences_have_their_definition), cmocka_unit_test(nan_equals_nan_alone),
      cmocka_unit_test(zeros_are_judged_by_size),          cmocka_unit_test(worst_column_first),
      cmocka_unit_test(units_of_noise_come_last),          cmocka_unit_test(slow_motion_is_no_noise),
      cmocka_unit_test(other_times_are_interpolated),      cmocka_unit_test(names_columns_of_one_file),
      cmocka_unit_test(times_must_have_one_unit),          cmocka_unit_test(rounding_ranks_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
