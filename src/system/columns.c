#include "system/columns.h"

#include <string.h>

#include "element/force/law.h"
#include "model/beam.h"
#include "model/modal.h"
#include "model/output_choice.h"
#include "system/parts.h"
#include "system/user/evaluate.h"
#include "system/user/user.h"
#include "system/wrench.h"

typedef enum GroupKind { BODY, FRAME, WRENCH, COORDINATES, RELATION, MOTION, LAW, PART, OFFERS, ENERGY } GroupKind;

/* Consecutive columns that one function fills. */
typedef struct Group {
  GroupKind kind;
  int32_t element, first;
  const SarNamedFrame *frame;
} Group;

struct SarColumnSet {
  const SarSystem *system;
  const SarNameList *of; /* what is asked for */
  SarOutputChoice choice;
  SarArena *arena;
  SarColumn *columns;
  int32_t ncolumns, capacity;
  Group *groups;
  int32_t ngroups, groups_capacity;
  double *offers; /* what user-defined elements offer, at the row being filled */
  bool no_memory;
  /* Where single columns are asked for (output_choice.h): */
  bool *entries;            /* of `of:` that have found something; null: only elements and frames are asked for */
  SarColumn *chosen;        /* those that are asked for; null: all */
  int32_t *places, nchosen; /* where they stand among all */
  double *whole;            /* all columns, at the row being filled */
};

typedef struct Quantity {
  const char *name, *unit;
} Quantity;

static const Quantity body_quantities[] = {{"x", "m"},
                                           {"y", "m"},
                                           {"z", "m"},
                                           {"q0", ""},
                                           {"q1", ""},
                                           {"q2", ""},
                                           {"q3", ""},
                                           {"vx", "m/s"},
                                           {"vy", "m/s"},
                                           {"vz", "m/s"},
                                           {"wx", "rad/s"},
                                           {"wy", "rad/s"},
                                           {"wz", "rad/s"},
                                           {"ax", "m/s^2"},
                                           {"ay", "m/s^2"},
                                           {"az", "m/s^2"},
                                           {"alphax", "rad/s^2"},
                                           {"alphay", "rad/s^2"},
                                           {"alphaz", "rad/s^2"}};
static const Quantity wrench_quantities[] = {{"fx", "N"},   {"fy", "N"},    {"fz", "N"},    {"tx", "N*m"},
                                             {"ty", "N*m"}, {"tz", "N*m"},  {"fx2", "N"},   {"fy2", "N"},
                                             {"fz2", "N"},  {"tx2", "N*m"}, {"ty2", "N*m"}, {"tz2", "N*m"}};
static const Quantity energy_quantities[] = {
    {"kinetic", "N*m"}, {"potential", "N*m"}, {"dissipated", "N*m"}, {"work", "N*m"}, {"balance", "N*m"}};
#define FRAME_QUANTITIES 16 /* the body's without alpha */
#define LOAD_QUANTITIES 6   /* of one side */

static void add_column(SarColumnSet *set, const char *element, const char *quantity, const char *unit) {
  if (set->ncolumns == set->capacity) {
    int32_t larger = set->capacity ? 2 * set->capacity : 64;
    SarColumn *columns =
        sar_arena_grow(set->arena, set->columns, (size_t)set->ncolumns, (size_t)larger, sizeof *columns);
    if (!columns) {
      set->no_memory = true;
      return;
    }
    set->columns = columns;
    set->capacity = larger;
  }
  set->columns[set->ncolumns++] = (SarColumn){element, quantity, unit, false};
}

static void add_group(SarColumnSet *set, GroupKind kind, int32_t element, const SarNamedFrame *frame) {
  if (set->ngroups == set->groups_capacity) {
    int32_t larger = set->groups_capacity ? 2 * set->groups_capacity : 32;
    Group *groups = sar_arena_grow(set->arena, set->groups, (size_t)set->ngroups, (size_t)larger, sizeof *groups);
    if (!groups) {
      set->no_memory = true;
      return;
    }
    set->groups = groups;
    set->groups_capacity = larger;
  }
  set->groups[set->ngroups++] = (Group){kind, element, set->ncolumns, frame};
}

static void add_quantities(SarColumnSet *set, const char *element, const Quantity *list, int32_t count) {
  for (int32_t i = 0; i < count; i++) add_column(set, element, list[i].name, list[i].unit);
}

/* Whether an element or frame is recorded as a whole. */
static bool wanted(SarColumnSet *set, const char *name) { return sar_output_wants(&set->choice, name, set->entries); }

static bool asks_for(SarColumnSet *set, const SarColumn *column) {
  const char *name = sar_arena_printf(set->arena, "%s.%s", column->element, column->quantity);
  if (!name) set->no_memory = true;
  return name && sar_output_wants(&set->choice, name, set->entries);
}

/* Marks those of the last columns that nobody asks for; where that are all, columns and groups are taken back. */
static void choose_columns(SarColumnSet *set, bool whole, int32_t first, int32_t group) {
  if (!set->entries || set->no_memory) return;
  bool any = false;
  for (int32_t i = first; i < set->ncolumns; i++) {
    bool asked = asks_for(set, &set->columns[i]) || whole;
    set->columns[i].left_out = !asked;
    any = any || asked;
  }
  if (any) return;
  set->ncolumns = first;
  set->ngroups = group;
}

/* The beam that a node or an element belongs to, the modal body of an interface; what else it may be, itself. */
static const SarModelElement *owner_of(const SarModel *model, const SarModelElement *element) {
  if (element->modal) return &model->elements[element->modal->element];
  return element->beam ? &model->elements[element->beam->element] : element;
}

/* A body brings its frames; a frame may also be asked for alone. Nodes come with their beam, too. */
static void add_body(SarColumnSet *set, int32_t e) {
  const SarModelElement *element = &set->system->model->elements[e];
  const SarModelElement *owner = owner_of(set->system->model, element);
  const SarValue *frames = sar_model_value(element, "frames");
  int32_t nframes = element->class == &sar_body_modal ? 0 : frames->nlist; /* its interfaces have them */
  bool whole = wanted(set, element->name) || (owner != element && wanted(set, owner->name));
  int32_t first = set->ncolumns;
  if (whole || set->entries) {
    add_group(set, BODY, e, NULL);
    add_quantities(set, element->name, body_quantities, SAR_COUNT(body_quantities));
    bool interface = set->system->bodies[set->system->places[e].body].tie > 0;
    if (interface) add_quantities(set, element->name, wrench_quantities, LOAD_QUANTITIES);
    choose_columns(set, whole, first, set->ngroups - 1);
  }
  for (int32_t i = 0; i < nframes; i++) {
    const char *name = sar_arena_printf(set->arena, "%s.%s", owner->name, frames->frames[i].name);
    if (!name) set->no_memory = true;
    if (!name) continue;
    bool alone = wanted(set, name);
    if (!whole && !alone && !set->entries) continue;
    first = set->ncolumns;
    add_group(set, FRAME, e, &frames->frames[i]);
    add_quantities(set, name, body_quantities, FRAME_QUANTITIES);
    choose_columns(set, whole || alone, first, set->ngroups - 1);
  }
}

/* Another name of a node, `shaft.mid`, that is asked for by this name: alone or with a column. */
static const char *alias_in(SarColumnSet *set, const char *entry, const char *beam, int32_t *node) {
  const SarModel *model = set->system->model;
  size_t length = strlen(beam);
  if (strncmp(entry, beam, length) != 0 || entry[length] != '.') return NULL;
  size_t word = strcspn(entry + length + 1, ".");
  const char *name = sar_arena_copy_text_n(set->arena, entry, length + 1 + word);
  if (!name) set->no_memory = true;
  *node = name ? sar_model_find(model, name) : -1;
  bool other = *node >= 0 && set->system->places[*node].body >= 0 && strcmp(model->elements[*node].name, name) != 0;
  return other ? name : NULL;
}

/* Nodes under the other names that they are asked for by. */
static void add_aliases(SarColumnSet *set, int32_t e) {
  const char *beam = set->system->model->elements[e].name;
  const SarNameList *of = set->of;
  for (int32_t i = 0; of->names && i < of->count; i++) {
    int32_t node, first = set->ncolumns, group = set->ngroups;
    const char *name = alias_in(set, of->names[i], beam, &node);
    bool before = false;
    for (int32_t k = 0; name && k < i; k++) {
      int32_t same;
      const char *earlier = alias_in(set, of->names[k], beam, &same);
      before = before || (earlier && strcmp(earlier, name) == 0);
    }
    if (!name || before) continue;
    add_group(set, BODY, node, NULL);
    add_quantities(set, name, body_quantities, SAR_COUNT(body_quantities));
    choose_columns(set, wanted(set, name), first, group);
  }
}

/* What parts of an element record: section forces and strains of an element of a beam, the touches of a contact. */
static bool add_part(SarColumnSet *set, int32_t e) {
  const SarPartClass *class = sar_parts_recorded(set->system, e);
  if (!class) return false;
  add_group(set, PART, e, NULL);
  for (int32_t i = 0; i < class->ncolumns; i++) {
    add_column(set, set->system->model->elements[e].name, class->columns[i], class->units[i]);
  }
  return true;
}

static void add_contact(SarColumnSet *set, int32_t e) { add_part(set, e); }

static void add_beam(SarColumnSet *set, int32_t e) {
  const SarModelElement *element = &set->system->model->elements[e];
  if (add_part(set, e) && element->beam->section.shape) add_column(set, element->name, "stress", "N/m^2");
}

/* Whether a relation is between angles alone; also of one that a phase has taken out. */
static bool turns_only(const SarSystem *s, int32_t e) {
  const SarPlace *place = &s->places[e];
  if (place->relations.count) return s->relations[place->relations.first].rotation;
  const SarValue *joints = sar_model_value(&s->model->elements[e], "joints");
  bool angles = true;
  for (int32_t i = 0; i < joints->nlist; i++) {
    int32_t joint = sar_model_find(s->model, joints->joints[i]);
    int32_t which = sar_model_related_coordinate(&s->model->elements[e], i, &s->model->elements[joint]);
    angles = angles && s->coordinates[s->places[joint].coordinates.first + which].turns >= 0;
  }
  return angles;
}

static void add_joint(SarColumnSet *set, int32_t e) {
  const SarModelElement *element = &set->system->model->elements[e];
  const SarJointSpec *joint = element->class->joint;
  const SarPlace *place = &set->system->places[e];
  add_group(set, WRENCH, e, NULL);
  add_quantities(set, element->name, wrench_quantities, SAR_COUNT(wrench_quantities));
  if (joint->relation) {
    bool rotation = turns_only(set->system, e);
    add_group(set, RELATION, e, NULL);
    add_column(set, element->name, "reaction", rotation ? "N*m" : "N");
    return;
  }
  add_group(set, COORDINATES, e, NULL);
  for (int32_t i = 0; i < joint->ncoordinates; i++) {
    bool angle = sar_coordinate_turns(&set->system->coordinates[place->coordinates.first + i]);
    const char *rate = sar_arena_printf(set->arena, "%s_rate", joint->coordinates[i].name);
    if (!rate) set->no_memory = true;
    add_column(set, element->name, joint->coordinates[i].name, angle ? "rad" : "m");
    add_column(set, element->name, rate, angle ? "rad/s" : "m/s");
  }
}

static void add_motion(SarColumnSet *set, int32_t e) {
  const char *name = set->system->model->elements[e].name;
  bool angle = sar_coordinate_turns(&set->system->coordinates[set->system->places[e].coordinates.first]);
  add_group(set, WRENCH, e, NULL);
  add_quantities(set, name, wrench_quantities, SAR_COUNT(wrench_quantities));
  add_group(set, MOTION, e, NULL);
  add_column(set, name, "value", angle ? "rad" : "m");
  add_column(set, name, "rate", angle ? "rad/s" : "m/s");
  add_column(set, name, "power", "N*m/s");
  add_column(set, name, angle ? "torque" : "force", angle ? "N*m" : "N");
}

static void add_force(SarColumnSet *set, int32_t e) {
  const char *name = set->system->model->elements[e].name;
  if (set->system->places[e].laws.count) {
    bool angle = sar_coordinate_turns(&set->system->coordinates[set->system->places[e].coordinates.first]);
    add_group(set, LAW, e, NULL);
    add_column(set, name, angle ? "angle" : "length", angle ? "rad" : "m");
    add_column(set, name, "rate", angle ? "rad/s" : "m/s");
    add_column(set, name, angle ? "torque" : "force", angle ? "N*m" : "N");
  }
  if (sar_field_index(set->system->model->elements[e].class, "between") < 0) return; /* acts on a coordinate */
  add_group(set, WRENCH, e, NULL);
  add_quantities(set, name, wrench_quantities, SAR_COUNT(wrench_quantities));
}

/* What an element made of equations offers: values of states and variables, measures, multipliers. */
static void add_offers(SarColumnSet *set, int32_t e) {
  const SarUser *u = set->system->user;
  const char *name = set->system->model->elements[e].name;
  if (!u || u->offers_of.first[e] == u->offers_of.first[e + 1]) return;
  add_group(set, OFFERS, e, NULL);
  for (int32_t k = u->offers_of.first[e]; k < u->offers_of.first[e + 1]; k++) {
    const SarUserOffer *offer = &u->offers[u->offers_of.items[k]];
    add_column(set, name, offer->quantity, offer->unit);
  }
}

/* Rows have the columns that are asked for; all of their groups are evaluated. */
static bool gather_chosen(SarColumnSet *set) {
  int32_t count = 0;
  for (int32_t i = 0; i < set->ncolumns; i++) count += !set->columns[i].left_out;
  if (count == set->ncolumns) return true;
  set->chosen = SAR_NEW(set->arena, count + 1, SarColumn);
  set->places = SAR_NEW(set->arena, count + 1, int32_t);
  set->whole = SAR_NEW(set->arena, set->ncolumns, double);
  if (!set->chosen || !set->places || !set->whole) return false;
  for (int32_t i = 0; i < set->ncolumns; i++) {
    if (set->columns[i].left_out) continue;
    set->places[set->nchosen] = i;
    set->chosen[set->nchosen++] = set->columns[i];
  }
  return true;
}

/* Which entries ask for single columns, and which are right even where they find nothing. */
static SarStatus make_entries(SarColumnSet *set) {
  const SarModel *model = set->system->model;
  const SarNameList *of = set->of;
  if (!of->names || !sar_output_wants_columns(of)) return SAR_OK;
  set->entries = SAR_NEW(set->arena, of->count + 1, bool);
  if (!set->entries) return sar_report_no_memory(set->system->context);
  for (int32_t i = 0; i < of->count; i++) { /* names that are right, also where nothing is recorded */
    const char *entry = of->names[i];
    set->entries[i] = sar_model_lookup(model, entry) != SAR_NAME_NONE || strncmp(entry, "ground.", 7) == 0;
  }
  return SAR_OK;
}

static void add_elements(SarColumnSet *set) {
  static void (*const adders[SAR_NSECTIONS])(SarColumnSet *, int32_t) = {
      [SAR_SECTION_BODIES] = add_body,  [SAR_SECTION_BEAMS] = add_beam,     [SAR_SECTION_JOINTS] = add_joint,
      [SAR_SECTION_FORCES] = add_force, [SAR_SECTION_MOTIONS] = add_motion, [SAR_SECTION_CONTACTS] = add_contact,
  };
  const SarModel *model = set->system->model;
  for (int32_t e = 0; e < model->nelements; e++) {
    SarSection section = model->elements[e].class->section;
    int32_t first = set->ncolumns, group = set->ngroups;
    const SarModelElement *element = &model->elements[e], *owner = owner_of(model, element);
    bool body = section == SAR_SECTION_BODIES, whole = body || wanted(set, element->name);
    whole = whole || (owner != element && wanted(set, owner->name));
    if (section == SAR_SECTION_BEAMS && owner == element) add_aliases(set, e);
    first = set->ncolumns, group = set->ngroups;
    if (!whole && !set->entries) continue;
    if (section == SAR_SECTION_FORCES) add_offers(set, e); /* where springs have them that are not made of equations */
    if (adders[section]) adders[section](set, e);
    if (body) { /* which has chosen its own */
      whole = wanted(set, element->name), first = set->ncolumns, group = set->ngroups;
      if (!whole && !set->entries) continue;
    }
    if (section != SAR_SECTION_FORCES) add_offers(set, e);
    choose_columns(set, whole, first, group);
  }
}

SarStatus sar_column_set_create_of(const SarSystem *system, SarArena *arena, const SarNameList *of,
                                   SarColumnSet **out) {
  SarColumnSet *set = SAR_NEW(arena, 1, SarColumnSet);
  if (!set) return sar_report_no_memory(system->context);
  set->system = system;
  set->arena = arena;
  set->of = of;
  if (!sar_output_choice(arena, of, &set->choice)) return sar_report_no_memory(system->context);
  SAR_TRY(make_entries(set));
  add_elements(set);
  set->offers = SAR_NEW(arena, (system->user ? system->user->noffers : 0) + 1, double);
  if (!set->offers) set->no_memory = true;
  bool energy = wanted(set, "energy");
  if (energy || set->entries) {
    int32_t first = set->ncolumns, group = set->ngroups;
    add_group(set, ENERGY, -1, NULL);
    add_quantities(set, "energy", energy_quantities, SAR_COUNT(energy_quantities));
    choose_columns(set, energy, first, group);
  }
  *out = set;
  return set->no_memory || !gather_chosen(set) ? sar_report_no_memory(system->context) : SAR_OK;
}

SarStatus sar_column_set_create(const SarSystem *system, SarArena *arena, SarColumnSet **out) {
  SAR_TRY(sar_column_set_create_of(system, arena, &system->model->output_of, out));
  return (*out)->entries ? sar_output_report(system->model, &(*out)->choice, (*out)->entries) : SAR_OK;
}

int32_t sar_column_set_count(const SarColumnSet *set) { return set->chosen ? set->nchosen : set->ncolumns; }
const SarColumn *sar_column_set_get(const SarColumnSet *set) { return set->chosen ? set->chosen : set->columns; }

/* Where `count` columns stand in a row; -1: some of them do not. */
static int32_t place_in_row(const SarColumnSet *set, int32_t first, int32_t count) {
  int32_t low = 0, high = set->nchosen; /* places grow */
  if (!set->chosen) return first;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (set->places[middle] < first)
      low = middle + 1;
    else
      high = middle;
  }
  bool there =
      low + count <= set->nchosen && set->places[low] == first && set->places[low + count - 1] == first + count - 1;
  return there ? low : -1;
}

void sar_column_set_wrenches(const SarColumnSet *set, int32_t *first) {
  for (int32_t e = 0; e < set->system->model->nelements; e++) first[e] = -1;
  for (int32_t i = 0; i < set->ngroups; i++) {
    if (set->groups[i].kind != WRENCH) continue;
    first[set->groups[i].element] = place_in_row(set, set->groups[i].first, SAR_COUNT(wrench_quantities));
  }
}

/* ---- evaluation ---- */

static void fill_body(const SarWorkspace *m, int32_t element, const SarPoint *at, double *row) {
  int32_t b = m->system->places[element].body;
  const SarKin *k = &m->kin[b];
  memcpy(row, at->q + 7 * b, 7 * sizeof *row);
  sar_vec3_store(k->v, row + 7);
  sar_vec3_store(sar_mul(&k->A, k->w), row + 10);
  memcpy(row + 13, at->a + 6 * b, 3 * sizeof *row);
  sar_vec3_store(sar_mul(&k->A, sar_vec3_load(at->a + 6 * b + 3)), row + 16);
  if (m->system->bodies[b].tie) sar_workspace_interface_load(m, b, at, row + SAR_COUNT(body_quantities));
}

static void fill_frame(const SarWorkspace *m, const Group *group, const SarPoint *at, double *row) {
  int32_t b = m->system->places[group->element].body;
  const SarKin *k = &m->kin[b];
  SarVec3 s = sar_sub(group->frame->at, m->system->bodies[b].com);
  SarVec3 alpha = sar_vec3_load(at->a + 6 * b + 3);
  SarVec3 arm = sar_add(sar_cross(alpha, s), sar_cross(k->w, sar_cross(k->w, s)));
  sar_vec3_store(sar_kin_point(k, s), row);
  SarQuat p = sar_quat_mul(sar_quat_load(at->q + 7 * b + 3), sar_quat_normalise(group->frame->turn));
  sar_quat_store(p, row + 3);
  sar_vec3_store(sar_kin_point_rate(k, s), row + 7);
  sar_vec3_store(sar_mul(&k->A, k->w), row + 10);
  sar_vec3_store(sar_add(sar_vec3_load(at->a + 6 * b), sar_mul(&k->A, arm)), row + 13);
}

static void fill_coordinates(const SarWorkspace *m, const SarPlace *place, double t, double *row) {
  for (int32_t i = 0; i < place->coordinates.count; i++) {
    SarCoordinateValue value = sar_workspace_coordinate(m, place->coordinates.first + i, t);
    row[2 * i] = value.y;
    row[2 * i + 1] = value.rate;
  }
}

/* What a motion does along its own direction: power is force times rate. */
static double motion_force(const SarRelationRow *row, const SarPoint *at) {
  return -row->scale * (row->level == SAR_LEVEL_POSITION ? at->lambda[row->row] : at->mu[row->row]);
}

static void fill_motion(const SarWorkspace *m, const SarPlace *place, const SarPoint *at, double *row) {
  fill_coordinates(m, place, at->t, row);
  row[2] = row[3] = 0;
  if (!place->relations.count) return;
  const SarRelationRow *relation = &m->system->relations[place->relations.first];
  row[2] = sar_workspace_relation_power(m, relation, at);
  row[3] = motion_force(relation, at);
}

static void fill_relation(const SarWorkspace *m, const SarPlace *place, const SarPoint *at, double *row) {
  const SarRelationRow *relation = place->relations.count ? &m->system->relations[place->relations.first] : NULL;
  row[0] = relation ? -relation->scale * at->lambda[relation->row] : 0;
}

static void fill_law(const SarWorkspace *m, const SarPlace *place, double t, double *row) {
  const SarLawForce *force = &m->system->laws[place->laws.first];
  SarCoordinateValue value = sar_workspace_coordinate(m, force->coordinate, t);
  row[0] = value.y;
  row[1] = value.rate;
  row[2] = sar_law_evaluate(&force->law, value.y, value.rate, t, m->scratch).force;
}

static void fill_part(const SarWorkspace *m, int32_t e, const SarPoint *at, const double *like, double *row) {
  const struct SarBeam *beam = m->system->model->elements[e].beam;
  const SarSectionData *section = beam ? &beam->section : NULL;
  sar_parts_record(m, e, at, like, row);
  if (section && section->shape)
    row[12] = sar_section_stress(section->shape, &section->geometry, row[0], row[4], row[5]);
}

static void fill_offers(const SarColumnSet *set, int32_t element, double *row) {
  const SarUser *u = set->system->user;
  for (int32_t k = u->offers_of.first[element]; k < u->offers_of.first[element + 1]; k++) {
    *row++ = set->offers[u->offers_of.items[k]];
  }
}

static SarStatus fill_wrench(const SarWorkspace *m, int32_t e, const SarPoint *at, double *row) {
  SarStatus status = sar_workspace_wrench(m, e, at, row);
  if (status <= 0) return status;
  const SarModelElement *element = &m->system->model->elements[e];
  return sar_report(m->problem.context, SAR_FAILED, element->source, element->name,
                    "check where its functions are defined, or end the run before this time",
                    "this %s cannot be evaluated at t = %g s", element->class->name, at->t);
}

static SarStatus evaluate_all(const SarColumnSet *set, const SarWorkspace *m, const SarPoint *at,
                              const SarEnergyRecord *energy, const double *like, double *row) {
  sar_workspace_place(m, at->q, at->v);
  sar_user_columns(m, at, set->offers);
  sar_workspace_prepare_wrenches(m, at);
  for (int32_t i = 0; i < set->ngroups; i++) {
    const Group *group = &set->groups[i];
    const SarPlace *place = group->element >= 0 ? &m->system->places[group->element] : NULL;
    double *out = row + group->first;
    switch (group->kind) {
      case BODY: fill_body(m, group->element, at, out); break;
      case FRAME: fill_frame(m, group, at, out); break;
      case WRENCH: SAR_TRY(fill_wrench(m, group->element, at, out)); break;
      case COORDINATES: fill_coordinates(m, place, at->t, out); break;
      case RELATION: fill_relation(m, place, at, out); break;
      case MOTION: fill_motion(m, place, at, out); break;
      case PART: fill_part(m, group->element, at, like ? like + group->first : NULL, out); break;
      case LAW: fill_law(m, place, at->t, out); break;
      case OFFERS: fill_offers(set, group->element, out); break;
      case ENERGY: memcpy(out, energy, sizeof *energy); break;
    }
  }
  return SAR_OK;
}

SarStatus sar_column_set_evaluate(const SarColumnSet *set, const SarWorkspace *m, const SarPoint *at,
                                  const SarEnergyRecord *energy, double *row) {
  return sar_column_set_evaluate_like(set, m, at, energy, NULL, row);
}

const double *sar_column_set_whole(const SarColumnSet *set, const double *row) {
  return set->chosen ? set->whole : row;
}

SarStatus sar_column_set_evaluate_like(const SarColumnSet *set, const SarWorkspace *m, const SarPoint *at,
                                       const SarEnergyRecord *energy, const double *like, double *row) {
  if (!set->chosen) return evaluate_all(set, m, at, energy, like, row);
  SAR_TRY(evaluate_all(set, m, at, energy, like, set->whole));
  for (int32_t i = 0; i < set->nchosen; i++) row[i] = set->whole[set->places[i]];
  return SAR_OK;
}
