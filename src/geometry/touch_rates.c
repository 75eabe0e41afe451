/* How a touch moves with the bodies: one linear system for all pairs.
 *
 * Unknown are the rates z of the parameters of both spots and the rate of n, nu = (nu1, nu2) along two vectors across
 * n. With T_i the columns of J = [-TA, TB] and Dr the change of cB - cA with both spots fixed on their bodies,
 *
 *     dr = Dr + J z - give_A (nu - dthA x n) - give_B (nu - dthB x n) = d nu + n d(d)      closing of the triangle
 *     nu . T_i + n . (dth x T_i) + (K z)_i = 0,   K = -n.cA'' and n.cB''                   n stays normal to both cores
 *
 * which is symmetric: [K, J^T; J, -(d + give)]. Eliminating nu would divide by d; kept, it is regular also for surfaces
 * without a radius that just touch. The gap needs none of it: dgap = n . Dr. */
#include "geometry/round.h"
#include "geometry/small.h"
#include "geometry/touch.h"

enum { UNKNOWNS = SAR_SMALL, COLUMNS = SAR_SMALL_COLUMNS };

typedef struct System {
  int n, nz;
  double a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS][COLUMNS];
} System;

/* What the twelve variations turn and move. */
typedef struct Variation {
  SarVec3 turn[2], move; /* dthA, dthB; Dr */
} Variation;

static Variation variation(const SarTouch *touch, const SarMat3 *axes[2], int k) {
  Variation v = {0};
  int s = k / 6, i = k % 6;
  double sign = s == 0 ? -1 : 1;
  SarVec3 e = {i % 3 == 0, i % 3 == 1, i % 3 == 2};
  if (i >= 3) v.turn[s] = sar_mul(axes[s], e);
  v.move = sar_scale(sign, i < 3 ? e : sar_cross(v.turn[s], touch->side[s].arm));
  return v;
}

/* The columns of J, one after the other, and the side each belongs to. */
static int columns(const SarTouch *touch, SarVec3 T[4], int owner[4]) {
  int n = 0;
  for (int s = 0; s < 2; s++) {
    for (int i = 0; i < touch->side[s].nparameters; i++) {
      owner[n] = s;
      T[n++] = sar_scale(s == 0 ? -1 : 1, touch->side[s].tangent[i]);
    }
  }
  return n;
}

static void fill(const SarTouch *touch, const Variation v[COLUMNS], const SarVec3 t[2], const SarVec3 *T,
                 const int *owner, System *s) {
  SarMat3 give = sar_mat3_axpy(1, &touch->side[1].give, &touch->side[0].give);
  int first = 0, nz = s->nz;
  for (int i = 0; i < s->n; i++) {
    for (int j = 0; j < s->n; j++) s->a[i][j] = 0;
  }
  for (int side = 0; side < 2; side++) {
    const SarTouchSide *of = &touch->side[side];
    for (int i = 0; i < of->nparameters; i++) {
      for (int j = 0; j < of->nparameters; j++) {
        s->a[first + i][first + j] = (side == 0 ? -1 : 1) * of->bend[i + j];
      }
    }
    first += of->nparameters;
  }
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < nz; i++) s->a[i][nz + k] = s->a[nz + k][i] = sar_dot(T[i], t[k]);
    for (int l = 0; l < 2; l++) {
      s->a[nz + k][nz + l] = -(k == l ? touch->distance : 0) - sar_dot(t[k], sar_mul(&give, t[l]));
    }
  }
  for (int j = 0; j < COLUMNS; j++) {
    SarVec3 turned[2];
    for (int side = 0; side < 2; side++) {
      turned[side] = sar_mul(&touch->side[side].give, sar_cross(v[j].turn[side], touch->n));
    }
    SarVec3 right = sar_neg(sar_add(v[j].move, sar_add(turned[0], turned[1])));
    for (int i = 0; i < nz; i++) s->b[i][j] = -sar_dot(touch->n, sar_cross(v[j].turn[owner[i]], T[i]));
    for (int k = 0; k < 2; k++) s->b[nz + k][j] = sar_dot(t[k], right);
  }
}

/* dn and dp = dcA + (rA + gap/2) dn + n dgap/2 from the solution. */
static void place(const SarTouch *touch, const Variation *v, const SarVec3 t[2], const System *s, int j,
                  SarTouchRates *out) {
  const SarTouchSide *a = &touch->side[0];
  out->gap[j] = sar_dot(touch->n, v->move);
  out->n[j] = sar_add(sar_scale(s->b[s->nz][j], t[0]), sar_scale(s->b[s->nz + 1][j], t[1]));
  SarVec3 dc = j < 3 ? sar_vec3(j == 0, j == 1, j == 2) : sar_cross(v->turn[0], a->arm);
  for (int i = 0; i < a->nparameters; i++) dc = sar_axpy(s->b[i][j], a->tangent[i], dc);
  SarVec3 leaning = sar_sub(out->n[j], sar_cross(v->turn[0], touch->n));
  dc = sar_add(dc, sar_mul(&a->give, leaning));
  dc = sar_axpy(a->radius + touch->gap / 2, out->n[j], dc);
  out->p[j] = sar_axpy(out->gap[j] / 2, touch->n, dc);
}

bool sar_touch_rates(const SarTouch *touch, const SarMat3 *a, const SarMat3 *b, SarTouchRates *out) {
  const SarMat3 *axes[2] = {a, b};
  SarVec3 t[2], T[4];
  int owner[4];
  Variation v[COLUMNS];
  System s;
  sar_across(touch->n, t);
  s.nz = columns(touch, T, owner);
  s.n = s.nz + 2;
  for (int j = 0; j < COLUMNS; j++) v[j] = variation(touch, axes, j);
  fill(touch, v, t, T, owner, &s);
  bool regular = sar_small_solve(s.n, COLUMNS, s.a, s.b);
  for (int j = 0; j < COLUMNS; j++) {
    place(touch, &v[j], t, &s, j, out);
    out->weight[j] = touch->weight_distance * out->gap[j];
    out->weight[j] += sar_dot(touch->weight_turn, sar_sub(v[j].turn[1], v[j].turn[0]));
    for (int i = 0; i < s.nz; i++) out->weight[j] += touch->weight_by[i] * s.b[i][j];
  }
  return regular;
}
