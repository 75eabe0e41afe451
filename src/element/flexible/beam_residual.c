/* The forces of a beam element on its nodes. */
#include "element/flexible/beam_gauss.h"
#include "element/flexible/beam_part.h"

/* Forces on what is blended: on the points of the nodes and on their quaternions. */
typedef struct Forces {
  double r[SAR_BEAM_NODES][3], q[SAR_BEAM_NODES][4];
} Forces;

/* The work of the stresses (times the weight) on a change of the point, spread over the nodes. */
SAR_BEAM_INLINE void spread(int order, const SarBeamGauss *g, SarVec3 n, SarVec3 m, Forces *f) {
  SarVec3 turn = sar_axpy(-2 * g->rho, m, sar_axpy(2, sar_cross(n, g->Gamma), sar_cross(m, g->K)));
  double s = g->inverse;
  SarQuat on_q = sar_quat_mul(g->q, (SarQuat){-s * sar_dot(g->K, m), s * turn.x, s * turn.y, s * turn.z});
  SarQuat on_slope = sar_quat_mul(g->q, (SarQuat){0, 2 * s * m.x, 2 * s * m.y, 2 * s * m.z});
  SarVec3 on_r = sar_scale(s, sar_beam_turn(g->q.w, sar_vec3(g->q.x, g->q.y, g->q.z), n));
  double a[4], b[4], c[3];
  sar_quat_store(on_q, a);
  sar_quat_store(on_slope, b);
  sar_vec3_store(on_r, c);
  for (int i = 0; i <= order; i++) {
    for (int k = 0; k < 4; k++) f->q[i][k] += g->N[i] * a[k] + g->dN[i] * b[k];
    for (int k = 0; k < 3; k++) f->r[i][k] += g->dN[i] * c[k];
  }
}

/* From the section on a node to the node itself. */
static void to_node(const SarBeamElement *beam, const SarPartNode *node, int i, double *rows) {
  SarMat3 frame = sar_quat_matrix(beam->frame[i]);
  SarVec3 moment = sar_mul(&frame, sar_vec3_load(rows + 3));
  SarVec3 force = sar_mul_t(&node->kin->A, sar_vec3_load(rows));
  sar_vec3_store(sar_add(moment, sar_cross(beam->offset[i], force)), rows + 3);
}

SAR_BEAM_INLINE void add_points(int order, const SarBeamElement *beam, const SarPartPoint *at, SarBeamNodes *nodes,
                                Forces *f) {
  bool damped = beam->damping != 0;
  if (damped) sar_beam_gather_rates(beam, at, nodes);
  for (int k = 0; k < order; k++) {
    const SarBeamPoint *point = &beam->points[k];
    SarBeamGauss g;
    SarBeamLaw law;
    SarBeamRate rate;
    SarBeamStress stress;
    sar_beam_blend(order, k, beam, nodes, &g);
    sar_beam_strain(&g);
    sar_beam_law(order, beam, point, &g, &law, stress.e);
    if (damped) sar_beam_rate(order, nodes, &g, &rate);
    sar_beam_stress(beam, &g, &law, damped ? &rate : NULL, &stress);
    spread(order, &g, sar_scale(point->weight, stress.n), sar_scale(point->weight, stress.m), f);
  }
}

SAR_BEAM_INLINE SarStatus residual(int order, const SarBeamElement *beam, const SarPartPoint *at, double *rows) {
  SarBeamNodes nodes;
  Forces f = {0};
  if (!sar_beam_gather(order, beam, at, &nodes)) return SAR_RETRY;
  if (order == 2 && beam->damping == 0 && !beam->tension_only) {
    sar_beam_quadratic_forces(beam, &nodes, f.r, f.q);
  } else {
    add_points(order, beam, at, &nodes, &f);
  }
  for (int i = 0; i <= order; i++) {
    SarQuat moment = sar_quat_mul(sar_quat_conjugate(sar_quat_load(nodes.q[i])), sar_quat_load(f.q[i]));
    for (int k = 0; k < 3; k++) rows[6 * i + k] = f.r[i][k];
    sar_vec3_store(sar_vec3(0.5 * moment.x, 0.5 * moment.y, 0.5 * moment.z), rows + 6 * i + 3);
    if (beam->framed || beam->shifted) to_node(beam, &at->nodes[i], i, rows + 6 * i);
  }
  return SAR_OK;
}

SarStatus sar_beam_residual(const void *part, const SarPartPoint *at, double *rows) {
  SarBeamElement own;
  const SarBeamElement *beam = sar_beam_eased(part, at, &own);
  switch (beam->order) {
    case 1: return residual(1, beam, at, rows);
    case 2: return residual(2, beam, at, rows);
    default: return residual(3, beam, at, rows);
  }
}
