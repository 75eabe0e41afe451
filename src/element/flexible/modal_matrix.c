/* Derivatives of the rows of a modal body.
 *
 * Columns of the node are long: all rows. Columns of amplitudes have the six rows of the node, and then the amplitudes'
 * whole block, or the one number of its diagonal. */
#include "element/flexible/modal_point.h"

/* Column c of a matrix. */
static double *column_of(const SarModalBody *body, double *matrix, int32_t c) {
  return matrix + sar_part_column(1, body->reduced->n, !body->full, c);
}

/* Where the amplitude's own row stands in its column. */
static int32_t own_row(const SarModalBody *body, int32_t i) { return 6 + (body->full ? i : 0); }

/* A 3 x 3 block of the node's rows and columns. */
static void put(const SarModalBody *body, double *matrix, int row, int column, const SarMat3 *block) {
  for (int j = 0; j < 3; j++) sar_vec3_store(sar_column(block, j), column_of(body, matrix, column + j) + row);
}

/* The derivative of mode i by three of the node's columns: a vector. */
static void put_row(const SarModalBody *body, double *matrix, int32_t i, int column, SarVec3 by) {
  const double of[3] = {by.x, by.y, by.z};
  for (int j = 0; j < 3; j++) column_of(body, matrix, column + j)[6 + i] = of[j];
}

/* ---- by positions ---- */

static void turning(const SarModalBody *body, const SarModalPoint *p, double *matrix) {
  SarVec3 c = sar_cross(p->w, sar_axpy(2, p->s_rate, sar_cross(p->w, p->s)));
  c = sar_add(sar_add(sar_cross(p->alpha, p->s), p->s_second), c);
  SarMat3 turn = sar_skew(sar_neg(c)), s = sar_skew(p->s), u = sar_skew(p->u);
  SarMat3 force = sar_mat3_mul(p->R, &turn), torque = sar_mat3_mul(&s, &u);
  put(body, matrix, 0, 3, &force);
  put(body, matrix, 3, 3, &torque);
  for (int32_t i = 0; i < p->n; i++) {
    put_row(body, matrix, i, 3, sar_cross(sar_modal_vector(body->reduced->psi, p->n, i), p->u));
  }
}

/* By the amplitude i, in the rows of the node. g1_ij = -g1_ji. */
static void bending(const SarModalBody *body, const SarModalPoint *p, int32_t i, double *column) {
  const int32_t n = p->n;
  SarVec3 psi = sar_modal_vector(body->reduced->psi, n, i);
  SarVec3 force = sar_add(sar_cross(p->alpha, psi), sar_cross(p->w, sar_cross(p->w, psi)));
  SarVec3 spin = sar_sub(sar_modal_times(p->slope, n, i, p->w), sar_modal_vector(p->turned, n, i));
  SarVec3 torque = sar_add(sar_modal_times(p->slope, n, i, p->alpha), sar_cross(p->w, spin));
  torque = sar_sub(torque, sar_modal_vector(p->turned_too, n, i));
  torque = sar_add(torque, sar_axpy(2, sar_modal_times(p->slope_rate, n, i, p->w), sar_cross(psi, p->u)));
  sar_vec3_store(sar_mul(p->R, force), column);
  sar_vec3_store(torque, column + 3);
}

/* -w . j2_ij w, of the element ij of the matrices of n x n. */
static double softening(const SarModalBody *body, SarVec3 w, int32_t i, int32_t j) {
  const size_t n = (size_t)body->reduced->n, square = n * n;
  const double *m = body->reduced->j2 + (size_t)i * n + (size_t)j;
  if (body->terms != SAR_MODAL_ALL) return 0;
  return -(w.x * w.x * m[0] + w.y * w.y * m[square] + w.z * w.z * m[2 * square]) -
         2 * (w.x * w.y * m[3 * square] + w.x * w.z * m[4 * square] + w.y * w.z * m[5 * square]);
}

/* v . g1_ij */
static double gyroscopic(const SarModalBody *body, SarVec3 v, int32_t i, int32_t j) {
  const size_t n = (size_t)body->reduced->n, square = n * n;
  const double *m = body->reduced->g1 + (size_t)i * n + (size_t)j;
  if (body->terms != SAR_MODAL_ALL) return 0;
  return v.x * m[0] + v.y * m[square] + v.z * m[2 * square];
}

static void by_position(const SarModalBody *body, const SarModalPoint *p, double *matrix) {
  turning(body, p, matrix);
  for (int32_t i = 0; i < p->n; i++) {
    double *column = column_of(body, matrix, 6 + i);
    bending(body, p, i, column);
    for (int32_t k = 0; body->full && k < p->n; k++) {
      column[6 + k] = gyroscopic(body, p->alpha, i, k) + softening(body, p->w, i, k);
    }
    if (!body->full) column[6] = softening(body, p->w, i, i);
    column[own_row(body, i)] += body->reduced->stiffness[i];
  }
}

/* ---- by velocities ---- */

static void by_velocity(const SarModalBody *body, const SarModalPoint *p, double *matrix) {
  const int32_t n = p->n;
  SarMat3 w = sar_skew(p->w), s = sar_skew(p->s), ws = sar_mat3_mul(&w, &s);
  SarMat3 arm = sar_skew(sar_axpy(2, p->s_rate, sar_cross(p->w, p->s)));
  SarMat3 sum = sar_mat3_axpy(1, &ws, &arm), force = sar_mat3_mul(p->R, &sum);
  SarMat3 spin = sar_skew(sar_add(sar_mul(&p->J, p->w), p->G_rate)), wJ = sar_mat3_mul(&w, &p->J);
  SarMat3 torque = sar_mat3_axpy(-1, &spin, &p->J_rate);
  force = sar_mat3_scale(-1, &force);
  torque = sar_mat3_axpy(1, &wJ, &torque);
  put(body, matrix, 0, 3, &force);
  put(body, matrix, 3, 3, &torque);
  for (int32_t i = 0; i < n; i++) {
    double *column = column_of(body, matrix, 6 + i);
    SarVec3 psi = sar_modal_vector(body->reduced->psi, n, i), Jw = sar_modal_times(p->slope, n, i, p->w);
    put_row(body, matrix, i, 3, sar_axpy(2, sar_modal_vector(p->turned, n, i), sar_neg(Jw)));
    sar_vec3_store(sar_scale(2, sar_mul(p->R, sar_cross(p->w, psi))), column);
    sar_vec3_store(sar_add(Jw, sar_cross(p->w, sar_modal_vector(p->G, n, i))), column + 3);
    for (int32_t k = 0; body->full && k < n; k++) column[6 + k] = 2 * gyroscopic(body, p->w, i, k);
    if (body->damping) column[own_row(body, i)] += body->damping[i];
  }
}

/* ---- by accelerations ---- */

static void by_acceleration(const SarModalBody *body, const SarModalPoint *p, double *matrix) {
  const int32_t n = p->n;
  SarMat3 s = sar_skew(p->s), arm = sar_mat3_mul(p->R, &s), back = sar_mat3_mult(&s, p->R);
  arm = sar_mat3_scale(-1, &arm);
  put(body, matrix, 0, 3, &arm);
  put(body, matrix, 3, 0, &back);
  put(body, matrix, 3, 3, &p->J);
  for (int32_t i = 0; i < n; i++) {
    double *column = column_of(body, matrix, 6 + i);
    SarVec3 psi = sar_mul(p->R, sar_modal_vector(body->reduced->psi, n, i)), G = sar_modal_vector(p->G, n, i);
    put_row(body, matrix, i, 0, psi);
    put_row(body, matrix, i, 3, G);
    sar_vec3_store(psi, column);
    sar_vec3_store(G, column + 3);
    column[own_row(body, i)] = 1;
  }
}

SarStatus sar_modal_matrix(const void *part, const SarPartPoint *at, SarPartMatrix *out) {
  const SarModalBody *body = part;
  SarModalPoint p;
  sar_modal_point(body, at, true, &p);
  by_position(body, &p, out->position);
  if (out->velocity) by_velocity(body, &p, out->velocity);
  if (out->acceleration) by_acceleration(body, &p, out->acceleration);
  return SAR_OK;
}
