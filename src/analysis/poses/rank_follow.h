/* The rank of the constraints along a motion. A singular pose lowers it for an instant; a rank that stays is the
 * generic one. */
#ifndef SAR_ANALYSIS_RANK_FOLLOW_H
#define SAR_ANALYSIS_RANK_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

typedef struct SarRankChange {
  double time; /* of the first probe with the new rank */
  int32_t before, after;
} SarRankChange;

typedef struct SarRankFollow {
  bool begun;
  int32_t least, most;
  int32_t generic;               /* -1: not known yet */
  int32_t candidate, ncandidate; /* another rank, and how many times in a row */
  double candidate_time;
} SarRankFollow;

SarRankFollow sar_rank_follow(void);

/* Takes one more rank in. True: it has changed for good, `change` says when. */
bool sar_rank_follow_see(SarRankFollow *f, double t, int32_t rank, SarRankChange *change);

#endif
