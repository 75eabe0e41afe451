#include "geometry/loop.h"

#include <math.h>

#define TURN 6.283185307179586477
#define NO_WRAP 1e-9 /* rad: wheels that a straight run just touches (rollers on the ground) wrap this or nothing */

static SarVec2 minus(SarVec2 a, SarVec2 b) { return (SarVec2){a.x - b.x, a.y - b.y}; }
static SarVec2 plus(SarVec2 a, double s, SarVec2 b) { return (SarVec2){a.x + s * b.x, a.y + s * b.y}; }
static double dot(SarVec2 a, SarVec2 b) { return a.x * b.x + a.y * b.y; }
static SarVec2 way_of(double angle) { return (SarVec2){cos(angle), sin(angle)}; }
static SarVec2 left_of(SarVec2 a) { return (SarVec2){-a.y, a.x}; }

static double between_0_and_1_turn(double angle) {
  double rest = fmod(angle, TURN);
  if (rest < 0) rest += TURN;
  return rest > TURN - NO_WRAP ? 0 : rest;
}

/* ---- the path ---- */

/* The tangent's angle: with d from centre to centre, its normal n satisfies d n = b - a, so sin(angle of d less that of
 * the tangent) = (b - a)/|d|. */
static bool tangent(const SarLoopWheel *a, const SarLoopWheel *b, double *angle) {
  SarVec2 d = minus(b->at, a->at);
  double apart = hypot(d.x, d.y), rise = b->radius - a->radius;
  if (!(apart > fabs(rise))) return false;
  *angle = atan2(d.y, d.x) - asin(rise / apart);
  return true;
}

SarLoopFault sar_loop_path(const SarLoopWheel *wheels, int32_t n, SarLoopPiece *pieces, int32_t *where) {
  for (int32_t i = 0; i < n; i++) {
    *where = i;
    if (!tangent(&wheels[i], &wheels[(i + 1) % n], &pieces[2 * i + 1].angle)) return SAR_LOOP_NO_TANGENT;
  }
  double length = 0, turns = 0, most = -1;
  for (int32_t i = 0; i < n; i++) {
    SarLoopPiece *arc = &pieces[2 * i], *line = arc + 1;
    const SarLoopWheel *wheel = &wheels[i], *next = &wheels[(i + 1) % n];
    double in = pieces[(2 * i + 2 * n - 1) % (2 * n)].angle, sign = copysign(1, wheel->radius);
    double wrap = between_0_and_1_turn(sign * (line->angle - in));
    SarVec2 leave = plus(wheel->at, -wheel->radius, left_of(way_of(line->angle)));
    SarVec2 meet = plus(next->at, -next->radius, left_of(way_of(line->angle)));
    *arc = (SarLoopPiece){plus(wheel->at, -wheel->radius, left_of(way_of(in))),
                          wheel->at,
                          wheel->radius,
                          in,
                          wrap * fabs(wheel->radius),
                          length};
    length += arc->length;
    *line = (SarLoopPiece){
        .from = leave, .angle = line->angle, .length = dot(minus(meet, leave), way_of(line->angle)), .before = length};
    length += line->length;
    turns += sign * wrap / TURN;
    if (wrap > most) *where = i;
    most = fmax(most, wrap);
  }
  return fabs(turns) > 1.5 ? SAR_LOOP_AWAY : SAR_LOOP_FINE;
}

/* ---- chords ---- */

static SarLoopNode node_at(const SarLoopPiece *piece, double along) {
  if (piece->radius == 0) {
    SarVec2 way = way_of(piece->angle);
    return (SarLoopNode){plus(piece->from, along, way), way};
  }
  SarVec2 way = way_of(piece->angle + along / piece->radius);
  return (SarLoopNode){plus(piece->centre, -piece->radius, left_of(way)), way};
}

/* Where a line leaves the circle of this radius around a point within it. */
static double leave_on_line(const SarLoopPiece *piece, SarVec2 point, double chord) {
  SarVec2 d = minus(piece->from, point);
  double b = dot(d, way_of(piece->angle)), c = dot(d, d) - chord * chord;
  return -b + sqrt(fmax(b * b - c, 0));
}

/* The same on an arc of radius R, D from its centre to the point: chord^2 = (D - R)^2 + 4 D R sin^2(a/2) for the angle
 * a between them. `along` the arc is a place within reach, from which angles are counted. Infinite where all of the
 * circle is within reach. */
static double leave_on_arc(const SarLoopPiece *piece, double along, SarVec2 point, double chord) {
  double r = fabs(piece->radius), sign = copysign(1, piece->radius);
  SarVec2 q = minus(point, piece->centre), p = minus(node_at(piece, along).at, piece->centre);
  double d = hypot(q.x, q.y), s = (chord * chord - (d - r) * (d - r)) / (4 * d * r);
  if (!(s < 1)) return INFINITY;
  double ahead = sign * atan2(q.x * p.y - q.y * p.x, dot(q, p)); /* of the point */
  return along + r * (2 * asin(sqrt(fmax(s, 0))) - ahead);
}

SarLoopFault sar_loop_march(const SarLoopPiece *pieces, int32_t npieces, double start, double chord, int32_t count,
                            SarLoopNode *nodes, double *travel, int32_t *where) {
  double length = sar_loop_length(pieces, npieces), along = start - length * floor(start / length), laps = 0;
  int32_t k = 0;
  *where = -1;
  while (k < npieces - 1 && along >= pieces[k].before + pieces[k].length) k++;
  double first = along;
  along -= pieces[k].before;
  for (int32_t i = 0; i <= count; i++) {
    SarLoopNode node = node_at(&pieces[k], along);
    if (nodes) nodes[i] = node;
    *travel = laps * length + pieces[k].before + along - first;
    if (i == count) break;
    for (int32_t passed = 0;; passed++) {
      const SarLoopPiece *piece = &pieces[k];
      if (passed > npieces) return SAR_LOOP_LONG_CHORD;
      along = piece->radius == 0 ? leave_on_line(piece, node.at, chord) : leave_on_arc(piece, along, node.at, chord);
      if (along <= piece->length) break;
      along = 0;
      k = (k + 1) % npieces;
      laps += k == 0;
    }
    along = fmax(along, 0);
  }
  return SAR_LOOP_FINE;
}

/* A chord reaches over a wheel that the path goes around by a right angle or more. */
static SarLoopFault check_chord(const SarLoopPiece *pieces, int32_t npieces, double chord, int32_t *where) {
  for (int32_t k = 0; k < npieces; k += 2) {
    double r = fabs(pieces[k].radius);
    if (chord < 2 * r || pieces[k].length < 0.25 * TURN * r) continue;
    *where = k / 2;
    return SAR_LOOP_LONG_CHORD;
  }
  return SAR_LOOP_FINE;
}

typedef struct Closing {
  const SarLoopPiece *pieces;
  int32_t npieces, count, where;
  double start;
} Closing;

static SarStatus missing_way(void *self, double chord, double *value) {
  Closing *c = self;
  SarLoopFault fault = sar_loop_march(c->pieces, c->npieces, c->start, chord, c->count, NULL, value, &c->where);
  *value -= sar_loop_length(c->pieces, c->npieces);
  return fault == SAR_LOOP_FINE ? SAR_OK : SAR_FAILED;
}

SarLoopFault sar_loop_chord(const SarLoopPiece *pieces, int32_t npieces, double start, int32_t count, double *chord,
                            int32_t *where) {
  /* A chord is never longer than its part of the path, and shorter by at most 2/pi while it is no wider than a wheel.
   */
  double longest = sar_loop_length(pieces, npieces) / count, shortest = 0.6 * longest, low, high;
  Closing closing = {pieces, npieces, count, -1, start};
  SarLoopFault fault = check_chord(pieces, npieces, longest, where);
  if (fault != SAR_LOOP_FINE) return fault;
  bool marched = missing_way(&closing, shortest, &low) == SAR_OK && missing_way(&closing, longest, &high) == SAR_OK;
  if (marched && low <= 0 && high >= 0 &&
      sar_loop_zero(missing_way, &closing, shortest, low, longest, high, chord) == SAR_OK) {
    return SAR_LOOP_FINE;
  }
  *where = -1;
  return SAR_LOOP_LONG_CHORD;
}

/* The secant's point, the value of an end that stays is halved (Illinois), so that both ends come in; every third step
 * halves the interval, whatever f is like. */
SarStatus sar_loop_zero(SarLoopFunction f, void *self, double a, double fa, double b, double fb, double *zero) {
  int stays = 0;
  *zero = fabs(fa) < fabs(fb) ? a : b;
  double best = fmin(fabs(fa), fabs(fb));
  for (int i = 0; i < 200 && best > 0; i++) {
    double x = i % 3 == 2 ? 0.5 * (a + b) : b - fb * (b - a) / (fb - fa), value;
    if (!(x > fmin(a, b) && x < fmax(a, b))) x = 0.5 * (a + b);
    if (x == a || x == b) break;
    SAR_TRY(f(self, x, &value));
    if (fabs(value) < best) *zero = x;
    best = fmin(best, fabs(value));
    if ((value < 0) == (fa < 0)) {
      a = x;
      fa = value;
      if (stays == 1) fb *= 0.5;
      stays = 1;
    } else {
      b = x;
      fb = value;
      if (stays == -1) fa *= 0.5;
      stays = -1;
    }
  }
  return SAR_OK;
}
