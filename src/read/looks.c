/* `looks:` of a body or the ground: what pictures show of it. Nothing here counts for the motion. */
#include <string.h>

#include "base/text.h"
#include "read/values.h"

#define MOST_LOOKS 10000 /* of one body */

static const char keys[] = "box sphere cylinder capsule mesh at turn from to colour scale for";

static SarStatus refuse(SarFile *file, const SarNode *node, const char *remedy, const char *what) {
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, remedy, "%s", what);
}

/* ---- the kind ---- */

/* The one key of a look that says what it is. */
static SarStatus find_kind(SarFile *file, const SarNode *key, const SarNode *node, SarLookKind *kind,
                           const SarNode **sizes) {
  static const char remedy[] =
      "write {box: [a, b, c]}, {sphere: r}, {cylinder: [r, l]}, {capsule: [r, l]} or {mesh: part.stl}";
  *sizes = NULL;
  for (int32_t i = 0; i < node->count; i++) {
    int32_t word = sar_field_choice(sar_look_words(), node->keys[i]->text);
    if (word < 0) continue;
    if (*sizes)
      return refuse(file, node->keys[i], remedy, "a look is one shape or mesh; put the second under a name of its own");
    *sizes = node->items[i];
    *kind = (SarLookKind)word;
  }
  return *sizes ? SAR_OK : refuse(file, key, remedy, "this look is neither a shape nor a mesh");
}

/* Keys that only some kinds have. */
static SarStatus check_kind_keys(SarFile *file, const SarNode *node, SarLookKind kind) {
  bool long_one = kind == SAR_LOOK_CYLINDER || kind == SAR_LOOK_CAPSULE;
  const SarNode *scale = sar_node_get(node, "scale");
  if (scale && kind != SAR_LOOK_MESH) {
    return refuse(file, scale, "give the sizes themselves", "`scale` is for meshes alone");
  }
  return sar_read_check_ends(file, node, long_one);
}

/* ---- sizes ---- */

static SarStatus read_sizes(SarFile *file, const SarNode *node, const char *word, int32_t count, SarVec3 *out) {
  double n[3] = {0};
  if (count == 1) {
    SAR_TRY(sar_read_number(file, node, word, "m", n));
  } else {
    SAR_TRY(sar_read_numbers(file, node, word, "m", count, n));
  }
  for (int32_t i = 0; i < count; i++) {
    if (n[i] > 0) continue;
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "give positive sizes",
                      "a size of the %s is not positive", word);
  }
  *out = sar_vec3_load(n);
  return SAR_OK;
}

static SarStatus read_scale(SarFile *file, const SarNode *node, SarLook *look) {
  double scale = sar_units_factor(&file->units, "m");
  if (node) {
    SAR_TRY(sar_read_number(file, node, "scale", "m", &scale));
    if (!(scale > 0)) return refuse(file, node, "give a positive number", "`scale` is not positive");
  }
  look->scale = sar_vec3(scale, scale, scale);
  return SAR_OK;
}

/* ---- looks ---- */

static SarStatus read_body_of_look(SarFile *file, const SarNode *key, const SarNode *node, SarLook *look) {
  const SarNode *sizes;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, look->name, "{box: .., at: .., colour: ..} or the like"));
  SAR_TRY(sar_read_check_keys(file, node, "a look", keys));
  SAR_TRY(find_kind(file, key, node, &look->kind, &sizes));
  SAR_TRY(check_kind_keys(file, node, look->kind));
  SarStatus coloured = sar_read_colour(file, sar_node_get(node, "colour"), &look->colour), sized;
  if (look->kind == SAR_LOOK_MESH) {
    sized = read_scale(file, sar_node_get(node, "scale"), look);
    if (sized == SAR_OK) sized = sar_read_mesh(file, sizes, look);
  } else {
    static const char *const words[] = {"box", "sphere", "cylinder", "capsule"};
    int32_t count = sar_node_get(node, "to") ? 1 : sar_look_sizes(look->kind);
    sized = read_sizes(file, sizes, words[look->kind], count, &look->size);
  }
  SarStatus placed = sar_read_standing(file, node, &look->at, &look->turn, &look->size.y);
  return sized != SAR_OK ? sized : placed != SAR_OK ? placed : coloured;
}

/* The list that grows by one entry after the other. */
typedef struct List {
  SarLook *looks;
  int32_t count, capacity;
} List;

static SarStatus check_name(SarFile *file, const SarNamed *entry, const List *list, const char *name) {
  SarContext *context = file->reader->context;
  if (!sar_text_is_name(name)) {
    return sar_report(context, SAR_INPUT, entry->key->source, file->element,
                      "use letters, digits and _, and do not start with a digit", "`%s` is not a valid name", name);
  }
  for (int32_t i = 0; i < list->count; i++) {
    if (strcmp(list->looks[i].name, name) != 0) continue;
    return sar_report(context, SAR_INPUT, entry->key->source, file->element, "put the counter into the name: look{i}",
                      "there are two looks `%s`", name);
  }
  return SAR_OK;
}

static SarStatus read_look(SarFile *file, const SarNamed *entry, void *self) {
  List *list = self;
  SarReader *reader = file->reader;
  const char *name;
  SAR_TRY(sar_read_text(file, entry->key, "look", &name));
  if (list->count == MOST_LOOKS) {
    return refuse(file, entry->key, "use a mesh", "these are more looks than a body can have: 10000");
  }
  SAR_TRY(check_name(file, entry, list, name));
  SarLook look = {.turn = sar_quat_identity(), .colour = SAR_NO_COLOUR, .source = entry->key->source};
  look.name = sar_arena_copy_text(reader->model->arena, name);
  if (!look.name) return sar_read_no_memory(reader);
  SAR_TRY(read_body_of_look(file, entry->key, entry->node, &look));
  SarLook *slot = sar_arena_append(reader->model->arena, 4, &list->looks, &list->count, &list->capacity, sizeof *slot);
  if (!slot) return sar_read_no_memory(reader);
  *slot = look;
  return SAR_OK;
}

SarStatus sar_read_looks(SarFile *file, const SarNode *node, const SarLook **out, int32_t *count) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "looks", "named looks"));
  List list = {0};
  SarStatus status = file->reader->options->probe ? SAR_OK : sar_read_all_named(file, node, read_look, &list);
  *out = list.looks;
  *count = list.count;
  return status;
}

SarStatus sar_read_looks_field(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  (void)field;
  return sar_read_looks(file, node, &value->looks, &value->nlist);
}
