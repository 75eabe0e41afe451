/* A plugin without faults: several functions, with and without derivatives, one that fails on demand. */
#include <math.h>
#include <stdlib.h>

#include "sarrus/plugin.h"

enum { GAIN, LENGTH };
static const SarPluginParameter parameters[] = {
    [GAIN] = {"gain", "N/m", "force per stretch", NAN},
    [LENGTH] = {"length", "m", "free length", 0.5},
};

/* gain (x - length), from the data: a copy of the parameters */
static const SarPluginInput stretch_inputs[] = {{"x", "m", "length", 2}};
static const SarPluginOutput force_outputs[] = {{"force", "N", "tension"}};
static int stretch(const void *data, const double *p, const double *u, double *y, double *jacobian) {
  const double *copy = data;
  y[0] = copy[GAIN] * (u[0] - p[LENGTH]);
  if (jacobian) jacobian[0] = p[GAIN];
  return SARRUS_PLUGIN_OK;
}

/* product and quotient of a length and a velocity */
static const SarPluginInput pair_inputs[] = {{"x", "m", "length", 3}, {"v", "m/s", "velocity", 2}};
static const SarPluginOutput pair_outputs[] = {{"product", "m^2/s", "x v"}, {"quotient", "s", "x/v"}};
static int pair(const void *data, const double *p, const double *u, double *y, double *jacobian) {
  (void)data, (void)p;
  y[0] = u[0] * u[1];
  y[1] = u[0] / u[1];
  if (!jacobian) return SARRUS_PLUGIN_OK;
  jacobian[0] = u[1];
  jacobian[1] = u[0];
  jacobian[2] = 1 / u[1];
  jacobian[3] = -u[0] / (u[1] * u[1]);
  return SARRUS_PLUGIN_OK;
}

/* no derivatives */
static const SarPluginInput bare_inputs[] = {{"x", "1", "anything", 1}};
static const SarPluginOutput bare_outputs[] = {{"y", "1", "sin x"}};
static int bare(const void *data, const double *p, const double *u, double *y, double *jacobian) {
  (void)data, (void)p, (void)jacobian;
  y[0] = sin(u[0]);
  return SARRUS_PLUGIN_OK;
}

/* x itself up to 1; from there on no value; from 2 on the end */
static const SarPluginInput edge_inputs[] = {{"x", "m", "length", 0.5}};
static int edge(const void *data, const double *p, const double *u, double *y, double *jacobian) {
  (void)data, (void)p;
  y[0] = u[0];
  if (jacobian) jacobian[0] = 1;
  if (u[0] >= 2) return -7;
  return u[0] >= 1 ? SARRUS_PLUGIN_RETRY : SARRUS_PLUGIN_OK;
}

/* x up to 1; then the end */
static int last(const void *data, const double *p, const double *u, double *y, double *jacobian) {
  (void)data, (void)p;
  y[0] = u[0];
  if (jacobian) jacobian[0] = 1;
  return u[0] < 1 ? SARRUS_PLUGIN_OK : -8;
}

static int create(const double *p, void **data, char *message, size_t size) {
  const char text[] = "`gain` is negative";
  for (size_t i = 0; p[GAIN] < 0 && i < size && i < sizeof text; i++) message[i] = text[i];
  if (p[GAIN] < 0) return 1;
  double *copy = malloc(2 * sizeof *copy);
  if (!copy) return 1;
  copy[GAIN] = p[GAIN];
  copy[LENGTH] = p[LENGTH];
  *data = copy;
  return 0;
}

static const SarPluginFunction functions[] = {
    {"stretch", "a spring", stretch_inputs, 1, force_outputs, 1, stretch, 1},
    {"pair", "two outputs", pair_inputs, 2, pair_outputs, 2, pair, 1},
    {"bare", "no derivatives", bare_inputs, 1, bare_outputs, 1, bare, 0},
    {"edge", "fails", edge_inputs, 1, force_outputs, 1, edge, 1},
    {"last", "ends the run", edge_inputs, 1, force_outputs, 1, last, 1},
};

static const SarPlugin plugin = {
    .abi = SARRUS_PLUGIN_ABI,
    .name = "good",
    .version = "2.1",
    .summary = "for tests",
    .parameters = parameters,
    .nparameters = 2,
    .functions = functions,
    .nfunctions = sizeof functions / sizeof *functions,
    .create = create,
    .destroy = free,
};

SARRUS_PLUGIN_EXPORT const SarPlugin *sarrus_plugin(void) { return &plugin; }
