/* label: long. The decks of Adams themselves, unchanged, as `sarrus run DECK.adm --end 5 --every 0.05 --tol 1e-13` runs
 * them. Their requests are what Adams wrote: positions, velocities, accelerations, Euler parameters, reactions.
 *
 * Three decks have no results of Adams: of these the motion is solved here, in closed form or in one or two coordinates
 * by Runge and Kutta's method. */
#include <stdio.h>
#include <string.h>

#include "physics/adams.h"

#define END 5.0
#define EVERY 0.05
#define TOLERANCE 1e-13
#define GRAVITY 9.80665
#define DEGREES 57.295779513082320877 /* per radian */

static const Quantity requests[] = {
    VECTOR("Pos", "Pos", "request1.f2", "request1.f3", "request1.f4"),
    VECTOR("Vel", "Vel", "request2.f2", "request2.f3", "request2.f4"),
    VECTOR("Acc", "Acc", "request3.f2", "request3.f3", "request3.f4"),
    {"Quat", "Quat", {"request4.f2", "request4.f3", "request4.f4", "request4.f6"}, {0}, 4},
    VECTOR("Avel", "Avel", "request2.f6", "request2.f7", "request2.f8"),
    VECTOR("Aacc", "Aacc", "request3.f6", "request3.f7", "request3.f8"),
    VECTOR("Rforce", "Rforce", "request5.f2", "request5.f3", "request5.f4"),
    VECTOR("Rtorque", "Rtorque", "request5.f6", "request5.f7", "request5.f8"),
};

static const char *const decks[] = {
    "Revolute_Case01",    "Revolute_Case02",  "Spherical_Case01", "Spherical_Case02", "Universal_Case01",
    "Universal_Case02",   "Prismatic_Case01", "Prismatic_Case02", "Prismatic_Case03", "Cylindrical_Case01",
    "Cylindrical_Case02", "Distance_Case01",  "Distance_Case03",
};

static void require_ok(const Run *run, SarStatus status, const char *deck) {
  if (status == SAR_OK) return;
  for (int32_t i = 0; i < sar_context_count(run->context); i++) {
    const SarDiagnostic *d = sar_context_get(run->context, i);
    print_error("%s.adm:%d:%d: %s\n", deck, (int)d->source.line, (int)d->source.column, d->message);
  }
  fail_msg("%s: %s", deck, sar_status_text(status));
}

static Run run_deck(const char *deck) {
  Run run = {.context = sar_context_create()};
  char path[512];
  snprintf(path, sizeof path, "%s/data/adams/decks/%s.adm", SAR_TEST_DIR, deck);
  require_ok(&run, sar_model_read(run.context, path, NULL, 0, &run.model), deck);
  require_ok(&run, sar_system_compile(run.context, run.model, &run.system), deck);
  require_ok(&run, sar_table_create(run.context, &run.table), deck);
  SarRunOptions options = sar_run_options_default();
  options.end = END;
  options.output_every = EVERY;
  options.tolerance = TOLERANCE;
  options.table = run.table;
  require_ok(&run, sar_run(run.context, run.system, &options, &run.summary), deck);
  assert_int_equal(run.summary.status, SAR_RUN_DONE);
  return run;
}

static void agree_with_adams(void **state) {
  (void)state;
  int wrong = 0;
  for (size_t i = 0; i < sizeof decks / sizeof decks[0]; i++) {
    Run run = run_deck(decks[i]);
    wrong += adams_compare(decks[i], &run, requests, (int)(sizeof requests / sizeof requests[0]));
    physics_finish(&run);
  }
  assert_int_equal(wrong, 0);
}

/* ---- decks without results ---- */

/* The largest difference from a function of the row, printed. */
typedef double (*Expected)(const double *truth);

static void check_column(const Run *run, const char *name, const double *truth, int width, Expected expected,
                         double tolerance) {
  const double *column = physics_column(run, name);
  double worst = 0;
  for (int64_t i = 0; i < physics_rows(run); i++) {
    double d = fabs(column[i] - expected(truth + i * width));
    worst = d > worst || isnan(d) ? d : worst;
  }
  print_message("%-16s off by %8.2e, limit %8.2e\n", name, worst, tolerance);
  assert_true(worst <= tolerance);
}

#define ROWS 101
#define SUBSTEPS 2000 /* of Runge and Kutta's method between two rows: errors of about (2.5e-5)^4 */

typedef void (*Rates)(const double *y, double *rates);

static void runge_kutta(Rates rates, int n, double h, double *y) {
  double k[4][4], at[4];
  for (int stage = 0; stage < 4; stage++) {
    double back = stage == 0 ? 0 : stage == 3 ? h : h / 2;
    for (int i = 0; i < n; i++) at[i] = y[i] + (stage ? back * k[stage - 1][i] : 0);
    rates(at, k[stage]);
  }
  for (int i = 0; i < n; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

/* Rows of n states. */
static void solve(Rates rates, int n, const double *start, double *truth) {
  memcpy(truth, start, (size_t)n * sizeof *truth);
  for (int row = 1; row < ROWS; row++) {
    double *y = truth + row * n;
    memcpy(y, y - n, (size_t)n * sizeof *y);
    for (int i = 0; i < SUBSTEPS; i++) runge_kutta(rates, n, EVERY / SUBSTEPS, y);
  }
}

/* A pendulum of one kilogram, 2 m from a hinge about y, J = 0.1 + 4, released level, with a torsion spring and damper
 * of 1 and 0.05 per degree: J a'' = 2 m g cos(a) - k a - c a'. */
static double spring_torque(const double *y) { return DEGREES * y[0] + 0.05 * DEGREES * y[1]; }
static void pendulum_rates(const double *y, double *rates) {
  rates[0] = y[1];
  rates[1] = (2 * GRAVITY * cos(y[0]) - spring_torque(y)) / 4.1;
}
static double pendulum_x(const double *y) { return 2 * cos(y[0]); }
static double pendulum_z(const double *y) { return -2 * sin(y[0]); }
static double pendulum_vx(const double *y) { return -2 * sin(y[0]) * y[1]; }
static double pendulum_w(const double *y) { return y[1]; }
static double pendulum_alpha(const double *y) {
  double rates[2];
  pendulum_rates(y, rates);
  return rates[1];
}

static void torsion_spring(void **state) {
  (void)state;
  static double truth[ROWS * 2];
  Run run = run_deck("RotSpring_Case01");
  solve(pendulum_rates, 2, (double[]){0, 0}, truth);
  check_column(&run, "REQUEST_1.f2", truth, 2, pendulum_x, 1e-9);
  check_column(&run, "REQUEST_1.f4", truth, 2, pendulum_z, 1e-9);
  check_column(&run, "REQUEST_2.f2", truth, 2, pendulum_vx, 1e-8);
  check_column(&run, "REQUEST_2.f7", truth, 2, pendulum_w, 1e-8);
  check_column(&run, "REQUEST_3.f7", truth, 2, pendulum_alpha, 1e-7);
  check_column(&run, "request5.f7", truth, 2, spring_torque, 1e-7); /* on I, the ground */
  physics_finish(&run);
}

/* A point mass on a spring of 100 N/m, free length 2 m, with 1 N s/m: y, z and their rates. */
static double pull(const double *y) {
  double length = sqrt(y[0] * y[0] + y[1] * y[1]), rate = (y[0] * y[2] + y[1] * y[3]) / length;
  return (100 * (length - 2) + rate) / length; /* over the length: times y or z it is a component */
}
static void spring_rates(const double *y, double *rates) {
  rates[0] = y[2];
  rates[1] = y[3];
  rates[2] = -pull(y) * y[0];
  rates[3] = -pull(y) * y[1] - GRAVITY;
}
static double zero(const double *y) { return 0 * y[0]; }
static double spring_y(const double *y) { return y[0]; }
static double spring_z(const double *y) { return y[1]; }
static double spring_vz(const double *y) { return y[3]; }
static double spring_az(const double *y) { return -pull(y) * y[1] - GRAVITY; }
static double spring_fy(const double *y) { return pull(y) * y[0]; }
static double spring_fz(const double *y) { return pull(y) * y[1]; }

static void spring(void **state) {
  (void)state;
  static double truth[ROWS * 4];
  Run run = run_deck("TransSpring_Case01");
  solve(spring_rates, 4, (double[]){2, 0, 0, 0}, truth);
  check_column(&run, "REQUEST_1.f2", truth, 4, zero, 1e-9);
  check_column(&run, "REQUEST_1.f3", truth, 4, spring_y, 1e-8);
  check_column(&run, "REQUEST_1.f4", truth, 4, spring_z, 1e-8);
  check_column(&run, "REQUEST_2.f4", truth, 4, spring_vz, 1e-7);
  check_column(&run, "REQUEST_3.f4", truth, 4, spring_az, 1e-6);
  check_column(&run, "request5.f3", truth, 4, spring_fy, 1e-6); /* on I, the ground: pulled towards the mass */
  check_column(&run, "request5.f4", truth, 4, spring_fz, 1e-6);
  physics_finish(&run);
}

/* A rack of one kilogram falls along -z, and turns a pinion of 0.1 kg m^2 about x with the radius PD/2 = 0.05:
 * a = g/(1 + J/(m r^2)). z of the rack's marker is -z of the ground: the way along it is r times the pinion's angle. */
#define RACK (GRAVITY / (1 + 0.1 / (0.05 * 0.05)))
static double rack_z(const double *t) { return -RACK * t[0] * t[0] / 2; }
static double rack_v(const double *t) { return -RACK * t[0]; }
static double rack_a(const double *t) { return -RACK + 0 * t[0]; }
static double pinion_w(const double *t) { return RACK * t[0] / 0.05; }
static double pinion_alpha(const double *t) { return RACK / 0.05 + 0 * t[0]; }

static void rack_and_pinion(void **state) {
  (void)state;
  static double times[ROWS];
  Run run = run_deck("RackPinion_Case01");
  for (int i = 0; i < ROWS; i++) times[i] = i * EVERY;
  check_column(&run, "request5.f4", times, 1, rack_z, 1e-9);
  check_column(&run, "request6.f4", times, 1, rack_v, 1e-9);
  check_column(&run, "request7.f4", times, 1, rack_a, 1e-8);
  check_column(&run, "request2.f6", times, 1, pinion_w, 1e-8);
  check_column(&run, "request3.f6", times, 1, pinion_alpha, 1e-7);
  /* what both joints put on the ground: the weights of both, but for what accelerates the rack */
  const double *hinge = physics_column(&run, "request9.f4"), *guide = physics_column(&run, "request10.f4");
  for (int64_t i = 0; i < physics_rows(&run); i++) CHECK_NEAR(hinge[i] + guide[i], -(2 * GRAVITY - RACK), 1e-7);
  physics_finish(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(agree_with_adams), cmocka_unit_test(rack_and_pinion),
                                     cmocka_unit_test(torsion_spring), cmocka_unit_test(spring)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
