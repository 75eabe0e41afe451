/* rotational-spring-damper: a torque about the axis of two frames.
 *
 *   F = preload + stiffness (angle - free angle) + damping rate          or any law F(angle, rate, t)
 *
 * The angle is the rotation of the second side against the first about the first side's z, zero at the written pose,
 * and counts on through full turns. As with a spring along a line, F is positive in tension: it acts to make the angle
 * smaller. The torque on the second side, about z, is -F; on the first side it is F. A law that speaks of more than the
 * angle, its rate and the time makes F an unknown, and the spring consists of equations. */
#include "element/equations.h"
#include "element/force/law.h"
#include "element/joint/common.h"

enum { BETWEEN, AT, AXIS, STIFFNESS, DAMPING, ANGLE, PRELOAD, LAW };
static const SarField fields[] = {
    [BETWEEN] = SAR_JOINT_BETWEEN,
    [AT] = SAR_JOINT_AT,
    [AXIS] = SAR_JOINT_AXIS,
    [STIFFNESS] = {.name = "stiffness",
                   .kind = SAR_FIELD_REAL,
                   .unit = "N*m/rad",
                   .fallback = "0",
                   .meaning = "torque per angle"},
    [DAMPING] = {.name = "damping",
                 .kind = SAR_FIELD_REAL,
                 .unit = "N*m*s/rad",
                 .fallback = "0",
                 .meaning = "torque per rate of the angle"},
    [ANGLE] = {.name = "angle",
               .kind = SAR_FIELD_REAL,
               .unit = "rad",
               .fallback = "0",
               .meaning = "free angle, measured from the written pose"},
    [PRELOAD] = {.name = "preload",
                 .kind = SAR_FIELD_REAL,
                 .unit = "N*m",
                 .fallback = "0",
                 .meaning = "torque at the free angle, against a growing angle"},
    [LAW] = {.name = "law",
             .kind = SAR_FIELD_FUNCTION,
             .unit = "N*m",
             .fallback = "",
             .meaning = "the torque itself, positive against a growing angle, instead of the numbers above",
             .variables = "angle:rad rate:rad/s t:s"},
};

static SarLawFields law_fields(const SarValue *values) {
  return (SarLawFields){&values[STIFFNESS], &values[DAMPING], &values[PRELOAD], &values[ANGLE], &values[LAW]};
}

static SarStatus law(const SarForceSetup *setup, SarLawSetup *out) {
  SarLawFields given = law_fields(setup->values);
  *out = (SarLawSetup){.primitive = &sar_primitive_angle,
                       .data = {.pa = setup->a.point,
                                .pb = setup->b.point,
                                .u = sar_column(&setup->a.axes, SAR_X),
                                .u2 = sar_column(&setup->a.axes, SAR_Y),
                                .w = sar_column(&setup->b.axes, SAR_X),
                                .w2 = sar_column(&setup->b.axes, SAR_Y)}};
  out->offset = out->primitive->value(&out->data, setup->ka, setup->kb);
  return sar_law_prepare(setup, &given, given.rest->real, out);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  SarLawFields given = law_fields(values);
  return sar_law_check(context, name, &given);
}

/* ---- as equations ---- */

static SarStatus declare(SarBuilder *b) { return sar_equation_declare_component(b, NULL, b->values[LAW].function[0]); }

/* The gradient of the angle, ground axes: its rate is g . (omega_b - omega_a). With w, x of the second frame, and c, s,
 * its parts along x and y of the first: g = w x (c y - s x) / (c^2 + s^2), which is z while the two z are parallel. */
static SarSym3 gradient(SarArena *arena, const SarSymbolFrame *first, const SarSymbolFrame *second) {
  SarSym3 w = second->axis[SAR_X];
  const SarExpr *c = sar_sym3_dot(arena, first->axis[SAR_X], w), *s = sar_sym3_dot(arena, first->axis[SAR_Y], w);
  const SarExpr *n2 = sar_expr_add(arena, sar_expr_multiply(arena, c, c), sar_expr_multiply(arena, s, s));
  SarSym3 across =
      sar_sym3_sub(arena, sar_sym3_scale(arena, c, first->axis[SAR_Y]), sar_sym3_scale(arena, s, first->axis[SAR_X]));
  const SarExpr *inverse = sar_sym_div(arena, sar_expr_constant(arena, 1), n2);
  return sar_sym3_scale(arena, inverse, sar_sym3_cross(arena, w, across));
}

static SarStatus build(SarBuilder *b) {
  SarArena *arena = b->arena;
  SarSymbolFrame first, second;
  SAR_TRY(b->ops->frame(b, &b->a, &first));
  SAR_TRY(b->ops->frame(b, &b->b, &second));
  SarSym3 g = gradient(arena, &first, &second);
  const SarExpr *angle, *rate = sar_sym3_dot(arena, g, sar_sym3_sub(arena, second.omega, first.omega));
  SAR_TRY(sar_equation_made(b, rate));
  SAR_TRY(b->ops->angle(b, &b->a, &b->b, SAR_X, &angle));
  const SarExpr *const local[3] = {angle, rate, NULL}, *F;
  int32_t next = 0;
  SAR_TRY(sar_equation_component(b, b->values[LAW].function[0], local, &next, &F));
  const SarExpr *closing = sar_sym_neg(arena, rate);
  SAR_TRY(sar_equation_made(b, closing));
  SAR_TRY(b->ops->work(b, F, closing, SAR_POWER_WORK));
  SAR_TRY(b->ops->offer(b, "angle", "rad", angle));
  SAR_TRY(b->ops->offer(b, "rate", "rad/s", rate));
  SAR_TRY(b->ops->offer(b, "torque", "N*m", F));
  next = 0;
  return sar_equation_component_law(b, b->values[LAW].function[0], local, &next);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

static const SarForceClass force = {.law = law};

const SarElementClass sar_force_rotational_spring_damper = {
    .name = "rotational-spring-damper",
    .section = SAR_SECTION_FORCES,
    .summary = "torsion spring and damper, or any law, about one axis",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .force = &force,
    .equations = &equations,
    .check = check,
};
