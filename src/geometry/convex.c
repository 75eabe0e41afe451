/* Two convex cores where they are nearest.
 *
 * From each core's nearest point to the other one and back the distance never grows, but it shrinks slowly between
 * surfaces that bend alike. So the parameters of the two pieces are moved by Newton's method where that is better, and
 * else the step is doubled as long as it helps. */
#include "geometry/convex.h"

#include "geometry/near.h"
#include "geometry/round.h"
#include "geometry/shape_classes.h"
#include "geometry/small.h"

enum { ITERATIONS = 200, DOUBLINGS = 29 }; /* the latter of the step of a projection */

#define ROUNDING 1e-15
#define SMALL 1e-11
#define MEETING 1e-12 /* of the sizes: no normal is left */

/* The two cores seen from each other; everything in the axes of b. */
typedef struct Search {
  const SarPlaced *a, *b;
  SarVec3 at; /* origin of a */
  SarMat3 turn;
} Search;

typedef struct Nearest {
  SarSpot a, b; /* in own axes */
  SarVec3 r;    /* from a to b, axes of b */
  double d;
} Nearest;

static SarVec3 from_a(const Search *s, SarVec3 c) { return sar_add(s->at, sar_mul(&s->turn, c)); }

/* A's point nearest to y, and B's nearest to that. */
static void project(const Search *s, SarVec3 y, Nearest *out) {
  const SarShape *a = s->a->shape, *b = s->b->shape;
  a->class->closest(a, sar_mul_t(&s->turn, sar_sub(y, s->at)), &out->a);
  SarVec3 x = from_a(s, out->a.c);
  b->class->closest(b, x, &out->b);
  out->r = sar_sub(out->b.c, x);
  out->d = sar_norm(out->r);
}

/* Cholesky's method for n <= 4; false: the matrix is not positive definite. */
static bool solve(int n, double G[4][4], double z[4]) {
  for (int j = 0; j < n; j++) {
    double most = G[j][j];
    for (int k = 0; k < j; k++) G[j][j] -= G[j][k] * G[j][k];
    if (!(G[j][j] > 1e-13 * most)) return false;
    G[j][j] = sqrt(G[j][j]);
    for (int i = j + 1; i < n; i++) {
      for (int k = 0; k < j; k++) G[i][j] -= G[i][k] * G[j][k];
      G[i][j] /= G[j][j];
    }
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) z[i] -= G[i][k] * z[k];
    z[i] /= G[i][i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) z[i] -= G[k][i] * z[k];
    z[i] /= G[i][i];
  }
  return true;
}

/* Where Newton's step for both pieces brings B's point; false: there is none. */
static bool newton(const Search *s, const Nearest *at, SarVec3 *y) {
  double G[4][4], z[4];
  SarVec3 T[4];
  int na = at->a.nparameters, nb = at->b.nparameters, n = na + nb;
  for (int i = 0; i < n; i++) {
    T[i] = i < na ? sar_neg(sar_mul(&s->turn, at->a.tangent[i])) : at->b.tangent[i - na];
    z[i] = -sar_dot(T[i], at->r);
    for (int j = 0; j <= i; j++) {
      G[i][j] = sar_dot(T[i], T[j]);
      if (i < na) G[i][j] -= sar_dot(at->r, sar_mul(&s->turn, at->a.bend[i + j]));
      if (j >= na) G[i][j] += sar_dot(at->r, at->b.bend[i + j - 2 * na]);
    }
  }
  if (n == 0 || !solve(n, G, z)) return false;
  *y = at->b.c;
  for (int i = na; i < n; i++) *y = sar_axpy(z[i], T[i], *y);
  return true;
}

/* `rounding`: as good is enough, at the end only Newton's steps make the points exact. */
static bool is_better(const Nearest *next, const Nearest *than, double rounding) {
  return next->d < than->d * (1 + rounding) && !next->a.deep && !next->b.deep;
}

/* Newton's method for the normal n instead of A's parameters, where A is an ellipsoid: good where it is sharp, as the
 * other is where it is flat. A's point is the one with the normal n; across n, r changes by J w - give nu and shall
 * become d nu; B's tangents stay across n. */
static bool newton_of_normal(const Search *s, const Nearest *at, SarVec3 *y) {
  const SarShape *a = s->a->shape, *b = s->b->shape;
  SarSpot spot, there;
  if (!(at->d > 0) || a->class != &sar_shape_ellipsoid) return false;
  SarVec3 n = sar_scale(1 / at->d, at->r), t[2];
  a->class->support(a, sar_mul_t(&s->turn, n), 0, &spot);
  b->class->closest(b, from_a(s, spot.c), &there);
  SarVec3 r = sar_sub(there.c, from_a(s, spot.c));
  double M[SAR_SMALL][SAR_SMALL], right[SAR_SMALL][SAR_SMALL_COLUMNS], d = sar_dot(n, r);
  int nb = there.nparameters;
  sar_across(n, t);
  for (int i = 0; i < nb; i++) {
    for (int j = 0; j < nb; j++) M[i][j] = sar_dot(n, there.bend[i + j]);
    for (int k = 0; k < 2; k++) M[i][nb + k] = M[nb + k][i] = sar_dot(there.tangent[i], t[k]);
    right[i][0] = -sar_dot(n, there.tangent[i]);
  }
  for (int k = 0; k < 2; k++) {
    for (int l = 0; l < 2; l++) {
      SarVec3 tk = sar_mul_t(&s->turn, t[k]), tl = sar_mul_t(&s->turn, t[l]);
      M[nb + k][nb + l] = -(k == l ? d : 0) - sar_dot(tk, sar_mul(&spot.give, tl));
    }
    right[nb + k][0] = -sar_dot(t[k], r);
  }
  if (!sar_small_solve(nb + 2, 1, M, right)) return false;
  for (int k = 0; k < 2; k++) n = sar_axpy(right[nb + k][0], t[k], n);
  a->class->support(a, sar_mul_t(&s->turn, sar_scale(1 / sar_norm(n), n)), 0, &spot);
  b->class->closest(b, from_a(s, spot.c), &there);
  *y = there.c;
  return !there.deep;
}

/* The next pair of points: Newton's, or where going on in the direction of the projection brings the cores nearest. */
static void step(const Search *s, const Nearest *at, Nearest *next) {
  SarVec3 y;
  Nearest other;
  project(s, at->b.c, next);
  bool improved = false;
  for (int k = 0; k < 2; k++) {
    if (!(k == 0 ? newton(s, at, &y) : newton_of_normal(s, at, &y))) continue;
    project(s, y, &other);
    if (!is_better(&other, next, 1e-15)) continue;
    *next = other;
    improved = true;
  }
  if (improved) return;
  SarVec3 along = sar_sub(next->b.c, at->b.c);
  for (int k = 1; k <= DOUBLINGS; k++) {
    project(s, sar_axpy(ldexp(1, k), along, at->b.c), &other);
    if (!is_better(&other, next, 0)) return;
    *next = other;
  }
}

/* Where the cores are nearest; false: they reach into each other. */
static bool nearest(const SarPlaced *a, const SarPlaced *b, Nearest *at) {
  Search s = {a, b, sar_placed_inside(b, a->pose.r), sar_mat3_tmul(&b->pose.A, &a->pose.A)};
  Nearest next;
  double before = INFINITY, size = 0;
  project(&s, sar_vec3(0, 0, 0), at);
  for (int k = 0; k < ITERATIONS && !at->a.deep && !at->b.deep; k++) {
    step(&s, at, &next);
    double change = sar_norm(sar_sub(next.a.c, at->a.c)) + sar_norm(sar_sub(next.b.c, at->b.c));
    size = at->d + sar_norm(at->a.c) + sar_norm(at->b.c);
    *at = next;
    if (change <= ROUNDING * size || (change <= SMALL * size && change >= before)) break; /* to and fro by rounding */
    before = change;
  }
  return !at->a.deep && !at->b.deep && at->d > MEETING * size;
}

/* A touch of cores that reach into each other: of the spots only the radii count. */
static void lost(const SarPlaced *a, const SarPlaced *b, const Nearest *at, SarTouches *out) {
  SarVec3 n;
  double d = sar_near_overlap(a, b, &n) + at->a.radius + at->b.radius;
  SarTouch *touch = sar_touch_add(out, a, &at->a, b, &at->b, n, fmin(d, 0));
  if (touch) touch->deep = touch->lost = true;
}

void sar_convex_find(const SarPlaced *a, const SarPlaced *b, SarTouches *out) {
  Nearest at;
  if (nearest(a, b, &at))
    sar_touch_add(out, a, &at.a, b, &at.b, sar_scale(1 / at.d, sar_mul(&b->pose.A, at.r)), at.d);
  else
    lost(a, b, &at, out);
}

void sar_convex_find_lost(const SarPlaced *a, const SarPlaced *b, SarTouches *out) {
  Nearest at;
  if (!nearest(a, b, &at)) lost(a, b, &at, out);
}
