#include "analysis/audit/step_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/events.h"
#include "system/names.h"

SarStatus sar_step_report_create(SarContext *context, const SarSizes *n, SarStepReport **out) {
  SarArena *arena = sar_arena_create();
  SarStepReport *report = arena ? SAR_NEW(arena, 1, SarStepReport) : NULL;
  *out = report;
  if (report && sar_limits_create(arena, n, &report->sum)) {
    report->arena = arena;
    return SAR_OK;
  }
  sar_arena_destroy(&arena);
  *out = NULL;
  return sar_report_no_memory(context);
}

void sar_step_report_destroy(SarStepReport **report) {
  if (!*report) return;
  SarArena *arena = (*report)->arena;
  *report = NULL;
  sar_arena_destroy(&arena);
}

void sar_step_report_add(SarStepReport *report, const SarStepLimits *limits) { sar_limits_add(&report->sum, limits); }

/* ---- the ranked list ---- */

const char *sar_limit_word(SarLimitReason reason) {
  static const char *const words[SAR_LIMIT_REASONS] = {
      [SAR_LIMIT_ERROR] = "error",       [SAR_LIMIT_CORRECTOR] = "corrector",
      [SAR_LIMIT_ROTATION] = "rotation", [SAR_LIMIT_FLOOR] = "rounding",
      [SAR_LIMIT_GROWTH] = "growth",     [SAR_LIMIT_MAX_STEP] = "max_step",
      [SAR_LIMIT_CALLER] = "bound",      [SAR_LIMIT_END] = "end",
      [SAR_LIMIT_FIXED] = "fixed step",  [SAR_LIMIT_EVENT] = "event",
  };
  return words[reason];
}

typedef struct Entry {
  SarLimitReason reason;
  int32_t culprit;
  SarLimitTally tally;
} Entry;

typedef struct Ranking {
  Entry best[SAR_LIMITS_MAX];
  int32_t count;     /* of best */
  SarLimitTally all; /* sums over everything offered */
  int32_t offered;
} Ranking;

static bool comes_before(const Entry *a, const Entry *b) {
  if (a->tally.steps != b->tally.steps) return a->tally.steps > b->tally.steps;
  return a->tally.rejected > b->tally.rejected;
}

static void offer(Ranking *ranking, Entry entry) {
  if (entry.tally.steps == 0 && entry.tally.rejected == 0) return;
  ranking->all.steps += entry.tally.steps;
  ranking->all.rejected += entry.tally.rejected;
  ranking->offered++;
  int32_t place = ranking->count;
  while (place > 0 && comes_before(&entry, &ranking->best[place - 1])) place--;
  if (place == SAR_LIMITS_MAX) return;
  if (ranking->count < SAR_LIMITS_MAX) ranking->count++;
  for (int32_t i = ranking->count - 1; i > place; i--) ranking->best[i] = ranking->best[i - 1];
  ranking->best[place] = entry;
}

/* One entry per culprit, and one for what no culprit is known of. */
static void offer_reason(Ranking *ranking, const SarStepLimits *limits, SarLimitReason reason) {
  SarLimitTally rest = {limits->counts.steps[reason], limits->counts.rejected[reason]};
  for (int32_t i = 0; i < sar_sizes_unknowns(&limits->n) + limits->n.nroots; i++) {
    const SarLimitTally *tally = sar_limits_tally(limits, reason, i);
    if (!tally) continue;
    rest.steps -= tally->steps;
    rest.rejected -= tally->rejected;
    offer(ranking, (Entry){reason, i, *tally});
  }
  offer(ranking, (Entry){reason, -1, rest});
}

/* A culprit in words; switching functions come after the unknowns. */
static SarCulpritName name_of(const SarStepLimits *limits, const SarSystem *system, int32_t culprit) {
  int32_t root = culprit - sar_sizes_unknowns(&limits->n);
  if (root < 0) return sar_culprit_name(system, culprit);
  SarRootName found = sar_root_name(system, root);
  SarCulpritName name = {.index = found.element};
  const char *element = found.element >= 0 ? sar_system_element(system, found.element)->name : "";
  snprintf(name.element, sizeof name.element, "%s", element);
  if (root >= sar_system_events(system)) snprintf(name.equation, sizeof name.equation, "%.47s", found.text);
  return name;
}

void sar_step_report_rank(const SarStepReport *report, const SarSystem *system, SarRunSummary *out) {
  Ranking ranking = {.count = 0};
  for (int i = 0; i < SAR_LIMIT_REASONS; i++) offer_reason(&ranking, &report->sum, (SarLimitReason)i);
  int32_t named = ranking.offered > SAR_LIMITS_MAX ? SAR_LIMITS_MAX - 1 : ranking.count;
  SarLimitTally rest = ranking.all;
  double steps = (double)(ranking.all.steps > 0 ? ranking.all.steps : 1);
  out->nlimits = ranking.count;
  for (int32_t i = 0; i < ranking.count; i++) {
    const Entry *entry = &ranking.best[i];
    SarStepLimit *limit = &out->limits[i];
    SarCulpritName name = name_of(&report->sum, system, i < named ? entry->culprit : -1);
    SarLimitTally tally = i < named ? entry->tally : rest;
    *limit = (SarStepLimit){.steps = tally.steps, .rejected = tally.rejected, .share = (double)tally.steps / steps};
    snprintf(limit->reason, sizeof limit->reason, "%s", i < named ? sar_limit_word(entry->reason) : "others");
    memcpy(limit->element, name.element, sizeof limit->element);
    memcpy(limit->equation, name.equation, sizeof limit->equation);
    rest.steps -= tally.steps;
    rest.rejected -= tally.rejected;
  }
}

/* ---- the story of the last attempts ---- */

static const char *outcome_word(SarOutcome outcome) {
  switch (outcome) {
    case SAR_OUTCOME_ACCEPTED: return "accepted";
    case SAR_OUTCOME_ROUNDING: return "rounding";
    case SAR_OUTCOME_ERROR: return "error too large";
    case SAR_OUTCOME_NOT_CONVERGED: return "not converged";
    case SAR_OUTCOME_SINGULAR: return "singular";
    case SAR_OUTCOME_ROTATION: return "rotation too large";
    case SAR_OUTCOME_NOT_FINITE: return "not finite";
    case SAR_OUTCOME_TOO_SHORT: return "too short";
    case SAR_OUTCOME_EVENT: return "beyond an event";
  }
  return "";
}

void sar_step_report_story(const SarStepLimits *limits, const SarSystem *system, char *text, size_t size) {
  size_t used = 0;
  int written = snprintf(text, size, "%20s %10s  %-18s %9s %3s  %s", "t", "step", "outcome", "error", "it", "culprit");
  for (int32_t back = SAR_ATTEMPTS - 1; back >= 0 && written >= 0; back--) {
    const SarAttemptRecord *attempt = sar_limits_attempt(limits, back);
    used += (size_t)written;
    written = 0;
    if (!attempt || used >= size) continue;
    SarCulpritName name = name_of(limits, system, attempt->culprit);
    char error[16] = "-";
    if (!isnan(attempt->error)) snprintf(error, sizeof error, "%.3g", attempt->error);
    written = snprintf(text + used, size - used, "\n%20.15g %10.3g  %-18s %9s %3d  %s%s%s", attempt->t, attempt->step,
                       outcome_word(attempt->outcome), error, (int)attempt->iterations, name.element,
                       name.element[0] ? ", " : "", name.equation);
  }
}
