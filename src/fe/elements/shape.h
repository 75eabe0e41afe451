/* Shape functions of solid elements, in coordinates of the element: tetrahedra 0 <= xi, eta, zeta and their sum <= 1,
 * hexahedra -1 ... 1, wedges triangles in xi, eta and -1 ... 1 in zeta. Nodes in the order of Abaqus and CalculiX:
 * corners first, then the middles of edges. */
#ifndef SAR_FE_ELEMENTS_SHAPE_H
#define SAR_FE_ELEMENTS_SHAPE_H

#include "fe/model.h"

#define SAR_FE_NODES 20 /* of an element, at most */

int32_t sar_fe_node_count(SarFeKind kind);
int32_t sar_fe_corner_count(SarFeKind kind);

/* The element of first order with the same corners. */
SarFeKind sar_fe_first_order(SarFeKind kind);

/* Where a node lies. */
void sar_fe_node_place(SarFeKind kind, int32_t node, double at[3]);

/* The corners at the ends of the edge in whose middle a node lies that is no corner. */
const uint8_t *sar_fe_edge(SarFeKind kind, int32_t node);

/* Values and derivatives for all nodes; either may be null. */
void sar_fe_shape(SarFeKind kind, const double at[3], double *N, double (*dN)[3]);

/* Faces: their corners in order around, counter-clockwise from outside, and, in elements of second order, the middle
 * nodes behind them: that between corner i and the next is corners + i. */
typedef struct SarFeFace {
  int8_t corners; /* 3 or 4 */
  int8_t node[8]; /* corners, then middles */
} SarFeFace;
int32_t sar_fe_face_count(SarFeKind kind);
void sar_fe_face(SarFeKind kind, int32_t index, SarFeFace *out);

#endif
