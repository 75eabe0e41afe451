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
    const char *version = instance->plugin->version ? instance->plugin->version : "";
    plugins[i] = (SarModelPlugin){instance->name, instance->path, sar_arena_copy_text(arena, version),
                                  sar_arena_copy_text(arena, hash)};
    if (!plugins[i].version || !plugins[i].hash) return sar_report_no_memory(context);
  }
  out->plugins = plugins;
  out->nplugins = model->nplugins;
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
  return add_plugins(context, model, arena, out);
}
