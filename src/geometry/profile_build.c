/* Profiles from polygons, arcs and splines. */
#include "geometry/profile_build.h"

#include <math.h>
#include <stddef.h>

#include "geometry/round.h"

#define CORNER 1e-6 /* rad, and relative to sizes: what is no gap and no corner */

static SarVec2 minus(SarVec2 a, SarVec2 b) { return (SarVec2){a.x - b.x, a.y - b.y}; }
static SarVec2 plus(SarVec2 a, double s, SarVec2 b) { return (SarVec2){a.x + s * b.x, a.y + s * b.y}; }
static double dot(SarVec2 a, SarVec2 b) { return a.x * b.x + a.y * b.y; }
static double cross(SarVec2 a, SarVec2 b) { return a.x * b.y - a.y * b.x; }
static double norm(SarVec2 a) { return sqrt(dot(a, a)); }

static bool wrong(SarProfileBuilder *to, int32_t at, const char *what) {
  to->fault = what;
  to->at = at;
  return false;
}

static SarPiece *new_piece(SarProfileBuilder *to, SarPieceKind kind) {
  SarPiece *piece = sar_arena_append(to->arena, 16, &to->pieces, &to->npieces, &to->capacity, sizeof *piece);
  if (piece) *piece = (SarPiece){.kind = kind};
  return piece;
}

/* Circles around lines and cubics: from the middle of their points to the farthest of them. */
static void enclose(SarPiece *piece, int n) {
  piece->middle = (SarVec2){0, 0};
  for (int k = 0; k < n; k++) piece->middle = plus(piece->middle, 1.0 / n, piece->at[k]);
  for (int k = 0; k < n; k++) piece->half = fmax(piece->half, norm(minus(piece->at[k], piece->middle)));
}

bool sar_profile_line(SarProfileBuilder *to, SarVec2 from, SarVec2 end) {
  SarPiece *piece = new_piece(to, SAR_PIECE_LINE);
  if (!piece) return false;
  piece->at[0] = from, piece->at[1] = end;
  enclose(piece, 2);
  return true;
}

bool sar_profile_arc(SarProfileBuilder *to, SarVec2 centre, double radius, double angle, double sweep) {
  int n = (int)ceil(fabs(sweep) / (SAR_PI / 2) - 1e-12);
  for (int k = 0; k < n; k++) {
    SarPiece *piece = new_piece(to, SAR_PIECE_ARC);
    if (!piece) return false;
    piece->at[0] = centre, piece->radius = radius;
    piece->angle = angle + k * sweep / n, piece->sweep = sweep / n;
    SarCurvePoint middle;
    sar_piece_at(piece, 0.5, &middle);
    piece->middle = middle.c, piece->half = radius * fabs(piece->sweep) / 2;
  }
  return true;
}

/* A corner of a polygon: how much of both sides its arc takes. */
typedef struct Corner {
  double cut, turn; /* m; rad, to the left positive */
} Corner;

static Corner corner_of(SarVec2 before, SarVec2 at, SarVec2 after, double radius) {
  SarVec2 a = minus(at, before), b = minus(after, at);
  double turn = atan2(cross(a, b), dot(a, b));
  return (Corner){radius * tan(fabs(turn) / 2), turn};
}

static bool add_corner(SarProfileBuilder *to, SarVec2 before, SarVec2 at, const Corner *corner, double radius) {
  SarVec2 a = minus(at, before);
  double length = norm(a), sign = corner->turn < 0 ? -1 : 1;
  SarVec2 t = {a.x / length, a.y / length}, left = {-t.y, t.x};
  SarVec2 start = plus(at, -corner->cut, t), centre = plus(start, sign * radius, left);
  return sar_profile_arc(to, centre, radius, atan2(-sign * left.y, -sign * left.x), corner->turn);
}

/* From the last corner's arc to this one's. */
static bool add_side(SarProfileBuilder *to, SarVec2 from, double cut_from, SarVec2 end, double cut_to, int32_t i) {
  SarVec2 a = minus(end, from);
  double length = norm(a), left = length - cut_from - cut_to;
  if (!(length > 0)) return wrong(to, i, "two points are the same");
  if (left < -CORNER * length) return wrong(to, i, "the radius of a corner is too large for its sides");
  SarVec2 t = {a.x / length, a.y / length};
  return left <= CORNER * length || sar_profile_line(to, plus(from, cut_from, t), plus(end, -cut_to, t));
}

bool sar_profile_polygon(SarProfileBuilder *to, const SarVec2 *points, const double *rounding, int32_t n, bool closed) {
  if (n < (closed ? 3 : 2)) return wrong(to, 0, closed ? "an outline needs three points" : "a curve needs two points");
  Corner *corners = SAR_NEW(to->arena, n, Corner);
  if (!corners) return false;
  for (int32_t i = closed ? 0 : 1; i < (closed ? n : n - 1); i++) {
    corners[i] = corner_of(points[(i + n - 1) % n], points[i], points[(i + 1) % n], rounding[i]);
    if (fabs(corners[i].turn) > SAR_PI - 1e-3) return wrong(to, i, "the curve turns back on itself");
    if (fabs(corners[i].turn) > CORNER && !(rounding[i] > 0)) return wrong(to, i, "a corner needs a radius");
  }
  for (int32_t i = 0; i < (closed ? n : n - 1); i++) {
    int32_t j = (i + 1) % n;
    if (!add_side(to, points[i], corners[i].cut, points[j], corners[j].cut, i)) return false;
    bool turns = (closed || j < n - 1) && fabs(corners[j].turn) > CORNER;
    if (turns && !add_corner(to, points[i], points[j], &corners[j], rounding[j])) return false;
  }
  return true;
}

/* Second derivatives m of the spline at its points, for one coordinate: rows h_i-1 m_i-1 + 2 (h_i-1 + h_i) m_i + h_i
 * m_i+1 = 6 (slope after - slope before). Closed: the matrix has two corners more, taken by Sherman and Morrison's
 * formula. */
typedef struct Rows {
  int32_t n;
  bool closed;
  const double *h, *y; /* h_i from point i to the next */
  double *m, *z, *w;   /* result, work */
} Rows;

static double slope_after(const Rows *r, int32_t i) { return (r->y[(i + 1) % r->n] - r->y[i]) / r->h[i]; }

/* Thomas' algorithm with the diagonal's ends changed by `first` and `last`; work in w. */
static void sweep(const Rows *r, double first, double last, double *x) {
  int32_t n = r->n;
  for (int32_t i = 0; i < n; i++) {
    double before = r->h[(i + n - 1) % n], diagonal = 2 * (before + r->h[i]);
    if (i == 0) diagonal += first;
    if (i == n - 1) diagonal += last;
    double low = i > 0 ? before : 0;
    if (i > 0) diagonal -= low * r->w[i - 1], x[i] -= low * x[i - 1];
    r->w[i] = r->h[i] / diagonal;
    x[i] /= diagonal;
  }
  for (int32_t i = n - 2; i >= 0; i--) x[i] -= r->w[i] * x[i + 1];
}

static void solve_closed(const Rows *r) {
  int32_t n = r->n;
  double corner = r->h[n - 1], gamma = -corner; /* u = (gamma, 0 ... corner), v = (1, 0 ... corner/gamma) */
  for (int32_t i = 0; i < n; i++) {
    r->m[i] = 6 * (slope_after(r, i) - slope_after(r, (i + n - 1) % n));
    r->z[i] = i == 0 ? gamma : i == n - 1 ? corner : 0;
  }
  sweep(r, -gamma, -corner * corner / gamma, r->m);
  sweep(r, -gamma, -corner * corner / gamma, r->z);
  double f = (r->m[0] + r->m[n - 1] * corner / gamma) / (1 + r->z[0] + r->z[n - 1] * corner / gamma);
  for (int32_t i = 0; i < n; i++) r->m[i] -= f * r->z[i];
}

static void solve_open(const Rows *r) {
  int32_t n = r->n;
  r->m[0] = r->m[n - 1] = 0;
  for (int32_t i = 1; i < n - 1; i++) {
    double diagonal = 2 * (r->h[i - 1] + r->h[i]) - (i > 1 ? r->h[i - 1] * r->w[i - 1] : 0);
    double right = 6 * (slope_after(r, i) - slope_after(r, i - 1)) - (i > 1 ? r->h[i - 1] * r->m[i - 1] : 0);
    r->w[i] = r->h[i] / diagonal;
    r->m[i] = right / diagonal;
  }
  for (int32_t i = n - 3; i >= 1; i--) r->m[i] -= r->w[i] * r->m[i + 1];
}

/* One coordinate of the Bezier points of all pieces. */
static void add_coordinate(const Rows *r, SarPiece *pieces, int32_t npieces, bool second) {
  if (r->closed)
    solve_closed(r);
  else
    solve_open(r);
  for (int32_t i = 0; i < npieces; i++) {
    int32_t j = (i + 1) % r->n;
    double h = r->h[i], out = slope_after(r, i) - h * (2 * r->m[i] + r->m[j]) / 6;
    double in = slope_after(r, i) + h * (r->m[i] + 2 * r->m[j]) / 6;
    double b[4] = {r->y[i], r->y[i] + h * out / 3, r->y[j] - h * in / 3, r->y[j]};
    for (int k = 0; k < 4; k++) {
      if (second)
        pieces[i].at[k].y = b[k];
      else
        pieces[i].at[k].x = b[k];
    }
  }
}

bool sar_profile_spline(SarProfileBuilder *to, const SarVec2 *points, int32_t n, bool closed) {
  if (n < 3) return wrong(to, 0, "a spline needs three points");
  int32_t first = to->npieces, npieces = closed ? n : n - 1;
  double *work = SAR_NEW(to->arena, 5 * (size_t)n, double), *h = work, *y = work + n;
  if (!work) return false;
  Rows rows = {n, closed, h, y, work + 2 * n, work + 3 * n, work + 4 * n};
  for (int32_t i = 0; i < n; i++) {
    h[i] = norm(minus(points[(i + 1) % n], points[i]));
    if (i < npieces && !(h[i] > 0)) return wrong(to, i, "two points are the same");
    if (i < npieces && !new_piece(to, SAR_PIECE_CUBIC)) return false;
  }
  for (int k = 0; k < 2; k++) {
    for (int32_t i = 0; i < n; i++) y[i] = k ? points[i].y : points[i].x;
    add_coordinate(&rows, to->pieces + first, npieces, k == 1);
  }
  for (int32_t i = 0; i < npieces; i++) enclose(&to->pieces[first + i], 4);
  return true;
}

/* Twice the area on the left, by the chords of parts: its sign is what counts. */
static double area(const SarProfileBuilder *built) {
  double sum = 0;
  for (int32_t i = 0; i < built->npieces; i++) {
    for (int k = 0; k < 8; k++) {
      SarCurvePoint a, b;
      sar_piece_at(&built->pieces[i], k / 8.0, &a);
      sar_piece_at(&built->pieces[i], (k + 1) / 8.0, &b);
      sum += cross(a.c, b.c);
    }
  }
  return sum;
}

bool sar_profile_check(SarProfileBuilder *built, bool closed) {
  int32_t n = built->npieces;
  for (int32_t i = 0; i < (closed ? n : n - 1); i++) {
    SarCurvePoint end, start;
    sar_piece_at(&built->pieces[i], 1, &end);
    sar_piece_at(&built->pieces[(i + 1) % n], 0, &start);
    double size = norm(end.c) + norm(end.tangent);
    if (norm(minus(end.c, start.c)) > CORNER * size) return wrong(built, i, "the pieces do not meet");
    double turn = atan2(cross(end.tangent, start.tangent), dot(end.tangent, start.tangent));
    if (fabs(turn) > 10 * CORNER) return wrong(built, i, "a corner needs a radius");
  }
  if (closed && !(area(built) > 0))
    return wrong(built, 0, "the outline must run anticlockwise: the solid is on its left");
  return true;
}

double sar_profile_hollow(const SarProfile *profile) {
  double smallest = INFINITY;
  for (int32_t i = 0; i < profile->npieces; i++) {
    for (int k = 0; k <= 16; k++) {
      SarCurvePoint at;
      sar_piece_at(&profile->pieces[i], k / 16.0, &at);
      double speed = norm(at.tangent), turn = cross(at.tangent, at.bend); /* negative: hollow */
      if (turn < 0) smallest = fmin(smallest, speed * speed * speed / -turn);
    }
  }
  return smallest;
}
