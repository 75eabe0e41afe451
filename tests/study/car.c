#include "car.h"

#include <math.h>

#define SEAT 280.0
#define WHEEL 35.0

/* s: seat and wheel about rest, then their velocities. */
static void rates(const Car *car, double t, const double *s, double *out) {
  double road = 0.04 * exp(-pow((t - 0.3) / 0.06, 2));
  double strut = car->k * (s[0] - s[1]) + car->c * (s[2] - s[3]), tyre = car->kt * (s[1] - road);
  out[0] = s[2];
  out[1] = s[3];
  out[2] = -strut / SEAT;
  out[3] = (strut - tyre) / WHEEL;
}

static void add(const double *s, double h, const double *k, double *out) {
  for (int i = 0; i < 4; i++) out[i] = s[i] + h * k[i];
}

/* Runge and Kutta's classic method. */
static void advance(const Car *car, double t, double h, double *s) {
  double k1[4], k2[4], k3[4], k4[4], at[4];
  rates(car, t, s, k1);
  add(s, h / 2, k1, at);
  rates(car, t + h / 2, at, k2);
  add(s, h / 2, k2, at);
  rates(car, t + h / 2, at, k3);
  add(s, h, k3, at);
  rates(car, t + h, at, k4);
  for (int i = 0; i < 4; i++) s[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
}

static double uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return ((double)(*seed >> 11) + 0.5) / 9007199254740992.0;
}

/* Normal numbers (Box and Muller). */
static double normal(uint64_t *seed) {
  double a = uniform(seed), b = uniform(seed);
  return sqrt(-2 * log(a)) * cos(6.283185307179586 * b);
}

void car_measure(const Car *car, uint64_t seed, FILE *csv) {
  enum { SMALL = 20 };
  double s[4] = {0}, by[4];
  for (int i = 0; i < 10; i++) uniform(&seed);
  fputs("time,acceleration,strut\n# s,m/s^2,m\n", csv);
  for (int i = 0; i <= 200; i++) {
    double t = 0.01 * i;
    rates(car, t, s, by);
    double acceleration = by[2] + 0.2 * normal(&seed), strut = 0.5 + s[0] - s[1] + 5e-4 * normal(&seed);
    fprintf(csv, "%.17g,%.17g,%.17g\n", t, acceleration, strut);
    for (int k = 0; k < SMALL; k++) advance(car, t + 0.01 * k / SMALL, 0.01 / SMALL, s);
  }
}
