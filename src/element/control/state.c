/* state: a differential state of the user's own (X of paper 1, eqs 7-8).
 *
 * Explicit, x' - f = 0, or implicit, d(x', x, ...) = 0, where x' is written dif1(x). */
#include "element/control/common.h"

enum { START, RATE, EQUATION };
static const SarField fields[] = {
    [START] = {.name = "start", .kind = SAR_FIELD_REAL, .unit = "", .fallback = "0", .meaning = "value at the start"},
    [RATE] = {.name = "rate",
              .kind = SAR_FIELD_FUNCTION,
              .unit = "1/s",
              .fallback = "",
              .meaning = "its derivative with respect to time",
              .variables = "t:s"},
    [EQUATION] = {.name = "equation",
                  .kind = SAR_FIELD_FUNCTION,
                  .unit = "",
                  .fallback = "",
                  .meaning = "instead: an expression of the state x and of dif1(x) that stays zero",
                  .variables = "t:s"},
};

static SarStatus declare(SarBuilder *b) { return sar_control_declare_state(b, b->values[START].real); }

static SarStatus build(SarBuilder *b) {
  SarUnknown x = b->ops->declared(b, 0);
  bool explicit_rate = b->values[RATE].given;
  const SarExpr *f;
  SAR_TRY(sar_equation_bind(b, b->values[explicit_rate ? RATE : EQUATION].function[0], &f));
  if (explicit_rate) return sar_equation_equal(b, x.row, x.rate, f);
  if (b->ops->content(b, f) & SAR_HAS_STATE_RATE) return b->ops->residual(b, x.row, f);
  return sar_report(b->context, SAR_INPUT, b->values[EQUATION].source, b->name,
                    "write dif1(NAME) for the rate, or make it an entry of `variables`",
                    "this equation contains no rate of a state");
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  return sar_control_check_either(context, name, &fields[RATE], &values[RATE], &values[EQUATION], "state");
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_control_state = {
    .name = "state",
    .section = SAR_SECTION_STATES,
    .summary = "a differential state with an explicit rate or an implicit equation",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "value rate",
    .check = check,
};
