/* What a sub-model needs of the model that includes it: `needs: [chassis]` in its file makes `chassis` a name that its
 * joints, forces and expressions may use; `with: {chassis: frame}` at the include says which body (or frame of a body)
 * is meant. Without it the body of the same name.
 *
 * The names are known at once, whether they stand for bodies only when all files have been read. */
#include <string.h>

#include "base/text.h"
#include "element/body/modal.h"
#include "read/reader.h"

/* A body that a sub-model needs, until all elements are known. */
struct SarNeed {
  const char *name;    /* in the sub-model */
  const char *target;  /* in the whole model */
  const char *prefix;  /* of the sub-model, for the message */
  const char *written; /* in `with`, or null */
  SarSource source;    /* of `with`, or of the include */
};

static SarStatus check_name(SarFile *file, const SarNode *list, int32_t index) {
  const SarNode *item = list->items[index];
  SarContext *context = file->reader->context;
  SAR_TRY(sar_read_expect(file, item, SAR_NODE_SCALAR, "needs", "names of bodies"));
  if (!sar_text_is_name(item->text) || sar_text_is_reserved(item->text)) {
    return sar_report(context, SAR_INPUT, item->source, NULL,
                      "use letters, digits and _, and do not start with a digit; `ground` is always there",
                      "`%s` cannot be the name of a body that is needed", item->text);
  }
  for (int32_t i = 0; i < index; i++) {
    if (strcmp(list->items[i]->text, item->text) != 0) continue;
    return sar_report(context, SAR_INPUT, item->source, NULL, "name it once", "`%s` is needed twice", item->text);
  }
  return SAR_OK;
}

/* What could not be found, so that what uses it is not reported again. */
static SarStatus give_up(SarFile *file, const SarNode *item) {
  SarModel *model = file->reader->model;
  const char *whole = sar_model_prefixed(model, file->prefix, item->text);
  if (!whole) return sar_read_no_memory(file->reader);
  if (sar_model_lookup(model, whole) != SAR_NAME_NONE) return SAR_OK;
  return sar_model_take_name(model, whole, item->source, "need", SAR_NAME_FAULTY);
}

/* A file that is read by itself has nobody who gives it anything. */
static SarStatus report_alone(SarFile *file, const SarNode *item) {
  const char *remedy = sar_arena_printf(
      file->reader->scratch, "include it, as in include: {sub: {file: %s, with: {%s: body}}}", file->path, item->text);
  return sar_report(file->reader->context, SAR_INPUT, item->source, NULL, remedy ? remedy : "include it",
                    "this model cannot be run alone: it needs the body `%s` of a model that includes it", item->text);
}

static SarStatus remember(SarFile *file, const SarNeed *need) {
  SarReader *reader = file->reader;
  SarNeed *slot =
      sar_arena_append(reader->arena, 8, &reader->needs, &reader->nneeds, &reader->needs_capacity, sizeof *slot);
  if (!slot) return sar_read_no_memory(reader);
  *slot = *need;
  return SAR_OK;
}

/* What a name stands for: in the names of the including file. */
static SarStatus find_target(SarFile *file, const SarNode *item, SarNameAlias *alias) {
  SarModel *model = file->reader->model;
  const SarNode *given = file->with ? sar_node_get(file->with, item->text) : NULL;
  const char *text = item->text;
  if (given) SAR_TRY(sar_read_text(file->parent, given, item->text, &text));
  if (!text[0]) {
    return sar_report(file->reader->context, SAR_INPUT, given->source, file->parent->element, "name a body",
                      "`%s` has no value", item->text);
  }
  SarNeed need = {.name = item->text, .prefix = file->prefix, .source = given ? given->source : file->included_at};
  need.written = given ? sar_arena_copy_text(file->reader->arena, text) : NULL;
  need.target = sar_model_scoped(model, &file->parent->names, text);
  if (!need.target || (given && !need.written)) return sar_read_no_memory(file->reader);
  *alias = (SarNameAlias){item->text, need.target};
  return remember(file, &need);
}

/* `with` gives nothing that is not needed. */
static SarStatus check_with(SarFile *file, const SarNode *list) {
  SarStatus status = SAR_OK;
  SarFile *parent = file->parent;
  if (!file->with) return SAR_OK;
  SAR_TRY(sar_read_expect(parent, file->with, SAR_NODE_MAPPING, "with", "names with bodies"));
  for (int32_t i = 0; i < file->with->count; i++) {
    const SarNode *key = file->with->keys[i];
    SarSuggestion suggestion = sar_suggestion(key->text);
    bool known = false;
    for (int32_t k = 0; list && k < list->count; k++) {
      if (list->items[k]->kind != SAR_NODE_SCALAR) continue;
      known = known || strcmp(list->items[k]->text, key->text) == 0;
      sar_suggestion_offer(&suggestion, list->items[k]->text);
    }
    if (known) continue;
    const char *best = sar_suggestion_best(&suggestion);
    status = sar_report(file->reader->context, SAR_INPUT, key->source, parent->element,
                        "write `needs: [name]` into that file, or remove it", "`%s` needs no `%s`%s%s%s", file->path,
                        key->text, best ? "; did you mean `" : "", best ? best : "", best ? "`?" : "");
  }
  return status;
}

SarStatus sar_read_needs(SarFile *file, const SarNode *node) {
  SarReader *reader = file->reader;
  file->names.prefix = file->prefix;
  if (node && node->kind == SAR_NODE_SCALAR && !node->text[0]) node = NULL;
  if (node) SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, "needs", "a list of names"));
  SarStatus status = check_with(file, node), with = status;
  SarNameAlias *aliases = node ? SAR_NEW(reader->arena, node->count, SarNameAlias) : NULL;
  if (node && !aliases) return sar_read_no_memory(reader);
  for (int32_t i = 0; node && i < node->count; i++) {
    const SarNode *item = node->items[i];
    SarStatus one = check_name(file, node, i);
    bool named = one == SAR_OK;
    if (named && with == SAR_OK) {
      one = file->parent ? find_target(file, item, &aliases[file->names.naliases]) : report_alone(file, item);
      if (one == SAR_OK) file->names.naliases++;
    }
    if (named && (one != SAR_OK || with != SAR_OK)) SAR_TRY(give_up(file, item));
    if (one != SAR_OK) status = one;
  }
  file->names.aliases = aliases;
  return status;
}

SarStatus sar_read_check_own_name(SarFile *file, const char *name, SarSource source) {
  for (int32_t i = 0; i < file->names.naliases; i++) {
    if (strcmp(file->names.aliases[i].name, name) != 0) continue;
    return sar_report(file->reader->context, SAR_INPUT, source, file->element, "choose another name",
                      "`%s` is a body that this file `needs`: it cannot have one of its own", name);
  }
  return SAR_OK;
}

/* A body, a frame of a body or of the ground, or the ground. What could not be read has been reported. */
static bool is_known(SarModel *model, const char *target) {
  SarSideName side;
  int32_t index = sar_model_lookup(model, target);
  if (strcmp(target, "ground") == 0 || index == SAR_NAME_FAULTY) return true;
  if (index >= 0) return model->elements[index].class->section == SAR_SECTION_BODIES;
  if (sar_model_split_side(model, target, sar_nowhere(), &side) != SAR_OK || !side.frame) return false;
  int32_t body = sar_model_lookup(model, side.body);
  if (body == SAR_NAME_FAULTY) return true;
  bool ground = strcmp(side.body, "ground") == 0;
  /* Interfaces become bodies later; a name that is none of them is reported where it is used. */
  if (!ground && body >= 0 && model->elements[body].class == &sar_body_modal) return true;
  return (ground || body >= 0) && sar_model_find_frame(model, ground ? -1 : body, side.frame);
}

static SarStatus report_missing(SarReader *reader, const SarNeed *need) {
  SarModel *model = reader->model;
  SarSuggestion suggestion = sar_suggestion(need->target);
  for (int32_t i = 0; i < model->nelements; i++) {
    if (model->elements[i].class->section == SAR_SECTION_BODIES) {
      sar_suggestion_offer(&suggestion, model->elements[i].name);
    }
  }
  const char *best = sar_suggestion_best(&suggestion);
  const char *remedy = sar_arena_printf(reader->scratch, "say which body it is: with: {%s: body}", need->name);
  const char *sub = sar_arena_copy_text_n(reader->scratch, need->prefix, strlen(need->prefix) - 1);
  if (!remedy || !sub) return sar_read_no_memory(reader);
  SarStatus status = sar_report(reader->context, SAR_INPUT, need->source, sub, remedy,
                                "it needs the body `%s`, and there is no %s `%s`%s%s%s", need->name,
                                strchr(need->target, '.') ? "body or frame" : "body", need->target,
                                best ? "; did you mean `" : "", best ? best : "", best ? "`?" : "");
  if (sar_model_lookup(model, need->target) == SAR_NAME_NONE) { /* what uses it is not reported again */
    (void)sar_model_take_name(model, need->target, need->source, "need", SAR_NAME_FAULTY);
  }
  return status;
}

SarStatus sar_read_check_needs(SarReader *reader) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < reader->nneeds; i++) {
    const SarNeed *need = &reader->needs[i];
    if (is_known(reader->model, need->target)) continue;
    status = report_missing(reader, need);
  }
  return status;
}
