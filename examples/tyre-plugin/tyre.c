/* A tyre on a flat road, as a plugin for Sarrus.
 *
 * Normal load: a spring whose damping grows with the deflection, so that nothing jumps when the tyre touches the road;
 * the road never pulls:
 *
 *   fz = max(0, k d (1 + c d'))
 *
 * Forces in the road: the brush model of Fiala, for both directions at once. With V = sqrt(vx^2 + v0^2), which keeps
 * everything smooth at rest,
 *
 *   slip      sx = (R omega - vx)/V     sy = -vy/V     s = sqrt(sx^2 + sy^2)
 *   sliding   x = C s/(3 mu fz)
 *   force     F = mu fz (1 - (1 - x)^3)   while a part of the contact still adheres (x < 1), else mu fz
 *
 * along the slip: (fx, fy) = g (sx, sy) with g = F/s. F has two continuous derivatives at x = 1. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sarrus/plugin.h"

enum { RADIUS, STIFFNESS, DAMPING, FRICTION, SLIP_STIFFNESS, LOW_SPEED, PARAMETERS };
static const SarPluginParameter parameters[PARAMETERS] = {
    [RADIUS] = {"radius", "m", "of the tyre without load", NAN},
    [STIFFNESS] = {"stiffness", "N/m", "normal load per deflection", NAN},
    [DAMPING] = {"damping", "s/m", "of the normal load: its share per velocity of deflection", 0},
    [FRICTION] = {"friction", "1", "largest force in the road over the normal load", 1},
    [SLIP_STIFFNESS] = {"slip_stiffness", "N", "force in the road per slip, for small slip", NAN},
    [LOW_SPEED] = {"low_speed", "m/s", "velocity below which slip is weakened", 0.1},
};

enum { DEFLECTION, DEFLECTION_RATE, VX, VY, OMEGA, INPUTS };
static const SarPluginInput inputs[INPUTS] = {
    [DEFLECTION] = {"deflection", "m", "how far the tyre is pressed in", 0.02},
    [DEFLECTION_RATE] = {"deflection_rate", "m/s", "its time derivative", 0.1},
    [VX] = {"vx", "m/s", "velocity of the hub along the wheel's plane", 20},
    [VY] = {"vy", "m/s", "velocity of the hub across it", 0.5},
    [OMEGA] = {"omega", "rad/s", "spin of the wheel, positive when it rolls along vx", 65},
};

enum { FX, FY, FZ, OUTPUTS };
static const SarPluginOutput outputs[OUTPUTS] = {
    [FX] = {"fx", "N", "force on the wheel along its plane, positive when it drives"},
    [FY] = {"fy", "N", "force on the wheel across it"},
    [FZ] = {"fz", "N", "normal load"},
};

/* A number that depends on the inputs, with its derivatives. */
typedef struct Value {
  double value, by[INPUTS];
} Value;

static Value normal_load(const double *p, const double *u) {
  double spring = p[STIFFNESS] * u[DEFLECTION], damped = 1 + p[DAMPING] * u[DEFLECTION_RATE];
  Value fz = {0};
  if (spring <= 0 || damped <= 0) return fz;
  fz.value = spring * damped;
  fz.by[DEFLECTION] = p[STIFFNESS] * damped;
  fz.by[DEFLECTION_RATE] = spring * p[DAMPING];
  return fz;
}

/* sx and sy. */
static void slip(const double *p, const double *u, Value s[2]) {
  double v = hypot(u[VX], p[LOW_SPEED]), dv = u[VX] / v;
  memset(s, 0, 2 * sizeof *s);
  s[0].value = (p[RADIUS] * u[OMEGA] - u[VX]) / v;
  s[0].by[OMEGA] = p[RADIUS] / v;
  s[0].by[VX] = (-1 - s[0].value * dv) / v;
  s[1].value = -u[VY] / v;
  s[1].by[VY] = -1 / v;
  s[1].by[VX] = -s[1].value * dv / v;
}

/* g = F/s, with its derivatives by s and fz. */
static double force_per_slip(const double *p, double s, double fz, double *by_s, double *by_fz) {
  double most = p[FRICTION] * fz, c = p[SLIP_STIFFNESS];
  *by_s = *by_fz = 0;
  if (most <= 0) return 0;
  double x = c * s / (3 * most);
  if (x < 1) {
    double by_x = c * (2 * x / 3 - 1);
    *by_s = by_x * c / (3 * most);
    *by_fz = -by_x * x / fz;
    return c * (1 - x + x * x / 3);
  }
  *by_s = -most / (s * s);
  *by_fz = p[FRICTION] / s;
  return most / s;
}

static int contact(const void *data, const double *p, const double *u, double *y, double *jacobian) {
  (void)data;
  Value fz = normal_load(p, u), s[2];
  slip(p, u, s);
  double size = hypot(s[0].value, s[1].value), by_size, by_fz;
  double g = force_per_slip(p, size, fz.value, &by_size, &by_fz);
  y[FX] = g * s[0].value;
  y[FY] = g * s[1].value;
  y[FZ] = fz.value;
  for (int j = 0; jacobian && j < INPUTS; j++) {
    double along = size > 0 ? (s[0].value * s[0].by[j] + s[1].value * s[1].by[j]) / size : 0;
    double dg = by_size * along + by_fz * fz.by[j];
    jacobian[FX * INPUTS + j] = dg * s[0].value + g * s[0].by[j];
    jacobian[FY * INPUTS + j] = dg * s[1].value + g * s[1].by[j];
    jacobian[FZ * INPUTS + j] = fz.by[j];
  }
  return SARRUS_PLUGIN_OK;
}

/* There is nothing to prepare, but parameters are checked once, before anything is computed with them. */
static int create(const double *p, void **data, char *message, size_t size) {
  *data = NULL;
  for (int i = 0; i < PARAMETERS; i++) {
    if (p[i] > 0 || (i == DAMPING && p[i] == 0)) continue;
    snprintf(message, size, "`%s` must be positive, but is %g", parameters[i].name, p[i]);
    return SARRUS_PLUGIN_STOP;
  }
  return SARRUS_PLUGIN_OK;
}

static const SarPluginFunction functions[] = {
    {"contact", "normal load and forces in the road", inputs, INPUTS, outputs, OUTPUTS, contact, 1},
};

static const SarPlugin plugin = {
    .abi = SARRUS_PLUGIN_ABI,
    .name = "tyre",
    .version = "1.0",
    .summary = "a tyre on a flat road: spring and brush model",
    .parameters = parameters,
    .nparameters = PARAMETERS,
    .functions = functions,
    .nfunctions = sizeof functions / sizeof *functions,
    .create = create,
};

SARRUS_PLUGIN_EXPORT const SarPlugin *sarrus_plugin(void) { return &plugin; }
