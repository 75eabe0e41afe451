/* Random placements and their perturbations, shared by the tests of elements. */
#ifndef SAR_TESTS_ELEMENT_SUPPORT_H
#define SAR_TESTS_ELEMENT_SUPPORT_H

#include "check.h"
#include "element/class.h"

/* A small generator (splitmix64), so that every machine tests the same cases. Uniform in [-1, 1). */
static inline double random_real(uint64_t *seed) {
  uint64_t z = *seed += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

static inline SarVec3 random_vector(uint64_t *seed) {
  double x = random_real(seed), y = random_real(seed), z = random_real(seed);
  return sar_vec3(x, y, z);
}

static inline SarVec3 random_unit(uint64_t *seed) {
  for (;;) {
    SarVec3 v = random_vector(seed);
    if (sar_norm(v) > 0.2) return sar_scale(1 / sar_norm(v), v);
  }
}

static inline SarMat3 rotation_of(SarVec3 vector) { return sar_quat_matrix(sar_quat_exp(vector)); }

static inline SarMat3 random_rotation(uint64_t *seed) { return rotation_of(sar_scale(3, random_unit(seed))); }

static inline SarKin random_kin(uint64_t *seed) {
  SarKin k;
  k.r = random_vector(seed);
  k.A = random_rotation(seed);
  k.v = random_vector(seed);
  k.w = sar_scale(2, random_vector(seed));
  return k;
}

static inline SarKin kin_at_rest(void) { return (SarKin){.A = sar_mat3_identity()}; }

static inline SarVec3 unit_axis(int i) { return sar_vec3(i == 0, i == 1, i == 2); }

/* Moves a body: r by s*dr (ground axes), A by the rotation vector s*theta (body axes). */
static inline SarKin moved(const SarKin *k, double s, SarVec3 dr, SarVec3 theta) {
  SarMat3 turn = rotation_of(sar_scale(s, theta));
  SarKin m = *k;
  m.r = sar_axpy(s, dr, k->r);
  m.A = sar_mat3_mul(&k->A, &turn);
  return m;
}

/* The body after the time s, with constant v and body-frame w: its own motion when a = 0 and alpha = 0. */
static inline SarKin drifted(const SarKin *k, double s) { return moved(k, s, k->v, k->w); }

/* The same body in a world moved by R, c (and not moving). */
static inline SarKin transported(const SarKin *k, const SarMat3 *R, SarVec3 c) {
  return (SarKin){.r = sar_add(c, sar_mul(R, k->r)), .A = sar_mat3_mul(R, &k->A), .v = sar_mul(R, k->v), .w = k->w};
}

/* A pair of bodies with one of its 12 position or velocity components perturbed: r_a, theta_a, r_b, theta_b. */
typedef struct Pair {
  SarKin a, b;
} Pair;

static inline Pair position_perturbed(const Pair *p, int component, double s) {
  SarVec3 e = unit_axis(component % 3), zero = {0, 0, 0};
  Pair m = *p;
  if (component < 3) m.a = moved(&p->a, s, e, zero);
  if (component >= 3 && component < 6) m.a = moved(&p->a, s, zero, e);
  if (component >= 6 && component < 9) m.b = moved(&p->b, s, e, zero);
  if (component >= 9) m.b = moved(&p->b, s, zero, e);
  return m;
}

static inline Pair velocity_perturbed(const Pair *p, int component, double s) {
  SarVec3 e = unit_axis(component % 3);
  Pair m = *p;
  SarVec3 *targets[4] = {&m.a.v, &m.a.w, &m.b.v, &m.b.w};
  *targets[component / 3] = sar_axpy(s, e, *targets[component / 3]);
  return m;
}

static inline double largest_entry(const double *x, int32_t n) {
  double largest = 0;
  for (int32_t i = 0; i < n; i++) largest = fmax(largest, fabs(x[i]));
  return largest;
}

/* All n entries agree within `relative` times the largest of the expected ones (or 1, for blocks that vanish). */
static inline void check_block(const char *what, const double *got, const double *expected, int32_t n,
                               double relative) {
  double scale = fmax(largest_entry(expected, n), largest_entry(got, n));
  if (scale < 1e-3) scale = 1;
  for (int32_t i = 0; i < n; i++) {
    if (!(fabs(got[i] - expected[i]) <= relative * scale)) {
      fail_msg("%s: entry %d is %.15g, expected %.15g (scale %g)", what, (int)i, got[i], expected[i], scale);
    }
  }
}

#endif
