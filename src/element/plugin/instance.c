#include "element/plugin/instance.h"

#include <math.h>
#include <string.h>

#include "element/plugin/loader.h"

/* Room for what the table says. */
static SarStatus prepare(SarContext *context, SarArena *arena, SarPluginInstance *instance) {
  SAR_TRY(sar_plugin_check_table(context, instance));
  const SarPlugin *plugin = instance->plugin;
  instance->parameters = SAR_NEW(arena, plugin->nparameters, double);
  instance->calls = SAR_NEW(arena, plugin->nfunctions, SarPluginCall);
  if (!instance->parameters || !instance->calls) return sar_report_no_memory(context);
  for (int32_t i = 0; i < plugin->nparameters; i++) instance->parameters[i] = plugin->parameters[i].fallback;
  return SAR_OK;
}

SarStatus sar_plugin_open(SarContext *context, SarArena *arena, const char *path, SarPluginInstance *instance) {
  SAR_TRY(sar_plugin_load(context, path, instance->file, instance->source, instance->name, &instance->handle,
                          &instance->plugin));
  return prepare(context, arena, instance);
}

SarStatus sar_plugin_take(SarContext *context, SarArena *arena, const SarGivenPlugin *given,
                          SarPluginInstance *instance) {
  SAR_TRY(sar_plugin_check_version(context, given->plugin, instance->file, instance->source, instance->name));
  instance->plugin = given->plugin;
  instance->data = given->data;
  return prepare(context, arena, instance);
}

int32_t sar_plugin_parameter(const SarPlugin *plugin, const char *name) {
  for (int32_t i = 0; i < plugin->nparameters; i++) {
    if (strcmp(plugin->parameters[i].name, name) == 0) return i;
  }
  return -1;
}

/* ---- start ---- */

static SarStatus check_parameters(SarContext *context, const SarPluginInstance *p) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < p->plugin->nparameters; i++) {
    const SarPluginParameter *parameter = &p->plugin->parameters[i];
    if (isfinite(p->parameters[i])) continue;
    status = sar_report(context, SAR_INPUT, p->source, p->name, "give it in `parameters:` of the plugin",
                        "the parameter `%s` of the plugin `%s` is missing: %s", parameter->name, p->file,
                        parameter->meaning ? parameter->meaning : "a number");
  }
  return status;
}

static SarStatus create_data(SarContext *context, SarPluginInstance *p) {
  char message[256] = "";
  if (p->plugin->create && p->plugin->create(p->parameters, &p->data, message, sizeof message) != 0) {
    message[sizeof message - 1] = 0;
    p->data = NULL;
    return sar_report(context, SAR_INPUT, p->source, p->name, "change the parameters of the plugin",
                      "the plugin `%s` cannot be used: %s", p->file, message[0] ? message : "it gives no reason");
  }
  p->started = true;
  return SAR_OK;
}

/* Whether the plugin's name in the model is the function's, too. Who writes the file of another one chooses that name.
 */
static bool is_own(const SarPluginInstance *p, const SarPluginFunction *f) {
  return sar_plugin_is_given(p) && strcmp(p->name, f->name) == 0;
}

static bool has_angles(const SarPluginFunction *f) {
  SarUnits other = sar_units_si();
  bool found = false;
  other.angle = 2;
  for (int32_t j = 0; j < f->ninputs; j++) found |= sar_units_factor(&other, f->inputs[j].unit) != 1;
  for (int32_t i = 0; i < f->noutputs; i++) found |= sar_units_factor(&other, f->outputs[i].unit) != 1;
  return found;
}

static SarStatus prepare_call(SarContext *context, SarArena *arena, const SarUnits *units, SarPluginInstance *p,
                              int32_t index) {
  const SarPluginFunction *f = &p->plugin->functions[index];
  SarPluginCall *call = &p->calls[index];
  call->instance = p;
  call->function = f;
  call->has_angles = has_angles(f);
  call->input_factor = SAR_NEW(arena, f->ninputs, double);
  call->output_factor = SAR_NEW(arena, f->noutputs, double);
  const char *name = is_own(p, f) ? p->name : sar_arena_printf(arena, "%s.%s", p->name, f->name);
  if (!call->input_factor || !call->output_factor || !name) return sar_report_no_memory(context);
  for (int32_t j = 0; j < f->ninputs; j++) call->input_factor[j] = sar_units_factor(units, f->inputs[j].unit);
  for (int32_t i = 0; i < f->noutputs; i++) call->output_factor[i] = sar_units_factor(units, f->outputs[i].unit);
  call->external = (SarExternal){.name = name,
                                 .ninputs = f->ninputs,
                                 .noutputs = f->noutputs,
                                 .has_jacobian = f->has_jacobian != 0,
                                 .evaluate = sar_plugin_evaluate,
                                 .self = call};
  sar_plugin_check_jacobian(context, call);
  return SAR_OK;
}

SarStatus sar_plugin_start(SarContext *context, SarArena *arena, const SarUnits *units, SarPluginInstance *instance) {
  SarUnits radians = *units;
  radians.angle = 1;
  SAR_TRY(check_parameters(context, instance));
  SAR_TRY(create_data(context, instance));
  for (int32_t i = 0; i < instance->plugin->nfunctions; i++) {
    SAR_TRY(prepare_call(context, arena, &radians, instance, i));
  }
  return SAR_OK;
}

/* ---- use ---- */

static int32_t find_output(const SarPluginFunction *f, const char *name) {
  for (int32_t i = 0; i < f->noutputs; i++) {
    if (strcmp(f->outputs[i].name, name) == 0) return i;
  }
  return -1;
}

SarStatus sar_plugin_find(SarPluginInstance *instance, const char *name, SarPluginCall **call, int32_t *output) {
  size_t length = strcspn(name, ".");
  SarPluginCall *own = NULL;
  *call = NULL;
  *output = -1;
  for (int32_t i = 0; i < instance->plugin->nfunctions && !*call; i++) {
    const SarPluginFunction *known = &instance->plugin->functions[i];
    if (strlen(known->name) == length && memcmp(known->name, name, length) == 0) *call = &instance->calls[i];
    if (is_own(instance, known)) own = &instance->calls[i];
  }
  const char *wanted = *call ? name + length + (name[length] != 0) : name; /* of its outputs */
  if (!*call) *call = own;
  if (!*call) return SAR_INPUT;
  const SarPluginFunction *f = (*call)->function;
  if (wanted[0]) {
    *output = find_output(f, wanted);
  } else if (f->noutputs == 1) {
    *output = 0;
  }
  return *output >= 0 ? SAR_OK : SAR_INPUT;
}

void sar_plugin_close(SarPluginInstance *instance) {
  if (instance->started && instance->plugin->create && instance->plugin->destroy)
    instance->plugin->destroy(instance->data);
  sar_plugin_unload(instance->handle);
  instance->handle = NULL;
  instance->started = false;
}
