/* A relation between joints (gear, rack-pinion, coupler) acts on their coordinates alone. That moves everything as
 * meshing wheels do, but the forces between the teeth have lever arms, and push on the bearings as well: those are not
 * in the columns of the joints. It is said once, where such columns are written. */
#include <stdlib.h>

#include "analysis/record/recorder.h"
#include "system/system.h"

/* Sliders on levers have no teeth. */
static bool turns(const SarSystem *s, int32_t element) {
  const SarRange *relations = &sar_system_place(s, element)->relations;
  if (!relations->count) return false;
  const SarRelationRow *row = sar_system_relation(s, relations->first);
  for (int32_t i = 0; i < row->nterms; i++) {
    if (sar_system_is_angle(s, sar_system_term(s, row->term + i)->coordinate)) return true;
  }
  return false;
}

/* A gear with teeth says what they push. */
static bool has_teeth(const SarModelElement *element) {
  const SarEquationClass *equations = element->class->equations;
  return equations && equations->applies && equations->applies(element->class, element->values);
}

/* Are the loads of one of its joints written? */
static bool is_read(const SarSystem *s, const SarModelElement *element, const int32_t *wrench) {
  const SarValue *joints = sar_model_value(element, "joints");
  for (int32_t i = 0; i < joints->nlist; i++) {
    int32_t joint = sar_model_find(sar_system_model(s), joints->joints[i]);
    if (joint >= 0 && wrench[joint] >= 0) return true;
  }
  return false;
}

SarStatus sar_recorder_warn_relations(const SarRecorder *r) {
  const SarSystem *s = r->system;
  const SarModel *model = sar_system_model(s);
  const SarModelElement *first = NULL;
  int32_t count = 0, *wrench = calloc((size_t)model->nelements + 1, sizeof *wrench);
  if (!wrench) return sar_report_no_memory(r->context);
  sar_column_set_wrenches(r->columns, wrench);
  for (int32_t e = 0; e < model->nelements; e++) {
    const SarModelElement *element = &model->elements[e];
    bool relation = element->class->joint && element->class->joint->relation;
    if (!relation || has_teeth(element) || !turns(s, e) || !is_read(s, element, wrench)) continue;
    if (count++ == 0) first = element;
  }
  free(wrench);
  if (!first) return SAR_OK;
  char others[48] = "";
  if (count == 2) snprintf(others, sizeof others, ", as does another like it,");
  if (count > 2) snprintf(others, sizeof others, ", as do %d others like it,", (int)(count - 1));
  sar_warn(r->context, first->source, first->name,
           "give a gear its `pressure_angle`, add torque over radius at the point of contact to the loads of the "
           "bearings, or leave the joints out of "
           "`output:` `of:`; the motion is right",
           "`%s` (%s) acts%s by torques about the axes of its joints alone: what teeth, chains or belts push on the "
           "bearings is missing in their forces",
           first->name, first->class->name, others);
  return SAR_OK;
}
