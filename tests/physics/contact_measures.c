#include "physics/contact_measures.h"

#include <math.h>

static double largest(const double *values, int64_t rows) {
  double most = -INFINITY;
  for (int64_t i = 0; i < rows; i++) most = fmax(most, values[i]);
  return most;
}

static double last(const Run *run, const char *column) { return physics_column(run, column)[physics_rows(run) - 1]; }

/* Where the line through two points comes to a value. */
static double line(double t1, double y1, double t2, double y2, double value) {
  return t1 + (value - y1) * (t2 - t1) / (y2 - y1);
}

/* The first time at which what falls has come to a value. */
static double falls_to(const double *t, const double *y, int64_t rows, double value) {
  for (int64_t i = 1; i < rows; i++) {
    if (y[i - 1] > value && y[i] <= value) return line(t[i - 1], y[i - 1], t[i], y[i], value);
  }
  return NAN;
}

/* What falls evenly is at zero: led on from 2 % and 1 % of its first value, so that the last bit does not count. */
static double falls_to_zero(const double *t, const double *y, int64_t rows) {
  double before = falls_to(t, y, rows, 0.02 * y[0]), after = falls_to(t, y, rows, 0.01 * y[0]);
  return after + (after - before);
}

double energy_created(const Run *run) {
  double most = largest(physics_column(run, "energy.balance"), physics_rows(run));
  return most / fmax(last(run, "energy.dissipated"), largest(physics_column(run, "energy.kinetic"), physics_rows(run)));
}

/* ---- impacts ---- */

double impact_depth(const Run *run) { return largest(physics_column(run, "impact.depth"), physics_rows(run)); }
double impact_force(const Run *run) { return largest(physics_column(run, "impact.normal"), physics_rows(run)); }
double ball_leaves(const Run *run) { return last(run, "ball.vz"); }
double mass_leaves(const Run *run) { return last(run, "mass.vz"); }

/* The first row at which two bodies touch, and when they began to: the gap closes nearly evenly. */
static int64_t begins(const Run *run, const double *gap, double sign, double *when) {
  const double *t = physics_column(run, "time");
  int64_t row = 1;
  while (row < physics_rows(run) - 1 && sign * gap[row] > 0) row++;
  *when = line(t[row - 1], gap[row - 1], t[row], gap[row], 0);
  return row;
}

/* Until the gap is open again. */
double touch_duration(const Run *run) {
  const double *t = physics_column(run, "time"), *gap = physics_column(run, "impact.gap");
  double begin;
  int64_t row = begins(run, gap, 1, &begin);
  while (row < physics_rows(run) - 1 && gap[row] <= 0) row++;
  return line(t[row - 1], gap[row - 1], t[row], gap[row], 0) - begin;
}

/* Until the force ends for the first time: led on from its last two rows, which have no kink between them. */
static double duration(const Run *run, const char *gap, double sign, const char *force) {
  const double *t = physics_column(run, "time"), *f = physics_column(run, force);
  double begin;
  int64_t end = begins(run, physics_column(run, gap), sign, &begin) + 2;
  while (end < physics_rows(run) && f[end] > 0) end++;
  return line(t[end - 2], f[end - 2], t[end - 1], f[end - 1], 0) - begin;
}

double force_duration(const Run *run) { return duration(run, "impact.gap", 1, "impact.normal"); }
double damper_duration(const Run *run) { return 1000 * duration(run, "depth.value", -1, "push.value"); }

double ball1(const Run *run) { return last(run, "ball1.vx"); }
double ball2(const Run *run) { return last(run, "ball2.vx"); }
double ball3(const Run *run) { return last(run, "ball3.vx"); }
double ball4(const Run *run) { return last(run, "ball4.vx"); }
double ball5(const Run *run) { return last(run, "ball5.vx"); }

/* ---- friction ---- */

/* Over the second half of the run: what there is at first has died away. */
static double mean_rate(const Run *run, const char *column) {
  const double *t = physics_column(run, "time"), *y = physics_column(run, column);
  int64_t end = physics_rows(run) - 1;
  return (y[end] - y[end / 2]) / (t[end] - t[end / 2]);
}

double block_speed(const Run *run) { return mean_rate(run, "block.x"); }

double block_stops(const Run *run) {
  return falls_to_zero(physics_column(run, "time"), physics_column(run, "block.vx"), physics_rows(run));
}

double block_way(const Run *run) { return last(run, "block.x"); }

double belt_period(const Run *run) {
  const double *t = physics_column(run, "time"), *x = physics_column(run, "block.x");
  double first = NAN, latest = NAN;
  int count = 0;
  for (int64_t i = 1; i < physics_rows(run); i++) {
    if (!(x[i - 1] < 0.03 && x[i] >= 0.03)) continue;
    latest = line(t[i - 1], x[i - 1], t[i], x[i], 0.03);
    if (count++ == 0) first = latest;
  }
  return (latest - first) / (count - 1);
}

/* The slip where the ball touches: it falls by 7/2 mu g. */
static double slip_ends(const Run *run, int64_t *row) {
  const double *t = physics_column(run, "time"), *v = physics_column(run, "ball.vx"),
               *w = physics_column(run, "ball.wy");
  double when[2] = {NAN, NAN};
  *row = 0;
  for (int64_t i = 1; i < physics_rows(run); i++) {
    double before = v[i - 1] - 0.1 * w[i - 1], now = v[i] - 0.1 * w[i];
    for (int k = 0; k < 2; k++) {
      double level = (2 - k) * 0.01 * v[0];
      if (before > level && now <= level) when[k] = line(t[i - 1], before, t[i], now, level);
    }
    if (before > 0.01 * v[0]) *row = i;
  }
  return when[1] + (when[1] - when[0]);
}

double ball_rolls(const Run *run) {
  int64_t row;
  return slip_ends(run, &row);
}

double ball_way(const Run *run) {
  int64_t row;
  double when = slip_ends(run, &row);
  const double *t = physics_column(run, "time"), *x = physics_column(run, "ball.x"),
               *v = physics_column(run, "ball.vx");
  return x[row] + v[row] * (when - t[row]);
}

double ball_speed(const Run *run) { return last(run, "ball.vx"); }

double energy_gone(const Run *run) {
  const double *kinetic = physics_column(run, "energy.kinetic");
  return 1 - kinetic[physics_rows(run) - 1] / kinetic[0];
}

double roller_acceleration(const Run *run) { return mean_rate(run, "roller.vx"); }
double roller_rim(const Run *run) { return 0.1 * mean_rate(run, "roller.wy"); }
double roller_slip(const Run *run) { return roller_acceleration(run) - roller_rim(run); }

/* Pulled down on one side, held by 10 N on the other; the middle of the run. */
double rope_ratio(const Run *run) { return -physics_column(run, "drive.fz2")[physics_rows(run) / 2] / 10; }

double plate_stops(const Run *run) {
  return falls_to_zero(physics_column(run, "time"), physics_column(run, "plate.wz"), physics_rows(run));
}

static double jellett(const Run *run, bool most) {
  const double *j = physics_column(run, "jellett.value");
  double found = 1;
  if (largest(physics_column(run, "tilt_angle.value"), physics_rows(run)) < 2.9) return NAN;
  for (int64_t i = 0; i < physics_rows(run); i++) found = most ? fmax(found, j[i] / j[0]) : fmin(found, j[i] / j[0]);
  return found;
}

double jellett_least(const Run *run) { return jellett(run, false); }
double jellett_most(const Run *run) { return jellett(run, true); }
