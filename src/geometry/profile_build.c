/* Pieces of profiles, and profiles of pieces. */
#include "geometry/profile_build.h"

#include <math.h>
#include <stddef.h>

#include "geometry/profile_tree.h"
#include "geometry/round.h"

#define STRAIGHT 0.35 /* rad: a part of a cubic turns by no more, and what turns less lies between corners */
#define MEETS 1e-9    /* of its size, rad: the end of a ring is its beginning */

static SarVec2 plus(SarVec2 a, double s, SarVec2 b) { return (SarVec2){a.x + s * b.x, a.y + s * b.y}; }
static double norm(SarVec2 a) { return hypot(a.x, a.y); }

const char *sar_profile_fault_text(SarProfileFault fault) {
  static const char *const texts[] = {
      [SAR_PROFILE_FEW_POINTS] = "an outline needs three points, an open curve two",
      [SAR_PROFILE_SAME_POINTS] = "two points are the same",
      [SAR_PROFILE_FEW_SPLINE] = "a spline needs three points",
      [SAR_PROFILE_TURNS_BACK] = "the curve turns back on itself",
      [SAR_PROFILE_CORNER] = "a corner needs a radius",
      [SAR_PROFILE_LARGE_RADIUS] = "the radius of a corner is too large for its sides",
      [SAR_PROFILE_APART] = "the pieces do not meet",
      [SAR_PROFILE_CROSSES] = "the curve crosses itself",
      [SAR_PROFILE_CLOCKWISE] = "the outline must run anticlockwise: the solid is on its left",
      [SAR_PROFILE_POINTED] = "the teeth are pointed below their tip circle",
      [SAR_PROFILE_NO_FLANK] = "the teeth have no flank",
      [SAR_PROFILE_LARGE_ROOT] = "the radius at the root is too large for the gap",
      [SAR_PROFILE_ROOT_AT_AXIS] = "the root of the teeth reaches the axis",
      [SAR_PROFILE_LARGE_ROLLER] = "the rollers are too large for the pitch",
  };
  return texts[fault];
}

bool sar_profile_wrong(SarProfileBuilder *to, int32_t at, SarProfileFault what) {
  to->fault = what;
  to->at = at;
  return false;
}

static SarPiece *new_piece(SarProfileBuilder *to, SarPieceKind kind) {
  SarPiece *piece = sar_arena_append(to->arena, 16, &to->pieces, &to->npieces, &to->capacity, sizeof *piece);
  if (piece) *piece = (SarPiece){.kind = kind, .parts = 1};
  return piece;
}

/* The circle around lines and cubics: from the middle of their points to the farthest of them. */
static void enclose(SarPiece *piece, int n) {
  SarCircle c = {0};
  for (int k = 0; k < n; k++) c.middle = plus(c.middle, 1.0 / n, piece->at[k]);
  for (int k = 0; k < n; k++) c.half = fmax(c.half, norm(plus(piece->at[k], -1, c.middle)));
  piece->around = c;
}

bool sar_profile_line(SarProfileBuilder *to, SarVec2 from, SarVec2 end) {
  SarPiece *piece = new_piece(to, SAR_PIECE_LINE);
  if (!piece) return false;
  piece->at[0] = from, piece->at[1] = end;
  enclose(piece, 2);
  return true;
}

/* What its Bezier points turn by, to either side together. */
static double turn_of(const SarVec2 *b) {
  double turn = 0;
  for (int k = 0; k < 2; k++) {
    SarVec2 a = plus(b[k + 1], -1, b[k]), c = plus(b[k + 2], -1, b[k + 1]);
    turn += fabs(atan2(a.x * c.y - a.y * c.x, a.x * c.x + a.y * c.y));
  }
  return turn;
}

bool sar_profile_cubic(SarProfileBuilder *to, const SarVec2 bezier[4]) {
  SarPiece *piece = new_piece(to, SAR_PIECE_CUBIC);
  if (!piece) return false;
  for (int k = 0; k < 4; k++) piece->at[k] = bezier[k];
  piece->parts = 1 + (int32_t)(turn_of(bezier) / STRAIGHT);
  enclose(piece, 4);
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
    piece->around = (SarCircle){middle.c, 2 * radius * sin(fabs(piece->sweep) / 4)};
  }
  return true;
}

static double turn_of_piece(const SarPiece *piece) {
  if (piece->kind == SAR_PIECE_ARC) return fabs(piece->sweep);
  return piece->kind == SAR_PIECE_LINE ? 0 : turn_of(piece->at);
}

/* Pieces run on until together they turn by STRAIGHT; a piece that does so by itself is a corner. What is left over
 * between a run that ended like that and a corner does not count. */
static double grain(const SarProfile *profile) {
  double least = INFINITY, length = 0, turned = 0;
  bool after_corner = true;
  for (int32_t i = 0; i < profile->npieces; i++) {
    double turn = turn_of_piece(&profile->pieces[i]);
    bool corner = turn >= STRAIGHT, full = turned + turn > STRAIGHT;
    if (full && length > 0 && (after_corner || !corner)) least = fmin(least, length);
    if (full) after_corner = corner, length = turned = 0;
    if (!corner) length += profile->pieces[i].around.half, turned += turn;
  }
  return length > 0 && after_corner ? fmin(least, length) : least;
}

/* Whether the end meets the beginning without a corner. */
static bool goes_round(const SarProfile *profile) {
  SarCurvePoint end, start;
  if (profile->npieces == 0) return false;
  sar_piece_at(&profile->pieces[profile->npieces - 1], 1, &end);
  sar_piece_at(&profile->pieces[0], 0, &start);
  double size = hypot(end.c.x, end.c.y) + hypot(end.tangent.x, end.tangent.y);
  double turn = atan2(end.tangent.x * start.tangent.y - end.tangent.y * start.tangent.x,
                      end.tangent.x * start.tangent.x + end.tangent.y * start.tangent.y);
  return hypot(end.c.x - start.c.x, end.c.y - start.c.y) <= MEETS * size && fabs(turn) <= MEETS;
}

bool sar_profile_create(SarProfileBuilder *built, bool closed, double width, SarProfile *out) {
  *out = (SarProfile){.pieces = built->pieces, .npieces = built->npieces, .closed = closed, .width = width};
  out->tree = sar_profile_tree(built->arena, built->pieces, built->npieces);
  out->grain = grain(out);
  out->round = closed || goes_round(out);
  return out->tree != NULL;
}

static SarVec2 mirrored(SarVec2 a) { return (SarVec2){-a.x, a.y}; }

/* From the end to the beginning, so that the solid stays on the left. */
bool sar_profile_mirrored(SarArena *arena, const SarProfile *profile, SarProfile *out) {
  SarProfileBuilder to = {.arena = arena};
  for (int32_t i = profile->npieces - 1; i >= 0; i--) {
    const SarPiece *piece = &profile->pieces[i];
    SarVec2 b[4];
    for (int k = 0; k < 4; k++) b[k] = mirrored(piece->at[3 - k]);
    bool done = piece->kind == SAR_PIECE_CUBIC ? sar_profile_cubic(&to, b)
                : piece->kind == SAR_PIECE_LINE
                    ? sar_profile_line(&to, b[2], b[3])
                    : sar_profile_arc(&to, b[3], piece->radius, SAR_PI - piece->angle - piece->sweep, piece->sweep);
    if (!done) return false;
  }
  bool made = sar_profile_create(&to, profile->closed, profile->width, out);
  out->radius = profile->radius;
  return made;
}

double sar_profile_hollow(const SarProfile *profile) {
  double smallest = INFINITY;
  for (int32_t i = 0; i < profile->npieces; i++) {
    for (int k = 0; k <= 16; k++) {
      SarCurvePoint at;
      sar_piece_at(&profile->pieces[i], k / 16.0, &at);
      double speed = norm(at.tangent), turn = at.tangent.x * at.bend.y - at.tangent.y * at.bend.x;
      if (turn < 0) smallest = fmin(smallest, speed * speed * speed / -turn); /* negative: hollow */
    }
  }
  return smallest;
}
