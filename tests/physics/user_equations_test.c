/* Mechanisms typed in as equations, against reference solutions: the crank-slider of paper 5 and problem II of paper 3
 * in bare coordinates, the Chaplygin sleigh in three coordinates and as a body on a blade.
 *
 * As in reference_test.c: the global error is of order h^2, h goes with tolerance^(1/3), and the slope of log(error)
 * over log(tolerance) is 2/3 for everything, multipliers included. Bounds are three times what was measured:
 * they guard against getting worse, slopes against being wrong. With fixed steps the order is 2. */
#include <stdio.h>

#include "base/numbers.h"
#include "physics/support.h"
#include "physics/trial.h"

#define SLOPE_LEAST 0.55
#define SLOPE_MOST 0.80
#define ORDER_WITHIN 0.15

typedef enum Group { POSITION, VELOCITY, ACCELERATION, MULTIPLIER, GROUPS } Group;
static const char *const group_names[GROUPS] = {"position", "velocity", "acceleration", "multiplier"};

/* A column, and what the reference calls it; the column is `factor` times that. */
typedef struct Pair {
  Group group;
  const char *reference, *column;
  double factor;
} Pair;

typedef struct Case {
  const char *model, *reference;
  double every, end;
  const Pair *pairs;
  double bound[GROUPS]; /* at tolerance 1e-9 */
} Case;

static const Pair crank_slider[] = {{POSITION, "theta", "theta.value", 1},
                                    {POSITION, "phi", "phi.value", 1},
                                    {POSITION, "x", "x.value", 1},
                                    {POSITION, "y", "y.value", 1},
                                    {VELOCITY, "theta_d", "theta.rate", 1},
                                    {VELOCITY, "phi_d", "phi.rate", 1},
                                    {VELOCITY, "x_d", "x.rate", 1},
                                    {VELOCITY, "y_d", "y.rate", 1},
                                    {ACCELERATION, "theta_dd", "theta.acceleration", 1},
                                    {ACCELERATION, "phi_dd", "phi.acceleration", 1},
                                    {ACCELERATION, "x_dd", "x.acceleration", 1},
                                    {ACCELERATION, "y_dd", "y.acceleration", 1},
                                    {MULTIPLIER, "lambda1", "phi1.multiplier", 1},
                                    {MULTIPLIER, "lambda2", "phi2.multiplier", 1},
                                    {MULTIPLIER, "lambda3", "phi3.multiplier", 1},
                                    {GROUPS, NULL, NULL, 0}};

static const Pair problem_two[] = {{POSITION, "phi", "phi.value", 1},
                                   {POSITION, "q1", "q1.value", 1},
                                   {POSITION, "q2", "q2.value", 1},
                                   {VELOCITY, "phi_d", "phi.rate", 1},
                                   {VELOCITY, "q1_d", "q1.rate", 1},
                                   {VELOCITY, "q2_d", "q2.rate", 1},
                                   {ACCELERATION, "phi_dd", "phi.acceleration", 1},
                                   {ACCELERATION, "q1_dd", "q1.acceleration", 1},
                                   {ACCELERATION, "q2_dd", "q2.acceleration", 1},
                                   {MULTIPLIER, "lambda1", "C1.multiplier", 1},
                                   {MULTIPLIER, "lambda2", "C2.multiplier", 1},
                                   {GROUPS, NULL, NULL, 0}};

/* M a + C_v^T mu = Q: the force on the sleigh is minus the multiplier. */
static const Pair sleigh_coordinates[] = {{POSITION, "x_cm", "x.value", 1},
                                          {POSITION, "y_cm", "y.value", 1},
                                          {POSITION, "theta", "theta.value", 1},
                                          {VELOCITY, "omega", "theta.rate", 1},
                                          {ACCELERATION, "omega_d", "theta.acceleration", 1},
                                          {MULTIPLIER, "lateral_force", "blade.multiplier", -1},
                                          {GROUPS, NULL, NULL, 0}};

static const Pair sleigh_body[] = {{POSITION, "x_cm", "sleigh.x", 1},
                                   {POSITION, "y_cm", "sleigh.y", 1},
                                   {POSITION, "xP", "sleigh.blade.x", 1},
                                   {POSITION, "yP", "sleigh.blade.y", 1},
                                   {POSITION, "theta", "ice.angle", 1},
                                   {VELOCITY, "u", "u.value", 1},
                                   {VELOCITY, "omega", "sleigh.wz", 1},
                                   {ACCELERATION, "omega_d", "sleigh.alphaz", 1},
                                   {MULTIPLIER, "lateral_force", "edge.multiplier", -1},
                                   {GROUPS, NULL, NULL, 0}};

static const Case cases[] = {
    {"wu_crank_slider_equations", "wu_crank_slider", 0.01, 2, crank_slider, {1.2e-5, 5.3e-5, 5.6e-4, 2.1e-4}},
    {"bauchau_problemII", "bauchau_problemII", 0.005, 1, problem_two, {1.4e-5, 6.8e-5, 4.8e-4, 1.4e-4}},
    {"chaplygin_sleigh_coordinates",
     "chaplygin_sleigh",
     0.05,
     10,
     sleigh_coordinates,
     {1.5e-5, 4.1e-6, 7.7e-6, 1.9e-6}},
    {"chaplygin_sleigh_body", "chaplygin_sleigh", 0.05, 10, sleigh_body, {1.9e-5, 3.9e-6, 7.7e-6, 1.9e-6}},
    {"chaplygin_sleigh_measure", "chaplygin_sleigh", 0.05, 10, sleigh_body, {1.9e-5, 3.9e-6, 7.7e-6, 1.9e-6}},
};

static void load_reference(const Case *c, Reference *reference) {
  char path[128];
  snprintf(path, sizeof path, "solutions/%s.csv", c->reference);
  *reference = reference_load(path);
}

static void run_case(const Case *c, double tolerance, double errors[GROUPS]) {
  Reference reference;
  load_reference(c, &reference);
  Run run = physics_run(&(Setup){.model = c->model, .tolerance = tolerance, .every = c->every, .end = c->end});
  Grid grid = grid_match(&run, &reference);
  assert_true(grid.count >= physics_rows(&run));
  for (int g = 0; g < GROUPS; g++) errors[g] = 0;
  for (const Pair *pair = c->pairs; pair->column; pair++) {
    const double *value = physics_column(&run, pair->column), *expected = reference_column(&reference, pair->reference);
    for (int i = 0; i < grid.count; i++) {
      double error = fabs(pair->factor * value[grid.run[i]] - expected[grid.reference[i]]);
      errors[pair->group] = sar_larger(errors[pair->group], error); /* keeps nan */
    }
  }
  grid_free(&grid);
  physics_finish(&run);
  reference_free(&reference);
}

static void follows_the_references(void **state) {
  (void)state;
  int wrong = 0;
  print_message("largest errors at tolerances 1e-5, 1e-9\n");
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    double coarse[GROUPS], fine[GROUPS];
    run_case(&cases[i], 1e-5, coarse);
    run_case(&cases[i], 1e-9, fine);
    for (int g = 0; g < GROUPS; g++) {
      double slope = physics_slope(1e-5, coarse[g], 1e-9, fine[g]);
      bool good = slope >= SLOPE_LEAST && slope <= SLOPE_MOST && fine[g] <= cases[i].bound[g];
      print_message("%-29s %-12s %8.2e  %8.2e  slope %.3f  bound %8.2e%s\n", cases[i].model, group_names[g], coarse[g],
                    fine[g], slope, cases[i].bound[g], good ? "" : "  WRONG");
      wrong += !good;
    }
  }
  assert_int_equal(wrong, 0);
}

/* Errors at the end time after fixed steps. */
static void run_fixed(const Case *c, const Reference *reference, double step, double errors[GROUPS]) {
  Trial trial;
  char model[128];
  snprintf(model, sizeof model, "models/%s.yaml", c->model);
  trial_read(&trial, model);
  trial_output(&trial, c->end);
  trial_compile(&trial);
  trial_go(&trial, fixed_steps(c->end, step));
  int64_t last = sar_table_rows(trial.table) - 1;
  for (int g = 0; g < GROUPS; g++) errors[g] = 0;
  for (const Pair *pair = c->pairs; pair->column; pair++) {
    int32_t column = sar_table_find(trial.table, pair->column);
    assert_true(column >= 0);
    double expected = reference_column(reference, pair->reference)[reference->rows - 1];
    errors[pair->group] += fabs(pair->factor * sar_table_values(trial.table, column)[last] - expected);
  }
  trial_close(&trial);
}

static void measured_order_is_two(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    Reference reference;
    double errors[3][GROUPS];
    load_reference(&cases[i], &reference);
    for (int k = 0; k < 3; k++) run_fixed(&cases[i], &reference, cases[i].end / (500 << k), errors[k]);
    for (int g = 0; g < GROUPS; g++) {
      double order = log(errors[1][g] / errors[2][g]) / log(2);
      print_message("%-29s %-12s %8.2e  %8.2e  %8.2e  order %.2f\n", cases[i].model, group_names[g], errors[0][g],
                    errors[1][g], errors[2][g], order);
      CHECK_NEAR(order, 2, ORDER_WITHIN);
    }
    reference_free(&reference);
  }
}

/* The columns of the knife edge: the force stands across the blade, at the blade, and is the multiplier's. */
static void blade_carries_the_lateral_force(void **state) {
  (void)state;
  Reference reference = reference_load("solutions/chaplygin_sleigh.csv");
  Run run = physics_run(&(Setup){.model = "chaplygin_sleigh_body", .tolerance = 1e-9, .every = 0.05});
  Grid grid = grid_match(&run, &reference);
  const double *fx = physics_column(&run, "edge.fx2"), *fy = physics_column(&run, "edge.fy2");
  const double *x = physics_column(&run, "edge.x"), *y = physics_column(&run, "edge.y");
  const double *slip = physics_column(&run, "slip.value"), *heading = reference_column(&reference, "theta");
  const double *lateral = reference_column(&reference, "lateral_force");
  for (int i = 0; i < grid.count; i++) {
    int row = grid.run[i], k = grid.reference[i];
    CHECK_NEAR(fx[row], -lateral[k] * sin(heading[k]), 1e-5);
    CHECK_NEAR(fy[row], lateral[k] * cos(heading[k]), 1e-5);
    CHECK_NEAR(x[row], reference_column(&reference, "xP")[k], 2e-5);
    CHECK_NEAR(y[row], reference_column(&reference, "yP")[k], 2e-5);
    CHECK_NEAR(slip[row], 0, 1e-9);
  }
  grid_free(&grid);
  physics_finish(&run);
  reference_free(&reference);
}

/* Equations drive coordinates as sin(t): the multipliers are - m a, and what they put in is the change of the kinetic
 * energy. Where only the rate is driven, the value comes late as any oscillation does. */
static void equations_that_drive(void **state) {
  (void)state;
  static const struct {
    const char *coordinate, *equation;
    double mass;
    bool position;
  } driven[] = {
      {"y", "place", 2, true}, {"theta", "turn", 0.3, true}, {"u", "speed", 5, false}, {"phi", "spin", 0.7, false}};
  Run run = physics_run(&(Setup){.model = "driven_equations"});
  const double *t = physics_column(&run, "time"), *work = physics_column(&run, "energy.work");
  double late = physics_late(1, run.summary.largest_step, 2), mass = 0;
  for (int i = 0; i < 4; i++) {
    const double *value = physics_of(&run, driven[i].coordinate, "value");
    const double *multiplier = physics_of(&run, driven[i].equation, "multiplier");
    for (int64_t k = 0; k < physics_rows(&run); k++) {
      CHECK_NEAR(value[k], sin(t[k]), driven[i].position ? 1e-14 : late);
      CHECK_NEAR(physics_of(&run, driven[i].coordinate, "rate")[k], cos(t[k]), 1e-14);
      CHECK_NEAR(multiplier[k], driven[i].mass * sin(t[k]), 1e-13);
    }
    mass += driven[i].mass;
  }
  for (int64_t k = 0; k < physics_rows(&run); k++) CHECK_NEAR(work[k], mass / 2 * (pow(cos(t[k]), 2) - 1), mass * late);
  physics_finish(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(follows_the_references), cmocka_unit_test(measured_order_is_two),
                                     cmocka_unit_test(blade_carries_the_lateral_force),
                                     cmocka_unit_test(equations_that_drive)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
