/* Derivatives: one is wrong, one is right, one stands on a kink. */
#include <math.h>

#include "sarrus/plugin.h"

static const SarPluginInput inputs[] = {{"x", "1", "", 2}};
static const SarPluginInput kink_inputs[] = {{"x", "1", "", 0}};
static const SarPluginOutput outputs[] = {{"y", "1", ""}};

static int wrong(const void *data, const double *p, const double *u, double *y, double *jacobian) {
  (void)data, (void)p;
  y[0] = u[0] * u[0];
  if (jacobian) jacobian[0] = 2.001 * u[0];
  return 0;
}

static int right(const void *data, const double *p, const double *u, double *y, double *jacobian) {
  (void)data, (void)p;
  y[0] = 1e6 + exp(u[0]);
  if (jacobian) jacobian[0] = exp(u[0]);
  return 0;
}

static int kink(const void *data, const double *p, const double *u, double *y, double *jacobian) {
  (void)data, (void)p;
  y[0] = fabs(u[0]);
  if (jacobian) jacobian[0] = u[0] < 0 ? -1 : 1;
  return 0;
}

static const SarPluginFunction functions[] = {
    {"wrong", "", inputs, 1, outputs, 1, wrong, 1},
    {"right", "", inputs, 1, outputs, 1, right, 1},
    {"kink", "", kink_inputs, 1, outputs, 1, kink, 1},
};
static const SarPlugin plugin = {
    .abi = SARRUS_PLUGIN_ABI, .name = "derivatives", .functions = functions, .nfunctions = 3};

SARRUS_PLUGIN_EXPORT const SarPlugin *sarrus_plugin(void) { return &plugin; }
