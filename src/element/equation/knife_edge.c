/* knife-edge: a blade, skate or thin wheel that runs along x of its frame and cannot slip along y.
 *
 * One nonholonomic row, y . (v_b - v_a) = 0: the velocity of the second frame's origin against the body of the first.
 * Nothing holds it on the ground: that is the work of a joint. */
#include "element/equation/rolling.h"

enum { BETWEEN };
static const SarField fields[] = {
    [BETWEEN] = {.name = "between",
                 .kind = SAR_FIELD_SIDES,
                 .unit = "",
                 .meaning = "[surface, blade]: the origin of the second frame moves along its x, not along its y"},
};

static SarStatus build(SarBuilder *b) {
  SarArena *arena = b->arena;
  SarSymbolFrame surface, blade;
  SAR_TRY(sar_rolling_frames(b, &b->values[BETWEEN], &surface, &blade));
  SarSym3 slip = sar_sym3_sub(arena, blade.velocity, sar_equation_point_velocity(arena, &surface, blade.point));
  SarSym3 across = blade.axis[SAR_Y];
  const SarExpr *f = sar_sym3_dot(arena, across, slip);
  SAR_TRY(sar_equation_made(b, f));
  SAR_TRY(b->ops->nonholonomic(b, "slip along y", false, f));
  const SarExpr *multiplier;
  SAR_TRY(b->ops->quantity(b, b->name, "multiplier", b->source, &multiplier));
  SarSym3 force = sar_sym3_scale(arena, sar_sym_neg(arena, multiplier), across);
  return sar_rolling_offer(b, &surface, &blade, blade.point, force);
}

static const SarEquationClass equations = {.build = build};

const SarElementClass sar_equation_knife_edge = {
    .name = "knife-edge",
    .section = SAR_SECTION_EQUATIONS,
    .summary = "a blade that moves along its edge and not across",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = SAR_ROLLING_OUTPUTS("multiplier"),
};
