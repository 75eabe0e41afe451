/* The model of another phase: the same text and files, read again. */
#include <string.h>

#include "read/read.h"

SarStatus sar_model_read_phase(SarContext *context, const SarModel *model, int32_t phase, SarModel **out) {
  int32_t first = sar_context_count(context);
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
  SarReadOptions options = {.set = model->set,
                            .nset = model->nset,
                            .files = model->files,
                            .nfiles = model->nfiles,
                            .files_only = model->files_only,
                            .plugins = plugins,
                            .nplugins = model->nplugins,
                            .no_code = model->no_code,
                            .is_deck = model->is_deck,
                            .deck = model->deck,
                            .phase = phase,
                            .in_phase = true};
  SarStatus status = sar_model_read_text(context, model->path, model->text, strlen(model->text), &options, out);
  sar_context_drop_repeated(context, first); /* what the first phase has been told already */
  sar_arena_destroy(&arena);
  return status;
}
