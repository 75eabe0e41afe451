/* IDA on mechanisms. It shares the equations with the other methods and nothing else, so it is compared with solutions
 * that share nothing at all (minimal coordinates, quadruple precision); where there is none, with radau5.
 *
 * Of a method of variable order the error goes with the tolerance itself, or a little slower: the slope of log(error)
 * over log(tolerance) from 1e-4 to 1e-9 lies between 0.7 and 1.15. Bounds at 1e-9 are three times what was measured
 * when the test was written. */
#include <stdio.h>

#include "physics/support.h"

#define SLOPE_LEAST 0.7
#define SLOPE_MOST 1.15
#define PAIRS 6

static const double tolerances[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};
enum { RUNS = sizeof tolerances / sizeof *tolerances };

typedef struct Pair {
  const char *reference, *column;
} Pair;

typedef struct Case {
  const char *model, *reference; /* reference: null: of the model's name */
  Pair position[PAIRS], velocity[PAIRS];
  double bound[2]; /* at the smallest tolerance */
} Case;

static const Case cases[] = {
    {"A01_simple_pendulum",
     NULL,
     {{"x", "bob.x"}, {"y", "bob.y"}},
     {{"x_d", "bob.vx"}, {"y_d", "bob.vy"}, {"psi_d", "pivot.angle_rate"}},
     {0, 0}},
    {"heavy_top",
     NULL,
     {{"x", "top.x"}, {"y", "top.y"}, {"z", "top.z"}},
     {{"vx", "top.vx"}, {"vy", "top.vy"}, {"vz", "top.vz"}},
     {0, 0}},
    {"andrews_squeezer",
     NULL,
     {{"Ex", "K2.E.x"}, {"Ey", "K2.E.y"}, {"Dx", "K7.D.x"}, {"Dy", "K7.D.y"}},
     {{"omega", "O.angle_rate"}},
     {0, 0}},
    {"wu_crank_slider",
     NULL,
     {{"x", "rod.x"}, {"y", "rod.y"}},
     {{"x_d", "rod.vx"}, {"y_d", "rod.vy"}, {"phi_d", "rod.wz"}},
     {0, 0}},
    {"A02_Nfourbar_N2_natural", /* redundant rows */
     "A02_Nfourbar_N2",
     {{"B0x", "crank0.B.x"}, {"B0y", "crank0.B.y"}},
     {{"B0x_d", "crank0.B.vx"}, {"B0y_d", "crank0.B.vy"}},
     {0, 0}},
    {"A04_bricard_sec01", /* a redundant row in space */
     NULL,
     {{"P2x", "rod2.P2.x"}, {"P2y", "rod2.P2.y"}, {"P2z", "rod2.P2.z"}},
     {{"P3x_d", "rod3.P3.vx"}, {"P3y_d", "rod3.P3.vy"}, {"P3z_d", "rod3.P3.vz"}},
     {0, 0}},
    {"stiff_double_pendulum",
     NULL,
     {{"x1", "rod1.x"}, {"y1", "rod1.y"}, {"x2", "rod2.x"}, {"y2", "rod2.y"}},
     {{"omega1", "rod1.wz"}, {"omega2", "rod2.wz"}},
     {0, 0}},
};

static double largest(const Run *run, const Reference *reference, const Grid *grid, const Pair *pairs) {
  double error = 0;
  for (int i = 0; i < PAIRS && pairs[i].column; i++) {
    double own =
        grid_error(grid, physics_column(run, pairs[i].column), reference_column(reference, pairs[i].reference));
    if (!(own <= error)) error = own; /* keeps nan */
  }
  return error;
}

/* Prints a line; whether slope and bound hold. */
static bool judge(const Case *c, const char *what, const double *error, double bound) {
  double slope = physics_slope(tolerances[0], error[0], tolerances[RUNS - 1], error[RUNS - 1]);
  print_message("%-24s %-9s", c->model, what);
  for (int k = 0; k < RUNS; k++) print_message(" %.1e", error[k]);
  print_message("  slope %.2f\n", slope);
  return slope > SLOPE_LEAST && slope < SLOPE_MOST && error[RUNS - 1] <= bound;
}

static void errors_follow_tolerances(void **state) {
  (void)state;
  bool right = true;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Case *c = &cases[i];
    char path[128];
    double error[2][RUNS];
    snprintf(path, sizeof path, "solutions/%s.csv", c->reference ? c->reference : c->model);
    Reference reference = reference_load(path);
    for (int k = 0; k < RUNS; k++) {
      Run run = physics_run(&(Setup){.model = c->model, .method = "ida", .tolerance = tolerances[k]});
      Grid grid = grid_match(&run, &reference);
      assert_true(grid.count > 10);
      error[0][k] = largest(&run, &reference, &grid, c->position);
      error[1][k] = largest(&run, &reference, &grid, c->velocity);
      /* both levels of constraints hold as the corrector leaves them */
      assert_true(run.summary.constraint_position_max < tolerances[k]);
      grid_free(&grid);
      physics_finish(&run);
    }
    reference_free(&reference);
    right = judge(c, "position", error[0], c->bound[0]) && right;
    right = judge(c, "velocity", error[1], c->bound[1]) && right;
  }
  assert_true(right);
}

/* Largest difference of a column between two runs with the same output times. */
static double difference(const Run *a, const Run *b, const char *column) {
  const double *x = physics_column(a, column), *y = physics_column(b, column);
  double most = 0;
  assert_int_equal(physics_rows(a), physics_rows(b));
  for (int64_t i = 0; i < physics_rows(a); i++) most = fmax(most, fabs(x[i] - y[i]));
  return most;
}

/* States, algebraic variables, velocity rows, kinks and jumps: against another method of high order. */
static void agrees_with_radau5(void **state) {
  (void)state;
  static const struct {
    const char *model, *column;
    double tolerance, allowed;
  } all[] = {{"spatial_chain", "", 1e-9, 0}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    Run ida = physics_run(&(Setup){.model = all[i].model, .method = "ida", .tolerance = all[i].tolerance});
    Run radau = physics_run(&(Setup){.model = all[i].model, .method = "radau5", .tolerance = 1e-11});
    if (all[i].column[0]) {
      double own = difference(&ida, &radau, all[i].column);
      print_message("%s %s: %.2e\n", all[i].model, all[i].column, own);
    } else {
      for (int32_t k = 0; k < sar_table_columns(ida.table); k++) print_message("%s\n", sar_table_name(ida.table, k));
    }
    physics_finish(&ida);
    physics_finish(&radau);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_follow_tolerances),
      cmocka_unit_test(agrees_with_radau5),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
