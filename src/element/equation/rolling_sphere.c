/* rolling-sphere: a ball that rolls on a plane without slip. */
#include "element/equation/rolling.h"

enum { BETWEEN, RADIUS };
static const SarField fields[] = {
    [BETWEEN] = SAR_ROLLING_BETWEEN("sphere"),
    [RADIUS] = {.name = "radius",
                .kind = SAR_FIELD_REAL,
                .unit = "m",
                .meaning = "of the sphere, about the origin of the second frame"},
};

static SarStatus build(SarBuilder *b) { return sar_rolling_build(b, &b->values[BETWEEN], 0, b->values[RADIUS].real); }

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  return sar_field_check_positive(context, name, &fields[RADIUS], &values[RADIUS], "give a positive radius");
}

static const SarEquationClass equations = {.build = build};

const SarElementClass sar_equation_rolling_sphere = {
    .name = "rolling-sphere",
    .section = SAR_SECTION_EQUATIONS,
    .summary = "a sphere that rolls on a plane without slip",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .mark = {.shape = SAR_MARK_BALL},
    .outputs = SAR_ROLLING_OUTPUTS("multiplier multiplier2 multiplier3"),
    .check = check,
};
