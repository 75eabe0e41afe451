/* Velocities at the start: what the constraints allow of the written ones. */
#include <math.h>
#include <stdlib.h>

#include "analysis/start/joint_start.h"
#include "analysis/start/parts.h"
#include "base/numbers.h"

#define VELOCITY_CONFLICT 1e-7 /* |Phi_q v + Phi_t| of a row that is not carried, over L and the largest speed */

/* Rows that are not carried must hold at velocity level too, or drivers contradict each other. */
static SarStatus refuse_velocity_conflict(SarStart *s) {
  const SarProblem *p = &s->all->problem;
  double *rates = calloc((size_t)(p->n.np + p->n.nn) + 1, sizeof *rates), largest = 0, speed = 0;
  if (!rates) return sar_report_no_memory(s->context);
  SarPoint at = {.t = s->t, .q = s->q, .v = s->v, .x = s->x};
  SarStatus status = p->ops->velocity(p, &at, rates);
  int32_t worst = 0;
  for (int32_t i = 0; i < p->n.nv; i++) speed = fmax(speed, fabs(s->v[i]) * p->weight[i]);
  for (int32_t i = 0; i < p->n.np; i++) {
    if (fabs(rates[i]) > largest) largest = fabs(rates[i]), worst = i;
  }
  free(rates);
  if (status != SAR_OK) return status;
  if (largest / sar_system_length(s->system) <= VELOCITY_CONFLICT * (1 + speed)) return SAR_OK;
  const SarModelElement *element = sar_start_row_element(s->system, worst);
  return sar_report(s->context, SAR_CONFLICT, element->source, element->name,
                    "let only one of them drive this direction, or make their functions agree" SAR_LOOK_FOR_CURE,
                    "`%s` (%s) contradicts the other constraints: no velocity satisfies them all", element->name,
                    sar_row_equation(s->system, worst));
}

static void start_states(SarStart *s) {
  const SarSystem *system = s->system;
  sar_workspace_place(s->m, s->q, s->v);
  for (int32_t i = 0; i < sar_system_counts(system).relations; i++) {
    const SarRelationRow *row = sar_system_relation(system, i);
    if (row->state < 0) continue; /* the driven rate starts at the rate that was written */
    s->x[row->state] = sar_workspace_coordinate(s->m, sar_system_term(system, row->term)->coordinate, s->t).rate;
  }
}

static SarStatus report_no_rate(SarStart *s, int32_t row) {
  const SarModelElement *element = sar_start_row_element(s->system, row);
  return sar_report(
      s->context, SAR_INPUT, element->source, element->name,
      "give a function that can be differentiated at t = 0: sqrt(t) and t^0.5 cannot, and no root of zero",
      "the rate of `%s` (%s) has no value at the start", element->name, sar_row_equation(s->system, row));
}

/* The largest |Phi_q v + Phi_t|, |A v + b| over L. */
static SarStatus measure_rates(SarStart *s, double *out) {
  const SarProblem *p = &s->all->problem;
  int32_t row = 0;
  double *rates = calloc((size_t)(p->n.np + p->n.nn) + 1, sizeof *rates);
  if (!rates) return sar_report_no_memory(s->context);
  SarPoint at = {.t = s->t, .q = s->q, .v = s->v, .x = s->x};
  SarStatus status = p->ops->velocity(p, &at, rates);
  *out = sar_largest(p->n.np + p->n.nn, rates) / sar_system_length(s->system);
  while (row < p->n.np + p->n.nn && isfinite(rates[row])) row++;
  free(rates);
  return status == SAR_OK && row < p->n.np + p->n.nn ? report_no_rate(s, row) : status;
}

/* The smallest change in the norm of M. */
static SarStatus project(SarStart *s) {
  SAR_TRY(sar_equations_factor(s->equations, s->t, s->q, s->v));
  return sar_equations_project_velocity(s->equations, s->t, s->q, s->v, s->x);
}

static SarStatus report_locked_velocity(SarStart *s, double error, int32_t row) {
  const SarSystem *system = s->system;
  int32_t nbodies = sar_system_bodies(system);
  int32_t locked = 0;
  while (locked + 1 < nbodies && !sar_body_keeps_velocity(system, locked)) locked++;
  int32_t e = sar_row_element(system, row);
  if (e < 0) e = 0;
  for (int32_t b = 0; b < nbodies; b++) { /* the lock that this joint meets, if it meets one */
    bool meets = sar_system_place(system, e)->a.body == b || sar_system_place(system, e)->b.body == b;
    if (meets && sar_body_keeps_velocity(system, b)) locked = b;
  }
  const SarModelElement *element = sar_system_element(system, e);
  const SarUnits *units = &sar_system_model(system)->units;
  return sar_report(s->context, SAR_CONFLICT, element->source, element->name,
                    "remove the lock, or write velocities that the joints allow",
                    "`%s` does not allow the velocity that the lock of `%s` keeps: %.3g of the length scale (%.4g %s) "
                    "per second remain",
                    element->name, sar_system_body(system, locked)->name, error,
                    sar_system_length(system) / units->length, units->length_name);
}

/* The smallest change in the norm of the model's weights; locked velocities stay. */
static SarStatus change_least(SarStart *s) {
  SarAssembler a;
  double error = 0, speed = 0;
  int32_t worst = 0;
  SAR_TRY(sar_assembler_create(s->context, s->all, &a));
  SarStatus status = sar_assembler_velocity(&a, s->q, s->v, s->x, &error, &worst);
  sar_assembler_destroy(&a);
  if (status != SAR_OK) return status;
  for (int32_t i = 0; i < s->all->problem.n.nv; i++) speed = fmax(speed, fabs(s->v[i]) * s->all->problem.weight[i]);
  return error <= VELOCITY_CONFLICT * (1 + speed) ? SAR_OK : report_locked_velocity(s, error, worst);
}

SarStatus sar_start_make_velocities(SarStart *s) {
  bool led = sar_system_counts(s->system).starts > 0;
  if (led) SAR_TRY(sar_start_lead_rates(s));
  start_states(s);
  SarStatus status = measure_rates(s, &s->velocity_error);
  if (status != SAR_OK) return status;
  bool preferences = sar_system_has_preferences(s->system);
  if (!led || !preferences) status = preferences ? change_least(s) : project(s);
  if (status == SAR_SINGULAR) return sar_start_report_singular(s, NULL);
  SAR_TRY(status);
  if (s->m->ndropped) SAR_TRY(refuse_velocity_conflict(s));
  return measure_rates(s, &s->velocity_left);
}
