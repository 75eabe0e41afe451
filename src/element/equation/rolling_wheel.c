/* rolling-wheel: a wheel with a rounded tread, a torus, that rolls without slip.
 *
 * `radius` is that of the upright wheel; the tread is an arc of the radius `crown` across. A crown of zero is a disk, a
 * crown as large as the radius a sphere. */
#include "element/equation/rolling.h"

enum { BETWEEN, RADIUS, CROWN };
static const SarField fields[] = {
    [BETWEEN] = SAR_ROLLING_BETWEEN("wheel"),
    [RADIUS] = {.name = "radius",
                .kind = SAR_FIELD_REAL,
                .unit = "m",
                .meaning = "of the wheel, about z of the second frame"},
    [CROWN] = {.name = "crown",
               .kind = SAR_FIELD_REAL,
               .unit = "m",
               .fallback = "0",
               .meaning = "radius of the tread across the wheel; 0: a sharp rim"},
};

static SarStatus build(SarBuilder *b) {
  double radius = b->values[RADIUS].real, crown = b->values[CROWN].real;
  return sar_rolling_build(b, &b->values[BETWEEN], radius - crown, crown);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *radius = &values[RADIUS], *crown = &values[CROWN];
  SAR_TRY(sar_field_check_positive(context, name, &fields[RADIUS], radius, "give a positive radius"));
  if (!radius->given || (crown->real >= 0 && crown->real <= radius->real)) return SAR_OK;
  return sar_report(context, SAR_INPUT, crown->source, name, "give a number from 0 to the radius",
                    "the crown must be from 0 to the radius, but is %g m", crown->real);
}

static const SarEquationClass equations = {.build = build};

const SarElementClass sar_equation_rolling_wheel = {
    .name = "rolling-wheel",
    .section = SAR_SECTION_EQUATIONS,
    .summary = "a wheel with a rounded tread that rolls on a plane without slip",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = SAR_ROLLING_OUTPUTS("multiplier multiplier2 multiplier3"),
    .check = check,
};
