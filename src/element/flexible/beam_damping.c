/* What Kelvin-Voigt damping brings to the matrices of a beam element: stress C e_dot times a time.
 *
 * By velocities: damping B^T C B with the same B = de/d(nodes) as the stiffness. By positions, beside the geometric
 * part of the stress (which beam_matrix.c has): damping B^T C d(e_dot), where
 *
 *   d(e_dot) = W(rate, change) + B d(rate) at fixed angular velocities,
 *
 * W the second derivative of the strains in the two directions (with q = 1, as everywhere), and the second part the
 * change of the quaternion rates q_i o omega_i/2 with q_i. */
#include "element/flexible/beam_columns.h"

enum { NODES = SAR_BEAM_NODES };

static void add_scaled(double s, SarVec3 v, const SarBeamLane x, SarBeamLane out[3]) {
  double a[3];
  sar_vec3_store(sar_scale(s, v), a);
  for (int k = 0; k < 3; k++) {
    SAR_BEAM_EACH out[k][c] += a[k] * x[c];
  }
}

/* v x columns, times s */
static void add_cross(double s, SarVec3 v, SarBeamLane x[3], SarBeamLane out[3]) {
  SAR_BEAM_EACH {
    out[0][c] += s * (v.y * x[2][c] - v.z * x[1][c]);
    out[1][c] += s * (v.z * x[0][c] - v.x * x[2][c]);
    out[2][c] += s * (v.x * x[1][c] - v.y * x[0][c]);
  }
}

static void add_columns(double s, SarBeamLane x[3], SarBeamLane out[3]) {
  for (int k = 0; k < 3; k++) {
    SAR_BEAM_EACH out[k][c] += s * x[k][c];
  }
}

static void dot(SarVec3 v, SarBeamLane x[3], SarBeamLane out) {
  SAR_BEAM_EACH out[c] = v.x * x[0][c] + v.y * x[1][c] + v.z * x[2][c];
}

/* W of Gamma and K: the rate, and the columns delta = N x, epsilon = dN x. */
static void second_derivative(const SarBeamGauss *g, const SarBeamRate *rate, double N, double dN, SarBeamLane x[4],
                              SarBeamColumns *out) {
  SarBeamLane *real = &x[0], *turn = &x[1], along, with;
  SarVec3 Gamma = g->Gamma, K = g->K, delta = rate->delta;
  *out = (SarBeamColumns){0};
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
static void add_turned_rate(const SarBeamColumns *e, const double *w, SarBeamColumns *out) {
  for (int k = 0; k < 3; k++) {
    for (int part = 0; part < 2; part++) {
      const double *b = part ? e->m[k] : e->n[k];
      double *to = part ? out->m[k] : out->n[k];
      to[0] += 0.5 * (b[2] * w[1] - b[1] * w[2] - b[3] * w[0]);
      to[1] += 0.5 * (b[0] * w[2] - b[2] * w[0] - b[3] * w[1]);
      to[2] += 0.5 * (b[1] * w[0] - b[0] * w[1] - b[3] * w[2]);
    }
  }
}

/* A of an element of order 1 (SarBeamLaw); it is symmetric. */
static void curve(const SarBeamLaw *law, SarVec3 K, SarBeamColumns *e) {
  if (!law->curved) return;
  SarBeamLane along;
  dot(K, e->m, along);
  add_columns(law->chi - 1, e->m, e->m);
  add_scaled(2 * law->chi1, K, along, e->m);
}

/* The changes of strains as the laws see them. */
static void map(const SarBeamLaw *law, SarVec3 K, SarBeamColumns *e) {
  if (law->cable) SAR_BEAM_EACH e->n[0][c] *= law->taut1;
  curve(law, K, e);
}

static void add_mapped_rate(const SarBeamLaw *law, SarVec3 K, const SarBeamRate *rate, SarBeamColumns *e,
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

/* A Gauss point and everything the columns of all its nodes need. */
typedef struct Point {
  const SarBeamElement *beam;
  double scale; /* weight times damping */
  SarBeamGauss g;
  SarBeamLaw law;
  SarBeamRate rate;
  SarMat3 R;
  SarBeamLane x[NODES][4];
} Point;

/* scale C e as forces on all nodes, in the three columns from `first` on. */
static void spread(const Point *p, SarBeamColumns *e, int first, double *out) {
  int order = p->beam->order, n = 6 * (order + 1);
  SarBeamColumns s = {0};
  for (int k = 0; k < 3; k++) {
    const double *Cn = p->beam->stiffness[k], *Cm = p->beam->stiffness[3 + k];
    for (int l = 0; l < 3; l++) {
      SAR_BEAM_EACH s.n[k][c] += p->scale * (Cn[l] * e->n[l][c] + Cn[3 + l] * e->m[l][c]);
      SAR_BEAM_EACH s.m[k][c] += p->scale * (Cm[l] * e->n[l][c] + Cm[3 + l] * e->m[l][c]);
    }
  }
  curve(&p->law, p->g.K, &s);
  SarBeamForces f;
  SarBeamLane force[3];
  sar_beam_force_columns(&p->g, &s, &f);
  sar_beam_to_ground(&p->R, f.eta, force);
  for (int i = 0; i <= order; i++) {
    double N = p->g.N[i], dN = p->g.dN[i];
    for (int c = 0; c < 3; c++) {
      double *to = out + n * (first + c) + 6 * i;
      for (int k = 0; k < 3; k++) to[k] += dN * force[k][c];
      for (int l = 0; l < 4; l++) {
        double on = N * f.delta[l][c] + dN * f.epsilon[l][c];
        for (int k = 0; k < 3; k++) to[3 + k] += p->x[i][l][k] * on;
      }
    }
  }
}

/* The columns of node j by its rotation. */
static void by_rotation(Point *p, const double *w, int j, double *position, double *velocity) {
  SarBeamColumns e, change;
  double N = p->g.N[j], dN = p->g.dN[j];
  sar_beam_strain_columns(&p->g, N, dN, p->x[j], &e);
  second_derivative(&p->g, &p->rate, N, dN, p->x[j], &change);
  add_turned_rate(&e, w, &change);
  map(&p->law, p->g.K, &change);
  add_mapped_rate(&p->law, p->g.K, &p->rate, &e, &change);
  map(&p->law, p->g.K, &e);
  spread(p, &change, 6 * j + 3, position);
  spread(p, &e, 6 * j + 3, velocity);
}

/* The columns of node j by its position: eta = dN R^T. */
static void by_position(Point *p, int j, double *position, double *velocity) {
  SarBeamColumns e = {0}, change = {0};
  for (int k = 0; k < 3; k++) {
    for (int c = 0; c < 3; c++) e.n[k][c] = p->g.dN[j] * p->R.m[c][k];
  }
  add_cross(-2, p->rate.delta, e.n, change.n);
  map(&p->law, p->g.K, &change);
  add_mapped_rate(&p->law, p->g.K, &p->rate, &e, &change);
  map(&p->law, p->g.K, &e);
  spread(p, &change, 6 * j, position);
  spread(p, &e, 6 * j, velocity);
}

void sar_beam_damping(const SarBeamElement *beam, const SarBeamNodes *nodes, double *position, double *velocity) {
  for (int k = 0; k < beam->order; k++) {
    Point p = {.beam = beam, .scale = beam->damping * beam->points[k].weight};
    double e[6];
    sar_beam_blend(beam->order, k, beam, nodes, &p.g);
    sar_beam_strain(&p.g);
    sar_beam_law(beam->order, beam, &beam->points[k], &p.g, &p.law, e);
    sar_beam_rate(beam->order, nodes, &p.g, &p.rate);
    p.R = sar_beam_axes(&p.g);
    for (int i = 0; i <= beam->order; i++) sar_beam_turns(&p.g, nodes->q[i], p.x[i]);
    for (int j = 0; j <= beam->order; j++) {
      by_position(&p, j, position, velocity);
      by_rotation(&p, nodes->w[j], j, position, velocity);
    }
  }
}
