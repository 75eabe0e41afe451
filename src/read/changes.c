/* Parameters that events change. They are found before any expression is read: in a function such a parameter is a
 * reference, everywhere else using it is an error. Every field that gives new values to parameters counts, whatever the
 * class; an entry that `for:` repeats changes the same parameters each time. */
#include <string.h>

#include "read/reader.h"

static SarStatus remember(SarFile *file, SarParameter *parameter, const char *event) {
  SarReader *reader = file->reader;
  if (parameter->changed >= 0) return SAR_OK;
  parameter->event = event;
  if (!file->parent) {
    parameter->changed = (int32_t)(parameter - file->parameters);
    return SAR_OK;
  }
  if (reader->nchanged == reader->changed_capacity) {
    int32_t larger = reader->changed_capacity ? 2 * reader->changed_capacity : 8;
    void *grown = sar_arena_grow(reader->arena, reader->changed, (size_t)reader->nchanged, (size_t)larger,
                                 sizeof *reader->changed);
    if (!grown) return sar_read_no_memory(reader);
    reader->changed = grown;
    reader->changed_capacity = larger;
  }
  const char *name = sar_model_prefixed(reader->model, file->prefix, parameter->name);
  if (!name) return sar_read_no_memory(reader);
  parameter->changed = reader->ntop_parameters + reader->nchanged;
  reader->changed[reader->nchanged++] = (SarModelParameter){.name = name};
  return SAR_OK;
}

/* What is wrong with a field is said when it is read. */
static SarStatus look_at(SarFile *file, const SarNode *key, const SarNode *settings) {
  if (settings->kind != SAR_NODE_MAPPING) return SAR_OK;
  for (int32_t i = 0; i < settings->count; i++) {
    SarParameter *parameter = sar_parameter_find(file, settings->keys[i]->text);
    if (parameter) SAR_TRY(remember(file, parameter, key->text));
  }
  return SAR_OK;
}

static bool takes_settings(SarSection section, const char *name) {
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    const SarElementClass *class = sar_element_class(i);
    int32_t field = class->section == section ? sar_field_index(class, name) : -1;
    if (field >= 0 && class->fields[field].kind == SAR_FIELD_SETTINGS) return true;
  }
  return false;
}

SarStatus sar_read_changes(SarFile *file) {
  const SarNode *events = sar_node_get(file->root, sar_section_name(SAR_SECTION_EVENTS));
  if (!file->parent) file->reader->ntop_parameters = file->nparameters;
  for (int32_t i = 0; events && events->kind == SAR_NODE_MAPPING && i < events->count; i++) {
    const SarNode *item = events->items[i];
    for (int32_t k = 0; item->kind == SAR_NODE_MAPPING && k < item->count; k++) {
      if (!takes_settings(SAR_SECTION_EVENTS, item->keys[k]->text)) continue;
      SAR_TRY(look_at(file, events->keys[i], item->items[k]));
    }
  }
  return SAR_OK;
}
