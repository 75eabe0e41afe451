/* What phases change in the tree of a model, before it is read: fields of elements (`change:`), and new values of
 * parameters (`set:`). The tree of a phase is a new one that shares with the old what stays as it is. */
#include <string.h>

#include "read/reader.h"

/* ---- trees ---- */

/* A mapping of the same entries with room for one more. */
static SarNode *copy_mapping(SarArena *arena, const SarNode *old) {
  SarNode *copy = SAR_NEW(arena, 1, SarNode);
  size_t count = (size_t)old->count;
  if (!copy) return NULL;
  *copy = *old;
  copy->keys = SAR_NEW(arena, count + 1, const SarNode *);
  copy->items = SAR_NEW(arena, count + 1, const SarNode *);
  if (!copy->keys || !copy->items) return NULL;
  for (size_t i = 0; i < count; i++) copy->keys[i] = old->keys[i], copy->items[i] = old->items[i];
  return copy;
}

static int32_t find_key(const SarNode *mapping, const char *key) {
  for (int32_t i = 0; i < mapping->count; i++) {
    if (strcmp(mapping->keys[i]->text, key) == 0) return i;
  }
  return -1;
}

/* `null` takes a field away, as if it had not been written. */
static bool takes_away(const SarNode *item) {
  if (item->kind != SAR_NODE_SCALAR) return false;
  return strcmp(item->text, "null") == 0 || strcmp(item->text, "~") == 0;
}

static void put(SarNode *mapping, const SarNode *key, const SarNode *item) {
  int32_t at = find_key(mapping, key->text);
  if (takes_away(item)) {
    for (int32_t i = at; at >= 0 && i + 1 < mapping->count; i++) {
      mapping->keys[i] = mapping->keys[i + 1];
      mapping->items[i] = mapping->items[i + 1];
    }
    mapping->count -= at >= 0;
    return;
  }
  if (at < 0) at = mapping->count++;
  mapping->keys[at] = key;
  mapping->items[at] = item;
}

/* ---- fields ---- */

/* Named things of a body are changed one by one. */
static bool is_named(const char *field) {
  return strcmp(field, "frames") == 0 || strcmp(field, "looks") == 0 || strcmp(field, "shapes") == 0;
}

/* The entries of `changes` in the place of those of `old`. Room for each is made by a copy: they are few. */
static SarNode *merge(SarArena *arena, const SarNode *old, const SarNode *changes, bool fields) {
  SarNode *copy = copy_mapping(arena, old);
  for (int32_t i = 0; copy && i < changes->count; i++) {
    const SarNode *key = changes->keys[i], *item = changes->items[i], *now = sar_node_get(copy, key->text);
    bool named = fields && is_named(key->text) && now && now->kind == SAR_NODE_MAPPING;
    if (named && item->kind == SAR_NODE_MAPPING) item = merge(arena, now, item, false);
    if (!item) return NULL;
    put(copy, key, item);
    if (i + 1 < changes->count) copy = copy_mapping(arena, copy);
  }
  return copy;
}

/* A short form, `v: 2*t`, is that of the field `value`. */
static const SarNode *as_mapping(SarArena *arena, const SarNode *entry) {
  if (entry->kind == SAR_NODE_MAPPING) return entry;
  SarNode *whole = SAR_NEW(arena, 1, SarNode), *key = SAR_NEW(arena, 1, SarNode);
  const SarNode **keys = SAR_NEW(arena, 1, const SarNode *), **items = SAR_NEW(arena, 1, const SarNode *);
  if (!whole || !key || !keys || !items) return NULL;
  *key = (SarNode){.kind = SAR_NODE_SCALAR, .source = entry->source, .inside = entry->source, .text = "value"};
  *whole = *entry;
  whole->kind = SAR_NODE_MAPPING;
  whole->text = "";
  whole->keys = keys;
  whole->items = items;
  keys[0] = key;
  items[0] = entry;
  whole->count = 1;
  return whole;
}

static SarStatus report_unknown(SarFile *file, const SarNode *key) {
  bool inside = strchr(key->text, '.') != NULL;
  return sar_report(file->reader->context, SAR_INPUT, key->source, NULL,
                    inside ? "change what an included file has by its parameters: `set:`"
                           : "name an element as it stands in a section of this file, or `gravity` or `ground`",
                    "`change` speaks of `%s`, which this file does not have", key->text);
}

/* The section that has the element; -1: none. */
static int32_t find_section(const SarNode *root, const char *element) {
  for (int i = 0; i < SAR_NSECTIONS; i++) {
    int32_t at = find_key(root, sar_section_name((SarSection)i));
    const SarNode *section = at >= 0 ? root->items[at] : NULL;
    if (section && section->kind == SAR_NODE_MAPPING && find_key(section, element) >= 0) return at;
  }
  return -1;
}

static SarStatus change_element(SarFile *file, SarNode *root, const SarNode *key, const SarNode *fields) {
  SarArena *arena = file->reader->arena;
  int32_t at = find_section(root, key->text);
  if (at < 0) return report_unknown(file, key);
  SarNode *section = copy_mapping(arena, root->items[at]);
  if (!section) return sar_read_no_memory(file->reader);
  int32_t entry = find_key(section, key->text);
  const SarNode *changed = fields;
  if (fields->kind == SAR_NODE_MAPPING) {
    const SarNode *whole = as_mapping(arena, section->items[entry]);
    changed = whole ? merge(arena, whole, fields, true) : NULL;
  }
  if (!changed) return sar_read_no_memory(file->reader);
  section->items[entry] = changed;
  root->items[at] = section;
  return SAR_OK;
}

static SarStatus change_top(SarFile *file, SarNode *root, const SarNode *key, const SarNode *value) {
  const SarNode *old = sar_node_get(root, key->text);
  bool both = old && old->kind == SAR_NODE_MAPPING && value->kind == SAR_NODE_MAPPING;
  const SarNode *changed = both ? merge(file->reader->arena, old, value, true) : value;
  SarNode *roomy = copy_mapping(file->reader->arena, root);
  if (!changed || !roomy) return sar_read_no_memory(file->reader);
  put(roomy, key, changed);
  *root = *roomy;
  return SAR_OK;
}

static SarStatus change_all(SarFile *file, SarNode *root, const SarNode *changes) {
  SarStatus status = SAR_OK;
  SAR_TRY(sar_read_expect(file, changes, SAR_NODE_MAPPING, "change", "{element: {field: value}}"));
  for (int32_t i = 0; i < changes->count; i++) {
    const char *name = changes->keys[i]->text;
    bool top = strcmp(name, "gravity") == 0 || strcmp(name, "ground") == 0 || strcmp(name, "splines") == 0;
    SarStatus one = top ? change_top(file, root, changes->keys[i], changes->items[i])
                        : change_element(file, root, changes->keys[i], changes->items[i]);
    if (one == SAR_NO_MEMORY) return one;
    if (one != SAR_OK) status = one;
  }
  return status;
}

/* ---- parameters ---- */

static SarStatus note_settings(SarFile *file, const SarNode *set) {
  SarReader *reader = file->reader;
  SAR_TRY(sar_read_expect(file, set, SAR_NODE_MAPPING, "set", "{parameter: value}"));
  for (int32_t i = 0; i < set->count; i++) {
    SAR_TRY(sar_read_expect(file, set->items[i], SAR_NODE_SCALAR, set->keys[i]->text, "a number or an expression"));
    SarPhaseSetting *setting = sar_arena_append(reader->arena, 8, &reader->settings, &reader->nsettings,
                                                &reader->settings_capacity, sizeof *setting);
    if (!setting) return sar_read_no_memory(reader);
    *setting = (SarPhaseSetting){set->keys[i]->text, set->items[i]->text, set->items[i]->inside};
  }
  return SAR_OK;
}

/* What is wrong with the rest of a phase is said when its settings are read. */
SarStatus sar_read_phase_tree(SarFile *file) {
  const SarNode *list = file->root->kind == SAR_NODE_MAPPING ? sar_node_get(file->root, "simulate") : NULL;
  if (!list || list->kind != SAR_NODE_SEQUENCE) return SAR_OK;
  SarNode *root = copy_mapping(file->reader->arena, file->root);
  if (!root) return sar_read_no_memory(file->reader);
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < list->count && i <= file->reader->options->phase; i++) {
    if (list->items[i]->kind != SAR_NODE_MAPPING) continue;
    const SarNode *set = sar_node_get(list->items[i], "set"), *change = sar_node_get(list->items[i], "change");
    SarStatus one = set ? note_settings(file, set) : SAR_OK;
    if (one == SAR_OK && change) one = change_all(file, root, change);
    if (one == SAR_NO_MEMORY) return one;
    if (one != SAR_OK) status = one;
  }
  file->root = root;
  return status;
}
