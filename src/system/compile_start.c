/* What `start` of joints says: values of coordinates and rates that assembly holds at t = 0. */
#include <string.h>

#include "system/compiled.h"

static SarJointStart *find(SarSystem *s, int32_t coordinate) {
  for (int32_t i = s->nstarts - 1; i >= 0; i--) {
    if (s->starts[i].coordinate == coordinate) return &s->starts[i];
  }
  return NULL;
}

static SarStatus add(SarSystem *s, int32_t e, const SarStartValue *value) {
  int32_t of = value->index / 2, coordinate = s->places[e].coordinates.first + of;
  SarJointStart *start = find(s, coordinate);
  if (!start) {
    start = sar_arena_append(s->arena, 8, &s->starts, &s->nstarts, &s->starts_capacity, sizeof *start);
    if (!start) return sar_report_no_memory(s->context);
    *start = (SarJointStart){.element = e, .of = of, .coordinate = coordinate};
  }
  SarStartPart *part = value->index % 2 ? &start->rate : &start->value;
  *part = (SarStartPart){true, value->value, value->source};
  return SAR_OK;
}

SarStatus sar_compile_starts(SarSystem *s) {
  for (int32_t e = 0; e < s->model->nelements; e++) {
    const SarModelElement *element = &s->model->elements[e];
    if (!element->class->joint || element->class->joint->relation || s->places[e].coordinates.count == 0) continue;
    int32_t field = sar_field_index(element->class, "start");
    const SarValue *value = field < 0 ? NULL : &element->values[field];
    for (int32_t i = 0; value && value->given && i < value->nlist; i++) SAR_TRY(add(s, e, &value->starts[i]));
  }
  return SAR_OK;
}
