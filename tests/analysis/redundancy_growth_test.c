/* What redundant rows cost, counted: as many solves for three and nine times as many loops, separate or one behind the
 * other, and memory that grows with them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/poses/gradients.h"
#include "analysis/start/row_blocks.h"
#include "analysis/start/start.h"
#include "analysis/support.h"
#include "check.h"
#include "system/share.h"

enum { FEW = 6, MANY = 3 * FEW };
#define LINEAR 3.348 /* times for three times as much: the power 1.1 */

/* Four-bars of revolutes: three redundant rows each. Separate ones, or side by side, each on the crank of the one
 * before. */
static const char separate[] =
    "parameters: {N: %d}\n"
    "bodies:\n"
    "  \"crank{i}\": {for: {i: 1..N}, mass: 1, inertia: [1, 1, 1], at: [0, 0.5, i]}\n"
    "  \"rocker{i}\": {for: {i: 1..N}, mass: 1, inertia: [1, 1, 1], at: [1, 0.6, i]}\n"
    "  \"coupler{i}\": {for: {i: 1..N}, mass: 1, inertia: [1, 1, 1], at: [0.5, 1, i]}\n"
    "joints:\n"
    "  \"a{i}\": {for: {i: 1..N}, type: revolute, between: [ground, \"crank{i}\"], at: [0, 0, i], axis: z}\n"
    "  \"b{i}\": {for: {i: 1..N}, type: revolute, between: [ground, \"rocker{i}\"], at: [1, 0, i], axis: z}\n"
    "  \"c{i}\": {for: {i: 1..N}, type: revolute, between: [\"crank{i}\", \"coupler{i}\"], at: [0, 1, i], axis: z}\n"
    "  \"d{i}\": {for: {i: 1..N}, type: revolute, between: [\"coupler{i}\", \"rocker{i}\"], at: [1, 1.2, i], axis: z}\n"
    "simulate: {end: 1}\n";

static const char ladder[] =
    "parameters: {N: %d}\n"
    "bodies:\n"
    "  \"crank{i}\": {for: {i: 0..N}, mass: 1, inertia: [1, 1, 1], at: [i, 0.5, 0]}\n"
    "  \"coupler{i}\": {for: {i: 1..N}, mass: 1, inertia: [1, 1, 1], at: [i - 0.5, 1, 0]}\n"
    "joints:\n"
    "  \"a{i}\": {for: {i: 0..N}, type: revolute, between: [ground, \"crank{i}\"], at: [i, 0, 0], axis: z}\n"
    "  \"c{i}\": {for: {i: 1..N}, type: revolute, between: [\"crank{i-1}\", \"coupler{i}\"], at: [i - 1, 1, 0], axis: "
    "z}\n"
    "  \"d{i}\": {for: {i: 1..N}, type: revolute, between: [\"coupler{i}\", \"crank{i}\"], at: [i, 1, 0], axis: z}\n"
    "simulate: {end: 1}\n";

/* Crossed bars on top of each other. */
static const char scissors[] =
    "parameters: {N: %d}\n"
    "bodies:\n"
    "  \"a{i}\": {for: {i: 1..N}, mass: 1, inertia: [1, 1, 1], at: [0.4, 0.6*i - 0.3, 0]}\n"
    "  \"b{i}\": {for: {i: 1..N}, mass: 1, inertia: [1, 1, 1], at: [0.4, 0.6*i - 0.3, 0]}\n"
    "joints:\n"
    "  foot: {type: revolute, between: [ground, a1], at: [0, 0, 0], axis: z}\n"
    "  \"cross{i}\": {for: {i: 1..N}, type: revolute, between: [\"a{i}\", \"b{i}\"], at: [0.4, 0.6*i - 0.3, 0], axis: "
    "z}\n"
    "  \"left{i}\": {for: {i: 2..N}, type: revolute, between: [\"b{i-1}\", \"a{i}\"], at: [0, 0.6*i - 0.6, 0], axis: "
    "z}\n"
    "  \"right{i}\": {for: {i: 2..N}, type: revolute, between: [\"a{i-1}\", \"b{i}\"], at: [0.8, 0.6*i - 0.6, 0], "
    "axis: "
    "z}\n"
    "simulate: {end: 1}\n";

/* Two chains with rungs between them. What a rung repeats reaches along both of them to the first rung. */
static const char rails[] =
    "parameters: {N: %d}\n"
    "bodies:\n"
    "  \"a{i}\": {for: {i: 1..N}, mass: 1, inertia: [1, 1, 1], at: [i - 0.5, 0, 0]}\n"
    "  \"b{i}\": {for: {i: 1..N}, mass: 1, inertia: [1, 1, 1], at: [i - 0.5, 1, 0]}\n"
    "  \"rung{i}\": {for: {i: 1..N}, mass: 1, inertia: [1, 1, 1], at: [i - 0.5, 0.5, 0]}\n"
    "joints:\n"
    "  foot: {type: revolute, between: [ground, a1], at: [0, 0, 0], axis: z}\n"
    "  \"p{i}\": {for: {i: 2..N}, type: revolute, between: [\"a{i-1}\", \"a{i}\"], at: [i - 1, 0, 0], axis: z}\n"
    "  \"q{i}\": {for: {i: 2..N}, type: revolute, between: [\"b{i-1}\", \"b{i}\"], at: [i - 1, 1, 0], axis: z}\n"
    "  \"low{i}\": {for: {i: 1..N}, type: revolute, between: [\"a{i}\", \"rung{i}\"], at: [i - 0.4, 0, 0], axis: z}\n"
    "  \"high{i}\": {for: {i: 1..N}, type: revolute, between: [\"rung{i}\", \"b{i}\"], at: [i - 0.6, 1, 0], axis: z}\n"
    "simulate: {end: 1}\n";

static const char hub[] =
    "parameters: {N: %d}\n"
    "bodies:\n"
    "  hub: {mass: 1, inertia: [1, 1, 1]}\n"
    "  \"arm{i}\": {for: {i: 1..N}, mass: 1, inertia: [1, 1, 1], at: [\"cos(i)\", \"sin(i)\", 0]}\n"
    "joints:\n"
    "  base: {type: spherical, between: [ground, hub], at: [0, 0, 0]}\n"
    "  \"j{i}\": {for: {i: 1..N}, type: spherical, between: [hub, \"arm{i}\"], at: [\"cos(i)/2\", \"sin(i)/2\", 0]}\n"
    "simulate: {end: 1}\n";

typedef struct Case {
  Fixture f;
  SarStart *start;
} Case;

static Case open_case(const char *format, int n) {
  char text[2048];
  Case c = {0};
  snprintf(text, sizeof text, format, n);
  c.f = fixture_of(text);
  assert_int_equal(sar_start_create(c.f.context, c.f.system, &c.start), SAR_OK);
  return c;
}

static void close_case(Case *c) {
  sar_start_destroy(&c->start);
  fixture_free(&c->f);
}

/* What one reduction of some multipliers to least norm takes. */
static SarEquationCounts reduce(Case *c) {
  SarStart *s = c->start;
  for (int32_t i = 0; i < s->m->problem.n.np; i++) s->lambda[i] = s->m->carried[i] ? sin(i + 1) : 0;
  assert_int_equal(sar_equations_factor(s->equations, 0, s->q, s->v), SAR_OK);
  SarEquationCounts before = s->equations->counts;
  assert_int_equal(sar_equations_least_norm(s->equations, 0, s->q, s->v, s->x, s->lambda, s->mu), SAR_OK);
  SarEquationCounts after = s->equations->counts;
  return (SarEquationCounts){.residuals = after.residuals - before.residuals, .solves = after.solves - before.solves};
}

/* Numbers that are kept for it: gradients, their products, and the factors of these. */
typedef struct Cost {
  SarEquationCounts counts;
  int64_t gradients, products, factors;
} Cost;

static Cost cost_of(const char *format, int n, int redundant) {
  Case c = open_case(format, n);
  assert_int_equal(c.start->m->ndropped, redundant);
  Cost cost = {.counts = reduce(&c)};
  const SarNullSpace *space = c.start->equations->null;
  cost.gradients = space->first[space->nrows];
  cost.products = space->normal.column[space->nunknowns];
  cost.factors = sar_ldl_fill(space->ldl);
  print_message("%d parts: %d solves, %d residuals, %d gradients, %d products, %d in factors\n", n,
                (int)cost.counts.solves, (int)cost.counts.residuals, (int)cost.gradients, (int)cost.products,
                (int)cost.factors);
  assert_true(cost.counts.solves > 0 && cost.gradients > 0 && cost.products > 0 && cost.factors > 0);
  close_case(&c);
  return cost;
}

static void expect_linear(Cost few, Cost many) {
  assert_true(many.counts.solves <= few.counts.solves + 1); /* rounding in longer sums */
  assert_int_equal(many.counts.residuals, few.counts.residuals);
  assert_true((double)many.gradients < LINEAR * (double)few.gradients);
  assert_true((double)many.products < LINEAR * (double)few.products);
  assert_true((double)many.factors < LINEAR * (double)few.factors);
}

/* Every loop has three redundant rows; `open`: parts that close none. */
static void expect_linear_cost(const char *format, int open) {
  Cost few = cost_of(format, FEW + open, 3 * FEW), many = cost_of(format, MANY + open, 3 * MANY),
       most = cost_of(format, 3 * MANY + open, 9 * MANY);
  expect_linear(few, many);
  expect_linear(many, most);
}

static void separate_loops_are_linear(void **state) {
  (void)state;
  expect_linear_cost(separate, 0);
}

static void ladders_are_linear(void **state) {
  (void)state;
  expect_linear_cost(ladder, 0);
  expect_linear_cost(scissors, 1);
  expect_linear_cost(rails, 1);
}

/* The most gradients that meet in one coordinate, of the matrix that the rank analysis gets. */
static int most_in_a_coordinate(const SarGradients *g) {
  int *count = calloc((size_t)g->pattern.nrows + 1, sizeof *count), most = 0;
  assert_non_null(count);
  for (int32_t k = 0; k < g->column[g->pattern.ncolumns]; k++) {
    if (++count[g->row[k]] > most) most = count[g->row[k]];
  }
  free(count);
  return most;
}

static void meet(int n, int *together, int *apart) {
  Case c = open_case(hub, n);
  SarStart *s = c.start;
  SarGradients g;
  SarRowBlocks blocks;
  assert_int_equal(sar_gradients_make(c.f.context, s->m, 0, s->q, 1, &g), SAR_OK);
  assert_int_equal(sar_row_blocks_create(c.f.context, c.f.system, &blocks), SAR_OK);
  assert_int_equal(blocks.nblocks, n + 1); /* every joint of a tree stands alone */
  *together = most_in_a_coordinate(&g);
  assert_int_equal(sar_row_blocks_separate(c.f.context, &blocks, &g.pattern, g.row, &g.pattern.nrows), SAR_OK);
  *apart = most_in_a_coordinate(&g);
  sar_row_blocks_free(&blocks);
  sar_gradients_free(&g);
  close_case(&c);
}

static void arms_of_a_hub_do_not_meet(void **state) {
  (void)state;
  int together[2], apart[2];
  meet(FEW, &together[0], &apart[0]);
  meet(MANY, &together[1], &apart[1]);
  print_message("in one coordinate: %d and %d; by blocks %d and %d\n", together[0], together[1], apart[0], apart[1]);
  assert_true(together[1] > 2 * together[0]);
  assert_int_equal(apart[1], apart[0]);
}

/* All loops are asked at once whether friction feels how they share their loads; the one that does is named. */
static void the_loop_that_feels_is_named(void **state) {
  (void)state;
  static const char text[] =
      "bodies:\n"
      "  \"door{i}\": {for: {i: 1..4}, mass: 20, inertia: [7, 8, 1.1], at: [0.4, 0.1, 3*i]}\n"
      "joints:\n"
      "  \"low{i}\": {for: {i: 1..4}, type: revolute, between: [ground, \"door{i}\"], at: [0, 0, 3*i - 1], axis: z}\n"
      "  high1: {type: revolute, between: [ground, door1], at: [0, 0, 4], axis: z}\n"
      "  high2: {type: revolute, between: [ground, door2], at: [0, 0, 7], axis: z}\n"
      "  high3: {type: revolute, between: [ground, door3], at: [0, 0, 10], axis: z, friction: 0.1, pin_radius: 0.02,\n"
      "          stiction_velocity: 0.01}\n"
      "simulate: {end: 1}\n";
  Fixture f = fixture_of(text);
  SarStart *start;
  assert_int_equal(sar_start_create(f.context, f.system, &start), SAR_OK);
  assert_int_equal(start->m->ndropped, 15);
  assert_true(start->shares);
  assert_int_equal(start->m->share->nsets, 1);
  sar_start_warn_sharing(start);
  const char *message = fixture_message(&f, SAR_WARNING);
  if (!strstr(message, "what others hold: `high3` is given")) fail_msg("%s", message);
  sar_start_destroy(&start);
  fixture_free(&f);
}

/* ---- what `check` says of them ---- */

typedef struct Explained {
  int rows, looked_at; /* dependent rows, and rows that their explanations have to go through */
  const double *solutions[8];
  int nsolutions;
} Explained;

static SarStatus see(void *self, const SarExplanation *e) {
  Explained *seen = self;
  int k = 0;
  while (k < seen->nsolutions && seen->solutions[k] != e->c) k++;
  if (k == seen->nsolutions) {
    assert_true(k < 8);
    seen->solutions[seen->nsolutions++] = e->c;
  }
  seen->rows++;
  seen->looked_at += e->nrows;
  return SAR_OK;
}

static Explained explained(int n) {
  char text[2048];
  snprintf(text, sizeof text, separate, n);
  Fixture f = fixture_of(text);
  SarStart *s = NULL;
  Explained seen = {0};
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_OK);
  assert_int_equal(sar_row_set_explain(f.context, s->all, 0, s->q, &s->rows, see, &seen), SAR_OK);
  assert_int_equal(seen.rows, 3 * n);
  sar_start_destroy(&s);
  fixture_free(&f);
  return seen;
}

static void redundant_rows_are_explained_by_loops(void **state) {
  (void)state;
  Explained few = explained(6), many = explained(18);
  print_message("solutions: %d and %d, rows: %d and %d\n", few.nsolutions, many.nsolutions, few.looked_at,
                many.looked_at);
  assert_int_equal(few.nsolutions, 3); /* as many as one four-bar has */
  assert_int_equal(many.nsolutions, 3);
  assert_int_equal(many.looked_at, 3 * few.looked_at);
}

/* Every joint is told by its own loop, in the order of the file. */
static void findings_keep_their_order(void **state) {
  (void)state;
  char text[2048];
  snprintf(text, sizeof text, separate, 4);
  Fixture f = fixture_of(text);
  const SarCheck *check = NULL;
  assert_int_equal(sar_check_until(f.context, f.system, 0, &check), SAR_OK);
  assert_int_equal(check->nredundant, 12);
  for (int32_t i = 0; i < check->nredundant; i++) {
    const SarRedundant *r = &check->redundant[i];
    char own[16], with[16];
    snprintf(own, sizeof own, "d%d", i / 3 + 1);
    assert_string_equal(r->joint, own);
    assert_true(r->consistent);
    assert_int_equal(r->nwith, 3);
    for (int k = 0; k < 3; k++) {
      snprintf(with, sizeof with, "%c%d", 'a' + k, i / 3 + 1);
      assert_string_equal(r->with[k], with);
    }
  }
  sar_check_destroy(&check);
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(separate_loops_are_linear),
      cmocka_unit_test(ladders_are_linear),
      cmocka_unit_test(arms_of_a_hub_do_not_meet),
      cmocka_unit_test(the_loop_that_feels_is_named),
      cmocka_unit_test(redundant_rows_are_explained_by_loops),
      cmocka_unit_test(findings_keep_their_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
