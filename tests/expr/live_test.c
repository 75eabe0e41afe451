/* What an expression depends on where some of its variables stand still; and angles held beyond their cut. */
#include "expr/live.h"

#include <math.h>
#include <string.h>

#include "expr/bench.h"
#include "expr/enclose.h"
#include "expr/node.h"
#include "expr/switches.h"

#define PI 3.14159265358979323846

/* x y t length are variables 0 to 3; t and length stand still. */
static void what_stands_still_decides(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double t, length;
    const char *live; /* of x y t length */
  } cases[] = {{"if(t > 0, x, y)", 1, 0, "1010"},
               {"if(t > 0, x, y)", -1, 0, "0110"},
               {"if(x > 0, x, y)", 0, 0, "1100"},
               {"t*x + y", 0, 0, "0110"},
               {"t*x + y", 2, 0, "1110"},
               {"t*(x + length)", 0, 1, "0010"},
               {"(t > 1)*(length > 1)*x", 0, 2, "0010"},
               {"t/x", 0, 0, "0010"},
               {"t && x > 0", 0, 0, "0010"},
               {"t && x > 0", 1, 0, "1010"},
               {"t || x > 0", 1, 0, "0010"},
               {"x > 0 || t", 0, 0, "1010"},
               {"if(t > 0, if(length > 0, x, y), 0)", 1, -1, "0111"},
               {"if(t > 0, if(length > 0, x, y), 0)", -1, -1, "0010"},
               {"max(t, x) + 0*y", -9, 0, "1010"}, /* x may come to be larger */
               {"atan2(y, t)", 0, 0, "0110"}};
  Bench bench = bench_open();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const SarExpr *f = bench_parse(&bench, cases[i].text);
    const SarProgram *program;
    double at[4] = {0.7, -0.4, cases[i].t, cases[i].length}, scratch[64], value;
    bool still[4] = {false, false, true, true}, wanted = true, live[4] = {0}, flags[128];
    assert_int_equal(sar_program_compile(bench.context, bench.arena, &f, 1, &program), SAR_OK);
    assert_true(sar_program_scratch(program) <= 64 && sar_program_flags(program) <= 128);
    sar_program_evaluate(program, at, scratch, &value);
    sar_program_live(program, still, scratch, &wanted, flags, live);
    for (int k = 0; k < 4; k++) {
      if (live[k] != (cases[i].live[k] == '1')) fail_msg("`%s`: variable %d", cases[i].text, k);
    }
    memset(live, 0, sizeof live);
    wanted = false;
    sar_program_live(program, still, scratch, &wanted, flags, live);
    for (int k = 0; k < 4; k++) assert_false(live[k]);
  }
  bench_close(&bench);
}

/* ---- angles ---- */

typedef struct Cut {
  const SarExpr *node, *bounds, *mode;
  int32_t count;
} Cut;

static SarStatus see(void *self, const SarSwitch *found) {
  *(Cut *)self = (Cut){found->node, found->bounds, found->mode, ((Cut *)self)->count + 1};
  return SAR_OK;
}

/* The mode is variable 2, t. */
static int32_t mode_of(void *self, const SarExpr *node, SarSwitchKind kind) {
  return kind == SAR_SWITCH_JUMP && node == ((Cut *)self)->node ? 2 : -1;
}

static void an_angle_goes_on_beyond_its_cut(void **state) {
  (void)state;
  Bench bench = bench_open();
  Cut cut = {0};
  const SarExpr *f = bench_parse(&bench, "atan2(y, x)"); /* of the point (x, y) */
  assert_int_equal(sar_expr_switches(bench.context, bench.arena, f, &(SarSwitchVisitor){see, &cut}), SAR_OK);
  assert_true(cut.count == 1 && cut.bounds && cut.mode);
  SarHold hold = {mode_of, &cut};
  const SarExpr *held = sar_expr_hold(bench.arena, f, &hold), *right = sar_expr_hold(bench.arena, cut.bounds, &hold);
  const SarExpr *by_x = sar_expr_derivative(bench.arena, held, 0);
  for (int side = -1; side <= 1; side += 2) {
    for (int degrees = -87; degrees <= 263; degrees += 10) { /* seen from the cut's own side */
      double angle = side * degrees * PI / 180, at[4] = {3 * cos(angle), 3 * sin(angle), side, 0};
      CHECK_NEAR(bench_value(&bench, held, at), angle, 1e-14);
      CHECK_NEAR(bench_value(&bench, by_x, at), -sin(angle) / 3, 1e-14);
      bool inside = degrees > -45 && degrees < 180;
      if ((bench_value(&bench, right, at) > 0) != inside) fail_msg("bounds at %d degrees", degrees);
      if (inside && degrees >= 0) assert_true(bench_value(&bench, cut.mode, at) == side);
    }
  }
  bench_close(&bench);
}

/* Bounds of the held angle over boxes that lie across the cut hold what it takes there, and are no wider than a turn.
 */
static void bounds_hold_beyond_the_cut(void **state) {
  (void)state;
  Bench bench = bench_open();
  Cut cut = {0};
  const SarExpr *f = bench_parse(&bench, "atan2(y, x)");
  assert_int_equal(sar_expr_switches(bench.context, bench.arena, f, &(SarSwitchVisitor){see, &cut}), SAR_OK);
  const SarExpr *held = sar_expr_hold(bench.arena, f, &(SarHold){mode_of, &cut});
  const SarProgram *program;
  const int32_t *indices;
  assert_int_equal(sar_program_compile(bench.context, bench.arena, &held, 1, &program), SAR_OK);
  assert_int_equal(sar_program_variables(program, &indices), 3);
  for (int side = -1; side <= 1; side += 2) {
    for (double angle = 2.9; angle < 3.4; angle += 0.05) {
      SarEnclosure in[3], scratch[16], out;
      double x = cos(angle), y = side * sin(angle), wide = 0.1;
      for (int i = 0; i < 3; i++) {
        double middle = indices[i] == 0 ? x : indices[i] == 1 ? y : side, reach = indices[i] == 2 ? 0 : wide;
        in[i] = (SarEnclosure){{middle - reach, middle + reach}, {0, 0}};
      }
      sar_program_enclose(program, in, scratch, &out);
      assert_true(out.value.lo <= side * angle && out.value.hi >= side * angle);
      assert_true(out.value.hi - out.value.lo < 0.5);
    }
  }
  bench_close(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_stands_still_decides),
                                     cmocka_unit_test(an_angle_goes_on_beyond_its_cut),
                                     cmocka_unit_test(bounds_hold_beyond_the_cut)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
