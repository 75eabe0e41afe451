/* Curves of lines, arcs and cubics. */
#include "geometry/profile.h"

#include <math.h>

static SarVec2 combine(double a, SarVec2 x, double b, SarVec2 y) {
  return (SarVec2){a * x.x + b * y.x, a * x.y + b * y.y};
}
static double dot(SarVec2 a, SarVec2 b) { return a.x * b.x + a.y * b.y; }

static void cubic_at(const SarVec2 *b, double u, SarCurvePoint *out) {
  double v = 1 - u;
  SarVec2 d[3], dd[2];
  for (int i = 0; i < 3; i++) d[i] = combine(3, b[i + 1], -3, b[i]);
  for (int i = 0; i < 2; i++) dd[i] = combine(2, d[i + 1], -2, d[i]);
  SarVec2 low = combine(v * v * v, b[0], 3 * v * v * u, b[1]), high = combine(3 * v * u * u, b[2], u * u * u, b[3]);
  out->c = combine(1, low, 1, high);
  out->tangent = combine(1, combine(v * v, d[0], 2 * v * u, d[1]), u * u, d[2]);
  out->bend = combine(v, dd[0], u, dd[1]);
}

void sar_piece_at(const SarPiece *piece, double u, SarCurvePoint *out) {
  if (piece->kind == SAR_PIECE_LINE) {
    SarVec2 along = combine(1, piece->at[1], -1, piece->at[0]);
    *out = (SarCurvePoint){combine(1, piece->at[0], u, along), along, {0, 0}};
  } else if (piece->kind == SAR_PIECE_ARC) {
    double angle = piece->angle + u * piece->sweep, s = piece->sweep;
    SarVec2 e = {piece->radius * cos(angle), piece->radius * sin(angle)};
    *out = (SarCurvePoint){combine(1, piece->at[0], 1, e), {-s * e.y, s * e.x}, {-s * s * e.x, -s * s * e.y}};
  } else {
    cubic_at(piece->at, u, out);
  }
}

SarVec2 sar_curve_normal(const SarCurvePoint *at) {
  double length = sqrt(dot(at->tangent, at->tangent));
  return (SarVec2){at->tangent.y / length, -at->tangent.x / length};
}
