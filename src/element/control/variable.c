/* variable: an algebraic unknown of the user's own (V of paper 1, eqs 7-8).
 *
 * Either its value is an expression, u - f = 0, or it is what makes an expression zero. It is solved for together with
 * the motion, so variables may speak of each other in loops. */
#include "element/control/common.h"

enum { VALUE, EQUATION, START };
static const SarField fields[] = {
    [VALUE] = {.name = "value",
               .kind = SAR_FIELD_FUNCTION,
               .unit = "",
               .fallback = "",
               .meaning = "what the variable is",
               .variables = "t:s"},
    [EQUATION] = {.name = "equation",
                  .kind = SAR_FIELD_FUNCTION,
                  .unit = "",
                  .fallback = "",
                  .meaning = "instead: an expression of the variable that stays zero",
                  .variables = "t:s"},
    [START] = {.name = "start",
               .kind = SAR_FIELD_REAL,
               .unit = "",
               .fallback = "0",
               .meaning = "first guess of the value at the start"},
};

static SarStatus declare(SarBuilder *b) {
  SarUnknown u;
  SAR_TRY(b->ops->algebraic(b, NULL, b->values[START].real, &u));
  return b->ops->offer(b, "value", "", u.value);
}

static SarStatus build(SarBuilder *b) {
  SarUnknown u = b->ops->declared(b, 0);
  bool value = b->values[VALUE].given;
  const SarExpr *f;
  SAR_TRY(sar_equation_bind(b, b->values[value ? VALUE : EQUATION].function[0], &f));
  return value ? sar_equation_equal(b, u.row, u.value, f) : b->ops->residual(b, u.row, f);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  return sar_control_check_either(context, name, &fields[VALUE], &values[VALUE], &values[EQUATION], "variable");
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_control_variable = {
    .name = "variable",
    .section = SAR_SECTION_VARIABLES,
    .summary = "an algebraic variable: an expression, or what makes an expression zero",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "value",
    .check = check,
};
