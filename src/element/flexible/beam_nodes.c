/* Section frames and offsets on the nodes of a beam element: from the matrices of its sections to those of its nodes.
 *
 * A node moves its section by dr = dx - R c x dtheta and dtheta_section = A^T dtheta (A the frame, c the offset): rows
 * and columns go through that. Beside it the arm of the force turns, and so does the velocity R (omega x c). */
#include "element/flexible/beam_columns.h"
#include "element/primitive/dot1.h"

/* Columns r and theta of node i become those of the node: m[:, theta] <- m[:, theta] A^T - m[:, r] R c^. */
static void turn_columns(int n, int i, const SarMat3 *frame, const SarMat3 *arm, double *m) {
  double *r = m + 6 * i * n, *theta = r + 3 * n;
  for (int row = 0; row < n; row++) {
    SarVec3 by_r = {r[row], r[n + row], r[2 * n + row]}, by_theta = {theta[row], theta[n + row], theta[2 * n + row]};
    SarVec3 turned = sar_sub(sar_mul(frame, by_theta), sar_mul_t(arm, by_r));
    theta[row] = turned.x, theta[n + row] = turned.y, theta[2 * n + row] = turned.z;
  }
}

static void turn_rows(int n, int i, const SarMat3 *frame, const SarMat3 *arm, double *m) {
  for (int column = 0; column < n; column++) {
    double *r = m + n * column + 6 * i;
    SarVec3 turned = sar_sub(sar_mul(frame, sar_vec3_load(r + 3)), sar_mul_t(arm, sar_vec3_load(r)));
    sar_vec3_store(turned, r + 3);
  }
}

/* m[:, theta] -= velocity[:, r] R (omega x c)^ */
static void add_turned_velocity(int n, int i, const SarMat3 *R, SarVec3 swing, const double *velocity, double *m) {
  SarMat3 by = sar_mul_skew(R, swing);
  const double *r = velocity + 6 * i * n;
  double *theta = m + (6 * i + 3) * n;
  for (int row = 0; row < n; row++) {
    SarVec3 change = sar_mul_t(&by, sar_vec3(r[row], r[n + row], r[2 * n + row]));
    theta[row] -= change.x, theta[n + row] -= change.y, theta[2 * n + row] -= change.z;
  }
}

void sar_beam_matrix_on_nodes(const SarBeamElement *beam, const SarPartPoint *at, const double *rows, double *position,
                              double *velocity) {
  int n = 6 * (beam->order + 1);
  for (int i = 0; i <= beam->order; i++) {
    const SarKin *kin = at->nodes[i].kin;
    SarMat3 frame = sar_quat_matrix(beam->frame[i]), arm = sar_mul_skew(&kin->A, beam->offset[i]);
    turn_columns(n, i, &frame, &arm, position);
    /* while the columns of the velocity by r are still those of the sections, which they remain */
    if (velocity) {
      add_turned_velocity(n, i, &kin->A, sar_cross(kin->w, beam->offset[i]), velocity, position);
      turn_columns(n, i, &frame, &arm, velocity);
    }
  }
  for (int i = 0; i <= beam->order; i++) {
    const SarKin *kin = at->nodes[i].kin;
    SarMat3 frame = sar_quat_matrix(beam->frame[i]), arm = sar_mul_skew(&kin->A, beam->offset[i]);
    turn_rows(n, i, &frame, &arm, position);
    if (velocity) turn_rows(n, i, &frame, &arm, velocity);
    SarMat3 c = sar_skew(beam->offset[i]), f = sar_skew(sar_mul_t(&kin->A, sar_vec3_load(rows + 6 * i)));
    SarMat3 swing = sar_mat3_mul(&c, &f);
    for (int k = 0; k < 3; k++) {
      for (int l = 0; l < 3; l++) position[n * (6 * i + 3 + l) + 6 * i + 3 + k] += swing.m[k][l];
    }
  }
}
