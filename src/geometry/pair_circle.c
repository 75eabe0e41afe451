/* A torus against a solid: the points of its circle that are nearest to the solid, every one that is nearer than its
 * neighbours. The slope of the distance along the circle is the tangent along the solid's normal; where it changes from
 * falling to rising, it is solved for. */
#include "geometry/pair.h"
#include "geometry/round.h"
#include "geometry/shape_classes.h"

enum { SAMPLES = 48, ITERATIONS = 80 };

static bool takes(const SarShapeClass *a, const SarShapeClass *b) { return a == &sar_shape_torus && b->closest; }

/* The circle at an angle, seen from the solid. */
typedef struct At {
  SarSpot spot, nearest; /* of the circle, of the solid */
  double slope;          /* of the distance by the angle */
} At;

static void look(const SarPlaced *a, const SarPlaced *b, double angle, At *out) {
  double R = a->shape->sizes[0];
  sar_spot_circle(R, 0, cos(angle), sin(angle), a->shape->sizes[1], 0, &out->spot);
  SarVec3 x = sar_placed_inside(b, sar_placed_point(a, out->spot.c));
  b->shape->class->closest(b->shape, x, &out->nearest);
  SarVec3 along = sar_mul_t(&b->pose.A, sar_mul(&a->pose.A, out->spot.tangent[0]));
  out->slope = sar_dot(along, out->nearest.normal);
}

/* The zero of the slope between two angles: the rule of false position in its Illinois form. */
static double settle(const SarPlaced *a, const SarPlaced *b, double low, double high, double f_low, double f_high) {
  int last = 0;
  double x = low;
  for (int k = 0; k < ITERATIONS && high - low > 0; k++) {
    double next = (low * f_high - high * f_low) / (f_high - f_low);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (next == x || next == low || next == high) break;
    x = next;
    At at;
    look(a, b, x, &at);
    if (at.slope == 0) break;
    if (at.slope < 0) {
      if (last < 0) f_high *= 0.5;
      low = x, f_low = at.slope, last = -1;
    } else {
      if (last > 0) f_low *= 0.5;
      high = x, f_high = at.slope, last = 1;
    }
  }
  return x;
}

static void add(const SarPlaced *a, const SarPlaced *b, double angle, int32_t part, SarTouches *out) {
  At at;
  look(a, b, angle, &at);
  at.spot.feature = part;
  SarVec3 n = sar_neg(sar_mul(&b->pose.A, at.nearest.normal));
  sar_touch_add(out, a, &at.spot, b, &at.nearest, n, at.nearest.distance);
}

static void find(const SarPlaced *a, const SarPlaced *b, SarTouches *out) {
  double slope[SAMPLES + 1], spacing = 2 * SAR_PI / SAMPLES;
  for (int i = 0; i < SAMPLES; i++) {
    At at;
    look(a, b, i * spacing, &at);
    slope[i] = at.slope;
  }
  slope[SAMPLES] = slope[0];
  int32_t found = 0;
  for (int i = 0; i < SAMPLES; i++) {
    if (!(slope[i] < 0 && slope[i + 1] >= 0)) continue;
    double angle = settle(a, b, i * spacing, (i + 1) * spacing, slope[i], slope[i + 1]);
    add(a, b, angle, found++, out);
  }
}

const SarPairClass sar_pair_circle = {.name = "circle", .takes = takes, .find = find};
