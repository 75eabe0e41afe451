/* Curves of lines, arcs and cubics. */
#include "geometry/profile.h"

#include <math.h>

enum { CUBIC_PARTS = 6, MOST_PARTS = 64, ITERATIONS = 80 };

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

/* Into how many parts a piece is cut so that the slope has at most one zero in each. */
static int32_t parts_of(const SarPiece *piece, double resolution) {
  double parts = fmin(ceil(2 * piece->half / resolution), MOST_PARTS),
         least = piece->kind == SAR_PIECE_CUBIC ? CUBIC_PARTS : 1;
  return (int32_t)fmax(parts, least);
}

SarVec2 sar_curve_normal(const SarCurvePoint *at) {
  double length = sqrt(dot(at->tangent, at->tangent));
  return (SarVec2){at->tangent.y / length, -at->tangent.x / length};
}

/* The zero of the slope between two parameters: the rule of false position in its Illinois form. */
static double settle(const SarPiece *piece, SarAlongCurve along, double low, double high, double f_low, double f_high) {
  int last = 0;
  double u = high;
  for (int k = 0; k < ITERATIONS && f_high > 0; k++) {
    double next = (low * f_high - high * f_low) / (f_high - f_low);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (next == u || next == low || next == high) break;
    u = next;
    SarCurvePoint at;
    sar_piece_at(piece, u, &at);
    double f = along.slope(along.self, &at);
    if (f == 0) break;
    if (f < 0) {
      if (last < 0) f_high *= 0.5;
      low = u, f_low = f, last = -1;
    } else {
      if (last > 0) f_low *= 0.5;
      high = u, f_high = f, last = 1;
    }
  }
  return u;
}

void sar_profile_each_least(const SarProfile *profile, SarAlongCurve along,
                            void (*found)(void *self, const SarCurvePlace *place), void *self) {
  for (int32_t i = 0; i < profile->npieces; i++) {
    const SarPiece *piece = &profile->pieces[i];
    if (!along.near(along.self, piece)) continue;
    int32_t parts = parts_of(piece, along.resolution);
    SarCurvePlace place = {.piece = i};
    double low = 0, f_low = 0;
    for (int32_t k = 0; k <= parts; k++) {
      double u = k / (double)parts;
      sar_piece_at(piece, u, &place.point);
      double f = along.slope(along.self, &place.point);
      if (k > 0 && f_low < 0 && f >= 0) {
        place.u = settle(piece, along, low, u, f_low, f);
        sar_piece_at(piece, place.u, &place.point);
        place.normal = sar_curve_normal(&place.point);
        found(self, &place);
      }
      low = u, f_low = f;
    }
  }
}

typedef struct Nearest {
  SarVec2 x;
  SarCurvePlace *best;
  double distance; /* without its sign */
} Nearest;

static double slope_of_distance(const void *self, const SarCurvePoint *at) {
  const Nearest *n = self;
  return dot(at->tangent, combine(1, at->c, -1, n->x));
}

static bool can_be_nearer(const void *self, const SarPiece *piece) {
  const Nearest *n = self;
  return hypot(n->x.x - piece->middle.x, n->x.y - piece->middle.y) - piece->half <= n->distance;
}

static void take_nearer(void *self, const SarCurvePlace *place) {
  Nearest *n = self;
  SarVec2 r = combine(1, n->x, -1, place->point.c);
  double d = sqrt(dot(r, r));
  if (!(d < n->distance)) return;
  n->distance = d;
  *n->best = *place;
  n->best->distance = dot(r, place->normal);
}

/* The ends of an open curve count where nothing on it is nearer. */
static void consider_end(const SarProfile *profile, int32_t piece, double u, Nearest *n) {
  SarCurvePlace place = {.piece = piece, .u = u};
  sar_piece_at(&profile->pieces[piece], u, &place.point);
  place.normal = sar_curve_normal(&place.point);
  take_nearer(n, &place);
}

void sar_profile_nearest(const SarProfile *profile, SarVec2 x, SarCurvePlace *out) {
  Nearest n = {x, out, INFINITY};
  sar_profile_each_least(profile, (SarAlongCurve){slope_of_distance, can_be_nearer, &n, INFINITY}, take_nearer, &n);
  consider_end(profile, 0, 0, &n);
  if (!profile->closed) consider_end(profile, profile->npieces - 1, 1, &n);
}

double sar_profile_reach(const SarProfile *profile, SarVec2 u) {
  double reach = -INFINITY;
  for (int32_t i = 0; i < profile->npieces; i++) {
    const SarPiece *piece = &profile->pieces[i];
    int n = piece->kind == SAR_PIECE_CUBIC ? 4 : piece->kind == SAR_PIECE_LINE ? 2 : 0;
    for (int k = 0; k < n; k++) reach = fmax(reach, dot(u, piece->at[k]));
    if (piece->kind != SAR_PIECE_ARC) continue;
    for (int k = 0; k < 2; k++) {
      SarCurvePoint end;
      sar_piece_at(piece, k, &end);
      reach = fmax(reach, dot(u, end.c));
    }
    double turn = remainder(atan2(u.y, u.x) - piece->angle - piece->sweep / 2, 2 * acos(-1)); /* from its middle */
    if (fabs(turn) < fabs(piece->sweep) / 2) reach = fmax(reach, dot(u, piece->at[0]) + piece->radius);
  }
  return reach;
}
