/* Which edits there are: the types that hold a part of what an entry holds, and its removal. */
#include <string.h>

#include "analysis/doctor/cure.h"

/* The directions of the first joint frame in which a class holds its sides. */
enum { HELD_X = 1, HELD_Y = 2, HELD_Z = 4, ABOUT_X = 8, ABOUT_Y = 16, ABOUT_Z = 32, ABOUT_CROSS = 64, OTHER = 128 };
#define UNUSUAL 1000    /* types that are an abstraction */
#define ANOTHER_AXIS 20 /* unfamiliarity of a joint that is turned round */
#define WELD 6          /* rows: where a weld is wholly redundant, a weaker joint in its place makes no sense */
#define TRANSLATIONS (HELD_X | HELD_Y | HELD_Z)

/* The normal of a and b, which are different axes. */
static int about_normal(SarAxisName a, SarAxisName b) { return ABOUT_X << (3 - (int)a - (int)b); }

static int held_by_row(const SarRowSpec *row) {
  switch (row->kind) {
    case SAR_ROW_POINT: return TRANSLATIONS;
    case SAR_ROW_DOT2: return HELD_X << (int)row->first;
    case SAR_ROW_DOT1: return row->first == row->second ? ABOUT_CROSS : about_normal(row->first, row->second);
    case SAR_ROW_TWIST: return ABOUT_Z;
    default: return OTHER;
  }
}

static int held_by(const SarElementClass *class) {
  int held = 0;
  for (int32_t i = 0; i < class->joint->nrows; i++) held |= held_by_row(&class->joint->rows[i]);
  return held;
}

static int32_t rows_of(const SarElementClass *class) {
  if (!class->joint) return 1; /* a motion */
  int32_t count = 0;
  for (int32_t i = 0; i < class->joint->nrows; i++) count += sar_row_equations(class->joint->rows[i].kind);
  return count;
}

/* Types that one can buy or build, the most familiar first; what is not usual stands behind all of these. */
static int32_t unfamiliarity(const SarElementClass *class) { return class->usual > 0 ? class->usual - 1 : UNUSUAL; }

/* Everything that the class needs is given. */
static bool takes_fields(const SarElementClass *class, const SarModelElement *element) {
  for (int32_t i = 0; i < class->nfields; i++) {
    if (class->fields[i].fallback) continue;
    int32_t own = sar_field_index(element->class, class->fields[i].name);
    if (own < 0 || !element->values[own].given) return false;
  }
  return true;
}

/* The class holds less than the element, and nothing else. A universal joint holds the rotation about the normal of its
 * arms, which is among those that a joint with three translations and two rotations holds, if its arms fit: the trial
 * tells. */
static bool may_replace(const SarModelElement *element, const SarElementClass *class) {
  if (class->section != SAR_SECTION_JOINTS || class->joint->relation || class == element->class) return false;
  int held = held_by(element->class), wanted = held_by(class);
  bool cross = wanted & ABOUT_CROSS;
  if (cross && (held & ABOUT_X) && (held & ABOUT_Y)) wanted &= ~ABOUT_CROSS;
  if ((wanted & OTHER) || (wanted & ~held) || rows_of(class) >= rows_of(element->class)) return false;
  return takes_fields(class, element);
}

/* ---- places in the text ---- */

static bool same_type_place(const SarModelEntry *a, const SarModelEntry *b) {
  return a && b && a->file == b->file && a->type.begin == b->type.begin;
}

static bool same_entry(const SarModelEntry *a, const SarModelEntry *b) {
  return a && b && a->file == b->file && a->span.begin == b->span.begin;
}

bool sar_cure_same_place(const SarCureEdit *a, const SarCureEdit *b) {
  return same_entry(a->entry, b->entry) || (a->entry->type_at.line && same_type_place(a->entry, b->entry));
}

/* The elements that one place in the text makes. */
typedef struct Place {
  int32_t first, count;
} Place;

static Place find_place(const SarModel *model, int32_t element, bool by_type) {
  const SarModelEntry *entry = model->elements[element].entry;
  SarSection section = model->elements[element].class->section;
  Place place = {-1, 0};
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelEntry *other = model->elements[i].entry;
    if (other != entry && !(by_type ? same_type_place(entry, other) : same_entry(entry, other))) continue;
    if (model->elements[i].class->section != section) continue;
    if (place.first < 0) place.first = i;
    place.count++;
  }
  return place;
}

static bool is_on_ground(const SarModelElement *element) {
  int32_t between = sar_field_index(element->class, "between");
  if (between < 0 || !element->values[between].given) return false;
  const SarValue *sides = &element->values[between];
  return strcmp(sides->side[0].body, "ground") == 0 || strcmp(sides->side[1].body, "ground") == 0;
}

/* A key that says where a joint is; the others say what it does. */
static bool is_of_place(const char *key) {
  static const char *const place[] = {"type", "for", "between", "at", "axis", "axis2"};
  bool found = false;
  for (size_t i = 0; i < sizeof place / sizeof *place; i++) found = found || strcmp(place[i], key) == 0;
  return found;
}

/* Joints of one coordinate each have the same names for what acts along it, an angle or a displacement. */
static bool same_coordinate(const SarJointSpec *a, const SarJointSpec *b) {
  if (a->ncoordinates != 1 || b->ncoordinates != 1) return true;
  return a->coordinates[0].kind == b->coordinates[0].kind;
}

bool sar_cure_takes(const SarCureEdit *edit, const char *key) {
  if (strcmp(key, "type") == 0 || strcmp(key, "for") == 0) return true;
  int32_t to = sar_field_index(edit->to, key), from = sar_field_index(edit->from, key);
  if (to < 0 || is_of_place(key)) return to >= 0;
  bool same_unit = from >= 0 && strcmp(edit->from->fields[from].unit, edit->to->fields[to].unit) == 0;
  return same_unit && same_coordinate(edit->from->joint, edit->to->joint);
}

/* A motion or a relation that is removed is no loss beside itself. */
static bool is_lost(const SarCureEdit *edit, const char *key) {
  if (!edit->from->joint || edit->from->joint->relation || is_of_place(key)) return false;
  return !edit->to || !sar_cure_takes(edit, key);
}

static int32_t count_losses(const SarCureEdit *edit) {
  int32_t count = 0;
  for (int32_t i = 0; i < edit->entry->nkeys; i++) count += is_lost(edit, edit->entry->keys[i].name);
  return count * edit->count;
}

typedef struct Options {
  SarArena *arena;
  const SarModel *model;
  int32_t most;
  SarCureEdit *list;
  int32_t count, capacity;
  bool out_of_memory;
} Options;

static int32_t level_of(const SarCureEdit *edit) {
  if (!edit->to) {
    bool held = edit->from->joint && !edit->from->joint->relation;
    return held && rows_of(edit->from) < WELD ? SAR_CURE_REMOVE : SAR_CURE_USUAL;
  }
  return edit->axis || edit->unfamiliar >= UNUSUAL ? SAR_CURE_UNUSUAL : SAR_CURE_USUAL;
}

static void add_option(Options *options, Place place, const SarElementClass *to, const char *axis, const char *axis2) {
  const SarModelElement *element = &options->model->elements[place.first];
  SarCureEdit edit = {.entry = element->entry, .from = element->class, .to = to, .axis = axis, .axis2 = axis2};
  edit.element = place.first;
  edit.count = place.count;
  edit.dropped = place.count * (rows_of(element->class) - (to ? rows_of(to) : 0));
  if (edit.dropped > options->most) return;
  edit.on_ground = is_on_ground(element);
  edit.losses = count_losses(&edit);
  edit.unfamiliar = (to ? unfamiliarity(to) : 0) + (axis ? ANOTHER_AXIS : 0);
  edit.level = level_of(&edit);
  if (options->count == options->capacity) {
    int32_t capacity = options->capacity ? 2 * options->capacity : 64;
    SarCureEdit *list =
        sar_arena_grow(options->arena, options->list, (size_t)options->count, (size_t)capacity, sizeof *list);
    options->out_of_memory = options->out_of_memory || !list;
    if (!list) return;
    options->list = list;
    options->capacity = capacity;
  }
  options->list[options->count++] = edit;
}

/* A type with two axes: what had one in the file gets each axis of the ground as the second; two in line are refused
 * by the trial. */
static bool needs_second_axis(const SarModelElement *element, const SarElementClass *to) {
  int32_t own = sar_field_index(element->class, "axis");
  bool second = sar_field_index(to, "axis2") >= 0 && sar_field_index(element->class, "axis2") < 0;
  return second && own >= 0 && element->values[own].given;
}

/* The type with the axis as it is; and, where the point of the joint is held in every direction, the types that hold
 * only the point with each axis of the ground. */
static void add_types(Options *options, Place place, const SarElementClass *to) {
  const SarModelElement *element = &options->model->elements[place.first];
  if (!may_replace(element, to)) return;
  if (needs_second_axis(element, to)) {
    add_option(options, place, to, NULL, "x");
    add_option(options, place, to, NULL, "y");
    add_option(options, place, to, NULL, "z");
    return;
  }
  add_option(options, place, to, NULL, NULL);
  bool point = (held_by(element->class) & TRANSLATIONS) == TRANSLATIONS && !(held_by(to) & ~TRANSLATIONS);
  if (!point || rows_of(to) == 3) return;
  add_option(options, place, to, "x", NULL);
  add_option(options, place, to, "y", NULL);
  add_option(options, place, to, "z", NULL);
}

static bool is_new(bool *seen, Place place) {
  bool before = seen[place.first];
  seen[place.first] = true;
  return !before;
}

SarStatus sar_cure_options(SarContext *context, SarArena *arena, const SarModel *model, const bool *involved,
                           int32_t most, SarCureEdit **out, int32_t *count) {
  Options options = {.arena = arena, .model = model, .most = most};
  bool *seen = SAR_NEW(arena, 2 * (size_t)model->nelements + 1, bool), *typed = seen ? seen + model->nelements : NULL;
  if (!seen) return sar_report_no_memory(context);
  const SarModelEntry *last = NULL;
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *element = &model->elements[i];
    if (!involved[i] || !element->entry || element->entry == last) continue;
    last = element->entry;
    Place place = find_place(model, i, false);
    if (is_new(seen, place)) add_option(&options, place, NULL, NULL, NULL);
    if (!last->type_at.line || !element->class->joint || element->class->joint->relation) continue;
    place = find_place(model, i, true);
    if (!is_new(typed, place)) continue;
    for (int32_t k = 0; k < sar_element_class_count(); k++) add_types(&options, place, sar_element_class(k));
  }
  if (options.out_of_memory) return sar_report_no_memory(context);
  *out = options.list;
  *count = options.count;
  return SAR_OK;
}

/* ---- words ---- */

static const char *join_axes(SarArena *arena, const char *text, const char *what, const char *by, int three) {
  static const char *const axes[8] = {"", "x", "y", "x and y", "z", "x and z", "y and z", "x, y and z"};
  bool one = three == 1 || three == 2 || three == 4;
  if (!three || !text) return text;
  return sar_arena_printf(arena, "%s%s%s%s %s %s", text, text[0] ? ", " : "", what, one ? "" : "s", by, axes[three]);
}

const char *sar_cure_directions(SarArena *arena, const SarCureEdit *edit) {
  if (!edit->from->joint) return "";
  if (edit->axis2) return sar_arena_printf(arena, "rotation about %s of the ground", edit->axis2);
  int held = held_by(edit->from), kept = edit->to ? held_by(edit->to) : 0, lost = held & ~kept;
  if (((held | kept) & (ABOUT_CROSS | OTHER)) || !lost || edit->axis) return "";
  const char *text = join_axes(arena, "", "translation", "along its", lost & TRANSLATIONS);
  return join_axes(arena, text, "rotation", "about its", lost / ABOUT_X);
}

const char *sar_cure_drops(SarArena *arena, const SarCureEdit *edit) {
  const char *text = "";
  for (int32_t i = 0; edit->to && text && i < edit->entry->nkeys; i++) {
    const char *name = edit->entry->keys[i].name;
    if (sar_cure_takes(edit, name)) continue;
    text = sar_arena_printf(arena, "%s%s%s", text, text[0] ? ", " : "", name);
  }
  return text;
}

const char *sar_cure_losses(SarArena *arena, const SarCureEdit *edit) {
  const char *text = "";
  for (int32_t i = 0; text && i < edit->entry->nkeys; i++) {
    const char *name = edit->entry->keys[i].name;
    if (is_lost(edit, name)) text = sar_arena_printf(arena, "%s%s%s", text, text[0] ? ", " : "", name);
  }
  return text;
}
