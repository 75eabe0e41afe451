#include "system/columns.h"

#include <string.h>

#include "element/force/law.h"
#include "system/user/evaluate.h"
#include "system/user/user.h"

typedef enum GroupKind { BODY, FRAME, WRENCH, COORDINATES, RELATION, MOTION, LAW, OFFERS, ENERGY } GroupKind;

/* Consecutive columns that one function fills. */
typedef struct Group {
  GroupKind kind;
  int32_t element, first;
  const SarNamedFrame *frame;
} Group;

struct SarColumnSet {
  const SarSystem *system;
  SarArena *arena;
  SarColumn *columns;
  int32_t ncolumns, capacity;
  Group *groups;
  int32_t ngroups, groups_capacity;
  double *offers; /* what user-defined elements offer, at the row being filled */
  bool no_memory;
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
  set->columns[set->ncolumns++] = (SarColumn){element, quantity, unit};
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

static bool wanted(const SarModel *model, const char *name) {
  if (!model->output_of) return true;
  for (int32_t i = 0; i < model->noutput_of; i++) {
    if (strcmp(model->output_of[i], name) == 0) return true;
  }
  return false;
}

/* A body brings its frames; a frame may also be asked for alone. */
static void add_body(SarColumnSet *set, int32_t e) {
  const SarModelElement *element = &set->system->model->elements[e];
  const SarValue *frames = sar_model_value(element, "frames");
  bool whole = wanted(set->system->model, element->name);
  if (whole) {
    add_group(set, BODY, e, NULL);
    add_quantities(set, element->name, body_quantities, SAR_COUNT(body_quantities));
  }
  for (int32_t i = 0; i < frames->nlist; i++) {
    const char *name = sar_arena_printf(set->arena, "%s.%s", element->name, frames->frames[i].name);
    if (!name) set->no_memory = true;
    if (!name || !(whole || wanted(set->system->model, name))) continue;
    add_group(set, FRAME, e, &frames->frames[i]);
    add_quantities(set, name, body_quantities, FRAME_QUANTITIES);
  }
}

static void add_joint(SarColumnSet *set, int32_t e) {
  const SarModelElement *element = &set->system->model->elements[e];
  const SarJointSpec *joint = element->class->joint;
  const SarPlace *place = &set->system->places[e];
  add_group(set, WRENCH, e, NULL);
  add_quantities(set, element->name, wrench_quantities, SAR_COUNT(wrench_quantities));
  if (joint->relation) {
    bool rotation = set->system->relations[place->relations.first].rotation;
    add_group(set, RELATION, e, NULL);
    add_column(set, element->name, "reaction", rotation ? "N*m" : "N");
    return;
  }
  add_group(set, COORDINATES, e, NULL);
  for (int32_t i = 0; i < joint->ncoordinates; i++) {
    bool angle = set->system->coordinates[place->coordinates.first + i].turns >= 0;
    const char *rate = sar_arena_printf(set->arena, "%s_rate", joint->coordinates[i].name);
    if (!rate) set->no_memory = true;
    add_column(set, element->name, joint->coordinates[i].name, angle ? "rad" : "m");
    add_column(set, element->name, rate, angle ? "rad/s" : "m/s");
  }
}

static void add_motion(SarColumnSet *set, int32_t e) {
  const char *name = set->system->model->elements[e].name;
  bool angle = set->system->coordinates[set->system->places[e].coordinates.first].turns >= 0;
  add_group(set, WRENCH, e, NULL);
  add_quantities(set, name, wrench_quantities, SAR_COUNT(wrench_quantities));
  add_group(set, MOTION, e, NULL);
  add_column(set, name, "value", angle ? "rad" : "m");
  add_column(set, name, "rate", angle ? "rad/s" : "m/s");
  add_column(set, name, "power", "N*m/s");
}

static void add_force(SarColumnSet *set, int32_t e) {
  const char *name = set->system->model->elements[e].name;
  if (set->system->places[e].laws.count) {
    bool angle = set->system->coordinates[set->system->places[e].coordinates.first].turns >= 0;
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

SarStatus sar_column_set_create(const SarSystem *system, SarArena *arena, SarColumnSet **out) {
  static void (*const adders[SAR_NSECTIONS])(SarColumnSet *, int32_t) = {
      [SAR_SECTION_BODIES] = add_body,
      [SAR_SECTION_JOINTS] = add_joint,
      [SAR_SECTION_FORCES] = add_force,
      [SAR_SECTION_MOTIONS] = add_motion,
  };
  SarColumnSet *set = SAR_NEW(arena, 1, SarColumnSet);
  if (!set) return sar_report_no_memory(system->context);
  set->system = system;
  set->arena = arena;
  for (int32_t e = 0; e < system->model->nelements; e++) {
    SarSection section = system->model->elements[e].class->section;
    if (section != SAR_SECTION_BODIES && !wanted(system->model, system->model->elements[e].name)) continue;
    if (section == SAR_SECTION_FORCES) add_offers(set, e); /* where springs have them that are not made of equations */
    if (adders[section]) adders[section](set, e);
    if (section != SAR_SECTION_FORCES) add_offers(set, e);
  }
  set->offers = SAR_NEW(arena, (system->user ? system->user->noffers : 0) + 1, double);
  if (!set->offers) set->no_memory = true;
  if (wanted(system->model, "energy")) {
    add_group(set, ENERGY, -1, NULL);
    add_quantities(set, "energy", energy_quantities, SAR_COUNT(energy_quantities));
  }
  *out = set;
  return set->no_memory ? sar_report_no_memory(system->context) : SAR_OK;
}

int32_t sar_column_set_count(const SarColumnSet *set) { return set->ncolumns; }
const SarColumn *sar_column_set_get(const SarColumnSet *set) { return set->columns; }

void sar_column_set_wrenches(const SarColumnSet *set, int32_t *first) {
  for (int32_t e = 0; e < set->system->model->nelements; e++) first[e] = -1;
  for (int32_t i = 0; i < set->ngroups; i++) {
    if (set->groups[i].kind == WRENCH) first[set->groups[i].element] = set->groups[i].first;
  }
}

/* ---- evaluation ---- */

static void fill_body(const SarMechanism *m, int32_t element, const SarPoint *at, double *row) {
  int32_t b = m->system->places[element].body;
  const SarKin *k = &m->kin[b];
  memcpy(row, at->q + 7 * b, 7 * sizeof *row);
  sar_vec3_store(k->v, row + 7);
  sar_vec3_store(sar_mul(&k->A, k->w), row + 10);
  memcpy(row + 13, at->a + 6 * b, 3 * sizeof *row);
  sar_vec3_store(sar_mul(&k->A, sar_vec3_load(at->a + 6 * b + 3)), row + 16);
}

static void fill_frame(const SarMechanism *m, const Group *group, const SarPoint *at, double *row) {
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

static void fill_coordinates(const SarMechanism *m, const SarPlace *place, double t, double *row) {
  for (int32_t i = 0; i < place->coordinates.count; i++) {
    SarCoordinateValue value = sar_mechanism_coordinate(m, place->coordinates.first + i, t);
    row[2 * i] = value.y;
    row[2 * i + 1] = value.rate;
  }
}

static void fill_motion(const SarMechanism *m, const SarPlace *place, const SarPoint *at, double *row) {
  fill_coordinates(m, place, at->t, row);
  row[2] = sar_mechanism_relation_power(m, &m->system->relations[place->relations.first], at);
}

static void fill_law(const SarMechanism *m, const SarPlace *place, double t, double *row) {
  const SarLawForce *force = &m->system->laws[place->laws.first];
  SarCoordinateValue value = sar_mechanism_coordinate(m, force->coordinate, t);
  row[0] = value.y;
  row[1] = value.rate;
  row[2] = sar_law_evaluate(&force->law, value.y, value.rate, t, m->scratch).force;
}

static void fill_offers(const SarColumnSet *set, int32_t element, double *row) {
  const SarUser *u = set->system->user;
  for (int32_t k = u->offers_of.first[element]; k < u->offers_of.first[element + 1]; k++) {
    *row++ = set->offers[u->offers_of.items[k]];
  }
}

static SarStatus fill_wrench(const SarMechanism *m, int32_t e, const SarPoint *at, double *row) {
  SarStatus status = sar_mechanism_wrench(m, e, at, row);
  if (status <= 0) return status;
  const SarModelElement *element = &m->system->model->elements[e];
  return sar_report(m->problem.context, SAR_FAILED, element->source, element->name,
                    "check where its functions are defined, or end the run before this time",
                    "this %s cannot be evaluated at t = %g s", element->class->name, at->t);
}

SarStatus sar_column_set_evaluate(const SarColumnSet *set, const SarMechanism *m, const SarPoint *at,
                                  const SarEnergyRecord *energy, double *row) {
  sar_mechanism_place(m, at->q, at->v);
  sar_user_columns(m, at, set->offers);
  sar_mechanism_prepare_wrenches(m, at);
  for (int32_t i = 0; i < set->ngroups; i++) {
    const Group *group = &set->groups[i];
    const SarPlace *place = group->element >= 0 ? &m->system->places[group->element] : NULL;
    double *out = row + group->first;
    switch (group->kind) {
      case BODY: fill_body(m, group->element, at, out); break;
      case FRAME: fill_frame(m, group, at, out); break;
      case WRENCH: SAR_TRY(fill_wrench(m, group->element, at, out)); break;
      case COORDINATES: fill_coordinates(m, place, at->t, out); break;
      case RELATION: {
        const SarRelationRow *relation = &m->system->relations[place->relations.first];
        out[0] = -relation->scale * at->lambda[relation->row];
        break;
      }
      case MOTION: fill_motion(m, place, at, out); break;
      case LAW: fill_law(m, place, at->t, out); break;
      case OFFERS: fill_offers(set, group->element, out); break;
      case ENERGY: memcpy(out, energy, sizeof *energy); break;
    }
  }
  return SAR_OK;
}
