/* A cone along z without its tip, with rounded rims: a smaller one with the radius around it, whose side and caps lie
 * deeper by the radius. `radius` is that of the low end, `top` that of the high one. Mass as of the one with sharp
 * rims.
 *
 * Pieces: 0 and 1 the caps (low, high), 2 the side, 3 and 4 the rims (low, high). Against a plane the lowest point of
 * each rim acts, smoothed (sar_spot_rim): it stands and lies on two points. Against other solids it is a convex body
 * with one touch: its side is straight, but nothing is its edge. */
#include "geometry/round.h"
#include "geometry/shape_classes.h"

#define SMOOTH 1e-3 /* of the radius of a rim, as of a cylinder's */

static const char *const sizes[] = {"radius", "top", "length"};

static double rounding(const SarShape *shape) {
  const double *a = shape->sizes;
  return 0.02 * fmin(fmin(2 * a[0], 2 * a[1]), a[2]);
}

/* In the half plane of the distance s from the axis and z: the side is nr s + nz z = offset, from (end[0], -half) to
 * (end[1], half). */
typedef struct Core {
  double nr, nz, offset;
  double end[2], half;
} Core;

static Core core_of(const SarShape *shape) {
  const double *a = shape->sizes, step = a[0] - a[1], slant = hypot(step, a[2]);
  Core c = {.nr = a[2] / slant, .nz = step / slant, .half = 0.5 * a[2] - shape->radius};
  c.offset = c.nr * 0.5 * (a[0] + a[1]) - shape->radius;
  c.end[0] = (c.offset + c.nz * c.half) / c.nr;
  c.end[1] = (c.offset - c.nz * c.half) / c.nr;
  return c;
}

static const char *fault(const SarShape *shape) {
  if (!(shape->radius > 0)) return "a frustum needs a radius of its rims: they are rounded with it";
  Core c = core_of(shape);
  bool fits = c.half > 0 && c.end[0] > 0 && c.end[1] > 0;
  return fits ? NULL
              : "the rims of a frustum are rounded by its radius, which leaves nothing of a cap or of the length";
}

static void on_cap(const Core *core, SarVec3 x, SarSpot *out) {
  double sign = x.z < 0 ? -1 : 1;
  *out = (SarSpot){.c = {x.x, x.y, sign * core->half},
                   .normal = {0, 0, sign},
                   .distance = fabs(x.z) - core->half,
                   .feature = x.z < 0 ? 0 : 1,
                   .nparameters = 2,
                   .tangent = {{1, 0, 0}, {0, 1, 0}}};
}

/* Parameters: the angle, and the length along the side, of which the distance from the axis changes by -nz. */
static void on_side(const Core *core, double s, double z, double ex, double ey, double outside, SarSpot *out) {
  sar_spot_circle(s - outside * core->nr, z - outside * core->nz, ex, ey, 0, 2, out);
  out->normal = sar_vec3(core->nr * ex, core->nr * ey, core->nz);
  out->distance = outside;
  out->nparameters = 2;
  out->tangent[1] = sar_vec3(-core->nz * ex, -core->nz * ey, core->nr);
  out->bend[1] = sar_vec3(core->nz * ey, -core->nz * ex, 0);
}

static void closest(const SarShape *shape, SarVec3 x, SarSpot *out) {
  const Core core = core_of(shape);
  double s = hypot(x.x, x.y), ex = s > 0 ? x.x / s : 1, ey = s > 0 ? x.y / s : 0;
  double outside = core.nr * s + core.nz * x.z - core.offset, above = fabs(x.z) - core.half;
  int end = x.z < 0 ? 0 : 1;
  bool inside = outside <= 0 && above <= 0;
  double along = core.nr * x.z - core.nz * s; /* the side, up */
  bool past_low = along <= -core.nr * core.half - core.nz * core.end[0];
  bool past_high = along >= core.nr * core.half - core.nz * core.end[1];
  if (inside ? above >= outside : above > 0 && s <= core.end[end]) {
    on_cap(&core, x, out);
  } else if (!inside && (past_low || past_high)) {
    sar_spot_circle(core.end[past_high], past_high ? core.half : -core.half, ex, ey, 0, past_high ? 4 : 3, out);
    sar_spot_towards(out, x);
  } else {
    on_side(&core, s, x.z, ex, ey, outside, out);
  }
  out->radius = shape->radius;
  out->deep = inside;
}

static int32_t nsupports(const SarShape *shape) {
  (void)shape;
  return 2;
}

static void support(const SarShape *shape, SarVec3 u, int32_t k, SarSpot *out) {
  const Core core = core_of(shape);
  double smoothing = fmin(SMOOTH * shape->sizes[k], shape->radius);
  sar_spot_rim(core.end[k], k ? core.half : -core.half, smoothing, shape->radius, u, 3 + k, out);
}

static double reach(const SarShape *shape, SarVec3 u) {
  const Core core = core_of(shape);
  double across = hypot(u.x, u.y), along = core.half * u.z;
  return shape->radius + fmax(core.end[0] * across - along, core.end[1] * across + along);
}

/* With the radius m + k z, z from -L/2 to L/2: volume pi (m^2 L + k^2 L^3/12), first moment pi m k L^3/6. */
static void mass(const SarShape *shape, SarShapeMass *out) {
  double a = shape->sizes[0], b = shape->sizes[1], L = shape->sizes[2], L3 = L * L * L;
  double m = 0.5 * (a + b), k = (b - a) / L;
  double volume = SAR_PI * (m * m * L + k * k * L3 / 12), centre = SAR_PI * m * k * L3 / 6 / volume;
  double along = SAR_PI * L / 10 * (a * a * a * a + a * a * a * b + a * a * b * b + a * b * b * b + b * b * b * b);
  double across = along / 2 + SAR_PI * (m * m * L3 / 12 + k * k * L3 * L * L / 80) - volume * centre * centre;
  *out =
      (SarShapeMass){.volume = volume, .centre = {0, 0, centre}, .inertia = sar_mat3_diagonal(across, across, along)};
}

const SarShapeClass sar_shape_frustum = {.name = "frustum",
                                         .sizes = sizes,
                                         .nsizes = 3,
                                         .convex = true,
                                         .fault = fault,
                                         .rounding = rounding,
                                         .closest = closest,
                                         .nsupports = nsupports,
                                         .support = support,
                                         .reach = reach,
                                         .mass = mass};
