/* Vectors and matrices of three dimensions, by value. Matrices are stored by rows: m[row][column]. */
#ifndef SAR_BASE_VEC3_H
#define SAR_BASE_VEC3_H

#include <math.h>

typedef struct SarVec3 {
  double x, y, z;
} SarVec3;

typedef struct SarMat3 {
  double m[3][3];
} SarMat3;

static inline SarVec3 sar_vec3(double x, double y, double z) { return (SarVec3){x, y, z}; }
static inline SarVec3 sar_vec3_load(const double *p) { return (SarVec3){p[0], p[1], p[2]}; }
static inline void sar_vec3_store(SarVec3 a, double *p) { p[0] = a.x, p[1] = a.y, p[2] = a.z; }
static inline void sar_vec3_add_to(SarVec3 a, double *p) { p[0] += a.x, p[1] += a.y, p[2] += a.z; }
static inline SarVec3 sar_add(SarVec3 a, SarVec3 b) { return (SarVec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline SarVec3 sar_sub(SarVec3 a, SarVec3 b) { return (SarVec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline SarVec3 sar_scale(double s, SarVec3 a) { return (SarVec3){s * a.x, s * a.y, s * a.z}; }
static inline SarVec3 sar_neg(SarVec3 a) { return (SarVec3){-a.x, -a.y, -a.z}; }
static inline double sar_dot(SarVec3 a, SarVec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline double sar_norm(SarVec3 a) { return sqrt(sar_dot(a, a)); }

static inline SarVec3 sar_cross(SarVec3 a, SarVec3 b) {
  return (SarVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* a + s b */
static inline SarVec3 sar_axpy(double s, SarVec3 b, SarVec3 a) {
  return (SarVec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline SarMat3 sar_mat3_identity(void) { return (SarMat3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}; }
static inline SarMat3 sar_mat3_zero(void) { return (SarMat3){{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}; }

static inline SarMat3 sar_mat3_columns(SarVec3 x, SarVec3 y, SarVec3 z) {
  return (SarMat3){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

static inline SarVec3 sar_column(const SarMat3 *a, int j) { return (SarVec3){a->m[0][j], a->m[1][j], a->m[2][j]}; }
static inline SarVec3 sar_row(const SarMat3 *a, int i) { return (SarVec3){a->m[i][0], a->m[i][1], a->m[i][2]}; }

/* A v and A^T v */
static inline SarVec3 sar_mul(const SarMat3 *a, SarVec3 v) {
  return (SarVec3){a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                   a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                   a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z};
}
static inline SarVec3 sar_mul_t(const SarMat3 *a, SarVec3 v) {
  return (SarVec3){a->m[0][0] * v.x + a->m[1][0] * v.y + a->m[2][0] * v.z,
                   a->m[0][1] * v.x + a->m[1][1] * v.y + a->m[2][1] * v.z,
                   a->m[0][2] * v.x + a->m[1][2] * v.y + a->m[2][2] * v.z};
}

/* A B, A^T B, A B^T */
static inline SarMat3 sar_mat3_mul(const SarMat3 *a, const SarMat3 *b) {
  SarMat3 c;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      c.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
    }
  }
  return c;
}
static inline SarMat3 sar_mat3_tmul(const SarMat3 *a, const SarMat3 *b) {
  SarMat3 c;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      c.m[i][j] = a->m[0][i] * b->m[0][j] + a->m[1][i] * b->m[1][j] + a->m[2][i] * b->m[2][j];
    }
  }
  return c;
}
static inline SarMat3 sar_mat3_mult(const SarMat3 *a, const SarMat3 *b) {
  SarMat3 c;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      c.m[i][j] = a->m[i][0] * b->m[j][0] + a->m[i][1] * b->m[j][1] + a->m[i][2] * b->m[j][2];
    }
  }
  return c;
}

static inline SarMat3 sar_mat3_transpose(const SarMat3 *a) {
  return (SarMat3){{{a->m[0][0], a->m[1][0], a->m[2][0]},
                    {a->m[0][1], a->m[1][1], a->m[2][1]},
                    {a->m[0][2], a->m[1][2], a->m[2][2]}}};
}

/* A + s B */
static inline SarMat3 sar_mat3_axpy(double s, const SarMat3 *b, const SarMat3 *a) {
  SarMat3 c;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) c.m[i][j] = a->m[i][j] + s * b->m[i][j];
  }
  return c;
}

static inline SarMat3 sar_mat3_scale(double s, const SarMat3 *a) {
  SarMat3 c;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) c.m[i][j] = s * a->m[i][j];
  }
  return c;
}

/* The matrix of v -> a x v */
static inline SarMat3 sar_skew(SarVec3 a) { return (SarMat3){{{0, -a.z, a.y}, {a.z, 0, -a.x}, {-a.y, a.x, 0}}}; }

/* a b^T */
static inline SarMat3 sar_outer(SarVec3 a, SarVec3 b) {
  return (SarMat3){
      {{a.x * b.x, a.x * b.y, a.x * b.z}, {a.y * b.x, a.y * b.y, a.y * b.z}, {a.z * b.x, a.z * b.y, a.z * b.z}}};
}

static inline double sar_mat3_determinant(const SarMat3 *a) {
  return sar_dot(sar_row(a, 0), sar_cross(sar_row(a, 1), sar_row(a, 2)));
}

/* Inverse by the adjugate; the caller knows that a is regular. */
static inline SarMat3 sar_mat3_inverse(const SarMat3 *a) {
  SarVec3 r0 = sar_row(a, 0), r1 = sar_row(a, 1), r2 = sar_row(a, 2);
  SarVec3 c0 = sar_cross(r1, r2), c1 = sar_cross(r2, r0), c2 = sar_cross(r0, r1);
  double s = 1 / sar_dot(r0, c0);
  return sar_mat3_columns(sar_scale(s, c0), sar_scale(s, c1), sar_scale(s, c2));
}

#endif
