/* material: what sections of beams are made of. It has no equations. */
#include "element/class.h"

enum { YOUNG, POISSON, DENSITY };
static const SarField fields[] = {
    [YOUNG] = {.name = "young", .kind = SAR_FIELD_REAL, .unit = "N/m^2", .meaning = "Young's modulus"},
    [POISSON] = {.name = "poisson",
                 .kind = SAR_FIELD_REAL,
                 .unit = "",
                 .fallback = "0.3",
                 .meaning = "Poisson's ratio; the shear modulus is young/(2 (1 + poisson))"},
    [DENSITY] = {.name = "density", .kind = SAR_FIELD_REAL, .unit = "kg/m^3", .meaning = "mass per volume"},
};

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  SAR_TRY(sar_field_check_positive(context, name, &fields[YOUNG], &values[YOUNG], "give it in the model's units"));
  SAR_TRY(sar_field_check_positive(context, name, &fields[DENSITY], &values[DENSITY], "give it in the model's units"));
  double poisson = values[POISSON].real;
  if (poisson > -1 && poisson <= 0.5) return SAR_OK;
  return sar_report(
      context, SAR_INPUT, values[POISSON].source, name,
      "metals have 0.25 to 0.35, rubber 0.5; where the shear modulus is another one, give the section `stiffness`",
      "Poisson's ratio lies between -1 and 0.5, but is %g", poisson);
}

const SarElementClass sar_structure_material = {
    .name = "material",
    .section = SAR_SECTION_MATERIALS,
    .summary = "what sections of beams are made of",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .check = check,
};
