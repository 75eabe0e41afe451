/* The header of a run from its model. */
#include <stdlib.h>

#include "result/facts.h"
#include "result/sink.h"

/* Moves a text that was allocated into the arena; null when memory is exhausted. */
static const char *moved(SarArena *arena, char *text) {
  const char *copy = text ? sar_arena_copy_text(arena, text) : NULL;
  free(text);
  return copy;
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
  return out->parameters && out->units_json ? SAR_OK : sar_report_no_memory(context);
}
