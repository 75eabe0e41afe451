/* Reactions of least norm act as the multipliers they come from, and have no part along any null vector: in ladders, on
 * loops that drift has opened, near singular poses and with equations that read many bodies. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/start.h"
#include "analysis/support.h"
#include "check.h"

typedef struct Case {
  Fixture f;
  SarStart *s;
  int32_t rows;
  double *before, *after, *vector;
} Case;

static Case open_case(const char *text, int32_t redundant) {
  Case c = {.f = fixture_of(text)};
  assert_int_equal(sar_start_create(c.f.context, c.f.system, &c.s), SAR_OK);
  assert_int_equal(c.s->m->ndropped, redundant);
  c.rows = c.s->m->problem.n.np + c.s->m->problem.n.nn;
  c.before = calloc(3 * (size_t)c.rows + 1, sizeof *c.before);
  assert_non_null(c.before);
  c.after = c.before + c.rows;
  c.vector = c.after + c.rows;
  return c;
}

static void close_case(Case *c) {
  free(c->before);
  sar_start_destroy(&c->s);
  fixture_free(&c->f);
}

static bool is_carried(const Case *c, int32_t row) { return row >= c->s->m->problem.n.np || c->s->m->carried[row]; }

static double size_of(int32_t n, const double *x) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

/* Reduces multipliers of no order at the pose s->q and compares with what the null vectors say, one by one: nothing is
 * left along them, and the change is made of them. */
static void check_least_norm(Case *c, double tolerance) {
  SarStart *s = c->s;
  int32_t np = s->m->problem.n.np;
  for (int32_t i = 0; i < c->rows; i++) c->before[i] = c->after[i] = is_carried(c, i) ? sin(7.0 * i + 1) : 0;
  assert_int_equal(sar_equations_factor(s->equations, 0, s->q, s->v), SAR_OK);
  int64_t solves = s->equations->counts.solves;
  assert_int_equal(sar_equations_least_norm(s->equations, 0, s->q, s->v, s->x, c->after, c->after + np), SAR_OK);
  solves = s->equations->counts.solves - solves;
  double size = size_of(c->rows, c->before), along = 0;
  assert_true(size_of(c->rows, c->after) < 0.999 * size);
  for (int32_t i = 0; i < c->rows; i++) c->before[i] -= c->after[i];
  for (int32_t row = 0; row < np; row++) {
    if (is_carried(c, row)) continue;
    double product = 0, share = c->before[row];
    assert_int_equal(sar_equations_null_vector(s->equations, row, c->vector), SAR_OK);
    CHECK_NEAR(c->vector[row], 1, 0);
    for (int32_t i = 0; i < c->rows; i++) {
      product += c->vector[i] * c->after[i];
      c->before[i] -= share * c->vector[i];
    }
    along = fmax(along, fabs(product) / size_of(c->rows, c->vector));
  }
  print_message("%d solves; along null vectors %.1e, change beside them %.1e\n", (int)solves, along / size,
                size_of(c->rows, c->before) / size);
  assert_true(along <= tolerance * size);
  assert_true(size_of(c->rows, c->before) <= tolerance * size);
}

static void of_a_ladder(void **state) {
  (void)state;
  Case c = open_case(
      "parameters: {N: 40}\n"
      "bodies:\n"
      "  \"crank{i}\": {for: {i: 0..N}, mass: 1, inertia: [1, 1, 1], at: [i, 0.5, 0]}\n"
      "  \"coupler{i}\": {for: {i: 1..N}, mass: 1, inertia: [1, 1, 1], at: [i - 0.5, 1, 0]}\n"
      "joints:\n"
      "  \"a{i}\": {for: {i: 0..N}, type: revolute, between: [ground, \"crank{i}\"], at: [i, 0, 0], axis: z}\n"
      "  \"c{i}\": {for: {i: 1..N}, type: revolute, between: [\"crank{i-1}\", \"coupler{i}\"], at: [i - 1, 1, 0],\n"
      "    axis: z}\n"
      "  \"d{i}\": {for: {i: 1..N}, type: revolute, between: [\"coupler{i}\", \"crank{i}\"], at: [i, 1, 0], axis: z}\n"
      "simulate: {end: 1}\n",
      120);
  check_least_norm(&c, 1e-12);
  close_case(&c);
}

/* Bennett's linkages: their hinges repeat each other at poses alone that close them. */
static const char linkages[] =
    "bodies:\n"
    "  \"crank{i}\": {for: {i: 0..2}, mass: 0.5, inertia: [5e-3, 5e-3, 5e-3], at: [0.2, 0.1, i]}\n"
    "  \"coupler{i}\": {for: {i: 0..2}, mass: 0.7, inertia: [0.014, 0.014, 0.014], at: [-0.1, 0.1, i]}\n"
    "  \"rocker{i}\": {for: {i: 0..2}, mass: 0.5, inertia: [5e-3, 5e-3, 5e-3], at: [-0.2, -0.1, i]}\n"
    "joints:\n"
    "  \"a{i}\": {for: {i: 0..2}, type: revolute, between: [ground, \"crank{i}\"], at: [0.3, 0, i + 0.1],\n"
    "    axis: [-2, 1, 3]}\n"
    "  \"b{i}\": {for: {i: 0..2}, type: revolute, between: [\"crank{i}\", \"coupler{i}\"], at: [0.1, 0.2, i - 0.1],\n"
    "    axis: [0, 1, 1]}\n"
    "  \"c{i}\": {for: {i: 0..2}, type: revolute, between: [\"coupler{i}\", \"rocker{i}\"], at: [-0.3, 0, i + 0.1],\n"
    "    axis: [2, -1, 3]}\n"
    "  \"d{i}\": {for: {i: 0..2}, type: revolute, between: [ground, \"rocker{i}\"], at: [-0.1, -0.2, i - 0.1],\n"
    "    axis: [0, -1, 1]}\n"
    "simulate: {end: 1}\n";

static void of_loops_that_are_open(void **state) {
  (void)state;
  static const double opened[] = {0, 1e-9, 1e-7, 1e-6, 1e-5};
  for (size_t k = 0; k < sizeof opened / sizeof *opened; k++) {
    Case c = open_case(linkages, 9);
    double moved[54];
    assert_int_equal(c.s->m->problem.n.nv, 54);
    for (int32_t i = 0; i < 54; i++) moved[i] = opened[k] * cos(i);
    sar_move(&c.s->m->problem, moved, c.s->q);
    check_least_norm(&c, 1e-11);
    close_case(&c);
  }
}

/* Parallelograms whose links are nearly in line: what holds them apart there is weak. */
static void near_a_singular_pose(void **state) {
  (void)state;
  static const char format[] =
      "parameters: {h: %g}\n"
      "bodies:\n"
      "  \"crank{i}\": {for: {i: 0..4}, mass: 1, inertia: [1, 1, 1], at: [i + 0.25, h/2, 0]}\n"
      "  \"coupler{i}\": {for: {i: 1..4}, mass: 1, inertia: [1, 1, 1], at: [i, h, 0]}\n"
      "joints:\n"
      "  \"a{i}\": {for: {i: 0..4}, type: revolute, between: [ground, \"crank{i}\"], at: [i, 0, 0], axis: z}\n"
      "  \"c{i}\": {for: {i: 1..4}, type: revolute, between: [\"crank{i-1}\", \"coupler{i}\"], at: [i - 0.5, h, 0],\n"
      "    axis: z}\n"
      "  \"d{i}\": {for: {i: 1..4}, type: revolute, between: [\"coupler{i}\", \"crank{i}\"], at: [i + 0.5, h, 0],\n"
      "    axis: z}\n"
      "simulate: {end: 1}\n";
  static const double height[] = {0.1, 1e-2, 1e-3, 1e-4, 1e-5, 3e-6};
  for (size_t k = 0; k < sizeof height / sizeof *height; k++) {
    char text[2048];
    snprintf(text, sizeof text, format, height[k]);
    Case c = open_case(text, 12);
    check_least_norm(&c, 1e-10);
    close_case(&c);
  }
}

/* One equation over as many bodies as make a row too long to be multiplied out, and two sliders for each of them. */
static void with_a_long_row(void **state) {
  (void)state;
  char text[4096];
  size_t used = (size_t)snprintf(
      text, sizeof text,
      "bodies:\n"
      "  \"b{i}\": {for: {i: 1..60}, mass: 1, inertia: [1, 1, 1], at: [0, i, 0]}\n"
      "joints:\n"
      "  \"low{i}\": {for: {i: 1..60}, type: prismatic, between: [ground, \"b{i}\"], at: [0, i, 0], axis: x}\n"
      "  \"high{i}\": {for: {i: 1..60}, type: prismatic, between: [ground, \"b{i}\"], at: [0, i, 1], axis: x}\n"
      "equations:\n"
      "  all: {position: \"dx(b1)");
  for (int i = 2; i <= 60; i++) used += (size_t)snprintf(text + used, sizeof text - used, " + %d*dx(b%d)", i, i);
  snprintf(text + used, sizeof text - used, "\"}\nsimulate: {end: 1}\n");
  Case c = open_case(text, 300);
  const SarNullSpace *space = c.s->equations->null;
  assert_int_equal(space->ngroups, 1);
  assert_true(space->groups[0].nunknowns > space->groups[0].ncoordinates);
  assert_true(space->normal.column[space->nunknowns] < 60 * 21 + 120); /* not all bodies with all others */
  check_least_norm(&c, 1e-12);
  close_case(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_a_ladder),
      cmocka_unit_test(of_loops_that_are_open),
      cmocka_unit_test(near_a_singular_pose),
      cmocka_unit_test(with_a_long_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
