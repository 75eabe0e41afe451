/* A capsule: a segment along z with the radius around it; the length is that of the segment. */
#include "geometry/round.h"
#include "geometry/shape_classes.h"

static const char *const sizes[] = {"radius", "length"};

static SarVec3 half(const SarShape *shape) { return sar_vec3(0, 0, 0.5 * shape->sizes[1]); }

static void closest(const SarShape *shape, SarVec3 x, SarSpot *out) {
  SarVec3 origin = {0, 0, 0}, h = half(shape);
  sar_spot_segment(origin, h, sar_segment_nearest(origin, h, x), shape->sizes[0], 0, out);
  sar_spot_towards(out, x);
}

static int32_t nsupports(const SarShape *shape) {
  (void)shape;
  return 2;
}

static void support(const SarShape *shape, SarVec3 u, int32_t k, SarSpot *out) {
  (void)u;
  sar_spot_vertex(sar_scale(k ? 1 : -1, half(shape)), shape->sizes[0], k, out);
}

static int32_t nedges(const SarShape *shape) {
  (void)shape;
  return 1;
}

static void edge(const SarShape *shape, int32_t k, SarEdge *out) {
  (void)k;
  *out = (SarEdge){.half = half(shape), .radius = shape->sizes[0], .feature = 2};
}

static double reach(const SarShape *shape, SarVec3 u) { return shape->sizes[0] + 0.5 * shape->sizes[1] * fabs(u.z); }

static double hertz_radius(const SarShape *shape) { return shape->sizes[0]; }

static void mass(const SarShape *shape, SarShapeMass *out) {
  double R = shape->sizes[0], h = half(shape).z, tube = 2 * SAR_PI * R * R * h, ball = 4.0 / 3 * SAR_PI * R * R * R;
  double along = tube * R * R / 2 + 0.4 * ball * R * R;
  /* half spheres: 2/5 m R^2 about their flat side's middle, which is 3/8 R from their own centre */
  double across = tube * (R * R / 4 + h * h / 3) + ball * (0.4 * R * R + h * h + 0.75 * h * R);
  *out = (SarShapeMass){.volume = tube + ball, .inertia = sar_mat3_diagonal(across, across, along)};
}

const SarShapeClass sar_shape_capsule = {.name = "capsule",
                                         .sizes = sizes,
                                         .nsizes = 2,
                                         .convex = true,
                                         .closest = closest,
                                         .nsupports = nsupports,
                                         .support = support,
                                         .nedges = nedges,
                                         .edge = edge,
                                         .reach = reach,
                                         .hertz_radius = hertz_radius,
                                         .mass = mass};
