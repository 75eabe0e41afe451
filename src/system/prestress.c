#include "system/prestress.h"

SarStatus sar_workspace_prestress(SarWorkspace *m, SarContext *context, const double *q, const double *step) {
  const int32_t bodies = m->system->nbodies;
  m->stress = q;
  m->extrapolated = q && step;
  if (!q) return SAR_OK;
  if (!m->stressed) m->stressed = SAR_NEW(m->arena, bodies + 1, SarKin);
  if (!m->stressed) return sar_report_no_memory(context);
  SarWorkspace there = *m;
  there.kin = m->stressed;
  sar_workspace_place(&there, q, step);
  m->stressed[bodies] = m->kin[bodies];
  return SAR_OK;
}

SarCoordinateValue sar_prestress_coordinate(const SarWorkspace *m, int32_t coordinate, double t) {
  if (!m->stress || m->extrapolated) return sar_workspace_coordinate(m, coordinate, t);
  SarWorkspace there = *m;
  there.kin = m->stressed;
  return sar_workspace_coordinate(&there, coordinate, t);
}

/* B -> T B T^T in ground axes: rows and columns of translations. */
static void turn(const SarMat3 *T, double block[12][12]) {
  for (int side = 0; side < 2; side++) {
    for (int c = 0; c < 12; c++) {
      double column[3] = {block[6 * side][c], block[6 * side + 1][c], block[6 * side + 2][c]}, turned[3];
      sar_vec3_store(sar_mul(T, sar_vec3_load(column)), turned);
      for (int r = 0; r < 3; r++) block[6 * side + r][c] = turned[r];
    }
    for (int r = 0; r < 12; r++) {
      sar_vec3_store(sar_mul(T, sar_vec3_load(block[r] + 6 * side)), block[r] + 6 * side);
    }
  }
}

/* What acts between two bodies, turned back with the first of them. Loads are where they act. */
SarStatus sar_prestress_force(const SarWorkspace *m, const SarForce *force, double t, SarLoadJacobian *out) {
  const SarForceClass *class = force->class;
  const SarKin *kin = m->stress && !m->extrapolated && !class->outer ? m->stressed : m->kin;
  SAR_TRY(class->jacobian(force->param, t, &kin[force->a], &kin[force->b], out));
  if (kin == m->kin) return SAR_OK;
  SarMat3 back = sar_mat3_transpose(&kin[force->a].A), T = sar_mat3_mul(&m->kin[force->a].A, &back);
  turn(&T, out->q);
  turn(&T, out->v);
  return SAR_OK;
}
