/* Names: one space for the elements of all sections, found through a hash.
 *
 * A name is letters, digits and `_`; elements of an included sub-model are called prefix.name, so dots separate valid
 * names. The table never forgets a name: elements are only added. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/model.h"

/* FNV-1a */
static uint64_t hash_of(const char *name) {
  uint64_t hash = 14695981039346656037u;
  for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 1099511628211u;
  return hash ^ (hash >> 32);
}

/* The entry of `name`, or the free slot where it would go. The table has free slots. */
static SarNameEntry *slot_of(const SarNameTable *table, const char *name) {
  uint64_t mask = (uint64_t)table->capacity - 1;
  for (uint64_t i = hash_of(name) & mask;; i = (i + 1) & mask) {
    SarNameEntry *entry = &table->entries[i];
    if (!entry->name || strcmp(entry->name, name) == 0) return entry;
  }
}

static SarStatus grow(SarModel *model) {
  SarNameTable *old = &model->names, table = *old;
  table.capacity = old->capacity ? 2 * old->capacity : 64;
  table.entries = SAR_NEW(model->arena, table.capacity, SarNameEntry);
  if (!table.entries) return sar_report_no_memory(model->context);
  for (int32_t i = 0; i < old->capacity; i++) {
    if (old->entries[i].name) *slot_of(&table, old->entries[i].name) = old->entries[i];
  }
  *old = table;
  return SAR_OK;
}

/* Whether the name begins with that of an include that could not be read. */
static bool below_spoilt(const SarModel *model, const char *name) {
  char prefix[256];
  for (const char *point = strchr(name, '.'); point; point = strchr(point + 1, '.')) {
    size_t length = (size_t)(point - name);
    if (length >= sizeof prefix) return false;
    memcpy(prefix, name, length);
    prefix[length] = 0;
    const SarNameEntry *entry = slot_of(&model->names, prefix);
    if (entry->name && entry->index == SAR_NAME_FAULTY) return true;
  }
  return false;
}

int32_t sar_model_lookup(const SarModel *model, const char *name) {
  const SarNameTable *names = &model->names;
  const SarNameEntry *entry = names->capacity ? slot_of(names, name) : NULL;
  if (entry && entry->name) return entry->index;
  return names->incomplete || (names->spoilt && below_spoilt(model, name)) ? SAR_NAME_FAULTY : SAR_NAME_NONE;
}

void sar_model_spoil_prefix(SarModel *model, const char *name) {
  SarNameEntry *entry = model->names.capacity ? slot_of(&model->names, name) : NULL;
  if (!entry || !entry->name || entry->index != SAR_NAME_PREFIX) return;
  entry->index = SAR_NAME_FAULTY;
  model->names.spoilt = true;
}

int32_t sar_model_find(const SarModel *model, const char *name) {
  int32_t index = sar_model_lookup(model, name);
  return index >= 0 ? index : -1;
}

/* Checks one part (between dots) of a name. */
static SarStatus check_part(SarModel *model, const char *part, size_t length, const char *name, SarSource source,
                            const char *what) {
  char buffer[64];
  if (length >= sizeof buffer) {
    return sar_report(model->context, SAR_INPUT, source, name, "use at most 63 letters",
                      "the name of this %s is %zu letters long", what, length);
  }
  memcpy(buffer, part, length);
  buffer[length] = 0;
  if (!sar_text_is_name(buffer)) {
    return sar_report(model->context, SAR_INPUT, source, name,
                      "use letters, digits and _, and do not start with a digit", "`%s` is not a valid name", buffer);
  }
  if (sar_text_is_reserved(buffer)) {
    return sar_report(model->context, SAR_INPUT, source, name, "choose another name", "the name `%s` is reserved",
                      buffer);
  }
  return SAR_OK;
}

static SarStatus check_name(SarModel *model, const char *name, SarSource source, const char *what) {
  for (const char *part = name;;) {
    size_t length = strcspn(part, ".");
    SAR_TRY(check_part(model, part, length, name, source, what));
    if (!part[length]) return SAR_OK;
    part += length + 1;
  }
}

SarStatus sar_model_take_name(SarModel *model, const char *name, SarSource source, const char *what, int32_t index) {
  SAR_TRY(check_name(model, name, source, what));
  if (2 * (model->names.count + 1) > model->names.capacity) SAR_TRY(grow(model));
  SarNameEntry *entry = slot_of(&model->names, name);
  if (entry->name) {
    if (source.line > 0) { /* of a file, whose reading ends with this: which of the two is meant by others? */
      entry->index = SAR_NAME_FAULTY;
      model->names.spoilt = true;
    }
    if (entry->source.line > 0 && entry->source.line == source.line && entry->source.column == source.column &&
        entry->source.file == source.file) {
      return sar_report(model->context, SAR_INPUT, source, name,
                        "put the counter of `for:` into the name, as in `\"name{i}\"`",
                        "the name `%s` is already used in line %d: by the same entry", name, (int)source.line);
    }
    if (entry->source.line > 0) {
      return sar_report(model->context, SAR_INPUT, source, name,
                        "choose another name; names are unique in all sections",
                        "the name `%s` is already used in line %d", name, (int)entry->source.line);
    }
    return sar_report(model->context, SAR_INPUT, source, name, "choose another name; names are unique in all sections",
                      "the name `%s` is already used", name);
  }
  const char *copy = sar_arena_copy_text(model->arena, name);
  if (!copy) return sar_report_no_memory(model->context);
  *entry = (SarNameEntry){copy, index, source};
  model->names.count++;
  return SAR_OK;
}

const char **sar_model_copy_names(SarModel *model, const char *const *names, int32_t count) {
  const char **copy = SAR_NEW(model->arena, count, const char *);
  for (int32_t i = 0; copy && i < count; i++) {
    copy[i] = sar_arena_copy_text(model->arena, names[i]);
    if (!copy[i]) return NULL;
  }
  return copy;
}

const char *sar_model_prefixed(SarModel *model, const char *prefix, const char *text) {
  if (strcmp(text, "ground") == 0) return "ground";
  if (strncmp(text, "ground.", 7) == 0) return sar_arena_printf(model->arena, "ground.%s%s", prefix, text + 7);
  return sar_arena_printf(model->arena, "%s%s", prefix, text);
}

const char *sar_model_scoped(SarModel *model, const SarNameScope *names, const char *text) {
  size_t length = strcspn(text, ".");
  for (int32_t i = 0; i < names->naliases; i++) {
    const SarNameAlias *alias = &names->aliases[i];
    if (strlen(alias->name) != length || strncmp(alias->name, text, length) != 0) continue;
    return text[length] ? sar_arena_printf(model->arena, "%s%s", alias->target, text + length) : alias->target;
  }
  return sar_model_prefixed(model, names->prefix, text);
}

SarStatus sar_model_check_frame_name(SarModel *model, const char *owner, const char *name, SarSource source) {
  if (!sar_text_is_name(name)) {
    return sar_report(model->context, SAR_INPUT, source, owner,
                      "use letters, digits and _, and do not start with a digit", "`%s` is not a valid name", name);
  }
  if (sar_field_choice(sar_section_outputs(SAR_SECTION_BODIES), name) >= 0) {
    return sar_report(model->context, SAR_INPUT, source, owner, "choose another name",
                      "a frame cannot be called `%s`: this is an output column of the body", name);
  }
  return SAR_OK;
}

SarStatus sar_model_split_side(SarModel *model, const char *text, SarSource source, SarSideName *side) {
  const char *dot = strncmp(text, "ground.", 7) == 0 ? text + 6 : strrchr(text, '.');
  const char *frame = dot ? sar_arena_copy_text(model->arena, dot + 1) : NULL;
  const char *body = sar_arena_copy_text_n(model->arena, text, dot ? (size_t)(dot - text) : strlen(text));
  if (!body || (dot && !frame)) return sar_report_no_memory(model->context);
  *side = (SarSideName){body, frame, source};
  return SAR_OK;
}
