/* The forces of an element of order 2, the one that is used most: its two Gauss points side by side, one in each half
 * of a pair. The same formulas as in beam_gauss.h and beam_residual.c, without what few elements have: damping and the
 * law of cables. */
#include "element/flexible/beam_columns.h"
#include "element/flexible/beam_part.h"

typedef SarBeamPair Pair;
typedef struct PairVec {
  Pair x, y, z;
} PairVec;
typedef struct PairQuat {
  Pair w, x, y, z;
} PairQuat;

static inline Pair dot(PairVec a, PairVec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline PairVec cross(PairVec a, PairVec b) {
  return (PairVec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline PairVec scale(Pair s, PairVec a) { return (PairVec){s * a.x, s * a.y, s * a.z}; }
static inline PairVec axpy(Pair s, PairVec b, PairVec a) {
  return (PairVec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
static inline PairVec vector_part(PairQuat q) { return (PairVec){q.x, q.y, q.z}; }

/* (w, u) o (c, v) */
static inline PairQuat product(Pair w, PairVec u, Pair c, PairVec v) {
  PairVec across = cross(u, v);
  return (PairQuat){w * c - dot(u, v), w * v.x + u.x * c + across.x, w * v.y + u.y * c + across.y,
                    w * v.z + u.z * c + across.z};
}

/* |q|^2 times the vector turned by the quaternion (w, u). */
static inline PairVec turned(Pair w, PairVec u, PairVec v) {
  return axpy(2 * w, cross(u, v), axpy(2 * dot(u, v), u, scale(w * w - dot(u, u), v)));
}

/* Both points. */
typedef struct Points {
  Pair N[3], dN[3]; /* by arc length */
  PairQuat q, slope;
  PairVec stretch;
  Pair inverse, rho;
  PairVec Gamma, K;
} Points;

static inline Pair of_rules(double first, double second) { return (Pair){first, second}; }

static inline void blend(const SarBeamElement *beam, const SarBeamNodes *nodes, Points *out) {
  const SarBeamRule *rules = sar_beam_rules[1];
  const Pair inverse = {beam->points[0].inverse, beam->points[1].inverse}, none = {0, 0};
  Pair q[4] = {none, none, none, none}, slope[4] = {none, none, none, none}, stretch[3] = {none, none, none};
  for (int i = 0; i < 3; i++) {
    out->N[i] = of_rules(rules[0].N[i], rules[1].N[i]);
    out->dN[i] = inverse * of_rules(rules[0].dN[i], rules[1].dN[i]);
    for (int k = 0; k < 4; k++) q[k] += out->N[i] * nodes->q[i][k];
    for (int k = 0; k < 4; k++) slope[k] += out->dN[i] * nodes->q[i][k];
    for (int k = 0; k < 3; k++) stretch[k] += out->dN[i] * nodes->r[i][k];
  }
  out->q = (PairQuat){q[0], q[1], q[2], q[3]};
  out->slope = (PairQuat){slope[0], slope[1], slope[2], slope[3]};
  out->stretch = (PairVec){stretch[0], stretch[1], stretch[2]};
}

static inline void strain(Points *p) {
  PairVec u = vector_part(p->q);
  p->inverse = 1 / (p->q.w * p->q.w + dot(u, u));
  PairQuat kappa = product(p->q.w, scale((Pair){-1, -1}, u), p->slope.w, vector_part(p->slope));
  p->rho = p->inverse * kappa.w;
  p->K = scale(2 * p->inverse, vector_part(kappa));
  p->Gamma = scale(p->inverse, turned(-p->q.w, u, p->stretch));
}

/* Stresses times the weights of the points. */
static inline void stress(const SarBeamElement *beam, const Points *p, PairVec *n, PairVec *m) {
  const SarBeamPoint *points = beam->points;
  const Pair weight = {points[0].weight, points[1].weight};
  Pair e[6] = {p->Gamma.x, p->Gamma.y, p->Gamma.z, p->K.x, p->K.y, p->K.z}, s[6];
  for (int k = 0; k < 6; k++) e[k] = weight * (e[k] - of_rules(points[0].reference[k], points[1].reference[k]));
  for (int k = 0; k < 6; k++) s[k] = beam->axes[k] * e[k];
  for (int k = 0; !beam->diagonal && k < 6; k++) {
    s[k] = (Pair){0, 0};
    for (int l = 0; l < 6; l++) s[k] += beam->stiffness[k][l] * e[l];
  }
  *n = (PairVec){s[0], s[1], s[2]};
  *m = (PairVec){s[3], s[4], s[5]};
}

/* The forces on the points of the nodes and on their quaternions. */
static inline void spread(const Points *p, PairVec n, PairVec m, double r[3][3], double q[3][4]) {
  PairVec u = vector_part(p->q), none = scale((Pair){0, 0}, n);
  PairVec turn = axpy(-2 * p->rho, m, axpy((Pair){2, 2}, cross(n, p->Gamma), cross(m, p->K)));
  PairQuat on_q = product(p->q.w, u, -p->inverse * dot(p->K, m), scale(p->inverse, turn));
  PairQuat on_slope = product(p->q.w, u, none.x, scale(2 * p->inverse, m));
  PairVec on_r = scale(p->inverse, turned(p->q.w, u, n));
  const Pair a[4] = {on_q.w, on_q.x, on_q.y, on_q.z}, b[4] = {on_slope.w, on_slope.x, on_slope.y, on_slope.z};
  const Pair c[3] = {on_r.x, on_r.y, on_r.z};
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 4; k++) {
      Pair both = p->N[i] * a[k] + p->dN[i] * b[k];
      q[i][k] = both[0] + both[1];
    }
    for (int k = 0; k < 3; k++) {
      Pair both = p->dN[i] * c[k];
      r[i][k] = both[0] + both[1];
    }
  }
}

void sar_beam_quadratic_forces(const SarBeamElement *beam, const SarBeamNodes *nodes, double r[3][3], double q[3][4]) {
  Points points;
  PairVec n, m;
  blend(beam, nodes, &points);
  strain(&points);
  stress(beam, &points, &n, &m);
  spread(&points, n, m, r, q);
}
