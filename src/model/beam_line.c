/* The line of a beam: straight pieces, a spline or an arc, and the direction of section axis 2 along it. */
#include <math.h>

#include "model/beam.h"

struct SarBeamLine {
  int curve; /* SAR_CURVE_... */
  int32_t npoints;
  const double *points;
  /* Spline: knots (chord lengths from 0 to 1) and second derivatives by them, three per point. */
  double *knots, *second;
  /* Arc: r = centre + x cos(u angle) + y sin(u angle). */
  SarVec3 centre, x, y;
  double angle;
  const double *axes; /* three numbers for each of naxes directions */
  int32_t naxes;
  double fallback[3];
};

static SarVec3 point(const SarBeamLine *line, int32_t i) { return sar_vec3_load(line->points + 3 * i); }

/* ---- arcs ---- */

#define PI 3.14159265358979323846

/* From 0 to 2 pi, about the axis that the three points are passed around counterclockwise. */
static double angle_of(const SarBeamLine *line, SarVec3 from_centre) {
  double angle = atan2(sar_dot(from_centre, line->y), sar_dot(from_centre, line->x));
  return angle > 0 ? angle : angle + 2 * PI;
}

static const char *make_arc(SarBeamLine *line) {
  SarVec3 a = point(line, 0), b = sar_sub(point(line, 1), a), c = sar_sub(point(line, 2), a), n = sar_cross(b, c);
  double nn = sar_dot(n, n);
  if (!(nn > 1e-12 * sar_dot(b, b) * sar_dot(c, c))) return "the three points of the arc lie on a line";
  SarVec3 to_centre = sar_scale(
      1 / (2 * nn), sar_add(sar_scale(sar_dot(c, c), sar_cross(n, b)), sar_scale(-sar_dot(b, b), sar_cross(n, c))));
  line->centre = sar_add(a, to_centre);
  line->x = sar_neg(to_centre);
  SarVec3 axis = sar_scale(1 / sqrt(nn), n);
  line->y = sar_cross(axis, line->x);
  SarVec3 last = sar_sub(sar_add(a, c), line->centre);
  line->angle = angle_of(line, last);
  return NULL;
}

/* ---- splines ---- */

/* Natural cubic splines through the points, over chord lengths. */
static bool make_spline(SarBeamLine *line, SarArena *arena) {
  int32_t n = line->npoints;
  double *h = SAR_NEW(arena, n, double), *d = SAR_NEW(arena, n, double);
  line->knots = SAR_NEW(arena, n, double);
  line->second = SAR_NEW(arena, 3 * n, double);
  if (!h || !d || !line->knots || !line->second) return false;
  for (int32_t i = 1; i < n; i++) {
    line->knots[i] = line->knots[i - 1] + sar_norm(sar_sub(point(line, i), point(line, i - 1)));
  }
  for (int32_t i = 1; i < n; i++) line->knots[i] /= line->knots[n - 1];
  for (int32_t i = 0; i + 1 < n; i++) h[i] = line->knots[i + 1] - line->knots[i];
  for (int k = 0; k < 3; k++) {
    double *m = line->second + k;
    for (int32_t i = 1; i + 1 < n; i++) { /* forward elimination */
      double left = line->points[3 * i + k] - line->points[3 * (i - 1) + k];
      double right = line->points[3 * (i + 1) + k] - line->points[3 * i + k];
      double below = i > 1 ? h[i - 1] / d[i - 1] : 0;
      d[i] = 2 * (h[i - 1] + h[i]) - (i > 1 ? below * h[i - 1] : 0);
      m[3 * i] = 6 * (right / h[i] - left / h[i - 1]) - (i > 1 ? below * m[3 * (i - 1)] : 0);
    }
    for (int32_t i = n - 2; i > 0; i--) m[3 * i] = (m[3 * i] - (i + 2 < n ? h[i] * m[3 * (i + 1)] : 0)) / d[i];
  }
  return true;
}

/* The interval of knots that holds u. */
static int32_t interval_of(const SarBeamLine *line, double u) {
  int32_t low = 0, high = line->npoints - 1;
  while (high - low > 1) {
    int32_t middle = low + (high - low) / 2;
    if (u < line->knots[middle])
      high = middle;
    else
      low = middle;
  }
  return low;
}

static void spline_at(const SarBeamLine *line, double u, SarVec3 *r, SarVec3 *by_u) {
  int32_t i = interval_of(line, u);
  double h = line->knots[i + 1] - line->knots[i], b = (u - line->knots[i]) / h, a = 1 - b, value[3], rate[3];
  for (int k = 0; k < 3; k++) {
    double y0 = line->points[3 * i + k], y1 = line->points[3 * (i + 1) + k];
    double m0 = line->second[3 * i + k], m1 = line->second[3 * (i + 1) + k];
    value[k] = a * y0 + b * y1 + ((a * a * a - a) * m0 + (b * b * b - b) * m1) * h * h / 6;
    rate[k] = (y1 - y0) / h + ((3 * b * b - 1) * m1 - (3 * a * a - 1) * m0) * h / 6;
  }
  *r = sar_vec3_load(value);
  *by_u = sar_vec3_load(rate);
}

/* ---- all ---- */

SarBeamLine *sar_beam_line_create(const SarValue *beam, SarArena *arena, const char **fault) {
  SarBeamLine *line = SAR_NEW(arena, 1, SarBeamLine);
  if (!line) return NULL;
  const SarValue *points = &beam[SAR_BEAM_FIELD_POINTS], *axes = &beam[SAR_BEAM_FIELD_AXIS2];
  line->curve = (int)beam[SAR_BEAM_FIELD_CURVE].real;
  line->npoints = points->nlist;
  line->points = points->list;
  line->axes = line->fallback;
  line->naxes = 1;
  *fault = NULL;
  if (line->curve == SAR_CURVE_ARC) *fault = make_arc(line);
  if (line->curve == SAR_CURVE_SPLINE && !make_spline(line, arena)) return NULL;
  if (axes->given) {
    line->axes = axes->list;
    line->naxes = axes->nlist;
  } else if (!*fault) {
    SarVec3 r, along;
    sar_beam_line_at(line, 0, 0, &r, &along);
    bool y = fabs(along.y) < 0.9 * sar_norm(along);
    sar_vec3_store(sar_vec3(0, y, !y), line->fallback);
  }
  return line;
}

int32_t sar_beam_line_pieces(const SarBeamLine *line) { return line->curve == SAR_CURVE_LINE ? line->npoints - 1 : 1; }

void sar_beam_line_at(const SarBeamLine *line, int32_t piece, double u, SarVec3 *r, SarVec3 *by_u) {
  if (line->curve == SAR_CURVE_SPLINE) {
    spline_at(line, u, r, by_u);
  } else if (line->curve == SAR_CURVE_ARC) {
    double c = cos(u * line->angle), s = sin(u * line->angle);
    *r = sar_add(line->centre, sar_add(sar_scale(c, line->x), sar_scale(s, line->y)));
    *by_u = sar_scale(line->angle, sar_sub(sar_scale(c, line->y), sar_scale(s, line->x)));
  } else {
    SarVec3 a = point(line, piece), b = point(line, piece + 1);
    *by_u = sar_sub(b, a);
    *r = u < 0.5 ? sar_axpy(u, *by_u, a) : sar_axpy(u - 1, *by_u, b); /* exact at both ends */
  }
}

/* Between two points of the line the directions are blended. */
SarVec3 sar_beam_line_axis2(const SarBeamLine *line, int32_t piece, double u) {
  if (line->naxes == 1) return sar_vec3_load(line->axes);
  int32_t i = piece;
  double part = u;
  if (line->curve == SAR_CURVE_SPLINE) {
    i = interval_of(line, u);
    part = (u - line->knots[i]) / (line->knots[i + 1] - line->knots[i]);
  } else if (line->curve == SAR_CURVE_ARC) {
    double middle = angle_of(line, sar_sub(point(line, 1), line->centre)) / line->angle;
    i = u > middle;
    part = i ? (u - middle) / (1 - middle) : u / middle;
  }
  SarVec3 a = sar_vec3_load(line->axes + 3 * i), b = sar_vec3_load(line->axes + 3 * i + 3);
  return sar_add(sar_scale((1 - part) / sar_norm(a), a), sar_scale(part / sar_norm(b), b));
}
