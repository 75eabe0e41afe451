#include <math.h>

#include "analysis/touching/touching.h"

#define PIECES 200       /* of the shortest time in an impact, per step of its integration */
#define MOST_STEPS 40000 /* of one impact: strong dampers let go slowly, and what they leave is nothing */
#define NO_DEPTH 1e-300  /* m */

static SarNormalForce at_rest(const SarNormalLaw *law, double depth) {
  SarNormalForce force;
  sar_normal_force(law, fmax(depth, NO_DEPTH), 0, &force);
  return force;
}

double sar_law_slope(const SarNormalLaw *law, double depth) { return at_rest(law, depth).by_depth; }

double sar_law_depth_of_weight(const SarNormalLaw *law, double weight) {
  return pow(weight / law->stiffness, 1 / law->exponent);
}

double sar_law_depth_of_impact(const SarNormalLaw *law, double mass, double speed) {
  double e = law->exponent + 1;
  return pow(e * mass * speed * speed / (2 * law->stiffness), 1 / e);
}

double sar_law_period(const SarNormalLaw *law, double mass, double depth) {
  return 3.14159265358979323846 * sqrt(mass / sar_law_slope(law, depth));
}

/* One step of Runge and Kutta's method for m g'' = -F(g, g'). */
static void step(const SarNormalLaw *law, double mass, double h, double *g, double *v) {
  static const double along[4] = {0, 0.5, 0.5, 1}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  double dg = 0, dv = 0, sum_g = 0, sum_v = 0;
  for (int i = 0; i < 4; i++) {
    SarNormalForce force;
    double speed = *v + along[i] * h * dv;
    sar_normal_force(law, *g + along[i] * h * dg, speed, &force);
    dg = speed;
    dv = -force.force / mass;
    sum_g += weight[i] * dg;
    sum_v += weight[i] * dv;
  }
  *g += h * sum_g;
  *v += h * sum_v;
}

double sar_law_restitution(const SarNormalLaw *law, double mass, double speed) {
  if (law->class->restitution) return sar_restitution_of(law->damping, speed);
  double depth = sar_law_depth_of_impact(law, mass, speed), g = 0, v = speed;
  double shortest = fmin(sar_law_period(law, mass, depth), depth / speed);
  if (law->damping > 0) shortest = fmin(shortest, mass / law->damping);
  for (int32_t k = 0; k < MOST_STEPS; k++) {
    step(law, mass, shortest / PIECES, &g, &v);
    if (g <= 0 && v < 0) return fmin(-v / speed, 1);
  }
  return fmax(-v / speed, 0);
}
