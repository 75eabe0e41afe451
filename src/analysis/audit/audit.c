#include "analysis/audit/audit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"

#define SMALLEST_CHANGE 1e-6 /* of the energies at the start, before it counts as motion */
#define SMALLEST_WAY 1e-3    /* in L or rad, during the whole run, before it counts as motion */

SarStatus sar_audit_create(SarContext *context, const SarSystem *system, SarAudit **out) {
  SarAudit *audit = calloc(1, sizeof *audit);
  double *rows = calloc((size_t)(system->nposition + system->nvelocity) + 1, sizeof *rows);
  *out = audit;
  if (!audit || !rows) {
    free(rows);
    free(audit);
    *out = NULL;
    return sar_report_no_memory(context);
  }
  audit->rows = rows;
  audit->forces = (SarBalanceRecord){.linear_body = -1, .angular_body = -1};
  return sar_balance_create(context, system, &audit->balance);
}

void sar_audit_destroy(SarAudit **audit) {
  if (!audit || !*audit) return;
  sar_balance_destroy(&(*audit)->balance);
  free((*audit)->rows);
  free(*audit);
  *audit = NULL;
}

/* Of the bodies as `take` has placed them. */
static void drift(SarAudit *audit, const SarMechanism *m, const SarPoint *at) {
  const SarProblem *p = &m->problem;
  double scale = 1 / m->system->length, position = 0, velocity = 0, dropped = 0;
  sar_mechanism_position_rows(m, at->t, at->q, audit->rows);
  for (int32_t i = 0; i < p->n.np; i++) {
    double size = fabs(audit->rows[i]);
    if (m->ndropped && !m->carried[i] && size > dropped) dropped = size, audit->dropped_row = i;
    if (size * scale > position) position = size * scale;
    if (size * scale > audit->position_max) audit->position_max = size * scale, audit->position_row = i;
  }
  sar_mechanism_velocity_rows(m, at, audit->rows);
  velocity = sar_largest(p->n.np + p->n.nn, audit->rows);
  audit->position = position;
  audit->velocity = velocity * scale;
  audit->velocity_max = fmax(audit->velocity_max, velocity * scale);
  audit->dropped_max = dropped * scale;
}

static void note_balance(SarAudit *audit) {
  double balance = audit->kinetic + audit->potential + audit->dissipated - audit->work - audit->total0;
  double scale = audit->kinetic + fabs(audit->potential - audit->potential0) + fabs(audit->work);
  audit->balance_max = fmax(audit->balance_max, fabs(balance));
  audit->scale_max = fmax(audit->scale_max, scale);
}

/* Where nothing moves, balance and scale are both rounding of the terms they are summed from, and their quotient says
 * nothing. The magnitudes of these terms at the start, weights lifted by L among them, tell what counts as motion. */
static double magnitude_of_terms(const SarAudit *audit, const SarMechanism *m, const SarPoint *at) {
  const SarSystem *s = m->system;
  double sum = audit->kinetic + fabs(audit->potential), gravity = sar_norm(s->gravity);
  for (int32_t b = 0; b < s->nbodies; b++) {
    double height = fabs(sar_dot(s->gravity, sar_vec3_load(at->q + 7 * b)));
    sum += s->bodies[b].mass * (height + gravity * s->length);
  }
  return sum;
}

static SarStatus take(SarAudit *audit, const SarMechanism *m, const SarPoint *at) {
  SarEnergies e;
  SAR_TRY(sar_mechanism_energy(m, at, &e));
  audit->kinetic = e.kinetic;
  audit->potential = e.potential;
  audit->power[2][0] = e.dissipation;
  audit->power[2][1] = e.work;
  for (int32_t b = 0; b < m->system->nbodies; b++) {
    double speed = fmax(sar_norm(m->kin[b].v) / m->system->length, sar_norm(m->kin[b].w));
    audit->speed_max = fmax(audit->speed_max, speed);
  }
  for (int32_t i = 6 * m->system->nbodies; i < m->problem.n.nv; i++) {
    audit->speed_max = fmax(audit->speed_max, fabs(at->v[i]) * m->problem.weight[i]);
  }
  return SAR_OK;
}

SarStatus sar_audit_start(SarAudit *audit, const SarMechanism *m, const SarPoint *at) {
  SAR_TRY(take(audit, m, at));
  drift(audit, m, at);
  if (!audit->started) {
    audit->started = true;
    audit->potential0 = audit->potential;
    audit->total0 = audit->kinetic + audit->potential;
    audit->floor = SMALLEST_CHANGE * magnitude_of_terms(audit, m, at);
    if (!audit->quick) SAR_TRY(sar_momentum_start(audit->balance, m, at, &audit->momentum));
  }
  note_balance(audit);
  return SAR_OK;
}

SarStatus sar_audit_step(SarAudit *audit, const SarMechanism *m, double t0, const SarPoint *middle,
                         const SarPoint *end) {
  double h = end->t - t0;
  memcpy(audit->power[0], audit->power[2], sizeof audit->power[0]);
  if (m->system->has_power) {
    SarEnergies e;
    SAR_TRY(sar_mechanism_energy(m, middle, &e));
    audit->power[1][0] = e.dissipation;
    audit->power[1][1] = e.work;
  }
  SAR_TRY(take(audit, m, end));
  drift(audit, m, end);
  if (m->system->has_power) { /* Simpson */
    const double(*p)[2] = (const double(*)[2])audit->power;
    audit->dissipated += h * (p[0][0] + 4 * p[1][0] + p[2][0]) / 6;
    audit->work += h * (p[0][1] + 4 * p[1][1] + p[2][1]) / 6;
  }
  note_balance(audit);
  return audit->quick ? SAR_OK : sar_momentum_step(audit->balance, m, end, h, &audit->momentum);
}

void sar_audit_exchange(SarAudit *audit, const SarEnergies *before, const SarEnergies *after) {
  double gained = after->kinetic - before->kinetic;
  if (gained < 0) audit->dissipated -= gained;
  if (gained > 0) audit->work += gained;
  audit->work += after->potential - before->potential;
}

SarStatus sar_audit_resume(SarAudit *audit, const SarMechanism *m, const SarPoint *at) {
  SAR_TRY(take(audit, m, at));
  note_balance(audit);
  return audit->quick ? SAR_OK : sar_momentum_resume(audit->balance, m, at, &audit->momentum);
}

/* The integral from 0 to s of the parabola through (0, p0), (1/2, p1), (1, p2). */
static double partial(double s, double p0, double p1, double p2) {
  double slope = -3 * p0 + 4 * p1 - p2, curve = 2 * p0 - 4 * p1 + 2 * p2;
  return s * (p0 + s * (slope / 2 + s * curve / 3));
}

SarStatus sar_audit_energy(const SarAudit *audit, const SarMechanism *m, const SarPoint *at, double fraction, double h,
                           SarEnergyRecord *out) {
  SarEnergies e;
  SAR_TRY(sar_mechanism_energy(m, at, &e));
  double integral[2] = {audit->dissipated, audit->work};
  for (int i = 0; i < 2 && m->system->has_power && h > 0; i++) {
    double p0 = audit->power[0][i], p1 = audit->power[1][i], p2 = audit->power[2][i];
    integral[i] -= h * (partial(1, p0, p1, p2) - partial(fraction, p0, p1, p2));
  }
  *out = (SarEnergyRecord){e.kinetic, e.potential, integral[0], integral[1], 0};
  out->balance = e.kinetic + e.potential + integral[0] - integral[1] - audit->total0;
  return SAR_OK;
}

static bool is_index(int32_t index, int32_t least, int32_t count) {
  return index >= least && index < (count > 0 ? count : 1);
}

/* All but the scratch in front. */
void sar_audit_archive(SarAudit *audit, const SarSystem *system, SarArchive *archive) {
  size_t front = offsetof(SarAudit, forces);
  sar_archive_section(archive, "audit");
  sar_archive_bytes(archive, (char *)audit + front, sizeof *audit - front);
  bool sound =
      is_index(audit->position_row, 0, system->nposition) && is_index(audit->dropped_row, 0, system->nposition);
  sound = sound && is_index(audit->forces.linear_body, -1, system->nbodies);
  sound = sound && is_index(audit->forces.angular_body, -1, system->nbodies);
  if (archive->status == SAR_OK && !sound) archive->status = SAR_INPUT;
}

double sar_audit_balance(const SarAudit *audit) {
  double scale = fmax(audit->scale_max, audit->floor);
  return scale > 0 ? audit->balance_max / scale : 0;
}

/* ---- what the summary says ---- */

static void copy_name(const char *name, char *out, size_t size) { snprintf(out, size, "%s", name); }

SarStatus sar_audit_row(SarAudit *audit, const SarMechanism *m, const SarPoint *at, const SarRecorder *recorder,
                        bool solved) {
  if (!recorder->nsinks) return SAR_OK;
  if (!solved) {
    audit->forces.skipped++;
    return SAR_OK;
  }
  sar_balance_use_columns(audit->balance, recorder->columns);
  return sar_balance_row(audit->balance, m, at, recorder->row, &audit->forces);
}

void sar_audit_summarise(const SarAudit *audit, const SarSystem *system, SarRunSummary *out) {
  out->newton_euler_max = out->momentum_balance_max = NAN;
  if (!audit) return;
  int32_t body;
  out->constraint_position_max = audit->position_max;
  out->constraint_velocity_max = audit->velocity_max;
  double speed = out->end_time > 0 ? fmax(audit->speed_max, SMALLEST_WAY / out->end_time) : audit->speed_max;
  out->constraint_velocity_relative = speed > 0 ? audit->velocity_max / speed : 0;
  out->energy_balance_max = sar_audit_balance(audit);
  out->momentum_balance_max = sar_momentum_worst(&audit->momentum);
  out->newton_euler_max = sar_balance_worst(&audit->forces, &body);
  out->newton_euler_rows = audit->forces.rows;
  out->newton_euler_skipped = audit->forces.skipped;
  if (body >= 0) copy_name(system->bodies[body].name, out->newton_euler_body, sizeof out->newton_euler_body);
  if (!(audit->position_max > 0)) return;
  const SarRowInfo *row = &system->rows[audit->position_row];
  const char *element = system->model->elements[row->element].name;
  copy_name(element, out->constraint_position_element, sizeof out->constraint_position_element);
  copy_name(row->name, out->constraint_position_equation, sizeof out->constraint_position_equation);
}
