/* field: stiffness and damping between all six directions of two frames, as matrices; Adams' FIELD. The mathematics is
 * that of linear.h. */
#include "element/force/linear.h"

enum { BETWEEN, STIFFNESS, DAMPING, DAMPING_RATIO, REST, PRELOAD };
static const SarField fields[] = {
    [BETWEEN] = SAR_LINEAR_BETWEEN,
    [STIFFNESS] = {.name = "stiffness",
                   .kind = SAR_FIELD_MATRIX,
                   .unit = "N/m,N/rad,N,N*m/rad",
                   .fallback = "",
                   .meaning =
                       "force and torque that pull the first side back, per displacement and angle (x, y, z; ax, "
                       "ay, az) along the axes of the second: six numbers of a diagonal, or six rows of six"},
    [DAMPING] = SAR_LINEAR_DAMPING,
    [DAMPING_RATIO] = SAR_LINEAR_DAMPING_RATIO,
    [REST] = {.name = "rest",
              .kind = SAR_FIELD_REALS,
              .unit = "m,rad",
              .fallback = "",
              .meaning = "displacements x, y, z and angles ax, ay, az without elastic force; default: zeros"},
    [PRELOAD] = {.name = "preload",
                 .kind = SAR_FIELD_REALS,
                 .unit = "N,N*m",
                 .fallback = "",
                 .meaning = "force and torque on the first side at rest; default: zeros"},
};

static void matrices(const SarValue *values, SarLinearForce *data) {
  sar_linear_matrix(&values[STIFFNESS], data->stiffness);
  sar_linear_damping(&values[DAMPING], &values[DAMPING_RATIO], data);
}

static void springs(const SarValue *values, SarSprings *out) {
  SarLinearForce data;
  matrices(values, &data);
  sar_linear_springs(&data, out);
}

static SarStatus build(SarBuilder *b) {
  SarLinearForce data;
  matrices(b->values, &data);
  sar_linear_list(&b->values[REST], data.rest);
  sar_linear_list(&b->values[PRELOAD], data.preload);
  return sar_linear_force_build(b, &data);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  SAR_TRY(sar_linear_check_matrix(context, name, &fields[STIFFNESS], &values[STIFFNESS]));
  SAR_TRY(sar_linear_check_damping(context, name, &fields[DAMPING], &values[DAMPING], &values[DAMPING_RATIO]));
  SAR_TRY(sar_linear_check_list(context, name, &fields[REST], &values[REST]));
  return sar_linear_check_list(context, name, &fields[PRELOAD], &values[PRELOAD]);
}

static const SarEquationClass equations = {.build = build};

const SarElementClass sar_force_field = {
    .name = "field",
    .section = SAR_SECTION_FORCES,
    .summary = "stiffness and damping matrices between all six directions of two frames",
    .remark = "angles are followed through full turns, but only one of the three may be large: they are no vector",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .mark = {.holds = true},
    .springs = springs,
    .check = check,
};
