/* What is flat or straight somewhere (boxes, capsules, cylinders): corners or rims of each against the other solid, and
 * edge against edge.
 *
 * Flat on flat is never one point. An edge pair is needed where no corner of the two edges carries, and must vanish
 * where one does: at the end of an edge, and all along two parallel ones. So it has a factor 1 - x^1.5 for each of the
 * four corners, x being the penetration that the corner has beside the other edge, over that of the edges: a corner and
 * the edge pair together push as the edge pair alone would, exactly so for a force that grows with depth^1.5. */
#include "geometry/convex.h"
#include "geometry/edges.h"
#include "geometry/near.h"
#include "geometry/pair.h"
#include "geometry/round.h"

#define PARALLEL 1e-9 /* sine of the angle of two edges; the weight goes with its square */
#define ROUNDING 1e-6 /* generous: lines that pass at just the distance are computed */

static bool takes(const SarShapeClass *a, const SarShapeClass *b) { return a->nedges && b->nedges; }

/* A rim is a convex solid of its own. */
static void rim(const SarPlaced *a, int32_t k, int32_t feature, const SarPlaced *b, SarTouches *out) {
  SarShape shape;
  a->shape->class->support_shape(a->shape, k, &shape);
  SarVec3 moved = sar_mul(&a->pose.A, sar_mul_t(&a->shape->axes, sar_sub(shape.at, a->shape->at)));
  SarPlaced at = {&shape, {sar_add(a->pose.r, moved), a->pose.A}, a->centre};
  int32_t first = out->count;
  sar_convex_find(&at, b, out);
  if (out->count > first) out->items[first].side[0].feature = feature;
}

static void corners(const SarNear *of, SarTouches *out) {
  const SarPlaced *a = of->a, *b = of->b;
  const SarShapeClass *class = a->shape->class;
  int32_t n = class->nsupports(a->shape);
  for (int32_t k = 0; k < n; k++) {
    SarSpot spot;
    class->support(a->shape, sar_vec3(0, 0, 1), k, &spot);
    if (class->support_shape)
      rim(a, k, spot.feature, b, out);
    else if (sar_near_point(of, spot.c, spot.radius))
      sar_touch_point(out, a, &spot, b);
  }
}

/* Two edges in ground axes where they are nearest. */
typedef struct Crossing {
  SarEdge edge[2];
  double t[2], length[2]; /* parameters in [-1, 1]; half lengths */
  SarVec3 across;         /* of the unit vectors along both */
  double sine, cosine;    /* of the angle between them */
} Crossing;

double sar_corner_weight(double q, double d, double R, double *by_q, double *by_d) {
  double D = sqrt(d * d + q * q), x = (R - D) / (R - d);
  *by_q = *by_d = 0;
  if (x <= 0) return 1;
  double slope = -1.5 * sqrt(x);
  *by_q = -slope * q / (D * (R - d));
  *by_d = slope * (x - d / D) / (R - d);
  return 1 - x * sqrt(x);
}

/* Of one end (sign -1 or 1) of an edge, and its derivatives by the distance d, by the parameter and by the sine. */
static double end_weight(const Crossing *c, int s, double sign, double d, double R, double by[3]) {
  double along = (1 - sign * c->t[s]) * c->length[s], by_q, w = sar_corner_weight(along * c->sine, d, R, &by_q, &by[0]);
  by[1] = -by_q * c->sine * sign * c->length[s];
  by[2] = by_q * along;
  return w;
}

static void weigh(const Crossing *c, double R, SarTouch *touch) {
  double by_sine = 0;
  if (!(touch->gap < 0 && touch->distance > 0)) return; /* no force, or far too deep */
  for (int end = 0; end < 4; end++) {
    int s = end / 2;
    double by[3], w = end_weight(c, s, end % 2 ? 1 : -1, touch->distance, R, by), others = touch->weight;
    touch->weight *= w;
    touch->weight_distance = touch->weight_distance * w + others * by[0];
    touch->weight_by[0] *= w;
    touch->weight_by[1] *= w;
    touch->weight_by[s] += others * by[1];
    by_sine = by_sine * w + others * by[2];
  }
  touch->weight_turn = c->sine > 0 ? sar_scale(by_sine * c->cosine / c->sine, c->across) : sar_vec3(0, 0, 0);
}

/* Whether the lines of two edges pass each other too far away. */
static bool lines_are_far(const SarEdge edge[2], double far) {
  SarVec3 across = sar_cross(edge[0].half, edge[1].half);
  double square = sar_dot(across, across), apart = sar_dot(across, sar_sub(edge[1].middle, edge[0].middle));
  return apart * apart > (1 + ROUNDING) * square * far * far;
}

static void edge_pair(const SarPlaced *const at[2], const SarEdge local[2], Crossing *c, SarTouches *out) {
  double *t = c->t, R = local[0].radius + local[1].radius;
  if (lines_are_far(c->edge, R + out->margin)) return;
  sar_segments_nearest(&c->edge[0], &c->edge[1], &t[0], &t[1]);
  if (fabs(t[0]) >= 1 || fabs(t[1]) >= 1) return; /* a corner: its own touch; the weight is zero here */
  SarVec3 ca = sar_axpy(t[0], c->edge[0].half, c->edge[0].middle);
  SarVec3 r = sar_sub(sar_axpy(t[1], c->edge[1].half, c->edge[1].middle), ca);
  double d = sar_norm(r);
  if (!(d - R <= out->margin)) return;
  SarSpot spot[2];
  SarVec3 e[2];
  for (int s = 0; s < 2; s++) {
    spot[s] = (SarSpot){.c = sar_axpy(t[s], local[s].half, local[s].middle),
                        .radius = local[s].radius,
                        .feature = local[s].feature,
                        .nparameters = 1,
                        .tangent = {local[s].half},
                        .deep = !(d > 0)};
    c->length[s] = sar_norm(local[s].half);
    e[s] = sar_scale(1 / c->length[s], c->edge[s].half);
  }
  c->across = sar_cross(e[0], e[1]);
  c->sine = sar_norm(c->across);
  c->cosine = sar_dot(e[0], e[1]);
  if (!(c->sine > PARALLEL)) return;
  SarVec3 n = d > 0 ? sar_scale(1 / d, r) : sar_vec3(0, 0, 1);
  SarTouch *touch = sar_touch_add(out, at[0], &spot[0], at[1], &spot[1], n, d);
  if (touch) weigh(c, R, touch);
}

static SarEdge in_ground(const SarPlaced *at, const SarEdge *edge) {
  return (SarEdge){.middle = sar_placed_point(at, edge->middle), .half = sar_mul(&at->pose.A, edge->half)};
}

void sar_edges_touch(const SarPlaced *const at[2], const SarEdge local[2], SarTouches *out) {
  Crossing c;
  for (int s = 0; s < 2; s++) c.edge[s] = in_ground(at[s], &local[s]);
  edge_pair(at, local, &c, out);
}

/* Edges of a that are far from the solid b are left out, and of b those that are far from the edge. */
static void edges(const SarNear *of, SarTouches *out) {
  const SarPlaced *a = of->a, *b = of->b;
  const SarShapeClass *class[2] = {a->shape->class, b->shape->class};
  const SarPlaced *at[2] = {a, b};
  int32_t n[2] = {class[0] -> nedges(a->shape), class[1] -> nedges(b->shape)};
  for (int32_t i = 0; i < n[0]; i++) {
    SarEdge local[2], seen;
    Crossing c;
    class[0]->edge(a->shape, i, &local[0]);
    seen = sar_near_edge(of, &local[0]);
    if (!sar_near_solid(of, &seen)) continue;
    c.edge[0] = in_ground(a, &local[0]);
    for (int32_t j = 0; j < n[1]; j++) {
      class[1]->edge(b->shape, j, &local[1]);
      if (!sar_near_other(of, &seen, &local[1])) continue;
      c.edge[1] = in_ground(b, &local[1]);
      edge_pair(at, local, &c, out);
    }
  }
}

/* Whether a touch tells that the cores overlap: one is as deep. */
static bool is_told(const SarTouches *touches, int32_t first, double radii) {
  for (int32_t i = first; i < touches->count; i++) {
    if (touches->items[i].deep || touches->items[i].gap <= -radii) return true;
  }
  return false;
}

/* What neither corners nor edges see: one solid within the other one, a rod through a face. */
static void find_swallowed(const SarPlaced *a, const SarPlaced *b, int32_t first, SarTouches *out) {
  SarSpot of_a, of_b;
  a->shape->class->support(a->shape, sar_vec3(0, 0, 1), 0, &of_a);
  b->shape->class->support(b->shape, sar_vec3(0, 0, 1), 0, &of_b);
  double radii = of_a.radius + of_b.radius;
  if (!sar_near_apart(a, b, -radii) && !is_told(out, first, radii)) sar_convex_find_lost(a, b, out);
}

static void find(const SarPlaced *a, const SarPlaced *b, SarTouches *out) {
  int32_t begin = out->count;
  if (sar_near_apart(a, b, out->margin)) return;
  SarNear forth = sar_near(a, b, out->margin), back = sar_near(b, a, out->margin);
  corners(&forth, out);
  int32_t first = out->count;
  corners(&back, out);
  for (int32_t i = first; i < out->count; i++) sar_touch_flip(&out->items[i]);
  edges(&forth, out);
  find_swallowed(a, b, begin, out);
}

const SarPairClass sar_pair_polytope = {.name = "polytope", .takes = takes, .find = find};
