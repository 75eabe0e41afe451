/* An ellipsoid with the half axes as sizes. Without a radius it is exact: the core is its surface pulled in along the
 * normals, by less than it is bent anywhere, so that cores stay apart when surfaces overlap. With one the core is the
 * ellipsoid with half axes shorter by it. */
#include "geometry/round.h"
#include "geometry/shape_classes.h"

enum { ITERATIONS = 60 }; /* Newton's method from the convex side: few are needed */

#define PULLED 0.5 /* of the smallest radius of curvature; at 1 the core has edges */

static const char *const sizes[] = {"a", "b", "c"};

static const char *fault(const SarShape *shape) {
  double smallest = fmin(shape->sizes[0], fmin(shape->sizes[1], shape->sizes[2]));
  return shape->radius < smallest ? NULL : "the radius must be less than the smallest half axis";
}

static SarVec3 core(const SarShape *shape) {
  double r = shape->radius;
  return sar_vec3(shape->sizes[0] - r, shape->sizes[1] - r, shape->sizes[2] - r);
}

/* m, how far the core lies inside the ellipsoid that `core` describes. */
static double pulled(const SarShape *shape) {
  if (shape->radius > 0) return 0;
  const double *a = shape->sizes;
  double smallest = fmin(a[0], fmin(a[1], a[2])), largest = fmax(a[0], fmax(a[1], a[2]));
  return PULLED * smallest * smallest / largest;
}

/* From the ellipsoid with the normal u to the core: a support function smaller by `by`. */
static void pull(const SarShape *shape, SarVec3 u, SarSpot *out) {
  double by = pulled(shape);
  SarMat3 across = sar_outer(u, u), one = sar_mat3_diagonal(1, 1, 1);
  across = sar_mat3_axpy(-1, &across, &one);
  out->c = sar_axpy(-by, u, out->c);
  out->give = sar_mat3_axpy(-by, &across, &out->give);
  out->radius = shape->radius + by;
}

/* The root t of sum (a_i x_i/(a_i^2 + t))^2 = 1 beyond the last pole: the nearest point is a_i^2 x_i/(a_i^2 + t). The
 * sum falls and is convex there, so Newton's method from a point left of the root goes to it without a jump. */
static double multiplier(const double a[3], const double x[3]) {
  double t = -INFINITY;
  for (int i = 0; i < 3; i++) t = fmax(t, a[i] * (fabs(x[i]) - a[i]));
  for (int k = 0; k < ITERATIONS; k++) {
    double f = -1, slope = 0;
    for (int i = 0; i < 3; i++) {
      double pole = a[i] * a[i] + t, y = pole > 0 ? a[i] * x[i] / pole : 0;
      f += y * y;
      slope -= pole > 0 ? 2 * y * y / pole : 0;
    }
    double next = slope < 0 ? t - f / slope : t;
    if (!(next > t)) break;
    t = next;
  }
  return t;
}

/* Parameters along two tangents, so that the surface bends by the inverse of `give`. */
static void parametrise(SarSpot *out) {
  SarVec3 t[2], Ht[2];
  sar_across(out->normal, t);
  for (int i = 0; i < 2; i++) Ht[i] = sar_mul(&out->give, t[i]);
  double h11 = sar_dot(t[0], Ht[0]), h12 = sar_dot(t[0], Ht[1]), h22 = sar_dot(t[1], Ht[1]);
  double determinant = h11 * h22 - h12 * h12;
  double by[3] = {h22 / determinant, -h12 / determinant, h11 / determinant};
  for (int i = 0; i < 3; i++) out->bend[i] = sar_scale(-by[i], out->normal);
  for (int i = 0; i < 2; i++) out->tangent[i] = t[i];
  out->nparameters = 2;
  out->give = sar_mat3_zero();
}

static void closest(const SarShape *shape, SarVec3 x, SarSpot *out) {
  double a[3], at[3], u[3];
  sar_vec3_store(core(shape), a);
  sar_vec3_store(x, at);
  double t = multiplier(a, at);
  for (int i = 0; i < 3; i++) u[i] = at[i] / (a[i] * a[i] + t);
  SarVec3 normal = sar_vec3_load(u);
  double length = sar_norm(normal);
  normal = length > 0 && length < INFINITY ? sar_scale(1 / length, normal) : sar_vec3(0, 0, 1);
  sar_spot_ellipsoid(core(shape), normal, out);
  pull(shape, normal, out);
  out->distance = sar_dot(normal, sar_sub(x, out->c));
  out->deep = !(out->distance > 0);
  parametrise(out);
}

static int32_t nsupports(const SarShape *shape) {
  (void)shape;
  return 1;
}

static void support(const SarShape *shape, SarVec3 u, int32_t k, SarSpot *out) {
  (void)k;
  sar_spot_ellipsoid(core(shape), u, out);
  pull(shape, u, out);
}

static double reach(const SarShape *shape, SarVec3 u) {
  SarVec3 a = core(shape);
  return shape->radius + sar_norm(sar_vec3(a.x * u.x, a.y * u.y, a.z * u.z));
}

static void mass(const SarShape *shape, SarShapeMass *out) {
  double a = shape->sizes[0], b = shape->sizes[1], c = shape->sizes[2], volume = 4.0 / 3 * SAR_PI * a * b * c;
  double f = volume / 5;
  SarMat3 inertia = sar_mat3_diagonal(f * (b * b + c * c), f * (c * c + a * a), f * (a * a + b * b));
  *out = (SarShapeMass){.volume = volume, .inertia = inertia};
}

const SarShapeClass sar_shape_ellipsoid = {.name = "ellipsoid",
                                           .sizes = sizes,
                                           .nsizes = 3,
                                           .convex = true,
                                           .fault = fault,
                                           .closest = closest,
                                           .nsupports = nsupports,
                                           .support = support,
                                           .reach = reach,
                                           .mass = mass};
