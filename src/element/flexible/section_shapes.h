/* Sections of beams from their shape and material.
 *
 * Axis 1 is along the beam; widths b are measured along axis 2, heights h along axis 3. Bending about axis 2 (K2, m2)
 * bends the beam along axis 3: I2 = integral x3^2 dA. */
#ifndef SAR_ELEMENT_FLEXIBLE_SECTION_SHAPES_H
#define SAR_ELEMENT_FLEXIBLE_SECTION_SHAPES_H

#include <stdint.h>

enum { SAR_SECTION_SIZES = 4 }; /* at most */

typedef struct SarSectionMaterial {
  double young;   /* Pa */
  double poisson; /* - */
  double density; /* kg/m^3 */
} SarSectionMaterial;

/* Geometry alone. */
typedef struct SarSectionGeometry {
  double area;           /* m^2 */
  double shear2, shear3; /* m^2, areas that carry shear along axes 2 and 3 */
  double torsion;        /* m^4 */
  double I2, I3;         /* m^4 */
  double edge2, edge3;   /* m, the outermost point */
} SarSectionGeometry;

/* What a beam is made of. */
typedef struct SarSectionProperties {
  double EA, GA2, GA3; /* N */
  double GJ, EI2, EI3; /* N m^2 */
  double mass;         /* kg/m */
  double J1, J2, J3;   /* kg m, inertia per length about the section axes */
} SarSectionProperties;

typedef struct SarSectionShape {
  const char *name;
  const char *const *sizes; /* their names, in the order in which they are given; m */
  int32_t nsizes;
  const char *shear, *torsion, *stress;      /* in words: how they are found */
  const char *(*fault)(const double *sizes); /* of positive sizes; may be null */
  void (*geometry)(const double *sizes, double poisson, SarSectionGeometry *out);
  double (*bending)(const SarSectionGeometry *g, double m2, double m3); /* Pa, the largest bending stress */
} SarSectionShape;

/* The shapes, one after the other: null past the end. */
const SarSectionShape *sar_section_shape_at(int32_t index);
/* Null: there is no such shape. */
const SarSectionShape *sar_section_shape_named(const char *name);

/* What is wrong with the sizes or the material, as a sentence without a full stop; null: nothing. */
const char *sar_section_fault(const SarSectionShape *shape, const double *sizes);
const char *sar_section_material_fault(const SarSectionMaterial *material);

/* Sizes and material without fault. */
void sar_section_geometry(const SarSectionShape *shape, const double *sizes, double poisson, SarSectionGeometry *out);
void sar_section_properties(const SarSectionGeometry *geometry, const SarSectionMaterial *material,
                            SarSectionProperties *out);

/* Pa, the largest normal stress of axial force and bending, without its sign. */
double sar_section_stress(const SarSectionShape *shape, const SarSectionGeometry *geometry, double n1, double m2,
                          double m3);

#endif
