/* Circles around runs of pieces, so that what is far away is passed over together. The circle of n pieces stands first,
 * then those of the first n/2 of them, then those of the rest: of n pieces 2 n - 1 circles. */
#ifndef SAR_GEOMETRY_PROFILE_TREE_H
#define SAR_GEOMETRY_PROFILE_TREE_H

#include "base/arena.h"
#include "geometry/profile.h"

/* A run of pieces and its place among the circles. */
typedef struct SarRun {
  int32_t circle, first, count;
} SarRun;

static inline SarRun sar_run_all(const SarProfile *profile) { return (SarRun){0, 0, profile->npieces}; }
/* Of a run of several pieces. */
static inline SarRun sar_run_half(SarRun run, int which) {
  int32_t half = run.count / 2;
  return which ? (SarRun){run.circle + 2 * half, run.first + half, run.count - half}
               : (SarRun){run.circle + 1, run.first, half};
}

/* Null: memory is exhausted. */
const SarCircle *sar_profile_tree(SarArena *arena, const SarPiece *pieces, int32_t npieces);

/* Whether anything of the curve may lie within `room` of a circle. */
bool sar_profile_may_reach(const SarProfile *profile, const SarCircle *circle, double room);

#endif
