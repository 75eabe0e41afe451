/* Phases of a run, as the model has them. */
#include "element/force/modal_load.h"
#include "model/model.h"

const char *sar_phase_analysis_name(SarPhaseAnalysis analysis) {
  static const char *const names[] = {"dynamics", "static", "kinematics", "assemble", "modes"};
  return names[analysis];
}

const char *sar_model_keeps(const SarModelElement *element) {
  const SarElementClass *class = element->class;
  switch (class->section) {
    case SAR_SECTION_JOINTS:
      return class->joint->presses ? "it has a coordinate of its own, which nothing would hold" : NULL;
    case SAR_SECTION_FORCES:
      return class->part || class == &sar_force_modal_load ? "it has coordinates or a memory of its own" : NULL;
    case SAR_SECTION_CONTACTS:
    case SAR_SECTION_MOTIONS:
    case SAR_SECTION_EQUATIONS:
    case SAR_SECTION_EVENTS: return NULL;
    default: return "only joints, motions, forces, contacts, equations and events can be";
  }
}
