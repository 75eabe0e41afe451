/* fiala: a brush with a parabolic pressure (E. Fiala, VDI-Zeitschrift 96 (1954)), as Adams has it: friction falls with
 * the whole slip,
 *
 *   U = umax - (umax - umin) min(1, sqrt(kappa^2 + tan^2 alpha))
 *
 * and beyond that the two directions do not know of each other. */
#include "element/tyre/tyre.h"

static SarDual friction(const SarTyreData *data, const SarTyreSlip *s) {
  double most = data->number[SAR_TYRE_UMAX], least = data->number[SAR_TYRE_UMIN];
  double whole = hypot(s->kappa.v, s->tan_alpha.v);
  if (whole >= 1) return sar_dual(least);
  double slope = most - least, k = whole > 0 ? s->kappa.v / whole : 0, a = whole > 0 ? s->tan_alpha.v / whole : 0;
  return sar_dual_chain2(s->kappa, s->tan_alpha, most - slope * whole, -slope * k, -slope * a);
}

/* Straight up to half of the largest force, then towards it. */
static SarDual along(const SarTyreData *data, const SarTyreSlip *s, SarDual grip) {
  double C = data->number[SAR_TYRE_CSLIP];
  if (fabs(s->kappa.v) < grip.v / (2 * C)) return sar_dual_scale(C, s->kappa);
  SarDual loss = sar_dual_div(sar_dual_square(grip), sar_dual_scale(4 * C, sar_dual_abs(s->kappa)));
  return sar_dual_scale(s->kappa.v < 0 ? -1 : 1, sar_dual_sub(grip, loss));
}

static void across(const SarTyreData *data, const SarTyreSlip *s, SarDual grip, SarTyreForce *out) {
  double C = data->number[SAR_TYRE_CALPHA], sign = s->tan_alpha.v < 0 ? -1 : 1;
  SarDual slip = sar_dual_abs(s->tan_alpha);
  if (C * slip.v >= 3 * grip.v) {
    out->fy = sar_dual_scale(-sign, grip);
    out->mz = sar_dual(0);
    return;
  }
  SarDual used = sar_dual_div(sar_dual_scale(C / 3, slip), grip); /* 1 - H */
  SarDual H = sar_dual_line(-1, used, 1), cube = sar_dual_mul(H, sar_dual_square(H));
  out->fy = sar_dual_scale(-sign, sar_dual_mul(grip, sar_dual_line(-1, cube, 1)));
  SarDual arm = sar_dual_scale(sign * data->number[SAR_TYRE_WIDTH], sar_dual_mul(used, cube));
  out->mz = sar_dual_mul(grip, arm);
}

static void force(const SarTyreData *data, const SarTyreSlip *s, SarTyreForce *out) {
  SarDual grip = sar_dual_mul(friction(data, s), s->fz);
  out->fx = along(data, s, grip);
  across(data, s, grip, out);
  out->mx = sar_dual(0);
  out->my = sar_dual_scale(-data->number[SAR_TYRE_ROLLING_RESISTANCE], s->fz);
}

const SarTyreModel sar_tyre_fiala = {
    .name = "fiala", .format = 'F', .file_format = "FIALA", .force = force, .relaxation = sar_tyre_given_relaxation};
