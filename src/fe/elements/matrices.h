/* Stiffness and mass: of an element, and of all elements of a mesh. */
#ifndef SAR_FE_ELEMENTS_MATRICES_H
#define SAR_FE_ELEMENTS_MATRICES_H

#include "fe/elements/points.h"
#include "fe/elements/shape.h"

/* K, by rows, 3 unknowns per node. A reduced HEX8 resists uniform strain alone: it needs neighbours, or what CalculiX
 * adds against its hourglass modes. SAR_SINGULAR: as sar_fe_strain. */
SarStatus sar_fe_element_stiffness(const SarFeElement *element, const SarVec3 *nodes, const SarFeMaterial *material,
                                   double *K);

/* m, by rows, one unknown per node: the mass for every direction alike. */
void sar_fe_element_mass(SarFeKind kind, const SarFePoints *points, const SarVec3 *nodes, double density, double *m);

/* Gives a model of nodes, elements and materials its unknowns (three per node), stiffness and mass. What is wrong with
 * an element or its material is reported. */
SarStatus sar_fe_assemble(SarContext *context, SarArena *arena, SarFeModel *model);

#endif
