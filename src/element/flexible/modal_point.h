/* A modal body at a point: what its rows and its matrix are made of. And the functions of the class `modal` (part.h),
 * each in its own file. */
#ifndef SAR_ELEMENT_FLEXIBLE_MODAL_POINT_H
#define SAR_ELEMENT_FLEXIBLE_MODAL_POINT_H

#include "element/flexible/modal.h"

/* Arrays are in the scratch of the point: [6][n] and [3][n]. */
typedef struct SarModalPoint {
  int32_t n;
  const SarMat3 *R;
  SarVec3 w, alpha, u;             /* angular velocity and acceleration; acceleration of the origin; body axes */
  SarVec3 s, s_rate, s_second;     /* psi times eta, eta', eta'' */
  SarMat3 J, J_rate;               /* J - j0, J' */
  SarVec3 G_rate, G_second;        /* G times eta', eta'' */
  double *slope;                   /* [6][n]: J,i */
  double *G;                       /* [3][n] */
  double *turned;                  /* [3][n]: sum_j eta_j' g1_ji */
  double *slope_rate, *turned_too; /* [6][n]: sum_j j2_ij eta_j'; [3][n]: sum_j eta_j'' g1_ji. Of the matrix alone */
} SarModalPoint;

#define SAR_MODAL_SCRATCH 21 /* times n */

/* The components of symmetric matrices: xx, yy, zz, xy, xz, yz. */
extern const int sar_modal_row[6], sar_modal_column[6];

/* matrix: with what only the matrix needs. */
void sar_modal_point(const SarModalBody *body, const SarPartPoint *at, bool matrix, SarModalPoint *out);

/* What energy and momentum need. */
typedef struct SarModalState {
  SarVec3 s, s_rate, G_rate; /* as above */
  SarMat3 J;
} SarModalState;
/* It follows from amplitudes and their rates alone: what was asked for last is kept with them. */
void sar_modal_state(const SarModalBody *body, const SarPartPoint *at, SarModalState *out);
int32_t sar_modal_kept(const void *part); /* how many numbers that takes */

static inline SarVec3 sar_modal_vector(const double *of, int32_t n, int32_t i) {
  return sar_vec3(of[i], of[n + i], of[2 * n + i]);
}
/* M v of the i-th symmetric matrix. */
static inline SarVec3 sar_modal_times(const double *m, int32_t n, int32_t i, SarVec3 v) {
  double xy = m[3 * n + i], xz = m[4 * n + i], yz = m[5 * n + i];
  return sar_vec3(m[i] * v.x + xy * v.y + xz * v.z, xy * v.x + m[n + i] * v.y + yz * v.z,
                  xz * v.x + yz * v.y + m[2 * n + i] * v.z);
}

SarStatus sar_modal_residual(const void *part, const SarPartPoint *at, double *rows);
SarStatus sar_modal_matrix(const void *part, const SarPartPoint *at, SarPartMatrix *out);
void sar_modal_magnitude(const void *part, const SarPartPoint *at, double *rows);
void sar_modal_energy(const void *part, const SarPartPoint *at, SarPartEnergy *out);
void sar_modal_momentum(const void *part, const SarPartPoint *at, double *rows);

#endif
