#include "fe/elements/matrices.h"

#include <string.h>

#include "fe/elements/strain.h"

SarStatus sar_fe_element_stiffness(const SarFeElement *element, const SarVec3 *nodes, const SarFeMaterial *material,
                                   double *K) {
  SarFeStrain s;
  SAR_TRY(sar_fe_strain(element->kind, element->variant, nodes, material->poisson, &s));
  int32_t n = s.ncolumns;
  memset(K, 0, (size_t)n * (size_t)n * sizeof *K);
  for (int32_t p = 0; p < s.npoints; p++) {
    for (int32_t i = 0; i < n; i++) {
      double strain[6], stress[6];
      for (int e = 0; e < 6; e++) strain[e] = s.B[p][e][i];
      sar_fe_elastic(material->young, material->poisson, strain, stress);
      for (int e = 0; e < 6; e++) {
        double f = s.volume[p] * stress[e];
        if (f == 0) continue;
        for (int32_t j = 0; j < n; j++) K[i * n + j] += f * s.B[p][e][j];
      }
    }
  }
  return SAR_OK;
}

void sar_fe_element_mass(SarFeKind kind, const SarFePoints *points, const SarVec3 *nodes, double density, double *m) {
  int32_t n = sar_fe_node_count(kind);
  memset(m, 0, (size_t)n * (size_t)n * sizeof *m);
  for (int32_t p = 0; p < points->count; p++) {
    double N[SAR_FE_NODES], gradient[SAR_FE_NODES][3];
    sar_fe_shape(kind, points->point[p].at, N, NULL);
    double f = density * points->point[p].weight * sar_fe_gradients(kind, nodes, points->point[p].at, gradient);
    for (int32_t i = 0; i < n; i++) {
      for (int32_t j = 0; j < n; j++) m[i * n + j] += f * N[i] * N[j];
    }
  }
}
