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

static double scale_of(const SarAudit *audit) {
  return audit->kinetic + fabs(audit->potential - audit->potential0) + fabs(audit->work);
}

static void note_balance(SarAudit *audit) {
  double balance = audit->kinetic + audit->potential + audit->dissipated - audit->work - audit->total0;
  audit->balance_max = fmax(audit->balance_max, fabs(balance));
  audit->scale_max = fmax(audit->scale_max, scale_of(audit));
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

void sar_audit_be_careful(SarAudit *audit, const SarSystem *system, double span, double energy, double momentum) {
  SarQuadrature *q = &audit->quadrature;
  q->careful = span > 0;
  q->multipliers = system->user != NULL;
  for (int32_t i = 0; i < system->nrelations; i++) q->multipliers = q->multipliers || system->relations[i].function;
  q->span = span;
  q->limit[0] = energy;
  q->limit[1] = q->limit[2] = momentum;
}

static SarFlow flow_of(const double power[2], const SarOutside *outside) {
  SarFlow flow = {{power[0], power[1]}};
  memcpy(flow.y + 2, outside->rate, sizeof outside->rate);
  return flow;
}

static SarStatus flow_inside(SarAudit *audit, const SarMechanism *m, const SarInside *inside, double t, SarFlow *out,
                             bool *solved) {
  SarPoint at;
  SarEnergies e;
  SarOutside outside = {0};
  SAR_TRY(inside->solve(inside->self, t, &at, solved));
  if (!*solved) return SAR_OK;
  SAR_TRY(sar_mechanism_energy(m, &at, &e));
  if (!audit->quick) SAR_TRY(sar_momentum_outside(audit->balance, m, &at, &outside));
  *out = flow_of((double[2]){e.dissipation, e.work}, &outside);
  return SAR_OK;
}

/* Solves inside the step where the plain rule is not good enough. *sum: the integrals. The bodies may be anywhere
 * afterwards. */
static SarStatus integrate_carefully(SarAudit *audit, const SarMechanism *m, const SarQuadratureStep *step, double t0,
                                     const SarInside *inside, SarFlow *sum) {
  SarQuadrature *q = &audit->quadrature;
  double estimate[SAR_BALANCES], h = step->h;
  SarFlow flow[3] = {0};
  bool solved = inside != NULL;
  sar_quadrature_estimate(q, step, estimate);
  if (solved && sar_quadrature_weighs(q, step, estimate)) {
    SAR_TRY(flow_inside(audit, m, inside, t0 + h / 2, &flow[1], &solved));
    if (solved) {
      *sum = sar_quadrature_simpson(q, step, &flow[1], estimate);
      memcpy(audit->power[1], flow[1].y, sizeof audit->power[1]);
    }
  }
  if (solved && sar_quadrature_weighs(q, step, estimate)) {
    SAR_TRY(flow_inside(audit, m, inside, t0 + h / 4, &flow[0], &solved));
    if (solved) SAR_TRY(flow_inside(audit, m, inside, t0 + 3 * h / 4, &flow[2], &solved));
    if (solved) *sum = sar_quadrature_boole(q, step, flow, estimate);
  }
  sar_quadrature_close(q, step, estimate);
  return SAR_OK;
}

/* The integrals by the plain rule. */
static SarFlow integrate(const SarAudit *audit, bool has_power, double h, const SarOutside *end) {
  const double(*p)[2] = (const double(*)[2])audit->power;
  SarFlow sum = {0};
  for (int i = 0; i < 2 && has_power; i++) sum.y[i] = h * (p[0][i] + 4 * p[1][i] + p[2][i]) / 6;
  for (int i = 0; i < 6; i++) sum.y[2 + i] = h * (audit->momentum.outside.rate[i] + end->rate[i]) / 2;
  return sum;
}

static SarStatus care(SarAudit *audit, const SarMechanism *m, double t0, const SarPoint *end, const SarOutside *outside,
                      const SarInside *inside, SarFlow *sum) {
  const SarMomentumRecord *momentum = &audit->momentum;
  SarQuadratureStep step = {.t = end->t, .h = end->t - t0, .plain = *sum};
  step.begin = flow_of(audit->power[0], &momentum->outside);
  step.middle = flow_of(audit->power[1], &momentum->outside);
  step.end = flow_of(audit->power[2], outside);
  step.scale[0] = fmax(fmax(audit->scale_max, scale_of(audit)), audit->floor);
  for (int part = 0; part < 2; part++) step.scale[1 + part] = sar_momentum_scale(momentum, part);
  SAR_TRY(integrate_carefully(audit, m, &step, t0, inside, sum));
  sar_mechanism_place(m, end->q, end->v);
  return SAR_OK;
}

SarStatus sar_audit_step(SarAudit *audit, const SarMechanism *m, double t0, const SarPoint *middle, const SarPoint *end,
                         const SarInside *inside) {
  double h = end->t - t0;
  SarOutside outside = {0};
  memcpy(audit->power[0], audit->power[2], sizeof audit->power[0]);
  if (m->system->has_power) {
    SarEnergies e;
    SAR_TRY(sar_mechanism_energy(m, middle, &e));
    audit->power[1][0] = e.dissipation;
    audit->power[1][1] = e.work;
  }
  SAR_TRY(take(audit, m, end));
  drift(audit, m, end);
  if (!audit->quick) SAR_TRY(sar_momentum_outside(audit->balance, m, end, &outside));
  SarFlow sum = integrate(audit, m->system->has_power, h, &outside);
  if (audit->quadrature.careful) SAR_TRY(care(audit, m, t0, end, &outside, inside, &sum));
  audit->dissipated += sum.y[0];
  audit->work += sum.y[1];
  note_balance(audit);
  if (!audit->quick) sar_momentum_step(m, &outside, h, sum.y + 2, &audit->momentum);
  return SAR_OK;
}

void sar_audit_exchange(SarAudit *audit, const SarEnergies *before, const SarEnergies *after) {
  double gained = after->kinetic - before->kinetic;
  if (gained < 0) audit->dissipated -= gained;
  if (gained > 0) audit->work += gained;
  audit->work += after->potential - before->potential;
}

SarStatus sar_audit_resume(SarAudit *audit, const SarMechanism *m, const SarPoint *at) {
  SAR_TRY(take(audit, m, at));
  audit->quadrature.last = 0; /* powers and forces may have jumped */
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

SarDoubt sar_audit_doubt(const SarAudit *audit) {
  const double *doubt = audit->quadrature.doubt;
  double scale = fmax(audit->scale_max, audit->floor);
  SarDoubt out = {.energy = scale > 0 ? doubt[0] / scale : 0};
  for (int part = 0; part < 2; part++) {
    scale = sar_momentum_scale(&audit->momentum, part);
    if (scale > 0) out.momentum = fmax(out.momentum, doubt[1 + part] / scale);
  }
  return out;
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
