/* Coefficients of friction. */
#include "element/contact/friction.h"

#include <math.h>
#include <stddef.h>

#include "geometry/round.h"

enum { HALVINGS = 100 };

const char *sar_friction_fault(const SarFriction *friction) {
  if (!(friction->sliding >= 0 && friction->fixed < INFINITY)) return "coefficients of friction must not be negative";
  if (!(friction->fixed >= friction->sliding)) return "static must not be less than sliding";
  if (!(friction->v_s > 0)) return "v_s must be positive";
  return friction->v_d > friction->v_s && friction->v_d < INFINITY ? NULL : "v_d must be greater than v_s";
}

double sar_friction_coefficient(const SarFriction *friction, double speed, double *slope) {
  double drop = friction->sliding - friction->fixed, share = sar_step(speed, friction->v_s, friction->v_d, slope);
  *slope *= drop;
  return friction->fixed + drop * share;
}

SarAlong sar_sign_along(double speed, double scale) {
  double x = speed / scale;
  if (x < 1) return (SarAlong){(1.5 - 0.5 * x * x) / scale, -1 / (scale * scale * scale)};
  return (SarAlong){1 / speed, -1 / (speed * speed * speed)};
}

SarAlong sar_friction_along(const SarFriction *friction, double speed) {
  SarAlong sign = sar_sign_along(speed, friction->v_s);
  double slope, mu = sar_friction_coefficient(friction, speed, &slope);
  double steeper = slope == 0 ? 0 : slope * sign.factor / speed;
  return (SarAlong){mu * sign.factor, mu * sign.bend + steeper};
}

double sar_friction_creep(const SarFriction *friction, double ratio) {
  double low = 0, high = 1;
  if (!(ratio <= friction->fixed)) return INFINITY;
  for (int k = 0; k < HALVINGS; k++) {
    double x = 0.5 * (low + high);
    if (friction->fixed * x * (1.5 - 0.5 * x * x) < ratio)
      low = x;
    else
      high = x;
  }
  return 0.5 * (low + high) * friction->v_s;
}
