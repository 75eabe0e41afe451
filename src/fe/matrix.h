/* Products with the symmetric matrices of a finite-element model, and its rigid motions. */
#ifndef SAR_FE_MATRIX_H
#define SAR_FE_MATRIX_H

#include "fe/model.h"

/* y = A x for `count` vectors of n numbers, one behind the other. */
void sar_fe_multiply(const SarFeMatrix *a, int32_t count, const double *x, double *y);

/* Displacements of a rigid motion: three translations and three rotations about a point, six vectors of nunknowns. What
 * is no displacement or rotation of a node, such as a bending mode inside an element, is zero. */
void sar_fe_rigid_motions(const SarFeModel *model, SarVec3 about, double *out);

#endif
