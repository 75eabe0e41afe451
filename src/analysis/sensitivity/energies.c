/* Energies that are summed up along the run: what was dissipated, D, and the work that was put in, W (audit.h). Their
 * derivatives are integrals of those of the powers, taken as all derivatives are, by the difference of two sides,
 *
 *   dD/dp = integral of (P_q theta + P_v dv + P_x dx + P_u u + P_p) dt,
 *
 * with the points and the formulas of the variations: they are two more of the numbers that are integrated. A rule of
 * its own would see the first, large powers of variations that die out faster than steps are long, and not what these
 * formulas make of them.
 *
 * At an event, whose time moves by dt, powers P- and P+ before and behind it, and energies that it takes out at once,
 * J, make of them
 *
 *   dD+/dp = dD-/dp + (P- - P+) dt + dJ/dp,
 *
 * with dJ/dp along the moving event: what the events take out of the sides. */
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
  for (int i = 0; i < SAR_PAST; i++, memory += x->count) x->past[i].energy = memory;
  for (int32_t i = 0; i < sar_system_counts(x->s->system).relations; i++)
    e->has_motions = e->has_motions || sar_system_relation(x->s->system, i)->function;
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

/* What the rows R = M a - F + Phi_q^T lambda that are not yet zero do at the velocities: the power of a motion, lambda
 * Phi_t = -lambda Phi_q v, is wrong by -v R where lambda is wrong. Unknowns are those that the last correction has
 * left, which looked at positions alone. */
static SarStatus find_left(SarSensitivity *x, const SarTwin side[2], const SarPoint there[2], bool stays,
                           double left[2]) {
  if (!x->energies.has_motions) return SAR_OK;
  for (int k = 0; k < 2; k++) {
    bool known = k == 0 && stays;
    if (!known) SAR_TRY(sar_variation_find_rows(x, &side[k], &there[k]));
    for (int32_t i = 0; i < x->m->problem.n.nv; i++) left[k] += there[k].v[i] * side[k].rows[i];
  }
  return SAR_OK;
}

/* corrected: at the end of a step, where the sides may stand as they do after the last correction. */
static SarStatus find_power(SarSensitivity *x, const SarPoint *at, bool corrected, int32_t parameter,
                            SarVariedEnergy *out) {
  const SarVaried *varied = &x->varied[parameter];
  const SarTwin *side = varied->side;
  double span = side[1].shift - side[0].shift, left[2] = {0};
  SarPoint there[2];
  SarEnergies e[2];
  if (corrected) {
    bool stays = sar_corrector_place(x, at, parameter, there);
    SAR_TRY(find_left(x, side, there, stays, left));
  } else {
    for (int k = 0; k < 2; k++) there[k] = sar_twin_place(&side[k], at, &varied->w, 0);
  }
  for (int k = 0; k < 2; k++) SAR_TRY(sar_workspace_powers(side[k].start->m, &there[k], &e[k]));
  x->work.powers += 2;
  out->power[0] = (e[1].dissipation - e[0].dissipation) / span;
  out->power[1] = (e[1].work + left[1] - e[0].work - left[0]) / span;
  return SAR_OK;
}

/* Of all parameters at a point, along their variations. */
static SarStatus find_powers(SarSensitivity *x, const SarPoint *at, bool corrected, SarVariedEnergy *out) {
  for (int32_t i = 0; i < x->count && x->energies.has_power; i++) {
    if (!x->varied[i].lost) SAR_TRY(sar_sensitivity_bear(x, i, at->t, find_power(x, at, corrected, i, &out[i])));
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

static SarStatus find_start(const SarPoint *at, const SarVaried *varied, SarStartEnergy *out) {
  double span = varied->side[1].shift - varied->side[0].shift;
  SarEnergies own[2];
  for (int k = 0; k < 2; k++) {
    SarPoint there = sar_twin_place(&varied->side[k], at, &varied->w, 0);
    SAR_TRY(sar_workspace_stored(varied->side[k].start->m, &there, &own[k]));
  }
  double kinetic = own[1].kinetic - own[0].kinetic, potential = own[1].potential - own[0].potential;
  *out = (SarStartEnergy){(kinetic + potential) / span, (own[1].held - own[0].held) / span};
  return SAR_OK;
}

SarStatus sar_energies_start(SarSensitivity *x, const SarPoint *at) {
  SarVariedEnergies *e = &x->energies;
  if (!e->asked) return SAR_OK;
  for (int32_t i = 0; i < x->count; i++) {
    const SarVaried *varied = &x->varied[i];
    if (!varied->lost) SAR_TRY(sar_sensitivity_bear(x, i, at->t, find_start(at, varied, &e->start[i])));
  }
  return sar_energies_begin(x, at, &x->instants[0]);
}

SarStatus sar_energies_begin(SarSensitivity *x, const SarPoint *at, SarInstant *begin) {
  if (!x->energies.asked) return SAR_OK;
  return find_powers(x, at, false, begin->energy);
}

/* ---- over a step ---- */

SarStatus sar_energies_stage(SarSensitivity *x, int stage, const SarPoint *at) {
  return x->energies.asked ? find_powers(x, at, false, x->energies.stage[stage]) : SAR_OK;
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

SarStatus sar_energies_end(SarSensitivity *x, const SarPoint *at, const SarShares *by, double c, SarInstant *end) {
  SarVariedEnergies *e = &x->energies;
  if (!e->asked) return SAR_OK;
  SAR_TRY(find_powers(x, at, true, end->energy));
  for (int32_t i = 0; i < x->count; i++) {
    x->varied[i].placed = e->has_power;
    for (int k = 0; k < 2; k++) {
      double sum = c * end->energy[i].power[k];
      sum += by->known ? by->known[2 * i + k] : by->rate * x->instants[0].energy[i].power[k];
      for (int32_t j = 0; j < by->count; j++) sum += by->node[j] * x->past[j].energy[i].sum[k];
      end->energy[i].sum[k] = sum;
    }
  }
  return SAR_OK;
}

void sar_energies_copy(const SarSensitivity *x, const SarInstant *from, SarInstant *to) {
  if (x->energies.asked) memcpy(to->energy, from->energy, (size_t)x->count * sizeof *to->energy);
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
  for (int32_t i = 0; i < x->npast; i++) sar_archive_bytes(archive, x->past[i].energy, bytes);
}
