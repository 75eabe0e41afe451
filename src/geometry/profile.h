/* Plane curves of lines, arcs and cubics, one after the other without corners: outlines of cams, teeth, slots.
 *
 * The solid lies on the left: a closed outline runs anticlockwise, the outward normal is the tangent turned clockwise.
 * The curve lies in the plane x y of its shape and is extruded along z, half of `width` to either side. */
#ifndef SAR_GEOMETRY_PROFILE_H
#define SAR_GEOMETRY_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec3.h"

typedef struct SarVec2 {
  double x, y;
} SarVec2;

/* What lies within `half` of a point. */
typedef struct SarCircle {
  SarVec2 middle;
  double half;
} SarCircle;

typedef enum SarPieceKind { SAR_PIECE_LINE, SAR_PIECE_ARC, SAR_PIECE_CUBIC } SarPieceKind;

/* A piece for 0 <= u <= 1. */
typedef struct SarPiece {
  SarPieceKind kind;
  SarVec2 at[4];       /* m: LINE: both ends; ARC: at[0] the centre; CUBIC: its four Bezier points */
  double radius;       /* m, ARC */
  double angle, sweep; /* rad, ARC: where it begins, how far it goes (anticlockwise positive), at most a quarter turn */
  SarCircle around;    /* all of it */
  int32_t parts;       /* in each of which it turns so little that the distance of a point has one minimum */
} SarPiece;

typedef struct SarProfile {
  const SarPiece *pieces;
  int32_t npieces;
  bool closed;
  bool round;            /* its end goes on at its beginning: closed, or a ring seen from within */
  double width;          /* m, along z */
  double radius;         /* m, around the curve; may be zero */
  double grain;          /* m, half of the shortest way from corner to corner, or on which it turns like one */
  const SarCircle *tree; /* around runs of pieces, 2 npieces - 1 (profile_tree.h) */
} SarProfile;

/* A point of a curve, with derivatives by u. */
typedef struct SarCurvePoint {
  SarVec2 c, tangent, bend;
} SarCurvePoint;

void sar_piece_at(const SarPiece *piece, double u, SarCurvePoint *out);

/* A place on the curve. */
typedef struct SarCurvePlace {
  int32_t piece;
  double u;
  SarCurvePoint point;
  SarVec2 normal;  /* outward, unit */
  double distance; /* m, of the point asked about, along the normal */
} SarCurvePlace;

/* The nearest place; distance < 0: the point lies inside. */
void sar_profile_nearest(const SarProfile *profile, SarVec2 x, SarCurvePlace *out);

/* A function along the curve: the slope of something that is sought the least of. `near` says whether what lies in a
 * circle can hold what is sought. */
typedef struct SarAlongCurve {
  double (*slope)(const void *self, const SarCurvePoint *at);
  bool (*near)(const void *self, const SarCircle *around);
  const void *self;
  double resolution; /* m */
} SarAlongCurve;

/* Calls `found` for every place where the slope changes from falling to rising, in the order of the curve. */
void sar_profile_each_least(const SarProfile *profile, SarAlongCurve along,
                            void (*found)(void *self, const SarCurvePlace *place), void *self);

/* The outward normal. */
SarVec2 sar_curve_normal(const SarCurvePoint *at);

/* m, the farthest the curve reaches along a unit vector. */
double sar_profile_reach(const SarProfile *profile, SarVec2 u);

#endif
