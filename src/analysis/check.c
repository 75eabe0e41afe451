/* `sarrus check` and `sarrus assemble`: what the mechanism is, before it moves. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit.h"
#include "analysis/recorder.h"
#include "analysis/singular.h"
#include "analysis/start.h"
#include "analysis/suspects.h"

#define GAP 1e-8        /* of the length L: what redundant rows may contradict each other by */
#define TAKES_PART 1e-6 /* coefficient from which a row counts among those that a redundant one depends on */

/* A check with the memory behind it. */
typedef struct Check {
  SarCheck public;
  SarArena *arena;
} Check;

/* The joints whose rows combine to the redundant one, each once, without its own. */
static SarStatus name_partners(Check *check, const SarStart *s, int32_t row, const double *c, SarRedundant *out) {
  const SarSystem *system = s->system;
  const char **names = SAR_NEW(check->arena, system->nposition + 1, const char *);
  if (!names) return sar_report_no_memory(s->context);
  int32_t last = -1, own = row < system->nposition ? system->rows[row].element : -1;
  for (int32_t i = 0; i < system->nposition; i++) {
    int32_t element = system->rows[i].element;
    if (fabs(c[i]) < TAKES_PART || element == last || element == own) continue;
    const char *name = sar_arena_copy_text(check->arena, system->model->elements[element].name);
    if (!name) return sar_report_no_memory(s->context);
    names[out->nwith++] = name;
    last = element;
  }
  out->with = names;
  return SAR_OK;
}

/* What the rows say at the start: Phi, and the rates of all rows. */
typedef struct RowValues {
  double *position, *rate; /* nrows each; positions of velocity rows are zero */
} RowValues;

static SarStatus evaluate_rows(Check *check, const SarStart *s, RowValues *out) {
  const SarProblem *p = &s->all->problem;
  out->position = SAR_NEW(check->arena, s->rows.nrows + 1, double);
  out->rate = SAR_NEW(check->arena, s->rows.nrows + 1, double);
  if (!out->position || !out->rate) return sar_report_no_memory(s->context);
  SAR_TRY(p->ops->position(p, 0, s->q, out->position));
  return p->ops->velocity(p, &(SarPoint){.q = s->q, .v = s->v, .x = s->x}, out->rate);
}

/* A redundant row repeats the others only if its value and its rate are the same combination of theirs as its gradient.
 */
static bool is_consistent(const SarStart *s, const RowValues *values, int32_t row, const double *c) {
  double gap = values->position[row], rate = values->rate[row], speed = 0;
  for (int32_t i = 0; i < s->rows.nrows; i++) gap -= c[i] * values->position[i], rate -= c[i] * values->rate[i];
  for (int32_t i = 0; i < s->all->problem.n.nv; i++) speed = fmax(speed, fabs(s->v[i]) * s->all->problem.weight[i]);
  double L = s->system->length;
  return fabs(gap) <= GAP * L && fabs(rate) <= GAP * L * (1 + speed);
}

static const SarRelationRow *velocity_relation(const SarSystem *system, int32_t row) {
  for (int32_t i = 0; i < system->nrelations; i++) {
    const SarRelationRow *relation = &system->relations[i];
    if (relation->level != SAR_LEVEL_POSITION && relation->row == row) return relation;
  }
  return NULL;
}

/* Which element a row belongs to, and the row in words. */
static const char *row_names(const SarSystem *system, int32_t row, const char **equation) {
  bool position = row < system->nposition;
  const SarRelationRow *relation = position ? NULL : velocity_relation(system, row - system->nposition);
  *equation = position ? system->rows[row].name : "driven rate";
  return system->model->elements[relation ? relation->element : system->rows[row].element].name;
}

static SarStatus list_redundant(Check *check, const SarStart *s) {
  double *c = SAR_NEW(check->arena, s->rows.nrows + 1, double);
  SarRedundant *list = SAR_NEW(check->arena, s->rows.nrows + 1, SarRedundant);
  RowValues values;
  if (!c || !list) return sar_report_no_memory(s->context);
  SAR_TRY(evaluate_rows(check, s, &values));
  int32_t count = 0;
  for (int32_t row = 0; row < s->rows.nrows; row++) {
    if (!s->rows.dependent[row]) continue;
    const char *equation, *joint = row_names(s->system, row, &equation);
    SarRedundant *item = &list[count++];
    item->joint = sar_arena_copy_text(check->arena, joint);
    item->equation = sar_arena_copy_text(check->arena, equation);
    if (!item->joint || !item->equation) return sar_report_no_memory(s->context);
    SAR_TRY(sar_row_set_explain(s->context, s->all, 0, s->q, &s->rows, row, c));
    item->consistent = is_consistent(s, &values, row, c);
    SAR_TRY(name_partners(check, s, row, c, item));
  }
  check->public.redundant = list;
  check->public.nredundant = count;
  return SAR_OK;
}

SarStatus sar_check(SarContext *context, const SarSystem *system, const SarCheck **out) {
  SarArena *arena = sar_arena_create();
  Check *check = arena ? SAR_NEW(arena, 1, Check) : NULL;
  *out = NULL;
  if (!check) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  check->arena = arena;
  SarStart *start = NULL;
  SarStatus status = sar_suspects(context, system);
  if (status == SAR_OK) status = sar_start_create(context, system, &start);
  if (status == SAR_OK) status = sar_singular_warn_start(context, start->m, start->q);
  if (start) {
    check->public.bodies = system->nbodies;
    check->public.coordinates = 6 * system->nbodies;
    check->public.constraints = sar_system_constraints(system);
    check->public.degrees_of_freedom = start->degrees_of_freedom;
    check->public.initial_position_error = start->position_error;
    check->public.initial_velocity_error = start->velocity_error;
    check->public.assembled = start->assembled;
    if (start->rows.dependent) {
      SarStatus listed = list_redundant(check, start);
      if (status == SAR_OK) status = listed;
    }
  }
  sar_start_destroy(&start);
  *out = &check->public;
  return status;
}

void sar_check_destroy(const SarCheck **check) {
  if (!check || !*check) return;
  SarArena *arena = ((const Check *)(const void *)*check)->arena;
  sar_arena_destroy(&arena);
  *check = NULL;
}

static SarStatus record_assembled(SarStart *s, SarAudit *audit, SarTable *table) {
  SarRunOptions options = sar_run_options_default();
  options.table = table;
  SarRecorder *recorder = NULL;
  SarRecorderPlan plan = {.options = &options, .method = "assemble", .kinematic = true};
  SarStatus status = sar_recorder_create(s, &plan, &recorder);
  if (status == SAR_OK) status = sar_equations_least_norm(s->equations, 0, s->q, s->v, s->x, s->lambda, s->mu);
  SarPoint at = {.q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda, .mu = s->mu, .x = s->x, .xdot = s->xdot};
  SarEnergyRecord energy = {0};
  if (status == SAR_OK) status = sar_audit_start(audit, s->m, &at);
  if (status == SAR_OK) status = sar_audit_energy(audit, s->m, &at, 0, 0, &energy);
  if (status == SAR_OK) status = sar_recorder_row(recorder, s->m, &at, &energy);
  if (status == SAR_OK) status = sar_recorder_finish(recorder);
  sar_recorder_destroy(&recorder);
  return status;
}

SarStatus sar_assemble(SarContext *context, const SarSystem *system, SarTable *table) {
  SarStart *start = NULL;
  SarAudit *audit = NULL;
  SarStatus status = sar_start_create(context, system, &start);
  if (status == SAR_OK) sar_start_warn_redundant(start);
  if (status == SAR_OK) status = sar_audit_create(context, system, &audit);
  if (status == SAR_OK) status = record_assembled(start, audit, table);
  sar_audit_destroy(&audit);
  sar_start_destroy(&start);
  return status;
}
