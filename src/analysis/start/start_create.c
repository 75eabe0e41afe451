#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/joint_start.h"
#include "analysis/start/loads.h"
#include "analysis/start/parts.h"
#include "analysis/start/start.h"
#include "analysis/touching/touching.h"
#include "base/numbers.h"
#include "system/carry.h"
#include "system/events.h"

#define GAP_MARGIN 100 /* on the gap that remains, for the rank of rows that contradict each other */
#define LOOSEST_RANK 0.05

static SarStatus make_arrays(SarStart *s) {
  SarGuess guess = sar_system_guess(s->system);
  const SarSizes *n = &s->all->problem.n;
  size_t total = (size_t)(sar_sizes_point(n) + n->nq + n->nv) + 1;
  s->memory = calloc(total, sizeof *s->memory);
  if (!s->memory) return sar_report_no_memory(s->context);
  double **const arrays[] = {&s->q, &s->v, &s->a, &s->lambda, &s->mu, &s->x, &s->xdot, &s->z};
  s->closed_room = sar_sizes_divide(n, s->memory, arrays);
  s->begun_room = s->closed_room + n->nq;
  s->closed = s->q;
  s->begun_q = guess.q;
  s->begun_v = guess.v;
  memcpy(s->q, s->from ? s->from : guess.q, (size_t)n->nq * sizeof(double));
  memcpy(s->v, guess.v, (size_t)n->nv * sizeof(double));
  if (guess.x) memcpy(s->x, guess.x, (size_t)n->nx * sizeof(double));
  if (guess.xdot) memcpy(s->xdot, guess.xdot, (size_t)n->nx * sizeof(double));
  if (guess.z) memcpy(s->z, guess.z, (size_t)n->nz * sizeof(double));
  return SAR_OK;
}

double sar_start_position_error(const SarStart *s, const double *phi) {
  return sar_largest(sar_system_counts(s->system).position, phi) / sar_system_length(s->system);
}

static SarStatus report_not_finite(SarStart *s, const double *phi) {
  int32_t row = 0;
  while (row + 1 < sar_system_counts(s->system).position && isfinite(phi[row])) row++;
  const SarModelElement *element = sar_start_row_element(s->system, row);
  return sar_report(s->context, SAR_INPUT, element->source, element->name,
                    "give a function that has a value at t = 0: no division by zero, no root of a negative number",
                    "`%s` (%s) has no value at the start", element->name, sar_row_equation(s->system, row));
}

/* Where joints contradict each other, rows depend on each other only as far as the gap allows to tell. */
static SarStatus diagnose_gap(SarStart *s, double error, const double *phi) {
  double tolerance = fmin(fmax(GAP_MARGIN * error, SAR_RANK_TOLERANCE), LOOSEST_RANK);
  SAR_TRY(sar_row_set_find(s->context, s->all, s->t, s->q, tolerance, &s->rows));
  s->degrees_of_freedom = s->all->problem.n.nv - s->rows.rank;
  return sar_start_report_open(s, error, phi);
}

/* Angles that a phase takes over are in their turns, and a coupler that comes in may lead them back over several. */
static SarStatus run_assembler(SarStart *s, double *error) {
  SarAssembler a;
  bool carried = sar_system_is_carried(s->system);
  SAR_TRY(sar_assembler_create(s->context, s->all, &a));
  sar_assembler_prefer(&a);
  a.follows = carried;
  SarStatus status = sar_assembler_run(&a, s->t, s->q, s->from || carried, error, &s->work);
  sar_assembler_destroy(&a);
  for (int32_t i = 0; carried && i < sar_system_counts(s->system).turns; i++) {
    s->all->turn_starts[i] = s->all->turns[i].value;
  }
  return status;
}

static SarStatus assemble_positions(SarStart *s) {
  const SarProblem *p = &s->all->problem;
  double *phi = s->lambda; /* room for np numbers until the multipliers are known */
  SAR_TRY(p->ops->position(p, s->t, s->q, phi));
  s->position_error = sar_start_position_error(s, phi);
  if (!isfinite(s->position_error)) return report_not_finite(s, phi);
  double error;
  SAR_TRY(run_assembler(s, &error));
  SAR_TRY(p->ops->position(p, s->t, s->q, phi));
  s->position_left = sar_start_position_error(s, phi);
  s->assembled = error <= SAR_ASSEMBLED;
  return s->assembled ? SAR_OK : diagnose_gap(s, error, phi);
}

static SarStatus start(SarStart *s) {
  SAR_TRY(sar_workspace_create(s->context, s->system, NULL, true, &s->all));
  s->all->problem.linear = s->linear;
  SAR_TRY(make_arrays(s));
  SAR_TRY(assemble_positions(s));
  if (sar_system_counts(s->system).starts) SAR_TRY(sar_start_lead_positions(s));
  SAR_TRY(sar_workspace_refresh_left(&s->all->problem, &(SarPoint){.t = s->t, .q = s->q, .v = s->v}));
  sar_workspace_start(s->all, s->t, s->q, s->v);
  SAR_TRY(sar_loads_check_start(s->context, s->all, s->q, s->v));
  SarPoint written = {.t = s->t, .q = s->q, .v = s->v, .x = s->x};
  bool read = !s->from && !sar_system_is_carried(s->system);
  if (read) SAR_TRY(sar_touching_check_start(s->context, s->all, &written));
  bool changed;
  SAR_TRY(sar_start_pick_rows(s, s->t, s->q, s->v, &changed));
  SAR_TRY(sar_start_make_velocities(s));
  memset(s->lambda, 0, (size_t)s->m->problem.n.np * sizeof(double)); /* assembly has used it */
  SAR_TRY(sar_start_look_for_sharing(s));
  if (s->shares) SAR_TRY(sar_start_rebuild(s, s->q));
  sar_workspace_start(s->m, s->t, s->q, s->v);
  return sar_start_solve(s, s->t, s->q, s->v, s->x, s->a, s->lambda, s->mu, s->xdot, s->z);
}

static SarStatus create(SarContext *context, const SarSystem *system, const char *linear, const double *from,
                        SarStart **out) {
  SarStart *s = calloc(1, sizeof *s);
  *out = s;
  if (!s) return sar_report_no_memory(context);
  s->context = context;
  s->linear = linear;
  s->from = from;
  s->system = system;
  s->t = sar_system_begin(system);
  return start(s);
}

SarStatus sar_start_create(SarContext *context, const SarSystem *system, SarStart **out) {
  return create(context, system, NULL, NULL, out);
}

SarStatus sar_start_create_by(SarContext *context, const SarSystem *system, const char *linear, SarStart **out) {
  return create(context, system, linear, NULL, out);
}

SarStatus sar_start_create_near(SarContext *context, const SarSystem *system, const double *from, SarStart **out) {
  return create(context, system, NULL, from, out);
}

void sar_start_destroy(SarStart **start_) {
  if (!start_ || !*start_) return;
  SarStart *s = *start_;
  sar_equations_destroy(&s->equations);
  sar_workspace_destroy(&s->m);
  sar_workspace_destroy(&s->all);
  sar_row_set_free(&s->rows);
  free(s->memory);
  free(s->feels);
  free(s);
  *start_ = NULL;
}

SarStatus sar_start_archive(SarStart *s, SarArchive *archive) {
  sar_archive_section(archive, "mechanism");
  SAR_TRY(sar_start_archive_rows(s, archive));
  sar_archive_bytes(archive, s->m->turns, (size_t)sar_system_counts(s->system).turns * sizeof *s->m->turns);
  sar_archive_bytes(archive, s->m->part_memory,
                    (size_t)sar_system_counts(s->system).memory * sizeof *s->m->part_memory);
  if (archive->status == SAR_OK) SAR_TRY(sar_workspace_archive_crowds(s->m, archive));
  sar_workspace_archive_events(s->m, archive);
  return s->equations ? sar_equations_archive(s->equations, archive) : archive->status;
}

void sar_start_release(SarStart *s, bool output) {
  if (s->m->ndropped) return;
  sar_workspace_destroy(&s->all);
  if (!output) sar_equations_destroy(&s->equations);
}
