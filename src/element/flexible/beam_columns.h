/* Derivatives at one Gauss point of a beam element, column by column, for beam_matrix.c and beam_damping.c.
 *
 * A column is a change of the point. Four of them are treated together: those of a node by its rotation (theta_1..3
 * and, as the fourth, the quaternion itself, of which damping has use), or by its position. Arrays are
 * [component][column], a column half of a pair, since left to themselves compilers use half of their registers here. */
#ifndef SAR_ELEMENT_FLEXIBLE_BEAM_COLUMNS_H
#define SAR_ELEMENT_FLEXIBLE_BEAM_COLUMNS_H

#include "element/flexible/beam_gauss.h"

typedef double SarBeamPair __attribute__((vector_size(16), may_alias));
typedef SarBeamPair SarBeamLane[2];
#define SAR_BEAM_EACH for (int c = 0; c < 2; c++)

SAR_BEAM_INLINE void sar_beam_lane(SarBeamLane out, double first, double second, double third, double fourth) {
  out[0] = (SarBeamPair){first, second};
  out[1] = (SarBeamPair){third, fourth};
}

/* Its four numbers one by one. */
SAR_BEAM_INLINE const double *sar_beam_of(const SarBeamPair *lane) { return (const double *)lane; }

/* The derivative of the stresses by the strains, times the weight of the point. */
typedef enum SarBeamKind {
  SAR_BEAM_DIAGONAL,
  SAR_BEAM_BLOCK, /* nn is diagonal, nm is zero: elements of order 1 */
  SAR_BEAM_FULL
} SarBeamKind;
typedef struct SarBeamMaterial {
  double nn[3][3], nm[3][3], mm[3][3];
} SarBeamMaterial;

/* A change of the strains, or of the stresses by it. */
typedef struct SarBeamColumns {
  SarBeamLane n[3], m[3];
} SarBeamColumns;

/* The forces on a point (on delta, epsilon, eta) that a column causes. */
typedef struct SarBeamForces {
  SarBeamLane delta[4], epsilon[4], eta[3];
} SarBeamForces;

/* d o theta/2 for d = q~ q_i/(q.q): component 0 is the real one. */
SAR_BEAM_INLINE void sar_beam_turns(const SarBeamGauss *g, const double *qi, SarBeamLane x[4]) {
  SarQuat d = sar_quat_mul(sar_quat_conjugate(g->q), sar_quat_load(qi));
  double s = 0.5 * g->inverse, w = s * d.w, u = s * d.x, v = s * d.y, z = s * d.z;
  sar_beam_lane(x[0], -u, -v, -z, w);
  sar_beam_lane(x[1], w, -z, v, u);
  sar_beam_lane(x[2], z, w, -u, v);
  sar_beam_lane(x[3], -v, u, w, z);
}

/* The strains of the columns delta = N x, epsilon = dN x. */
SAR_BEAM_INLINE void sar_beam_strain_columns(const SarBeamGauss *g, double N, double dN, SarBeamLane x[4],
                                             SarBeamColumns *out) {
  double G1 = 2 * N * g->Gamma.x, G2 = 2 * N * g->Gamma.y, G3 = 2 * N * g->Gamma.z;
  double K1 = N * g->K.x, K2 = N * g->K.y, K3 = N * g->K.z, own = 2 * dN - 2 * N * g->rho;
  SAR_BEAM_EACH {
    out->n[0][c] = G2 * x[3][c] - G3 * x[2][c];
    out->n[1][c] = G3 * x[1][c] - G1 * x[3][c];
    out->n[2][c] = G1 * x[2][c] - G2 * x[1][c];
    out->m[0][c] = own * x[1][c] + K2 * x[3][c] - K3 * x[2][c] - K1 * x[0][c];
    out->m[1][c] = own * x[2][c] + K3 * x[1][c] - K1 * x[3][c] - K2 * x[0][c];
    out->m[2][c] = own * x[3][c] + K1 * x[2][c] - K2 * x[1][c] - K3 * x[0][c];
  }
}

SAR_BEAM_INLINE void sar_beam_add_product(const double a[3][3], SarBeamLane x[3], SarBeamLane out[3]) {
  for (int k = 0; k < 3; k++) {
    SAR_BEAM_EACH out[k][c] += a[k][0] * x[0][c] + a[k][1] * x[1][c] + a[k][2] * x[2][c];
  }
}

SAR_BEAM_INLINE void sar_beam_add_transposed(const double a[3][3], SarBeamLane x[3], SarBeamLane out[3]) {
  for (int k = 0; k < 3; k++) {
    SAR_BEAM_EACH out[k][c] += a[0][k] * x[0][c] + a[1][k] * x[1][c] + a[2][k] * x[2][c];
  }
}

/* The stresses of the strains. */
SAR_BEAM_INLINE void sar_beam_stress_columns(SarBeamKind kind, const SarBeamMaterial *material, SarBeamColumns *e,
                                             SarBeamColumns *out) {
  for (int k = 0; k < 3; k++) { /* the diagonal first */
    SAR_BEAM_EACH {
      out->n[k][c] = (kind == SAR_BEAM_FULL ? 0 : material->nn[k][k]) * e->n[k][c];
      out->m[k][c] = (kind == SAR_BEAM_DIAGONAL ? material->mm[k][k] : 0) * e->m[k][c];
    }
  }
  if (kind != SAR_BEAM_DIAGONAL) sar_beam_add_product(material->mm, e->m, out->m);
  if (kind != SAR_BEAM_FULL) return;
  sar_beam_add_product(material->nn, e->n, out->n);
  sar_beam_add_product(material->nm, e->m, out->n);
  sar_beam_add_transposed(material->nm, e->n, out->m);
}

/* The forces of stresses on the point: the transpose of sar_beam_strain_columns. */
SAR_BEAM_INLINE void sar_beam_force_columns(const SarBeamGauss *g, SarBeamColumns *s, SarBeamForces *out) {
  double G1 = 2 * g->Gamma.x, G2 = 2 * g->Gamma.y, G3 = 2 * g->Gamma.z;
  double K1 = g->K.x, K2 = g->K.y, K3 = g->K.z, own = -2 * g->rho;
  SarBeamLane *n = s->n, *m = s->m;
  SAR_BEAM_EACH {
    out->delta[0][c] = -(K1 * m[0][c] + K2 * m[1][c] + K3 * m[2][c]);
    out->delta[1][c] = n[1][c] * G3 - n[2][c] * G2 + m[1][c] * K3 - m[2][c] * K2 + own * m[0][c];
    out->delta[2][c] = n[2][c] * G1 - n[0][c] * G3 + m[2][c] * K1 - m[0][c] * K3 + own * m[1][c];
    out->delta[3][c] = n[0][c] * G2 - n[1][c] * G1 + m[0][c] * K2 - m[1][c] * K1 + own * m[2][c];
    out->epsilon[0][c] = (SarBeamPair){0, 0};
    out->epsilon[1][c] = 2 * m[0][c];
    out->epsilon[2][c] = 2 * m[1][c];
    out->epsilon[3][c] = 2 * m[2][c];
    out->eta[0][c] = n[0][c];
    out->eta[1][c] = n[1][c];
    out->eta[2][c] = n[2][c];
  }
}

/* What the stresses themselves do when the point changes: the second derivative of n.Gamma + m.K, with q = 1. */
typedef struct SarBeamGeometry {
  double n[3], m[3];  /* twice the stresses, times the weight */
  double real;        /* delta_0, delta_0 */
  double mixed[3];    /* delta_0, delta_v */
  double turns[3][3]; /* delta_v, delta_v */
} SarBeamGeometry;

SAR_BEAM_INLINE void sar_beam_geometry(const SarBeamGauss *g, SarVec3 n, SarVec3 m, SarBeamGeometry *out) {
  SarVec3 across = sar_add(sar_cross(n, g->Gamma), sar_cross(m, g->K));
  double work = sar_dot(m, g->K), own = -4 * sar_dot(n, g->Gamma) - 2 * work;
  double G[3], N[3];
  sar_vec3_store(g->Gamma, G);
  sar_vec3_store(n, N);
  sar_vec3_store(sar_scale(2, n), out->n);
  sar_vec3_store(sar_scale(2, m), out->m);
  sar_vec3_store(sar_axpy(-2, across, sar_scale(4 * g->rho, m)), out->mixed);
  out->real = 2 * work;
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) out->turns[k][l] = 2 * (G[k] * N[l] + N[k] * G[l]) + (k == l ? own : 0);
  }
}

/* Adds it for the columns delta = N x, epsilon = dN x. */
SAR_BEAM_INLINE void sar_beam_add_geometry(const SarBeamGeometry *h, double N, double dN, SarBeamLane x[4],
                                           SarBeamForces *out) {
  const double *n = h->n, *m = h->m;
  double real = N * h->real, mixed[3], turns[3][3], mN[3], nN[3], md[3];
  for (int k = 0; k < 3; k++) {
    mN[k] = N * m[k], nN[k] = N * n[k], md[k] = dN * m[k];
    mixed[k] = N * h->mixed[k];
    for (int l = 0; l < 3; l++) turns[k][l] = N * h->turns[k][l];
  }
  /* m x epsilon_v, and the two rows of m with the real parts */
  turns[0][1] -= md[2], turns[0][2] += md[1], turns[1][0] += md[2];
  turns[1][2] -= md[0], turns[2][0] -= md[1], turns[2][1] += md[0];
  SAR_BEAM_EACH {
    SarBeamPair x0 = x[0][c], x1 = x[1][c], x2 = x[2][c], x3 = x[3][c];
    out->delta[0][c] += real * x0 + (mixed[0] - md[0]) * x1 + (mixed[1] - md[1]) * x2 + (mixed[2] - md[2]) * x3;
    out->delta[1][c] += (mixed[0] - md[0]) * x0 + turns[0][0] * x1 + turns[0][1] * x2 + turns[0][2] * x3;
    out->delta[2][c] += (mixed[1] - md[1]) * x0 + turns[1][0] * x1 + turns[1][1] * x2 + turns[1][2] * x3;
    out->delta[3][c] += (mixed[2] - md[2]) * x0 + turns[2][0] * x1 + turns[2][1] * x2 + turns[2][2] * x3;
    out->epsilon[0][c] -= mN[0] * x1 + mN[1] * x2 + mN[2] * x3;
    out->epsilon[1][c] += mN[2] * x2 - mN[1] * x3 - mN[0] * x0;
    out->epsilon[2][c] += mN[0] * x3 - mN[2] * x1 - mN[1] * x0;
    out->epsilon[3][c] += mN[1] * x1 - mN[0] * x2 - mN[2] * x0;
    out->eta[0][c] += nN[2] * x2 - nN[1] * x3;
    out->eta[1][c] += nN[0] * x3 - nN[2] * x1;
    out->eta[2][c] += nN[1] * x1 - nN[0] * x2;
  }
}

/* Rows of the rotation of node i: x_i^T (N_i delta + dN_i epsilon). */
SAR_BEAM_INLINE void sar_beam_add_turns(double N, double dN, SarBeamLane x[4], const SarBeamForces *f,
                                        SarBeamLane out[3]) {
  SarBeamLane on[4];
  for (int k = 0; k < 4; k++) {
    SAR_BEAM_EACH on[k][c] = N * f->delta[k][c] + dN * f->epsilon[k][c];
  }
  for (int r = 0; r < 3; r++) {
    double a[4];
    for (int k = 0; k < 4; k++) a[k] = sar_beam_of(x[k])[r];
    SAR_BEAM_EACH out[r][c] += a[0] * on[0][c] + a[1] * on[1][c] + a[2] * on[2][c] + a[3] * on[3][c];
  }
}

/* R x for three components. */
SAR_BEAM_INLINE void sar_beam_to_ground(const SarMat3 *R, SarBeamLane x[3], SarBeamLane out[3]) {
  for (int k = 0; k < 3; k++) {
    SAR_BEAM_EACH out[k][c] = R->m[k][0] * x[0][c] + R->m[k][1] * x[1][c] + R->m[k][2] * x[2][c];
  }
}

SAR_BEAM_INLINE SarMat3 sar_beam_axes(const SarBeamGauss *g) {
  double s = sqrt(g->inverse);
  return sar_quat_matrix((SarQuat){s * g->q.w, s * g->q.x, s * g->q.y, s * g->q.z});
}

/* The forces of the stresses themselves on delta and epsilon, as in the residual. */
SAR_BEAM_INLINE void sar_beam_forces(const SarBeamGauss *g, SarVec3 n, SarVec3 m, double delta[4], double epsilon[4]) {
  SarVec3 turn = sar_axpy(-2 * g->rho, m, sar_axpy(2, sar_cross(n, g->Gamma), sar_cross(m, g->K)));
  delta[0] = -sar_dot(g->K, m);
  sar_vec3_store(turn, delta + 1);
  epsilon[0] = 0;
  sar_vec3_store(sar_scale(2, m), epsilon + 1);
}

/* The derivative of stresses that work on the strains by the strains (numerics-flexible section 3, p = 1). */
void sar_beam_material(const SarBeamElement *beam, double weight, const SarBeamGauss *g, const SarBeamLaw *law,
                       const SarBeamStress *stress, SarBeamMaterial *out);

/* Adds what damping brings to the matrices of the sections, which are n x n by columns; velocity may be null. */
void sar_beam_damping(const SarBeamElement *beam, const SarBeamNodes *nodes, double *position, double *velocity);

/* Turns the matrices of the sections into those of the nodes; rows: the residual. velocity may be null. */
void sar_beam_matrix_on_nodes(const SarBeamElement *beam, const SarPartPoint *at, const double *rows, double *position,
                              double *velocity);

#endif
