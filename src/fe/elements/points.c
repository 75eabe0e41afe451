#include "fe/elements/points.h"

#include <math.h>

#include "fe/elements/shape.h"

static void add(SarFePoints *out, double x, double y, double z, double weight) {
  out->point[out->count++] = (SarFePoint){{x, y, z}, weight};
}

/* Gauss's points on -1 ... 1. */
typedef struct Line {
  int count;
  double at[3], weight[3];
} Line;

static Line gauss(int count) {
  double two = sqrt(1.0 / 3), three = sqrt(0.6);
  if (count == 1) return (Line){1, {0}, {2}};
  if (count == 2) return (Line){2, {-two, two}, {1, 1}};
  return (Line){3, {-three, 0, three}, {5.0 / 9, 8.0 / 9, 5.0 / 9}};
}

static void hexahedron(int count, SarFePoints *out) {
  Line g = gauss(count);
  for (int k = 0; k < g.count; k++) {
    for (int j = 0; j < g.count; j++) {
      for (int i = 0; i < g.count; i++) add(out, g.at[i], g.at[j], g.at[k], g.weight[i] * g.weight[j] * g.weight[k]);
    }
  }
}

static void tetrahedron_orbit(double a, double b, double weight, SarFePoints *out) {
  add(out, a, a, a, weight);
  add(out, b, a, a, weight);
  add(out, a, b, a, weight);
  add(out, a, a, b, weight);
}

/* One point (exact to degree 1), four (to degree 2) or fifteen (to degree 5, of Keast). */
static void tetrahedron(int count, SarFePoints *out) {
  double r5 = sqrt(5), r15 = sqrt(15);
  if (count == 1) add(out, 0.25, 0.25, 0.25, 1.0 / 6);
  if (count == 4) tetrahedron_orbit((5 - r5) / 20, (5 + 3 * r5) / 20, 1.0 / 24, out);
  if (count < 15) return;
  add(out, 0.25, 0.25, 0.25, 8.0 / 405);
  tetrahedron_orbit((7 - r15) / 34, (13 + 3 * r15) / 34, (2665 + 14 * r15) / 226800, out);
  tetrahedron_orbit((7 + r15) / 34, (13 - 3 * r15) / 34, (2665 - 14 * r15) / 226800, out);
  double a = (5 - r15) / 20, b = 0.5 - a, w = 5.0 / 567;
  add(out, a, a, b, w), add(out, a, b, a, w), add(out, b, a, a, w);
  add(out, a, b, b, w), add(out, b, a, b, w), add(out, b, b, a, w);
}

static void triangle_orbit(double a, double z, double weight, SarFePoints *out) {
  add(out, a, a, z, weight);
  add(out, 1 - 2 * a, a, z, weight);
  add(out, a, 1 - 2 * a, z, weight);
}

/* One point in the triangle (exact to degree 1), three (to degree 2) or seven (to degree 5, of Radon) at each of
 * Gauss's points along. */
static void wedge(int triangle, int along, SarFePoints *out) {
  Line g = gauss(along);
  double r15 = sqrt(15);
  for (int k = 0; k < g.count; k++) {
    double z = g.at[k], w = g.weight[k];
    if (triangle == 1) add(out, 1.0 / 3, 1.0 / 3, z, w / 2);
    if (triangle == 3) triangle_orbit(1.0 / 6, z, w / 6, out);
    if (triangle < 7) continue;
    add(out, 1.0 / 3, 1.0 / 3, z, w * 9 / 80);
    triangle_orbit((6 - r15) / 21, z, w * (155 - r15) / 2400, out);
    triangle_orbit((6 + r15) / 21, z, w * (155 + r15) / 2400, out);
  }
}

void sar_fe_stiffness_points(SarFeKind kind, SarFeVariant variant, SarFePoints *out) {
  bool reduced = variant == SAR_FE_REDUCED;
  out->count = 0;
  switch (kind) {
    case SAR_FE_TET4: tetrahedron(1, out); break;
    case SAR_FE_TET10: tetrahedron(4, out); break;
    case SAR_FE_HEX8: hexahedron(reduced ? 1 : 2, out); break;
    case SAR_FE_HEX20: hexahedron(reduced ? 2 : 3, out); break;
    case SAR_FE_WEDGE6: wedge(1, 2, out); break;
    default: wedge(3, 3, out); break;
  }
}

void sar_fe_mass_points(SarFeKind kind, SarFePoints *out) {
  out->count = 0;
  switch (kind) {
    case SAR_FE_TET4: tetrahedron(4, out); break;
    case SAR_FE_TET10: tetrahedron(15, out); break;
    case SAR_FE_HEX8: hexahedron(2, out); break;
    case SAR_FE_HEX20: hexahedron(3, out); break;
    case SAR_FE_WEDGE6: wedge(3, 2, out); break;
    default: wedge(7, 3, out); break;
  }
}
