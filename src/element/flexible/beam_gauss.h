/* What happens at one Gauss point of a beam element (numerics-flexible, sections 2 and 3), for the files beam_*.c.
 *
 * Everything is said in the axes of the point. Multiplying all quaternions from the left by q~/|q|^2 (~: conjugate)
 * makes q = 1 there and leaves the strains as they are, so that the derivatives lose most of their terms. With q~ q' =
 * |q|^2 (rho, K/2), a change (delta, epsilon) = q~ (dq, dq')/|q|^2, eta = R^T dr' of the point changes strains by
 *
 *   dGamma = 2 Gamma x delta_v + eta
 *   dK     = -K delta_0 - 2 rho delta_v + K x delta_v + 2 epsilon_v                    (index 0: real part, v: the
 * rest)
 *
 * and node i with the quaternion d_i = q~ q_i/|q|^2 contributes delta = N_i d_i theta_i/2, epsilon = N'_i d_i theta_i/2
 * and eta = N'_i R^T dr_i. */
#ifndef SAR_ELEMENT_FLEXIBLE_BEAM_GAUSS_H
#define SAR_ELEMENT_FLEXIBLE_BEAM_GAUSS_H

#include "element/flexible/beam.h"

/* Kernels are compiled once for every order, so that all loops have a fixed length. Not under sanitizers: what they add
 * to every access makes such kernels too long for compilers. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SAR_BEAM_SANITIZED
#endif
#endif
#if defined(SAR_BEAM_SANITIZED) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SAR_BEAM_INLINE static __attribute__((noinline, unused))
#else
#define SAR_BEAM_INLINE static inline __attribute__((always_inline))
#endif

typedef struct SarBeamRule {
  double xi, weight;
  double N[SAR_BEAM_NODES], dN[SAR_BEAM_NODES]; /* by xi */
} SarBeamRule;

/* Gauss points and the shape functions there; tests compare them with sar_beam_shape. */
static const SarBeamRule sar_beam_rules[SAR_BEAM_ORDER][SAR_BEAM_ORDER] = {
    {{0, 2, {0.5, 0.5}, {-0.5, 0.5}}},
    {{-0.57735026918962576451,
      1,
      {0.45534180126147954892, 2.0 / 3, -0.12200846792814621559},
      {-1.0773502691896257645, 1.154700538379251529, -0.077350269189625764509}},
     {0.57735026918962576451,
      1,
      {-0.12200846792814621559, 2.0 / 3, 0.45534180126147954892},
      {0.077350269189625764509, -1.154700538379251529, 1.0773502691896257645}}},
    {{-0.77459666924148337704,
      5.0 / 9,
      {0.44364916731037084426, 0.68301270189221932338, -0.18301270189221932338, 0.056350832689629155741},
      {-1.9682458365518542213, 2.0862798253017490695, -0.14978815219804062691, 0.031754163448145778705}},
     {0, 8.0 / 9, {-0.125, 0.625, 0.625, -0.125}, {0.125, -1.3975424859373685603, 1.3975424859373685603, -0.125}},
     {0.77459666924148337704,
      5.0 / 9,
      {0.056350832689629155741, -0.18301270189221932338, 0.68301270189221932338, 0.44364916731037084426},
      {-0.031754163448145778705, 0.14978815219804062691, -2.0862798253017490695, 1.9682458365518542213}}},
};

/* The sections at the nodes. Points are taken from the first one: far from the origin nothing is lost. */
typedef struct SarBeamNodes {
  double q[SAR_BEAM_NODES][4], r[SAR_BEAM_NODES][3];
  double w[SAR_BEAM_NODES][3], v[SAR_BEAM_NODES][3]; /* section axes, ground axes: only where they are asked for */
} SarBeamNodes;

#define SAR_BEAM_LEAST_NEARNESS 0.25881904510252076235 /* cos 75 deg: half the angle between two neighbours */

/* Turns signs so that neighbours are close (a quaternion and its negative are one rotation): neighbour by neighbour,
 * since the ends of an element may be further than half a turn apart. False: turned too far. */
SAR_BEAM_INLINE bool sar_beam_align(int order, double q[][4]) {
  bool near = true;
  for (int i = 1; i <= order; i++) {
    const double *before = q[i - 1];
    double *here = q[i];
    double dot = before[0] * here[0] + before[1] * here[1] + before[2] * here[2] + before[3] * here[3];
    double sign = dot < 0 ? -1.0 : 1.0;
    for (int k = 0; k < 4; k++) here[k] *= sign;
    near = near && sign * dot >= SAR_BEAM_LEAST_NEARNESS;
  }
  return near;
}

/* Where the section of a node is not the node itself. */
static inline void sar_beam_place(const SarBeamElement *beam, const SarPartNode *node, int i, SarBeamNodes *out) {
  sar_quat_store(sar_quat_mul(sar_quat_load(node->rotation), beam->frame[i]), out->q[i]);
  sar_vec3_add_to(sar_kin_arm(node->kin, beam->offset[i]), out->r[i]);
}

SAR_BEAM_INLINE bool sar_beam_gather(int order, const SarBeamElement *beam, const SarPartPoint *at, SarBeamNodes *out) {
  for (int i = 0; i <= order; i++) {
    for (int k = 0; k < 4; k++) out->q[i][k] = at->nodes[i].rotation[k];
    sar_vec3_store(sar_sub(at->nodes[i].kin->r, at->nodes[0].kin->r), out->r[i]);
  }
  if (beam->framed || beam->shifted) {
    for (int i = 0; i <= order; i++) sar_beam_place(beam, &at->nodes[i], i, out);
  }
  return sar_beam_align(order, out->q);
}

/* The velocities of the sections. */
static inline void sar_beam_gather_rates(const SarBeamElement *beam, const SarPartPoint *at, SarBeamNodes *out) {
  for (int i = 0; i <= beam->order; i++) {
    const SarKin *kin = at->nodes[i].kin;
    SarVec3 w = kin->w, v = sar_sub(kin->v, at->nodes[0].kin->v);
    if (beam->framed) {
      SarMat3 frame = sar_quat_matrix(beam->frame[i]);
      w = sar_mul_t(&frame, w);
    }
    if (beam->shifted) v = sar_add(v, sar_kin_arm_rate(kin, beam->offset[i]));
    sar_vec3_store(w, out->w[i]);
    sar_vec3_store(v, out->v[i]);
  }
}

/* A Gauss point. */
typedef struct SarBeamGauss {
  double N[SAR_BEAM_NODES], dN[SAR_BEAM_NODES]; /* by arc length */
  SarQuat q, slope;                             /* the blend and its derivative; not units */
  SarVec3 stretch;                              /* r' */
  double inverse;                               /* 1/(q.q) */
  SarVec3 Gamma, K;
  double rho;
} SarBeamGauss;

/* Rt(q)^T v and Rt(q) v: |q|^2 times the rotated vector. */
SAR_BEAM_INLINE SarVec3 sar_beam_turn(double w, SarVec3 u, SarVec3 v) {
  SarVec3 across = sar_cross(u, v);
  double along = 2 * sar_dot(u, v), own = w * w - sar_dot(u, u);
  return sar_vec3(own * v.x + along * u.x + 2 * w * across.x, own * v.y + along * u.y + 2 * w * across.y,
                  own * v.z + along * u.z + 2 * w * across.z);
}

SAR_BEAM_INLINE void sar_beam_blend(int order, int g, const SarBeamElement *beam, const SarBeamNodes *nodes,
                                    SarBeamGauss *out) {
  const SarBeamRule *rule = &sar_beam_rules[order - 1][g];
  double q[4] = {0, 0, 0, 0}, slope[4] = {0, 0, 0, 0}, stretch[3] = {0, 0, 0}, inverse = beam->points[g].inverse;
  for (int i = 0; i <= order; i++) {
    for (int k = 0; k < 4; k++) q[k] += rule->N[i] * nodes->q[i][k];
    for (int k = 0; k < 4; k++) slope[k] += rule->dN[i] * nodes->q[i][k];
    for (int k = 0; k < 3; k++) stretch[k] += rule->dN[i] * nodes->r[i][k];
    out->N[i] = rule->N[i];
    out->dN[i] = inverse * rule->dN[i];
  }
  for (int k = 0; k < 4; k++) slope[k] *= inverse;
  out->q = sar_quat_load(q);
  out->slope = sar_quat_load(slope);
  out->stretch = sar_scale(inverse, sar_vec3_load(stretch));
}

SAR_BEAM_INLINE void sar_beam_strain(SarBeamGauss *g) {
  SarQuat q = g->q;
  g->inverse = 1 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  SarVec3 u = {q.x, q.y, q.z};
  SarQuat kappa = sar_quat_mul(sar_quat_conjugate(q), g->slope);
  g->rho = g->inverse * kappa.w;
  g->K = sar_scale(2 * g->inverse, sar_vec3(kappa.x, kappa.y, kappa.z));
  g->Gamma = sar_scale(g->inverse, sar_beam_turn(-q.w, u, g->stretch));
}

/* The rate of the point as a change of it: delta, epsilon, eta above. */
typedef struct SarBeamRate {
  double delta0, epsilon0;
  SarVec3 delta, epsilon, eta;
  SarVec3 Gamma, K; /* the rates of the strains */
} SarBeamRate;

static inline void sar_beam_rate(int order, const SarBeamNodes *nodes, const SarBeamGauss *g, SarBeamRate *out) {
  SarQuat dq = {0, 0, 0, 0}, slope = {0, 0, 0, 0};
  SarVec3 stretch = {0, 0, 0};
  for (int i = 0; i <= order; i++) {
    const double *w = nodes->w[i];
    SarQuat rate = sar_quat_mul(sar_quat_load(nodes->q[i]), (SarQuat){0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]});
    double N = g->N[i], dN = g->dN[i];
    dq = (SarQuat){dq.w + N * rate.w, dq.x + N * rate.x, dq.y + N * rate.y, dq.z + N * rate.z};
    slope = (SarQuat){slope.w + dN * rate.w, slope.x + dN * rate.x, slope.y + dN * rate.y, slope.z + dN * rate.z};
    stretch = sar_axpy(dN, sar_vec3_load(nodes->v[i]), stretch);
  }
  SarQuat back = sar_quat_conjugate(g->q), delta = sar_quat_mul(back, dq), epsilon = sar_quat_mul(back, slope);
  double s = g->inverse;
  *out = (SarBeamRate){.delta0 = s * delta.w,
                       .epsilon0 = s * epsilon.w,
                       .delta = {s * delta.x, s * delta.y, s * delta.z},
                       .epsilon = {s * epsilon.x, s * epsilon.y, s * epsilon.z},
                       .eta = sar_scale(s, sar_beam_turn(-g->q.w, sar_vec3(g->q.x, g->q.y, g->q.z), stretch))};
  out->Gamma = sar_axpy(2, sar_cross(g->Gamma, out->delta), out->eta);
  out->K = sar_axpy(-2 * g->rho, out->delta, sar_axpy(2, out->epsilon, sar_cross(g->K, out->delta)));
  out->K = sar_axpy(-out->delta0, g->K, out->K);
}

/* Two laws that are not linear.
 *
 * Of an element of order 1 the strain chi K is taken: |K| = 4 tan(phi/4)/L of the blend becomes phi/L, that of the arc.
 * With A = d(chi K)/dK the moments A m work on K. Of a cable the axial force is EA (s + damping s' e_dot) with a
 * function s of the axial strain e that is 0 for e <= 0. */
typedef struct SarBeamLaw {
  bool curved;            /* order 1 */
  double chi, chi1, chi2; /* and derivatives by K.K */
  bool cable;
  double strain;                     /* e */
  double taut, taut1, taut2, stored; /* s, its derivatives and its integral */
} SarBeamLaw;

typedef struct SarBeamStress {
  double e[6];    /* strains that give stress; of a cable s */
  double rate[6]; /* their rates; only with damping */
  double raw[6];  /* C (e + damping rate) */
  SarVec3 n, m;   /* stresses that work on Gamma and K */
} SarBeamStress;

/* chi(x) = atan(sqrt x)/sqrt x and two derivatives, at x = (L/4)^2 K.K; by K.K. */
void sar_beam_chi(double quarter, double square, SarBeamLaw *law);

/* Lagrange's polynomials through the Gauss points at xi. */
void sar_beam_through_points(int order, double xi, double *factors);

/* The axial law of a cable. */
void sar_beam_taut(double slack, double strain, SarBeamLaw *law);
/* ... and a blend of it with that of a beam, which statics begins with: slack elements have no stiffness. */
void sar_beam_ease(double pressure, SarBeamLaw *law);
/* The element with what it bears of pressure at a point; `own` is room for it. */
static inline const SarBeamElement *sar_beam_eased(const SarBeamElement *beam, const SarPartPoint *at,
                                                   SarBeamElement *own) {
  if (!beam->tension_only || at->pressure == 0) return beam;
  *own = *beam;
  own->pressure = at->pressure;
  return own;
}

/* A v for the rotation part. */
static inline SarVec3 sar_beam_law_curvature(const SarBeamLaw *law, SarVec3 K, SarVec3 v) {
  return sar_axpy(2 * law->chi1 * sar_dot(K, v), K, sar_scale(law->chi, v));
}

/* The laws at a point, and the strains less those of the reference. */
SAR_BEAM_INLINE void sar_beam_law(int order, const SarBeamElement *beam, const SarBeamPoint *point,
                                  const SarBeamGauss *g, SarBeamLaw *law, double *e) {
  SarVec3 K = g->K;
  law->curved = order == 1;
  law->cable = beam->tension_only;
  if (law->curved) {
    sar_beam_chi(0.5 / point->inverse, sar_dot(K, K), law); /* the element is 2/inverse long */
    K = sar_scale(law->chi, K);
  }
  sar_vec3_store(g->Gamma, e);
  sar_vec3_store(K, e + 3);
  for (int k = 0; k < 6; k++) e[k] -= point->reference[k];
  if (law->cable) {
    law->strain = e[0];
    sar_beam_taut(beam->slack, e[0], law);
    if (beam->pressure > 0) sar_beam_ease(beam->pressure, law);
    e[0] = law->taut;
  }
}

/* out = C e */
SAR_BEAM_INLINE void sar_beam_stiffness_times(const SarBeamElement *beam, const double *e, double *out) {
  if (beam->diagonal) {
    for (int k = 0; k < 6; k++) out[k] = beam->axes[k] * e[k];
  } else {
    for (int k = 0; k < 6; k++) {
      double sum = 0;
      for (int l = 0; l < 6; l++) sum += beam->stiffness[k][l] * e[l];
      out[k] = sum;
    }
  }
}

/* Stresses at a point; rate null: without damping. */
SAR_BEAM_INLINE void sar_beam_stress(const SarBeamElement *beam, const SarBeamGauss *g, const SarBeamLaw *law,
                                     const SarBeamRate *rate, SarBeamStress *s) {
  double total[6];
  for (int k = 0; k < 6; k++) total[k] = s->e[k];
  if (rate) {
    SarVec3 K = law->curved ? sar_beam_law_curvature(law, g->K, rate->K) : rate->K;
    sar_vec3_store(rate->Gamma, s->rate);
    sar_vec3_store(K, s->rate + 3);
    if (law->cable) s->rate[0] *= law->taut1;
    for (int k = 0; k < 6; k++) total[k] += beam->damping * s->rate[k];
  }
  sar_beam_stiffness_times(beam, total, s->raw);
  s->n = sar_vec3_load(s->raw);
  s->m = sar_vec3_load(s->raw + 3);
  if (law->curved) s->m = sar_beam_law_curvature(law, g->K, s->m);
}

/* Forces of an element of order 2 without damping, no cable, on the points of its nodes and on their quaternions. */
void sar_beam_quadratic_forces(const SarBeamElement *beam, const SarBeamNodes *nodes, double r[3][3], double q[3][4]);

#endif
