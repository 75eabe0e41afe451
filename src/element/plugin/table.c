/* What a plugin says about itself is used without further checks later on, so it is checked here, all of it. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "element/plugin/instance.h"

static const char remedy[] = "correct the table of the plugin";

/* Name and unit of a value: the two that messages and conversions need. */
typedef struct Named {
  const char *name, *unit;
} Named;

/* The i-th entry of one of a plugin's lists. */
typedef Named (*Entry)(const void *list, int32_t i);

static Named input(const void *list, int32_t i) {
  const SarPluginInput *value = (const SarPluginInput *)list + i;
  return (Named){value->name, value->unit};
}

static Named output(const void *list, int32_t i) {
  const SarPluginOutput *value = (const SarPluginOutput *)list + i;
  return (Named){value->name, value->unit};
}

static Named parameter(const void *list, int32_t i) {
  const SarPluginParameter *value = (const SarPluginParameter *)list + i;
  return (Named){value->name, value->unit};
}

static Named function(const void *list, int32_t i) { return (Named){((const SarPluginFunction *)list)[i].name, ""}; }

typedef struct Check {
  SarContext *context;
  const SarPluginInstance *instance;
  const char *owner; /* "" or the function's name */
} Check;

static SarStatus check_count(const Check *c, const char *what, const void *list, int32_t count, int32_t least,
                             int32_t most) {
  if (count >= least && count <= most && (list || count == 0)) return SAR_OK;
  return sar_report(c->context, SAR_INPUT, c->instance->source, c->instance->name, remedy,
                    "the plugin `%s` is faulty: %s%s%d %s, not %d to %d", c->instance->file, c->owner,
                    c->owner[0] ? " has " : "", (int)(list ? count : 0), what, (int)least, (int)most);
}

/* Valid names, each once, with units that can be converted. */
static SarStatus check_names(const Check *c, const char *what, const void *list, int32_t count, Entry entry) {
  SarUnits si = sar_units_si();
  const SarPluginInstance *p = c->instance;
  for (int32_t i = 0; i < count; i++) {
    Named value = entry(list, i);
    const char *dot = c->owner[0] ? "." : "";
    if (!value.name || !sar_text_is_name(value.name)) {
      return sar_report(c->context, SAR_INPUT, p->source, p->name, remedy,
                        "the plugin `%s` is faulty: `%s%s%s` is no name for one of its %s", p->file, c->owner, dot,
                        value.name ? value.name : "", what);
    }
    if (!value.unit || !isfinite(sar_units_factor(&si, value.unit))) {
      return sar_report(c->context, SAR_INPUT, p->source, p->name, "units are products of m kg s N rad, as in N*s/m",
                        "the plugin `%s` is faulty: `%s%s%s` has the unit `%s`, which there is not", p->file, c->owner,
                        dot, value.name, value.unit ? value.unit : "");
    }
    for (int32_t k = 0; k < i; k++) {
      if (strcmp(entry(list, k).name, value.name) != 0) continue;
      return sar_report(c->context, SAR_INPUT, p->source, p->name, remedy,
                        "the plugin `%s` is faulty: two of its %s are called `%s%s%s`", p->file, what, c->owner, dot,
                        value.name);
    }
  }
  return SAR_OK;
}

static SarStatus check_function(Check *c, const SarPluginFunction *f) {
  c->owner = f->name;
  SAR_TRY(check_count(c, "inputs", f->inputs, f->ninputs, 1, SARRUS_PLUGIN_MAX_INPUTS));
  SAR_TRY(check_count(c, "outputs", f->outputs, f->noutputs, 1, SARRUS_PLUGIN_MAX_OUTPUTS));
  SAR_TRY(check_names(c, "inputs", f->inputs, f->ninputs, input));
  SAR_TRY(check_names(c, "outputs", f->outputs, f->noutputs, output));
  if (f->evaluate) return SAR_OK;
  return sar_report(c->context, SAR_INPUT, c->instance->source, c->instance->name, remedy,
                    "the plugin `%s` is faulty: `%s` has no `evaluate`", c->instance->file, f->name);
}

SarStatus sar_plugin_check_table(SarContext *context, const SarPluginInstance *instance) {
  const SarPlugin *plugin = instance->plugin;
  Check c = {context, instance, ""};
  SAR_TRY(check_count(&c, "parameters", plugin->parameters, plugin->nparameters, 0, 10000));
  SAR_TRY(check_count(&c, "functions", plugin->functions, plugin->nfunctions, 1, 10000));
  SAR_TRY(check_names(&c, "parameters", plugin->parameters, plugin->nparameters, parameter));
  SAR_TRY(check_names(&c, "functions", plugin->functions, plugin->nfunctions, function));
  for (int32_t i = 0; i < plugin->nfunctions; i++) SAR_TRY(check_function(&c, &plugin->functions[i]));
  return SAR_OK;
}
