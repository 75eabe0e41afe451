#include "fe/elements/shape.h"

#include <assert.h>

static const uint8_t tet_edges[][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
static const uint8_t hex_edges[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                       {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
static const uint8_t wedge_edges[][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}};

static const int8_t tet_faces[][4] = {{0, 2, 1, -1}, {0, 1, 3, -1}, {1, 2, 3, -1}, {0, 3, 2, -1}};
static const int8_t hex_faces[][4] = {{3, 2, 1, 0}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                      {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
static const int8_t wedge_faces[][4] = {{0, 2, 1, -1}, {3, 4, 5, -1}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}};

static const int8_t tet_corners[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const int8_t hex_corners[][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                        {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
static const int8_t wedge_corners[][3] = {{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};

/* What elements of the same corners have in common. */
typedef struct Family {
  SarFeKind first;
  int8_t corners, nedges, nfaces;
  const uint8_t (*edge)[2];
  const int8_t (*face)[4];
  const int8_t (*corner)[3];
} Family;

static const Family tet = {SAR_FE_TET4, 4, 6, 4, tet_edges, tet_faces, tet_corners};
static const Family hex = {SAR_FE_HEX8, 8, 12, 6, hex_edges, hex_faces, hex_corners};
static const Family wedge = {SAR_FE_WEDGE6, 6, 9, 5, wedge_edges, wedge_faces, wedge_corners};

static const Family *family(SarFeKind kind) {
  switch (kind) {
    case SAR_FE_TET4:
    case SAR_FE_TET10: return &tet;
    case SAR_FE_HEX8:
    case SAR_FE_HEX20: return &hex;
    default: return &wedge;
  }
}

static bool second_order(SarFeKind kind) {
  return kind == SAR_FE_TET10 || kind == SAR_FE_HEX20 || kind == SAR_FE_WEDGE15;
}

SarFeKind sar_fe_first_order(SarFeKind kind) { return family(kind)->first; }

int32_t sar_fe_corner_count(SarFeKind kind) { return family(kind)->corners; }

int32_t sar_fe_node_count(SarFeKind kind) {
  const Family *f = family(kind);
  return f->corners + (second_order(kind) ? f->nedges : 0);
}

const uint8_t *sar_fe_edge(SarFeKind kind, int32_t node) { return family(kind)->edge[node - family(kind)->corners]; }

void sar_fe_node_place(SarFeKind kind, int32_t node, double at[3]) {
  const Family *f = family(kind);
  int32_t a = node, b = node;
  if (node >= f->corners) a = sar_fe_edge(kind, node)[0], b = sar_fe_edge(kind, node)[1];
  for (int k = 0; k < 3; k++) at[k] = 0.5 * (f->corner[a][k] + f->corner[b][k]);
}

int32_t sar_fe_face_count(SarFeKind kind) { return family(kind)->nfaces; }

static int32_t middle(const Family *f, int8_t a, int8_t b) {
  for (int32_t e = 0; e < f->nedges; e++) {
    if ((f->edge[e][0] == a && f->edge[e][1] == b) || (f->edge[e][0] == b && f->edge[e][1] == a)) return f->corners + e;
  }
  assert(false);
  return 0;
}

void sar_fe_face(SarFeKind kind, int32_t index, SarFeFace *out) {
  const Family *f = family(kind);
  const int8_t *corner = f->face[index];
  int n = corner[3] < 0 ? 3 : 4;
  out->corners = (int8_t)n;
  for (int i = 0; i < n; i++) {
    out->node[i] = corner[i];
    if (second_order(kind)) out->node[n + i] = (int8_t)middle(f, corner[i], corner[(i + 1) % n]);
  }
}

/* A function as a product of three factors, each with its derivative along one coordinate. */
typedef struct Factor {
  double value, slope;
} Factor;

static void product(Factor a, Factor b, Factor c, double scale, double *N, double dN[3]) {
  *N = scale * a.value * b.value * c.value;
  dN[0] = scale * a.slope * b.value * c.value;
  dN[1] = scale * a.value * b.slope * c.value;
  dN[2] = scale * a.value * b.value * c.slope;
}

/* 1 + s x, and 1 - x^2 where s is zero. */
static Factor along(double s, double x) { return s == 0 ? (Factor){1 - x * x, -2 * x} : (Factor){1 + s * x, s}; }

static void hex_shape(SarFeKind kind, const double at[3], double *N, double (*dN)[3]) {
  for (int32_t i = 0, n = sar_fe_node_count(kind); i < n; i++) {
    double c[3];
    sar_fe_node_place(kind, i, c);
    Factor f[3];
    for (int k = 0; k < 3; k++) f[k] = along(c[k], at[k]);
    if (i >= 8) {
      product(f[0], f[1], f[2], 0.25, &N[i], dN[i]);
      continue;
    }
    double value, slope[3];
    product(f[0], f[1], f[2], 0.125, &value, slope);
    /* of second order: times the plane through the middles of the edges at this corner */
    double plane = kind == SAR_FE_HEX20 ? c[0] * at[0] + c[1] * at[1] + c[2] * at[2] - 2 : 1;
    N[i] = value * plane;
    for (int k = 0; k < 3; k++) dN[i][k] = slope[k] * plane + (kind == SAR_FE_HEX20 ? value * c[k] : 0);
  }
}

static void tet_shape(SarFeKind kind, const double at[3], double *N, double (*dN)[3]) {
  const double L[4] = {1 - at[0] - at[1] - at[2], at[0], at[1], at[2]};
  static const double dL[4][3] = {{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int32_t i = 0; i < 4; i++) {
    double value = kind == SAR_FE_TET4 ? L[i] : L[i] * (2 * L[i] - 1);
    double slope = kind == SAR_FE_TET4 ? 1 : 4 * L[i] - 1;
    N[i] = value;
    for (int k = 0; k < 3; k++) dN[i][k] = slope * dL[i][k];
  }
  for (int32_t i = 4, n = sar_fe_node_count(kind); i < n; i++) {
    int a = sar_fe_edge(kind, i)[0], b = sar_fe_edge(kind, i)[1];
    N[i] = 4 * L[a] * L[b];
    for (int k = 0; k < 3; k++) dN[i][k] = 4 * (dL[a][k] * L[b] + L[a] * dL[b][k]);
  }
}

/* A function T of the triangle with its derivatives times one of zeta. */
static void prism(double T, const double dT[2], Factor z, double *N, double dN[3]) {
  *N = T * z.value;
  dN[0] = dT[0] * z.value;
  dN[1] = dT[1] * z.value;
  dN[2] = T * z.slope;
}

static void wedge_shape(SarFeKind kind, const double at[3], double *N, double (*dN)[3]) {
  const double L[3] = {1 - at[0] - at[1], at[0], at[1]}, zeta = at[2];
  static const double dL[3][2] = {{-1, -1}, {1, 0}, {0, 1}};
  for (int i = 0; i < 6; i++) {
    int a = i % 3;
    double s = i < 3 ? -1 : 1;
    if (kind == SAR_FE_WEDGE6) {
      prism(L[a], dL[a], (Factor){0.5 * (1 + s * zeta), 0.5 * s}, &N[i], dN[i]);
      continue;
    }
    /* L (2 L - 1) (1 + s zeta)/2 - L (1 - zeta^2)/2: zero in the middles of all three edges */
    double T = L[a] * (2 * L[a] - 1), dT[2] = {(4 * L[a] - 1) * dL[a][0], (4 * L[a] - 1) * dL[a][1]}, N2, dN2[3];
    prism(T, dT, (Factor){0.5 * (1 + s * zeta), 0.5 * s}, &N[i], dN[i]);
    prism(L[a], dL[a], (Factor){-0.5 * (1 - zeta * zeta), zeta}, &N2, dN2);
    N[i] += N2;
    for (int k = 0; k < 3; k++) dN[i][k] += dN2[k];
  }
  for (int32_t i = 6, n = sar_fe_node_count(kind); i < n; i++) {
    int a = sar_fe_edge(kind, i)[0] % 3, b = sar_fe_edge(kind, i)[1] % 3;
    if (i >= 12) {
      prism(L[a], dL[a], (Factor){1 - zeta * zeta, -2 * zeta}, &N[i], dN[i]);
      continue;
    }
    double s = i < 9 ? -1 : 1, T = 4 * L[a] * L[b];
    double dT[2] = {4 * (dL[a][0] * L[b] + L[a] * dL[b][0]), 4 * (dL[a][1] * L[b] + L[a] * dL[b][1])};
    prism(T, dT, (Factor){0.5 * (1 + s * zeta), 0.5 * s}, &N[i], dN[i]);
  }
}

void sar_fe_shape(SarFeKind kind, const double at[3], double *N, double (*dN)[3]) {
  double value[SAR_FE_NODES], slope[SAR_FE_NODES][3];
  if (!N) N = value;
  if (!dN) dN = slope;
  switch (family(kind)->first) {
    case SAR_FE_TET4: tet_shape(kind, at, N, dN); break;
    case SAR_FE_HEX8: hex_shape(kind, at, N, dN); break;
    default: wedge_shape(kind, at, N, dN); break;
  }
}
