/* A box with rounded edges and corners: a smaller box with the radius around it. Mass as of the box with sharp edges.
 *
 * A piece of it is told by where it lies along each axis: low, between, high. With 0, 1, 2 for these its number is
 * that of the digits x y z to base three, x the last. */
#include "geometry/round.h"
#include "geometry/shape_classes.h"

static const char *const sizes[] = {"x", "y", "z"};

static double rounding(const SarShape *shape) {
  return 0.02 * fmin(shape->sizes[0], fmin(shape->sizes[1], shape->sizes[2]));
}

static const char *fault(const SarShape *shape) {
  if (!(shape->radius > 0)) return "a box needs a radius: its edges are rounded with it";
  double smallest = fmin(shape->sizes[0], fmin(shape->sizes[1], shape->sizes[2]));
  return 2 * shape->radius < smallest ? NULL : "the radius must be less than half of the smallest edge";
}

static double half(const SarShape *shape, int axis) { return 0.5 * shape->sizes[axis] - shape->radius; }

static const int32_t place[3] = {1, 3, 9};

/* The axes along which a piece extends become its parameters. */
static void add_parameters(const int where[3], SarSpot *out) {
  for (int i = 0; i < 3; i++) {
    out->feature += (1 + where[i]) * place[i];
    if (where[i] == 0) out->tangent[out->nparameters++] = sar_vec3(i == 0, i == 1, i == 2);
  }
}

/* The nearest face of a point inside: the first of those equally near. */
static void push_out(const SarShape *shape, double c[3], int where[3], double normal[3], double *distance) {
  int nearest = 0;
  for (int i = 1; i < 3; i++) {
    if (half(shape, i) - fabs(c[i]) < half(shape, nearest) - fabs(c[nearest])) nearest = i;
  }
  where[nearest] = c[nearest] < 0 ? -1 : 1;
  *distance = fabs(c[nearest]) - half(shape, nearest);
  c[nearest] = where[nearest] * half(shape, nearest);
  for (int i = 0; i < 3; i++) normal[i] = i == nearest ? where[i] : 0;
}

static void closest(const SarShape *shape, SarVec3 x, SarSpot *out) {
  double at[3], c[3], normal[3];
  int where[3], outside = 0;
  sar_vec3_store(x, at);
  for (int i = 0; i < 3; i++) {
    double h = half(shape, i);
    where[i] = at[i] > h ? 1 : at[i] < -h ? -1 : 0;
    c[i] = where[i] ? where[i] * h : at[i];
    normal[i] = where[i];
    outside += where[i] != 0;
  }
  *out = (SarSpot){.radius = shape->radius, .deep = outside == 0};
  if (outside == 0) push_out(shape, c, where, normal, &out->distance);
  out->c = sar_vec3_load(c);
  out->normal = sar_vec3_load(normal);
  if (outside == 1) out->distance = fabs(sar_dot(out->normal, sar_sub(x, out->c)));
  if (outside > 1) sar_spot_towards(out, x);
  add_parameters(where, out);
}

static int32_t nsupports(const SarShape *shape) {
  (void)shape;
  return 8;
}

static void support(const SarShape *shape, SarVec3 u, int32_t k, SarSpot *out) {
  (void)u;
  double c[3];
  int where[3];
  for (int i = 0; i < 3; i++) {
    where[i] = k >> i & 1 ? 1 : -1;
    c[i] = where[i] * half(shape, i);
  }
  sar_spot_vertex(sar_vec3_load(c), shape->radius, 0, out);
  add_parameters(where, out);
}

static int32_t nedges(const SarShape *shape) {
  (void)shape;
  return 12;
}

/* Edge k runs along the axis k/4; the two other axes have the signs of the bits of k. */
static void edge(const SarShape *shape, int32_t k, SarEdge *out) {
  int along = k / 4, bit = 0;
  double middle[3], h[3] = {0, 0, 0};
  *out = (SarEdge){.radius = shape->radius};
  for (int i = 0; i < 3; i++) {
    int where = i == along ? 0 : k >> bit++ & 1 ? 1 : -1;
    middle[i] = where * half(shape, i);
    out->feature += (1 + where) * place[i];
  }
  h[along] = half(shape, along);
  out->middle = sar_vec3_load(middle);
  out->half = sar_vec3_load(h);
}

static double reach(const SarShape *shape, SarVec3 u) {
  return shape->radius + half(shape, 0) * fabs(u.x) + half(shape, 1) * fabs(u.y) + half(shape, 2) * fabs(u.z);
}

static void mass(const SarShape *shape, SarShapeMass *out) {
  double a = shape->sizes[0], b = shape->sizes[1], c = shape->sizes[2], volume = a * b * c, f = volume / 12;
  SarMat3 inertia = sar_mat3_diagonal(f * (b * b + c * c), f * (c * c + a * a), f * (a * a + b * b));
  *out = (SarShapeMass){.volume = volume, .inertia = inertia};
}

const SarShapeClass sar_shape_box = {.name = "box",
                                     .sizes = sizes,
                                     .nsizes = 3,
                                     .convex = true,
                                     .fault = fault,
                                     .rounding = rounding,
                                     .closest = closest,
                                     .nsupports = nsupports,
                                     .support = support,
                                     .nedges = nedges,
                                     .edge = edge,
                                     .reach = reach,
                                     .mass = mass};
