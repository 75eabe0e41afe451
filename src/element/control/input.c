/* input: a number that comes from outside.
 *
 * Whoever advances the motion (sarrus/stepper.h) may give it another value between two steps; within a step, and in a
 * run that nobody looks into, it is constant. The equations depend on it as on a parameter that events change. */
#include "element/equations.h"

enum { VALUE, UNIT };
static const SarField fields[] = {
    [VALUE] = {.name = "value",
               .kind = SAR_FIELD_REAL,
               .unit = "",
               .fallback = "0",
               .meaning = "its value until it is given another one, in the units of the file; also by `--set "
                          "NAME=VALUE`"},
    [UNIT] = {.name = "unit",
              .kind = SAR_FIELD_TEXT,
              .unit = "",
              .fallback = "",
              .meaning = "its unit as the results show it; nothing is converted"},
};

static SarStatus declare(SarBuilder *b) {
  const SarExpr *value;
  SAR_TRY(b->ops->input(b, b->values[VALUE].real, &value));
  return sar_equation_offer_labelled(b, "value", &b->values[UNIT], value);
}

static SarStatus build(SarBuilder *b) {
  (void)b; /* it has no equations */
  return SAR_OK;
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  return sar_equation_check_label(context, name, "an input", &values[UNIT]);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_control_input = {
    .name = "input",
    .section = SAR_SECTION_INPUTS,
    .summary = "a number from outside, for expressions to use; constant within a step",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .check = check,
    .outputs = "value",
};
