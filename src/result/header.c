/* The header of a run from its model. */
#include <stdlib.h>

#include "result/facts.h"
#include "result/hash.h"
#include "result/sink.h"

/* Moves a text that was allocated into the arena; null when memory is exhausted. */
static const char *moved(SarArena *arena, char *text) {
  const char *copy = text ? sar_arena_copy_text(arena, text) : NULL;
  free(text);
  return copy;
}

static SarStatus add_plugins(SarContext *context, const SarModel *model, SarArena *arena, SarSinkHeader *out) {
  SarModelPlugin *plugins = SAR_NEW(arena, model->nplugins, SarModelPlugin);
  if (!plugins) return sar_report_no_memory(context);
  for (int32_t i = 0; i < model->nplugins; i++) {
    const SarPluginInstance *instance = model->plugins[i];
    char hash[SAR_HASH_TEXT_SIZE];
    sar_hash_file(instance->path, hash);
    const char *version = instance->plugin && instance->plugin->version ? instance->plugin->version : "";
    plugins[i] = (SarModelPlugin){instance->name, instance->path, sar_arena_copy_text(arena, version),
                                  sar_arena_copy_text(arena, hash)};
    if (!plugins[i].version || !plugins[i].hash) return sar_report_no_memory(context);
  }
  out->plugins = plugins;
  out->nplugins = model->nplugins;
  return SAR_OK;
}

static SarStatus add_events(SarContext *context, const SarModel *model, SarArena *arena, SarSinkHeader *out) {
  static const struct {
    const char *field, *word;
  } actions[] = {
      {"set", "set"}, {"restitution", "impact"}, {"record", "record"}, {"stop", "stop"}, {"restart", "restart"}};
  int32_t count = 0;
  for (int32_t i = 0; i < model->nelements; i++) count += model->elements[i].class->section == SAR_SECTION_EVENTS;
  SarModelEvent *events = SAR_NEW(arena, count, SarModelEvent);
  if (!events) return sar_report_no_memory(context);
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *element = &model->elements[i];
    if (element->class->section != SAR_SECTION_EVENTS) continue;
    const char *action = "";
    for (int32_t k = 0; action && k < SAR_COUNT(actions); k++) {
      const SarValue *value = sar_model_value(element, actions[k].field);
      bool acts = k < 2 ? value->given : value->real != 0; /* the first two are no flags */
      if (acts) action = sar_arena_printf(arena, "%s%s%s", action, action[0] ? " " : "", actions[k].word);
    }
    if (!action) return sar_report_no_memory(context);
    events[out->nevents++] = (SarModelEvent){element->name, action};
  }
  out->events = events;
  return SAR_OK;
}

SarStatus sar_sink_header_from_model(SarContext *context, const SarModel *model, SarArena *arena, SarSinkHeader *out) {
  *out = (SarSinkHeader){.title = model->title ? model->title : "",
                         .text = model->text ? model->text : "",
                         .parameters = moved(arena, sar_facts_parameters(model)),
                         .units = model->units,
                         .units_json = moved(arena, sar_facts_units(&model->units)),
                         .version = sar_version(),
                         .method = "",
                         .settings = "",
                         .files = model->files,
                         .nfiles = model->nfiles};
  if (!out->parameters || !out->units_json) return sar_report_no_memory(context);
  SAR_TRY(add_plugins(context, model, arena, out));
  return add_events(context, model, arena, out);
}
