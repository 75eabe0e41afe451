/* A derivative that is infinite where the function is smooth. */
#include <math.h>

#include "sarrus/plugin.h"

static const SarPluginInput inputs[] = {{"x", "1", "", 2}};
static const SarPluginOutput outputs[] = {{"y", "1", ""}};

static int infinite(const void *data, const double *p, const double *u, double *y, double *jacobian) {
  (void)data, (void)p;
  y[0] = u[0] * u[0];
  if (jacobian) jacobian[0] = INFINITY;
  return 0;
}

static const SarPluginFunction functions[] = {{"infinite", "", inputs, 1, outputs, 1, infinite, 1}};
static const SarPlugin plugin = {
    .abi = SARRUS_PLUGIN_ABI, .name = "derivatives", .functions = functions, .nfunctions = 1};

SARRUS_PLUGIN_EXPORT const SarPlugin *sarrus_plugin(void) { return &plugin; }
