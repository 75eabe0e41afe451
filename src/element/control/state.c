/* state: a differential state of the user's own (X of paper 1, eqs 7-8).
 *
 * Explicit, x' - f = 0, or implicit, d(x', x, ...) = 0, where x' is written dif1(x). */
#include "element/control/common.h"

enum { START, RATE, EQUATION, START_RATE, SCALE, HOLD };
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
    [START_RATE] = {.name = "start_rate",
                    .kind = SAR_FIELD_REAL,
                    .unit = "1/s",
                    .fallback = "0",
                    .meaning = "with `equation`: first guess of the rate at the start"},
    [SCALE] = SAR_CONTROL_SCALE,
    [HOLD] = SAR_CONTROL_HOLD,
};

static SarStatus declare(SarBuilder *b) {
  SarStateStart start = {b->values[START].real, b->values[START_RATE].real, sar_control_scale(&b->values[SCALE]),
                         b->values[HOLD].real != 0};
  return sar_control_declare_state(b, start);
}

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
  SAR_TRY(sar_control_check_scale(context, name, &values[SCALE]));
  if (values[RATE].given && values[START_RATE].given) {
    return sar_report(context, SAR_INPUT, values[START_RATE].source, name, "leave it out: `rate` says what the rate is",
                      "`start_rate` is a guess for `equation`, and this state has a `rate`");
  }
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
