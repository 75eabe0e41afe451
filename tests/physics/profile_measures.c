#include "physics/profile_measures.h"

#include <math.h>

#define PI 3.14159265358979323846
#define DEGREE (PI / 180)

double cam_lifts(const Run *run) {
  const double *count = physics_column(run, "touch.count"), *w = physics_column(run, "cam.wz");
  for (int64_t i = 0; i < physics_rows(run); i++) {
    if (count[i] == 0) return w[i];
  }
  return NAN;
}

/* ---- a Geneva wheel: the crank is at 360 t - 180 degrees, and turns with 2 pi rad/s ---- */

enum { BESIDE = 4, TERMS = 4 };

double geneva_ratio(const Run *run) {
  const double *w = physics_column(run, "wheel.wz");
  double most = 0;
  for (int64_t i = 0; i < physics_rows(run); i++) most = fmax(most, -w[i] / (2 * PI));
  return most;
}

static double angle_at(const double *t, int64_t i) { return 2 * PI * t[i] - PI; }

/* By the angle of the crank, over the square of its speed; positive: faster. */
static double acceleration_at(const Run *run, int64_t i) {
  const double *t = physics_column(run, "time"), *w = physics_column(run, "wheel.wz");
  return -(w[i + BESIDE] - w[i - BESIDE]) / (t[i + BESIDE] - t[i - BESIDE]) / (4 * PI * PI);
}

/* Least squares: c0 + c1 x + c2 x^2 + c3 x^3. */
static void solve(double m[TERMS][TERMS + 1], double c[TERMS]) {
  for (int i = 0; i < TERMS; i++) {
    for (int j = i + 1; j < TERMS; j++) {
      double f = m[j][i] / m[i][i];
      for (int k = i; k <= TERMS; k++) m[j][k] -= f * m[i][k];
    }
  }
  for (int i = TERMS - 1; i >= 0; i--) {
    c[i] = m[i][TERMS];
    for (int j = i + 1; j < TERMS; j++) c[i] -= m[i][j] * c[j];
    c[i] /= m[i][i];
  }
}

/* The largest acceleration (sign 1) or deceleration (-1), and where. */
static double peak(const Run *run, double sign, double *angle) {
  const double *t = physics_column(run, "time");
  int64_t rows = physics_rows(run), best = BESIDE;
  for (int64_t i = BESIDE; i < rows - BESIDE; i++) {
    bool turning = fabs(angle_at(t, i)) < 40 * DEGREE;
    if (turning && sign * acceleration_at(run, i) > sign * acceleration_at(run, best)) best = i;
  }
  double m[TERMS][TERMS + 1] = {{0}}, c[TERMS];
  for (int64_t i = BESIDE; i < rows - BESIDE; i++) {
    double x = (angle_at(t, i) - angle_at(t, best)) / DEGREE, power[2 * TERMS] = {1};
    if (fabs(x) > 4) continue;
    for (int k = 1; k < 2 * TERMS; k++) power[k] = x * power[k - 1];
    for (int k = 0; k < TERMS; k++) {
      for (int j = 0; j < TERMS; j++) m[k][j] += power[k + j];
      m[k][TERMS] += power[k] * sign * acceleration_at(run, i);
    }
  }
  solve(m, c);
  double x = -2 * c[1] / (2 * c[2] - sqrt(4 * c[2] * c[2] - 12 * c[3] * c[1]));
  *angle = angle_at(t, best) / DEGREE + x;
  return c[0] + x * (c[1] + x * (c[2] + x * c[3]));
}

double geneva_acceleration(const Run *run) {
  double angle;
  return (peak(run, 1, &angle) + peak(run, -1, &angle)) / 2;
}

double geneva_angle(const Run *run) {
  double first, second;
  (void)peak(run, 1, &first);
  (void)peak(run, -1, &second);
  return (second - first) / 2;
}

/* From the middle to both sides, until it is slower than 0.02 rad/s; the last bit is evenly slower. */
double geneva_moves(const Run *run) {
  const double *t = physics_column(run, "time"), *w = physics_column(run, "wheel.wz");
  double limit = 0.02, ends[2];
  int64_t rows = physics_rows(run);
  for (int k = 0; k < 2; k++) {
    int64_t i = rows / 2, step = k ? 1 : -1;
    while (i > 0 && i < rows - 1 && fabs(w[i]) > limit) i += step;
    int64_t before = i - step;
    ends[k] = t[i] + (t[before] - t[i]) * (limit - fabs(w[i])) / (fabs(w[before]) - fabs(w[i]));
  }
  return ends[1] - ends[0];
}

/* ---- gears: 20 teeth at 10 rad/s ---- */

/* Sum, largest and least over the rows of six teeth, after the first one. */
static int64_t over_teeth(const Run *run, const char *column, double *sum, double *least, double *most) {
  const double *t = physics_column(run, "time"), *y = physics_column(run, column);
  double tooth = 2 * PI / 20 / 10;
  int64_t count = 0;
  *sum = 0, *least = INFINITY, *most = -INFINITY;
  for (int64_t i = 0; i < physics_rows(run); i++) {
    if (t[i] < tooth || t[i] >= 7 * tooth) continue;
    *sum += y[i], *least = fmin(*least, y[i]), *most = fmax(*most, y[i]);
    count++;
  }
  return count;
}

double gears_ratio(const Run *run) {
  double sum, least, most;
  int64_t count = over_teeth(run, "wheel.wz", &sum, &least, &most);
  return -10 * (double)count / sum;
}

double gears_ripple(const Run *run) {
  double sum, least, most;
  (void)over_teeth(run, "wheel.wz", &sum, &least, &most);
  return fmax(fabs(-least / 5 - 1), fabs(-most / 5 - 1));
}

double gears_contact(const Run *run) {
  double sum, least, most;
  int64_t count = over_teeth(run, "mesh.count", &sum, &least, &most);
  return sum / (double)count;
}
