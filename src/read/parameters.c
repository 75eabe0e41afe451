/* The table of parameters: read in any order, found by name, replaced by `--set` (set_options.c) and `include:`
 * before anything is evaluated (scope.c). Values are plain numbers in the file's units. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "read/reader.h"

static int compare_names(const void *a, const void *b) {
  const SarParameter *const *x = a, *const *y = b;
  return strcmp((*x)->name, (*y)->name);
}

SarParameter *sar_parameter_find(const SarFile *file, const char *name) {
  SarParameter wanted = {.name = name}, *key = &wanted;
  if (!file->nparameters) return NULL;
  SarParameter **found = bsearch(&key, file->sorted, (size_t)file->nparameters, sizeof *found, compare_names);
  return found ? *found : NULL;
}

static SarStatus read_one(SarFile *file, const SarNode *key, const SarNode *item, SarParameter *parameter) {
  SarContext *context = file->reader->context;
  *parameter = (SarParameter){
      .name = key->text, .key = key, .source = item->inside, .state = SAR_BROKEN, .changed = -1, .reference = -1};
  if (!sar_text_is_name(key->text)) {
    return sar_report(context, SAR_INPUT, key->source, NULL, "use letters, digits and _, and do not start with a digit",
                      "`%s` is not a valid name", key->text);
  }
  if (sar_text_is_reserved(key->text)) {
    return sar_report(context, SAR_INPUT, key->source, NULL, "choose another name", "the name `%s` is reserved",
                      key->text);
  }
  SAR_TRY(sar_read_expect(file, item, SAR_NODE_SCALAR, key->text, "a number or expression"));
  if (!item->text[0]) {
    return sar_report(context, SAR_INPUT, key->source, NULL, "give it a value", "the parameter `%s` has no value",
                      key->text);
  }
  parameter->text = item->text;
  parameter->state = SAR_WAITING;
  return SAR_OK;
}

/* The model remembers how its files write them. */
static SarStatus keep_written(SarFile *file) {
  SarModel *model = file->reader->model;
  int32_t needed = model->nwritten + file->nparameters;
  if (needed > model->written_capacity) {
    int32_t capacity = needed > 2 * model->written_capacity ? needed : 2 * model->written_capacity;
    SarModelWritten *list =
        sar_arena_grow(model->arena, model->written, (size_t)model->nwritten, (size_t)capacity, sizeof *list);
    if (!list) return sar_read_no_memory(file->reader);
    model->written = list;
    model->written_capacity = capacity;
  }
  for (int32_t i = 0; i < file->nparameters - file->nhidden; i++) {
    const SarParameter *p = &file->parameters[i];
    if (!p->text) continue;
    const char *name = sar_arena_copy_text(model->arena, p->name), *text = sar_arena_copy_text(model->arena, p->text);
    if (!name || !text) return sar_read_no_memory(file->reader);
    model->written[model->nwritten++] = (SarModelWritten){name, text, p->source};
  }
  return SAR_OK;
}

SarStatus sar_read_parameters(SarFile *file, const SarNode *node) {
  if (!node) return SAR_OK;
  SarReader *reader = file->reader;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "parameters", "names with values"));
  file->parameters = SAR_NEW(reader->arena, node->count, SarParameter);
  file->sorted = SAR_NEW(reader->arena, node->count, SarParameter *);
  if (!file->parameters || !file->sorted) return sar_read_no_memory(reader);
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < node->count; i++) {
    SarStatus one = read_one(file, node->keys[i], node->items[i], &file->parameters[i]);
    if (one != SAR_OK) status = one;
    file->sorted[i] = &file->parameters[i];
  }
  file->nparameters = node->count;
  qsort(file->sorted, (size_t)file->nparameters, sizeof *file->sorted, compare_names);
  SarStatus kept = keep_written(file);
  return kept == SAR_OK ? status : kept;
}

/* ---- replacement ---- */

static bool is_input(const SarFile *file, const char *name) {
  const SarNode *inputs = sar_node_get(file->root, sar_section_name(SAR_SECTION_INPUTS));
  return inputs && inputs->kind == SAR_NODE_MAPPING && sar_node_get(inputs, name);
}

SarStatus sar_parameter_unknown(SarFile *file, const char *name, SarSource source) {
  if (is_input(file, name)) {
    return sar_report(file->reader->context, SAR_INPUT, source, file->element, "name a parameter, and let both add up",
                      "`%s` is an input, which only who steps the model changes", name);
  }
  SarSuggestion suggestion = sar_suggestion(name);
  int32_t seen = file->nparameters - file->nhidden;
  for (int32_t i = 0; i < seen; i++) sar_suggestion_offer(&suggestion, file->parameters[i].name);
  const char *best = sar_suggestion_best(&suggestion);
  return sar_report(file->reader->context, SAR_INPUT, source, file->element,
                    seen ? "name a parameter of the model" : sar_model_parameter_remedy(file->reader->model),
                    "there is no parameter `%s`%s%s%s", name, best ? "; did you mean `" : "", best ? best : "",
                    best ? "`?" : "");
}

SarStatus sar_parameter_replace(SarFile *file, const char *name, SarSource source, const SarParameter *by) {
  SarParameter *parameter = sar_parameter_find(file, name);
  bool own = parameter && parameter - file->parameters >= file->nparameters - file->nhidden;
  if (!parameter || own) return sar_parameter_unknown(file, name, source);
  SarParameter old = *parameter;
  *parameter = *by;
  parameter->name = old.name;
  parameter->key = old.key;
  parameter->changed = old.changed;
  parameter->event = old.event;
  parameter->reference = -1;
  return SAR_OK;
}
