/* A profile against a roller (sphere, cylinder), a plane, another profile. Every place that is nearer than those beside
 * it counts: a roller may touch both flanks.
 *
 * The roller is its centre with a radius, and the profile the surface along z. Of two profiles the first is the curve
 * in its own plane. So what follows for motions out of the plane is exact, too; but the axes of both are meant to be
 * parallel. */
#include "geometry/pair.h"
#include "geometry/profile_tree.h"
#include "geometry/round.h"
#include "geometry/shape_classes.h"

static bool takes(const SarShapeClass *a, const SarShapeClass *b) {
  bool other = a->point || a == &sar_shape_cylinder || a == &sar_shape_plane || a == &sar_shape_profile;
  return other && b == &sar_shape_profile;
}

typedef struct Search {
  const SarPlaced *a, *b;
  SarTouches *out;
  const SarProfile *on;  /* that of b */
  SarPose seen;          /* of a in the axes of b */
  SarSpot point;         /* the roller's */
  SarVec2 x;             /* its centre in the axes of b */
  double height, length; /* m, of its centre along b's z, how long it is */
  SarVec2 down;          /* against the plane's normal, in the axes of b */
  double above;          /* m, of b's origin above the plane */
  double room;           /* m, what is farther away is not looked at: the margin, or where that is infinite so far that
                            the nearest place is seen */
} Search;

/* The surface of a profile at a place, z above its middle plane. */
static void on_surface(const SarProfile *profile, const SarCurvePlace *place, double z, SarSpot *out) {
  const SarCurvePoint *p = &place->point;
  *out = (SarSpot){.c = {p->c.x, p->c.y, z},
                   .normal = {place->normal.x, place->normal.y, 0},
                   .distance = place->distance,
                   .radius = profile->radius,
                   .feature = place->piece,
                   .nparameters = 2,
                   .tangent = {{p->tangent.x, p->tangent.y, 0}, {0, 0, 1}},
                   .bend = {{p->bend.x, p->bend.y, 0}}};
}

static void on_curve(const SarProfile *profile, const SarCurvePlace *place, SarSpot *out) {
  on_surface(profile, place, 0, out);
  out->nparameters = 1;
}

static double room_for(const Search *s, double gap) {
  return isinf(s->out->margin) ? fmax(gap, 0) * (1 + 1e-9) + 1e-12 : s->out->margin;
}

/* ---- a roller ---- */

static double roller_slope(const void *self, const SarCurvePoint *at) {
  const Search *s = self;
  return at->tangent.x * (at->c.x - s->x.x) + at->tangent.y * (at->c.y - s->x.y);
}

static bool roller_near(const void *self, const SarCircle *c) {
  const Search *s = self;
  double away = hypot(s->x.x - c->middle.x, s->x.y - c->middle.y) - c->half;
  return away - s->point.radius - s->on->radius <= s->room;
}

/* Deep: by half its radius or more. No law lets that happen, but a step may. */
static void add_roller(const Search *s, const SarCurvePlace *place) {
  SarSpot spot;
  on_surface(s->on, place, s->height, &spot);
  spot.deep = spot.distance < 0.5 * s->point.radius;
  SarVec3 n = sar_neg(sar_mul(&s->b->pose.A, spot.normal));
  sar_touch_add(s->out, s->a, &s->point, s->b, &spot, n, spot.distance);
}

static void roller_found(void *self, const SarCurvePlace *place) {
  const Search *s = self;
  SarCurvePlace at = *place;
  at.distance = (s->x.x - at.point.c.x) * at.normal.x + (s->x.y - at.point.c.y) * at.normal.y;
  if (at.distance > 0) add_roller(s, &at); /* else it is seen through the solid */
}

static void find_roller(Search *s) {
  SarCurvePlace nearest;
  double R = s->a->shape->sizes[0];
  sar_spot_vertex(sar_vec3(0, 0, 0), R, 0, &s->point);
  s->x = (SarVec2){s->seen.r.x, s->seen.r.y};
  s->height = s->seen.r.z;
  if (fabs(s->height) > 0.5 * (s->on->width + s->length)) return;
  sar_profile_nearest(s->on, s->x, &nearest);
  s->room = room_for(s, nearest.distance - R - s->on->radius);
  if (nearest.distance <= 0)
    add_roller(s, &nearest); /* the centre is in the solid */
  else
    sar_profile_each_least(s->on, (SarAlongCurve){roller_slope, roller_near, s, INFINITY}, roller_found, s);
}

/* ---- a plane ---- */

static double plane_slope(const void *self, const SarCurvePoint *at) {
  const Search *s = self;
  return -(at->tangent.x * s->down.x + at->tangent.y * s->down.y);
}

static bool plane_near(const void *self, const SarCircle *c) {
  const Search *s = self;
  double lowest = hypot(s->down.x, s->down.y) * c->half + s->down.x * c->middle.x + s->down.y * c->middle.y;
  return s->above - lowest - s->on->radius <= s->room;
}

static void plane_found(void *self, const SarCurvePlace *place) {
  const Search *s = self;
  SarSpot of_b, of_a;
  if (place->normal.x * s->down.x + place->normal.y * s->down.y <= 0) return; /* hollow from the other side */
  on_curve(s->on, place, &of_b);
  const SarShape *plane = s->a->shape;
  SarVec3 x = sar_placed_inside(s->a, sar_placed_point(s->b, of_b.c));
  plane->class->closest(plane, x, &of_a);
  sar_touch_add(s->out, s->a, &of_a, s->b, &of_b, sar_column(&s->a->pose.A, 2), of_a.distance);
}

static void find_plane(Search *s) {
  SarVec3 down = sar_neg(sar_column(&s->seen.A, 2));
  double across = hypot(down.x, down.y);
  if (!(across > 0)) return; /* the curve is parallel to the plane */
  s->down = (SarVec2){down.x, down.y};
  s->above = -sar_dot(sar_column(&s->seen.A, 2), s->seen.r);
  SarVec2 way = {down.x / across, down.y / across};
  s->room = room_for(s, s->above - across * sar_profile_reach(s->on, way) - s->on->radius);
  sar_profile_each_least(s->on, (SarAlongCurve){plane_slope, plane_near, s, INFINITY}, plane_found, s);
}

/* ---- another profile ---- */

/* A point of a's curve in the axes of b. */
static SarVec3 see(const Search *s, SarVec2 c) {
  return sar_add(s->seen.r, sar_mul(&s->seen.A, sar_vec3(c.x, c.y, 0)));
}

static double profile_slope(const void *self, const SarCurvePoint *at) {
  const Search *s = self;
  SarCurvePlace nearest;
  SarVec3 x = see(s, at->c), t = sar_mul(&s->seen.A, sar_vec3(at->tangent.x, at->tangent.y, 0));
  sar_profile_nearest(s->on, (SarVec2){x.x, x.y}, &nearest);
  return t.x * nearest.normal.x + t.y * nearest.normal.y;
}

static bool profile_near(const void *self, const SarCircle *c) {
  const Search *s = self;
  const SarProfile *profile = s->a->shape->data;
  SarVec3 x = see(s, c->middle);
  SarCircle seen = {{x.x, x.y}, c->half};
  return sar_profile_may_reach(s->on, &seen, profile->radius + s->on->radius + s->room);
}

static void profile_found(void *self, const SarCurvePlace *place) {
  const Search *s = self;
  const SarProfile *profile = s->a->shape->data;
  SarCurvePlace nearest;
  SarSpot of_a, of_b;
  SarVec3 x = see(s, place->point.c);
  if (fabs(x.z) > 0.5 * (s->on->width + s->length)) return;
  sar_profile_nearest(s->on, (SarVec2){x.x, x.y}, &nearest);
  SarVec3 outward = sar_mul(&s->seen.A, sar_vec3(place->normal.x, place->normal.y, 0));
  if (outward.x * nearest.normal.x + outward.y * nearest.normal.y >= 0) return; /* seen through the solid */
  on_curve(profile, place, &of_a);
  on_surface(s->on, &nearest, x.z, &of_b);
  of_b.deep = nearest.distance < -0.5 * fmin(profile->grain, s->on->grain);
  SarVec3 n = sar_neg(sar_mul(&s->b->pose.A, of_b.normal));
  sar_touch_add(s->out, s->a, &of_a, s->b, &of_b, n, nearest.distance);
}

#define SWALLOWED 0.1 /* of the smaller profile */

/* A place that lies deep in both solids. */
static bool is_lost(const Search *s, SarVec3 x, double deep) {
  const SarProfile *profile = s->a->shape->data;
  SarCurvePlace of_a, of_b;
  SarSpot spot[2];
  sar_profile_nearest(s->on, (SarVec2){x.x, x.y}, &of_b);
  if (of_b.distance >= -deep) return false;
  SarVec3 y = sar_mul_t(&s->seen.A, sar_sub(x, s->seen.r));
  sar_profile_nearest(profile, (SarVec2){y.x, y.y}, &of_a);
  if (of_a.distance >= -deep) return false;
  on_curve(profile, &of_a, &spot[0]);
  on_surface(s->on, &of_b, x.z, &spot[1]);
  SarVec3 n = sar_neg(sar_mul(&s->b->pose.A, spot[1].normal));
  SarTouch *touch = sar_touch_add(s->out, s->a, &spot[0], s->b, &spot[1], n, of_a.distance + of_b.distance);
  if (touch) touch->deep = touch->lost = true;
  return true;
}

/* Where no place touches, one profile may lie in the other one, too deep for their curves to be near: looked for on the
 * line from origin to origin, where both are solid if they overlap by much. */
static void find_swallowed(const Search *s, int32_t first) {
  enum { PARTS = 4 };
  const SarProfile *profile = s->a->shape->data;
  if (fabs(s->seen.r.z) > 0.5 * (s->on->width + s->length)) return;
  for (int32_t i = first; i < s->out->count; i++) {
    if (s->out->items[i].gap < 0) return;
  }
  double size = fmin(profile->tree[0].half, s->on->tree[0].half); /* without corners there is no grain */
  double deep = fmin(0.5 * fmin(profile->grain, s->on->grain), SWALLOWED * size);
  for (int i = 0; i <= PARTS; i++) {
    if (is_lost(s, sar_scale((double)i / PARTS, s->seen.r), deep)) return;
  }
}

/* With an infinite margin: up to a room in which there is something. */
static void find_profile(Search *s) {
  const SarProfile *profile = s->a->shape->data;
  double far = hypot(s->seen.r.x, s->seen.r.y) + 2 * (profile->tree[0].half + s->on->tree[0].half);
  int32_t before = s->out->count;
  bool searching = isinf(s->out->margin);
  SarAlongCurve along = {profile_slope, profile_near, s, fmin(profile->grain, s->on->grain)};
  s->length = profile->width;
  s->room = searching ? 0 : s->out->margin;
  sar_profile_each_least(profile, along, profile_found, s);
  for (double room = 1e-3 * far; searching && s->out->count == before && room < 2 * far; room *= 2) {
    s->room = room;
    sar_profile_each_least(profile, along, profile_found, s);
  }
  find_swallowed(s, before);
}

static void find(const SarPlaced *a, const SarPlaced *b, SarTouches *out) {
  Search s = {.a = a, .b = b, .out = out, .on = b->shape->data};
  s.seen = (SarPose){sar_placed_inside(b, a->pose.r), sar_mat3_tmul(&b->pose.A, &a->pose.A)};
  const SarShapeClass *class = a->shape->class;
  if (class == &sar_shape_cylinder) s.length = a->shape->sizes[1];
  if (class == &sar_shape_plane)
    find_plane(&s);
  else if (class == &sar_shape_profile)
    find_profile(&s);
  else
    find_roller(&s);
}

const SarPairClass sar_pair_profile = {.name = "profile", .takes = takes, .find = find};
