/* rotational-spring-damper: a torque about the axis of two frames.
 *
 *   F = preload + stiffness (angle - free angle) + damping rate          or any law F(angle, rate, t)
 *
 * The angle is the rotation of the second side against the first about the first side's z, zero at the written pose,
 * and counts on through full turns. As with a spring along a line, F is positive in tension: it acts to make the angle
 * smaller. The torque on the second side, about z, is -F; on the first side it is F. */
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

static const SarForceClass force = {.law = law};

const SarElementClass sar_force_rotational_spring_damper = {
    .name = "rotational-spring-damper",
    .section = SAR_SECTION_FORCES,
    .summary = "torsion spring and damper, or any law, about one axis",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .force = &force,
    .check = check,
};
