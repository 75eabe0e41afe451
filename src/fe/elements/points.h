/* Points and weights that elements are integrated with. */
#ifndef SAR_FE_ELEMENTS_POINTS_H
#define SAR_FE_ELEMENTS_POINTS_H

#include "fe/model.h"

#define SAR_FE_POINTS 27 /* of an element, at most */

typedef struct SarFePoint {
  double at[3], weight;
} SarFePoint;

typedef struct SarFePoints {
  int32_t count;
  SarFePoint point[SAR_FE_POINTS];
} SarFePoints;

/* Those of the stiffness, at which strains and stresses are known: as CalculiX has them. (The mean strain of a reduced
 * HEX8 belongs to its one point.) */
void sar_fe_stiffness_points(SarFeKind kind, SarFeVariant variant, SarFePoints *out);

/* Those of the mass: exact for elements with straight edges and flat faces, so that no motion of the nodes is without
 * mass. CalculiX takes the points of the stiffness. */
void sar_fe_mass_points(SarFeKind kind, SarFePoints *out);

#endif
