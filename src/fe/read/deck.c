#include "fe/read/deck.h"

#include <string.h>

#include "fe/read/cards.h"

#define DEEPEST 20 /* files that include each other */
#define MOST_FILES 1000
#define MOST_SETS 10000

static const SarFeType types[] = {
    {"C3D4", SAR_FE_TET4, SAR_FE_FULL, 4, false},     {"C3D10", SAR_FE_TET10, SAR_FE_FULL, 10, false},
    {"C3D10T", SAR_FE_TET10, SAR_FE_FULL, 10, false}, {"C3D8", SAR_FE_HEX8, SAR_FE_FULL, 8, false},
    {"C3D8R", SAR_FE_HEX8, SAR_FE_REDUCED, 8, false}, {"C3D8I", SAR_FE_HEX8, SAR_FE_INCOMPATIBLE, 8, false},
    {"C3D20", SAR_FE_HEX20, SAR_FE_FULL, 20, false},  {"C3D20R", SAR_FE_HEX20, SAR_FE_REDUCED, 20, false},
    {"C3D6", SAR_FE_WEDGE6, SAR_FE_FULL, 6, false},   {"C3D15", SAR_FE_WEDGE15, SAR_FE_FULL, 15, false},
    {"S3", SAR_FE_WEDGE6, SAR_FE_FULL, 3, true},      {"S4", SAR_FE_HEX8, SAR_FE_INCOMPATIBLE, 4, true},
    {"S4R", SAR_FE_HEX8, SAR_FE_REDUCED, 4, true},    {"S6", SAR_FE_WEDGE15, SAR_FE_FULL, 6, true},
    {"S8", SAR_FE_HEX20, SAR_FE_FULL, 8, true},       {"S8R", SAR_FE_HEX20, SAR_FE_REDUCED, 8, true},
};

/* Elements that are in the matrices and have no stresses. */
static const char *const others[] = {"MASS", "SPRINGA", "SPRING1", "SPRING2", "DASHPOTA", "DCOUP3D", "GAPUNI"};

/* One file of the deck, and where in it: what is done between two cards. */
typedef struct Place {
  SarFeDeck *deck;
  SarFeCards cards;
  SarFeCard card;
} Place;

static SarStatus no_memory(const Place *p) { return sar_report_no_memory(p->deck->reading->context); }
static const char *keep(const Place *p, const char *text) {
  return sar_arena_copy_text(p->deck->reading->scratch, text);
}

#define APPEND(place, list, count, capacity) \
  sar_arena_append((place)->deck->reading->scratch, 64, &(list), &(count), &(capacity), sizeof *(list))

/* ---- sets ---- */

static int32_t find_set(const SarFeDeck *deck, const char *name, bool elements) {
  for (int32_t i = 0; i < deck->nsets; i++) {
    if (deck->sets[i].elements == elements && sar_fe_same(deck->sets[i].name, name)) return i;
  }
  return -1;
}

/* Index of the set, which is made if there is none; negative: there is no room for it. */
static int32_t set_of(Place *p, const char *name, bool elements) {
  int32_t found = find_set(p->deck, name, elements);
  if (found >= 0) return found;
  if (p->deck->nsets == MOST_SETS) return -1;
  SarFeDeckSet *set = APPEND(p, p->deck->sets, p->deck->nsets, p->deck->sets_capacity);
  const char *kept = set ? keep(p, name) : NULL;
  if (!kept) return -1;
  *set = (SarFeDeckSet){.name = kept, .elements = elements};
  return p->deck->nsets - 1;
}

static SarStatus add_members(Place *p, int32_t set, SarFeMembers members) {
  SarFeDeckSet *s = &p->deck->sets[set];
  SarFeMembers *last = s->count ? &s->members[s->count - 1] : NULL;
  if (last && last->set < 0 && members.set < 0 && last->step == 1 && last->listed && members.listed &&
      members.first == last->last + 1) {
    last->last++; /* a run */
    return SAR_OK;
  }
  SarFeMembers *new = APPEND(p, s->members, s->count, s->capacity);
  if (!new) return no_memory(p);
  *new = members;
  return SAR_OK;
}

static SarStatus add_number(Place *p, int32_t set, int64_t number) {
  return set < 0 ? SAR_OK : add_members(p, set, (SarFeMembers){number, number, 1, -1, true});
}

/* The set that a parameter names; -1: there is no such parameter. */
static SarStatus named_set(Place *p, const char *key, bool elements, int32_t *set) {
  const char *name = sar_fe_parameter(&p->card, key);
  *set = name ? set_of(p, name, elements) : -1;
  if (!name || *set >= 0) return SAR_OK;
  if (p->deck->nsets < MOST_SETS) return no_memory(p);
  return sar_report(p->deck->reading->context, SAR_INPUT, p->card.source, NULL, "leave out sets that are not needed",
                    "there are more than %d sets", MOST_SETS);
}

static SarStatus read_range(Place *p, int32_t set) {
  SarFeText *text = &p->cards.text;
  int64_t first, last, step = 1;
  if (!sar_fe_field_int(text, &first)) {
    return sar_fe_text_wrong(text, "give the first number, the last one and the step", "`%.*s` is not a whole number",
                             sar_fe_text_shown(text), text->cursor);
  }
  last = first;
  if (sar_fe_text_more(text) && !sar_fe_field_int(text, &last)) step = 0;
  if (step && sar_fe_text_more(text) && !sar_fe_field_int(text, &step)) step = 0;
  if (step < 1 || first < 0 || last < first) {
    return sar_fe_text_wrong(text, "give the first number, the last one and the step", "this is no range of numbers");
  }
  return add_members(p, set, (SarFeMembers){first, last, step, -1, false});
}

static SarStatus read_member(Place *p, int32_t set) {
  SarFeText *text = &p->cards.text;
  int64_t number;
  char name[SAR_FE_WORD];
  bool digit = *text->cursor >= '0' && *text->cursor <= '9';
  if (digit && sar_fe_field_int(text, &number)) return add_number(p, set, number);
  const char *start = text->cursor;
  int32_t other = !digit && sar_fe_field_word(text, name) ? find_set(p->deck, name, p->deck->sets[set].elements) : -1;
  if (other >= 0 && other != set) return add_members(p, set, (SarFeMembers){0, 0, 1, other, false});
  text->cursor = start;
  return sar_fe_text_wrong(text, "give a number, or the name of a set that stands before this one",
                           "`%.*s` is neither a number nor a set", sar_fe_text_shown(text), start);
}

static SarStatus read_set(Place *p, bool elements) {
  int32_t set = -1;
  SAR_TRY(named_set(p, elements ? "ELSET" : "NSET", elements, &set));
  if (set < 0) {
    return sar_report(p->deck->reading->context, SAR_INPUT, p->card.source, NULL, "give it a name",
                      "this set has no name (%s=...)", elements ? "ELSET" : "NSET");
  }
  bool generate = sar_fe_parameter(&p->card, "GENERATE");
  while (sar_fe_cards_data(&p->cards)) {
    if (generate) SAR_TRY(read_range(p, set));
    while (!generate && sar_fe_text_more(&p->cards.text)) SAR_TRY(read_member(p, set));
  }
  return p->cards.text.status;
}

static SarStatus read_nset(Place *p) { return read_set(p, false); }
static SarStatus read_elset(Place *p) { return read_set(p, true); }

/* ---- nodes ---- */

static SarStatus read_nodes(Place *p) {
  SarFeText *text = &p->cards.text;
  SarFeDeck *deck = p->deck;
  int32_t set = -1;
  SAR_TRY(named_set(p, "NSET", false, &set));
  while (sar_fe_cards_data(&p->cards)) {
    int64_t number = 0;
    double x[3] = {0, 0, 0};
    bool ok = sar_fe_field_int(text, &number) && number > 0;
    for (int i = 0; ok && i < 3 && sar_fe_text_more(text); i++) ok = sar_fe_field_real(text, &x[i]);
    if (!ok) {
      return sar_fe_text_wrong(text, "give `number, x, y, z`", "`%.*s` is not a number of a node or a coordinate",
                               sar_fe_text_shown(text), text->cursor);
    }
    int64_t *n = APPEND(p, deck->numbers, deck->nnodes, deck->numbers_capacity);
    SarVec3 *at = APPEND(p, deck->at, deck->at_count, deck->at_capacity);
    if (!n || !at) return no_memory(p);
    *n = number;
    *at = sar_vec3_load(x);
    SAR_TRY(add_number(p, set, number));
  }
  return text->status;
}

/* ---- elements ---- */

const SarFeType *sar_fe_type(const char *name) {
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (sar_fe_same(types[i].name, name)) return &types[i];
  }
  return NULL;
}

static bool has_no_stress(const char *name) {
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (sar_fe_same(others[i], name)) return true;
  }
  return false;
}

/* The next number of an element, which may stand in the next line. */
static SarStatus next_number(Place *p, int64_t *number) {
  SarFeText *text = &p->cards.text;
  while (!sar_fe_text_more(text)) {
    if (sar_fe_cards_data(&p->cards)) continue;
    SAR_TRY(text->status);
    return sar_fe_text_wrong(text, "give all nodes of the element; is the file cut short?",
                             "the element before this has too few nodes");
  }
  if (sar_fe_field_int(text, number) && *number > 0) return SAR_OK;
  return sar_fe_text_wrong(text, "give numbers of nodes, with commas between", "`%.*s` is not the number of a node",
                           sar_fe_text_shown(text), text->cursor);
}

static SarStatus read_element(Place *p, const SarFeType *type, int32_t set) {
  SarFeDeck *deck = p->deck;
  SarFeDeckElement element = {.type = type,
                              .first = deck->nconnectivity,
                              .material = -1,
                              .line = p->cards.text.number,
                              .file = p->cards.text.name};
  SAR_TRY(next_number(p, &element.number));
  for (int32_t i = 0; i < type->nodes; i++) {
    int64_t node;
    SAR_TRY(next_number(p, &node));
    int64_t *place = APPEND(p, deck->connectivity, deck->nconnectivity, deck->connectivity_capacity);
    if (!place) return no_memory(p);
    *place = node;
  }
  SarFeDeckElement *new = APPEND(p, deck->elements, deck->nelements, deck->elements_capacity);
  if (!new) return no_memory(p);
  *new = element;
  return add_number(p, set, element.number);
}

static SarStatus read_elements(Place *p) {
  const char *name = sar_fe_parameter(&p->card, "TYPE");
  const SarFeType *type = name ? sar_fe_type(name) : NULL;
  int32_t set = -1;
  if (name && has_no_stress(name)) return SAR_OK;
  if (!type) {
    return sar_report(
        p->deck->reading->context, SAR_INPUT, p->card.source, NULL,
        "use solid elements C3D4, C3D10, C3D8, C3D8R, C3D8I, C3D20, C3D20R, C3D6, C3D15 or shells S3, S4, "
        "S4R, S6, S8, S8R; matrices of others can be given as Matrix Market or HDF5",
        "elements of type `%s` are not read", name ? name : "");
  }
  SAR_TRY(named_set(p, "ELSET", true, &set));
  while (sar_fe_cards_data(&p->cards)) SAR_TRY(read_element(p, type, set));
  return p->cards.text.status;
}

/* ---- materials and sections ---- */

static SarStatus read_material(Place *p) {
  const char *name = sar_fe_parameter(&p->card, "NAME");
  SarFeMaterial *m = APPEND(p, p->deck->materials, p->deck->nmaterials, p->deck->materials_capacity);
  const char *kept = m ? keep(p, name ? name : "") : NULL;
  if (!kept) return no_memory(p);
  *m = (SarFeMaterial){.name = kept};
  return SAR_OK;
}

/* The first line of data of a card: up to two numbers. */
static SarStatus read_values(Place *p, double values[2]) {
  SarFeText *text = &p->cards.text;
  if (!sar_fe_cards_data(&p->cards)) return text->status;
  for (int i = 0; i < 2 && sar_fe_text_more(text); i++) {
    if (sar_fe_field_real(text, &values[i])) continue;
    return sar_fe_text_wrong(text, "give numbers, with commas between", "`%.*s` is not a number",
                             sar_fe_text_shown(text), text->cursor);
  }
  return SAR_OK;
}

static SarFeMaterial *last_material(Place *p) {
  return p->deck->nmaterials ? &p->deck->materials[p->deck->nmaterials - 1] : NULL;
}

/* Other laws than the isotropic one are in the matrices, but stresses are not known. */
static SarStatus read_elastic(Place *p) {
  double values[2] = {0, 0};
  const char *type = sar_fe_parameter(&p->card, "TYPE");
  SarFeMaterial *m = last_material(p);
  if (!m || (type && strncmp(type, "ISO", 3) != 0 && strncmp(type, "iso", 3) != 0)) return SAR_OK;
  SAR_TRY(read_values(p, values));
  m->young = values[0];
  m->poisson = values[1];
  return SAR_OK;
}

static SarStatus read_density(Place *p) {
  double values[2] = {0, 0};
  SarFeMaterial *m = last_material(p);
  if (!m) return SAR_OK;
  SAR_TRY(read_values(p, values));
  m->density = values[0];
  return SAR_OK;
}

static SarStatus read_section(Place *p) {
  SarFeSection section = {.shell = strcmp(p->card.keyword, "SHELLSECTION") == 0, .source = p->card.source};
  const char *set = sar_fe_parameter(&p->card, "ELSET"), *material = sar_fe_parameter(&p->card, "MATERIAL");
  section.set = keep(p, set ? set : "");
  section.material = keep(p, material ? material : "");
  if (!section.set || !section.material) return no_memory(p);
  double values[2] = {0, 0};
  if (section.shell) SAR_TRY(read_values(p, values));
  section.thickness = values[0];
  SarFeSection *new = APPEND(p, p->deck->sections, p->deck->nsections, p->deck->sections_capacity);
  if (!new) return no_memory(p);
  *new = section;
  return SAR_OK;
}

/* ---- other cards ---- */

static SarStatus notice(Place *p, SarFeNotice what) {
  SarSource *first = &p->deck->notices[what];
  if (!first->file) *first = p->card.source;
  return SAR_OK;
}

static SarStatus see_boundary(Place *p) { return notice(p, SAR_FE_BOUNDARY); }
static SarStatus see_equation(Place *p) { return notice(p, SAR_FE_EQUATION); }
static SarStatus see_rigid_body(Place *p) { return notice(p, SAR_FE_RIGID_BODY); }
static SarStatus see_coupling(Place *p) { return notice(p, SAR_FE_COUPLING); }
static SarStatus see_transform(Place *p) { return notice(p, SAR_FE_TRANSFORM); }

static SarStatus read_step(Place *p) { return sar_fe_read_step(p->deck, &p->card); }
static SarStatus read_forces(Place *p) { return sar_fe_read_forces(p->deck, &p->cards, &p->card); }
static SarStatus read_pressures(Place *p) { return sar_fe_read_pressures(p->deck, &p->cards, &p->card); }
static SarStatus see_surface_load(Place *p) { return sar_fe_see_surface_load(p->deck, &p->card); }
static SarStatus end_step(Place *p) {
  sar_fe_end_step(p->deck);
  return SAR_OK;
}

static SarStatus read_file(SarFeDeck *deck, const char *path, SarSource from);

/* Relative to the file that includes it: CalculiX is run in the folder of its deck. */
static SarStatus read_include(Place *p) {
  const char *name = sar_fe_parameter(&p->card, "INPUT"), *here = p->cards.text.name;
  const char *slash = strrchr(here, '/');
  if (!name || !*name) {
    return sar_report(p->deck->reading->context, SAR_INPUT, p->card.source, NULL, "give INPUT=FILE",
                      "no file is given that is to be included");
  }
  size_t length = strlen(name);
  bool quoted = length > 2 && name[0] == '"' && name[length - 1] == '"';
  int folder = slash && name[quoted] != '/' ? (int)(slash - here) + 1 : 0;
  const char *path = sar_arena_printf(p->deck->reading->scratch, "%.*s%.*s", folder, here,
                                      (int)(length - 2 * (size_t)quoted), name + quoted);
  return path ? read_file(p->deck, path, p->card.source) : no_memory(p);
}

static const struct {
  const char *keyword;
  SarStatus (*read)(Place *place);
} cards[] = {
    {"NODE", read_nodes},
    {"ELEMENT", read_elements},
    {"NSET", read_nset},
    {"ELSET", read_elset},
    {"MATERIAL", read_material},
    {"ELASTIC", read_elastic},
    {"DENSITY", read_density},
    {"SOLIDSECTION", read_section},
    {"SHELLSECTION", read_section},
    {"INCLUDE", read_include},
    {"BOUNDARY", see_boundary},
    {"EQUATION", see_equation},
    {"MPC", see_equation},
    {"TIE", see_equation},
    {"RIGIDBODY", see_rigid_body},
    {"COUPLING", see_coupling},
    {"KINEMATIC", see_coupling},
    {"DISTRIBUTINGCOUPLING", see_coupling},
    {"TRANSFORM", see_transform},
    {"STEP", read_step},
    {"ENDSTEP", end_step},
    {"CLOAD", read_forces},
    {"DLOAD", read_pressures},
    {"DSLOAD", see_surface_load},
};

static SarStatus read_card(Place *p) {
  for (size_t i = 0; i < sizeof cards / sizeof *cards; i++) {
    if (strcmp(cards[i].keyword, p->card.keyword) == 0) return cards[i].read(p);
  }
  return SAR_OK; /* its data are passed over */
}

static SarStatus read_file(SarFeDeck *deck, const char *path, SarSource from) {
  SarContext *context = deck->reading->context;
  if (deck->depth == DEEPEST || deck->nfiles == MOST_FILES) {
    return sar_report(context, SAR_INPUT, from, NULL, "do not include a file in itself",
                      "files are included in each other %d deep, or there are over %d", DEEPEST, MOST_FILES);
  }
  Place *place = SAR_NEW(deck->reading->scratch, 1, Place);
  if (!place) return sar_report_no_memory(context);
  place->deck = deck;
  deck->depth++, deck->nfiles++;
  SarStatus status = sar_fe_text_open(context, path, from, &place->cards.text);
  while (status == SAR_OK && sar_fe_cards_next(&place->cards, &place->card, &status)) status = read_card(place);
  sar_fe_text_close(&place->cards.text);
  deck->depth--;
  return status;
}

SarStatus sar_fe_deck_read(SarFeReading *reading, const char *path, SarFeDeck *out) {
  *out = (SarFeDeck){.reading = reading};
  SAR_TRY(read_file(out, path, sar_nowhere()));
  sar_fe_end_step(out);
  return SAR_OK;
}
