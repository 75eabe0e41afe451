/* A sphere: its centre, with the radius around it. */
#include "geometry/round.h"
#include "geometry/shape_classes.h"

static const char *const sizes[] = {"radius"};

static void closest(const SarShape *shape, SarVec3 x, SarSpot *out) {
  sar_spot_vertex(sar_vec3(0, 0, 0), shape->sizes[0], 0, out);
  sar_spot_towards(out, x);
}

static int32_t nsupports(const SarShape *shape) {
  (void)shape;
  return 1;
}

static void support(const SarShape *shape, SarVec3 u, int32_t k, SarSpot *out) {
  (void)u, (void)k;
  sar_spot_vertex(sar_vec3(0, 0, 0), shape->sizes[0], 0, out);
}

static double reach(const SarShape *shape, SarVec3 u) {
  (void)u;
  return shape->sizes[0];
}

static double hertz_radius(const SarShape *shape) { return shape->sizes[0]; }

static void mass(const SarShape *shape, SarShapeMass *out) {
  double R = shape->sizes[0], volume = 4.0 / 3 * SAR_PI * R * R * R, J = 0.4 * volume * R * R;
  *out = (SarShapeMass){.volume = volume, .inertia = sar_mat3_diagonal(J, J, J)};
}

const SarShapeClass sar_shape_sphere = {.name = "sphere",
                                        .sizes = sizes,
                                        .nsizes = 1,
                                        .point = true,
                                        .convex = true,
                                        .closest = closest,
                                        .nsupports = nsupports,
                                        .support = support,
                                        .reach = reach,
                                        .hertz_radius = hertz_radius,
                                        .mass = mass};
