/* Stiffness must not cost steps: states and hinges with time constants far below the step need as many steps as their
 * twins without, at every tolerance, and their errors follow the tolerance. */
#include <stdio.h>
#include <stdlib.h>

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

/* ---- states that follow the motion ---- */

#define PENDULUM_ROWS 201 /* every 0.05 s for 10 s */
#define SUBSTEPS 200      /* of the reference, per row */

/* What a pendulum and two filters in a row do, by other means: classical Runge-Kutta for the pendulum, and filters in
 * closed form for an input that is a cubic within each small step. */
typedef struct Filtered {
  double angle[PENDULUM_ROWS], first[PENDULUM_ROWS], second[PENDULUM_ROWS];
} Filtered;

static double pull(double angle) { return -9.81 / 1.01 * cos(angle); }

static void swing(double h, double *angle, double *rate) {
  double k1 = *rate, a1 = pull(*angle), k2 = *rate + h / 2 * a1, a2 = pull(*angle + h / 2 * k1);
  double k3 = *rate + h / 2 * a2, a3 = pull(*angle + h / 2 * k2), k4 = *rate + h * a3, a4 = pull(*angle + h * k3);
  *angle += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  *rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

/* The polynomial p with p + T p' = u, by coefficients of ascending powers. */
static void follow(double T, const double u[4], double p[4]) {
  p[3] = u[3];
  for (int k = 2; k >= 0; k--) p[k] = u[k] - (k + 1) * T * p[k + 1];
}

static double cubic(const double p[4], double s) { return p[0] + s * (p[1] + s * (p[2] + s * p[3])); }

/* x' = (u - x)/T, y' = (x - y)/T over a step h; u and its rate at both ends. */
static void filter(double T, double h, const double u[2], const double rate[2], double *x, double *y) {
  double slope = (u[1] - u[0]) / h, p[4], q[4];
  double input[4] = {u[0], rate[0], (3 * slope - 2 * rate[0] - rate[1]) / h, (rate[0] + rate[1] - 2 * slope) / (h * h)};
  follow(T, input, p);
  follow(T, p, q);
  double off_x = *x - p[0], off_y = *y - q[0], decay = exp(-h / T);
  *x = cubic(p, h) + off_x * decay;
  *y = cubic(q, h) + (off_y + off_x * h / T) * decay;
}

/* Filters of the speed, or of the angular acceleration. */
static void make_reference(double T, bool acceleration, Filtered *out) {
  double h = 0.05 / SUBSTEPS, angle = 0, rate = 2, x = acceleration ? pull(0) : rate, y = x;
  for (int k = 0; k < PENDULUM_ROWS; k++) {
    out->angle[k] = angle, out->first[k] = x, out->second[k] = y;
    for (int i = 0; i < SUBSTEPS; i++) {
      double before[3] = {rate, pull(angle), 9.81 / 1.01 * sin(angle) * rate};
      swing(h, &angle, &rate);
      double after[3] = {rate, pull(angle), 9.81 / 1.01 * sin(angle) * rate};
      const double *from = before + acceleration, *to = after + acceleration;
      filter(T, h, (double[]){from[0], to[0]}, (double[]){from[1], to[1]}, &x, &y);
    }
  }
}

/* The largest error of a column, over its largest value. */
static double relative_error(const Run *run, const char *column, const double *exact) {
  const double *value = physics_column(run, column);
  double largest = 0, error = 0;
  assert_int_equal(physics_rows(run), PENDULUM_ROWS);
  for (int k = 0; k < PENDULUM_ROWS; k++) {
    largest = fmax(largest, fabs(exact[k]));
    error = fmax(error, fabs(value[k] - exact[k]));
  }
  return error / largest;
}

/* A model of two filters in a row, and what it is held to. */
typedef struct Follower {
  const char *model, *first, *second;
  bool acceleration;
  double steps_within; /* of those at T = 0.1 s */
  double bound, power; /* errors are at most bound tolerance^power */
} Follower;

/* Whatever T is, the steps are as many, hardly any is rejected, and the errors are those of the motion. */
static void check_follower(const Follower *f) {
  static const char *const constants[] = {"T=0.1", "T=1e-2", "T=1e-3", "T=1e-4", "T=1e-5", "T=1e-6", "T=1e-8"};
  static const double allowed[] = {1e-4, 1e-5, 1e-6, 1e-7};
  static Filtered exact;
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
    double usual = 0, scale = pow(allowed[i], f->power);
    for (size_t k = 0; k < sizeof constants / sizeof *constants; k++) {
      Run run = run_with(f->model, constants[k], allowed[i]);
      double steps = (double)run.summary.steps, rejected = (double)run.summary.rejected;
      make_reference(strtod(constants[k] + 2, NULL), f->acceleration, &exact);
      double angle = relative_error(&run, "pivot.angle", exact.angle) / pow(allowed[i], 2.0 / 3);
      double first = relative_error(&run, f->first, exact.first) / scale;
      double second = relative_error(&run, f->second, exact.second) / scale;
      print_message("%s, %s: tolerance %.0e, %.0f steps, %.0f rejected, errors %.2f and %.2f, of the angle %.2f\n",
                    f->model, constants[k], allowed[i], steps, rejected, first, second, angle);
      if (k == 0) usual = steps;
      CHECK_NEAR(steps / usual, 1, f->steps_within);
      assert_true(rejected < 0.1 * steps);
      assert_true(first < f->bound && second < f->bound && angle < 8);
      physics_finish(&run);
    }
  }
}

static void filters_of_a_velocity(void **state) {
  (void)state;
  check_follower(&(Follower){.model = "stiff_filter",
                             .first = "x.value",
                             .second = "y.value",
                             .steps_within = 0.05,
                             .bound = 10,
                             .power = 2.0 / 3});
}

/* Accelerations swing for some steps after a change of the step, by an amount that falls with h only. */
static void filters_of_an_acceleration(void **state) {
  (void)state;
  check_follower(&(Follower){.model = "stiff_derivative",
                             .first = "sensor.value",
                             .second = "derivative.value",
                             .acceleration = true,
                             .steps_within = 0.1,
                             .bound = 1.2,
                             .power = 1.0 / 3});
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
                                     cmocka_unit_test(stiff_state_that_rules),
                                     cmocka_unit_test(governor),
                                     cmocka_unit_test(governor_becomes_rigid),
                                     cmocka_unit_test(filters_of_a_velocity),
                                     cmocka_unit_test(filters_of_an_acceleration),
                                     cmocka_unit_test(orders_of_states)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
