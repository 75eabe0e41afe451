#include "system/modal_body.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { INTERFACES = 4, MASS = 100 };

typedef struct Nodes {
  int32_t n, count;
  double mass;    /* of each */
  double inertia; /* of each, the same about all axes */
  SarVec3 *X;     /* [count] */
  double *phi;    /* [n + 6][count][6]: displacements and rotations; six rigid shapes first */
} Nodes;

static double next_random(uint64_t *seed) {
  uint64_t z = *seed += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

static double *shape_of(const Nodes *b, int32_t i) { return b->phi + (size_t)i * 6 * (size_t)b->count; }

static double product(const Nodes *b, const double *x, const double *y) {
  double translation = 0, rotation = 0;
  for (int32_t k = 0; k < b->count; k++, x += 6, y += 6) {
    translation += x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    rotation += x[3] * y[3] + x[4] * y[4] + x[5] * y[5];
  }
  return b->mass * translation + b->inertia * rotation;
}

static void make_orthonormal(const Nodes *b, int32_t i) {
  double *x = shape_of(b, i);
  for (int twice = 0; twice < 2; twice++) {
    for (int32_t j = 0; j < i; j++) {
      const double *y = shape_of(b, j), part = product(b, x, y);
      for (int32_t k = 0; k < 6 * b->count; k++) x[k] -= part * y[k];
    }
  }
  double scale = 1 / sqrt(product(b, x, x));
  for (int32_t k = 0; k < 6 * b->count; k++) x[k] *= scale;
}

static void make_shapes(const Nodes *b, uint64_t *seed) {
  for (int32_t i = 0; i < b->n + 6; i++) {
    double *x = shape_of(b, i);
    for (int32_t k = 0; k < b->count; k++, x += 6) {
      double axis[6] = {0};
      if (i < 6) axis[i] = 1;
      SarVec3 turned = sar_cross(sar_vec3_load(axis + 3), b->X[k]);
      if (i < 6) {
        memcpy(x, axis, sizeof axis);
        sar_vec3_add_to(turned, x);
      } else {
        for (int c = 0; c < 6; c++) x[c] = next_random(seed);
      }
    }
    make_orthonormal(b, i);
  }
}

/* Nodes in pairs about the origin, so that it is the centre of mass; the first ones are the interfaces. */
static bool make_nodes(SarArena *arena, int32_t n, Nodes *b) {
  uint64_t seed = 22;
  *b = (Nodes){.n = n, .count = 2 * (n / 6 + 8)};
  b->mass = (double)MASS / b->count;
  b->inertia = 0.01 * b->mass;
  b->X = SAR_NEW(arena, b->count, SarVec3);
  b->phi = SAR_NEW(arena, (size_t)(n + 6) * 6 * (size_t)b->count, double);
  if (!b->X || !b->phi) return false;
  for (int32_t k = 0; k < b->count; k += 2) {
    b->X[k] = sar_vec3(next_random(&seed), 0.5 * next_random(&seed), 0.2 * next_random(&seed));
    if (k < INTERFACES) b->X[k] = sar_vec3(1, k ? 0.5 : -0.5, 0);
    b->X[k + 1] = sar_neg(b->X[k]);
  }
  make_shapes(b, &seed);
  return true;
}

/* ---- the sums of store/reduced.h ---- */

static const int row_of[6] = {0, 1, 2, 0, 0, 1}, column_of[6] = {0, 1, 2, 1, 2, 2};

/* tr(a) 1 - (a + a^T)/2, component c */
static double component(double a[3][3], int c) {
  int r = row_of[c], k = column_of[c];
  return (r == k ? a[0][0] + a[1][1] + a[2][2] : 0) - 0.5 * (a[r][k] + a[k][r]);
}

static void sum_of_two(const Nodes *b, int32_t i, int32_t j, double *j2, double *g1) {
  const size_t n = (size_t)b->n, square = n * n;
  const double *x = shape_of(b, 6 + i), *y = shape_of(b, 6 + j);
  double a[3][3] = {0};
  for (int32_t k = 0; k < b->count; k++, x += 6, y += 6) {
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) a[r][c] += b->mass * x[r] * y[c];
    }
  }
  const size_t at = (size_t)i * n + (size_t)j, mirror = (size_t)j * n + (size_t)i;
  for (size_t c = 0; c < 6; c++) j2[c * square + at] = j2[c * square + mirror] = component(a, (int)c);
  const double cross[3] = {a[1][2] - a[2][1], a[2][0] - a[0][2], a[0][1] - a[1][0]};
  for (size_t c = 0; c < 3; c++) {
    g1[c * square + at] = cross[c];
    g1[c * square + mirror] = -cross[c];
  }
}

static void sum_of_one(const Nodes *b, int32_t i, double *j1, double *reach) {
  const double *x = shape_of(b, 6 + i);
  double a[3][3] = {0};
  for (int32_t k = 0; k < b->count; k++, x += 6) {
    const double X[3] = {b->X[k].x, b->X[k].y, b->X[k].z};
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) a[r][c] += 2 * b->mass * X[r] * x[c];
    }
    reach[i] = fmax(reach[i], sar_norm(sar_vec3_load(x)));
  }
  for (int c = 0; c < 6; c++) j1[c * b->n + i] = component(a, c);
}

static bool make_interfaces(SarArena *arena, const Nodes *b, SarReducedInterface *out) {
  static const char *const names[INTERFACES] = {"a", "b", "c", "d"};
  for (int32_t k = 0; k < INTERFACES; k++) {
    double *shape = SAR_NEW(arena, 6 * (size_t)b->n, double);
    if (!shape) return false;
    for (int32_t i = 0; i < 6 * b->n; i++) shape[i] = shape_of(b, 6 + i % b->n)[6 * k + i / b->n];
    out[k] = (SarReducedInterface){names[k], k + 1, b->X[k], shape, shape + 3 * b->n};
  }
  return true;
}

SarReduced *modal_body(SarArena *arena, int32_t n) {
  const size_t square = (size_t)n * (size_t)n, m = (size_t)n;
  Nodes b;
  SarReduced *out = SAR_NEW(arena, 1, SarReduced);
  SarReducedInterface *interfaces = SAR_NEW(arena, INTERFACES, SarReducedInterface);
  double *stiffness = SAR_NEW(arena, m, double), *zeros = SAR_NEW(arena, 3 * m, double),
         *j1 = SAR_NEW(arena, 6 * m, double);
  double *j2 = SAR_NEW(arena, 6 * square, double), *g1 = SAR_NEW(arena, 3 * square, double);
  double *reach = SAR_NEW(arena, m, double);
  if (!out || !interfaces || !stiffness || !zeros || !j1 || !j2 || !g1 || !reach) return NULL;
  if (!make_nodes(arena, n, &b) || !make_interfaces(arena, &b, interfaces)) return NULL;
  for (int32_t i = 0; i < n; i++) {
    double w = 125 * (1 + 0.2 * i); /* 20 Hz, 24 Hz, ... */
    stiffness[i] = w * w;
    sum_of_one(&b, i, j1, reach);
    for (int32_t j = 0; j <= i; j++) sum_of_two(&b, i, j, j2, g1);
  }
  *out = (SarReduced){.n = n, .mass = MASS, .stiffness = stiffness, .psi = zeros, .g0 = zeros, .j1 = j1, .j2 = j2};
  out->g1 = g1, out->reach = reach, out->interfaces = interfaces, out->ninterfaces = INTERFACES;
  out->facts = (SarReducedFacts){"bench", "free", 6 * b.count, 0, n, -1, -1};
  for (int32_t k = 0; k < b.count; k++) {
    SarMat3 one = sar_mat3_identity(), arms = sar_outer(b.X[k], b.X[k]);
    out->j0 = sar_mat3_axpy(b.mass * sar_dot(b.X[k], b.X[k]) + b.inertia, &one, &out->j0);
    out->j0 = sar_mat3_axpy(-b.mass, &arms, &out->j0);
  }
  return out;
}
