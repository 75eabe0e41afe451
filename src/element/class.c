/* The registry of element classes, made from registry.def, and what is asked of it. */
#include "element/class.h"

#include <string.h>

#define SAR_ELEMENT(folder, name) extern const SarElementClass sar_##folder##_##name;
#include "element/registry.def"
#undef SAR_ELEMENT

static const SarElementClass *const classes[] = {
#define SAR_ELEMENT(folder, name) &sar_##folder##_##name,
#include "element/registry.def"
#undef SAR_ELEMENT
};

int32_t sar_element_class_count(void) { return SAR_COUNT(classes); }

const SarElementClass *sar_element_class(int32_t index) {
  return index >= 0 && index < SAR_COUNT(classes) ? classes[index] : NULL;
}

bool sar_section_needs_type(SarSection section) {
  return section == SAR_SECTION_JOINTS || section == SAR_SECTION_FORCES;
}

bool sar_section_has_types(SarSection section) {
  int32_t count = 0;
  for (int32_t i = 0; i < SAR_COUNT(classes); i++) count += classes[i]->section == section;
  return count > 1;
}

const SarElementClass *sar_element_class_find(SarSection section, const char *type) {
  if (!type && sar_section_needs_type(section)) return NULL;
  for (int32_t i = 0; i < SAR_COUNT(classes); i++) {
    if (classes[i]->section != section) continue;
    if (!type || strcmp(classes[i]->name, type) == 0) return classes[i];
  }
  return NULL;
}

bool sar_section_has_classes(SarSection section) {
  for (int32_t i = 0; i < SAR_COUNT(classes); i++) {
    if (classes[i]->section == section) return true;
  }
  return false;
}

const char *sar_section_name(SarSection section) {
  static const char *const names[SAR_NSECTIONS] = {
      [SAR_SECTION_BODIES] = "bodies",           [SAR_SECTION_MATERIALS] = "materials",
      [SAR_SECTION_SECTIONS] = "sections",       [SAR_SECTION_BEAMS] = "beams",
      [SAR_SECTION_JOINTS] = "joints",           [SAR_SECTION_FORCES] = "forces",
      [SAR_SECTION_CONTACTS] = "contacts",       [SAR_SECTION_MOTIONS] = "motions",
      [SAR_SECTION_COORDINATES] = "coordinates", [SAR_SECTION_STATES] = "states",
      [SAR_SECTION_VARIABLES] = "variables",     [SAR_SECTION_EQUATIONS] = "equations",
      [SAR_SECTION_MEASURES] = "measures",       [SAR_SECTION_INPUTS] = "inputs",
      [SAR_SECTION_EVENTS] = "events",
  };
  return names[section];
}

const char *sar_row_name(const SarRowSpec *row, int32_t equation) {
  static const char *const point[3] = {"translation along x of the ground", "translation along y of the ground",
                                       "translation along z of the ground"};
  return row->kind == SAR_ROW_POINT ? point[equation] : row->name;
}
