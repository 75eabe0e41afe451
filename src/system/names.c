#include "system/names.h"

#include <stdio.h>

#include "model/beam.h"
#include "system/events.h"
#include "system/user/user.h"

const char *sar_direction_name(int32_t direction) {
  static const char *const names[6] = {"translation along x",  "translation along y",  "translation along z",
                                       "rotation about its x", "rotation about its y", "rotation about its z"};
  return names[direction];
}

/* The user-defined velocity row, or null. */
static const SarUserConstraint *user_constraint(const SarSystem *system, int32_t row) {
  int32_t multiplier = sar_symbol(SAR_SYMBOL_MU, row - system->nposition);
  for (int32_t i = 0; system->user && i < system->user->nconstraints; i++) {
    if (system->user->constraints[i].multiplier == multiplier) return &system->user->constraints[i];
  }
  return NULL;
}

int32_t sar_row_element(const SarSystem *system, int32_t row) {
  if (row < system->nposition) return system->rows[row].element;
  for (int32_t i = 0; i < system->nrelations; i++) {
    const SarRelationRow *relation = &system->relations[i];
    if (relation->level != SAR_LEVEL_POSITION && relation->row == row - system->nposition) return relation->element;
  }
  const SarUserConstraint *constraint = user_constraint(system, row);
  return constraint ? constraint->element : -1;
}

const char *sar_row_equation(const SarSystem *system, int32_t row) {
  if (row < system->nposition) return system->rows[row].name;
  const SarUserConstraint *constraint = user_constraint(system, row);
  return constraint ? constraint->name : "driven rate";
}

static int32_t element_of_state(const SarSystem *system, int32_t state) {
  if (state >= system->nmotion_states) return system->user->states[state - system->nmotion_states].element;
  for (int32_t i = 0; i < system->nrelations; i++) {
    if (system->relations[i].state == state) return system->relations[i].element;
  }
  return -1;
}

bool sar_system_state_is_held(const SarSystem *s, int32_t state) {
  return state >= s->nmotion_states && s->user->states[state - s->nmotion_states].held;
}

/* What an unknown of an element is called; an element with one unknown has it as its value. */
static const char *label_of(const SarUserUnknown *unknown) { return unknown->label ? unknown->label : "its value"; }

/* Amplitudes of a modal body are numbered as their columns are. */
static const char *scalar_name(const SarSystem *system, int32_t coordinate, char *room, size_t size) {
  const SarUserUnknown *all = system->user->coordinates;
  int32_t first = coordinate;
  if (!(all[coordinate].scale > 0)) return "its value";
  while (first > 0 && all[first - 1].element == all[coordinate].element) first--;
  snprintf(room, size, "mode%d", (int)(coordinate - first + 1));
  return room;
}

const char *sar_beam_of(const SarSystem *system, int32_t element) {
  const struct SarBeam *beam = element >= 0 ? system->model->elements[element].beam : NULL;
  return beam ? system->model->elements[beam->element].name : NULL;
}

SarCulpritName sar_culprit_name(const SarSystem *system, int32_t culprit) {
  int32_t bodies = 6 * system->nbodies, nv = sar_system_nv(system);
  int32_t states = nv + system->nposition + system->nvelocity, algebraic = states + system->nstates;
  SarCulpritName name = {.index = -1};
  const char *equation = "";
  char amplitude[32];
  if (culprit < 0) return name;
  if (culprit >= bodies && culprit < nv) {
    name.index = system->user->coordinates[culprit - bodies].element;
    equation = scalar_name(system, culprit - bodies, amplitude, sizeof amplitude);
  } else if (culprit < nv) {
    name.index = system->bodies[culprit / 6].element;
    equation = sar_direction_name(culprit % 6);
  } else if (culprit < states) {
    name.index = sar_row_element(system, culprit - nv);
    equation = sar_row_equation(system, culprit - nv);
  } else if (culprit < algebraic) {
    name.index = element_of_state(system, culprit - states);
    int32_t own = culprit - states - system->nmotion_states;
    equation = own < 0 ? "its integrated velocity" : label_of(&system->user->states[own]);
  } else if (culprit < algebraic + system->nalgebraic) {
    name.index = system->user->algebraic[culprit - algebraic].element;
    equation = label_of(&system->user->algebraic[culprit - algebraic]);
  } else { /* behind the unknowns stand the switching functions */
    int32_t root = culprit - algebraic - system->nalgebraic;
    name.index = sar_root_name(system, root).element;
    equation = root < sar_system_events(system) ? "its event" : "a kink or jump of it";
  }
  if (name.index >= 0) {
    snprintf(name.element, sizeof name.element, "%s", system->model->elements[name.index].name);
    snprintf(name.equation, sizeof name.equation, "%s", equation);
  }
  return name;
}
