/* Crowds from step to step: made, renewed where bodies have moved, saved and copied. */
#include "system/crowding_follow.h"

#include <stdlib.h>
#include <string.h>

#include "system/carry.h"
#include "system/crowding_list.h"
#include "system/crowding_margin.h"
#include "system/crowding_pattern.h"

static SarStatus make(SarWorkspace *m) {
  const SarSystem *s = m->system;
  SarCrowding *c = m->crowding = calloc(1, sizeof *c);
  if (!c) return sar_report_no_memory(m->problem.context);
  c->q = SAR_NEW(m->arena, 7 * s->nbodies, double);
  c->margin = SAR_NEW(m->arena, s->nbodies, double);
  c->swing = SAR_NEW(m->arena, s->nbodies, double);
  c->size = SAR_NEW(m->arena, s->nbodies, double);
  if (!c->q || !c->margin || !c->swing || !c->size) return sar_report_no_memory(m->problem.context);
  sar_crowding_measure(m);
  return SAR_OK;
}

void sar_crowding_destroy(SarWorkspace *m) {
  SarCrowding *c = m->crowding;
  if (!c) return;
  sar_arena_destroy(&c->arena);
  free(c->coupled);
  free(c);
  m->crowding = NULL;
}

static SarStatus renew_pattern(SarWorkspace *m) {
  m->crowding->counts.patterns++;
  m->problem.generation++;
  return sar_workspace_make_pattern(m);
}

static SarStatus renew(SarWorkspace *m, const SarPoint *at) {
  bool changed;
  sar_workspace_place(m, at->q, at->v);
  sar_crowding_choose_margins(m, at->q, at->v);
  SAR_TRY(sar_crowding_make_list(m, at));
  SAR_TRY(sar_crowding_couple(m, &changed));
  return changed ? renew_pattern(m) : sar_crowding_find_slots(m);
}

SarStatus sar_crowding_create(SarWorkspace *m) {
  const SarSystem *s = m->system;
  if (!s->ncrowds) return SAR_OK;
  bool changed;
  SarPoint at = {.t = sar_system_begin(s), .q = s->q0, .v = s->v0};
  SAR_TRY(make(m));
  sar_workspace_place(m, at.q, at.v);
  sar_crowding_choose_margins(m, at.q, NULL);
  SAR_TRY(sar_crowding_make_list(m, &at));
  return sar_crowding_couple(m, &changed);
}

SarStatus sar_workspace_refresh(SarProblem *p, const SarPoint *at) {
  SarWorkspace *m = (SarWorkspace *)p;
  SarCrowding *c = m->crowding;
  if (!c) return SAR_OK;
  c->step = at->t > c->time ? at->t - c->time : c->step;
  c->time = at->t;
  c->steps++;
  return sar_crowding_is_due(m, at) ? renew(m, at) : SAR_OK;
}

SarStatus sar_workspace_refresh_left(SarProblem *p, const SarPoint *at) {
  SarWorkspace *m = (SarWorkspace *)p;
  return m->crowding && sar_crowding_is_left(m, at->q) ? renew(m, at) : SAR_OK;
}

SarCrowdCounts sar_workspace_crowd_counts(const SarWorkspace *m) {
  return m && m->crowding ? m->crowding->counts : (SarCrowdCounts){0};
}

/* ---- saved, and copied ---- */

/* The list and the pattern as q, margins and coupled pairs say. Memory is what parts begin with. */
static SarStatus follow(SarWorkspace *m) {
  SarCrowding *c = m->crowding;
  SarPoint at = {.t = c->time, .q = c->q};
  sar_workspace_place(m, at.q, NULL);
  SAR_TRY(sar_crowding_make_list(m, &at));
  return renew_pattern(m);
}

SarStatus sar_workspace_archive_crowds(SarWorkspace *m, SarArchive *archive) {
  SarCrowding *c = m->crowding;
  int32_t n = m->system->nbodies, count = c ? c->ncoupled : 0;
  if (!c) return archive->status;
  sar_archive_section(archive, "crowds");
  sar_archive_reals(archive, c->q, 7 * (int64_t)n);
  sar_archive_reals(archive, c->margin, n);
  SAR_ARCHIVE(archive, c->time);
  SAR_ARCHIVE(archive, c->step);
  SAR_ARCHIVE(archive, c->steps);
  SAR_ARCHIVE(archive, c->counts);
  sar_archive_int(archive, &count, 0, INT32_MAX);
  if (archive->loading) c->ncoupled = 0;
  for (int32_t k = 0; k < count && archive->status == SAR_OK; k++) {
    SarBodyPair pair = archive->loading ? (SarBodyPair){0, 0} : c->coupled[k];
    sar_archive_int(archive, &pair.a, 0, n - 1);
    sar_archive_int(archive, &pair.b, 0, n - 1);
    if (archive->loading && !sar_crowding_add_coupled(c, pair)) return SAR_NO_MEMORY;
  }
  SAR_TRY(archive->status);
  if (archive->loading) {
    SarCrowdCounts counts = c->counts;
    SAR_TRY(follow(m));
    c->counts = counts;
  }
  sar_archive_reals(archive, c->memory, c->nmemory ? 2 * (int64_t)c->nmemory + 1 : 0);
  return archive->status;
}

SarStatus sar_workspace_copy_crowds(SarWorkspace *m, const SarWorkspace *from) {
  SarCrowding *c = m->crowding;
  const SarCrowding *other = from->crowding;
  if (!c) return SAR_OK;
  memcpy(c->q, other->q, 7 * (size_t)m->system->nbodies * sizeof *c->q);
  memcpy(c->margin, other->margin, (size_t)m->system->nbodies * sizeof *c->margin);
  c->time = other->time;
  c->step = other->step;
  c->steps = other->steps;
  c->counts = other->counts;
  c->ncoupled = 0;
  for (int32_t k = 0; k < other->ncoupled; k++) {
    if (!sar_crowding_add_coupled(c, other->coupled[k])) return sar_report_no_memory(m->problem.context);
  }
  SAR_TRY(follow(m));
  if (c->nmemory) memcpy(c->memory, other->memory, (2 * (size_t)c->nmemory + 1) * sizeof *c->memory);
  return SAR_OK;
}
