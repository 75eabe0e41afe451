/* Cross-sections as numbers. */
#ifndef SAR_ELEMENT_STRUCTURE_SECTION_H
#define SAR_ELEMENT_STRUCTURE_SECTION_H

#include "element/fields.h"
#include "element/flexible/section_shapes.h"

typedef struct SarSectionData {
  double stiffness[6][6];       /* axial, shear 2 and 3, twist, bending about 2 and 3; section axes */
  double mass;                  /* kg/m */
  double inertia[3];            /* kg m, about the section axes */
  const SarSectionShape *shape; /* null: given as stiffnesses */
  SarSectionGeometry geometry;  /* of a shape */
  double sizes[SAR_SECTION_SIZES];
} SarSectionData;

/* The name of the material of a section, null: it has none. */
const char *sar_section_material(const SarValue *section);

/* From the values of a section that has been checked, and those of its material (null: it has none). */
void sar_section_data(const SarValue *section, const SarValue *material, SarSectionData *out);

#endif
