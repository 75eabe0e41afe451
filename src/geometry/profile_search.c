/* What is sought along a curve: the least of a function, the nearest place. */
#include <math.h>

#include "geometry/profile_tree.h"
#include "geometry/round.h"

enum { MOST_PARTS = 64, ITERATIONS = 80 };

#define CLOSE 1e-15 /* of a piece: what is sought is known by then to rounding */

static SarVec2 combine(double a, SarVec2 x, double b, SarVec2 y) {
  return (SarVec2){a * x.x + b * y.x, a * x.y + b * y.y};
}
static double dot(SarVec2 a, SarVec2 b) { return a.x * b.x + a.y * b.y; }

/* ---- the least of something along the curve ---- */

/* The zero of the slope between two parameters: the rule of false position in its Illinois form. */
static double settle(const SarPiece *piece, const SarAlongCurve *along, double low, double high, double f_low,
                     double f_high) {
  int last = 0;
  double u = high;
  for (int k = 0; k < ITERATIONS && f_high > 0; k++) {
    double next = (low * f_high - high * f_low) / (f_high - f_low);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (fabs(next - u) < CLOSE || next == low || next == high) break;
    u = next;
    SarCurvePoint at;
    sar_piece_at(piece, u, &at);
    double f = along->slope(along->self, &at);
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

typedef struct Walk {
  const SarProfile *profile;
  SarAlongCurve along;
  void (*found)(void *self, const SarCurvePlace *place);
  void *self;
  int32_t last;         /* the piece before, if that was looked at; else -1 */
  double at_end, begun; /* the slope at its end, and at the beginning of the whole curve */
} Walk;

static void report(const Walk *w, int32_t piece, double u) {
  SarCurvePlace place = {.piece = piece, .u = u};
  sar_piece_at(&w->profile->pieces[piece], u, &place.point);
  place.normal = sar_curve_normal(&place.point);
  w->found(w->self, &place);
}

/* Between two pieces the slope goes on, but for rounding: what changes its sign just there is found once. */
static double join(const Walk *w, double end, double start, int32_t piece) {
  if (end < 0 && start >= 0) report(w, piece, 0);
  return end >= 0 && start < 0 ? 0 : start;
}

static void walk_piece(Walk *w, int32_t i) {
  const SarPiece *piece = &w->profile->pieces[i];
  double low = 0, f_low = 0, parts = fmin(ceil(2 * piece->around.half / w->along.resolution), MOST_PARTS);
  int32_t n = parts > piece->parts ? (int32_t)parts : piece->parts;
  for (int32_t k = 0; k <= n; k++) {
    double u = k / (double)n;
    SarCurvePoint at;
    sar_piece_at(piece, u, &at);
    double f = w->along.slope(w->along.self, &at);
    if (k == 0 && i == 0) w->begun = f;
    if (k == 0 && i > 0 && w->last == i - 1) f = join(w, w->at_end, f, i);
    if (k > 0 && f_low < 0 && f >= 0) report(w, i, settle(piece, &w->along, low, u, f_low, f));
    low = u, f_low = f;
  }
  w->last = i;
  w->at_end = f_low;
}

static void walk(Walk *w, SarRun run) {
  if (!w->along.near(w->along.self, &w->profile->tree[run.circle])) return;
  if (run.count == 1) {
    walk_piece(w, run.first);
    return;
  }
  walk(w, sar_run_half(run, 0));
  walk(w, sar_run_half(run, 1));
}

void sar_profile_each_least(const SarProfile *profile, SarAlongCurve along,
                            void (*found)(void *self, const SarCurvePlace *place), void *self) {
  Walk w = {profile, along, found, self, .last = -1, .begun = NAN};
  walk(&w, sar_run_all(profile));
  if (profile->round && w.last == profile->npieces - 1 && w.at_end < 0 && w.begun >= 0) report(&w, 0, 0);
}

/* ---- the nearest place ---- */

typedef struct Nearest {
  const SarProfile *profile;
  SarVec2 x;
  SarCurvePlace *best;
  double distance; /* without its sign */
} Nearest;

static void take(Nearest *n, int32_t piece, double u) {
  SarCurvePlace place = {.piece = piece, .u = u};
  sar_piece_at(&n->profile->pieces[piece], u, &place.point);
  SarVec2 r = combine(1, n->x, -1, place.point.c);
  double d = sqrt(dot(r, r));
  if (!(d < n->distance)) return;
  place.normal = sar_curve_normal(&place.point);
  place.distance = dot(r, place.normal);
  n->distance = d;
  *n->best = place;
}

static double clamp(double u) { return u < 0 ? 0 : u > 1 ? 1 : u; }

static void take_from_line(Nearest *n, int32_t i) {
  const SarVec2 *at = n->profile->pieces[i].at;
  SarVec2 along = combine(1, at[1], -1, at[0]), from = combine(1, n->x, -1, at[0]);
  take(n, i, clamp(dot(along, from) / dot(along, along)));
}

/* Angles from the middle of the arc: beyond its ends the nearer one counts. */
static void take_from_arc(Nearest *n, int32_t i) {
  const SarPiece *piece = &n->profile->pieces[i];
  SarVec2 r = combine(1, n->x, -1, piece->at[0]);
  double turn = remainder(atan2(r.y, r.x) - piece->angle - piece->sweep / 2, 2 * SAR_PI);
  take(n, i, clamp(0.5 + turn / piece->sweep));
}

/* The zero of the slope of the distance between two parameters, by Newton's method where that stays between them. */
static double settle_nearest(const Nearest *n, const SarPiece *piece, double low, double high, double start) {
  double u = start;
  for (int k = 0; k < ITERATIONS; k++) {
    SarCurvePoint at;
    sar_piece_at(piece, u, &at);
    SarVec2 r = combine(1, at.c, -1, n->x);
    double f = dot(at.tangent, r), rate = dot(at.tangent, at.tangent) + dot(r, at.bend);
    if (f == 0) break;
    *(f < 0 ? &low : &high) = u;
    double next = u - f / rate;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (fabs(next - u) < CLOSE) break;
    u = next;
  }
  return u;
}

static void take_from_cubic(Nearest *n, int32_t i) {
  const SarPiece *piece = &n->profile->pieces[i];
  double low = 0, f_low = 0;
  for (int32_t k = 0; k <= piece->parts; k++) {
    double u = k / (double)piece->parts;
    SarCurvePoint at;
    sar_piece_at(piece, u, &at);
    double f = dot(at.tangent, combine(1, at.c, -1, n->x));
    if (k > 0 && f_low < 0 && f >= 0) {
      take(n, i, settle_nearest(n, piece, low, u, (low * f - u * f_low) / (f - f_low)));
    }
    low = u, f_low = f;
  }
  take(n, i, 0);
  take(n, i, 1);
}

static double at_least(const Nearest *n, SarRun run) {
  const SarCircle *c = &n->profile->tree[run.circle];
  double dx = n->x.x - c->middle.x, dy = n->x.y - c->middle.y;
  return sqrt(dx * dx + dy * dy) - c->half;
}

/* The half that may be nearer comes first. */
static void seek(Nearest *n, SarRun run) {
  if (run.count > 1) {
    SarRun half[2] = {sar_run_half(run, 0), sar_run_half(run, 1)};
    double bound[2] = {at_least(n, half[0]), at_least(n, half[1])};
    int first = bound[1] < bound[0];
    for (int k = 0; k < 2; k++) {
      int which = k ? 1 - first : first;
      if (bound[which] <= n->distance) seek(n, half[which]);
    }
    return;
  }
  SarPieceKind kind = n->profile->pieces[run.first].kind;
  if (kind == SAR_PIECE_LINE)
    take_from_line(n, run.first);
  else if (kind == SAR_PIECE_ARC)
    take_from_arc(n, run.first);
  else
    take_from_cubic(n, run.first);
}

void sar_profile_nearest(const SarProfile *profile, SarVec2 x, SarCurvePlace *out) {
  Nearest n = {profile, x, out, INFINITY};
  *out = (SarCurvePlace){.normal = {1, 0}}; /* of a point that is none */
  seek(&n, sar_run_all(profile));
}

/* ---- the farthest place ---- */

static void reach_of_piece(const SarPiece *piece, SarVec2 u, double *reach) {
  int n = piece->kind == SAR_PIECE_CUBIC ? 4 : piece->kind == SAR_PIECE_LINE ? 2 : 0;
  for (int k = 0; k < n; k++) *reach = fmax(*reach, dot(u, piece->at[k]));
  if (piece->kind != SAR_PIECE_ARC) return;
  for (int k = 0; k < 2; k++) {
    SarCurvePoint end;
    sar_piece_at(piece, k, &end);
    *reach = fmax(*reach, dot(u, end.c));
  }
  double turn = remainder(atan2(u.y, u.x) - piece->angle - piece->sweep / 2, 2 * SAR_PI); /* from its middle */
  if (fabs(turn) < fabs(piece->sweep) / 2) *reach = fmax(*reach, dot(u, piece->at[0]) + piece->radius);
}

static void reach_of_run(const SarProfile *profile, SarRun run, SarVec2 u, double *reach) {
  const SarCircle *around = &profile->tree[run.circle];
  if (dot(u, around->middle) + around->half <= *reach) return;
  if (run.count == 1) {
    reach_of_piece(&profile->pieces[run.first], u, reach);
    return;
  }
  SarRun half[2] = {sar_run_half(run, 0), sar_run_half(run, 1)};
  int first = dot(u, profile->tree[half[1].circle].middle) > dot(u, profile->tree[half[0].circle].middle);
  reach_of_run(profile, half[first], u, reach);
  reach_of_run(profile, half[1 - first], u, reach);
}

double sar_profile_reach(const SarProfile *profile, SarVec2 u) {
  double reach = -INFINITY;
  reach_of_run(profile, sar_run_all(profile), u, &reach);
  return reach;
}
