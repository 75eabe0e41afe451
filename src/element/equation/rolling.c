/* Rolling without slip on a plane.
 *
 * With n, p the normal and a point of the plane, c the centre and e the axis of what rolls (rim R, tube rho):
 *
 *   m = n - (n.e) e                          the direction in the plane of the rim that rises most
 *   C = c - R m/|m| - rho n                  the point of contact
 *   h = (c - p).n - R |m| - rho = 0          one holonomic row: the height of the lowest point
 *   x.u = y.u = 0,  u = v_b(C) - v_a(C)      two nonholonomic rows: the material points at C do not slip
 *
 * u is the difference of the velocities of the bodies' points that are at C now. The rate of h is n.u: because C is
 * where the distance has its minimum, its own motion along the rim does not count. So the multipliers of the three rows
 * are, but for the sign, the parts of one force at C. Where the axis is normal to the plane (a coin that lies flat) all
 * points of the rim touch at once, and the equations do not hold. */
#include "element/equation/rolling.h"

SarStatus sar_rolling_frames(SarBuilder *b, const SarValue *between, SarSymbolFrame *first, SarSymbolFrame *second) {
  SarSide side;
  SAR_TRY(b->ops->side(b, &between->side[0], &side));
  SAR_TRY(b->ops->frame(b, &side, first));
  SAR_TRY(b->ops->side(b, &between->side[1], &side));
  return b->ops->frame(b, &side, second);
}

SarStatus sar_rolling_offer(SarBuilder *b, const SarSymbolFrame *first, const SarSymbolFrame *second, SarSym3 contact,
                            SarSym3 force) {
  static const char *const point[3] = {"x", "y", "z"};
  SarArena *arena = b->arena;
  SarSym3 back = sar_sym3_sub(arena, sar_sym3_constant(arena, 0, 0, 0), force);
  SarSym3 arm_first = sar_sym3_sub(arena, contact, first->point);
  SarSym3 arm_second = sar_sym3_sub(arena, contact, second->point);
  SarAction action = {{back, force},
                      {sar_sym3_cross(arena, arm_first, back), sar_sym3_cross(arena, arm_second, force)}};
  SAR_TRY(sar_equation_offer3(b, point, "m", contact));
  return sar_equation_offer_action(b, &action);
}

/* The height of the lowest point, and where it is. */
static const SarExpr *lowest(SarArena *arena, const SarSymbolFrame *plane, const SarSymbolFrame *wheel, double rim,
                             double tube, SarSym3 *contact) {
  SarSym3 n = plane->axis[SAR_Z], e = wheel->axis[SAR_Z];
  const SarExpr *height = sar_sym3_dot(arena, sar_sym3_sub(arena, wheel->point, plane->point), n);
  height = sar_sym_sub(arena, height, sar_expr_constant(arena, tube));
  *contact = sar_sym3_sub(arena, wheel->point, sar_sym3_scale(arena, sar_expr_constant(arena, tube), n));
  if (rim == 0) return height;
  SarSym3 m = sar_sym3_sub(arena, n, sar_sym3_scale(arena, sar_sym3_dot(arena, n, e), e));
  const SarExpr *R = sar_expr_constant(arena, rim), *norm = sar_sym3_norm(arena, m);
  *contact = sar_sym3_sub(arena, *contact, sar_sym3_scale(arena, sar_sym_div(arena, R, norm), m));
  return sar_sym_sub(arena, height, sar_expr_multiply(arena, R, norm));
}

SarStatus sar_rolling_build(SarBuilder *b, const SarValue *between, double rim, double tube) {
  static const char *const names[2] = {"rolling along x", "rolling along y"};
  SarArena *arena = b->arena;
  SarSymbolFrame plane, wheel;
  SarSym3 contact;
  SAR_TRY(sar_rolling_frames(b, between, &plane, &wheel));
  const SarExpr *height = lowest(arena, &plane, &wheel, rim, tube, &contact);
  SarSym3 slip = sar_sym3_sub(arena, sar_equation_point_velocity(arena, &wheel, contact),
                              sar_equation_point_velocity(arena, &plane, contact));
  SAR_TRY(sar_equation_made(b, height));
  SAR_TRY(b->ops->holonomic(b, "height of the contact", false, height));
  for (int i = 0; i < 2; i++) {
    const SarExpr *along = sar_sym3_dot(arena, plane.axis[i], slip);
    SAR_TRY(sar_equation_made(b, along));
    SAR_TRY(b->ops->nonholonomic(b, names[i], false, along));
  }
  SarSym3 force = sar_sym3_constant(arena, 0, 0, 0);
  for (int i = 0; i < 3; i++) {
    static const char *const multipliers[3] = {"multiplier2", "multiplier3", "multiplier"};
    const SarExpr *multiplier;
    SAR_TRY(b->ops->quantity(b, b->name, multipliers[i], b->source, &multiplier));
    force = sar_sym3_sub(arena, force, sar_sym3_scale(arena, multiplier, plane.axis[i]));
  }
  return sar_rolling_offer(b, &plane, &wheel, contact, force);
}
