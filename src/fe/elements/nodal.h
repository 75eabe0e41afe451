/* From the points of integration to the nodes of an element. */
#ifndef SAR_FE_ELEMENTS_NODAL_H
#define SAR_FE_ELEMENTS_NODAL_H

#include "fe/elements/points.h"
#include "fe/elements/shape.h"

/* What is known at the points is fitted, by least squares, with the functions of the element of first order (a constant
 * where there is one point only, a line along a WEDGE6; all functions of a fully integrated HEX20) and read off at the
 * corners; middles of edges get the mean of their corners. So does CalculiX, but for a WEDGE6, whose two points it
 * takes to be farther apart than they are. */
typedef struct SarFeNodal {
  int32_t nnodes, npoints;
  double factor[SAR_FE_NODES][SAR_FE_POINTS]; /* value at node = sum over points factor * value */
} SarFeNodal;

void sar_fe_nodal(SarFeKind kind, SarFeVariant variant, SarFeNodal *out);

#endif
