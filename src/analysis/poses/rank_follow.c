#include "analysis/poses/rank_follow.h"

#define STAYS 3 /* probes in a row after which another rank counts as generic */

SarRankFollow sar_rank_follow(void) { return (SarRankFollow){.generic = -1}; }

bool sar_rank_follow_see(SarRankFollow *f, double t, int32_t rank, SarRankChange *change) {
  f->least = !f->begun || rank < f->least ? rank : f->least;
  f->most = !f->begun || rank > f->most ? rank : f->most;
  f->begun = true;
  if (rank == f->generic) {
    f->ncandidate = 0;
    return false;
  }
  if (f->ncandidate == 0 || rank != f->candidate) f->candidate = rank, f->ncandidate = 0, f->candidate_time = t;
  if (++f->ncandidate < STAYS) return false;
  *change = (SarRankChange){f->candidate_time, f->generic, rank};
  bool changed = f->generic >= 0;
  f->generic = rank;
  f->ncandidate = 0;
  return changed;
}
