/* The weight of a deformed body: potential -g . R s, s = psi eta. With gravity along the axes of the body, g_b = R^T g,
 * the rows are -s x g_b for its rotation and -psi_i . g_b for mode i; d(g_b) = g_b x dtheta. */
#include "element/flexible/modal_load.h"
#include "element/flexible/modal_point.h"

static SarVec3 shift(const SarModalWeight *weight, const SarPartPoint *at) {
  const int32_t n = weight->reduced->n;
  SarVec3 s = sar_vec3(0, 0, 0);
  for (int32_t i = 0; i < n; i++) s = sar_axpy(at->q[i], sar_modal_vector(weight->reduced->psi, n, i), s);
  return s;
}

static SarVec3 gravity_of(const SarModalWeight *weight, const SarPartPoint *at) {
  return sar_mul_t(&at->nodes[0].kin->A, weight->gravity);
}

static SarStatus residual(const void *part, const SarPartPoint *at, double *rows) {
  const SarModalWeight *weight = part;
  const int32_t n = weight->reduced->n;
  SarVec3 g = gravity_of(weight, at);
  sar_vec3_store(sar_cross(g, shift(weight, at)), rows + 3);
  for (int32_t i = 0; i < n; i++) rows[6 + i] = -sar_dot(sar_modal_vector(weight->reduced->psi, n, i), g);
  return SAR_OK;
}

static SarStatus matrix(const void *part, const SarPartPoint *at, SarPartMatrix *out) {
  const SarModalWeight *weight = part;
  const int32_t n = weight->reduced->n;
  SarVec3 g = gravity_of(weight, at);
  SarMat3 turn = sar_skew(g), arm = sar_skew(sar_neg(shift(weight, at))), torque = sar_mat3_mul(&arm, &turn);
  double *columns[3];
  for (int j = 0; j < 3; j++) {
    columns[j] = out->position + sar_part_column(1, n, true, 3 + j);
    sar_vec3_store(sar_column(&torque, j), columns[j] + 3);
  }
  for (int32_t i = 0; i < n; i++) {
    SarVec3 psi = sar_modal_vector(weight->reduced->psi, n, i), by = sar_cross(g, psi);
    columns[0][6 + i] = by.x, columns[1][6 + i] = by.y, columns[2][6 + i] = by.z;
    sar_vec3_store(by, out->position + sar_part_column(1, n, true, 6 + i) + 3);
  }
  return SAR_OK;
}

static void magnitude(const void *part, const SarPartPoint *at, double *rows) {
  const SarModalWeight *weight = part;
  const int32_t n = weight->reduced->n;
  const double g = sar_norm(weight->gravity);
  for (int32_t i = 0; i < n; i++) {
    rows[6 + i] = g * sar_norm(sar_modal_vector(weight->reduced->psi, n, i));
    for (int k = 0; k < 3; k++) rows[3 + k] += rows[6 + i] * fabs(at->q[i]);
  }
}

static void energy(const void *part, const SarPartPoint *at, SarPartEnergy *out) {
  const SarModalWeight *weight = part;
  *out = (SarPartEnergy){.potential = -sar_dot(gravity_of(weight, at), shift(weight, at))};
}

static bool diagonal(const void *part) {
  (void)part;
  return true;
}

const SarPartClass sar_part_modal_weight = {
    .name = "modal weight",
    .residual = residual,
    .matrix = matrix,
    .magnitude = magnitude,
    .energy = energy,
    .outer = true,
    .diagonal = diagonal,
};
