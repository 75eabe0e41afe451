/* What Kelvin-Voigt damping brings to the matrices of a beam element: stress C e_dot times a time.
 *
 * By velocities: damping B^T C B with the same B = de/d(nodes) as the stiffness. By positions, beside the geometric
 * part of the stress (which beam_matrix.c has): damping B^T C d(e_dot), where
 *
 *   d(e_dot) = W(rate, change) + B d(rate) at fixed angular velocities,
 *
 * W the second derivative of the strains in the two directions (with q = 1, as everywhere), and the second part the
 * change of the quaternion rates q_i o omega_i/2 with q_i. */
#include <string.h>

#include "element/flexible/beam_columns.h"

enum { NODES = SAR_BEAM_NODES };

SAR_BEAM_INLINE void add_scaled(double s, SarVec3 v, const SarBeamLane x, SarBeamLane out[3]) {
  double a[3];
  sar_vec3_store(sar_scale(s, v), a);
  for (int k = 0; k < 3; k++) {
    SAR_BEAM_EACH out[k][c] += a[k] * x[c];
  }
}

/* v x columns, times s */
SAR_BEAM_INLINE void add_cross(double s, SarVec3 v, SarBeamLane x[3], SarBeamLane out[3]) {
  SAR_BEAM_EACH {
    out[0][c] += s * (v.y * x[2][c] - v.z * x[1][c]);
    out[1][c] += s * (v.z * x[0][c] - v.x * x[2][c]);
    out[2][c] += s * (v.x * x[1][c] - v.y * x[0][c]);
  }
}

SAR_BEAM_INLINE void add_columns(double s, SarBeamLane x[3], SarBeamLane out[3]) {
  for (int k = 0; k < 3; k++) {
    SAR_BEAM_EACH out[k][c] += s * x[k][c];
  }
}

SAR_BEAM_INLINE void dot(SarVec3 v, SarBeamLane x[3], SarBeamLane out) {
  SAR_BEAM_EACH out[c] = v.x * x[0][c] + v.y * x[1][c] + v.z * x[2][c];
}

/* W of Gamma and K: the rate, and the columns delta = N x, epsilon = dN x. */
SAR_BEAM_INLINE void second_derivative(const SarBeamGauss *g, const SarBeamRate *rate, double N, double dN,
                                       SarBeamLane x[4], SarBeamColumns *out) {
  SarBeamLane *real = &x[0], *turn = &x[1], along, with;
  SarVec3 Gamma = g->Gamma, K = g->K, delta = rate->delta;
  memset(out, 0, sizeof *out);
  dot(Gamma, turn, with);
  dot(delta, turn, along);
  add_cross(-2 * N * rate->delta0, Gamma, turn, out->n);
  add_scaled(-2 * N, sar_cross(Gamma, delta), *real, out->n);
  add_columns(2 * N * sar_dot(Gamma, delta), turn, out->n);
  add_scaled(2 * N, delta, with, out->n);
  add_scaled(-4 * N, Gamma, along, out->n);
  add_cross(2 * N, rate->eta, turn, out->n);

  SarVec3 with_real = sar_axpy(2 * rate->delta0, K, sar_scale(4 * g->rho, delta));
  with_real = sar_axpy(-2, sar_add(sar_cross(K, delta), rate->epsilon), with_real);
  add_scaled(N, with_real, *real, out->m);
  add_columns(N * (4 * g->rho * rate->delta0 - 2 * rate->epsilon0) - 2 * dN * rate->delta0, turn, out->m);
  add_cross(N, sar_axpy(-2 * rate->delta0, K, sar_scale(2, rate->epsilon)), turn, out->m);
  add_scaled(-2 * N, K, along, out->m);
  add_scaled(-2 * dN, delta, *real, out->m);
  add_cross(-2 * dN, delta, turn, out->m);
}

/* e B (theta x omega) - e_4 (omega . theta), halved: the rate of the node's quaternion turns with it. */
SAR_BEAM_INLINE void add_turned_rate(const SarBeamColumns *e, const double *w, SarBeamColumns *out) {
  for (int k = 0; k < 3; k++) {
    for (int part = 0; part < 2; part++) {
      const double *b = sar_beam_of(part ? e->m[k] : e->n[k]);
      double *to = (double *)(part ? out->m[k] : out->n[k]);
      to[0] += 0.5 * (b[2] * w[1] - b[1] * w[2] - b[3] * w[0]);
      to[1] += 0.5 * (b[0] * w[2] - b[2] * w[0] - b[3] * w[1]);
      to[2] += 0.5 * (b[1] * w[0] - b[0] * w[1] - b[3] * w[2]);
    }
  }
}

/* A of an element of order 1 (SarBeamLaw); it is symmetric. */
SAR_BEAM_INLINE void curve(const SarBeamLaw *law, SarVec3 K, SarBeamColumns *e) {
  if (!law->curved) return;
  SarBeamLane along;
  dot(K, e->m, along);
  add_columns(law->chi - 1, e->m, e->m);
  add_scaled(2 * law->chi1, K, along, e->m);
}

/* The changes of strains as the laws see them. */
SAR_BEAM_INLINE void map(const SarBeamLaw *law, SarVec3 K, SarBeamColumns *e) {
  if (law->cable) SAR_BEAM_EACH e->n[0][c] *= law->taut1;
  curve(law, K, e);
}

SAR_BEAM_INLINE void add_mapped_rate(const SarBeamLaw *law, SarVec3 K, const SarBeamRate *rate, SarBeamColumns *e,
                                     SarBeamColumns *out) {
  if (law->cable) SAR_BEAM_EACH out->n[0][c] += law->taut2 * rate->Gamma.x * e->n[0][c];
  if (!law->curved) return;
  SarBeamLane along, with;
  double speed = sar_dot(K, rate->K);
  dot(K, e->m, along);
  dot(rate->K, e->m, with);
  add_columns(2 * law->chi1 * speed, e->m, out->m);
  add_scaled(4 * law->chi2 * speed, K, along, out->m);
  add_scaled(2 * law->chi1, rate->K, along, out->m);
  add_scaled(2 * law->chi1, K, with, out->m);
}

/* Blocks of three rows of node i and three columns of node j: r positions, t rotations. */
typedef struct Blocks {
  SarBeamLane rr[NODES][NODES][3], rt[NODES][NODES][3], tr[NODES][NODES][3], tt[NODES][NODES][3];
} Blocks;

/* A Gauss point and everything that the columns of all nodes need. */
typedef struct Point {
  SarBeamKind kind;
  SarBeamGauss g;
  SarBeamLaw law;
  SarBeamRate rate;
  SarBeamMaterial material; /* the stiffness times weight and damping */
  SarMat3 R;
  SarBeamLane x[NODES][4];
} Point;

/* The forces of the stresses C e on the point, eta in ground axes. */
static void forces(const Point *p, SarBeamColumns *e, SarBeamForces *out) {
  SarBeamColumns s;
  SarBeamLane eta[3];
  sar_beam_stress_columns(p->kind, &p->material, e, &s);
  curve(&p->law, p->g.K, &s);
  sar_beam_force_columns(&p->g, &s, out);
  sar_beam_to_ground(&p->R, out->eta, eta);
  memcpy(out->eta, eta, sizeof eta);
}

/* The columns by the position of a node whose dN is 1: eta = R^T. Those of the others are dN times these. */
static void by_position(const Point *p, SarBeamForces *position, SarBeamForces *velocity) {
  SarBeamColumns e, change;
  memset(&e, 0, sizeof e);
  memset(&change, 0, sizeof change);
  for (int k = 0; k < 3; k++) sar_beam_lane(e.n[k], p->R.m[0][k], p->R.m[1][k], p->R.m[2][k], 0);
  add_cross(-2, p->rate.delta, e.n, change.n);
  map(&p->law, p->g.K, &change);
  add_mapped_rate(&p->law, p->g.K, &p->rate, &e, &change);
  map(&p->law, p->g.K, &e);
  forces(p, &change, position);
  forces(p, &e, velocity);
}

/* The columns of node j by its rotation. */
static void by_rotation(Point *p, const double *w, int j, SarBeamForces *position, SarBeamForces *velocity) {
  SarBeamColumns e, change;
  double N = p->g.N[j], dN = p->g.dN[j];
  sar_beam_strain_columns(&p->g, N, dN, p->x[j], &e);
  second_derivative(&p->g, &p->rate, N, dN, p->x[j], &change);
  add_turned_rate(&e, w, &change);
  map(&p->law, p->g.K, &change);
  add_mapped_rate(&p->law, p->g.K, &p->rate, &e, &change);
  map(&p->law, p->g.K, &e);
  forces(p, &change, position);
  forces(p, &e, velocity);
}

/* What the forces do to all nodes: in the columns of node j by its rotation. */
SAR_BEAM_INLINE void add_rotation(int order, Point *p, int j, const SarBeamForces *f, Blocks *out) {
  for (int i = 0; i <= order; i++) {
    sar_beam_add_turns(p->g.N[i], p->g.dN[i], p->x[i], f, out->tt[i][j]);
    for (int k = 0; k < 3; k++) {
      SAR_BEAM_EACH out->rt[i][j][k][c] += p->g.dN[i] * f->eta[k][c];
    }
  }
}

/* In the columns of all nodes by their positions. */
SAR_BEAM_INLINE void add_position(int order, Point *p, const SarBeamForces *f, Blocks *out) {
  for (int i = 0; i <= order; i++) {
    SarBeamLane turns[3];
    memset(turns, 0, sizeof turns);
    sar_beam_add_turns(p->g.N[i], p->g.dN[i], p->x[i], f, turns);
    for (int j = 0; j <= order; j++) {
      double both = p->g.dN[i] * p->g.dN[j];
      for (int k = 0; k < 3; k++) {
        SAR_BEAM_EACH out->tr[i][j][k][c] += p->g.dN[j] * turns[k][c];
        SAR_BEAM_EACH out->rr[i][j][k][c] += both * f->eta[k][c];
      }
    }
  }
}

SAR_BEAM_INLINE void prepare(int order, int k, const SarBeamElement *beam, const SarBeamNodes *nodes, Point *p) {
  double e[6], scale = beam->damping * beam->points[k].weight;
  sar_beam_blend(order, k, beam, nodes, &p->g);
  sar_beam_strain(&p->g);
  sar_beam_law(order, beam, &beam->points[k], &p->g, &p->law, e);
  sar_beam_rate(order, nodes, &p->g, &p->rate);
  p->R = sar_beam_axes(&p->g);
  for (int i = 0; i <= order; i++) sar_beam_turns(&p->g, nodes->q[i], p->x[i]);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      p->material.nn[i][j] = scale * beam->stiffness[i][j];
      p->material.nm[i][j] = scale * beam->stiffness[i][3 + j];
      p->material.mm[i][j] = scale * beam->stiffness[3 + i][3 + j];
    }
  }
}

SAR_BEAM_INLINE void write(int order, const Blocks *b, double *out) {
  int n = 6 * (order + 1);
  for (int j = 0; j <= order; j++) {
    for (int i = 0; i <= order; i++) {
      for (int l = 0; l < 3; l++) {
        double *r = out + n * (6 * j + l) + 6 * i, *t = r + 3 * n;
        for (int k = 0; k < 3; k++) {
          r[k] += sar_beam_of(b->rr[i][j][k])[l];
          r[3 + k] += sar_beam_of(b->tr[i][j][k])[l];
          t[k] += sar_beam_of(b->rt[i][j][k])[l];
          t[3 + k] += sar_beam_of(b->tt[i][j][k])[l];
        }
      }
    }
  }
}

SAR_BEAM_INLINE void clear(int order, Blocks *b) {
  for (int i = 0; i <= order; i++) {
    memset(b->rr[i], 0, (size_t)(order + 1) * sizeof b->rr[i][0]);
    memset(b->rt[i], 0, (size_t)(order + 1) * sizeof b->rt[i][0]);
    memset(b->tr[i], 0, (size_t)(order + 1) * sizeof b->tr[i][0]);
    memset(b->tt[i], 0, (size_t)(order + 1) * sizeof b->tt[i][0]);
  }
}

SAR_BEAM_INLINE void damping(int order, const SarBeamElement *beam, const SarBeamNodes *nodes, double *position,
                             double *velocity) {
  Blocks by_q, by_v;
  Point p;
  p.kind = beam->diagonal ? SAR_BEAM_DIAGONAL : SAR_BEAM_FULL;
  clear(order, &by_q);
  if (velocity) clear(order, &by_v);
  for (int k = 0; k < order; k++) {
    SarBeamForces of_q, of_v;
    prepare(order, k, beam, nodes, &p);
    by_position(&p, &of_q, &of_v);
    add_position(order, &p, &of_q, &by_q);
    if (velocity) add_position(order, &p, &of_v, &by_v);
    for (int j = 0; j <= order; j++) {
      by_rotation(&p, nodes->w[j], j, &of_q, &of_v);
      add_rotation(order, &p, j, &of_q, &by_q);
      if (velocity) add_rotation(order, &p, j, &of_v, &by_v);
    }
  }
  write(order, &by_q, position);
  if (velocity) write(order, &by_v, velocity);
}

/* Apart from each other, as in beam_matrix.c. */
static void linear(const SarBeamElement *b, const SarBeamNodes *nodes, double *position, double *velocity) {
  damping(1, b, nodes, position, velocity);
}
static void quadratic(const SarBeamElement *b, const SarBeamNodes *nodes, double *position, double *velocity) {
  damping(2, b, nodes, position, velocity);
}
static void cubic(const SarBeamElement *b, const SarBeamNodes *nodes, double *position, double *velocity) {
  damping(3, b, nodes, position, velocity);
}

void sar_beam_damping(const SarBeamElement *beam, const SarBeamNodes *nodes, double *position, double *velocity) {
  switch (beam->order) {
    case 1: linear(beam, nodes, position, velocity); break;
    case 2: quadratic(beam, nodes, position, velocity); break;
    default: cubic(beam, nodes, position, velocity);
  }
}
