/* The rows of a modal body, the sums of their absolute terms, its energy and its momentum. */
#include <math.h>

#include "element/flexible/modal_point.h"

/* The acceleration of s seen from the ground, along the axes of the body: w' x s + psi eta'' + ... */
static SarVec3 acceleration(const SarModalPoint *p) {
  SarVec3 centripetal = sar_cross(p->w, sar_axpy(2, p->s_rate, sar_cross(p->w, p->s)));
  return sar_add(sar_add(sar_cross(p->alpha, p->s), p->s_second), centripetal);
}

/* J,i is weighted by w w^T, so that mode i is loaded by half of that. */
static void modes(const SarModalBody *body, const SarPartPoint *at, const SarModalPoint *p, double *restrict rows) {
  const SarReduced *b = body->reduced;
  const int32_t n = p->n;
  const double *restrict psi = b->psi, *restrict G = p->G, *restrict slope = p->slope, *restrict turned = p->turned;
  const double *restrict k = b->stiffness, *restrict q = at->q, *restrict a = at->a;
  const SarVec3 u = p->u, alpha = p->alpha, w = p->w;
  const double xx = 0.5 * w.x * w.x, yy = 0.5 * w.y * w.y, zz = 0.5 * w.z * w.z;
  const double xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  for (int32_t i = 0; i < n; i++) {
    double inertial = psi[i] * u.x + psi[n + i] * u.y + psi[2 * n + i] * u.z + a[i] + G[i] * alpha.x +
                      G[n + i] * alpha.y + G[2 * n + i] * alpha.z;
    double centrifugal = xx * slope[i] + yy * slope[n + i] + zz * slope[2 * n + i] + xy * slope[3 * n + i] +
                         xz * slope[4 * n + i] + yz * slope[5 * n + i];
    double gyroscopic = 2 * (w.x * turned[i] + w.y * turned[n + i] + w.z * turned[2 * n + i]);
    rows[i] = inertial + gyroscopic - centrifugal + k[i] * q[i];
  }
  for (int32_t i = 0; body->damping && i < n; i++) rows[i] += body->damping[i] * at->v[i];
  for (int32_t i = 0; b->preload && i < n; i++) rows[i] -= b->preload[i];
}

SarStatus sar_modal_residual(const void *part, const SarPartPoint *at, double *rows) {
  const SarModalBody *body = part;
  SarModalPoint p;
  sar_modal_point(body, at, false, &p);
  SarVec3 spin = sar_mul(&p.J, p.w), torque = sar_add(sar_cross(p.s, p.u), sar_mul(&p.J, p.alpha));
  torque = sar_add(torque, sar_add(p.G_second, sar_mul(&p.J_rate, p.w)));
  torque = sar_add(torque, sar_cross(p.w, sar_add(spin, p.G_rate)));
  sar_vec3_store(sar_mul(p.R, acceleration(&p)), rows);
  sar_vec3_store(torque, rows + 3);
  modes(body, at, &p, rows + 6);
  return SAR_OK;
}

/* ---- what it has ---- */

void sar_modal_energy(const void *part, const SarPartPoint *at, SarPartEnergy *out) {
  const SarModalBody *body = part;
  const SarReduced *b = body->reduced;
  const SarKin *kin = at->nodes[0].kin;
  SarModalState p;
  double dissipation = 0;
  for (int32_t i = 0; body->damping && i < b->n; i++) dissipation += body->damping[i] * at->v[i] * at->v[i];
  *out = (SarPartEnergy){.dissipation = dissipation};
  if (at->powers) return;
  sar_modal_state(body, at, &p);
  SarVec3 moving = sar_mul(&kin->A, sar_add(sar_cross(kin->w, p.s), p.s_rate));
  double kinetic = sar_dot(kin->v, moving) + sar_dot(kin->w, sar_axpy(0.5, sar_mul(&p.J, kin->w), p.G_rate));
  double potential = 0;
  for (int32_t i = 0; i < b->n; i++) {
    kinetic += 0.5 * at->v[i] * at->v[i];
    potential += 0.5 * b->stiffness[i] * at->q[i] * at->q[i];
    if (b->preload) potential -= b->preload[i] * at->q[i];
  }
  out->kinetic = kinetic;
  out->potential = potential;
}

void sar_modal_momentum(const void *part, const SarPartPoint *at, double *rows) {
  const SarKin *kin = at->nodes[0].kin;
  SarModalState p;
  sar_modal_state(part, at, &p);
  SarVec3 velocity = sar_mul_t(&kin->A, kin->v);
  SarVec3 spin = sar_add(sar_add(sar_mul(&p.J, kin->w), p.G_rate), sar_cross(p.s, velocity));
  sar_vec3_store(sar_mul(&kin->A, sar_add(sar_cross(kin->w, p.s), p.s_rate)), rows);
  sar_vec3_store(spin, rows + 3);
}

/* ---- absolute terms ---- */

/* Of the sums of the i-th shape: absolute values of all that is added up in them. */
typedef struct Sizes {
  double psi, slope, G, turned;
} Sizes;

static Sizes sizes_of(const SarModalBody *body, const SarPartPoint *at, int32_t i) {
  const SarReduced *b = body->reduced;
  const int32_t n = b->n;
  const size_t square = (size_t)n * (size_t)n;
  Sizes out = {.psi = sar_norm(sar_modal_vector(b->psi, n, i)), .G = sar_norm(sar_modal_vector(b->g0, n, i))};
  for (int c = 0; c < 6 && body->terms != SAR_MODAL_CONSTANT; c++) out.slope += fabs(b->j1[c * n + i]);
  for (int c = 0; c < 6 && body->terms == SAR_MODAL_ALL; c++) {
    const double *j2 = b->j2 + (size_t)c * square + (size_t)i * (size_t)n;
    for (int32_t j = 0; j < n; j++) out.slope += 2 * fabs(j2[j] * at->q[j]);
  }
  for (int c = 0; c < 3 && body->terms == SAR_MODAL_ALL; c++) {
    const double *g1 = b->g1 + (size_t)c * square + (size_t)i * (size_t)n;
    for (int32_t j = 0; j < n; j++) {
      out.G += fabs(g1[j] * at->q[j]);
      out.turned += fabs(g1[j] * at->v[j]);
    }
  }
  return out;
}

void sar_modal_magnitude(const void *part, const SarPartPoint *at, double *rows) {
  const SarModalBody *body = part;
  const SarReduced *b = body->reduced;
  const double *acceleration = at->nodes[0].acceleration;
  const double w = sar_norm(at->nodes[0].kin->w), u = sar_norm(sar_vec3_load(acceleration));
  const double alpha = sar_norm(sar_vec3_load(acceleration + 3));
  double force = 0, torque = 0;
  for (int32_t i = 0; i < b->n; i++) {
    const double q = fabs(at->q[i]), v = fabs(at->v[i]), a = fabs(at->a[i]);
    const Sizes size = sizes_of(body, at, i);
    force += size.psi * (q * (alpha + w * w) + 2 * w * v + a);
    torque += size.psi * q * u + size.slope * (q * (alpha + w * w) + v * w) + size.G * (a + w * v);
    rows[6 + i] = size.psi * u + size.G * alpha + a + 2 * w * size.turned + w * w * size.slope + b->stiffness[i] * q;
    if (body->damping) rows[6 + i] += body->damping[i] * v;
    if (b->preload) rows[6 + i] += fabs(b->preload[i]);
  }
  for (int k = 0; k < 3; k++) {
    rows[k] = force;
    rows[3 + k] = torque;
  }
}
