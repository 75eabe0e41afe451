/* `shapes:` of a body, a beam or the ground: what touches. They are read as looks are. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "read/values.h"

#define MOST_SHAPES 10000 /* of one body */

static const char own_keys[] = "at turn from to radius scale group material density colour for";
static const char remedy_kind[] =
    "write {sphere: r}, {capsule: [r, l]}, {box: [a, b, c]}, {cylinder: [r, l]}, {ellipsoid: [a, b, c]}, {torus: [R, "
    "r]}, {plane: z}, {mesh: part.stl}, {profile: {points: .., width: w}}, {road: flat} or {height_field: {file: f, "
    "size: [a, b]}}";

static SarStatus refuse(SarFile *file, const SarNode *node, const char *remedy, const char *what) {
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, remedy, "%s", what);
}

/* ---- the class and its sizes ---- */

/* Kinds that more than sizes describe. */
typedef struct Made {
  const char *key, *class;
  SarStatus (*read)(SarFile *file, const SarNode *node, SarShape *shape);
  /* instead: with the mapping of the whole shape, whose `radius` it reads as well */
  SarStatus (*read_whole)(SarFile *file, const SarNode *whole, const SarNode *node, SarShape *shape);
} Made;
static const Made made[] = {{"mesh", "hull", NULL, sar_read_shape_mesh},
                            {"profile", "profile", sar_read_profile, NULL},
                            {"road", "terrain", sar_read_road, NULL},
                            {"height_field", "terrain", sar_read_height_field, NULL}};

static const Made *find_made(const char *key) {
  for (int i = 0; i < SAR_COUNT(made); i++) {
    if (strcmp(made[i].key, key) == 0) return &made[i];
  }
  return NULL;
}

/* The class that a key means, or null. */
static const SarShapeClass *class_of_key(const char *key) {
  const Made *special = find_made(key);
  const SarShapeClass *class = NULL;
  if (!special) return sar_shape_class_named(key);
  for (int32_t i = 0; (class = sar_shape_class_any(i)) && strcmp(class->name, special->class) != 0;) i++;
  return class;
}

static const char *all_keys(SarFile *file) {
  const char *keys = file->on_nodes ? "node" : "";
  for (int32_t i = 0; keys && sar_shape_class_at(i); i++) {
    keys = sar_arena_printf(file->reader->scratch, "%s%s%s", keys, keys[0] ? " " : "", sar_shape_class_at(i)->name);
  }
  for (int i = 0; keys && i < SAR_COUNT(made); i++) {
    keys = sar_arena_printf(file->reader->scratch, "%s %s", keys, made[i].key);
  }
  return keys ? sar_arena_printf(file->reader->scratch, "%s %s", keys, own_keys) : NULL;
}

/* The one key of a shape that says what it is. */
static SarStatus find_class(SarFile *file, const SarNode *key, const SarNode *node, const SarShapeClass **class,
                            const Made **special, const SarNode **sizes) {
  *sizes = NULL;
  for (int32_t i = 0; i < node->count; i++) {
    const SarShapeClass *found = class_of_key(node->keys[i]->text);
    if (!found) continue;
    if (*sizes)
      return refuse(file, node->keys[i], remedy_kind,
                    "a shape is one of these; put the second under a name of its own");
    *sizes = node->items[i];
    *class = found;
    *special = find_made(node->keys[i]->text);
  }
  return *sizes ? SAR_OK : refuse(file, key, remedy_kind, "this shape does not say what it is");
}

static bool is_long(const SarShapeClass *class) {
  return strcmp(class->name, "capsule") == 0 || strcmp(class->name, "cylinder") == 0;
}

static SarStatus read_sizes(SarFile *file, const SarNode *node, int32_t count, SarShape *shape) {
  const char *word = shape->class->name;
  if (count == 1) return sar_read_number(file, node, word, "m", shape->sizes);
  return sar_read_numbers(file, node, word, "m", count, shape->sizes);
}

static SarStatus read_radius(SarFile *file, const SarNode *node, SarShape *shape) {
  if (!node) {
    if (shape->class->rounding) shape->radius = shape->class->rounding(shape);
    return SAR_OK;
  }
  if (!shape->class->rounding) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "leave `radius` out",
                      "`radius` is for shapes with edges that could be rounded, which the %s is not",
                      shape->class->name);
  }
  return sar_read_number(file, node, "radius", "m", &shape->radius);
}

/* A fault of a number or a list of numbers, as they are written. */
static SarStatus refuse_value(SarFile *file, const SarNode *node, const char *key, const char *remedy,
                              const char *fault) {
  char value[96] = "";
  size_t used = 0;
  for (int32_t i = 0; node->kind == SAR_NODE_SEQUENCE && i < node->count && used < sizeof value - 32; i++) {
    used += (size_t)snprintf(value + used, sizeof value - used, "%s%.20s", i ? ", " : "[", node->items[i]->text);
  }
  if (used) snprintf(value + used, sizeof value - used, "]");
  if (node->kind == SAR_NODE_SCALAR) snprintf(value, sizeof value, "%.40s", node->text);
  if (!value[0]) return refuse(file, node, remedy, fault);
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, remedy, "%s, but `%s` is %s", fault,
                    key, value);
}

/* Sizes, place and rounding; what is wrong with them together. */
static SarStatus read_geometry(SarFile *file, const SarNode *node, const Made *special, const SarNode *sizes,
                               SarShape *shape) {
  SarQuat turn = sar_quat_identity(), upright = sar_quat_identity();
  SAR_TRY(sar_read_check_ends(file, node, is_long(shape->class)));
  const SarNode *scale = sar_node_get(node, "scale");
  bool whole = special && special->read_whole;
  if (scale && !whole) return refuse(file, scale, "give the sizes themselves", "`scale` is for meshes alone");
  if (whole) {
    SAR_TRY(special->read_whole(file, node, sizes, shape));
  } else if (special) {
    SAR_TRY(special->read(file, sizes, shape));
  } else if (shape->class->unbounded) {
    SarVec3 normal;
    SAR_TRY(sar_read_axis(file, sizes, shape->class->name, &normal));
    upright = sar_read_turn_to(normal);
  } else {
    SAR_TRY(read_sizes(file, sizes, sar_node_get(node, "to") ? 1 : shape->class->nsizes, shape));
  }
  SAR_TRY(sar_read_standing(file, node, &shape->at, &turn, &shape->sizes[1]));
  shape->axes = sar_quat_matrix(sar_quat_normalise(sar_quat_mul(turn, upright)));
  if (whole) return SAR_OK;
  SAR_TRY(read_radius(file, sar_node_get(node, "radius"), shape));
  const char *fault = sar_shape_fault(shape);
  const SarNode *radius = sar_node_get(node, "radius");
  if (!fault) return SAR_OK;
  return radius ? refuse_value(file, radius, "radius",
                               "give a small positive one, or leave it out: 2 % of the smallest size", fault)
                : refuse_value(file, sizes, shape->class->name,
                               "give positive sizes; of a torus the large radius comes first", fault);
}

/* ---- what else it says ---- */

/* A label; in an included file it has the prefix, as names have. */
static SarStatus read_group(SarFile *file, const SarNode *node, SarModelShape *out) {
  const char *text;
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_text(file, node, "group", &text));
  if (!sar_text_is_name(text) || sar_text_is_reserved(text)) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element,
                      "use letters, digits and _, and do not start with a digit", "`%s` cannot be the name of a group",
                      text);
  }
  out->group = sar_model_prefixed(file->reader->model, file->prefix, text);
  return out->group ? SAR_OK : sar_read_no_memory(file->reader);
}

static SarStatus read_density(SarFile *file, const SarNode *node, SarModelShape *out) {
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_number(file, node, "density", "kg/m^3", &out->density));
  if (!(out->density >= 0)) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element,
                      "give a number that is zero or positive", "`density` must not be negative, but is %g kg/m^3",
                      out->density);
  }
  bool massless = out->shape.class->unbounded || !out->shape.class->mass;
  if (massless) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "leave `density` out",
                      "a %s has no mass", out->shape.class->name);
  }
  SarShapeMass mass;
  out->shape.class->mass(&out->shape, &mass);
  if (!(mass.volume > 0)) return refuse(file, node, "leave `density` out, or close it", "an open profile has no mass");
  const char *instead = file->section == SAR_SECTION_BEAMS ? "the mass of a beam is that of its section"
                        : file->on_nodes                   ? "the mass of a modal body is that of its file"
                                                           : NULL;
  if (file->element && strcmp(file->element, "ground") == 0) instead = "the ground has no mass";
  return instead ? refuse(file, node, "leave `density` out", instead) : SAR_OK;
}

static SarStatus read_node(SarFile *file, const SarNode *node, SarModelShape *out) {
  const char *text;
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_text(file, node, "node", &text));
  out->node = sar_arena_copy_text(file->reader->model->arena, text);
  return out->node ? SAR_OK : sar_read_no_memory(file->reader);
}

static SarStatus read_body_of_shape(SarFile *file, const SarNode *key, const SarNode *node, SarModelShape *out) {
  const SarNode *sizes;
  const Made *special = NULL;
  const char *keys = all_keys(file);
  if (!keys) return sar_read_no_memory(file->reader);
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, out->name, "{sphere: .., at: .., group: ..} or the like"));
  const SarNode *material = sar_node_get(node, "material");
  SAR_TRY(sar_read_check_keys(file, node, "a shape", keys));
  SAR_TRY(find_class(file, key, node, &out->shape.class, &special, &sizes));
  SAR_TRY(read_geometry(file, node, special, sizes, &out->shape)); /* density asks for the volume */
  SarStatus parts[] = {
      sar_read_colour(file, sar_node_get(node, "colour"), &out->colour),
      read_group(file, sar_node_get(node, "group"), out),
      read_density(file, sar_node_get(node, "density"), out),
      read_node(file, sar_node_get(node, "node"), out),
      material ? sar_read_reference(file, material, "material", &out->material) : SAR_OK,
  };
  for (int i = 0; i < SAR_COUNT(parts); i++) SAR_TRY(parts[i]);
  return SAR_OK;
}

/* ---- shapes ---- */

/* The list that grows by one entry after the other. */
typedef struct List {
  SarModelShape *shapes;
  int32_t count, capacity;
  bool repeated; /* `for:` has made one of them so far. Keys of a mapping alone are always different */
} List;

static SarStatus check_name(SarFile *file, const SarNamed *entry, const List *list, const char *name) {
  SarContext *context = file->reader->context;
  if (!sar_text_is_name(name)) {
    return sar_report(context, SAR_INPUT, entry->key->source, file->element,
                      "use letters, digits and _, and do not start with a digit", "`%s` is not a valid name", name);
  }
  for (int32_t i = 0; list->repeated && i < list->count; i++) {
    if (strcmp(list->shapes[i].name, name) != 0) continue;
    return sar_report(context, SAR_INPUT, entry->key->source, file->element, "put the counter into the name: shape{i}",
                      "there are two shapes `%s`", name);
  }
  return SAR_OK;
}

static SarStatus read_shape(SarFile *file, const SarNamed *entry, void *self) {
  List *list = self;
  SarReader *reader = file->reader;
  const char *name;
  list->repeated = list->repeated || entry->repeated;
  SAR_TRY(sar_read_text(file, entry->key, "shape", &name));
  if (list->count == MOST_SHAPES) {
    return refuse(file, entry->key, "make the ranges smaller", "these are more shapes than a body can have: 10000");
  }
  SAR_TRY(check_name(file, entry, list, name));
  SarModelShape shape = {.colour = SAR_NO_COLOUR, .source = entry->key->source};
  shape.name = sar_arena_copy_text(reader->model->arena, name);
  if (!shape.name) return sar_read_no_memory(reader);
  SAR_TRY(read_body_of_shape(file, entry->key, entry->node, &shape));
  SarModelShape *slot =
      sar_arena_append(reader->model->arena, 4, &list->shapes, &list->count, &list->capacity, sizeof *slot);
  if (!slot) return sar_read_no_memory(reader);
  *slot = shape;
  return SAR_OK;
}

SarStatus sar_read_shapes(SarFile *file, const SarNode *node, const SarModelShape **out, int32_t *count) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "shapes", "named shapes"));
  List list = {0};
  SarStatus status = sar_read_all_named(file, node, read_shape, &list);
  *out = list.shapes;
  *count = list.count;
  return status;
}

SarStatus sar_read_shapes_field(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  (void)field;
  return sar_read_shapes(file, node, &value->shapes, &value->nlist);
}
