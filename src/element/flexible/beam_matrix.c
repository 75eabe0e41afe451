/* The derivatives of the forces of a beam element.
 *
 * The matrix of the sections is symmetric but for the moments on the diagonal: its upper blocks are summed over the
 * Gauss points, four columns at a time, and mirrored when they are written. Frames and offsets on the nodes, which few
 * elements have, are taken in afterwards. */
#include <string.h>

#include "element/flexible/beam_columns.h"
#include "element/flexible/beam_part.h"

enum { NODES = SAR_BEAM_NODES };

/* Blocks of three rows of node i and the columns of node j: position by position, position by rotation, rotation by
 * rotation; the first and the last for i <= j. */
typedef struct Blocks {
  SarBeamLane rr[NODES][NODES][3], rt[NODES][NODES][3], tt[NODES][NODES][3];
  SarBeamLane moment[NODES]; /* the fourth: half the force along the quaternion itself */
} Blocks;

/* a C_mm b */
static double product(const double C[6][6], const double *a, const double *b) {
  double s = 0;
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) s += a[k] * C[3 + k][3 + l] * b[l];
  }
  return s;
}

void sar_beam_material(const SarBeamElement *beam, double weight, const SarBeamGauss *g, const SarBeamLaw *law,
                       const SarBeamStress *stress, SarBeamMaterial *out) {
  double A[3][3], K[3], m[3] = {stress->raw[3], stress->raw[4], stress->raw[5]};
  sar_vec3_store(g->K, K);
  double work = m[0] * K[0] + m[1] * K[1] + m[2] * K[2];
  for (int k = 0; k < 3; k++) { /* A is symmetric */
    for (int l = 0; l < 3; l++) {
      A[k][l] = law->curved ? 2 * law->chi1 * K[k] * K[l] + (k == l ? law->chi : 0) : k == l;
    }
  }
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      const double *C = beam->stiffness[k];
      out->nn[k][l] = weight * C[l];
      out->nm[k][l] = weight * (C[3] * A[0][l] + C[4] * A[1][l] + C[5] * A[2][l]);
      out->mm[k][l] = weight * product(beam->stiffness, A[k], A[l]);
      if (!law->curved) continue;
      double bend = 2 * law->chi1 * (m[k] * K[l] + K[k] * m[l]) + 4 * law->chi2 * work * K[k] * K[l];
      out->mm[k][l] += weight * (bend + (k == l ? 2 * law->chi1 * work : 0));
    }
  }
  if (!law->cable) return; /* its axial stiffness is coupled with nothing */
  out->nn[0][0] *= law->taut1;
}

SAR_BEAM_INLINE void diagonal_material(const SarBeamElement *beam, double weight, const SarBeamLaw *law,
                                       SarBeamMaterial *out) {
  for (int k = 0; k < 3; k++) {
    out->nn[k][k] = weight * beam->axes[k];
    out->mm[k][k] = weight * beam->axes[3 + k];
  }
  if (law->cable) out->nn[0][0] *= law->taut1;
}

/* R nn R^T, in ground axes. */
SAR_BEAM_INLINE void stretch_block(SarBeamKind kind, const SarBeamMaterial *material, const SarMat3 *R,
                                   SarBeamLane out[3]) {
  SarBeamLane part[3]; /* nn R^T */
  for (int k = 0; k < 3; k++) {
    double row[3];
    for (int c = 0; c < 3; c++) {
      const double *a = material->nn[k], *b = R->m[c];
      row[c] = kind == SAR_BEAM_FULL ? a[0] * b[0] + a[1] * b[1] + a[2] * b[2] : a[k] * b[k];
    }
    sar_beam_lane(part[k], row[0], row[1], row[2], 0);
  }
  sar_beam_to_ground(R, part, out);
}

SAR_BEAM_INLINE void add_moments(int order, const SarBeamGauss *g, const SarBeamStress *s, double weight,
                                 SarBeamLane x[][4], Blocks *out) {
  double delta[4], epsilon[4];
  sar_beam_forces(g, sar_scale(weight, s->n), sar_scale(weight, s->m), delta, epsilon);
  for (int i = 0; i <= order; i++) {
    for (int k = 0; k < 4; k++) {
      double on = g->N[i] * delta[k] + g->dN[i] * epsilon[k];
      SAR_BEAM_EACH out->moment[i][c] += x[i][k][c] * on;
    }
  }
}

SAR_BEAM_INLINE void add_columns(int order, SarBeamKind kind, const SarBeamGauss *g, const SarBeamMaterial *material,
                                 const SarBeamGeometry *h, SarBeamLane x[][4], Blocks *out) {
  SarMat3 R = sar_beam_axes(g);
  SarBeamLane stretch[3];
  stretch_block(kind, material, &R, stretch);
  for (int j = 0; j <= order; j++) {
    SarBeamColumns e, s;
    SarBeamForces f;
    SarBeamLane force[3];
    sar_beam_strain_columns(g, g->N[j], g->dN[j], x[j], &e);
    sar_beam_stress_columns(kind, material, &e, &s);
    sar_beam_force_columns(g, &s, &f);
    sar_beam_add_geometry(h, g->N[j], g->dN[j], x[j], &f);
    sar_beam_to_ground(&R, f.eta, force);
    for (int i = 0; i <= order; i++) {
      for (int k = 0; k < 3; k++) {
        SAR_BEAM_EACH out->rt[i][j][k][c] += g->dN[i] * force[k][c];
      }
    }
    for (int i = 0; i <= j; i++) {
      double both = g->dN[i] * g->dN[j];
      for (int k = 0; k < 3; k++) {
        SAR_BEAM_EACH out->rr[i][j][k][c] += both * stretch[k][c];
      }
      sar_beam_add_turns(g->N[i], g->dN[i], x[i], &f, out->tt[i][j]);
    }
  }
}

/* The blocks of node i by node j and, mirrored, of j by i. */
SAR_BEAM_INLINE void write_blocks(int n, const Blocks *b, int i, int j, double *out) {
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      int ri = 6 * i + k, ti = ri + 3, rj = 6 * j + l, tj = rj + 3;
      out[n * rj + ri] = out[n * ri + rj] = sar_beam_of(b->rr[i][j][k])[l];
      out[n * tj + ti] = out[n * ti + tj] = sar_beam_of(b->tt[i][j][k])[l];
      out[n * tj + ri] = out[n * ri + tj] = sar_beam_of(b->rt[i][j][k])[l];
      if (i == j) continue;
      int back_r = 6 * j + k, back_t = 6 * i + 3 + l;
      out[n * back_t + back_r] = out[n * back_r + back_t] = sar_beam_of(b->rt[j][i][k])[l];
    }
  }
}

/* A turn of the section also turns the moment on it. */
SAR_BEAM_INLINE void write_moment(int n, int i, const double *moment, double *out) {
  SarMat3 skew = sar_skew(sar_vec3_load(moment));
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      out[n * (6 * i + 3 + l) + 6 * i + 3 + k] += 0.5 * skew.m[k][l] - (k == l ? 0.5 * moment[3] : 0);
    }
  }
}

SAR_BEAM_INLINE void add_point(int order, SarBeamKind kind, int k, const SarBeamElement *beam,
                               const SarBeamNodes *nodes, Blocks *out) {
  const SarBeamPoint *point = &beam->points[k];
  SarBeamGauss g;
  SarBeamLaw law;
  SarBeamRate rate;
  SarBeamStress stress;
  SarBeamMaterial material;
  SarBeamGeometry geometry;
  SarBeamLane x[NODES][4];
  bool damped = beam->damping != 0;
  sar_beam_blend(order, k, beam, nodes, &g);
  sar_beam_strain(&g);
  sar_beam_law(order, beam, point, &g, &law, stress.e);
  if (damped) sar_beam_rate(order, nodes, &g, &rate);
  sar_beam_stress(beam, &g, &law, damped ? &rate : NULL, &stress);
  if (kind == SAR_BEAM_DIAGONAL) {
    diagonal_material(beam, point->weight, &law, &material);
  } else {
    sar_beam_material(beam, point->weight, &g, &law, &stress, &material);
  }
  sar_beam_geometry(&g, sar_scale(point->weight, stress.n), sar_scale(point->weight, stress.m), &geometry);
  for (int i = 0; i <= order; i++) sar_beam_turns(&g, nodes->q[i], x[i]);
  add_moments(order, &g, &stress, point->weight, x, out);
  add_columns(order, kind, &g, &material, &geometry, x, out);
}

SAR_BEAM_INLINE void sections(int order, SarBeamKind kind, const SarBeamElement *beam, const SarBeamNodes *nodes,
                              double *out) {
  Blocks blocks;
  int n = 6 * (order + 1);
  for (int i = 0; i <= order; i++) {
    memset(blocks.rr[i], 0, (size_t)(order + 1) * sizeof blocks.rr[i][0]);
    memset(blocks.rt[i], 0, (size_t)(order + 1) * sizeof blocks.rt[i][0]);
    memset(blocks.tt[i], 0, (size_t)(order + 1) * sizeof blocks.tt[i][0]);
    memset(blocks.moment[i], 0, sizeof blocks.moment[i]);
  }
  for (int k = 0; k < order; k++) add_point(order, kind, k, beam, nodes, &blocks);
  for (int j = 0; j <= order; j++) {
    for (int i = 0; i <= j; i++) write_blocks(n, &blocks, i, j, out);
    write_moment(n, j, sar_beam_of(blocks.moment[j]), out);
  }
}

/* Apart from each other: together they would be one function that no compiler likes. */
static void linear(const SarBeamElement *b, const SarBeamNodes *nodes, double *out) {
  if (b->diagonal) {
    sections(1, SAR_BEAM_BLOCK, b, nodes, out);
  } else {
    sections(1, SAR_BEAM_FULL, b, nodes, out);
  }
}
static void quadratic(const SarBeamElement *b, const SarBeamNodes *nodes, double *out) {
  sections(2, SAR_BEAM_DIAGONAL, b, nodes, out);
}
static void cubic(const SarBeamElement *b, const SarBeamNodes *nodes, double *out) {
  sections(3, SAR_BEAM_DIAGONAL, b, nodes, out);
}
static void quadratic_full(const SarBeamElement *b, const SarBeamNodes *nodes, double *out) {
  sections(2, SAR_BEAM_FULL, b, nodes, out);
}
static void cubic_full(const SarBeamElement *b, const SarBeamNodes *nodes, double *out) {
  sections(3, SAR_BEAM_FULL, b, nodes, out);
}

static void all_sections(const SarBeamElement *beam, const SarBeamNodes *nodes, double *out) {
  switch (beam->order) {
    case 1: linear(beam, nodes, out); break;
    case 2: (beam->diagonal ? quadratic : quadratic_full)(beam, nodes, out); break;
    default: (beam->diagonal ? cubic : cubic_full)(beam, nodes, out);
  }
}

/* The rest of what few elements have. */
static SarStatus with_damping_and_frames(const SarBeamElement *beam, const SarPartPoint *at, const SarBeamNodes *nodes,
                                         SarPartMatrix *out) {
  int n = 6 * (beam->order + 1);
  double own[SAR_PART_ROWS * SAR_PART_ROWS], *velocity = out->velocity;
  if (beam->damping != 0) {
    if (!velocity && beam->shifted) { /* velocities of sections turn with the nodes */
      velocity = memset(own, 0, (size_t)(n * n) * sizeof *own);
    }
    sar_beam_damping(beam, nodes, out->position, velocity);
  }
  if (!beam->framed && !beam->shifted) return SAR_OK;
  double rows[SAR_PART_ROWS];
  SAR_TRY(sar_beam_residual(beam, at, rows)); /* its forces, which offsets turn with the nodes */
  sar_beam_matrix_on_nodes(beam, at, rows, out->position, beam->damping != 0 ? velocity : NULL);
  return SAR_OK;
}

SarStatus sar_beam_matrix(const void *part, const SarPartPoint *at, SarPartMatrix *out) {
  SarBeamElement own;
  const SarBeamElement *beam = sar_beam_eased(part, at, &own);
  SarBeamNodes nodes;
  if (!sar_beam_gather(beam->order, beam, at, &nodes)) return SAR_RETRY;
  if (beam->damping != 0) sar_beam_gather_rates(beam, at, &nodes);
  all_sections(beam, &nodes, out->position);
  if (beam->damping == 0 && !beam->framed && !beam->shifted) return SAR_OK;
  return with_damping_and_frames(beam, at, &nodes, out);
}
