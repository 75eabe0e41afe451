/* What can be wrong with a curve as a whole. */
#include <math.h>

#include "geometry/profile_build.h"
#include "geometry/profile_tree.h"

#define CORNER 1e-6 /* rad, and relative to sizes: what is no gap and no corner */
#define ON 1e-9     /* rad: points in such a direction lie on the chord */

enum { CHORDS = 9 }; /* of a piece */

static SarVec2 minus(SarVec2 a, SarVec2 b) { return (SarVec2){a.x - b.x, a.y - b.y}; }
static double dot(SarVec2 a, SarVec2 b) { return a.x * b.x + a.y * b.y; }
static double cross(SarVec2 a, SarVec2 b) { return a.x * b.y - a.y * b.x; }

/* The curve as a polygon: CHORDS points for each piece, and its end. */
static SarVec2 *points_of(const SarProfileBuilder *built) {
  SarVec2 *points = SAR_NEW(built->arena, CHORDS * (size_t)built->npieces + 1, SarVec2);
  for (int32_t i = 0; points && i < built->npieces; i++) {
    for (int k = 0; k <= CHORDS; k++) {
      SarCurvePoint at;
      sar_piece_at(&built->pieces[i], k / (double)CHORDS, &at);
      points[CHORDS * i + k] = at.c;
    }
  }
  return points;
}

/* Twice the area on the left: its sign is what counts. */
static double area(const SarVec2 *points, int32_t n) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += cross(points[i], points[i + 1]);
  return sum;
}

/* On which side of a chord a point lies: 1 left, -1 right, 0 on it, but for rounding. */
static int side_of(const SarVec2 *chord, SarVec2 x) {
  SarVec2 along = minus(chord[1], chord[0]), off = minus(x, chord[0]);
  double across = cross(along, off);
  if (across * across <= ON * ON * dot(along, along) * dot(off, off)) return 0;
  return across > 0 ? 1 : -1;
}

static bool apart(double a0, double a1, double b0, double b1) {
  return fmax(a0, a1) < fmin(b0, b1) || fmax(b0, b1) < fmin(a0, a1);
}

/* Most chords have boxes that do not meet. */
static bool chords_cross(const SarVec2 *a, const SarVec2 *b) {
  if (apart(a[0].x, a[1].x, b[0].x, b[1].x) || apart(a[0].y, a[1].y, b[0].y, b[1].y)) return false;
  return side_of(a, b[0]) * side_of(a, b[1]) < 0 && side_of(b, a[0]) * side_of(b, a[1]) < 0;
}

typedef struct Crossing {
  const SarProfile *profile;
  const SarVec2 *points;
  int32_t piece;
} Crossing;

/* Chords that follow each other meet, but do not cross. */
static bool pieces_cross(const Crossing *c, int32_t i, int32_t j) {
  for (int32_t a = CHORDS * i; a < CHORDS * (i + 1); a++) {
    for (int32_t b = CHORDS * j; b < CHORDS * (j + 1); b++) {
      bool follow = b - a <= 1 || (a == 0 && b == CHORDS * c->profile->npieces - 1);
      if (!follow && chords_cross(c->points + a, c->points + b)) return true;
    }
  }
  return false;
}

/* With any piece of a run that comes later. */
static bool crosses(const Crossing *c, SarRun run) {
  const SarCircle *own = &c->profile->pieces[c->piece].around, *other = &c->profile->tree[run.circle];
  if (run.first + run.count <= c->piece) return false;
  if (hypot(own->middle.x - other->middle.x, own->middle.y - other->middle.y) > own->half + other->half) return false;
  if (run.count == 1) return pieces_cross(c, c->piece, run.first);
  return crosses(c, sar_run_half(run, 0)) || crosses(c, sar_run_half(run, 1));
}

bool sar_profile_check_joins(SarProfileBuilder *built, bool closed) {
  int32_t n = built->npieces;
  for (int32_t i = 0; i < (closed ? n : n - 1); i++) {
    SarCurvePoint end, start;
    sar_piece_at(&built->pieces[i], 1, &end);
    sar_piece_at(&built->pieces[(i + 1) % n], 0, &start);
    double size = hypot(end.c.x, end.c.y) + hypot(end.tangent.x, end.tangent.y);
    SarVec2 apart = minus(end.c, start.c);
    if (hypot(apart.x, apart.y) > CORNER * size) return sar_profile_wrong(built, i, SAR_PROFILE_APART);
    double turn = atan2(cross(end.tangent, start.tangent), dot(end.tangent, start.tangent));
    if (fabs(turn) > 10 * CORNER) return sar_profile_wrong(built, i, SAR_PROFILE_CORNER);
  }
  return true;
}

bool sar_profile_check(SarProfileBuilder *built, bool closed) {
  SarProfile whole;
  const SarVec2 *points = points_of(built);
  if (!sar_profile_check_joins(built, closed) || !points || !sar_profile_create(built, closed, 0, &whole)) return false;
  Crossing crossing = {&whole, points, 0};
  for (int32_t i = 0; i < built->npieces; i++) {
    crossing.piece = i;
    if (crosses(&crossing, sar_run_all(&whole))) return sar_profile_wrong(built, i, SAR_PROFILE_CROSSES);
  }
  if (closed && !(area(points, CHORDS * built->npieces) > 0)) return sar_profile_wrong(built, 0, SAR_PROFILE_CLOCKWISE);
  return true;
}
