/* Stresses that shapes of a body cause in its elements, at nodes.
 *
 * Strains at the points of integration (fe/elements/strain.h), times linear isotropic elasticity, carried to the nodes
 * of the element (fe/elements/nodal.h), and there the mean over all elements of the same material. Where elements of
 * several materials meet, the stress is that of the stiffest: a mean across materials is the stress of none. */
#ifndef SAR_FE_STRESS_SHAPES_H
#define SAR_FE_STRESS_SHAPES_H

#include "fe/model.h"

/* `shapes`: displacements on the unknowns of the model, nunknowns x n by columns. `nodes`: indices of those to be
 * known, ascending. out: [count][6][n], Pa, in the order xx, yy, zz, xy, xz, yz. Unknowns that are no displacement and
 * nodes without unknowns count as at rest.
 *
 * *known is whether there are elements and elastic materials around all of the nodes; where not, a warning says what is
 * missing and nothing is written. An element that is turned inside out is SAR_INPUT. */
SarStatus sar_fe_stress_shapes(SarContext *context, const SarFeModel *model, const double *shapes, int32_t n,
                               const int32_t *nodes, int32_t count, float *out, bool *known);

#endif
