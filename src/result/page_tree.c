/* The model as a tree for people: sections, elements, and what each was told, in the model's units. */
#include <math.h>
#include <string.h>

#include "element/body/modal.h"
#include "element/contact/contact_fields.h"
#include "result/page_parts.h"

#define LONGEST 240            /* bytes of a text as it is written in the model */
#define MANY 12                /* numbers or names of a list that are shown */
#define TURN 6.283185307179586 /* rad */

typedef struct Tree {
  SarContext *context;
  const SarSystem *system;
  const SarModel *model;
  SarArena *arena;
  SarJson *json;
} Tree;

/* ---- values as text; null: memory is exhausted ---- */

static const char *with_unit(const Tree *t, const char *text, const char *unit) {
  char label[64];
  sar_units_label(&t->model->units, unit, label, sizeof label);
  if (!text || !label[0] || strcmp(label, "1") == 0) return text;
  return sar_arena_printf(t->arena, "%s %s", text, label);
}

static double in_units(const Tree *t, double si, const char *unit) {
  return si / sar_units_factor(&t->model->units, unit);
}

static const char *numbers(const Tree *t, const double *values, int32_t count, const char *unit) {
  const char *text = "[";
  char number[SAR_PAGE_NUMBER];
  for (int32_t i = 0; text && i < count && i < MANY; i++) {
    text = sar_arena_printf(t->arena, "%s%s%s", text, i ? ", " : "",
                            sar_page_number(in_units(t, values[i], unit), number));
  }
  text = text ? sar_arena_printf(t->arena, "%s%s]", text, count > MANY ? ", ..." : "") : NULL;
  return with_unit(t, text, unit);
}

static const char *vector(const Tree *t, SarVec3 v, const char *unit) {
  double values[3];
  sar_vec3_store(v, values);
  return numbers(t, values, 3, unit);
}

static const char *tensor(const Tree *t, const double m[3][3], const char *unit) {
  const double diagonal[3] = {m[0][0], m[1][1], m[2][2]};
  if (m[0][1] == 0 && m[0][2] == 0 && m[1][2] == 0) return numbers(t, diagonal, 3, unit);
  const char *text = "[";
  char number[SAR_PAGE_NUMBER];
  for (int i = 0; text && i < 9; i++) {
    const char *before = i == 0 ? "[" : i % 3 ? ", " : "], [";
    sar_page_number(in_units(t, m[i / 3][i % 3], unit), number);
    text = sar_arena_printf(t->arena, "%s%s%s", text, before, number);
  }
  return with_unit(t, text ? sar_arena_printf(t->arena, "%s]]", text) : NULL, unit);
}

static const char *names(const Tree *t, const char *const *list, int32_t count) {
  const char *text = "";
  for (int32_t i = 0; text && i < count && i < MANY; i++) {
    text = sar_arena_printf(t->arena, "%s%s%s", text, i ? ", " : "", list[i]);
  }
  return text && count > MANY ? sar_arena_printf(t->arena, "%s, ...", text) : text;
}

static const char *frames(const Tree *t, const SarNamedFrame *list, int32_t count) {
  const char *text = "";
  for (int32_t i = 0; text && i < count && i < MANY; i++) {
    const char *at = vector(t, list[i].at, "m");
    text = at ? sar_arena_printf(t->arena, "%s%s%s %s", text, i ? ", " : "", list[i].name, at) : NULL;
  }
  return text && count > MANY ? sar_arena_printf(t->arena, "%s, ...", text) : text;
}

static const char *looks(const Tree *t, const SarLook *list, int32_t count) {
  const char *text = "";
  for (int32_t i = 0; text && i < count && i < MANY; i++) {
    text = sar_arena_printf(t->arena, "%s%s%s", text, i ? ", " : "", list[i].name);
  }
  return text && count > MANY ? sar_arena_printf(t->arena, "%s, ...", text) : text;
}

static const char *shapes(const Tree *t, const SarModelShape *list, int32_t count) {
  const char *text = "";
  for (int32_t i = 0; text && i < count && i < MANY; i++) {
    const SarShapeClass *class = list[i].shape.class;
    const char *size = class->nsizes ? numbers(t, list[i].shape.sizes, class->nsizes, "m") : "";
    text = size ? sar_arena_printf(t->arena, "%s%s%s %s%s%s", text, i ? ", " : "", list[i].name, class->name,
                                   *size ? " " : "", size)
                : NULL;
  }
  return text && count > MANY ? sar_arena_printf(t->arena, "%s, ...", text) : text;
}

static const char *side(const Tree *t, const SarSideName *name) {
  return name->frame ? sar_arena_printf(t->arena, "%s.%s", name->body, name->frame) : name->body;
}

static const char *sides(const Tree *t, const SarSideName *pair) {
  const char *a = side(t, &pair[0]), *b = side(t, &pair[1]);
  return a && b ? sar_arena_printf(t->arena, "%s, %s", a, b) : NULL;
}

static const char *shape(const Tree *t, const SarValue *value) {
  double sizes[3];
  sar_vec3_store(value->vector, sizes);
  const char *word = sar_shape_words(), *size = numbers(t, sizes, sar_shape_sizes(value->shape), "m");
  for (int i = 0; i < (int)value->shape; i++) word += strcspn(word, " ") + 1;
  return size ? sar_arena_printf(t->arena, "%.*s %s", (int)strcspn(word, " "), word, size) : NULL;
}

static const char *choice(const Tree *t, const SarField *field, int32_t index) {
  const char *word = field->choices;
  for (int32_t i = 0; i < index; i++) word += strcspn(word, " ") + 1;
  return sar_arena_copy_text_n(t->arena, word, strcspn(word, " "));
}

/* What stands in the file, in one line and without quotes; "" where there is nothing. */
static const char *written(const Tree *t, const SarModelElement *element, const char *key) {
  const SarModelEntry *entry = element->entry;
  const char *text = !entry ? "" : entry->file < 0 ? t->model->text : t->model->files[entry->file].text;
  SarSpan span = {0, 0};
  for (int32_t i = 0; entry && i < entry->nkeys; i++) {
    if (strcmp(entry->keys[i].name, key) == 0) span = entry->keys[i].value;
  }
  size_t length = strlen(text);
  if (span.end > length || span.begin >= span.end) return "";
  size_t count = span.end - span.begin < LONGEST ? span.end - span.begin : LONGEST;
  char *copy = sar_arena_copy_text_n(t->arena, text + span.begin, count), *to = copy;
  if (!copy) return NULL;
  for (const char *from = copy; *from; from++) {
    bool blank = *from == ' ' || *from == '\n' || *from == '\t' || *from == '\r';
    if (blank && (to == copy || to[-1] == ' ')) continue;
    *to++ = blank ? ' ' : *from;
  }
  while (to > copy && to[-1] == ' ') to--;
  *to = 0;
  size_t left = (size_t)(to - copy);
  bool quoted = left >= 2 && (copy[0] == '"' || copy[0] == '\'') && copy[left - 1] == copy[0];
  if (quoted) copy[left - 1] = 0;
  return count == LONGEST ? sar_arena_printf(t->arena, "%s...", copy) : copy + quoted;
}

static const char *value_text(const Tree *t, const SarModelElement *element, const SarField *field, const SarValue *v) {
  char number[SAR_PAGE_NUMBER];
  switch (field->kind) {
    case SAR_FIELD_REAL: {
      char room[SAR_FIELD_UNIT];
      if (v->nlist > 0) return choice(t, field, v->nlist - 1);
      bool contact = element->class == &sar_contact_contact;
      int32_t index = (int32_t)(field - element->class->fields);
      const char *unit = contact ? sar_contact_unit(element->values, index, room) : field->unit;
      sar_page_number(in_units(t, v->real, unit), number);
      return with_unit(t, sar_arena_copy_text(t->arena, number), unit);
    }
    case SAR_FIELD_VECTOR: return vector(t, v->vector, field->unit);
    case SAR_FIELD_AXIS: return vector(t, v->vector, "");
    case SAR_FIELD_TURN: {
      const double q[4] = {v->turn.w, v->turn.x, v->turn.y, v->turn.z};
      const char *text = numbers(t, q, 4, "");
      return text ? sar_arena_printf(t->arena, "quaternion %s", text) : NULL;
    }
    case SAR_FIELD_INERTIA: return tensor(t, v->tensor, field->unit);
    case SAR_FIELD_SHAPE: return shape(t, v);
    case SAR_FIELD_FRAMES: return frames(t, v->frames, v->nlist);
    case SAR_FIELD_LOOKS: return looks(t, v->looks, v->nlist);
    case SAR_FIELD_SHAPES: return shapes(t, v->shapes, v->nlist);
    case SAR_FIELD_SIDES: return sides(t, v->side);
    case SAR_FIELD_SIDE: return side(t, &v->side[0]);
    case SAR_FIELD_JOINT: return v->joints[0];
    case SAR_FIELD_JOINTS: return names(t, v->joints, v->nlist);
    case SAR_FIELD_ELEMENT:
    case SAR_FIELD_ELEMENTS:
    case SAR_FIELD_NAMES:
    case SAR_FIELD_WORDS: return names(t, v->names, v->nlist);
    case SAR_FIELD_BOOL: return v->real != 0 ? "true" : "false";
    case SAR_FIELD_CHOICE: return choice(t, field, (int32_t)v->real);
    case SAR_FIELD_TEXT: return v->text;
    default: return written(t, element, field->name); /* expressions and lists */
  }
}

/* ---- elements ---- */

static SarStatus put_property(const Tree *t, const char *name, const char *text) {
  if (!text) return sar_report_no_memory(t->context);
  if (!text[0]) return SAR_OK;
  sar_json_begin_array(t->json);
  sar_json_text(t->json, name);
  sar_json_text(t->json, text);
  sar_json_end_array(t->json);
  return SAR_OK;
}

static SarStatus put_number(const Tree *t, const char *name, double si, const char *unit) {
  char number[SAR_PAGE_NUMBER];
  const char *text = sar_arena_copy_text(t->arena, sar_page_number(in_units(t, si, unit), number));
  return put_property(t, name, with_unit(t, text, unit));
}

/* Mass and inertia as they come out, whether given or computed from a shape. */
static SarStatus put_mass(const Tree *t, int32_t body) {
  const SarBody *b = sar_system_body(t->system, body);
  SAR_TRY(put_number(t, "mass", b->mass, "kg"));
  SAR_TRY(put_property(t, "inertia", tensor(t, b->inertia.m, "kg*m^2")));
  SarKin kin = sar_system_written(t->system, body);
  return put_property(t, "centre of mass at the start", vector(t, kin.r, "m"));
}

/* Bodies that the model has made of others are called by what they are. */
static const char *type_of(const SarModelElement *element) {
  if (element->class->section != SAR_SECTION_BODIES || element->class == &sar_body_modal) return element->class->name;
  return element->modal ? "interface" : element->beam ? "node" : element->class->name;
}

/* What the file of a modal body says of it. */
static SarStatus put_modes(const Tree *t, const SarReduced *body) {
  char number[SAR_PAGE_NUMBER];
  SAR_TRY(put_property(t, "modes", sar_arena_copy_text(t->arena, sar_page_number(body->n, number))));
  if (!body->n) return SAR_OK;
  SAR_TRY(put_number(t, "lowest frequency", sqrt(body->stiffness[0]) / TURN, "1/s"));
  return put_number(t, "highest frequency", sqrt(body->stiffness[body->n - 1]) / TURN, "1/s");
}

static SarStatus put_element(const Tree *t, int32_t index) {
  const SarModelElement *element = &t->model->elements[index];
  int32_t body = sar_system_place(t->system, index)->body;
  bool own_file = element->entry && element->entry->file < 0 && element->source.line > 0;
  sar_json_begin_object(t->json);
  sar_json_put_text(t->json, "name", element->name);
  sar_json_put_text(t->json, "type", type_of(element));
  sar_json_key(t->json, "line");
  if (own_file) {
    sar_json_int(t->json, element->source.line);
  } else {
    sar_json_text(t->json, NULL);
  }
  sar_json_key(t->json, "properties");
  sar_json_begin_array(t->json);
  if (body >= 0) SAR_TRY(put_mass(t, body));
  if (element->class == &sar_body_modal) SAR_TRY(put_modes(t, sar_modal_body(element->values)));
  for (int32_t i = 0; i < element->class->nfields; i++) {
    const SarField *field = &element->class->fields[i];
    bool shown = body >= 0 && (strcmp(field->name, "mass") == 0 || strcmp(field->name, "inertia") == 0);
    if (!element->values[i].given || shown) continue;
    SAR_TRY(put_property(t, field->name, value_text(t, element, field, &element->values[i])));
  }
  sar_json_end_array(t->json);
  sar_json_end_object(t->json);
  return SAR_OK;
}

static void begin_section(const Tree *t, const char *name) {
  sar_json_begin_object(t->json);
  sar_json_put_text(t->json, "section", name);
  sar_json_key(t->json, "items");
  sar_json_begin_array(t->json);
}

static void end_section(const Tree *t) {
  sar_json_end_array(t->json);
  sar_json_end_object(t->json);
}

static SarStatus put_section(const Tree *t, SarSection section) {
  bool any = false;
  for (int32_t e = 0; e < t->model->nelements; e++) {
    if (t->model->elements[e].class->section != section) continue;
    if (!any) begin_section(t, sar_section_name(section));
    any = true;
    SAR_TRY(put_element(t, e));
  }
  if (any) end_section(t);
  return SAR_OK;
}

/* An item that is no element. */
static SarStatus put_item(const Tree *t, const char *name, const char *key, const char *text) {
  sar_json_begin_object(t->json);
  sar_json_put_text(t->json, "name", name);
  sar_json_put_text(t->json, "type", "");
  sar_json_key(t->json, "line");
  sar_json_text(t->json, NULL);
  sar_json_key(t->json, "properties");
  sar_json_begin_array(t->json);
  SAR_TRY(put_property(t, key, text));
  sar_json_end_array(t->json);
  sar_json_end_object(t->json);
  return SAR_OK;
}

static SarStatus put_parameters(const Tree *t) {
  const char *name;
  double value;
  if (t->model->nparameters == t->model->nhidden) return SAR_OK;
  begin_section(t, "parameters");
  for (int32_t i = 0; sar_model_parameter(t->model, i, &name, &value); i++) {
    char number[SAR_PAGE_NUMBER];
    SAR_TRY(put_item(t, name, "value", sar_page_number(value, number)));
  }
  end_section(t);
  return SAR_OK;
}

static SarStatus put_ground(const Tree *t) {
  begin_section(t, "ground");
  SAR_TRY(put_item(t, "gravity", "value", vector(t, t->model->gravity, "m/s^2")));
  for (int32_t i = 0; i < t->model->nground_frames; i++) {
    const SarNamedFrame *frame = &t->model->ground_frames[i];
    SAR_TRY(put_item(t, frame->name, "at", vector(t, frame->at, "m")));
  }
  if (t->model->nground_shapes) {
    SAR_TRY(put_item(t, "shapes", "value", shapes(t, t->model->ground_shapes, t->model->nground_shapes)));
  }
  end_section(t);
  return SAR_OK;
}

static SarStatus put_sections(const Tree *t) {
  SAR_TRY(put_parameters(t));
  SAR_TRY(put_ground(t));
  for (int section = 0; section < SAR_NSECTIONS; section++) SAR_TRY(put_section(t, (SarSection)section));
  return SAR_OK;
}

SarStatus sar_page_put_tree(SarContext *context, const SarSystem *system, SarJson *json) {
  Tree tree = {.context = context, .system = system, .json = json};
  sar_json_key(json, "tree");
  sar_json_begin_array(json);
  if (system) {
    tree.model = sar_system_model(system);
    tree.arena = sar_arena_create();
    SarStatus status = tree.arena ? put_sections(&tree) : sar_report_no_memory(context);
    sar_arena_destroy(&tree.arena);
    if (status != SAR_OK) return status;
  }
  sar_json_end_array(json);
  return SAR_OK;
}
