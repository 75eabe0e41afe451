/* How large the terms are that the rows of a beam element are sums of.
 *
 * What is lost is lost in the strains: r' is a sum of positions over the length of the element, which nearly cancel
 * (and which the state holds only to eps times their size), K one of quaternions. A strain of which eps times these
 * sums is uncertain makes forces uncertain by the stiffness times that, however small the forces are. */
#include "element/flexible/beam_columns.h"
#include "element/flexible/beam_part.h"

enum { NODES = SAR_BEAM_NODES };

static SarVec3 absolute(SarVec3 a) { return sar_vec3(fabs(a.x), fabs(a.y), fabs(a.z)); }
static double sum(SarVec3 a) { return fabs(a.x) + fabs(a.y) + fabs(a.z); }

static SarMat3 absolute_matrix(SarMat3 a) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) a.m[i][j] = fabs(a.m[i][j]);
  }
  return a;
}

/* Of a cross product. */
static SarVec3 crossed(SarVec3 a, SarVec3 b) {
  a = absolute(a), b = absolute(b);
  return sar_vec3(a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x);
}

/* Of the strains and, with damping, of their rates over its time. R: absolute values. */
static void strains(const SarBeamElement *beam, const SarPartPoint *at, int k, const SarBeamGauss *g, const SarMat3 *R,
                    double *e) {
  SarVec3 positions = {0, 0, 0}, turns = {0, 0, 0};
  for (int i = 0; i <= beam->order; i++) {
    const SarKin *kin = at->nodes[i].kin;
    double dN = fabs(g->dN[i]), arm = sum(beam->offset[i]), turn = 2;
    SarVec3 term = absolute(kin->r);
    if (beam->damping != 0) {
      term = sar_axpy(beam->damping, absolute(kin->v), term);
      turn += beam->damping * sum(kin->w);
      arm += beam->damping * arm * sum(kin->w);
    }
    positions = sar_axpy(dN, sar_add(term, sar_vec3(arm, arm, arm)), positions);
    turns = sar_axpy(dN, sar_vec3(turn, turn, turn), turns);
  }
  sar_vec3_store(sar_mul_t(R, positions), e);
  sar_vec3_store(turns, e + 3);
  for (int l = 0; l < 6; l++) e[l] += fabs(beam->points[k].reference[l]);
  if (beam->damping == 0) return;
  for (int i = 0; i <= beam->order; i++) { /* strains turned with the sections */
    SarVec3 w = sar_scale(beam->damping * fabs(g->N[i]), absolute(at->nodes[i].kin->w));
    double all = sum(w);
    sar_vec3_add_to(beam->framed ? sar_vec3(all, all, all) : crossed(g->Gamma, w), e);
    sar_vec3_add_to(sar_scale(all, absolute(g->K)), e + 3);
  }
}

static void add_point(const SarBeamElement *beam, const SarPartPoint *at, const SarBeamNodes *nodes, int k,
                      double *rows) {
  SarBeamGauss g;
  double e[6], s[6];
  sar_beam_blend(beam->order, k, beam, nodes, &g);
  sar_beam_strain(&g);
  SarMat3 R = absolute_matrix(sar_beam_axes(&g));
  strains(beam, at, k, &g, &R, e);
  for (int l = 0; l < 6; l++) {
    s[l] = 0;
    for (int j = 0; j < 6; j++) s[l] += beam->points[k].weight * fabs(beam->stiffness[l][j]) * e[j];
  }
  SarVec3 force = sar_mul(&R, sar_vec3_load(s));
  for (int i = 0; i <= beam->order; i++) {
    SarBeamLane x[4];
    SarBeamColumns by;
    sar_beam_turns(&g, nodes->q[i], x);
    sar_beam_strain_columns(&g, g.N[i], g.dN[i], x, &by);
    sar_vec3_add_to(sar_scale(fabs(g.dN[i]), force), rows + 6 * i);
    for (int c = 0; c < 3; c++) {
      for (int l = 0; l < 3; l++)
        rows[6 * i + 3 + c] += fabs(sar_beam_of(by.n[l])[c]) * s[l] + fabs(sar_beam_of(by.m[l])[c]) * s[3 + l];
    }
  }
}

void sar_beam_magnitude(const void *part, const SarPartPoint *at, double *rows) {
  const SarBeamElement *beam = part;
  SarBeamNodes nodes;
  for (int i = 0; i < 6 * (beam->order + 1); i++) rows[i] = 0;
  (void)sar_beam_gather(beam->order, beam, at, &nodes); /* turned too far: the size is still that */
  for (int k = 0; k < beam->order; k++) add_point(beam, at, &nodes, k, rows);
  if (!beam->framed && !beam->shifted) return;
  for (int i = 0; i <= beam->order; i++) {
    SarMat3 frame = absolute_matrix(sar_quat_matrix(beam->frame[i])), A = absolute_matrix(at->nodes[i].kin->A);
    SarVec3 moment = sar_mul(&frame, sar_vec3_load(rows + 6 * i + 3));
    SarVec3 force = sar_mul_t(&A, sar_vec3_load(rows + 6 * i));
    sar_vec3_store(sar_add(moment, crossed(beam->offset[i], force)), rows + 6 * i + 3);
  }
}
