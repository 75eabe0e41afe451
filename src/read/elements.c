/* Sections of elements: bodies, joints, forces, states ... Every key is looked up in the field table of the class. */
#include <string.h>

#include "element/body/modal.h"
#include "element/contact/contact_fields.h"
#include "read/types.h"

#define SCRATCH_BYTES ((size_t)1 << 20) /* beyond this the scratch arena is renewed */

/* One entry of a section; `for:` reads it several times. */
typedef struct Entry {
  SarSection section;
  const SarNode *key, *item;
  const SarElementClass *class; /* null: unknown type */
  const SarStandIn *stand_in;   /* of an unknown type, or null */
  const SarModelEntry *kept;    /* where it stands in the text; null: not yet made */
  bool in_braces;               /* the section is written {...} */
  bool failed;                  /* an error was reported: further repetitions only take their names */
  bool nameless;                /* even the name cannot be read */
  bool begun;                   /* at least one of the repetitions was reached */
} Entry;

/* ---- fields ---- */

static SarStatus report_unknown(SarFile *file, const SarElementClass *class, const SarNode *key, const char **meant) {
  SarArena *scratch = file->reader->scratch;
  const char *keys = sar_section_has_types(class->section) ? "type" : "";
  for (int32_t i = 0; keys && i < class->nfields; i++) {
    int length = (int)strcspn(class->fields[i].name, "."); /* `loads` of `loads.force`, once */
    bool again = i > 0 && strncmp(class->fields[i].name, class->fields[i - 1].name, (size_t)length + 1) == 0;
    if (!again) keys = sar_arena_printf(scratch, "%s%s%.*s", keys, keys[0] ? " " : "", length, class->fields[i].name);
  }
  if (keys) keys = sar_arena_printf(scratch, "%s for", keys);
  bool joint = class->section == SAR_SECTION_JOINTS, body = class->section == SAR_SECTION_BODIES;
  const char *owner = sar_arena_printf(scratch, "%s %s%s", strchr("aeio", class->name[0]) ? "an" : "a",
                                       body ? "body" : class->name, joint ? " joint" : "");
  if (!keys || !owner) return sar_read_no_memory(file->reader);
  return sar_read_unknown_key(file, key, owner, keys, meant);
}

/* A key that no type of the section has is wrong whatever the type. */
static SarStatus unknown_in_section(SarFile *file, const SarStandIn *in, const SarNode *key) {
  if (key == in->misspelt || sar_field_choice(in->keys, key->text) >= 0) return SAR_OK;
  if (in->meant) return report_unknown(file, in->meant, key, NULL);
  const char *owner = sar_arena_printf(file->reader->scratch, "any type of %s", sar_section_name(in->class.section));
  return owner ? sar_read_unknown_key(file, key, owner, in->keys, NULL) : sar_read_no_memory(file->reader);
}

/* The field that an unknown key was probably meant for is not missed besides; where it may have been any, none is. */
static SarStatus unknown_field(SarFile *file, const Entry *entry, SarModelElement *element, const SarNode *key) {
  if (entry->stand_in) return unknown_in_section(file, entry->stand_in, key);
  const char *meant = NULL;
  SarStatus status = report_unknown(file, element->class, key, &meant);
  int32_t field = meant ? sar_field_index(element->class, meant) : -1;
  if (field < 0) element->unclear = true;
  if (field >= 0 && !element->values[field].given) element->values[field].source = key->source;
  return status;
}

/* What a coordinate or an equation is measured in follows from its `kind`; angles of expressions are radians. */
static SarField with_unit(const Entry *entry, const SarElementClass *class, const SarField *field) {
  static const struct {
    SarSection section;
    const char *field, *units[3]; /* length, angle, number */
  } table[] = {{SAR_SECTION_COORDINATES, "at", {"m", "rad", ""}},
               {SAR_SECTION_COORDINATES, "velocity", {"m/s", "rad/s", "1/s"}},
               {SAR_SECTION_COORDINATES, "mass", {"kg", "kg*m^2", "kg*m^2"}},
               {SAR_SECTION_EQUATIONS, "position", {"m", "", ""}},
               {SAR_SECTION_EQUATIONS, "velocity", {"m/s", "1/s", "1/s"}}};
  SarField copy = *field;
  int32_t kind = sar_field_index(class, "kind");
  if (kind < 0) return copy;
  const SarNode *node = sar_node_get(entry->item, "kind");
  bool written = node && node->kind == SAR_NODE_SCALAR;
  int32_t choice = sar_field_choice("length angle number", written ? node->text : class->fields[kind].fallback);
  for (int i = 0; choice >= 0 && i < SAR_COUNT(table); i++) {
    bool meant = table[i].section == entry->section && strcmp(table[i].field, field->name) == 0;
    if (meant && !field->unit[0]) copy.unit = table[i].units[choice];
  }
  return copy;
}

/* The keys of a mapping whose fields are called `loads.force`, `loads.moment`; null: the class has no such fields. */
static const char *keys_within(SarFile *file, const SarElementClass *class, const char *outer) {
  size_t length = strlen(outer);
  const char *keys = NULL;
  for (int32_t i = 0; i < class->nfields; i++) {
    const char *name = class->fields[i].name;
    if (strncmp(name, outer, length) != 0 || name[length] != '.') continue;
    keys = sar_arena_printf(file->reader->scratch, "%s%s%s", keys ? keys : "", keys ? " " : "", name + length + 1);
    if (!keys) return NULL;
  }
  return keys;
}

static SarStatus read_within(SarFile *file, const SarNode *key, const SarNode *node, const char *keys,
                             SarModelElement *element) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, key->text, keys));
  SarStatus status = sar_read_check_keys(file, node, key->text, keys);
  if (node->count == 0) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "fill it, or leave it out",
                      "`%s` is empty; it takes %s", key->text, keys);
  }
  for (int32_t i = 0; i < node->count; i++) {
    const char *name = sar_arena_printf(file->reader->scratch, "%s.%s", key->text, node->keys[i]->text);
    if (!name) return sar_read_no_memory(file->reader);
    int32_t field = sar_field_index(element->class, name);
    if (field < 0) continue; /* reported */
    SarStatus one = sar_read_field(file, node->items[i], &element->class->fields[field], &element->values[field]);
    if (one != SAR_OK) status = one;
  }
  return status;
}

static SarStatus read_fields(SarFile *file, const Entry *entry, SarModelElement *element) {
  SarStatus status = SAR_OK;
  file->section = entry->section;
  file->on_nodes = entry->section == SAR_SECTION_BEAMS || element->class == &sar_body_modal;
  for (int32_t i = 0; i < entry->item->count; i++) {
    const SarNode *key = entry->item->keys[i];
    if (strcmp(key->text, "type") == 0 || strcmp(key->text, "for") == 0) continue;
    int32_t field = sar_field_index(element->class, key->text);
    const char *within = field < 0 ? keys_within(file, element->class, key->text) : NULL;
    SarStatus one = SAR_OK;
    if (within) {
      one = read_within(file, key, entry->item->items[i], within, element);
    } else if (field < 0) {
      one = unknown_field(file, entry, element, key);
    } else {
      SarField in_units = with_unit(entry, element->class, &element->class->fields[field]);
      one = sar_read_field(file, entry->item->items[i], &in_units, &element->values[field]);
    }
    if (one != SAR_OK) status = one;
  }
  return status;
}

/* ---- entries ---- */

static SarStatus renew_scratch(SarReader *reader) {
  if (sar_arena_bytes(reader->scratch) < SCRATCH_BYTES) return SAR_OK;
  SarArena *fresh = sar_arena_create();
  if (!fresh) return sar_read_no_memory(reader);
  sar_arena_destroy(&reader->scratch);
  reader->scratch = fresh;
  return SAR_OK;
}

/* Where the entry and its keys stand in the text. */
static SarStatus keep_entry(SarFile *file, Entry *entry) {
  SarArena *arena = file->reader->model->arena;
  const SarNode *item = entry->item;
  if (file->reader->model->format != SAR_FORMAT_YAML) return SAR_OK; /* there is no such entry in its text */
  SarModelEntry *kept = SAR_NEW(arena, 1, SarModelEntry);
  SarModelKey *keys = SAR_NEW(arena, item->count, SarModelKey);
  if (!kept || !keys) return sar_read_no_memory(file->reader);
  *kept = (SarModelEntry){.in_braces = entry->in_braces,
                          .braces = item->flow,
                          .file = file->index,
                          .span = {entry->key->begin, item->end},
                          .keys = keys,
                          .nkeys = item->count};
  for (int32_t i = 0; i < item->count; i++) {
    const SarNode *key = item->keys[i], *value = item->items[i];
    keys[i] =
        (SarModelKey){sar_arena_copy_text(arena, key->text), {key->begin, value->end}, {value->begin, value->end}};
    if (!keys[i].name) return sar_read_no_memory(file->reader);
    if (strcmp(key->text, "type") != 0) continue;
    kept->type_at = value->place;
    kept->type = keys[i].value;
  }
  entry->kept = kept;
  return SAR_OK;
}

/* An element of unknown type: what speaks of it is not wrong for that, and its keys are judged by the stand-in. */
static SarStatus add_typeless(SarFile *file, const Entry *entry, const char *name, SarStatus status) {
  SarModel *model = file->reader->model;
  int32_t index;
  if (!entry->stand_in) {
    sar_model_take_name(model, name, entry->key->source, "element", SAR_NAME_FAULTY);
    return status;
  }
  SAR_TRY(sar_model_add_typeless(model, &entry->stand_in->class, name, entry->key->source, &index));
  SarStatus fields = read_fields(file, entry, &model->elements[index]);
  return fields == SAR_NO_MEMORY ? fields : status;
}

/* An input is replaced like a parameter, so that it cannot have the name of one. */
static SarStatus finish_input(SarFile *file, const Entry *entry, SarModelElement *element) {
  const char *name = element->name + strlen(file->prefix);
  if (sar_parameter_find(file, name)) {
    return sar_report(file->reader->context, SAR_INPUT, entry->key->source, element->name, "choose another name",
                      "the model already has a parameter `%s`", name);
  }
  return sar_read_set_input(file, name, element->name, &element->values[sar_field_index(element->class, "value")]);
}

/* The table has the units of the default law. */
static void finish_contact(const SarFile *file, SarModelElement *contact) {
  static const int fields[] = {SAR_CONTACT_FIELD_STIFFNESS, SAR_CONTACT_FIELD_DAMPING};
  for (int i = 0; i < SAR_COUNT(fields); i++) {
    char room[SAR_FIELD_UNIT];
    const char *table = contact->class->fields[fields[i]].unit;
    const char *unit = sar_contact_unit(contact->values, fields[i], room);
    if (strcmp(unit, table) == 0) continue;
    contact->values[fields[i]].real *= sar_units_factor(&file->units, unit) / sar_units_factor(&file->units, table);
  }
}

static SarStatus add_element(SarFile *file, Entry *entry, const char *name) {
  SarModel *model = file->reader->model;
  SarStatus status = SAR_OK;
  if (!entry->class) {
    status = sar_read_class(file, entry->section, entry->key, entry->item, &entry->class, &entry->stand_in);
  }
  if (status != SAR_OK) return add_typeless(file, entry, name, status);
  int32_t index;
  SAR_TRY(sar_model_add_class(model, entry->class, name, entry->key->source, &index));
  if (!entry->kept) SAR_TRY(keep_entry(file, entry));
  model->elements[index].entry = entry->kept;
  status = read_fields(file, entry, &model->elements[index]);
  if (status == SAR_OK && entry->section == SAR_SECTION_INPUTS) {
    status = finish_input(file, entry, &model->elements[index]);
  }
  if (status == SAR_OK && entry->class == &sar_contact_contact) finish_contact(file, &model->elements[index]);
  if (status != SAR_OK) model->elements[index].faulty = true;
  return status;
}

static SarStatus read_entry(SarFile *file, void *self) {
  Entry *entry = self;
  SarReader *reader = file->reader;
  const char *text, *outer = file->element;
  entry->begun = true;
  if (entry->nameless) return SAR_INPUT;
  SAR_TRY(renew_scratch(reader));
  entry->nameless = true;
  SAR_TRY(sar_read_text(file, entry->key, "name", &text));
  entry->nameless = strchr(text, '.') != NULL;
  const char *name = sar_arena_printf(reader->scratch, "%s%s", file->prefix, text);
  if (!name) return sar_read_no_memory(reader);
  if (entry->nameless) {
    return sar_report(reader->context, SAR_INPUT, entry->key->source, name,
                      "use letters, digits and _, and do not start with a digit", "`%s` is not a valid name", text);
  }
  if (!entry->failed) {
    SarStatus own = sar_read_check_own_name(file, text, entry->key->source);
    if (own != SAR_OK) return own;
  }
  if (entry->failed) {
    if (sar_model_lookup(reader->model, name) != SAR_NAME_NONE) return SAR_INPUT;
    return sar_model_take_name(reader->model, name, entry->key->source, "element", SAR_NAME_FAULTY);
  }
  file->element = name;
  SarStatus status = add_element(file, entry, name);
  file->element = outer;
  if (status != SAR_OK) entry->failed = true;
  return status;
}

static bool has_short_form(SarSection section) {
  const SarElementClass *class = sar_element_class_find(section, NULL);
  return class && sar_field_index(class, "value") >= 0;
}

/* `u: "2*x"` stands for `u: {value: "2*x"}` where the section's first class has a `value`. */
static SarStatus read_short_form(SarFile *file, SarSection section, const SarNode **item) {
  if ((*item)->kind != SAR_NODE_SCALAR || !has_short_form(section)) return SAR_OK;
  SarArena *arena = file->reader->arena;
  SarNode *key = SAR_NEW(arena, 1, SarNode), *mapping = SAR_NEW(arena, 1, SarNode);
  const SarNode **keys = SAR_NEW(arena, 2, const SarNode *);
  if (!key || !mapping || !keys) return sar_read_no_memory(file->reader);
  *key = *mapping = **item;
  key->text = "value";
  key->end = key->begin;
  keys[0] = key;
  keys[1] = *item;
  mapping->kind = SAR_NODE_MAPPING;
  mapping->keys = keys;
  mapping->items = keys + 1;
  mapping->count = 1;
  *item = mapping;
  return SAR_OK;
}

SarStatus sar_read_section(SarFile *file, SarSection section, const SarNode *node) {
  SarStatus status = SAR_OK;
  if (node->kind == SAR_NODE_SCALAR && !node->text[0]) return SAR_OK; /* `forces:` with nothing below */
  if (node->kind != SAR_NODE_MAPPING) file->reader->model->names.incomplete = true;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, sar_section_name(section), "named elements"));
  for (int32_t i = 0; i < node->count; i++) {
    Entry entry = {.section = section, .key = node->keys[i], .item = node->items[i], .in_braces = node->flow};
    SAR_TRY(read_short_form(file, section, &entry.item));
    SarStatus one = sar_read_expect(
        file, entry.item, SAR_NODE_MAPPING, entry.key->text,
        has_short_form(section) ? "an expression or the fields of an element" : "the fields of an element");
    entry.failed = one != SAR_OK; /* then only its names are taken */
    const SarNode *counters = entry.failed ? NULL : sar_node_get(entry.item, "for");
    SarStatus repeated = sar_read_repeat(file, counters, read_entry, &entry);
    if (one == SAR_OK) one = repeated;
    if (!entry.begun || entry.nameless) file->reader->model->names.incomplete = true;
    if (one != SAR_OK) status = one;
    if (one == SAR_NO_MEMORY) return one;
  }
  return status;
}
