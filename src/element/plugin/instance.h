/* A plugin as one name of a model stands for it: the shared object or what the calling program has given in its place,
 * its parameters in SI units, and its functions as expressions see them (expr/external.h), in the units of the file
 * that names it.
 *
 *   sar_plugin_open or sar_plugin_take -> the values of `parameters` are filled in -> sar_plugin_start ->
 * sar_plugin_find ... -> close
 *
 * What it contains lives in the arena it was opened with. */
#ifndef SAR_ELEMENT_PLUGIN_INSTANCE_H
#define SAR_ELEMENT_PLUGIN_INSTANCE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/context.h"
#include "base/units.h"
#include "expr/expr.h"
#include "expr/external.h"
#include "sarrus/plugin.h"

typedef struct SarPluginInstance SarPluginInstance;

/* One function of an instance: the `self` of its SarExternal. */
typedef struct SarPluginCall {
  const SarPluginInstance *instance;
  const SarPluginFunction *function;
  SarExternal external;
  double *input_factor, *output_factor; /* SI value of one unit of the file */
  bool has_angles;                      /* among the units of inputs and outputs */
  bool differences_reported;
} SarPluginCall;

struct SarPluginInstance {
  const char *name;        /* in the model: "tyre", in an included file "left.tyre" */
  const char *file;        /* as the model writes it */
  const char *path;        /* absolute, links resolved; "": the calling program has given it */
  SarSource source;        /* of the file's name in the model */
  void *handle;            /* of the shared object; null: of none */
  const SarPlugin *plugin; /* null: it was not loaded */
  double *parameters;      /* SI */
  void *data;
  bool started;
  SarPluginCall *calls; /* plugin->nfunctions */
  bool fmu;             /* an FMU, which has no functions: it is loaded where it is run */
};

/* Loads the shared object and checks what it says about itself. `path` has a slash in it, so that no system folder is
 * searched. On success every parameter has its fallback, nan where there is none. */
SarStatus sar_plugin_open(SarContext *context, SarArena *arena, const char *path, SarPluginInstance *instance);

/* The same of a plugin that the calling program has given: its name, path and source are set. */
SarStatus sar_plugin_take(SarContext *context, SarArena *arena, const SarGivenPlugin *given,
                          SarPluginInstance *instance);
static inline bool sar_plugin_is_given(const SarPluginInstance *instance) { return !instance->path[0]; }

/* The index of a parameter, -1 if there is none of that name. */
int32_t sar_plugin_parameter(const SarPlugin *plugin, const char *name);

/* Checks that every parameter has a value, creates the plugin's data and prepares its functions. Angles in expressions
 * are radians whatever the units say. Warns of derivatives that differences do not confirm. */
SarStatus sar_plugin_start(SarContext *context, SarArena *arena, const SarUnits *units, SarPluginInstance *instance);

/* The function (and output) that `name`, the part behind the instance's own name, stands for: "fiala", "fiala.fy"; of a
 * plugin that was given, also "" and "fy" of the function that has its name.
 * SAR_INPUT: there is none; or the function has several outputs and none is named (*call is set then). */
SarStatus sar_plugin_find(SarPluginInstance *instance, const char *name, SarPluginCall **call, int32_t *output);

/* Reports a function that has asked for the end of the run by its negative answer (sar_program_stopped). Expressions
 * only see nan. */
SarStatus sar_plugin_report_stop(SarContext *context, const SarExternal *external, int answer);

/* Destroys the data and unloads the shared object. */
void sar_plugin_close(SarPluginInstance *instance);

/* ---- parts ---- */

/* Whether the table makes sense: names, counts, units. */
SarStatus sar_plugin_check_table(SarContext *context, const SarPluginInstance *instance);

/* SarExternal.evaluate of a SarPluginCall: in the file's units. Where the plugin fails, and for derivatives that it
 * does not have, everything is nan. */
int sar_plugin_evaluate(void *self, const double *inputs, double *outputs, double *jacobian);

/* Warns if the derivatives that the plugin gives disagree with differences at the typical inputs. */
void sar_plugin_check_jacobian(SarContext *context, const SarPluginCall *call);

#endif
