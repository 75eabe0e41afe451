/* A cylinder along z with rounded rims: a smaller cylinder with the radius around it. Mass as of the one with sharp
 * rims.
 *
 * Pieces: 0 and 1 the caps (low, high), 2 the side, 3 and 4 the rims (low, high). Against a plane the lowest point of
 * each rim acts, smoothed (sar_spot_rim): a cylinder stands and lies on two points. Against boxes, capsules and
 * cylinders each rim is the flat ellipsoid that smooths it. */
#include "geometry/round.h"
#include "geometry/shape_classes.h"

#define SMOOTH 1e-3 /* of the radius: so steep the two lowest points wander over the cap when it is tilted */

static const char *const sizes[] = {"radius", "length"};

static double rounding(const SarShape *shape) { return 0.02 * fmin(2 * shape->sizes[0], shape->sizes[1]); }

static const char *fault(const SarShape *shape) {
  if (!(shape->radius > 0)) return "a cylinder needs a radius of its rims: they are rounded with it";
  bool fits = shape->radius < shape->sizes[0] && 2 * shape->radius < shape->sizes[1];
  return fits ? NULL : "the radius of the rims must be less than the cylinder's radius and half of its length";
}

static double core_radius(const SarShape *shape) { return shape->sizes[0] - shape->radius; }
static double half(const SarShape *shape) { return 0.5 * shape->sizes[1] - shape->radius; }

static void on_cap(const SarShape *shape, SarVec3 x, SarSpot *out) {
  double sign = x.z < 0 ? -1 : 1;
  *out = (SarSpot){.c = {x.x, x.y, sign * half(shape)},
                   .normal = {0, 0, sign},
                   .distance = fabs(x.z) - half(shape),
                   .feature = x.z < 0 ? 0 : 1,
                   .nparameters = 2,
                   .tangent = {{1, 0, 0}, {0, 1, 0}}};
}

static void on_side(const SarShape *shape, SarVec3 x, double ex, double ey, double out_from_axis, SarSpot *out) {
  sar_spot_circle(core_radius(shape), x.z, ex, ey, 0, 2, out);
  out->normal = sar_vec3(ex, ey, 0);
  out->distance = out_from_axis - core_radius(shape);
  out->nparameters = 2;
  out->tangent[1] = sar_vec3(0, 0, 1);
}

static void closest(const SarShape *shape, SarVec3 x, SarSpot *out) {
  double s = hypot(x.x, x.y), ex = s > 0 ? x.x / s : 1, ey = s > 0 ? x.y / s : 0;
  double beside = s - core_radius(shape), above = fabs(x.z) - half(shape);
  if (beside > 0 && above > 0) {
    sar_spot_circle(core_radius(shape), x.z < 0 ? -half(shape) : half(shape), ex, ey, 0, x.z < 0 ? 3 : 4, out);
    sar_spot_towards(out, x);
  } else if (beside > above) {
    on_side(shape, x, ex, ey, s, out);
  } else {
    on_cap(shape, x, out);
  }
  out->radius = shape->radius;
  out->deep = beside <= 0 && above <= 0;
}

static int32_t nsupports(const SarShape *shape) {
  (void)shape;
  return 2;
}

static double smoothing(const SarShape *shape) { return fmin(SMOOTH * shape->sizes[0], shape->radius); }

static void support(const SarShape *shape, SarVec3 u, int32_t k, SarSpot *out) {
  sar_spot_rim(core_radius(shape), k ? half(shape) : -half(shape), smoothing(shape), shape->radius, u, 3 + k, out);
}

/* The ellipsoid that smooths a rim. */
static void support_shape(const SarShape *shape, int32_t k, SarShape *out) {
  double e = smoothing(shape), r = shape->radius - e, R = core_radius(shape) + e + r;
  SarVec3 along = sar_vec3(0, 0, k ? half(shape) : -half(shape));
  *out = sar_shape(&sar_shape_ellipsoid, R, R, e + r);
  out->radius = r;
  out->at = sar_add(shape->at, sar_mul(&shape->axes, along));
  out->axes = shape->axes;
}

static int32_t nedges(const SarShape *shape) {
  (void)shape;
  return 1;
}

static void edge(const SarShape *shape, int32_t k, SarEdge *out) {
  (void)k;
  *out = (SarEdge){.half = {0, 0, half(shape)}, .radius = shape->sizes[0], .feature = 2};
}

static double reach(const SarShape *shape, SarVec3 u) {
  return shape->radius + core_radius(shape) * hypot(u.x, u.y) + half(shape) * fabs(u.z);
}

static void mass(const SarShape *shape, SarShapeMass *out) {
  double R = shape->sizes[0], L = shape->sizes[1], volume = SAR_PI * R * R * L;
  double along = volume * R * R / 2, across = volume * (R * R / 4 + L * L / 12);
  *out = (SarShapeMass){.volume = volume, .inertia = sar_mat3_diagonal(across, across, along)};
}

const SarShapeClass sar_shape_cylinder = {.name = "cylinder",
                                          .sizes = sizes,
                                          .nsizes = 2,
                                          .convex = true,
                                          .fault = fault,
                                          .rounding = rounding,
                                          .closest = closest,
                                          .nsupports = nsupports,
                                          .support = support,
                                          .support_shape = support_shape,
                                          .nedges = nedges,
                                          .edge = edge,
                                          .reach = reach,
                                          .mass = mass};
