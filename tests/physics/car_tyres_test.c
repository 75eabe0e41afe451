/* label: numbers. Cars and wheels on tyres, against closed forms and against the bicycle model, which is integrated
 * here. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "element/tyre/tyre_file.h"
#include "model/model.h"
#include "physics/support.h"

#define G 9.81
enum { FIALA, MF52, MODELS };
static const char *const models[MODELS] = {"tyres/car_fiala", "tyres/car_mf52"};

/* The car of both models: 1400 kg of chassis, 35 kg at each wheel. */
static const double L = 2.7, mass = 1540, half_track = 0.75;

/* Static load of a tyre of an axle, N. */
static double load_of(bool rear) { return G * (1400 * (rear ? 1.2 : 1.5) / (2 * L) + 35); }

/* What a tyre does at small slip angles under a load: stiffness N/rad (positive), trail m and relaxation length m. */
typedef struct Linear {
  double stiffness, trail, length;
} Linear;

static Linear linear_of(int model, double fz) {
  if (model == FIALA) return (Linear){50000, 0.2 / 3, 0.344 / 2};
  Run run = physics_compile(&(Setup){.model = models[MF52]});
  const SarModelElement *tyre = &run.model->elements[sar_model_find(run.model, "front_tyre1")];
  const SarTyreFile *file = sar_model_value(tyre, "file")->tyre;
  SarTyreSlip slip = {sar_dual(0), sar_dual_input(0, 0), sar_dual(0), sar_dual(fz), sar_dual(0)};
  SarTyreForce f;
  SarDual length[2];
  file->model->force(&file->data, &slip, &f);
  file->model->relaxation(&file->data, sar_dual(fz), length);
  Linear l = {-f.fy.d[0], -f.mz.d[0] / f.fy.d[0], length[1].v};
  physics_finish(&run);
  return l;
}

static double last(const Run *run, const char *column) { return physics_column(run, column)[physics_rows(run) - 1]; }

static int64_t row_at(const Run *run, double t) {
  const double *time = physics_column(run, "time");
  int64_t k = 0;
  while (k + 1 < physics_rows(run) && time[k] < t - 1e-9) k++;
  return k;
}

/* ---- the bicycle model ---- */

typedef struct Bicycle {
  Linear tyre[2];
  double x[2]; /* m, from the centre of mass to the axles */
  double inertia;
} Bicycle;

static Bicycle bicycle_of(int model) {
  double front = 2 * load_of(false), rear = 2 * load_of(true);
  Bicycle c = {{linear_of(model, front / 2), linear_of(model, rear / 2)}, {L * rear / (front + rear), 0}, 0};
  c.x[1] = c.x[0] - L;
  c.inertia = 2200 + 1400 * (c.x[0] - 1.2) * (c.x[0] - 1.2);
  for (int i = 0; i < 2; i++) c.inertia += 70 * (c.x[i] * c.x[i] + half_track * half_track);
  return c;
}

/* Yaw rate over the steering angle in a steady turn; forces act behind the axles by the trails. */
static double steady(const Bicycle *c, double speed) {
  double lf = c->x[0] - c->tyre[0].trail, lr = -c->x[1] + c->tyre[1].trail;
  double under = mass * (lr / (2 * c->tyre[0].stiffness) - lf / (2 * c->tyre[1].stiffness)) / (lf + lr);
  return speed / (L + under * speed * speed);
}

/* Lateral speed, yaw rate and the two lagging slips. */
static void bicycle_rates(const Bicycle *c, double speed, double steer, const double y[4], double out[4]) {
  double force = 0, moment = 0;
  for (int i = 0; i < 2; i++) {
    double across = y[0] + c->x[i] * y[1] - (i ? 0 : speed * steer), f = -2 * c->tyre[i].stiffness * y[2 + i];
    out[2 + i] = (across - speed * y[2 + i]) / c->tyre[i].length;
    force += f;
    moment += f * (c->x[i] - c->tyre[i].trail);
  }
  out[0] = force / mass - speed * y[1];
  out[1] = moment / c->inertia;
}

static double steer_at(double t) {
  double u = fmin(fmax((t - 1) / 0.2, 0), 1);
  return 0.009 * u * u * (3 - 2 * u);
}

static void bicycle_step(const Bicycle *c, double speed, double t, double h, double y[4]) {
  double k[4][4], at[4];
  for (int s = 0; s < 4; s++) {
    double share = s == 3 ? 1 : 0.5;
    for (int i = 0; i < 4; i++) at[i] = s ? y[i] + share * h * k[s - 1][i] : y[i];
    bicycle_rates(c, speed, steer_at(t + (s ? share * h : 0)), at, k[s]);
  }
  for (int i = 0; i < 4; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

/* ---- cornering and step steer ---- */

/* Shifts of MF 5.2 push to one side: what counts is half the difference of turns to the left and to the right. */
static void test_cornering(void **state) {
  (void)state;
  for (int m = 0; m < MODELS; m++) {
    Bicycle c = bicycle_of(m);
    Run left = physics_run(&(Setup){.model = models[m], .set = "steer=0.009", .end = 4, .every = 0.01});
    Run right = physics_run(&(Setup){.model = models[m], .set = "steer=-0.009", .end = 4, .every = 0.01});
    const double *a = physics_column(&left, "yaw_rate.value"), *b = physics_column(&right, "yaw_rate.value");
    double speed = last(&left, "forward.value"),
           is = (last(&left, "yaw_rate.value") - last(&right, "yaw_rate.value")) / 2;
    double expected = 0.009 * steady(&c, speed), worst = 0, y[4] = {0, 0, 0, 0};
    int64_t rows = physics_rows(&left), peak = 0, peak_expected = 0;
    double most = 0, most_expected = 0;
    assert_int_equal(rows, physics_rows(&right));
    for (int64_t k = 0; k + 1 < rows; k++) {
      double yaw = (a[k] - b[k]) / 2;
      worst = fmax(worst, fabs(yaw - y[1]));
      if (yaw > most) most = yaw, peak = k;
      if (y[1] > most_expected) most_expected = y[1], peak_expected = k;
      for (int i = 0; i < 10; i++) bicycle_step(&c, 20, 0.01 * (double)k + 0.001 * i, 0.001, y);
    }
    print_message(
        "%s: %.4f g, yaw rate %.6f rad/s, bicycle %.6f (%.2f %%); peak %.6f at %.2f s, bicycle %.6f at %.2f s; "
        "largest difference on the way %.2f %%\n",
        models[m], is * speed / G, is, expected, 100 * (is / expected - 1), most, 0.01 * (double)peak, most_expected,
        0.01 * (double)peak_expected, 100 * worst / expected);
    CHECK_NEAR(is, expected, 0.02 * expected);
    CHECK_NEAR(most, most_expected, 0.03 * most_expected);
    assert_true(worst < 0.06 * expected);
    physics_finish(&left);
    physics_finish(&right);
  }
}

/* ---- braking ---- */

static double total(const Run *run, const char *quantity, int64_t row, double power) {
  static const char *const tyres[] = {"front_tyre1", "front_tyre2", "rear_tyre1", "rear_tyre2"};
  double sum = 0;
  for (int i = 0; i < 4; i++) sum += pow(physics_of(run, tyres[i], quantity)[row], power);
  return sum;
}

/* T at every wheel: m v' = -sum Fx, Fx r = T - J w' with the loaded radius r, w = v/Re at small slip. */
static void test_braking(void **state) {
  (void)state;
  for (int m = 0; m < MODELS; m++) {
    Run run =
        physics_run(&(Setup){.model = models[m], .set = "brake=300", .end = 2.5, .every = 0.01, .tolerance = 1e-7});
    int64_t first = row_at(&run, 1.8), end = row_at(&run, 2.3);
    const double *v = physics_column(&run, "chassis.vx"), *time = physics_column(&run, "time");
    double is = (v[first] - v[end]) / (time[end] - time[first]), r = total(&run, "radius", end, 1) / 4;
    double expected = 4 * 300 / (r * mass + 4 * 1 / (0.344 - (0.344 - r) / 3));
    print_message("%s: braking with %.4f m/s^2, %.4f expected\n", models[m], is, expected);
    CHECK_NEAR(is, expected, 0.005 * expected);
    physics_finish(&run);
  }
}

/* Locked wheels on Fiala's tyres: friction is the least one, less what the brush loses. */
static void test_locked(void **state) {
  (void)state;
  Run run =
      physics_run(&(Setup){.model = models[FIALA], .set = "brake=5000", .end = 2, .every = 0.01, .tolerance = 1e-7});
  int64_t first = row_at(&run, 1.4), end = row_at(&run, 1.7);
  const double *v = physics_column(&run, "chassis.vx"), *time = physics_column(&run, "time");
  double is = (v[first] - v[end]) / (time[end] - time[first]), W = mass * G, U = 0.7, C = 100000;
  /* loads: the inertia force at the height of the centre of mass moves them forward */
  double height = (1400 * 0.55 + 140 * 0.33) / mass, front = 2 * load_of(false), expected = U * G;
  for (int i = 0; i < 20; i++) {
    double moved = mass * expected * height / L, f = front + moved, r = W - front - moved;
    expected = (U * W - U * U * (f * f + r * r) / 2 / (4 * C)) / mass;
  }
  print_message("locked: %.4f m/s^2, %.4f expected; slip %.4f\n", is, expected,
                physics_of(&run, "front_tyre1", "kappa")[end]);
  CHECK_NEAR(is, expected, 0.005 * expected);
  assert_true(run.summary.energy_balance_max < 1e-4);
  physics_finish(&run);
}

/* ---- rough roads ---- */

/* A mass on a spring and a damper over a wave: z has the amplitude of a base that moves. And turned, and in other
 * units. */
static void test_wave(void **state) {
  (void)state;
  double w = 2 * acos(-1) * 10 / 4, k = 2e5, c = 2e3, m = 300;
  double expected = 1e-3 * sqrt((k * k + c * c * w * w) / (pow(k - m * w * w, 2) + c * c * w * w));
  Run run = physics_run(&(Setup){.model = "tyres/wheel", .end = 6, .every = 0.002, .tolerance = 1e-8});
  Run turned = physics_run(&(Setup){.model = "tyres/wheel_turned", .end = 6, .every = 0.002, .tolerance = 1e-8});
  double high = -1, low = 1;
  const double *z = physics_column(&run, "wheel.z"), *x = physics_column(&run, "wheel.x"),
               *f = physics_of(&run, "tyre", "fz");
  const double *zt = physics_column(&turned, "wheel.z"), *xt = physics_column(&turned, "wheel.x");
  const double *ft = physics_of(&turned, "tyre", "fz");
  for (int64_t i = row_at(&run, 5); i < physics_rows(&run); i++) high = fmax(high, z[i]), low = fmin(low, z[i]);
  print_message("wave: amplitude %.6f mm, %.6f expected\n", 500 * (high - low), 1e3 * expected);
  CHECK_NEAR((high - low) / 2, expected, 2e-3 * expected);
  for (int64_t i = 0; i < physics_rows(&run); i += 100) {
    CHECK_NEAR(xt[i] / 1000, x[i] * cos(0.5) + z[i] * sin(0.5), 2e-6);
    CHECK_NEAR(zt[i] / 1000, z[i] * cos(0.5) - x[i] * sin(0.5), 2e-6);
    CHECK_NEAR(ft[i], f[i], 0.5);
  }
  physics_finish(&run);
  physics_finish(&turned);
}

/* Over a bump at 20 m/s and on: the chassis comes to rest where it was, no energy is made, and both kinds of tyres, of
 * the same vertical stiffness, throw the car up alike. */
static void test_bump(void **state) {
  (void)state;
  double high[MODELS], hard[MODELS];
  for (int m = 0; m < MODELS; m++) {
    Run run = physics_run(&(Setup){.model = models[m], .set = "bump=0.04", .end = 5, .every = 0.002});
    const double *z = physics_column(&run, "chassis.z"), *f = physics_of(&run, "front_tyre1", "fz");
    high[m] = hard[m] = 0;
    for (int64_t i = 0; i < physics_rows(&run); i++) high[m] = fmax(high[m], z[i]), hard[m] = fmax(hard[m], f[i]);
    print_message("%s: bump lifts the chassis by %.4f m, tyre to %.0f N; %d steps, balance %.1e\n", models[m],
                  high[m] - z[0], hard[m], (int)run.summary.steps, run.summary.energy_balance_max);
    CHECK_NEAR(z[physics_rows(&run) - 1], z[0], 1e-3);
    assert_true(high[m] > z[0] + 0.002 && hard[m] > 5000);
    assert_true(run.summary.energy_balance_max < 1e-4);
    physics_finish(&run);
  }
  CHECK_NEAR(high[0], high[1], 1e-3);
  CHECK_NEAR(hard[0], hard[1], 0.03 * hard[0]);
}

/* ---- from rest ---- */

/* Five seconds with the brakes on: nothing moves, and the steps are long; then the engine pulls against the brakes. */
static void test_rest(void **state) {
  (void)state;
  for (int m = 0; m < MODELS; m++) {
    Run run =
        physics_run(&(Setup){.model = m ? "tyres/car_mf52_rest" : "tyres/car_fiala_rest", .end = 8, .every = 0.02});
    const double *v = physics_column(&run, "forward.value"), *x = physics_column(&run, "chassis.x");
    int64_t first = row_at(&run, 3), gone = row_at(&run, 5.4), rows = physics_rows(&run);
    double fastest = 0;
    for (int64_t i = first; i < gone; i++) fastest = fmax(fastest, fabs(v[i]));
    print_message("%s: at rest below %.1e m/s, moved %.1e m; at 8 s %.3f m/s; %d steps, %d rejected\n", models[m],
                  fastest, fabs(x[gone] - x[0]), v[rows - 1], (int)run.summary.steps, (int)run.summary.rejected);
    assert_true(fastest < 1e-6);
    CHECK_NEAR(x[gone], x[0], 1e-3);
    assert_true(v[rows - 1] > 0.5);
    for (int64_t i = row_at(&run, 6); i + 1 < rows; i++) assert_true(v[i + 1] > v[i]); /* no chatter */
    assert_true(run.summary.steps < 2000);
    physics_finish(&run);
  }
}

/* ---- the HMMWV ---- */

#define HMMWV "tyres/hmmwv"
static const double hmmwv_mass = 2576.92, wheelbase = 3.378 - 0.076;

/* It stands as the recorded model of the same vehicle does (Project Chrono): height of the chassis and tyre loads. */
static void test_hmmwv_stands(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = HMMWV, .end = 4});
  double front = last(&run, "front_tyre1.fz"), rear = last(&run, "rear_tyre2.fz"), z = last(&run, "chassis.z");
  print_message("HMMWV: %.6f m, %.1f N, %.1f N\n", z, front, rear);
  CHECK_NEAR(z, 0.677675, 5e-5); /* tyres have lateral forces by toe, the recorded ones none */
  CHECK_NEAR(front, 6520.6, 1);
  CHECK_NEAR(rear, 6119.2, 1);
  physics_finish(&run);
}

static void test_hmmwv_turns(void **state) {
  (void)state;
  double rate[2], angle[2], speed = 0;
  for (int side = 0; side < 2; side++) {
    Run run = physics_run(&(Setup){.model = HMMWV, .set = side ? "rack=-0.0026" : "rack=0.0026", .end = 5});
    rate[side] = last(&run, "yaw_rate.value");
    angle[side] = (last(&run, "angle1.value") + last(&run, "angle2.value")) / 2;
    speed = last(&run, "forward.value");
    physics_finish(&run);
  }
  double W = 2 * (6520.6 + 6119.2), x = wheelbase * 2 * 6119.2 / W, trail = 0.318 / 3, C = 2 * 50000;
  double lf = x - trail, lr = wheelbase - x + trail, under = W / G * (lr / C - lf / C) / (lf + lr);
  double expected = speed * (angle[0] - angle[1]) / 2 / (wheelbase + under * speed * speed),
         is = (rate[0] - rate[1]) / 2;
  print_message("HMMWV: %.4f g, steered by %.5f rad, yaw rate %.6f rad/s, bicycle %.6f (%.2f %%)\n",
                fabs(is) * speed / G, (angle[0] - angle[1]) / 2, is, expected, 100 * (is / expected - 1));
  CHECK_NEAR(is, expected, 0.02 * fabs(expected));
}

static void test_hmmwv_brakes(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = HMMWV, .set = "brake=700", .end = 3.5, .every = 0.01, .tolerance = 1e-7});
  int64_t first = row_at(&run, 2.5), end = row_at(&run, 3.3);
  const double *v = physics_column(&run, "chassis.vx"), *time = physics_column(&run, "time");
  double is = (v[first] - v[end]) / (time[end] - time[first]), r = total(&run, "radius", end, 1) / 4;
  double expected = 4 * 700 / (r * hmmwv_mass + 4 * 7.78782 / (0.467 - (0.467 - r) / 3));
  print_message("HMMWV: braking with %.4f m/s^2, %.4f expected\n", is, expected);
  CHECK_NEAR(is, expected, 0.01 * expected);
  physics_finish(&run);
}

static void test_hmmwv_bump(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = HMMWV, .set = "bump=0.05", .end = 5, .every = 0.005});
  const double *z = physics_column(&run, "chassis.z"), *f = physics_of(&run, "front_tyre1", "fz");
  double high = 0, hard = 0;
  for (int64_t i = 0; i < physics_rows(&run); i++) high = fmax(high, z[i]), hard = fmax(hard, f[i]);
  print_message("HMMWV: bump to %.4f m, tyre to %.0f N; %d steps, balance %.1e\n", high, hard, (int)run.summary.steps,
                run.summary.energy_balance_max);
  assert_true(high > 0.69 && hard > 9000 && run.summary.energy_balance_max < 1e-4);
  CHECK_NEAR(z[physics_rows(&run) - 1], 0.677675, 1e-3);
  physics_finish(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cornering),    cmocka_unit_test(test_braking),
                                     cmocka_unit_test(test_locked),       cmocka_unit_test(test_wave),
                                     cmocka_unit_test(test_bump),         cmocka_unit_test(test_rest),
                                     cmocka_unit_test(test_hmmwv_stands), cmocka_unit_test(test_hmmwv_turns),
                                     cmocka_unit_test(test_hmmwv_brakes), cmocka_unit_test(test_hmmwv_bump)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
