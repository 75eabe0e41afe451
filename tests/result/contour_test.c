/* Contour lines of functions whose lines are known. */
#include "result/contour.h"

#include "check.h"

#define N 41

static SarContext *context;
static SarArena *arena;
static double x[N], y[N], values[N * N];

static int setup(void **state) {
  (void)state;
  context = sar_context_create();
  arena = sar_arena_create();
  for (int i = 0; i < N; i++) x[i] = y[i] = -2 + 4.0 * i / (N - 1);
  return context == NULL || arena == NULL;
}
static int teardown(void **state) { return (void)state, sar_arena_destroy(&arena), sar_context_destroy(&context), 0; }

static SarContour lines_of(double (*f)(double, double), double level) {
  SarContour out;
  for (int j = 0; j < N; j++) {
    for (int i = 0; i < N; i++) values[j * N + i] = f(x[i], y[j]);
  }
  assert_int_equal(sar_contour(context, arena, N, x, N, y, values, level, &out), SAR_OK);
  return out;
}

/* Lines, and how many of them end where they begin. */
static void count(const SarContour *c, int *lines, int *closed) {
  *lines = *closed = 0;
  for (int begin = 0; begin < c->count;) {
    int end = begin;
    while (end < c->count && !isnan(c->x[end])) end++;
    ++*lines;
    *closed += end - begin > 2 && c->x[begin] == c->x[end - 1] && c->y[begin] == c->y[end - 1];
    begin = end + 1;
  }
}

static double radius(double a, double b) { return hypot(a, b); }
static double plane(double a, double b) { return a + 0.5 * b; }
static double saddle(double a, double b) { return (a - 0.05) * (b - 0.05); } /* its middle is that of a cell */
static double pole(double a, double b) { return a == 1 && b == 0 ? INFINITY : a == -1 && b == 0 ? NAN : 0; }

static void circle(void **state) {
  (void)state;
  int lines, closed;
  SarContour c = lines_of(radius, 1.23);
  count(&c, &lines, &closed);
  assert_true(lines == 1 && closed == 1);
  for (int i = 0; i < c.count; i++) CHECK_NEAR(hypot(c.x[i], c.y[i]), 1.23, 2e-3); /* linear between grid points */
  for (int i = 1; i < c.count; i++) assert_true(hypot(c.x[i] - c.x[i - 1], c.y[i] - c.y[i - 1]) < 0.15);
}

static void straight(void **state) {
  (void)state;
  int lines, closed;
  SarContour c = lines_of(plane, 0.7);
  count(&c, &lines, &closed);
  assert_true(lines == 1 && closed == 0);
  for (int i = 0; i < c.count; i++) CHECK_NEAR(plane(c.x[i], c.y[i]), 0.7, 1e-14);
  assert_true(fabs(c.y[0]) == 2 && fabs(c.y[c.count - 1]) == 2); /* from edge to edge */
}

/* The corners of the middle cell alternate; the branches of a hyperbola do not cross there. */
static void two_branches(void **state) {
  (void)state;
  for (int sign = -1; sign <= 1; sign += 2) {
    int lines, closed;
    SarContour c = lines_of(saddle, sign * 1e-3);
    count(&c, &lines, &closed);
    assert_true(lines == 2 && closed == 0);
    for (int i = 1; i < c.count; i++) {
      if (isnan(c.x[i]) || isnan(c.x[i - 1])) continue;
      assert_true((c.x[i] - 0.05) * (c.x[i - 1] - 0.05) > 0 && (c.y[i] - 0.05) * (c.y[i - 1] - 0.05) > 0);
    }
  }
}

static void infinite_values(void **state) {
  (void)state;
  int lines, closed;
  SarContour c = lines_of(pole, 1);
  count(&c, &lines, &closed);
  assert_true(lines == 2 && closed == 2);
  for (int i = 0; i < c.count; i++) assert_true(isnan(c.x[i]) || (isfinite(c.x[i]) && isfinite(c.y[i])));
}

static void nothing(void **state) {
  (void)state;
  SarContour c = lines_of(radius, 9);
  assert_int_equal(c.count, 0);
  assert_int_equal(sar_contour(context, arena, 1, x, N, y, values, 1, &c), SAR_OK);
  assert_int_equal(c.count, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(circle),          cmocka_unit_test(straight), cmocka_unit_test(two_branches),
      cmocka_unit_test(infinite_values), cmocka_unit_test(nothing),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
