/* Answers of a compiled system to those who do not know how it is stored (system.h, sarrus/system.h). */
#include <math.h>
#include <string.h>

#include "element/body/modal.h"
#include "element/flexible/beam.h"
#include "system/compiled.h"
#include "system/parts.h"

int32_t sar_system_bodies(const SarSystem *system) { return system ? system->nbodies : 0; }
int32_t sar_system_nodes(const SarSystem *system) {
  int32_t count = 0;
  for (int32_t b = 0; system && b < system->nbodies; b++) {
    const SarModelElement *element = &system->model->elements[system->bodies[b].element];
    count += element->beam || (element->modal && element->class != &sar_body_modal);
  }
  return count;
}
int32_t sar_system_constraints(const SarSystem *system) { return system ? system->nposition + system->nvelocity : 0; }
double sar_system_length(const SarSystem *system) { return system ? system->length : NAN; }

const SarModel *sar_system_model(const SarSystem *s) { return s->model; }
const SarModelElement *sar_system_element(const SarSystem *s, int32_t element) { return &s->model->elements[element]; }
SarVec3 sar_system_gravity(const SarSystem *s) { return s->gravity; }
SarLengthOrigin sar_system_length_origin(const SarSystem *s) { return s->length_origin; }
double sar_system_measured_length(const SarSystem *s) { return s->measured_length; }
bool sar_system_has_parts(const SarSystem *s) { return s->nparts > 0 || s->ncrowds > 0; }
bool sar_system_has_cables(const SarSystem *s) {
  for (int32_t k = 0; k < s->nparts; k++) {
    const SarPart *part = &s->parts[k];
    if (part->class == &sar_part_beam && ((const SarBeamElement *)part->data)->tension_only) return true;
  }
  return false;
}
bool sar_system_has_power(const SarSystem *s) { return s->has_power; }

int32_t sar_system_nq(const SarSystem *s) { return 7 * s->nbodies + s->ncoords; }
int32_t sar_system_nv(const SarSystem *s) { return 6 * s->nbodies + s->ncoords; }
int32_t sar_system_ground(const SarSystem *s) { return s->nbodies; }

SarCounts sar_system_counts(const SarSystem *s) {
  return (SarCounts){.scalars = s->ncoords,
                     .position = s->nposition,
                     .velocity = s->nvelocity,
                     .states = s->nstates,
                     .motion_states = s->nmotion_states,
                     .relations = s->nrelations,
                     .laws = s->nlaws,
                     .turns = s->nturns,
                     .starts = s->nstarts,
                     .algebraic = s->nalgebraic,
                     .memory = sar_parts_memory(s)};
}

const SarBody *sar_system_body(const SarSystem *s, int32_t body) { return &s->bodies[body]; }
const SarCoordinate *sar_system_coordinate(const SarSystem *s, int32_t coordinate) {
  return &s->coordinates[coordinate];
}
const SarRelationRow *sar_system_relation(const SarSystem *s, int32_t relation) { return &s->relations[relation]; }
const SarTerm *sar_system_term(const SarSystem *s, int32_t term) { return &s->terms[term]; }
const SarLawForce *sar_system_law(const SarSystem *s, int32_t law) { return &s->laws[law]; }
const SarForce *sar_system_force(const SarSystem *s, int32_t force) { return &s->forces[force]; }
const SarJointStart *sar_system_start(const SarSystem *s, int32_t start) { return &s->starts[start]; }
const SarPlace *sar_system_place(const SarSystem *s, int32_t element) { return &s->places[element]; }

bool sar_system_is_angle(const SarSystem *s, int32_t coordinate) {
  return sar_coordinate_turns(&s->coordinates[coordinate]);
}

void sar_system_rotation_rows(const SarSystem *s, bool *rotation) {
  memset(rotation, 0, (size_t)s->nposition * sizeof *rotation);
  for (int32_t i = 0; i < s->ndot1s; i++) rotation[s->dot1s[i].row] = true;
  for (int32_t i = 0; i < s->nscalars; i++) rotation[s->scalars[i].row] = s->scalars[i].rotation;
  for (int32_t i = 0; i < s->nrelations; i++) {
    const SarRelationRow *row = &s->relations[i];
    if (row->level == SAR_LEVEL_POSITION) rotation[row->row] = row->rotation;
  }
}

SarGuess sar_system_guess(const SarSystem *s) {
  return (SarGuess){.q = s->q0, .v = s->v0, .x = s->x0, .xdot = s->xdot0, .z = s->z0};
}

void sar_system_set_pose(SarSystem *s, const double *q) { memcpy(s->q0, q, (size_t)sar_system_nq(s) * sizeof *s->q0); }
