/* common-velocity: two wheels, or a wheel and a rack, on one carrier that touch in a point of it.
 *
 * A frame on the carrier says where they touch, and with its z along which direction they have the same velocity there.
 * Each of two joints (revolute, cylindrical or prismatic) bears one of them on the carrier. With its axis z_k through
 * r_k the point of contact moves, by the coordinates of the joint, with s_k = z . (z_k x (r - r_k)) per radian and
 * t_k = z . z_k per displacement; both are constants of the carrier. One holonomic row says that the ways are equal:
 *
 *   s_1 angle_1 + t_1 displacement_1 = s_2 angle_2 + t_2 displacement_2
 *
 * Its multiplier acts on coordinates; the force of real teeth acts along z in the point of contact, on both. So the
 * force F, an unknown equal to that multiplier, has the power F ((v_1 - v_2) . z - the rate of the row) besides, which
 * is none: bearings carry all that teeth push on them. */
#include <string.h>

#include "element/equations.h"

enum { JOINTS, FRAME };
static const SarField fields[] = {
    [JOINTS] = {.name = "joints",
                .kind = SAR_FIELD_JOINTS,
                .unit = "",
                .meaning = "two joints (revolute, cylindrical or prismatic) that bear the wheels on one carrier"},
    [FRAME] = {.name = "frame",
               .kind = SAR_FIELD_SIDE,
               .unit = "",
               .meaning = "on the carrier: where they touch, with z along their common velocity"},
};

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  if (values[JOINTS].nlist == 2) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[JOINTS].source, name, "name two joints: joints: [first, second]",
                    "two joints are needed, but %d are named", (int)values[JOINTS].nlist);
}

static SarStatus declare(SarBuilder *b) {
  SarUnknown unknown;
  return b->ops->algebraic(b, "force", 0, &unknown);
}

/* One wheel: its way in the point of contact, and the velocity of its point there. */
typedef struct Wheel {
  const SarExpr *way;
  SarSym3 velocity;
} Wheel;

static SarStatus report_carrier(SarBuilder *b, const char *joint) {
  return sar_report(b->context, SAR_INPUT, b->values[FRAME].source, b->name,
                    "put the frame on the body that bears both wheels",
                    "the joint `%s` has no side on the body of the frame", joint);
}

/* Adds factor * quantity of the joint, where it has such a coordinate. */
static SarStatus add_way(SarBuilder *b, const char *joint, const char *quantity, double factor, const SarExpr **way) {
  const SarExpr *value;
  SAR_TRY(b->ops->quantity(b, joint, quantity, b->values[JOINTS].source, &value));
  *way = sar_expr_add(b->arena, *way, sar_expr_multiply(b->arena, sar_expr_constant(b->arena, factor), value));
  return sar_equation_made(b, *way);
}

static SarStatus make_wheel(SarBuilder *b, const char *joint, const SarSide *contact, const SarSymbolFrame *frame,
                            Wheel *out) {
  SarSide sides[2];
  bool slides;
  SarKin bearing, here;
  SarSymbolFrame wheel;
  SAR_TRY(b->ops->joint(b, joint, &sides[0], &sides[1], &slides));
  int carrier = sides[0].body == contact->body ? 0 : 1;
  if (sides[carrier].body != contact->body) return report_carrier(b, joint);
  SAR_TRY(b->ops->written(b, &sides[carrier], &bearing));
  SAR_TRY(b->ops->written(b, contact, &here));
  SarVec3 z = sar_column(&here.A, 2), axis = sar_column(&bearing.A, 2);
  double sign = carrier == 0 ? 1 : -1; /* coordinates are of the second side against the first */
  double turn = sign * sar_dot(z, sar_cross(axis, sar_sub(here.r, bearing.r))), slide = sign * sar_dot(z, axis);
  const char *class = b->ops->joint_class(b, joint);
  bool prismatic = strcmp(class, "prismatic") == 0, both = strcmp(class, "cylindrical") == 0;
  if (!prismatic && !both && strcmp(class, "revolute") != 0) {
    return sar_report(b->context, SAR_INPUT, b->values[JOINTS].source, b->name,
                      "name revolute, cylindrical or prismatic joints",
                      "the joint `%s` (%s) bears no wheel and no rack", joint, class);
  }
  out->way = sar_expr_constant(b->arena, 0);
  if (!prismatic) SAR_TRY(add_way(b, joint, "angle", turn, &out->way));
  if (prismatic || both) SAR_TRY(add_way(b, joint, "displacement", slide, &out->way));
  SAR_TRY(b->ops->frame(b, &sides[1 - carrier], &wheel));
  out->velocity = sar_equation_point_velocity(b->arena, &wheel, frame->point);
  return SAR_OK;
}

static SarStatus build(SarBuilder *b) {
  static const char *const names[2] = {"force", "multiplier"};
  SarArena *arena = b->arena;
  SarSide contact;
  SarSymbolFrame frame;
  Wheel wheels[2];
  const SarExpr *rate, *multiplier;
  SAR_TRY(b->ops->side(b, &b->values[FRAME].side[0], &contact));
  SAR_TRY(b->ops->frame(b, &contact, &frame));
  for (int i = 0; i < 2; i++) {
    SAR_TRY(make_wheel(b, b->values[JOINTS].joints[i], &contact, &frame, &wheels[i]));
  }
  const SarExpr *f = sar_sym_sub(arena, wheels[0].way, wheels[1].way);
  SAR_TRY(sar_equation_made(b, f));
  SAR_TRY(b->ops->holonomic(b, "common velocity", false, f));
  SAR_TRY(b->ops->rate(b, f, &rate));
  SAR_TRY(b->ops->quantity(b, b->name, names[1], b->source, &multiplier));
  SarUnknown force = b->ops->declared(b, 0);
  SAR_TRY(sar_equation_equal(b, force.row, force.value, sar_sym_neg(arena, multiplier)));
  SarSym3 apart = sar_sym3_sub(arena, wheels[0].velocity, wheels[1].velocity);
  const SarExpr *slip = sar_sym_sub(arena, sar_sym3_dot(arena, apart, frame.axis[2]), rate);
  SAR_TRY(sar_equation_made(b, slip));
  SAR_TRY(b->ops->work(b, force.value, slip, SAR_POWER_WORK));
  return b->ops->offer(b, names[0], "N", force.value);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_equation_common_velocity = {
    .name = "common-velocity",
    .section = SAR_SECTION_EQUATIONS,
    .summary = "two wheels, or a wheel and a rack, on one carrier that touch in a frame of it",
    .remark = "the force acts in that point, along z of the frame: bearings carry it",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "multiplier force",
    .check = check,
};
