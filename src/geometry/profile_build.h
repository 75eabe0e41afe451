/* How profiles are made: from a polygon with rounded corners, from points that a smooth curve runs through. */
#ifndef SAR_GEOMETRY_PROFILE_BUILD_H
#define SAR_GEOMETRY_PROFILE_BUILD_H

#include "base/arena.h"
#include "geometry/profile.h"

/* A profile as it grows. */
typedef struct SarProfileBuilder {
  SarArena *arena;
  SarPiece *pieces;
  int32_t npieces, capacity;
  const char *fault; /* what is wrong, as a sentence without a full stop; null: nothing */
  int32_t at;        /* the point at which it is wrong, counted from 0 */
} SarProfileBuilder;

/* These return false where something is wrong (`fault`) or memory is exhausted (`fault` is null). */

/* Corners become arcs of the radius `rounding[i]`; the first and last point of an open curve are none. */
bool sar_profile_polygon(SarProfileBuilder *to, const SarVec2 *points, const double *rounding, int32_t n, bool closed);

/* A cubic spline through the points, its second derivative continuous; periodic where it is closed, else straight at
 * both ends. Parameters go with the distances of the points. */
bool sar_profile_spline(SarProfileBuilder *to, const SarVec2 *points, int32_t n, bool closed);

/* An arc, in pieces of at most a quarter turn. */
bool sar_profile_arc(SarProfileBuilder *to, SarVec2 centre, double radius, double angle, double sweep);
bool sar_profile_line(SarProfileBuilder *to, SarVec2 from, SarVec2 end);

/* What is wrong with the whole: ends that do not meet, corners, the solid on the wrong side. */
bool sar_profile_check(SarProfileBuilder *built, bool closed);

/* m, the smallest radius of curvature on concave pieces: a follower must not be larger. Infinite: it is convex. */
double sar_profile_hollow(const SarProfile *profile);

#endif
