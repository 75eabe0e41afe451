#include "system/names.h"

#include <stdio.h>

const char *sar_direction_name(int32_t direction) {
  static const char *const names[6] = {"translation along x",  "translation along y",  "translation along z",
                                       "rotation about its x", "rotation about its y", "rotation about its z"};
  return names[direction];
}

int32_t sar_row_element(const SarSystem *system, int32_t row) {
  if (row < system->nposition) return system->rows[row].element;
  for (int32_t i = 0; i < system->nrelations; i++) {
    const SarRelationRow *relation = &system->relations[i];
    if (relation->level != SAR_LEVEL_POSITION && relation->row == row - system->nposition) return relation->element;
  }
  return -1;
}

const char *sar_row_equation(const SarSystem *system, int32_t row) {
  return row < system->nposition ? system->rows[row].name : "driven rate";
}

static int32_t element_of_state(const SarSystem *system, int32_t state) {
  for (int32_t i = 0; i < system->nrelations; i++) {
    if (system->relations[i].state == state) return system->relations[i].element;
  }
  return -1;
}

SarCulpritName sar_culprit_name(const SarSystem *system, int32_t culprit) {
  int32_t nv = 6 * system->nbodies, states = nv + system->nposition + system->nvelocity;
  SarCulpritName name = {.index = -1};
  const char *equation = "";
  if (culprit < 0) return name;
  if (culprit < nv) {
    name.index = system->bodies[culprit / 6].element;
    equation = sar_direction_name(culprit % 6);
  } else if (culprit < states) {
    name.index = sar_row_element(system, culprit - nv);
    equation = sar_row_equation(system, culprit - nv);
  } else {
    name.index = element_of_state(system, culprit - states);
    equation = "its integrated velocity";
  }
  if (name.index >= 0) {
    snprintf(name.element, sizeof name.element, "%s", system->model->elements[name.index].name);
    snprintf(name.equation, sizeof name.equation, "%s", equation);
  }
  return name;
}
