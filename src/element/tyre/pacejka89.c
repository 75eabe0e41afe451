/* pacejka89: the magic formula of 1989 (E. Bakker, H. B. Pacejka, L. Lidner, SAE 890087): loads in kN, slip in per cent
 * and degrees, coefficients a0 to a7 across and b0 to b8 along, no shifts. The paper counts Fy and alpha as SAE does;
 * ISO is Fy -> -Fy. Both slips together: the friction ellipse. It has no aligning moment. */
#include "element/tyre/tyre.h"

#define DEGREES 57.295779513082321

static const double *coefficients(const SarTyreData *data, int first) { return data->number + first; }

/* B = (B C D)/(C D) */
static void finish(SarDual stiffness, SarMagic *m) { m->B = sar_dual_div(stiffness, sar_dual_mul(m->C, m->D)); }

static SarMagic lateral(const SarTyreData *data, SarDual kN, SarDual gamma) {
  const double *a = coefficients(data, SAR_TYRE_A0);
  SarDual D = sar_dual_mul(kN, sar_dual_line(a[1], kN, a[2]));
  SarDual stiffness =
      sar_dual_scale(a[3], sar_dual_sin(sar_dual_scale(2, sar_dual_atan(sar_dual_scale(1 / a[4], kN)))));
  SarDual upright = sar_dual_line(-a[5] * DEGREES, sar_dual_abs(gamma), 1);
  SarMagic m = {.C = sar_dual(a[0]), .D = D, .E = sar_dual_line(a[6], kN, a[7])};
  finish(sar_dual_mul(stiffness, upright), &m);
  return m;
}

static SarMagic longitudinal(const SarTyreData *data, SarDual kN) {
  const double *b = coefficients(data, SAR_TYRE_B0);
  SarDual D = sar_dual_mul(kN, sar_dual_line(b[1], kN, b[2]));
  SarDual stiffness =
      sar_dual_mul(sar_dual_mul(kN, sar_dual_line(b[3], kN, b[4])), sar_dual_exp(sar_dual_scale(-b[5], kN)));
  SarDual E = sar_dual_shift(sar_dual_mul(kN, sar_dual_line(b[6], kN, b[7])), b[8]);
  SarMagic m = {.C = sar_dual(b[0]), .D = D, .E = E};
  finish(stiffness, &m);
  return m;
}

static void force(const SarTyreData *data, const SarTyreSlip *s, SarTyreForce *out) {
  SarDual kN = sar_dual_scale(1e-3, s->fz), percent = sar_dual_scale(100, s->kappa);
  SarDual degrees = sar_dual_scale(DEGREES, sar_dual_atan(s->tan_alpha));
  SarMagic x = longitudinal(data, kN), y = lateral(data, kN, s->gamma);
  SarDual along = sar_dual_scale(100, sar_magic_secant(&x, percent));
  SarDual across = sar_dual_scale(DEGREES, sar_magic_secant(&y, degrees));
  across = sar_dual_mul(across, sar_tyre_angle_over_tangent(s->tan_alpha));
  out->fx = sar_dual_mul(sar_magic(&x, percent), sar_tyre_ellipse(along, s->tan_alpha, y.D));
  out->fy = sar_dual_neg(sar_dual_mul(sar_magic(&y, degrees), sar_tyre_ellipse(across, s->kappa, x.D)));
  out->mx = out->mz = sar_dual(0);
  out->my = sar_dual_scale(-data->number[SAR_TYRE_ROLLING_RESISTANCE], s->fz);
}

const SarTyreModel sar_tyre_pacejka89 = {.name = "pacejka89",
                                         .format = 'P',
                                         .file_format = "PAC89",
                                         .force = force,
                                         .relaxation = sar_tyre_given_relaxation};
