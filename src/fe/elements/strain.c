#include "fe/elements/strain.h"

#include <math.h>
#include <string.h>

/* J = dx/dxi; its inverse turns gradients in the element into gradients in space. */
static double jacobian(int32_t n, const SarVec3 *nodes, double (*dN)[3], SarMat3 *inverse) {
  SarVec3 column[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  for (int32_t i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) column[k] = sar_axpy(dN[i][k], nodes[i], column[k]);
  }
  SarVec3 c[3] = {sar_cross(column[1], column[2]), sar_cross(column[2], column[0]), sar_cross(column[0], column[1])};
  double determinant = sar_dot(column[0], c[0]);
  for (int k = 0; k < 3; k++) sar_vec3_store(sar_scale(1 / determinant, c[k]), inverse->m[k]);
  return determinant;
}

double sar_fe_gradients(SarFeKind kind, const SarVec3 *nodes, const double at[3], double (*gradient)[3]) {
  double dN[SAR_FE_NODES][3];
  int32_t n = sar_fe_node_count(kind);
  sar_fe_shape(kind, at, NULL, dN);
  SarMat3 inverse;
  double determinant = jacobian(n, nodes, dN, &inverse);
  for (int32_t i = 0; i < n; i++) sar_vec3_store(sar_mul_t(&inverse, sar_vec3_load(dN[i])), gradient[i]);
  return determinant;
}

/* The columns of B for the three displacements of a node with gradient g of its function. */
static void fill(const double g[3], int32_t column, int32_t stride, double *B) {
  static const int8_t pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  for (int e = 0; e < 6; e++) {
    double *row = B + e * stride + column;
    row[0] = row[1] = row[2] = 0;
    row[pair[e][0]] = g[pair[e][1]];
    row[pair[e][1]] = g[pair[e][0]];
  }
}

/* All strains become their mean over the element. */
static void average(SarFeStrain *s) {
  double volume = 0;
  for (int32_t p = 0; p < s->npoints; p++) volume += s->volume[p];
  for (int e = 0; e < 6; e++) {
    for (int32_t c = 0; c < s->ncolumns; c++) {
      double sum = 0;
      for (int32_t p = 0; p < s->npoints; p++) sum += s->volume[p] * s->B[p][e][c];
      s->B[0][e][c] = sum / volume;
    }
  }
  s->npoints = 1;
  s->volume[0] = volume;
}

/* Solves K X = R for nine unknowns and many right-hand sides, K positive definite; both are overwritten, R by X. */
static bool solve9(double K[9][9], double (*R)[3 * SAR_FE_NODES], int32_t n) {
  for (int k = 0; k < 9; k++) {
    if (!(K[k][k] > 0)) return false;
    for (int i = k + 1; i < 9; i++) {
      double f = K[i][k] / K[k][k];
      for (int j = k; j < 9; j++) K[i][j] -= f * K[k][j];
      for (int32_t j = 0; j < n; j++) R[i][j] -= f * R[k][j];
    }
  }
  for (int k = 8; k >= 0; k--) {
    for (int32_t j = 0; j < n; j++) {
      for (int i = k + 1; i < 9; i++) R[k][j] -= K[k][i] * R[i][j];
      R[k][j] /= K[k][k];
    }
  }
  return true;
}

/* Adds the strains G a of the bubbles, with amplitudes a = -Kaa^-1 Kau u that no force acts on:
 * Kaa = sum G^T D G, Kau = sum G^T D B. */
static bool add_bubbles(const SarVec3 *nodes, double poisson, const SarFePoints *points, SarFeStrain *s) {
  double dN[SAR_FE_NODES][3], G[SAR_FE_POINTS][6][9], Kaa[9][9], Kau[9][3 * SAR_FE_NODES];
  SarMat3 inverse;
  sar_fe_shape(SAR_FE_HEX8, (double[3]){0, 0, 0}, NULL, dN);
  double middle = jacobian(8, nodes, dN, &inverse);
  memset(Kaa, 0, sizeof Kaa);
  memset(Kau, 0, sizeof Kau);
  for (int32_t p = 0; p < s->npoints; p++) {
    double ratio = middle * points->point[p].weight / s->volume[p];
    for (int k = 0; k < 3; k++) {
      double gradient[3];
      sar_vec3_store(sar_scale(-2 * points->point[p].at[k] * ratio, sar_row(&inverse, k)), gradient);
      fill(gradient, 3 * k, 9, &G[p][0][0]);
    }
    for (int a = 0; a < 9; a++) {
      double strain[6], stress[6];
      for (int e = 0; e < 6; e++) strain[e] = G[p][e][a];
      sar_fe_elastic(1, poisson, strain, stress);
      for (int e = 0; e < 6; e++) {
        for (int b = 0; b < 9; b++) Kaa[a][b] += s->volume[p] * stress[e] * G[p][e][b];
        for (int32_t c = 0; c < s->ncolumns; c++) Kau[a][c] += s->volume[p] * stress[e] * s->B[p][e][c];
      }
    }
  }
  if (!solve9(Kaa, Kau, s->ncolumns)) return false;
  for (int32_t p = 0; p < s->npoints; p++) {
    for (int e = 0; e < 6; e++) {
      for (int a = 0; a < 9; a++) {
        for (int32_t c = 0; c < s->ncolumns; c++) s->B[p][e][c] -= G[p][e][a] * Kau[a][c];
      }
    }
  }
  return true;
}

SarStatus sar_fe_strain(SarFeKind kind, SarFeVariant variant, const SarVec3 *nodes, double poisson, SarFeStrain *out) {
  SarFePoints points;
  bool mean = kind == SAR_FE_HEX8 && variant == SAR_FE_REDUCED;
  sar_fe_stiffness_points(kind, mean ? SAR_FE_FULL : variant, &points);
  int32_t n = sar_fe_node_count(kind);
  out->npoints = points.count;
  out->ncolumns = 3 * n;
  for (int32_t p = 0; p < points.count; p++) {
    double gradient[SAR_FE_NODES][3];
    double determinant = sar_fe_gradients(kind, nodes, points.point[p].at, gradient);
    if (!(determinant > 0)) return SAR_SINGULAR;
    out->volume[p] = points.point[p].weight * determinant;
    for (int32_t i = 0; i < n; i++) fill(gradient[i], 3 * i, 3 * SAR_FE_NODES, &out->B[p][0][0]);
  }
  if (mean) average(out);
  if (kind == SAR_FE_HEX8 && variant == SAR_FE_INCOMPATIBLE && !add_bubbles(nodes, poisson, &points, out)) {
    return SAR_SINGULAR;
  }
  return SAR_OK;
}

void sar_fe_elastic(double young, double poisson, const double strain[6], double stress[6]) {
  double mu = young / (2 * (1 + poisson)), lambda = 2 * mu * poisson / (1 - 2 * poisson);
  double pressure = lambda * (strain[0] + strain[1] + strain[2]);
  for (int k = 0; k < 3; k++) {
    stress[k] = 2 * mu * strain[k] + pressure;
    stress[3 + k] = mu * strain[3 + k];
  }
}
