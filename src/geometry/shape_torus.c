/* A torus around z: the circle of the major radius with the minor radius around it. */
#include "geometry/round.h"
#include "geometry/shape_classes.h"

#define SMOOTH 1e-3 /* of the major radius, where it lies on a plane */

static const char *const sizes[] = {"major", "minor"};

static const char *fault(const SarShape *shape) {
  return shape->sizes[1] < shape->sizes[0] ? NULL : "the minor radius must be less than the major one";
}

static void closest(const SarShape *shape, SarVec3 x, SarSpot *out) {
  double s = hypot(x.x, x.y);
  sar_spot_circle(shape->sizes[0], 0, s > 0 ? x.x / s : 1, s > 0 ? x.y / s : 0, shape->sizes[1], 0, out);
  sar_spot_towards(out, x);
}

static int32_t nsupports(const SarShape *shape) {
  (void)shape;
  return 1;
}

static void support(const SarShape *shape, SarVec3 u, int32_t k, SarSpot *out) {
  (void)k;
  double e = fmin(SMOOTH * shape->sizes[0], shape->sizes[1]);
  sar_spot_rim(shape->sizes[0], 0, e, shape->sizes[1], u, 0, out);
}

static double reach(const SarShape *shape, SarVec3 u) { return shape->sizes[1] + shape->sizes[0] * hypot(u.x, u.y); }

static double hertz_radius(const SarShape *shape) { return shape->sizes[1]; }

static void mass(const SarShape *shape, SarShapeMass *out) {
  double R = shape->sizes[0], r = shape->sizes[1], volume = 2 * SAR_PI * SAR_PI * R * r * r;
  double along = volume * (R * R + 0.75 * r * r), across = volume * (0.5 * R * R + 0.625 * r * r);
  *out = (SarShapeMass){.volume = volume, .inertia = sar_mat3_diagonal(across, across, along)};
}

const SarShapeClass sar_shape_torus = {.name = "torus",
                                       .sizes = sizes,
                                       .nsizes = 2,
                                       .fault = fault,
                                       .closest = closest,
                                       .nsupports = nsupports,
                                       .support = support,
                                       .reach = reach,
                                       .hertz_radius = hertz_radius,
                                       .mass = mass};
