#include "fe/elements/face_load.h"

#include <math.h>

enum { POINTS = 9 };

typedef struct Point {
  double r, s, weight;
} Point;

/* Functions of a face at a point, and their derivatives. */
typedef struct Values {
  double N[8], dr[8], ds[8];
} Values;

/* Three nodes, or six: corners, then the middles behind each of them. */
static void triangle(int32_t count, double r, double s, Values *v) {
  const double L[3] = {1 - r - s, r, s}, dr[3] = {-1, 1, 0}, ds[3] = {-1, 0, 1};
  for (int i = 0; i < 3; i++) {
    const int k = (i + 1) % 3;
    v->N[i] = count == 3 ? L[i] : L[i] * (2 * L[i] - 1);
    v->dr[i] = count == 3 ? dr[i] : (4 * L[i] - 1) * dr[i];
    v->ds[i] = count == 3 ? ds[i] : (4 * L[i] - 1) * ds[i];
    v->N[3 + i] = 4 * L[i] * L[k];
    v->dr[3 + i] = 4 * (dr[i] * L[k] + L[i] * dr[k]);
    v->ds[3 + i] = 4 * (ds[i] * L[k] + L[i] * ds[k]);
  }
}

/* Four nodes, or eight. */
static void quadrilateral(int32_t count, double r, double s, Values *v) {
  static const double at[8][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  for (int i = 0; i < 4; i++) {
    const double a = at[i][0], b = at[i][1], A = 1 + a * r, B = 1 + b * s;
    v->N[i] = count == 4 ? A * B / 4 : A * B * (a * r + b * s - 1) / 4;
    v->dr[i] = count == 4 ? a * B / 4 : a * B * (2 * a * r + b * s) / 4;
    v->ds[i] = count == 4 ? b * A / 4 : b * A * (2 * b * s + a * r) / 4;
  }
  for (int i = 4; i < count; i++) {
    const double a = at[i][0], b = at[i][1];
    v->N[i] = a == 0 ? (1 - r * r) * (1 + b * s) / 2 : (1 + a * r) * (1 - s * s) / 2;
    v->dr[i] = a == 0 ? -r * (1 + b * s) : a * (1 - s * s) / 2;
    v->ds[i] = a == 0 ? b * (1 - r * r) / 2 : -s * (1 + a * r);
  }
}

static void triangle_orbit(double a, double weight, Point *out) {
  out[0] = (Point){a, a, weight};
  out[1] = (Point){1 - 2 * a, a, weight};
  out[2] = (Point){a, 1 - 2 * a, weight};
}

/* Of Radon, exact to degree 5: a function and the normal are of degree 2 each. */
static int32_t triangle_points(Point *out) {
  const double r15 = sqrt(15);
  out[0] = (Point){1.0 / 3, 1.0 / 3, 9.0 / 80};
  triangle_orbit((6 - r15) / 21, (155 - r15) / 2400, out + 1);
  triangle_orbit((6 + r15) / 21, (155 + r15) / 2400, out + 4);
  return 7;
}

/* Of Gauss, exact to degree 5 along each side: a function has degree 2, the normal 3. */
static int32_t quadrilateral_points(Point *out) {
  const double x[3] = {-sqrt(0.6), 0, sqrt(0.6)}, w[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  for (int i = 0; i < POINTS; i++) out[i] = (Point){x[i % 3], x[i / 3], w[i % 3] * w[i / 3]};
  return POINTS;
}

int32_t sar_fe_face_pressure(SarFeKind kind, int32_t index, const SarVec3 *nodes, double pressure, SarVec3 force[8]) {
  SarFeFace face;
  Point points[POINTS];
  sar_fe_face(kind, index, &face);
  const int32_t count = face.corners * (sar_fe_first_order(kind) == kind ? 1 : 2);
  const int32_t npoints = face.corners == 3 ? triangle_points(points) : quadrilateral_points(points);
  for (int32_t i = 0; i < count; i++) force[i] = sar_vec3(0, 0, 0);
  for (int32_t p = 0; p < npoints; p++) {
    Values v;
    SarVec3 along[2] = {{0, 0, 0}, {0, 0, 0}};
    if (face.corners == 3) {
      triangle(count, points[p].r, points[p].s, &v);
    } else {
      quadrilateral(count, points[p].r, points[p].s, &v);
    }
    for (int32_t i = 0; i < count; i++) {
      along[0] = sar_axpy(v.dr[i], nodes[face.node[i]], along[0]);
      along[1] = sar_axpy(v.ds[i], nodes[face.node[i]], along[1]);
    }
    const SarVec3 area = sar_scale(points[p].weight, sar_cross(along[0], along[1])); /* n dA */
    for (int32_t i = 0; i < count; i++) force[i] = sar_axpy(-pressure * v.N[i], area, force[i]);
  }
  return count;
}
