/* Physics from outside: functions y = f(u) in a shared object, for use in the expressions of a model file.
 *
 *   plugins:
 *     tyre: {file: libtyre.so, parameters: {stiffness: 6e4}}
 *   forces:
 *     lateral: {..., fy: "tyre.contact.fy(deflection, slip, alpha)"}
 *
 * A plugin is one C (or C++) file that includes this header and exports one symbol:
 *
 *   SARRUS_PLUGIN_EXPORT const SarPlugin *sarrus_plugin(void) { return &plugin; }
 *
 * It links nothing: cc -O2 -shared -fPIC tyre.c -o libtyre.so. What it describes (names, units, meanings) is used for
 * checks and messages; all of it must live as long as the shared object is loaded, which static data do.
 *
 * Units: everything is in SI units (m, kg, s, N, rad) whatever the model file uses. The unit of a value is a product of
 * powers of m kg s N rad (also J, W), written "N*s/m", "m/s^2", "1" or ""; the numbers of the file are converted by it.
 *
 * Threads: functions must depend on nothing but their arguments, must change nothing but their results, and may be
 * called by several threads at once: all runs of a model share what `create` has made. A run that a function ends by
 * SARRUS_PLUGIN_STOP ends alone. They must be smooth between kinks: integration and Newton's method depend on it.
 * They must give the same results for the same arguments: results are repeatable to the last bit.
 *
 * A loaded plugin is part of the program: it can do whatever the user may do. Load only what you trust. */
#ifndef SARRUS_PLUGIN_H
#define SARRUS_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. A plugin made for another version is refused with a message. */
#define SARRUS_PLUGIN_ABI 1

/* The most that one function may take and give. */
#define SARRUS_PLUGIN_MAX_INPUTS 32
#define SARRUS_PLUGIN_MAX_OUTPUTS 32

#if defined(__GNUC__)
#define SARRUS_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define SARRUS_PLUGIN_EXPORT
#endif

/* What evaluate answers: all went well; the function has no value here, but a smaller step may help (any
 * positive number); the run must end (any negative number). */
#define SARRUS_PLUGIN_OK 0
#define SARRUS_PLUGIN_RETRY 1
#define SARRUS_PLUGIN_STOP (-1)

typedef struct SarPluginInput {
  const char *name, *unit, *meaning;
  /* A usual value, away from kinks: there the derivatives are checked when the plugin is loaded. NAN: not known, and
   * nothing is checked. */
  double typical;
} SarPluginInput;

typedef struct SarPluginOutput {
  const char *name, *unit, *meaning;
} SarPluginOutput;

/* A number that the model gives once: `parameters:` of the plugin. All functions of the plugin have it. */
typedef struct SarPluginParameter {
  const char *name, *unit, *meaning;
  double fallback; /* when the model gives none; NAN: the model must give one */
} SarPluginParameter;

typedef struct SarPluginFunction {
  const char *name, *summary;
  const SarPluginInput *inputs;
  int32_t ninputs; /* at least 1 */
  const SarPluginOutput *outputs;
  int32_t noutputs; /* at least 1 */

  /* outputs = f(inputs). jacobian: if not null, d outputs[i] / d inputs[j] goes to jacobian[i * ninputs + j]; a
   * function without has_jacobian leaves it alone. data: what `create` made, or null. The result is one of
   * SARRUS_PLUGIN_OK, _RETRY, _STOP; unless it is OK, outputs and jacobian do not count. */
  int (*evaluate)(const void *data, const double *parameters, const double *inputs, double *outputs, double *jacobian);

  /* 1: evaluate fills the jacobian, exactly. 0: differences are used, which costs 2 ninputs calls and digits; the user
   * is told so. On a kink give the derivative of either side, or their mean. */
  int32_t has_jacobian;
} SarPluginFunction;

typedef struct SarPlugin {
  uint32_t abi; /* SARRUS_PLUGIN_ABI; always the first member */
  const char *name, *version, *summary;
  const SarPluginParameter *parameters;
  int32_t nparameters;
  const SarPluginFunction *functions;
  int32_t nfunctions;

  /* May be null. Checks the parameters and prepares what the functions need again and again; called once for each name
   * that a model gives to the plugin, before any function. Returns 0, or anything else after writing to `message` (of
   * `size` bytes, zero-terminated) what is wrong with the parameters. */
  int (*create)(const double *parameters, void **data, char *message, size_t size);
  void (*destroy)(void *data); /* may be null; called once for every create that returned 0 */
} SarPlugin;

/* The symbol that a plugin exports. */
SARRUS_PLUGIN_EXPORT const SarPlugin *sarrus_plugin(void);

#ifdef __cplusplus
}
#endif
#endif
