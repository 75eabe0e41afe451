/* How profiles are made: from points and arcs with rounded corners, from points that a smooth curve runs through, from
 * the numbers of gears and sprockets. */
#ifndef SAR_GEOMETRY_PROFILE_BUILD_H
#define SAR_GEOMETRY_PROFILE_BUILD_H

#include "base/arena.h"
#include "geometry/profile.h"

typedef enum SarProfileFault {
  SAR_PROFILE_FINE,
  SAR_PROFILE_FEW_POINTS,
  SAR_PROFILE_SAME_POINTS,
  SAR_PROFILE_FEW_SPLINE,
  SAR_PROFILE_TURNS_BACK,
  SAR_PROFILE_CORNER,
  SAR_PROFILE_LARGE_RADIUS,
  SAR_PROFILE_APART,
  SAR_PROFILE_CROSSES,
  SAR_PROFILE_CLOCKWISE,
  SAR_PROFILE_POINTED,
  SAR_PROFILE_NO_FLANK,
  SAR_PROFILE_LARGE_ROOT,
  SAR_PROFILE_ROOT_AT_AXIS,
  SAR_PROFILE_LARGE_ROLLER,
} SarProfileFault;

/* As a sentence without a full stop. */
const char *sar_profile_fault_text(SarProfileFault fault);

/* A profile as it grows. */
typedef struct SarProfileBuilder {
  SarArena *arena;
  SarPiece *pieces;
  int32_t npieces, capacity;
  SarProfileFault fault;
  int32_t at; /* the point, arc or piece at which it is wrong, counted from 0 */
} SarProfileBuilder;

/* All return false where something is wrong (`fault`) or memory is exhausted (no fault). */

/* ---- pieces (profile_build.c) ---- */

bool sar_profile_line(SarProfileBuilder *to, SarVec2 from, SarVec2 end);
/* In pieces of at most a quarter turn. */
bool sar_profile_arc(SarProfileBuilder *to, SarVec2 centre, double radius, double angle, double sweep);
bool sar_profile_cubic(SarProfileBuilder *to, const SarVec2 bezier[4]);
/* Notes a fault; returns false. */
bool sar_profile_wrong(SarProfileBuilder *to, int32_t at, SarProfileFault what);

/* ---- curves ---- */

/* A corner, or an arc: one after the other, with straight lines from each to the next. */
typedef struct SarPathStep {
  SarVec2 at;          /* m, the corner, or the arc's centre */
  double radius;       /* m, of an arc; 0: a corner */
  double angle, sweep; /* rad, of an arc */
  double rounding;     /* m, of the corner, or of those at both ends of the arc */
} SarPathStep;

/* Corners become arcs of the radius `rounding` (profile_path.c). */
bool sar_profile_path(SarProfileBuilder *to, const SarPathStep *steps, int32_t n, bool closed);

/* A cubic spline through the points, its second derivative continuous; periodic where it is closed, else straight at
 * both ends. Parameters go with the distances of the points (profile_spline.c). */
bool sar_profile_spline(SarProfileBuilder *to, const SarVec2 *points, int32_t n, bool closed);

/* A gear with involute teeth (profile_involute.c). Lengths in m; addendum and dedendum over the module. */
typedef struct SarInvolute {
  int32_t teeth;
  double module, pressure_angle;
  double shift;              /* of the profile, over the module */
  double backlash;           /* m, by which teeth are thinner on the pitch circle */
  double addendum, dedendum; /* of the tooth above and below the pitch circle, without the shift */
  double tip_radius, root_radius;
} SarInvolute;

bool sar_profile_involute(SarProfileBuilder *to, const SarInvolute *gear);

/* A sprocket (profile_sprocket.c): for roller chains in the form of ISO 606; or with straight flanks, as those of
 * tracks. Lengths in m. */
typedef struct SarSprocket {
  int32_t teeth;
  double pitch, roller; /* of the chain, and the diameter of its rollers */
  double tip_radius;
  bool straight;
  double flank_angle;      /* rad, of straight flanks to the radius through the gap */
  double seat, tip_circle; /* their radii */
} SarSprocket;

bool sar_profile_sprocket(SarProfileBuilder *to, const SarSprocket *sprocket);

/* ---- the whole ---- */

/* What is wrong with it: ends that do not meet, corners, the solid on the wrong side, crossings (profile_check.c). */
bool sar_profile_check(SarProfileBuilder *built, bool closed);
/* Whether its pieces follow each other without gaps and corners, which is a part of that. */
bool sar_profile_check_joins(SarProfileBuilder *built, bool closed);

bool sar_profile_create(SarProfileBuilder *built, bool closed, double width, SarProfile *out);

/* The same seen in a mirror: x -> -x. */
bool sar_profile_mirrored(SarArena *arena, const SarProfile *profile, SarProfile *out);

/* m, the smallest radius of curvature on concave pieces: a follower must not be larger. Infinite: it is convex. */
double sar_profile_hollow(const SarProfile *profile);

#endif
