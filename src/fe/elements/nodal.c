#include "fe/elements/nodal.h"

#include <string.h>

/* The functions that are fitted, at a place; returns how many. */
static int32_t basis(SarFeKind kind, SarFeVariant variant, int32_t npoints, const double at[3], double *f) {
  f[0] = 1;
  if (npoints == 1) return 1;
  if (kind == SAR_FE_WEDGE6) {
    f[1] = at[2];
    return 2;
  }
  bool all = kind == SAR_FE_HEX20 && variant != SAR_FE_REDUCED;
  SarFeKind fitted = all ? kind : sar_fe_first_order(kind);
  sar_fe_shape(fitted, at, f, NULL);
  return sar_fe_node_count(fitted);
}

/* A x = b by elimination for the normal equations, positive definite and of at most twenty unknowns; b has the columns
 * of all points. */
static void eliminate(int32_t n, double (*A)[SAR_FE_NODES], int32_t columns, double (*b)[SAR_FE_POINTS]) {
  for (int32_t k = 0; k < n; k++) {
    for (int32_t i = k + 1; i < n; i++) {
      double f = A[i][k] / A[k][k];
      for (int32_t j = k; j < n; j++) A[i][j] -= f * A[k][j];
      for (int32_t j = 0; j < columns; j++) b[i][j] -= f * b[k][j];
    }
  }
  for (int32_t k = n; k-- > 0;) {
    for (int32_t j = 0; j < columns; j++) {
      for (int32_t i = k + 1; i < n; i++) b[k][j] -= A[k][i] * b[i][j];
      b[k][j] /= A[k][k];
    }
  }
}

void sar_fe_nodal(SarFeKind kind, SarFeVariant variant, SarFeNodal *out) {
  SarFePoints points;
  sar_fe_stiffness_points(kind, variant, &points);
  double normal[SAR_FE_NODES][SAR_FE_NODES], right[SAR_FE_NODES][SAR_FE_POINTS], f[SAR_FE_NODES];
  memset(normal, 0, sizeof normal);
  int32_t n = 0;
  for (int32_t p = 0; p < points.count; p++) {
    n = basis(kind, variant, points.count, points.point[p].at, f);
    for (int32_t i = 0; i < n; i++) {
      right[i][p] = f[i];
      for (int32_t j = 0; j < n; j++) normal[i][j] += f[i] * f[j];
    }
  }
  eliminate(n, normal, points.count, right);

  out->nnodes = sar_fe_node_count(kind);
  out->npoints = points.count;
  int32_t corners = kind == SAR_FE_HEX20 && n == out->nnodes ? n : sar_fe_corner_count(kind);
  for (int32_t i = 0; i < out->nnodes; i++) {
    double at[3];
    sar_fe_node_place(kind, i, at);
    basis(kind, variant, points.count, at, f);
    const uint8_t *edge = i < corners ? NULL : sar_fe_edge(kind, i);
    for (int32_t p = 0; p < points.count; p++) {
      double value = 0;
      for (int32_t k = 0; k < n; k++) value += f[k] * right[k][p];
      out->factor[i][p] = edge ? 0.5 * (out->factor[edge[0]][p] + out->factor[edge[1]][p]) : value;
    }
  }
}
