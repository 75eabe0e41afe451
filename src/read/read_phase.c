/* The same text and files, read again: the model of another phase, or with other parameters. */
#include <string.h>

#include "read/read.h"

SarStatus sar_model_given(SarArena *arena, const SarModel *model, const SarGivenPlugin **out, int32_t *count) {
  SarGivenPlugin *given = SAR_NEW(arena, model->nplugins + 1, SarGivenPlugin);
  *out = given;
  *count = 0;
  if (!given) return SAR_NO_MEMORY;
  for (int32_t i = 0; i < model->nplugins; i++) {
    const SarPluginInstance *plugin = model->plugins[i];
    if (!sar_plugin_is_given(plugin) || !plugin->plugin) continue;
    given[(*count)++] = (SarGivenPlugin){plugin->name, plugin->plugin, plugin->data};
  }
  return SAR_OK;
}

/* How: what is different. */
static SarStatus read_again(SarContext *context, const SarModel *model, const SarReadOptions *how, SarModel **out) {
  SarArena *arena = sar_arena_create();
  SarModelPlugin *plugins = arena ? SAR_NEW(arena, model->nplugins + 1, SarModelPlugin) : NULL;
  *out = NULL;
  if (!plugins) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  for (int32_t i = 0; i < model->nplugins; i++) {
    plugins[i] = (SarModelPlugin){.name = model->plugins[i]->name, .path = model->plugins[i]->path, "", ""};
  }
  const SarGivenPlugin *given = NULL;
  int32_t ngiven = 0;
  if (sar_model_given(arena, model, &given, &ngiven) != SAR_OK) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  SarReadOptions options = {.set = how->set,
                            .nset = how->nset,
                            .files = model->files,
                            .nfiles = model->nfiles,
                            .files_only = model->files_only,
                            .plugins = plugins,
                            .nplugins = model->nplugins,
                            .given = given,
                            .ngiven = ngiven,
                            .no_code = model->no_code,
                            .format = model->format,
                            .deck = model->deck,
                            .phase = how->phase,
                            .in_phase = how->in_phase,
                            .probe = how->probe,
                            .tree = how->tree,
                            .like = how->like};
  SarStatus status = sar_model_read_text(context, model->path, model->text, strlen(model->text), &options, out);
  sar_arena_destroy(&arena);
  return status;
}

SarStatus sar_model_read_phase(SarContext *context, const SarModel *model, int32_t phase, SarModel **out) {
  int32_t first = sar_context_count(context);
  SarReadOptions how = {.set = model->set, .nset = model->nset, .phase = phase, .in_phase = true};
  SarStatus status = read_again(context, model, &how, out);
  sar_context_drop_repeated(context, first); /* what the first phase has been told already */
  return status;
}

SarStatus sar_model_read_set(SarContext *context, const SarModel *model, const char *const *set, int32_t nset,
                             SarModel **out) {
  SarReadOptions how = {.set = set, .nset = nset};
  return read_again(context, model, &how, out);
}

SarStatus sar_model_read_moved(SarContext *context, const SarModel *model, SarReadProbe *probe, SarReadTree *tree,
                               SarModel **out) {
  probe->found = false;
  SarReadOptions how = {.set = model->set,
                        .nset = model->nset,
                        .phase = model->phase,
                        .in_phase = model->in_phase,
                        .probe = probe,
                        .tree = tree,
                        .like = model};
  return read_again(context, model, &how, out);
}
