/* measure: an expression whose values are recorded, and which other expressions may name. */
#include "element/equations.h"

enum { VALUE, UNIT };
static const SarField fields[] = {
    [VALUE] = {.name = "value",
               .kind = SAR_FIELD_FUNCTION,
               .unit = "",
               .meaning = "the expression, in the units of the file",
               .variables = "t:s"},
    [UNIT] = {.name = "unit",
              .kind = SAR_FIELD_TEXT,
              .unit = "",
              .fallback = "",
              .meaning = "its unit as the results show it; nothing is converted"},
};

static SarStatus build(SarBuilder *b) {
  const SarExpr *f;
  SAR_TRY(sar_equation_bind(b, b->values[VALUE].function[0], &f));
  return sar_equation_offer_labelled(b, "value", &b->values[UNIT], f);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  return sar_equation_check_label(context, name, "a measure", &values[UNIT]);
}

static const SarEquationClass equations = {.build = build};

const SarElementClass sar_equation_measure = {
    .name = "measure",
    .section = SAR_SECTION_MEASURES,
    .summary = "an expression that is recorded",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .check = check,
    .outputs = "value",
};
