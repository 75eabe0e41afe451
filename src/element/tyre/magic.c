/* The curve of Pacejka's magic formula, and forces under combined slip. */
#include "element/tyre/tyre.h"

#define SMALL 1e-5 /* of B x: below it the curve is straight to 1e-10 */

/* The angle C atan(...) whose sine is taken. */
static SarDual bend(const SarMagic *m, SarDual x) {
  SarDual Bx = sar_dual_mul(m->B, x), E = m->E.v > 1 ? sar_dual(1) : m->E;
  SarDual left = sar_dual_mul(E, sar_dual_sub(Bx, sar_dual_atan(Bx)));
  return sar_dual_mul(m->C, sar_dual_atan(sar_dual_sub(Bx, left)));
}

SarDual sar_magic(const SarMagic *m, SarDual x) { return sar_dual_mul(m->D, sar_dual_sin(bend(m, x))); }

SarDual sar_magic_secant(const SarMagic *m, SarDual x) {
  if (fabs(m->B.v * x.v) < SMALL) return sar_dual_mul(m->B, sar_dual_mul(m->C, m->D));
  return sar_dual_div(sar_magic(m, x), x);
}

SarDual sar_tyre_angle_over_tangent(SarDual tangent) {
  double t = tangent.v;
  if (fabs(t) < 1e-3) return sar_dual_chain(tangent, 1 - t * t / 3, -2 * t / 3); /* the next term is below 1e-12 */
  return sar_dual_chain(tangent, atan(t) / t, (1 / (1 + t * t) - atan(t) / t) / t);
}

/* With the slip (kappa, tan alpha) in the direction beta, and mu = |F0|/Fz the friction that pure slip would use,
 *
 *   mu_x = 1/sqrt((1/mu_x0)^2 + (tan beta/mu_y,most)^2)
 *
 * lies on an ellipse at full sliding, and the force points against the slip. Written with the secant F0/kappa it is
 * smooth where there is no slip at all. */
SarDual sar_tyre_ellipse(SarDual secant, SarDual other, SarDual most) {
  SarDual used = sar_dual_div(sar_dual_mul(secant, other), most);
  return sar_dual_div(sar_dual(1), sar_dual_sqrt(sar_dual_shift(sar_dual_square(used), 1)));
}
