/* The pendulum and the N-four-bar (all cranks parallel) have one degree of freedom and obey a pendulum's equation,
 * which is integrated here with steps so small that only rounding is left. The chains of 10 and 100 rods have
 * references computed by other programs, and so has the HMMWV; of the squeezer the crank's angle at the end is known.
 * Of longer chains only the energy is known: it is constant. */
#include "error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SUBSTEP 2e-4   /* s: the fourth-order error over 10 s is below 1e-10 */
#define SAME_TIME 1e-9 /* s */

/* th'' = accelerate(th): pendulum a cos th (th downwards from x), four-bar a sin th (th from upright). */
typedef struct Angle {
  bool cosine;
  double a;
  double t, th, rate;
} Angle;

static double accelerate(const Angle *s, double th) { return s->a * (s->cosine ? cos(th) : sin(th)); }

/* The classical Runge-Kutta method. */
static void substep(Angle *s, double h) {
  double k1 = s->rate, l1 = accelerate(s, s->th);
  double k2 = s->rate + 0.5 * h * l1, l2 = accelerate(s, s->th + 0.5 * h * k1);
  double k3 = s->rate + 0.5 * h * l2, l3 = accelerate(s, s->th + 0.5 * h * k2);
  double k4 = s->rate + h * l3, l4 = accelerate(s, s->th + h * k3);
  s->th += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6;
  s->rate += h * (l1 + 2 * l2 + 2 * l3 + l4) / 6;
}

static void advance(Angle *s, double t) {
  double span = t - s->t;
  int count = (int)ceil(span / SUBSTEP);
  for (int i = 0; i < count; i++) substep(s, span / count);
  s->t = t;
}

static void note(BenchResult *result, double error) {
  result->error_end = error;
  if (!(error <= result->error_max)) result->error_max = error;
}

static double distance(const double *const p[3], int64_t row, const double q[3]) {
  return sqrt(pow(p[0][row] - q[0], 2) + pow(p[1][row] - q[1], 2) + pow(p[2][row] - q[2], 2));
}

/* The three coordinates of a body or frame over time. */
static bool find_point(const SarTable *table, const char *name, const double *p[3]) {
  for (int i = 0; i < 3; i++) {
    char column[64];
    snprintf(column, sizeof column, "%s.%c", name, "xyz"[i]);
    p[i] = sar_table_values(table, sar_table_find(table, column));
    if (!p[i]) return false;
  }
  return true;
}

static bool pendulum_errors(const SarTable *table, BenchResult *result) {
  const double *t = sar_table_values(table, 0), *p[3];
  if (!find_point(table, "body", p)) return false;
  Angle s = {.cosine = true, .a = 19.62 / 4.1};
  for (int64_t i = 0; i < sar_table_rows(table); i++) {
    advance(&s, t[i]);
    note(result, distance(p, i, (double[3]){2 * cos(s.th), 0, -2 * sin(s.th)}));
  }
  return true;
}

static bool fourbar_errors(int n, const SarTable *table, BenchResult *result) {
  const double *t = sar_table_values(table, 0), *p[3];
  if (!find_point(table, "crank0.B", p)) return false;
  double inertia = (n + 1) / 3.0 + n, moment = 9.81 * ((n + 1) / 2.0 + n);
  Angle s = {.a = moment / inertia, .rate = 1};
  for (int64_t i = 0; i < sar_table_rows(table); i++) {
    advance(&s, t[i]);
    note(result, distance(p, i, (double[3]){sin(s.th), cos(s.th), 0}));
  }
  return true;
}

/* Rows t, tip_x, tip_y, tip_z, ...; both sides are in order of time. */
static bool chain_errors(const char *path, int n, const SarTable *table, BenchResult *result) {
  const double *t = sar_table_values(table, 0), *p[3];
  char tip[32], line[1024];
  snprintf(tip, sizeof tip, "rod%d.end", n - 1);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  bool good = find_point(table, tip, p);
  int64_t row = 0, rows = sar_table_rows(table);
  while (good && fgets(line, sizeof line, file)) {
    double time, q[3];
    if (sscanf(line, "%lf,%lf,%lf,%lf", &time, &q[0], &q[1], &q[2]) != 4) continue;
    while (row < rows && t[row] < time - SAME_TIME) row++;
    if (row < rows && t[row] < time + SAME_TIME) note(result, distance(p, row, q));
  }
  fclose(file);
  return good && !isnan(result->error_max);
}

/* Point F of the crank at the end, from its angle there. */
static bool squeezer_errors(const SarTable *table, BenchResult *result) {
  const double end = 0.05, angle = 33.81534072136017, crank = 0.007;
  const double *t = sar_table_values(table, 0), *p[3];
  int64_t last = sar_table_rows(table) - 1;
  if (last < 0 || !find_point(table, "K1.F", p)) return false;
  if (fabs(t[last] - end) > SAME_TIME) return true;
  result->error_end = distance(p, last, (double[3]){crank * cos(angle), crank * sin(angle), 0});
  return true;
}

/* Heights of the chassis and of the centres of a front and a rear wheel; both sides are in order of time. */
static bool hmmwv_errors(const char *root, const SarTable *table, BenchResult *result) {
  static const char *const columns[3] = {"chassis.z", "front1.wheel.centre.z", "rear1.wheel.centre.z"};
  const double *t = sar_table_values(table, 0), *p[3];
  char path[4096], line[1024];
  snprintf(path, sizeof path, "%s/tests/data/chrono/hmmwv_road1_h1e-4.csv", root);
  for (int i = 0; i < 3; i++) {
    p[i] = sar_table_values(table, sar_table_find(table, columns[i]));
    if (!p[i]) return false;
  }
  FILE *file = fopen(path, "r");
  if (!file) return false;
  int64_t row = 0, rows = sar_table_rows(table);
  while (fgets(line, sizeof line, file)) {
    double time, z[3];
    if (sscanf(line, "%lf,%*f,%lf,%*f,%lf,%lf", &time, &z[0], &z[1], &z[2]) != 4) continue;
    while (row < rows && t[row] < time - SAME_TIME) row++;
    if (row == rows || t[row] > time + SAME_TIME) continue;
    note(result, fmax(fabs(p[0][row] - z[0]), fmax(fabs(p[1][row] - z[1]), fabs(p[2][row] - z[2]))));
  }
  fclose(file);
  return !isnan(result->error_max);
}

static bool energy_error(const SarTable *table, BenchResult *result) {
  const double *balance = sar_table_values(table, sar_table_find(table, "energy.balance"));
  if (!balance) return false;
  result->energy = 0;
  for (int64_t i = 0; i < sar_table_rows(table); i++) result->energy = fmax(result->energy, fabs(balance[i]));
  return true;
}

bool bench_errors(const char *root, const BenchCase *c, const SarTable *table, BenchResult *result) {
  char path[4096];
  if (!energy_error(table, result)) return false;
  switch (c->model) {
    case BENCH_PENDULUM: return pendulum_errors(table, result);
    case BENCH_FOURBAR: return fourbar_errors(c->n, table, result);
    case BENCH_SQUEEZER: return squeezer_errors(table, result);
    case BENCH_HMMWV: return hmmwv_errors(root, table, result);
    case BENCH_CHAIN: break;
  }
  if (c->n != 10 && c->n != 100) return true;
  const char *name = c->n == 10 ? "chain10_independent_dop853" : "chain100_h5e-5";
  snprintf(path, sizeof path, "%s/tests/data/chrono/%s.csv", root, name);
  return chain_errors(path, c->n, table, result);
}
