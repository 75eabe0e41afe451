/* Loads on faces of solid elements. */
#ifndef SAR_FE_ELEMENTS_FACE_LOAD_H
#define SAR_FE_ELEMENTS_FACE_LOAD_H

#include "fe/elements/shape.h"

/* Forces of a constant pressure on face `index` (as sar_fe_face counts), which pushes towards the inside: those that do
 * the same work as the pressure in every displacement that the element knows, -p int N n dA. nodes: places of all nodes
 * of the element; force: of the nodes of the face, in the order of sar_fe_face, as many as are returned. The integrals
 * are exact, for curved faces too, so that a pressure all around has no resultant. */
int32_t sar_fe_face_pressure(SarFeKind kind, int32_t index, const SarVec3 *nodes, double pressure, SarVec3 force[8]);

#endif
