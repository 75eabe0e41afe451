/* Laws of normal forces.
 *
 * Hunt and Crossley: with m g'' = -k g^e (1 + b g'), b = 1.5 a, the speeds v before and c v after an impact (c the
 * restitution) satisfy  y - ln(1 + y) = -c y - ln(1 - c y),  y = b v, whatever k, e and m are: divide by 1 + b g' and
 * integrate over g from 0 to 0. */
#include "element/contact/normal.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "geometry/round.h"

enum { HALVINGS = 200 };

static void elastic(const SarNormalLaw *law, double g, double *slope, SarNormalForce *out) {
  double power = pow(g, law->exponent - 1);
  out->elastic = law->stiffness * power * g;
  out->energy = out->elastic * g / (law->exponent + 1);
  *slope = law->stiffness * law->exponent * power;
}

/* Nothing pulls; what is stored stays stored. */
static void release(SarNormalForce *out) { out->force = out->by_depth = out->by_rate = 0; }

static void hunt_crossley(const SarNormalLaw *law, double g, double rate, SarNormalForce *out) {
  double slope, factor = 1 + 1.5 * law->damping * rate;
  elastic(law, g, &slope, out);
  out->force = out->elastic * factor;
  out->by_depth = slope * factor;
  out->by_rate = out->elastic * 1.5 * law->damping;
  if (factor <= 0) release(out);
}

/* Adams' IMPACT. */
static void impact(const SarNormalLaw *law, double g, double rate, SarNormalForce *out) {
  double slope, ramp_slope, ramp = sar_step(g, 0, law->depth, &ramp_slope);
  elastic(law, g, &slope, out);
  out->force = out->elastic + law->damping * ramp * rate;
  out->by_depth = slope + law->damping * ramp_slope * rate;
  out->by_rate = law->damping * ramp;
  if (out->force <= 0) release(out);
}

static void linear(const SarNormalLaw *law, double g, double rate, SarNormalForce *out) {
  double slope, ramp = g < law->depth ? g / law->depth : 1, ramp_slope = g < law->depth ? 1 / law->depth : 0;
  elastic(law, g, &slope, out);
  out->force = out->elastic + law->damping * ramp * rate;
  out->by_depth = slope + law->damping * ramp_slope * rate;
  out->by_rate = law->damping * ramp;
  if (out->force <= 0) release(out);
}

static const SarNormalClass classes[] = {
    {.name = "hunt-crossley", .force = hunt_crossley, .restitution = true, .exponent = 1.5, .damping = "s/m"},
    {.name = "impact", .force = impact, .needs_depth = true, .exponent = 1.5, .damping = "N s/m"},
    {.name = "hertz", .force = hunt_crossley, .hertz = true, .restitution = true, .exponent = 1.5, .damping = "s/m"},
    {.name = "linear", .force = linear, .needs_depth = true, .exponent = 1, .damping = "N s/m"},
};

enum { CLASSES = sizeof classes / sizeof classes[0] };

const SarNormalClass *sar_normal_class_at(int32_t index) {
  return index >= 0 && index < CLASSES ? &classes[index] : NULL;
}

const SarNormalClass *sar_normal_class_named(const char *name) {
  for (int i = 0; i < CLASSES; i++) {
    if (strcmp(classes[i].name, name) == 0) return &classes[i];
  }
  return NULL;
}

const char *sar_normal_fault(const SarNormalLaw *law) {
  if (!(law->stiffness > 0 && law->stiffness < INFINITY)) return "the stiffness must be positive";
  if (!(law->exponent >= 1 && law->exponent < INFINITY)) return "the exponent must be at least 1";
  if (!(law->damping >= 0 && law->damping < INFINITY)) return "the damping must not be negative";
  if (law->class->needs_depth && !(law->depth > 0)) return "damping_depth must be positive";
  return NULL;
}

void sar_normal_force(const SarNormalLaw *law, double g, double rate, SarNormalForce *out) {
  *out = (SarNormalForce){0};
  if (g > 0) law->class->force(law, g, rate, out);
}

double sar_hertz_stiffness(const double young[2], const double poisson[2], const double radius[2]) {
  double soft = 0, bent = 0;
  for (int i = 0; i < 2; i++) {
    soft += (1 - poisson[i] * poisson[i]) / young[i];
    bent += 1 / radius[i];
  }
  return 4.0 / 3 / (soft * sqrt(bent));
}

/* y - ln(1 + y) + c y + ln(1 - c y): positive from 0 up to the root in y, and up to that in c. */
static double balance(double y, double c) { return y - log1p(y) + c * y + log1p(-c * y); }

double sar_damping_for(double restitution, double speed) {
  double low = 0, high = 1 / restitution;
  if (restitution >= 1) return 0;
  for (int k = 0; k < HALVINGS; k++) {
    double y = 0.5 * (low + high);
    if (balance(y, restitution) > 0)
      low = y;
    else
      high = y;
  }
  return 0.5 * (low + high) / (1.5 * speed);
}

double sar_restitution_of(double damping, double speed) {
  double y = 1.5 * damping * speed, low = 0, high = y > 1 ? 1 / y : 1;
  if (!(y > 0)) return 1;
  for (int k = 0; k < HALVINGS; k++) {
    double c = 0.5 * (low + high);
    if (balance(y, c) > 0)
      low = c;
    else
      high = c;
  }
  return 0.5 * (low + high);
}

double sar_damping_flores(double restitution, double speed) {
  return 16 * (1 - restitution) / (15 * restitution * speed);
}
