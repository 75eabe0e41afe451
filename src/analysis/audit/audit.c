#include "analysis/audit/audit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "system/ask.h"
#include "system/names.h"

#define SMALLEST_MOVE 1e-6      /* in L or rad, during the whole run: slower than that is at rest */
#define SMALLEST_CHANGE 1e-6    /* of the energies at the start, before it counts as motion */
#define ROUNDING (64 * 0x1p-52) /* of positions, in L or rad */
#define SHORT 1e-3        /* of the largest speed: where rounding makes more of velocities, the end is solved for */
#define SHORT_BESIDE 0.1  /* of the longest step so far */
#define SMALLEST_WAY 1e-3 /* in L or rad, during the whole run, before it counts as motion */

SarStatus sar_audit_create(SarContext *context, const SarSystem *system, SarAudit **out) {
  SarCounts counts = sar_system_counts(system);
  SarAudit *audit = calloc(1, sizeof *audit);
  double *rows = calloc((size_t)(2 * counts.position + counts.velocity) + 1, sizeof *rows);
  *out = audit;
  if (!audit || !rows) {
    free(rows);
    free(audit);
    *out = NULL;
    return sar_report_no_memory(context);
  }
  audit->rows = rows;
  audit->momentum_limit = INFINITY;
  audit->length = sar_system_length(system);
  for (int32_t i = 0; i < sar_system_bodies(system); i++) audit->mass += sar_system_body(system, i)->mass;
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

/* What the rounding of positions makes of velocities, in L/s or rad/s, in a step of length h of a method that has
 * velocities and multipliers from differences of positions. Values that motions ask for are as large as the way so far.
 */
static double rounding_of_velocities(const SarAudit *audit, double t, double h) {
  return h > 0 ? ROUNDING * (1 + t * audit->speed_max) / h : 0;
}

/* Multipliers follow from differences of velocities: what velocities are off the constraints by, over the step, is what
 * the multipliers of a step that is short beside others may be off by. That is noise of the corrector, which events
 * and kinks magnify; in long steps it is the method's own error, which is to be judged. It is compared with the mean
 * force from outside: what is less than the verdict allows need not be mended. */
static bool forces_are_noise(const SarAudit *audit, double t, double h) {
  const double *effort = audit->momentum.effort;
  if (!(h < SHORT_BESIDE * audit->longest_step) || audit->quick) return false;
  double slow = audit->span > 0 ? SMALLEST_WAY / (audit->span * audit->span) : 0, inertia = audit->mass * audit->length;
  double force = fmax(fmax(effort[0], effort[1] / audit->length) / (t - audit->begin), inertia * slow);
  return inertia * audit->velocity / h > audit->momentum_limit * force;
}

bool sar_audit_is_short(const SarAudit *audit, double t, double h) {
  double speed = audit->span > 0 ? fmax(audit->speed_max, SMALLEST_WAY / audit->span) : audit->speed_max;
  return rounding_of_velocities(audit, t, h) > SHORT * speed || forces_are_noise(audit, t, h);
}

/* Of the rows that are not carried. */
static void note_dropped(SarAudit *audit, const SarWorkspace *m, double scale) {
  double dropped = 0;
  for (int32_t i = 0; m->ndropped && i < m->problem.n.np; i++) {
    double size = fabs(audit->rows[i]);
    if (!m->carried[i] && size > dropped) dropped = size, audit->dropped_row = i;
  }
  audit->dropped_max = dropped * scale;
}

static int32_t first_of_size(int32_t n, const double *x, double size) {
  int32_t i = 0;
  while (i < n - 1 && fabs(x[i]) != size) i++;
  return i;
}

void sar_audit_drift(SarAudit *audit, const SarWorkspace *m, const SarPoint *at, double h) {
  const SarSizes *n = &m->problem.n;
  double scale = 1 / sar_system_length(m->system), *rates = audit->rows + n->np;
  sar_workspace_place(m, at->q, at->v);
  sar_workspace_rows(m, at, audit->rows, rates);
  double largest = sar_largest_known(n->np, audit->rows);
  audit->position = largest * scale;
  if (audit->position > audit->position_max) {
    audit->position_max = audit->position;
    audit->position_row = first_of_size(n->np, audit->rows, largest);
  }
  audit->velocity = sar_largest(n->np + n->nn, rates) * scale;
  audit->velocity_max = fmax(audit->velocity_max, audit->velocity);
  audit->velocity_judged = fmax(audit->velocity_judged, audit->velocity - rounding_of_velocities(audit, at->t, h));
  note_dropped(audit, m, scale);
  audit->longest_step = fmax(audit->longest_step, h);
}

static double scale_of(const SarAudit *audit) {
  return audit->kinetic + fabs(audit->potential - audit->potential0) + fabs(audit->work);
}

/* fmax would drop a nan. */
static void note_balance(SarAudit *audit) {
  double balance = audit->kinetic + audit->potential + audit->dissipated - audit->work - audit->total0;
  bool less = isnan(audit->balance_max) || fabs(balance) <= audit->balance_max;
  if (!less) audit->balance_max = fabs(balance);
  audit->scale_max = fmax(audit->scale_max, scale_of(audit));
}

/* Where nothing moves, balance and scale are both rounding of the terms they are summed from, and their quotient says
 * nothing. The magnitudes of these terms at the start, weights lifted by L among them, tell what counts as motion. */
static double magnitude_of_terms(const SarAudit *audit, const SarWorkspace *m, const SarPoint *at) {
  const SarSystem *s = m->system;
  double length = sar_system_length(s);
  double sum = audit->kinetic + fabs(audit->potential), gravity = sar_norm(sar_system_gravity(s));
  double slow = audit->span > 0 ? SMALLEST_MOVE * length / audit->span : 0;
  for (int32_t b = 0; b < sar_system_bodies(s); b++) {
    double height = fabs(sar_dot(sar_system_gravity(s), sar_vec3_load(at->q + 7 * b)));
    sum += sar_system_body(s, b)->mass * (height + gravity * length + slow * slow / (2 * SMALLEST_CHANGE));
  }
  return sum;
}

/* The largest speed of a body, over L or in rad/s. */
static double speed_of_bodies(const SarWorkspace *m) {
  double linear = 0, angular = 0; /* squares: two roots for all */
  for (int32_t b = 0, n = sar_system_bodies(m->system); b < n; b++) {
    const SarKin *kin = &m->kin[b];
    linear = fmax(linear, sar_dot(kin->v, kin->v));
    angular = fmax(angular, sar_dot(kin->w, kin->w));
  }
  return fmax(sqrt(linear) / sar_system_length(m->system), sqrt(angular));
}

/* placed: the bodies stand there already. */
static SarStatus take(SarAudit *audit, const SarWorkspace *m, const SarPoint *at, bool placed) {
  SarEnergies e;
  if (!placed) sar_workspace_place(m, at->q, at->v);
  SAR_TRY(sar_workspace_energy_here(m, at, &e));
  audit->kinetic = e.kinetic;
  audit->potential = e.potential;
  audit->held = e.held;
  audit->power[2][0] = e.dissipation;
  audit->power[2][1] = e.work;
  audit->speed_max = fmax(audit->speed_max, speed_of_bodies(m));
  for (int32_t i = 6 * sar_system_bodies(m->system); i < m->problem.n.nv; i++) {
    audit->speed_max = fmax(audit->speed_max, fabs(at->v[i]) * m->problem.weight[i]);
  }
  return SAR_OK;
}

/* Momenta and forces that would move the mechanism by less than that during the whole run are none. */
static void set_floors(SarAudit *audit) {
  if (!(audit->span > 0)) return;
  audit->momentum.floor[0] = audit->mass * SMALLEST_MOVE * audit->length / audit->span;
  audit->momentum.floor[1] = audit->momentum.floor[0] * audit->length;
  audit->forces.floor = audit->momentum.floor[0] / audit->span;
}

SarStatus sar_audit_start(SarAudit *audit, const SarWorkspace *m, const SarPoint *at) {
  SAR_TRY(take(audit, m, at, false));
  sar_audit_drift(audit, m, at, 0);
  sar_pull_note(&audit->pull, m->system, at);
  sar_bending_note(&audit->bending, m->system, at->q, at->v, at->t);
  if (!audit->started) {
    audit->started = true;
    audit->begin = at->t;
    audit->potential0 = audit->potential;
    audit->total0 = audit->kinetic + audit->potential;
    audit->held0 = audit->held;
    audit->floor = SMALLEST_CHANGE * magnitude_of_terms(audit, m, at);
    if (!audit->quick) SAR_TRY(sar_momentum_start(audit->balance, m, at, &audit->momentum));
    set_floors(audit);
  }
  note_balance(audit);
  return SAR_OK;
}

void sar_audit_be_careful(SarAudit *audit, const SarSystem *system, double span, double energy, double momentum) {
  SarQuadrature *q = &audit->quadrature;
  q->careful = span > 0;
  q->multipliers = sar_system_has_equations(system);
  for (int32_t i = 0; i < sar_system_counts(system).relations; i++) {
    q->multipliers = q->multipliers || sar_system_relation(system, i)->function;
  }
  q->span = span;
  q->limit[0] = energy;
  q->limit[1] = q->limit[2] = momentum;
}

static SarFlow flow_of(const double power[2], const SarOutside *outside) {
  SarFlow flow = {{power[0], power[1]}};
  memcpy(flow.y + 2, outside->rate, sizeof outside->rate);
  return flow;
}

static SarStatus flow_inside(SarAudit *audit, const SarWorkspace *m, const SarInside *inside, double t, SarFlow *out,
                             bool *solved) {
  SarPoint at;
  SarEnergies e;
  SarOutside outside = {0};
  SAR_TRY(inside->solve(inside->self, t, &at, solved));
  if (!*solved) return SAR_OK;
  SAR_TRY(sar_workspace_powers(m, &at, &e));
  if (!audit->quick) SAR_TRY(sar_momentum_outside(audit->balance, m, &at, &outside));
  *out = flow_of((double[2]){e.dissipation, e.work}, &outside);
  return SAR_OK;
}

/* Solves inside the step where the plain rule is not good enough. *sum: the integrals. The bodies may be anywhere
 * afterwards. */
static SarStatus integrate_carefully(SarAudit *audit, const SarWorkspace *m, const SarQuadratureStep *step, double t0,
                                     const SarInside *inside, SarFlow *sum) {
  SarQuadrature *q = &audit->quadrature;
  double estimate[SAR_BALANCES], before[SAR_BALANCES], h = step->h;
  SarFlow flow[3] = {0};
  bool solved = inside != NULL;
  sar_quadrature_estimate(q, step, estimate);
  memcpy(before, estimate, sizeof before);
  if (solved && sar_quadrature_weighs(q, step, estimate)) {
    SAR_TRY(flow_inside(audit, m, inside, t0 + h / 2, &flow[1], &solved));
    if (solved) {
      *sum = sar_quadrature_simpson(q, step, &flow[1], estimate);
      memcpy(audit->power[1], flow[1].y, sizeof audit->power[1]);
    }
  }
  if (solved && sar_quadrature_weighs_still(q, step, before, estimate)) {
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

/* What the error of the integrals is measured against. Where powers go straight from end to end, their integrals are
 * columns of rather long steps: they should be right beside themselves, not only beside a large energy that stays. */
static double energy_scale(const SarAudit *audit) {
  double all = fmax(audit->scale_max, scale_of(audit));
  return fmax(audit->solves_ends && audit->quadrature.multipliers ? fmin(all, audit->exchanged_max) : all,
              audit->floor);
}

static SarStatus care(SarAudit *audit, const SarWorkspace *m, double t0, const SarPoint *end, const SarOutside *outside,
                      const SarInside *inside, SarFlow *sum) {
  const SarMomentumRecord *momentum = &audit->momentum;
  SarQuadratureStep step = {.t = end->t, .h = end->t - t0, .plain = *sum};
  step.begin = flow_of(audit->power[0], &momentum->outside);
  step.middle = flow_of(audit->power[1], &momentum->outside);
  step.end = flow_of(audit->power[2], outside);
  step.scale[0] = energy_scale(audit);
  for (int part = 0; part < 2; part++) step.scale[1 + part] = sar_momentum_scale(momentum, part);
  SAR_TRY(integrate_carefully(audit, m, &step, t0, inside, sum));
  sar_workspace_place(m, end->q, end->v);
  return SAR_OK;
}

SarStatus sar_audit_step(SarAudit *audit, const SarWorkspace *m, double t0, const SarPoint *middle, const SarPoint *end,
                         const SarInside *inside) {
  double h = end->t - t0;
  SarOutside outside = {0};
  bool placed = audit->placed;
  audit->placed = false;
  memcpy(audit->power[0], audit->power[2], sizeof audit->power[0]);
  if (sar_system_has_power(m->system) && middle) {
    SarEnergies e;
    placed = false;
    SAR_TRY(sar_workspace_powers(m, middle, &e));
    audit->power[1][0] = e.dissipation;
    audit->power[1][1] = e.work;
  }
  SAR_TRY(take(audit, m, end, placed));
  for (int i = 0; i < 2 && !middle; i++) audit->power[1][i] = (audit->power[0][i] + audit->power[2][i]) / 2;
  if (!audit->quick) SAR_TRY(sar_momentum_outside(audit->balance, m, end, &outside));
  SarFlow sum = integrate(audit, sar_system_has_power(m->system), h, &outside);
  if (audit->quadrature.careful) SAR_TRY(care(audit, m, t0, end, &outside, inside, &sum));
  audit->dissipated += sum.y[0];
  audit->work += sum.y[1];
  audit->exchanged_max = fmax(audit->exchanged_max, fmax(fabs(audit->work), fabs(audit->dissipated)));
  note_balance(audit);
  sar_pull_note(&audit->pull, m->system, end);
  sar_bending_note(&audit->bending, m->system, end->q, end->v, end->t);
  if (!audit->quick) sar_momentum_step(audit->balance, m, end, &outside, h, sum.y + 2, &audit->momentum);
  return SAR_OK;
}

void sar_audit_share_exchange(const SarEnergies *before, const SarEnergies *after, double *dissipated, double *work) {
  double gained = after->kinetic - before->kinetic;
  if (gained < 0) *dissipated -= gained;
  if (gained > 0) *work += gained;
  *work += after->potential - before->potential;
}

void sar_audit_exchange(SarAudit *audit, const SarEnergies *before, const SarEnergies *after) {
  sar_audit_share_exchange(before, after, &audit->dissipated, &audit->work);
}

SarStatus sar_audit_resume(SarAudit *audit, const SarWorkspace *m, const SarPoint *at) {
  SAR_TRY(take(audit, m, at, false));
  audit->quadrature.last = 0; /* powers and forces may have jumped */
  note_balance(audit);
  return audit->quick ? SAR_OK : sar_momentum_resume(audit->balance, m, at, &audit->momentum);
}

/* The integral from 0 to s of the parabola through (0, p0), (1/2, p1), (1, p2). */
static double partial(double s, double p0, double p1, double p2) {
  double slope = -3 * p0 + 4 * p1 - p2, curve = 2 * p0 - 4 * p1 + 2 * p2;
  return s * (p0 + s * (slope / 2 + s * curve / 3));
}

SarStatus sar_audit_energy(const SarAudit *audit, const SarWorkspace *m, const SarPoint *at, double fraction, double h,
                           SarEnergyRecord *out) {
  SarEnergies e;
  SAR_TRY(sar_workspace_energy(m, at, &e));
  double integral[2] = {audit->dissipated, audit->work};
  for (int i = 0; i < 2 && sar_system_has_power(m->system) && h > 0; i++) {
    double p0 = audit->power[0][i], p1 = audit->power[1][i], p2 = audit->power[2][i];
    integral[i] -= h * (partial(1, p0, p1, p2) - partial(fraction, p0, p1, p2));
  }
  *out = (SarEnergyRecord){e.kinetic, e.potential + e.held, integral[0] - (e.held - audit->held0), integral[1], 0};
  out->balance = e.kinetic + e.potential + integral[0] - integral[1] - audit->total0;
  if (!audit->based) return SAR_OK;
  out->dissipated += audit->base.dissipated;
  out->work += audit->base.work;
  out->balance += audit->base.balance;
  return SAR_OK;
}

static bool is_index(int32_t index, int32_t least, int32_t count) {
  return index >= least && index < (count > 0 ? count : 1);
}

/* All but the scratch in front. */
void sar_audit_archive(SarAudit *audit, const SarSystem *system, SarArchive *archive) {
  SarCounts counts = sar_system_counts(system);
  int32_t nbodies = sar_system_bodies(system);
  size_t front = offsetof(SarAudit, forces);
  sar_archive_section(archive, "audit");
  sar_archive_bytes(archive, (char *)audit + front, sizeof *audit - front);
  bool sound = is_index(audit->position_row, 0, counts.position) && is_index(audit->dropped_row, 0, counts.position);
  sound = sound && is_index(audit->forces.linear_body, -1, nbodies);
  sound = sound && is_index(audit->forces.angular_body, -1, nbodies);
  sound = sound && is_index(audit->pull.element, 0, sar_system_model(system)->nelements);
  sound = sound && sar_bending_is_sound(&audit->bending, system);
  if (archive->status == SAR_OK && !sound) archive->status = SAR_INPUT;
}

double sar_audit_balance(const SarAudit *audit) {
  double scale = fmax(audit->scale_max, audit->floor);
  if (!isfinite(audit->balance_max) || !isfinite(scale)) return NAN;
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

SarStatus sar_audit_row(SarAudit *audit, const SarWorkspace *m, const SarPoint *at, const SarRecorder *recorder,
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
  out->constraint_velocity_relative = speed > 0 ? audit->velocity_judged / speed : 0;
  out->energy_balance_max = sar_audit_balance(audit);
  out->momentum_balance_max = sar_momentum_worst(&audit->momentum);
  out->newton_euler_max = sar_balance_worst(&audit->forces, &body);
  out->newton_euler_rows = audit->forces.rows;
  out->newton_euler_skipped = audit->forces.skipped;
  if (body >= 0) copy_name(sar_system_body(system, body)->name, out->newton_euler_body, sizeof out->newton_euler_body);
  sar_pull_summarise(&audit->pull, system, out);
  if (!(audit->position_max > 0)) return;
  const char *element = sar_system_element(system, sar_row_element(system, audit->position_row))->name;
  const char *equation = sar_row_equation(system, audit->position_row);
  copy_name(element, out->constraint_position_element, sizeof out->constraint_position_element);
  copy_name(equation, out->constraint_position_equation, sizeof out->constraint_position_equation);
}
