/* Stiffness must not cost steps: states and hinges with time constants far below the step need as many steps as their
 * twins without, at every tolerance, and their errors follow the tolerance. */
#include <stdio.h>

#include "physics/support.h"
#include "physics/trial.h"

static const double tolerances[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};
#define TOLERANCES ((int)(sizeof tolerances / sizeof tolerances[0]))
#define STEPS_WITHIN 0.05

static Run run_with(const char *model, const char *set, double tolerance) {
  return physics_run(&(Setup){.model = model, .set = set, .tolerance = tolerance});
}

/* Steps grow as tolerance^(-1/3), by 2.15 per decade, for both; stability would need 1e6/2 steps per second. */
static void check_counts(const char *what, const int64_t *stiff, const int64_t *twin) {
  for (int i = 0; i < TOLERANCES; i++) {
    print_message("%s: tolerance %.0e, %lld steps stiff, %lld its twin\n", what, tolerances[i], (long long)stiff[i],
                  (long long)twin[i]);
  }
  for (int i = 0; i < TOLERANCES; i++) {
    double ratio = (double)stiff[i] / (double)twin[i];
    CHECK_NEAR(ratio, 1, tolerances[i] > 5e-5 ? 0.1 : STEPS_WITHIN);
    if (i > 0) CHECK_NEAR(log10((double)stiff[i] / (double)stiff[i - 1]), 1.0 / 3, 0.06);
  }
}

/* x' = -K (x - cos t), on its slow solution. */
static double slow_error(const Run *run, double K) {
  const double *t = physics_column(run, "time"), *x = physics_column(run, "x.value");
  double largest = 0;
  for (int64_t k = 0; k < physics_rows(run); k++) {
    largest = fmax(largest, fabs(x[k] - (K * K * cos(t[k]) + K * sin(t[k])) / (K * K + 1)));
  }
  return largest;
}

static void stiff_state_beside_a_pendulum(void **state) {
  (void)state;
  int64_t stiff[TOLERANCES], twin[TOLERANCES];
  double errors[TOLERANCES];
  for (int i = 0; i < TOLERANCES; i++) {
    Run run = run_with("stiff_state", NULL, tolerances[i]), other = run_with("stiff_state", "K=1", tolerances[i]);
    stiff[i] = run.summary.steps, twin[i] = other.summary.steps;
    errors[i] = slow_error(&run, 1e6);
    print_message("error %.2e, twin's %.2e\n", errors[i], slow_error(&other, 1));
    physics_finish(&run), physics_finish(&other);
  }
  check_counts("beside a pendulum", stiff, twin);
  for (int i = 0; i < TOLERANCES; i++) assert_true(errors[i] < tolerances[i]); /* the pendulum rules the steps */
}

/* x = cos(20 t) whatever K is: the state itself rules the steps. */
static void stiff_state_that_rules(void **state) {
  (void)state;
  int64_t stiff[TOLERANCES], twin[TOLERANCES];
  double errors[TOLERANCES];
  for (int i = 0; i < TOLERANCES; i++) {
    Run run = run_with("stiff_state_ruling", NULL, tolerances[i]);
    Run other = run_with("stiff_state_ruling", "K=1", tolerances[i]);
    const double *t = physics_column(&run, "time"), *x = physics_column(&run, "x.value");
    stiff[i] = run.summary.steps, twin[i] = other.summary.steps;
    errors[i] = 0;
    for (int64_t k = 0; k < physics_rows(&run); k++) errors[i] = fmax(errors[i], fabs(x[k] - cos(20 * t[k])));
    print_message("error %.2e\n", errors[i]);
    physics_finish(&run), physics_finish(&other);
  }
  check_counts("ruling", stiff, twin);
  for (int i = 0; i < TOLERANCES; i++) assert_true(errors[i] < 10 * tolerances[i]);
  assert_true(physics_slope(tolerances[0], errors[0], tolerances[4], errors[4]) > 0.6);
}

/* Rods of 8e5 N/m and 4e4 N s/m hold the collar of a governor: k/c is 20 1/s, c/m 4e4 1/s; those of 8e7 N/m and
 * 4e6 N s/m are a hundred times faster. Both need the steps of rigid rods, to within STEPS_WITHIN. An explicit method
 * would need steps below 2 m/c: 6e4 and 6e6 of them. */
enum { RODS = 3, STIFF = 0, STIFFER = 1, RIGID = 2 };
static Run governor_run(int rods, double tolerance) {
  return rods == RIGID ? run_with("governor_rigid", NULL, tolerance)
                       : run_with("governor", rods == STIFF ? NULL : "k=8e7", tolerance);
}

static void governor(void **state) {
  (void)state;
  int64_t steps[RODS][TOLERANCES];
  for (int i = 0; i < TOLERANCES; i++) {
    for (int rods = 0; rods < RODS; rods++) {
      Run run = governor_run(rods, tolerances[i]);
      steps[rods][i] = run.summary.steps;
      physics_finish(&run);
    }
  }
  check_counts("governor", steps[STIFF], steps[RIGID]);
  check_counts("governor, a hundred times stiffer", steps[STIFFER], steps[RIGID]);
}

/* A rod that carries F gives way by F/k at most (the damper holds it back); it stands at 45 degrees, so that the collar
 * moves by sqrt(2) F/k where the arms stay, and by less where they give way too. With a hundred times the stiffness
 * they are a hundred times closer. */
static void governor_becomes_rigid(void **state) {
  (void)state;
  const double tolerance = 1e-7;
  Run rigid = governor_run(RIGID, tolerance);
  const double *exact = physics_column(&rigid, "collar.z");
  double apart[2] = {0}, travel = 0, load = 0;
  for (int rods = 0; rods < 2; rods++) {
    Run run = governor_run(rods, tolerance);
    const double *z = physics_column(&run, "collar.z"), *force = physics_column(&run, "rod1.force");
    for (int64_t k = 0; k < physics_rows(&run); k++) {
      apart[rods] = fmax(apart[rods], fabs(z[k] - exact[k]));
      travel = fmax(travel, fabs(exact[k]));
      load = fmax(load, fabs(force[k]));
    }
    physics_finish(&run);
  }
  physics_finish(&rigid);
  print_message("collar: travel %.3e m, load %.3g N, %.2e and %.2e m from the rigid one\n", travel, load, apart[0],
                apart[1]);
  assert_true(travel > 0.005);
  for (int rods = 0; rods < 2; rods++) {
    double gives_way = load / (rods == STIFF ? 8e5 : 8e7);
    assert_true(apart[rods] > 0.1 * gives_way && apart[rods] < sqrt(2) * gives_way);
  }
  CHECK_NEAR(apart[STIFF] / apart[STIFFER], 100, 20); /* what is left is the error of the runs, some 2e-8 m */
}

/* The largest error of the state at fixed steps, by either formula. */
static double fixed_error(const char *method, double step) {
  Trial trial;
  SarRunOptions options = fixed_steps(1, step);
  trial_read(&trial, "models/dc_motor.yaml");
  trial_compile(&trial);
  options.method = method;
  trial_go(&trial, options);
  /* the closed form of equations_test.c */
  const double U = 12, R = 1.5, L = 0.2, K = 0.4, J = 0.02, b = 0.05;
  double end = U * b / (R * b + K * K), decay = (-R / L - b / J) / 2;
  double omega = sqrt((R * b + K * K) / (L * J) - decay * decay), largest = 0;
  const double *t = sar_table_values(trial.table, sar_table_find(trial.table, "time"));
  const double *i = sar_table_values(trial.table, sar_table_find(trial.table, "i.value"));
  for (int64_t k = 0; k < sar_table_rows(trial.table); k++) {
    double exact =
        end + exp(decay * t[k]) * (-end * cos(omega * t[k]) + (U / L + decay * end) / omega * sin(omega * t[k]));
    largest = fmax(largest, fabs(i[k] - exact));
  }
  trial_close(&trial);
  return largest;
}

/* Second order by default; eq (9a) of paper 1 has first order, as its error estimate says. */
static void orders_of_states(void **state) {
  (void)state;
  double second = log(fixed_error("hht", 2e-3) / fixed_error("hht", 1e-3)) / log(2);
  double paper = log(fixed_error("hht:states=paper", 2e-3) / fixed_error("hht:states=paper", 1e-3)) / log(2);
  print_message("order of states %.2f, states=paper %.2f\n", second, paper);
  CHECK_NEAR(second, 2, 0.1);
  CHECK_NEAR(paper, 1, 0.1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(stiff_state_beside_a_pendulum),
                                     cmocka_unit_test(stiff_state_that_rules), cmocka_unit_test(governor),
                                     cmocka_unit_test(governor_becomes_rigid), cmocka_unit_test(orders_of_states)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
