#include "method/limits.h"

int32_t sar_limits_tallies(const SarSizes *n) { return 2 * n->nv + n->nx + sar_sizes_unknowns(n) + n->nroots; }

bool sar_limits_create(SarArena *arena, const SarSizes *n, SarStepLimits *limits) {
  *limits = (SarStepLimits){.n = *n, .ntallies = sar_limits_tallies(n)};
  limits->counts.next = limits->counts.calm = (SarLimitedBy){SAR_LIMIT_GROWTH, -1};
  limits->tallies = SAR_NEW(arena, limits->ntallies, SarLimitTally);
  return limits->tallies != NULL;
}

SarLimitTally *sar_limits_tally(const SarStepLimits *limits, SarLimitReason reason, int32_t culprit) {
  const SarSizes *n = &limits->n;
  int32_t states = n->nv + n->np + n->nn, rows = n->nv + n->nx, turns = rows + sar_sizes_unknowns(n);
  int32_t root = culprit - sar_sizes_unknowns(n);
  if (culprit < 0) return NULL;
  switch (reason) {
    case SAR_LIMIT_ERROR:
      if (culprit < n->nv) return &limits->tallies[culprit];
      return culprit >= states && culprit < states + n->nx ? &limits->tallies[n->nv + culprit - states] : NULL;
    case SAR_LIMIT_CORRECTOR: return culprit < sar_sizes_unknowns(n) ? &limits->tallies[rows + culprit] : NULL;
    case SAR_LIMIT_ROTATION: return culprit < n->nv ? &limits->tallies[turns + culprit] : NULL;
    case SAR_LIMIT_EVENT: return root >= 0 && root < n->nroots ? &limits->tallies[turns + n->nv + root] : NULL;
    default: return NULL;
  }
}

void sar_limits_count_step(SarStepLimits *limits, SarLimitedBy by) {
  SarLimitTally *tally = sar_limits_tally(limits, by.reason, by.culprit);
  limits->counts.steps[by.reason]++;
  if (tally) tally->steps++;
}

void sar_limits_count_rejected(SarStepLimits *limits, SarLimitedBy by) {
  SarLimitTally *tally = sar_limits_tally(limits, by.reason, by.culprit);
  limits->counts.rejected[by.reason]++;
  if (tally) tally->rejected++;
}

void sar_limits_remember(SarStepLimits *limits, SarAttemptRecord attempt) {
  limits->counts.ring[limits->counts.attempts++ % SAR_ATTEMPTS] = attempt;
}

const SarAttemptRecord *sar_limits_attempt(const SarStepLimits *limits, int32_t back) {
  const SarLimitCounts *counts = &limits->counts;
  if (back < 0 || back >= SAR_ATTEMPTS || back >= counts->attempts) return NULL;
  return &counts->ring[(counts->attempts - 1 - back) % SAR_ATTEMPTS];
}

void sar_limits_add(SarStepLimits *sum, const SarStepLimits *more) {
  for (int i = 0; i < SAR_LIMIT_REASONS; i++) {
    sum->counts.steps[i] += more->counts.steps[i];
    sum->counts.rejected[i] += more->counts.rejected[i];
  }
  for (int32_t i = 0; i < sum->ntallies && i < more->ntallies; i++) {
    sum->tallies[i].steps += more->tallies[i].steps;
    sum->tallies[i].rejected += more->tallies[i].rejected;
  }
  for (int32_t back = SAR_ATTEMPTS - 1; back >= 0; back--) {
    const SarAttemptRecord *attempt = sar_limits_attempt(more, back);
    if (attempt) sar_limits_remember(sum, *attempt);
  }
}

static bool is_reason(SarLimitedBy by) { return (int)by.reason >= 0 && (int)by.reason < SAR_LIMIT_REASONS; }

static bool counts_are_sound(const SarLimitCounts *counts, int32_t nrows) {
  if (!is_reason(counts->next) || !is_reason(counts->calm) || counts->attempts < 0) return false;
  for (int32_t i = 0; i < SAR_ATTEMPTS; i++) {
    const SarAttemptRecord *attempt = &counts->ring[i];
    if ((int)attempt->outcome < 0 || (int)attempt->outcome > SAR_OUTCOME_EVENT) return false;
    if (attempt->culprit < -1 || attempt->culprit >= (nrows > 0 ? nrows : 1)) return false; /* 0: not used yet */
  }
  return true;
}

void sar_limits_archive(SarStepLimits *limits, SarArchive *archive) {
  sar_archive_section(archive, "limits");
  SAR_ARCHIVE(archive, limits->counts);
  sar_archive_bytes(archive, limits->tallies, (size_t)limits->ntallies * sizeof *limits->tallies);
  bool sound = counts_are_sound(&limits->counts, sar_sizes_unknowns(&limits->n) + limits->n.nroots);
  if (archive->status == SAR_OK && !sound) archive->status = SAR_INPUT;
}
