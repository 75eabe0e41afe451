/* `sarrus assemble`: a consistent start, and what it took to get there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/audit.h"
#include "analysis/poses/singular.h"
#include "analysis/record/recorder.h"
#include "analysis/start/mirror.h"
#include "analysis/start/start.h"

#define MOVED 1e-9 /* in L and rad: more than rounding */

/* An assembly with the memory behind it. */
typedef struct Assembly {
  SarAssembly public;
  SarArena *arena;
} Assembly;

const char *sar_assembly_way_name(SarAssemblyWay way) {
  static const char *const names[] = {"direct", "damped", "staged", "restarted"};
  return (uint32_t)way < sizeof names / sizeof *names ? names[way] : "unknown";
}

/* ---- the report ---- */

static double extent(const SarMoved *moved, double L) { return fmax(moved->distance / L, moved->angle); }

/* The order of the report; equal ones in the order of the file. */
typedef struct Ranked {
  double extent;
  int32_t body;
} Ranked;

static int compare(const void *a, const void *b) {
  const Ranked *x = a, *y = b;
  if (x->extent != y->extent) return x->extent < y->extent ? 1 : -1;
  return x->body < y->body ? -1 : x->body > y->body;
}

static SarStatus list_moved(Assembly *out, const SarStart *s) {
  int32_t n = sar_system_bodies(s->system) + sar_system_counts(s->system).scalars;
  SarMoved *moved = SAR_NEW(out->arena, n + 1, SarMoved);
  Ranked *ranked = SAR_NEW(out->arena, n + 1, Ranked);
  if (!moved || !ranked) return sar_report_no_memory(s->context);
  for (int32_t b = 0; b < n; b++) {
    SarMoved one = sar_start_moved(s, b);
    ranked[b] = (Ranked){extent(&one, sar_system_length(s->system)), b};
    out->public.nmoved += ranked[b].extent > MOVED;
  }
  qsort(ranked, (size_t)n, sizeof *ranked, compare);
  for (int32_t i = 0; i < n; i++) moved[i] = sar_start_moved(s, ranked[i].body);
  out->public.moved = moved;
  out->public.nbodies = n;
  return SAR_OK;
}

static SarStatus fill(Assembly *out, SarStart *s) {
  SarAssembly *a = &out->public;
  a->length = sar_system_length(s->system);
  a->length_scale = sar_system_length_scale(s->system);
  a->position_error_written = s->position_error;
  a->position_error = s->position_left;
  a->velocity_error_written = s->velocity_error;
  a->velocity_error = s->velocity_left;
  a->way = s->work.way;
  a->iterations = s->work.iterations;
  a->stages = s->work.stages;
  a->restarts = s->work.restarts;
  SAR_TRY(list_moved(out, s));
  SAR_TRY(sar_mirror_find(s, out->arena, &a->mirrors, &a->nmirrors));
  for (int32_t i = 0; i < a->nmirrors; i++) sar_mirror_tell(s, &a->mirrors[i]);
  return SAR_OK;
}

static SarStatus make_report(SarStart *s, const SarAssembly **out) {
  SarArena *arena = sar_arena_create();
  Assembly *assembly = arena ? SAR_NEW(arena, 1, Assembly) : NULL;
  if (!assembly) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(s->context);
  }
  assembly->arena = arena;
  SarStatus status = fill(assembly, s);
  *out = &assembly->public;
  if (status != SAR_OK) sar_assembly_destroy(out);
  return status;
}

void sar_assembly_destroy(const SarAssembly **assembly) {
  if (!assembly || !*assembly) return;
  SarArena *arena = ((const Assembly *)(const void *)*assembly)->arena;
  sar_arena_destroy(&arena);
  *assembly = NULL;
}

/* ---- the analysis ---- */

static SarStatus record_assembled(SarStart *s, SarAudit *audit, SarTable *table) {
  SarRunOptions options = sar_run_options_default();
  options.table = table;
  SarRecorder *recorder = NULL;
  SarRecorderPlan plan = {.options = &options, .method = "assemble", .kinematic = true};
  SarStatus status = sar_recorder_create(s, &plan, &recorder);
  if (status == SAR_OK) status = sar_equations_least_norm(s->equations, 0, s->q, s->v, s->x, s->lambda, s->mu);
  SarPoint at = sar_start_point(s);
  SarEnergyRecord energy = {0};
  if (status == SAR_OK) status = sar_audit_start(audit, s->m, &at);
  if (status == SAR_OK) status = sar_audit_energy(audit, s->m, &at, 0, 0, &energy);
  if (status == SAR_OK) status = sar_recorder_row(recorder, s->m, &at, &energy);
  if (status == SAR_OK) status = sar_recorder_finish(recorder);
  sar_recorder_destroy(&recorder);
  return status;
}

SarStatus sar_assemble_report(SarContext *context, const SarSystem *system, SarTable *table, const SarAssembly **out) {
  SAR_NEED(context, context && system);
  SarStart *start = NULL;
  SarAudit *audit = NULL;
  if (out) *out = NULL;
  SarStatus status = sar_start_create(context, system, &start);
  if (status == SAR_OK) sar_start_warn_redundant(start);
  if (status == SAR_OK) status = sar_start_warn_velocity(start);
  if (status == SAR_OK) status = sar_singular_warn_start(context, start->m, start->q);
  if (status == SAR_OK && out) status = make_report(start, out);
  if (status == SAR_OK && table) status = sar_audit_create(context, system, &audit);
  if (status == SAR_OK && table) status = record_assembled(start, audit, table);
  if (status != SAR_OK && out) sar_assembly_destroy(out);
  sar_audit_destroy(&audit);
  sar_start_destroy(&start);
  return status;
}

SarStatus sar_assemble(SarContext *context, const SarSystem *system, SarTable *table) {
  SAR_NEED(context, context && system && table);
  return sar_assemble_report(context, system, table, NULL);
}
