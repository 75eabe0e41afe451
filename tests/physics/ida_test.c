/* label: numbers. IDA on mechanisms. It shares the equations with the other methods and nothing else, so it is compared
 * with solutions that share nothing at all (minimal coordinates, quadruple precision); where there is none, with
 * radau5.
 *
 * The tolerance is an error per step, so that the error of a method of order p goes with tolerance^(p/(p+1)): 0.75 to
 * 0.83 at the orders 3 to 5 that IDA uses. It scatters, since the choice of orders does and rounding differs between
 * machines; hence the least-squares slope of log(error) over log(tolerance) at eleven tolerances from 1e-4 to 1e-9.
 * That holds where the motion is regular: on the four-bars up to their first singular pose, at 0.714 s. Bounds at 1e-9
 * are for whole runs, three times what was measured when the test was written. */
#include <stdio.h>
#include <string.h>

#include "base/numbers.h"
#include "physics/support.h"

#define SLOPE_LEAST 0.7
#define ALWAYS INFINITY
#define SLOPE_MOST 0.95
#define PAIRS 6

static const double tolerances[] = {1e-4, 3.16e-5, 1e-5, 3.16e-6, 1e-6, 3.16e-7, 1e-7, 3.16e-8, 1e-8, 3.16e-9, 1e-9};
enum { RUNS = sizeof tolerances / sizeof *tolerances };

typedef struct Pair {
  const char *reference, *column;
} Pair;

typedef struct Case {
  const char *model, *reference; /* reference: null: of the model's name */
  Pair position[PAIRS], velocity[PAIRS];
  double bound[2]; /* at the smallest tolerance */
  double regular;  /* until then slopes are taken: before the first singular pose, where no order holds */
} Case;

static const Case cases[] = {
    {"A01_simple_pendulum",
     NULL,
     {{"x", "bob.x"}, {"y", "bob.y"}},
     {{"x_d", "bob.vx"}, {"y_d", "bob.vy"}, {"psi_d", "pivot.angle_rate"}},
     {1.1e-6, 4.5e-6},
     ALWAYS},
    {"heavy_top",
     NULL,
     {{"x", "top.x"}, {"y", "top.y"}, {"z", "top.z"}},
     {{"vx", "top.vx"}, {"vy", "top.vy"}, {"vz", "top.vz"}},
     {2.1e-7, 1.7e-6},
     ALWAYS},
    {"andrews_squeezer",
     NULL,
     {{"Ex", "K2.E.x"}, {"Ey", "K2.E.y"}, {"Dx", "K7.D.x"}, {"Dy", "K7.D.y"}},
     {{"omega", "O.angle_rate"}},
     {1.1e-8, 5.7e-4},
     ALWAYS},
    {"wu_crank_slider",
     NULL,
     {{"x", "rod.x"}, {"y", "rod.y"}},
     {{"x_d", "rod.vx"}, {"y_d", "rod.vy"}, {"phi_d", "rod.wz"}},
     {3.6e-8, 5.7e-7},
     ALWAYS},
    {"A02_Nfourbar_N2_natural", /* redundant rows */
     "A02_Nfourbar_N2",
     {{"B0x", "crank0.B.x"}, {"B0y", "crank0.B.y"}},
     {{"B0x_d", "crank0.B.vx"}, {"B0y_d", "crank0.B.vy"}},
     {2.9e-5, 2e-4},
     0.7},
    {"A04_bricard_sec01", /* a redundant row in space */
     NULL,
     {{"P2x", "rod2.P2.x"}, {"P2y", "rod2.P2.y"}, {"P2z", "rod2.P2.z"}},
     {{"P3x_d", "rod3.P3.vx"}, {"P3y_d", "rod3.P3.vy"}, {"P3z_d", "rod3.P3.vz"}},
     {3.9e-8, 1.1e-7},
     ALWAYS},
    {"stiff_double_pendulum",
     NULL,
     {{"x1", "rod1.x"}, {"y1", "rod1.y"}, {"x2", "rod2.x"}, {"y2", "rod2.y"}},
     {{"omega1", "rod1.wz"}, {"omega2", "rod2.wz"}},
     {3.6e-7, 1.4e-6},
     ALWAYS},
};

static double largest(const Run *run, const Reference *reference, const Grid *grid, const Pair *pairs) {
  double error = 0;
  for (int i = 0; i < PAIRS && pairs[i].column; i++) {
    double own =
        grid_error(grid, physics_column(run, pairs[i].column), reference_column(reference, pairs[i].reference));
    error = sar_larger(error, own); /* keeps nan */
  }
  return error;
}

/* Prints a line; whether the slope of the errors and the bound of the last run as a whole hold. */
static bool judge(const Case *c, const char *what, const double *error, double last, double bound) {
  double mean = 0, slope = 0, weight = 0;
  for (int k = 0; k < RUNS; k++) mean += log(tolerances[k]) / RUNS;
  for (int k = 0; k < RUNS; k++) {
    const double distance = log(tolerances[k]) - mean;
    slope += distance * log(error[k]), weight += distance * distance;
  }
  slope /= weight;
  print_message("%-24s %-9s", c->model, what);
  for (int k = 0; k < RUNS; k++) print_message(" %.1e", error[k]);
  print_message("  slope %.2f; %.1e in the whole run\n", slope, last);
  return slope > SLOPE_LEAST && slope < SLOPE_MOST && last <= bound;
}

static void errors_follow_tolerances(void **state) {
  (void)state;
  bool right = true;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Case *c = &cases[i];
    char path[128];
    double error[2][RUNS], last[2];
    snprintf(path, sizeof path, "solutions/%s.csv", c->reference ? c->reference : c->model);
    Reference reference = reference_load(path);
    for (int k = 0; k < RUNS; k++) {
      Run run = physics_run(&(Setup){.model = c->model, .method = "ida", .tolerance = tolerances[k]});
      Grid grid = grid_match(&run, &reference);
      assert_true(grid.count > 10);
      last[0] = largest(&run, &reference, &grid, c->position);
      last[1] = largest(&run, &reference, &grid, c->velocity);
      while (physics_column(&run, "time")[grid.run[grid.count - 1]] > c->regular) grid.count--;
      assert_true(grid.count > 10);
      error[0][k] = largest(&run, &reference, &grid, c->position);
      error[1][k] = largest(&run, &reference, &grid, c->velocity);
      /* both levels of constraints hold as the corrector leaves them */
      assert_true(run.summary.constraint_position_max < tolerances[k]);
      grid_free(&grid);
      physics_finish(&run);
    }
    reference_free(&reference);
    right = judge(c, "position", error[0], last[0], c->bound[0]) && right;
    right = judge(c, "velocity", error[1], last[1], c->bound[1]) && right;
  }
  assert_true(right);
}

/* Is it one of positions, velocities and values? Powers and energies add up what is between the steps. */
static bool is_motion(const char *column) {
  static const char *const names[] = {"x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz", "value", "angle", "length"};
  const char *quantity = strrchr(column, '.');
  for (size_t i = 0; quantity && i < sizeof names / sizeof *names; i++) {
    if (strcmp(quantity + 1, names[i]) == 0) return true;
  }
  return false;
}

/* The largest difference of a column of motion over the largest value in it. */
static double difference(const Run *a, const Run *b) {
  double worst = 0;
  int32_t compared = 0;
  assert_int_equal(physics_rows(a), physics_rows(b));
  for (int32_t k = 0; k < sar_table_columns(a->table); k++) {
    const double *x = sar_table_values(a->table, k), *y = sar_table_values(b->table, k);
    double most = 0, scale = 1e-3;
    if (!is_motion(sar_table_name(a->table, k))) continue;
    compared++;
    for (int64_t i = 0; i < physics_rows(a); i++) {
      scale = fmax(scale, fabs(y[i]));
      most = sar_larger(most, fabs(x[i] - y[i])); /* keeps nan */
    }
    worst = sar_larger(worst, most / scale);
  }
  assert_true(compared > 0);
  return worst;
}

/* What the solutions above do not have: many bodies in space, states, algebraic variables, rolling, motions, kinks,
 * jumps, stops.
 *
 * The bounds guard against getting worse, slopes from 1e-4 to 1e-8 against being wrong. These scatter more than the
 * ones above: IDA doubles its step or keeps it, at order k it keeps one whose error is anything from 1/2 down to
 * 2^-(k+2) of the tolerance. Where log10 of an error lies in that band, 1.8 decades wide at order 5, is chance; with a
 * standard deviation of 1.8/sqrt(12) = 0.52 at both ends, slopes over four decades have 0.52 sqrt(2)/4 = 0.18. Twice
 * that is allowed. Where the whole error is below the tolerance of a step (a parabola, which every formula has right),
 * there is nothing that could follow it. */
static void agrees_with_radau5(void **state) {
  (void)state;
  static const struct {
    const char *model;
    double allowed; /* at tolerance 1e-8: three times what was measured */
  } all[] = {{"spatial_chain", 6e-7},
             {"damped_joints", 5e-8},
             {"dc_motor", 5e-8},
             {"pid_limits", 5e-7},
             {"variable_loop", 6e-8},
             {"forces_classical", 6e-7},
             {"chaplygin_sleigh_body", 2.5e-7},
             {"rolling_disk_centred", 7e-5},
             {"flywheel_driven", 1.2e-8},
             {"friction_slide", 6e-9},
             {"stop_bounce", 1.3e-6}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    Run ida = physics_run(&(Setup){.model = all[i].model, .method = "ida", .tolerance = 1e-8});
    Run rough = physics_run(&(Setup){.model = all[i].model, .method = "ida", .tolerance = 1e-4});
    Run radau = physics_run(&(Setup){.model = all[i].model, .method = "radau5", .tolerance = 1e-10});
    double worst = difference(&ida, &radau), slope = physics_slope(1e-4, difference(&rough, &radau), 1e-8, worst);
    print_message("%-24s %.1e, slope %.2f\n", all[i].model, worst, slope);
    if (!(worst <= all[i].allowed)) fail_msg("%s: ida and radau5 differ by %.2e", all[i].model, worst);
    bool follows = slope >= 3. / 4 - 0.36 && slope <= 5. / 6 + 0.36;
    if (worst > 1e-8 && !follows) fail_msg("%s: slope %.2f", all[i].model, slope);
    physics_finish(&ida);
    physics_finish(&rough);
    physics_finish(&radau);
  }
}

/* Steps end on impacts, and it begins anew after each of them: times and speeds are known in closed form
 * (bouncing_ball_test.c). */
static void bounces(void **state) {
  (void)state;
  enum { BOUNCES = 20 };
  Run run = physics_run(&(Setup){.model = "bouncing_ball", .method = "ida", .tolerance = 1e-9});
  int64_t at[BOUNCES + 1];
  const double *t = physics_column(&run, "time"), *v = physics_of(&run, "ball", "vz");
  double impact = 1, speed = 10, fallen = (double)run.summary.steps * 1e-9; /* errors per step, all added up */
  assert_int_equal(run.summary.events[0].count, BOUNCES);
  assert_int_equal(physics_pairs(&run, at, BOUNCES + 1), BOUNCES);
  for (int k = 0; k < BOUNCES; k++) {
    double late = fallen / speed;
    CHECK_NEAR(t[at[k]], impact, late);
    CHECK_NEAR(v[at[k]], -speed, 10 * late);
    CHECK_NEAR(v[at[k] + 1], 0.8 * speed, 10 * late);
    speed *= 0.8;
    impact += 2 * speed / 10;
  }
  physics_finish(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_follow_tolerances),
      cmocka_unit_test(agrees_with_radau5),
      cmocka_unit_test(bounces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
