/* Impacts and relays against exact solutions: impulses that respect a joint, collisions of masses, parameters that
 * events set, forces that jump without being declared. The bouncing ball is in bouncing_ball_test.c. */
#include "physics/support.h"

#define G 9.81
#define PI 3.14159265358979323846
#define MOST 16

/* Period of a pendulum of amplitude `angle` whose small swings have the rate w: 2 pi/(w agm(1, cos(angle/2))). */
static double period(double w, double angle) {
  double a = 1, g = cos(angle / 2);
  for (int i = 0; i < 8; i++) {
    double mean = (a + g) / 2;
    g = sqrt(a * g);
    a = mean;
  }
  return 2 * PI / (w * a);
}

/* The rod comes down in a quarter of its period and swings up and back in half of a smaller one after each impact. */
static void pendulum_on_a_wall(void **state) {
  (void)state;
  const double l = 0.4, m = 2, e = 0.5, J = 0.03 + m * l * l, w = sqrt(m * G * l / J), start = PI / 3;
  Run run = physics_run(&(Setup){.model = "bouncing_pendulum"});
  int64_t rows[MOST];
  int count = physics_pairs(&run, rows, MOST);
  const double *t = physics_column(&run, "time"), *rate = physics_column(&run, "pivot.angle_rate");
  const double *vx = physics_column(&run, "rod.vx"), *heat = physics_column(&run, "energy.dissipated");
  double when = period(w, start) / 4, half = sin(start / 2), energy = m * G * l * (1 - cos(start));
  assert_true(count >= 3);
  assert_int_equal(run.summary.events[0].count, count);
  for (int k = 0; k < count; k++) {
    double speed = 2 * w * half, before = energy * pow(e, 2 * k);
    CHECK_NEAR(t[rows[k]], when, 1e-5);
    CHECK_NEAR(rate[rows[k]], -speed, 1e-4);
    CHECK_NEAR(rate[rows[k] + 1], -e * rate[rows[k]], 1e-12);
    CHECK_NEAR(vx[rows[k]], l * rate[rows[k]], 1e-9); /* the joint holds before and after */
    CHECK_NEAR(vx[rows[k] + 1], l * rate[rows[k] + 1], 1e-9);
    CHECK_NEAR(heat[rows[k] + 1] - heat[rows[k]], (1 - e * e) * before, 1e-4 * energy);
    half *= e;
    when += period(w, 2 * asin(half)) / 2;
  }
  assert_true(t[physics_rows(&run) - 1] < when);
  physics_finish(&run);
}

/* Three masses on a line, followed from impact to impact. */
typedef struct Line {
  double t, x[3], v[3];
} Line;

static void fly(Line *line, double t) {
  for (int i = 0; i < 3; i++) line->x[i] += line->v[i] * (t - line->t);
  line->t = t;
}

/* Time of the next impact, and between which neighbours (pair, pair + 1). */
static double next_impact(const Line *line, int *pair) {
  double first = INFINITY;
  for (int i = 0; i < 2; i++) {
    double closing = line->v[i] - line->v[i + 1], gap = line->x[i + 1] - line->x[i];
    if (closing <= 0 || gap < 1e-12) continue;
    if (line->t + gap / closing < first) first = line->t + gap / closing, *pair = i;
  }
  return first;
}

static void collisions(void **state) {
  (void)state;
  const double mass[3] = {3, 1, 5}, e[2] = {0.6, 0.9};
  Line line = {.x = {0, 1, 3}, .v = {2, 0, -0.5}};
  Run run = physics_run(&(Setup){.model = "collision"});
  const double *t = physics_column(&run, "time");
  const double *x[3] = {physics_of(&run, "a", "value"), physics_of(&run, "b", "value"), physics_of(&run, "c", "value")};
  const double *v[3] = {physics_of(&run, "a", "rate"), physics_of(&run, "b", "rate"), physics_of(&run, "c", "rate")};
  const double *balance = physics_of(&run, "energy", "balance");
  int impacts = 0;
  /* an impact is located to 1e-10 of its step; one that comes late shifts the paths after it by the change of velocity
   * times that, and the next impact by the shift over the speed at which they close */
  double off[3] = {1e-14, 1e-14, 1e-14};
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    int i = 0;
    double when = next_impact(&line, &i);
    bool after = k > 0 && t[k] == t[k - 1];
    if (after) {
      double closing = line.v[i] - line.v[i + 1], reduced = mass[i] * mass[i + 1] / (mass[i] + mass[i + 1]);
      double late = 1e-10 * run.summary.largest_step + (off[i] + off[i + 1]) / closing;
      CHECK_NEAR(t[k], when, late);
      assert_true(late < 1e-10);
      off[i] += (1 + e[i]) * reduced * closing / mass[i] * late;
      off[i + 1] += (1 + e[i]) * reduced * closing / mass[i + 1] * late;
      fly(&line, when);
      line.v[i] -= (1 + e[i]) * reduced * closing / mass[i];
      line.v[i + 1] += (1 + e[i]) * reduced * closing / mass[i + 1];
      impacts++;
    }
    for (int j = 0; j < 3; j++) {
      CHECK_NEAR(x[j][k], line.x[j] + line.v[j] * (t[k] - line.t), off[j]);
      CHECK_NEAR(v[j][k], line.v[j], 1e-12);
    }
    CHECK_NEAR(balance[k], 0, 1e-12);
  }
  assert_int_equal(impacts, 3);
  physics_finish(&run);
}

/* T rises as 1 - e^-t and then goes between 0.4 and 0.6, ln 1.5 each way. x is a parabola with the acceleration 2 below
 * 1 and -5 above; it passes 1 with the speed 2 at t = 1, 1.8, 3.8, 4.6. */
static void relays(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "thermostat"});
  const double *t = physics_column(&run, "time"), *T = physics_column(&run, "T.value");
  const double *x = physics_column(&run, "x.value"), *v = physics_column(&run, "x.rate");
  int64_t rows[MOST];
  int count = physics_pairs(&run, rows, MOST), happened = 0;
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    double s = fmod(t[k], 2.8), late = s - 1, low = s - 2.8;
    CHECK_NEAR(x[k], s < 1 ? s * s : s < 1.8 ? 1 + 2 * late - 2.5 * late * late : low * low, 1e-8);
    CHECK_NEAR(v[k], s < 1 ? 2 * s : s < 1.8 ? 2 - 5 * late : 2 * low, 1e-8);
  }
  for (int k = 0; k < count; k++) {
    if (fabs(T[rows[k]] - 0.5) < 0.09) continue; /* not the thermostat */
    CHECK_NEAR(t[rows[k]], log(2.5) + happened * log(1.5), 1e-5);
    CHECK_NEAR(T[rows[k]], happened % 2 ? 0.4 : 0.6, 1e-9);
    happened++;
  }
  assert_int_equal(happened, 11);
  physics_finish(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pendulum_on_a_wall), cmocka_unit_test(collisions),
                                     cmocka_unit_test(relays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
