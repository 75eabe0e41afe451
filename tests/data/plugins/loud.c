/* A plugin that shows that it was loaded: already its constructor makes the file named by LOUD_PLUGIN. */
#include <stdio.h>
#include <stdlib.h>

#include "sarrus/plugin.h"

__attribute__((constructor)) static void shout(void) {
  const char *path = getenv("LOUD_PLUGIN");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (file) fclose(file);
}

static const SarPluginInput inputs[] = {{"x", "m", "length", 0.5}};
static const SarPluginOutput outputs[] = {{"force", "N", "tension"}};
static int spring(const void *data, const double *p, const double *u, double *y, double *jacobian) {
  (void)data, (void)p;
  y[0] = 10 * u[0];
  if (jacobian) jacobian[0] = 10;
  return SARRUS_PLUGIN_OK;
}

static const SarPluginFunction functions[] = {{.name = "spring",
                                               .inputs = inputs,
                                               .ninputs = 1,
                                               .outputs = outputs,
                                               .noutputs = 1,
                                               .evaluate = spring,
                                               .has_jacobian = 1}};

static const SarPlugin plugin = {
    .abi = SARRUS_PLUGIN_ABI, .name = "loud", .version = "1.0", .functions = functions, .nfunctions = 1};

SARRUS_PLUGIN_EXPORT const SarPlugin *sarrus_plugin(void) { return &plugin; }
