/* rolling-disk: a thin disk that rolls on its sharp rim, without slip: a coin. */
#include "element/equation/rolling.h"

enum { BETWEEN, RADIUS };
static const SarField fields[] = {
    [BETWEEN] = SAR_ROLLING_BETWEEN("disk"),
    [RADIUS] = {.name = "radius",
                .kind = SAR_FIELD_REAL,
                .unit = "m",
                .meaning = "of the rim, about z of the second frame"},
};

static SarStatus build(SarBuilder *b) { return sar_rolling_build(b, &b->values[BETWEEN], b->values[RADIUS].real, 0); }

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  return sar_field_check_positive(context, name, &fields[RADIUS], &values[RADIUS], "give a positive radius");
}

static const SarEquationClass equations = {.build = build};

const SarElementClass sar_equation_rolling_disk = {
    .name = "rolling-disk",
    .section = SAR_SECTION_EQUATIONS,
    .summary = "a thin disk that rolls on a plane without slip",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = SAR_ROLLING_OUTPUTS("multiplier multiplier2 multiplier3"),
    .check = check,
};
