/* A plugin that ruins runs: by the value of its input it computes, crashes, goes on for ever, is killed or ends the
 * process. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "sarrus/plugin.h"

static const SarPluginInput inputs[] = {{"kind", "1", "what it does", 0}};
static const SarPluginOutput outputs[] = {{"y", "N", "nothing"}};
static int drink(const void *data, const double *p, const double *u, double *y, double *jacobian) {
  volatile int on = 1;
  (void)data, (void)p;
  y[0] = 0;
  if (jacobian) jacobian[0] = 0;
  switch ((int)floor(u[0] + 0.5)) {
    case 1: raise(SIGSEGV); break;
    case 2:
      while (on) continue;
      break;
    case 3: raise(SIGKILL); break;
    case 4: exit(5);
    case 5: printf("what a plugin prints does not get among the answers\n"); break;
    default: break;
  }
  return SARRUS_PLUGIN_OK;
}

static const SarPluginFunction functions[] = {{"drink", "ruins runs", inputs, 1, outputs, 1, drink, 1}};

static const SarPlugin plugin = {
    .abi = SARRUS_PLUGIN_ABI,
    .name = "poison",
    .version = "1.0",
    .summary = "for tests",
    .functions = functions,
    .nfunctions = 1,
};

SARRUS_PLUGIN_EXPORT const SarPlugin *sarrus_plugin(void) { return &plugin; }
