/* Strains of an element as linear functions of the displacements of its nodes: e = B u at every point of integration,
 * in the order xx, yy, zz, xy, xz, yz, shear as an angle (twice the component of the tensor).
 *
 * HEX8, reduced:       the mean strain of the element, as of one point
 * HEX8, incompatible:  three bubbles 1 - xi^2, 1 - eta^2, 1 - zeta^2 per direction, whose amplitudes follow from the
 *                      displacements since no force acts on them. Their gradients are taken in the middle and scaled
 *                      by the ratio of volumes, so that they do nothing in uniform strain however distorted the
 *                      element is (CalculiX leaves that factor out: the same for parallelepipeds). */
#ifndef SAR_FE_ELEMENTS_STRAIN_H
#define SAR_FE_ELEMENTS_STRAIN_H

#include "fe/elements/points.h"
#include "fe/elements/shape.h"

typedef struct SarFeStrain {
  int32_t npoints, ncolumns;    /* columns: 3 per node */
  double volume[SAR_FE_POINTS]; /* that a point stands for: weight times determinant */
  double B[SAR_FE_POINTS][6][3 * SAR_FE_NODES];
} SarFeStrain;

/* Gradients of the shape functions in space; returns the determinant of dx/dxi (<= 0: turned inside out). */
double sar_fe_gradients(SarFeKind kind, const SarVec3 *nodes, const double at[3], double (*gradient)[3]);

/* Poisson's ratio matters to incompatible elements alone. SAR_SINGULAR: the element has no volume, or is inside out,
 * at one of the points. */
SarStatus sar_fe_strain(SarFeKind kind, SarFeVariant variant, const SarVec3 *nodes, double poisson, SarFeStrain *out);

/* Stress of linear isotropic material from strain, both in the order above. */
void sar_fe_elastic(double young, double poisson, const double strain[6], double stress[6]);

#endif
