/* Tables with one fault each, by the number FAULT. */
#include "sarrus/plugin.h"

static int evaluate(const void *data, const double *p, const double *u, double *y, double *jacobian) {
  (void)data, (void)p, (void)jacobian;
  y[0] = u[0];
  return 0;
}

static const SarPluginInput inputs[] = {{FAULT == 1 ? "two words" : "x", FAULT == 2 ? "furlong" : "m", "", 1}};
static const SarPluginOutput outputs[] = {{FAULT == 3 ? NULL : "y", FAULT == 4 ? NULL : "m", ""}};
static const SarPluginFunction functions[] = {
    {"f", "", inputs, FAULT == 5 ? SARRUS_PLUGIN_MAX_INPUTS + 1 : 1, outputs, 1, FAULT == 6 ? NULL : evaluate, 0},
    {FAULT == 7 ? "f" : "g", "", inputs, 1, outputs, 1, evaluate, 0},
};
static const SarPlugin plugin = {
    .abi = SARRUS_PLUGIN_ABI, .name = "faulty", .functions = FAULT == 8 ? NULL : functions, .nfunctions = 2};

SARRUS_PLUGIN_EXPORT const SarPlugin *sarrus_plugin(void) { return &plugin; }
