/* Energies that are summed up along the run: what was dissipated, D, and the work that was put in, W (audit.h). Their
 * derivatives are integrals of those of the powers, taken as all derivatives are, by the difference of two sides,
 *
 *   dD/dp = integral of (P_q theta + P_v dv + P_x dx + P_u u + P_p) dt,
 *
 * beside the variations and at the points where these are known: over the stages of the Runge-Kutta method with its
 * weights, and else by the polynomial through the ends of the last steps, of the degree that the formula has.
 *
 * At an event, whose time moves by dt, powers P- and P+ before and behind it, and energies that it takes out at once,
 * J, make of them
 *
 *   dD+/dp = dD-/dp + (P- - P+) dt + dJ/dp,
 *
 * with dJ/dp along the moving event: what the events take out of the sides. */
#include <math.h>
#include <string.h>

#include "analysis/audit/audit.h"
#include "analysis/sensitivity/parts.h"
#include "system/outputs.h"

/* ---- life ---- */

static const char *const names[SAR_ENERGY_COLUMNS] = {"energy.dissipated", "energy.work", "energy.balance"};

static void note_exchange(void *self, const SarEnergies *before, const SarEnergies *after) {
  double *exchanged = self;
  sar_audit_share_exchange(before, after, &exchanged[0], &exchanged[1]);
}

void sar_energies_choose(SarSensitivity *x, const SarColumnSet *set) {
  SarVariedEnergies *e = &x->energies;
  for (int k = 0; k < SAR_ENERGY_COLUMNS; k++) {
    e->column[k] = -1;
    for (int32_t i = 0; i < x->ncolumns; i++) {
      if (sar_column_is(&sar_column_set_get(set)[i], names[k])) e->column[k] = i;
    }
    e->asked = e->asked || e->column[k] >= 0;
  }
}

SarStatus sar_energies_create(SarSensitivity *x) {
  SarVariedEnergies *e = &x->energies;
  if (!e->asked) return SAR_OK;
  int32_t arrays = SAR_INSTANTS + SAR_STAGES + SAR_PAST;
  SarVariedEnergy *memory = SAR_NEW(x->arena, (int64_t)arrays * x->count, SarVariedEnergy);
  e->start = SAR_NEW(x->arena, x->count, SarStartEnergy);
  if (!memory || !e->start) return sar_report_no_memory(x->context);
  for (int i = 0; i < SAR_INSTANTS; i++, memory += x->count) x->instants[i].energy = memory;
  for (int i = 0; i < SAR_STAGES; i++, memory += x->count) e->stage[i] = memory;
  for (int i = 0; i < SAR_PAST; i++, memory += x->count) e->past[i].energy = memory;
  for (int32_t i = 0; i < x->count; i++) {
    for (int k = 0; k < 2; k++) {
      SarTwin *side = &x->varied[i].side[k];
      e->has_power = e->has_power || sar_system_has_power(side->system);
      side->stepper->watch = (SarStepperWatch){.self = side->exchanged, .exchanged = note_exchange};
    }
  }
  return SAR_OK;
}

/* ---- powers ---- */

/* Of all parameters at a point, along their variations. */
static SarStatus find_powers(SarSensitivity *x, const SarPoint *at, SarVariedEnergy *out) {
  for (int32_t i = 0; i < x->count && x->energies.has_power; i++) {
    const SarVaried *varied = &x->varied[i];
    double span = varied->side[1].shift - varied->side[0].shift;
    SarEnergies e[2];
    for (int k = 0; k < 2; k++) {
      SarPoint there = sar_twin_place(&varied->side[k], at, &varied->w, 0);
      SAR_TRY(sar_workspace_powers(varied->side[k].start->m, &there, &e[k]));
    }
    x->work.powers += 2;
    out[i].power[0] = (e[1].dissipation - e[0].dissipation) / span;
    out[i].power[1] = (e[1].work - e[0].work) / span;
  }
  return SAR_OK;
}

/* Of the run itself. */
static SarStatus find_own_powers(const SarSensitivity *x, const SarPoint *at, double power[2]) {
  SarEnergies e = {0};
  if (x->energies.has_power) SAR_TRY(sar_workspace_powers(x->m, at, &e));
  power[0] = e.dissipation;
  power[1] = e.work;
  return SAR_OK;
}

/* ---- the start ---- */

SarStatus sar_energies_start(SarSensitivity *x, const SarPoint *at) {
  SarVariedEnergies *e = &x->energies;
  if (!e->asked) return SAR_OK;
  for (int32_t i = 0; i < x->count; i++) {
    const SarVaried *varied = &x->varied[i];
    double span = varied->side[1].shift - varied->side[0].shift;
    SarEnergies own[2];
    for (int k = 0; k < 2; k++) {
      SarPoint there = sar_twin_place(&varied->side[k], at, &varied->w, 0);
      SAR_TRY(sar_workspace_energy(varied->side[k].start->m, &there, &own[k]));
    }
    double kinetic = own[1].kinetic - own[0].kinetic, potential = own[1].potential - own[0].potential;
    e->start[i] = (SarStartEnergy){(kinetic + potential) / span, (own[1].held - own[0].held) / span};
  }
  return sar_energies_begin(x, at, &x->instants[0]);
}

SarStatus sar_energies_begin(SarSensitivity *x, const SarPoint *at, SarInstant *begin) {
  if (!x->energies.asked) return SAR_OK;
  SAR_TRY(find_powers(x, at, begin->energy));
  x->energies.npast = 0;
  sar_energies_note(x, begin);
  return SAR_OK;
}

/* ---- over a step ---- */

void sar_energies_note(SarSensitivity *x, const SarInstant *end) {
  SarVariedEnergies *e = &x->energies;
  SarEnergyNode oldest = e->past[SAR_PAST - 1];
  if (!e->asked || !x->formula) return;
  for (int i = SAR_PAST - 1; i > 0; i--) e->past[i] = e->past[i - 1];
  e->past[0] = oldest;
  e->past[0].t = end->t;
  memcpy(e->past[0].energy, end->energy, (size_t)x->count * sizeof *end->energy);
  if (e->npast < SAR_PAST) e->npast++;
}

SarStatus sar_energies_stage(SarSensitivity *x, int stage, const SarPoint *at) {
  return x->energies.asked ? find_powers(x, at, x->energies.stage[stage]) : SAR_OK;
}

void sar_energies_part(SarSensitivity *x, const SarInstant *from, const double *weights, SarInstant *to) {
  const SarVariedEnergies *e = &x->energies;
  double h = to->t - from->t;
  for (int32_t i = 0; i < x->count && e->asked; i++) {
    for (int k = 0; k < 2; k++) {
      double sum = weights[0] * from->energy[i].power[k];
      for (int j = 1; j < SAR_STAGES; j++) sum += weights[j] * e->stage[j][i].power[k];
      to->energy[i].sum[k] = from->energy[i].sum[k] + h * sum;
      to->energy[i].power[k] = e->stage[SAR_STAGES - 1][i].power[k];
    }
  }
}

/* Gauss' rule of three points on [0, 1], exact for all degrees here. */
static const double places[3] = {0.112701665379258311, 0.5, 0.887298334620741689};
static const double shares[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
#define LARGEST 3 /* sum of the weights of a rule, without their signs: beyond, nodes far apart only magnify errors */

/* The integral from t[1] to t[0] of the polynomial through t[0], ..., t[degree] is the sum of values times weights.
 * Returns the sum of their sizes over the length. */
static double find_weights(int degree, const double *t, double *weights) {
  double h = t[0] - t[1], size = 0;
  for (int j = 0; j <= degree; j++) {
    weights[j] = 0;
    for (int p = 0; p < 3; p++) {
      double at = t[1] + places[p] * h, share = shares[p] * h;
      for (int i = 0; i <= degree; i++) share *= i == j ? 1 : (at - t[i]) / (t[j] - t[i]);
      weights[j] += share;
    }
    size += fabs(weights[j]) / h;
  }
  return size;
}

SarStatus sar_energies_end(SarSensitivity *x, const SarPoint *at, int32_t order, SarInstant *end) {
  SarVariedEnergies *e = &x->energies;
  double t[SAR_PAST + 1] = {end->t}, weights[SAR_PAST + 1];
  int degree = order < e->npast ? order : e->npast;
  if (!e->asked) return SAR_OK;
  SAR_TRY(find_powers(x, at, end->energy));
  e->placed = e->has_power && x->ends_solved; /* else it is another point than the one that is accepted */
  for (int j = 0; j < degree; j++) t[j + 1] = e->past[j].t;
  while (find_weights(degree, t, weights) > LARGEST && degree > 1) degree--;
  for (int32_t i = 0; i < x->count; i++) {
    for (int k = 0; k < 2; k++) {
      double sum = e->past[0].energy[i].sum[k] + weights[0] * end->energy[i].power[k];
      for (int j = 0; j < degree; j++) sum += weights[j + 1] * e->past[j].energy[i].power[k];
      end->energy[i].sum[k] = sum;
    }
  }
  return SAR_OK;
}

/* ---- events ---- */

SarStatus sar_energies_approach(SarSensitivity *x, const SarPoint *before) {
  return x->energies.asked ? find_own_powers(x, before, x->energies.before) : SAR_OK;
}

void sar_energies_reach(const SarSensitivity *x, SarTwin *side, double delay) {
  for (int k = 0; k < 2; k++) side->exchanged[k] = side->shift * delay * x->energies.before[k];
}

SarStatus sar_energies_drift(const SarSensitivity *x, SarTwin *side, double t, double moment) {
  SarEnergies e;
  SarPoint there = sar_stepper_point(side->stepper, t);
  if (!x->energies.asked || !x->energies.has_power) return SAR_OK;
  SAR_TRY(sar_workspace_powers(side->start->m, &there, &e));
  side->exchanged[0] += moment * e.dissipation;
  side->exchanged[1] += moment * e.work;
  return SAR_OK;
}

SarStatus sar_energies_resume(SarSensitivity *x, const SarPoint *at) {
  SarInstant *now = &x->instants[0];
  const SarInstant *end = &x->instants[x->last];
  double behind[2];
  if (!x->energies.asked) return SAR_OK;
  SAR_TRY(find_own_powers(x, at, behind));
  for (int32_t i = 0; i < x->count; i++) {
    const SarVaried *varied = &x->varied[i];
    double span = varied->side[1].shift - varied->side[0].shift;
    for (int k = 0; k < 2; k++) {
      double jump = (varied->side[1].exchanged[k] - varied->side[0].exchanged[k]) / span;
      now->energy[i].sum[k] = end->energy[i].sum[k] + jump - varied->delay * behind[k];
    }
  }
  return sar_energies_begin(x, at, now);
}

/* ---- rows ---- */

SarStatus sar_energies_row(SarSensitivity *x, const SarPoint *at, double *row) {
  const SarVariedEnergies *e = &x->energies;
  double own[2] = {0};
  if (!e->asked) return SAR_OK;
  if (x->follows_rows) SAR_TRY(find_own_powers(x, at, own));
  SarBetween b = sar_sensitivity_between(x, at->t);
  for (int32_t i = 0; i < x->count; i++) {
    const SarVariedEnergy *from = &b.from->energy[i], *to = &b.to->energy[i];
    double delay = sar_sensitivity_row_delay(x, &x->varied[i], at->t), sum[2];
    for (int k = 0; k < 2; k++) {
      sum[k] = from->sum[k] + b.value * (to->sum[k] - from->sum[k]) + b.slope[0] * from->power[k];
      sum[k] += b.slope[1] * to->power[k] + delay * own[k];
    }
    double add[SAR_ENERGY_COLUMNS] = {sum[0] + e->start[i].held, sum[1], sum[0] - sum[1] - e->start[i].total};
    for (int k = 0; k < SAR_ENERGY_COLUMNS; k++) {
      if (e->column[k] >= 0) row[(int64_t)e->column[k] * x->count + i] += add[k];
    }
  }
  return SAR_OK;
}

/* ---- checkpoints ---- */

void sar_energies_archive(SarSensitivity *x, SarInstant *now, SarArchive *archive) {
  SarVariedEnergies *e = &x->energies;
  size_t bytes = (size_t)x->count * sizeof(SarVariedEnergy);
  if (!e->asked) return;
  sar_archive_bytes(archive, now->energy, bytes);
  sar_archive_bytes(archive, e->start, (size_t)x->count * sizeof *e->start);
  sar_archive_int(archive, &e->npast, 0, SAR_PAST);
  for (int32_t i = 0; i < e->npast && archive->status == SAR_OK; i++) {
    SAR_ARCHIVE(archive, e->past[i].t);
    sar_archive_bytes(archive, e->past[i].energy, bytes);
  }
}
