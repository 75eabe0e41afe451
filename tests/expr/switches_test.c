/* Kinks and jumps: where they are found, and expressions whose jumps are held. */
#include "expr/switches.h"

#include <math.h>
#include <string.h>

#include "expr/bench.h"
#include "expr/node.h"

typedef struct Found {
  SarSwitch list[32];
  int32_t count;
} Found;

static SarStatus see(void *self, const SarSwitch *found) {
  Found *all = self;
  assert_true(all->count < 32);
  all->list[all->count++] = *found;
  return SAR_OK;
}

static Found find(Bench *bench, const SarExpr *f) {
  Found found = {.count = 0};
  assert_int_equal(sar_expr_switches(bench->context, bench->arena, f, &(SarSwitchVisitor){see, &found}), SAR_OK);
  return found;
}

/* Whether some crossing changes its sign at x (with y = 0.3), and none does at the middle of nowhere. */
static bool crosses(Bench *bench, const Found *found, double x) {
  for (int32_t i = 0; i < found->count; i++) {
    double below = bench_value(bench, found->list[i].crossing, (double[]){x - 1e-6, 0.3, 0, 0});
    double above = bench_value(bench, found->list[i].crossing, (double[]){x + 1e-6, 0.3, 0, 0});
    if (below * above < 0) return true;
  }
  return false;
}

/* Takes the smooth tables out of what was found; their number. */
static int32_t take_tables(Found *found) {
  int32_t kept = 0, count = found->count;
  for (int32_t i = 0; i < count; i++) {
    if (found->list[i].kind != SAR_SWITCH_TABLE) found->list[kept++] = found->list[i];
  }
  found->count = kept;
  return count - kept;
}

/* Splines that are no straight pieces, whatever else they are; those that stand still are none. */
static void tables_are_found(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int32_t tables;
  } cases[] = {
      {"linspl(x, bed)", 0},    {"akispl(x, bed)", 1}, {"cubspl(2*x, bed)*akispl(y, bed)", 2}, {"cubspl(1, x, map)", 1},
      {"cubspl(x, 0, map)", 1}, {"cubspl(1, bed)", 0}, {"max(akispl(x, bed), 0) + x", 1}};
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Found found = find(&bench, bench_parse_in(&bench, &world.scope, cases[i].text));
    for (int32_t k = 0; k < found.count; k++) {
      bool table = found.list[k].kind == SAR_SWITCH_TABLE;
      assert_true(table ? found.list[k].range > 0 : found.list[k].range == 0);
    }
    int32_t tables = take_tables(&found);
    if (tables != cases[i].tables) fail_msg("%s: %d tables, not %d", cases[i].text, tables, cases[i].tables);
  }
  bench_close(&bench);
}

static void kinks_are_found(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int32_t count;
    double places[6]; /* of x; 99 ends */
  } cases[] = {{"x^2 + sin(x)", 0, {99}},
               {"abs(x - 1)", 1, {1, 99}},
               {"max(x, y)", 1, {0.3, 99}},
               {"min(x, 1, 2)", 2, {1, 99}},
               {"dim(x, 2)", 1, {2, 99}},
               {"step(x, 1, 0, 2, 5)", 2, {1, 2, 99}},
               {"step5(x, 1, 0, 2, 5)", 2, {1, 2, 99}},
               {"havsin(x, 1, 0, 2, 5)", 2, {1, 2, 99}},
               {"havsin(1, x, 0, 2, 5)", 2, {1, 99}},
               {"impact(x, y, 1, 1e5, 1.5, 10, 0.1)", 4, {1, 0.9, 99}},
               {"abs(3) + max(1, 2)", 0, {99}},
               {"akispl(x, road)", 2, {-2, 3, 99}},
               {"cubspl(x, bed)", 0, {99}}, /* natural ends go on straight */
               {"akispl(x, bed)", 2, {-2, 3, 99}},
               {"cubspl(x, plain)", 2, {-2, 3, 99}},
               {"linspl(x, bed)", 1, {-1.2, -0.3, 0.4, 1, 2.1, 99}},
               {"cubspl(1, x, map)", 1, {0.5, 99}}};
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Found found = find(&bench, bench_parse_in(&bench, &world.scope, cases[i].text));
    (void)take_tables(&found);
    if (found.count != cases[i].count) fail_msg("%s: %d kinks, not %d", cases[i].text, found.count, cases[i].count);
    for (int32_t k = 0; k < found.count; k++) assert_int_equal(found.list[k].kind, SAR_SWITCH_KINK);
    for (const double *place = cases[i].places; *place != 99; place++) {
      if (!crosses(&bench, &found, *place)) fail_msg("%s: no kink at %g", cases[i].text, *place);
    }
    assert_false(crosses(&bench, &found, 0.1234));
  }
  bench_close(&bench);
}

static void jumps_are_found(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double places[4];
  } cases[] = {{"x < 1", {1, 99}},
               {"if(x >= 2, x, 3)", {2, 99}},
               {"x == 2", {2, 99}},
               {"x != 2*y", {0.6, 99}},
               {"sign(x)", {0, 99}},
               {"floor(x)", {0, 1, -2, 99}},
               {"ceil(x/2)", {0, 2, -4, 99}},
               {"aint(x)", {1, 3, -1, 99}},
               {"anint(x)", {0.5, 1.5, -0.5, 99}},
               {"mod(x, 3)", {3, 6, -3, 99}},
               {"modulo(x, 3)", {0, 3, -3, 99}}};
  Bench bench = bench_open();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Found found = find(&bench, bench_parse(&bench, cases[i].text));
    assert_int_equal(found.count, 1);
    assert_int_equal(found.list[0].kind, SAR_SWITCH_JUMP);
    assert_non_null(found.list[0].mode);
    for (const double *place = cases[i].places; *place != 99; place++) {
      if (!crosses(&bench, &found, *place)) fail_msg("%s: no jump at %g", cases[i].text, *place);
      double below = bench_value(&bench, found.list[0].mode, (double[]){*place - 1e-6, 0.3, 0, 0});
      double above = bench_value(&bench, found.list[0].mode, (double[]){*place + 1e-6, 0.3, 0, 0});
      bool alone = strstr(cases[i].text, "=="), not = strstr(cases[i].text, "!=");
      if (below == above && !alone && !not ) fail_msg("%s: the mode is the same around %g", cases[i].text, *place);
    }
    assert_false(crosses(&bench, &found, 0.1234));
  }
  Found aint = find(&bench, bench_parse(&bench, "aint(x)"));
  Found mod = find(&bench, bench_parse(&bench, "mod(x, 3)"));
  assert_false(crosses(&bench, &aint, 0)); /* they do not jump there */
  assert_false(crosses(&bench, &mod, 0));
  assert_int_equal(find(&bench, bench_parse(&bench, "floor(2.5) + sign(g) + if(g > 1, x, y)")).count, 0);
  bench_close(&bench);
}

/* Gives the jumps of an expression the variables 10, 11, ... */
typedef struct Modes {
  const SarExpr *nodes[8];
  int32_t count;
} Modes;

static int32_t mode_of(void *self, const SarExpr *node, SarSwitchKind kind) {
  Modes *modes = self;
  assert_int_equal(kind, SAR_SWITCH_JUMP);
  assert_true(modes->count < 8);
  modes->nodes[modes->count] = node;
  return 10 + modes->count++;
}

static const SarExpr *held(Bench *bench, const char *text, Modes *modes) {
  *modes = (Modes){.count = 0};
  return sar_expr_hold(bench->arena, bench_parse(bench, text), &(SarHold){mode_of, modes});
}

static void held_values_follow_their_modes(void **state) {
  (void)state;
  static const char *const texts[] = {"if(x < 1, x^2, 3 - x)", "if(x > 0.5 and y < 1, sin(x), if(x >= 2, cos(x), x*y))",
                                      "floor(3*x) + mod(x, 0.4)*sign(x - y) + aint(5*y) - ceil(2*x)",
                                      "mod(floor(4*x), 3) + if(x: 1, 2, 3)", "mod(x, 0.4) - modulo(x - y, 0.3)"};
  Bench bench = bench_open();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const SarExpr *f = bench_parse(&bench, texts[i]);
    Found found = find(&bench, f);
    Modes modes = {.count = 0};
    const SarExpr *g = sar_expr_hold(bench.arena, f, &(SarHold){mode_of, &modes});
    assert_int_equal(modes.count, found.count);
    assert_null(sar_expr_jump(g));
    for (int k = 0; k < 25; k++) {
      double at[20] = {-1.03 + 0.17 * k, 1.9 - 0.11 * k};
      for (int32_t m = 0; m < modes.count; m++) {
        assert_ptr_equal(modes.nodes[m], found.list[m].node);
        at[10 + m] = bench_value(&bench, found.list[m].mode, at);
      }
      CHECK_NEAR(bench_value(&bench, g, at), bench_value(&bench, f, at), 1e-13);
    }
  }
  bench_close(&bench);
}

static int32_t mode_of_one(void *self, const SarExpr *node, SarSwitchKind kind) {
  (void)kind;
  return node == self ? 10 : -1;
}

/* However far away: positive with the mode of the same interval, negative with any other. */
static void bounds_tell_whether_a_mode_is_right(void **state) {
  (void)state;
  static const char *const texts[] = {"floor(x)",    "ceil(x)",         "aint(x)",        "anint(x)",
                                      "mod(x, 1.5)", "mod(x, 0 - 1.5)", "modulo(x, 1.5)", "modulo(x, 0 - 1.5)"};
  Bench bench = bench_open();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Found found = find(&bench, bench_parse(&bench, texts[i]));
    SarHold hold = {mode_of_one, (void *)(uintptr_t)found.list[0].node};
    const SarExpr *bounds = sar_expr_hold(bench.arena, found.list[0].bounds, &hold);
    for (int k = 0; k < 25 * 25; k++) {
      double at[20] = {-4.03 + 0.33 * (k / 25)}, other[20] = {-4.03 + 0.33 * (k % 25)};
      double mode = bench_value(&bench, found.list[0].mode, at);
      at[10] = bench_value(&bench, found.list[0].mode, other);
      if ((bench_value(&bench, bounds, at) > 0) != (mode == at[10])) {
        fail_msg("%s at %g with the mode of %g: %g", texts[i], at[0], other[0], bench_value(&bench, bounds, at));
      }
    }
  }
  assert_null(find(&bench, bench_parse(&bench, "sign(x)")).list[0].bounds);
  assert_null(find(&bench, bench_parse(&bench, "x < y")).list[0].bounds);
  bench_close(&bench);
}

static void a_held_branch_goes_on_beyond_its_switch(void **state) {
  (void)state;
  Bench bench = bench_open();
  Modes modes;
  const SarExpr *f = held(&bench, "if(x < 1, x^2, 3 - x)", &modes), *slope = sar_expr_derivative(bench.arena, f, 0);
  double at[12] = {1.5};
  at[10] = 1; /* frozen before x = 1 */
  assert_true(bench_value(&bench, f, at) == 2.25 && bench_value(&bench, slope, at) == 3);
  at[10] = 0;
  assert_true(bench_value(&bench, f, at) == 1.5 && bench_value(&bench, slope, at) == -1);
  const SarExpr *steps = held(&bench, "x*floor(x) + mod(x, 2)", &modes);
  double late[12] = {3.2};
  late[10] = 2, late[11] = 0; /* from x = 2 - */
  CHECK_NEAR(bench_value(&bench, steps, late), 3.2 * 2 + 3.2, 1e-14);
  CHECK_NEAR(bench_value(&bench, sar_expr_derivative(bench.arena, steps, 0), late), 3, 1e-14);
  assert_true(sar_node_is(sar_expr_derivative(bench.arena, held(&bench, "floor(x)", &modes), 0), 0));
  bench_close(&bench);
}

static void a_held_branch_that_leaves_its_domain_gives_way(void **state) {
  (void)state;
  Bench bench = bench_open();
  Modes modes;
  const SarExpr *f = held(&bench, "if(x > 0, 5*log(x), x^3)", &modes), *slope = sar_expr_derivative(bench.arena, f, 0);
  double at[12] = {-0.5};
  at[10] = 1; /* log(-0.5) has no value, though its derivative 1/x has: the other branch counts for both */
  assert_true(bench_value(&bench, f, at) == -0.125);
  assert_true(bench_value(&bench, slope, at) == 0.75);
  assert_true(bench_value(&bench, sar_expr_derivative(bench.arena, slope, 0), at) == -3);
  at[0] = 2;
  CHECK_NEAR(bench_value(&bench, f, at), 5 * log(2), 1e-14);
  CHECK_NEAR(bench_value(&bench, slope, at), 2.5, 1e-14);
  at[10] = 0;
  assert_true(bench_value(&bench, f, at) == 8);
  bench_close(&bench);
}

static int32_t no_mode(void *self, const SarExpr *node, SarSwitchKind kind) {
  (void)self, (void)node, (void)kind;
  return -1;
}

static void what_is_not_held_stays(void **state) {
  (void)state;
  Bench bench = bench_open();
  const SarExpr *f = bench_parse(&bench, "if(x < 1, floor(x), abs(y))");
  assert_ptr_equal(sar_expr_hold(bench.arena, f, &(SarHold){no_mode, NULL}), f);
  bench_close(&bench);
}

static SarStatus refuse(void *self, const SarSwitch *found) {
  (void)found;
  ++*(int *)self;
  return SAR_FAILED;
}

static void a_visitor_can_stop(void **state) {
  (void)state;
  Bench bench = bench_open();
  int calls = 0;
  SarStatus status = sar_expr_switches(bench.context, bench.arena, bench_parse(&bench, "abs(x) + abs(y)"),
                                       &(SarSwitchVisitor){refuse, &calls});
  assert_int_equal(status, SAR_FAILED);
  assert_int_equal(calls, 1);
  bench_close(&bench);
}

/* The name of what makes a sharp kink; "": nothing does. */
static const char *sharp(Bench *bench, const SarScope *scope, const char *text) {
  const SarExpr *node = NULL;
  assert_true(sar_expr_sharp_kink(bench->arena, bench_parse_in(bench, scope, text), &node));
  if (!node) return "";
  assert_non_null(sar_expr_place(node));
  return sar_expr_place(node)->name;
}

static void kinks_that_are_smoothed_are_not_sharp(void **state) {
  (void)state;
  static const struct {
    const char *text, *sharp;
  } cases[] = {{"sin(x) + y^3", ""},
               {"abs(x)", "abs"},
               {"max(x - 0.5, 0)", "max"},
               {"dim(x, 1) + y", "dim"},
               {"min(x, y)", "min"},
               {"2*sqrt(max(x, 0))", "max"},
               {"impact(x, 0, 1, 1e5, 1.5, 10, 0.1)", "impact"},
               {"bistop(x, 0, -1, 1, 1e5, 1, 10, 0.1)", "bistop"},
               {"linspl(x, bed)", "linspl"},
               {"akispl(x, road, 1)", "akispl"},
               {"cubspl(x, plain)", "cubspl"},
               {"cubspl(1, x, map)", "cubspl"},
               {"step(x, 1, 0, 2, 5) + abs(y)", "abs"},
               {"abs(max(x, 0)^2 - 1)", "abs"},
               {"abs(abs(x))", "abs"},
               {"step(x, 1, 0, 2, 5)", ""},
               {"step5(x^2, 1, 0, y, 5)", ""},
               {"havsin(x, 1, 0, 2, y)", ""},
               {"sweep(x, 2, 1, 3, 4, 5, 0.1)", ""},
               {"max(x - y, 0)^2", ""},
               {"max(x, 0)*max(x, 0)", ""},
               {"3*abs(x)*x", ""},
               {"abs(x - y)^3*exp(x)", ""},
               {"akispl(x, road)", ""},
               {"cubspl(x, road, 1)", ""},
               {"cubspl(x, 0.7, map)", ""},
               {"max(2, 3)*x", ""}};
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *name = sharp(&bench, &world.scope, cases[i].text);
    if (strcmp(name, cases[i].sharp) != 0) fail_msg("%s: `%s`", cases[i].text, name);
  }
  bench_close(&bench);
}

/* What the test above says in symbols, by differences: slopes left and right of every turn. */
static void sharp_kinks_are_those_whose_slope_jumps(void **state) {
  (void)state;
  static const char *const texts[] = {"abs(x - 1)",
                                      "max(x - 1, 0)^2",
                                      "step(x, 1, 0, 2, 5)",
                                      "step5(x, 0, 3, 1, 5)",
                                      "havsin(x, 1, 0, 2, 5)",
                                      "sweep(x, 2, 0, 3, 1, 5, 0.5)",
                                      "abs(x - 1)*(x - 1)",
                                      "min(x, 1)",
                                      "dim(x, 1)^1.5"};
  Bench bench = bench_open();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const SarExpr *f = bench_parse(&bench, texts[i]);
    double at = bench_value(&bench, f, (double[]){1, 0, 0, 0}), h = 1e-7;
    double below = (at - bench_value(&bench, f, (double[]){1 - h, 0, 0, 0})) / h;
    double above = (bench_value(&bench, f, (double[]){1 + h, 0, 0, 0}) - at) / h;
    bool jumps = fabs(above - below) > 0.01;
    if (jumps != (sharp(&bench, &bench_scope, texts[i])[0] != 0)) fail_msg("%s: %g %g", texts[i], below, above);
  }
  bench_close(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_are_found),
      cmocka_unit_test(kinks_are_found),
      cmocka_unit_test(jumps_are_found),
      cmocka_unit_test(bounds_tell_whether_a_mode_is_right),
      cmocka_unit_test(held_values_follow_their_modes),
      cmocka_unit_test(a_held_branch_goes_on_beyond_its_switch),
      cmocka_unit_test(a_held_branch_that_leaves_its_domain_gives_way),
      cmocka_unit_test(what_is_not_held_stays),
      cmocka_unit_test(a_visitor_can_stop),
      cmocka_unit_test(kinks_that_are_smoothed_are_not_sharp),
      cmocka_unit_test(sharp_kinks_are_those_whose_slope_jumps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
