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
  const SarNode *to = sar_node_get(node, "to"), *from = sar_node_get(node, "from");
  const SarNode *end = to ? to : from, *scale = sar_node_get(node, "scale");
  if (scale && kind != SAR_LOOK_MESH) {
    return refuse(file, scale, "give the sizes themselves", "`scale` is for meshes alone");
  }
  if (!end) return SAR_OK;
  if (!long_one)
    return refuse(file, end, "use `at` and `turn`", "`from` and `to` are for cylinders and capsules alone");
  if (!to) return refuse(file, from, "add `to`", "`from` stands without `to`");
  if (!sar_node_get(node, "at") && !sar_node_get(node, "turn")) return SAR_OK;
  return refuse(file, end, "keep one of both", "`from` and `to`, and `at` and `turn`, exclude each other");
}

/* ---- sizes and place ---- */

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

/* The shortest rotation that takes z to a direction. */
static SarQuat turn_to(SarVec3 d) {
  if (d.z < -0.999999) { /* nearly opposite: half a turn about x, and the small rest */
    SarQuat rest = turn_to(sar_vec3(d.x, -d.y, -d.z));
    return sar_quat_mul((SarQuat){0, 1, 0, 0}, rest);
  }
  return sar_quat_normalise((SarQuat){1 + d.z, -d.y, d.x, 0});
}

static SarStatus read_ends(SarFile *file, const SarNode *node, SarLook *look) {
  const SarNode *from = sar_node_get(node, "from"), *to = sar_node_get(node, "to");
  SarVec3 first = {0}, second;
  if (from) SAR_TRY(sar_read_vector(file, from, "from", "m", &first));
  SAR_TRY(sar_read_vector(file, to, "to", "m", &second));
  SarVec3 along = sar_sub(second, first);
  double length = sar_norm(along);
  if (!(length > 0) || !isfinite(length)) {
    return refuse(file, to, "give two points apart from each other", "`from` and `to` are the same point");
  }
  look->size.y = length;
  look->at = sar_scale(0.5, sar_add(first, second));
  look->turn = turn_to(sar_scale(1 / length, along));
  return SAR_OK;
}

static SarStatus read_place(SarFile *file, const SarNode *node, SarLook *look) {
  const SarNode *at = sar_node_get(node, "at"), *turn = sar_node_get(node, "turn");
  if (sar_node_get(node, "to")) return read_ends(file, node, look);
  SarStatus placed = at ? sar_read_vector(file, at, "at", "m", &look->at) : SAR_OK;
  SarStatus turned = turn ? sar_read_turn(file, turn, "turn", &look->turn) : SAR_OK;
  return placed != SAR_OK ? placed : turned;
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

/* ---- colour ---- */

static SarStatus read_colour(SarFile *file, const SarNode *node, SarLook *look) {
  const char *text;
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_text(file, node, "colour", &text));
  if (!text[0]) { /* # begins a comment */
    return refuse(file, node, "put it into quotes: \"#8090a0\"", "`colour` has no value");
  }
  look->colour = sar_colour(text);
  if (look->colour != SAR_NO_COLOUR) return SAR_OK;
  const char *remedy = sar_arena_printf(file->reader->scratch, "write \"#rrggbb\", or one of: %s", sar_colour_words());
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, remedy, "there is no colour `%s`",
                    text);
}

/* ---- looks ---- */

static SarStatus read_body_of_look(SarFile *file, const SarNode *key, const SarNode *node, SarLook *look) {
  const SarNode *sizes;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, look->name, "{box: .., at: .., colour: ..} or the like"));
  SAR_TRY(sar_read_check_keys(file, node, "a look", keys));
  SAR_TRY(find_kind(file, key, node, &look->kind, &sizes));
  SAR_TRY(check_kind_keys(file, node, look->kind));
  SarStatus coloured = read_colour(file, sar_node_get(node, "colour"), look), sized;
  if (look->kind == SAR_LOOK_MESH) {
    sized = read_scale(file, sar_node_get(node, "scale"), look);
    if (sized == SAR_OK) sized = sar_read_mesh(file, sizes, look);
  } else {
    static const char *const words[] = {"box", "sphere", "cylinder", "capsule"};
    int32_t count = sar_node_get(node, "to") ? 1 : sar_look_sizes(look->kind);
    sized = read_sizes(file, sizes, words[look->kind], count, &look->size);
  }
  SarStatus placed = read_place(file, node, look);
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
  SarStatus status = sar_read_all_named(file, node, read_look, &list);
  *out = list.looks;
  *count = list.count;
  return status;
}

SarStatus sar_read_looks_field(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  (void)field;
  return sar_read_looks(file, node, &value->looks, &value->nlist);
}
