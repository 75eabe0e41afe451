/* filter: of first order, T x' + x = u. */
#include "element/control/common.h"

enum { INPUT, TIME_CONSTANT, START, SCALE };
static const SarField fields[] = {
    [INPUT] = SAR_CONTROL_INPUT,
    [TIME_CONSTANT] = {.name = "time_constant",
                       .kind = SAR_FIELD_REAL,
                       .unit = "s",
                       .meaning = "time after which 63 % of a step of the input have come through"},
    [START] = {.name = "start", .kind = SAR_FIELD_REAL, .unit = "", .fallback = "0", .meaning = "output at the start"},
    [SCALE] = SAR_CONTROL_SCALE,
};

static SarStatus declare(SarBuilder *b) {
  SarUnknown x;
  SarStateStart start = {.value = b->values[START].real, .scale = sar_control_scale(&b->values[SCALE])};
  SAR_TRY(b->ops->state(b, NULL, start, &x));
  SAR_TRY(b->ops->offer(b, "value", "", x.value));
  return b->ops->offer(b, "rate", "1/s", x.rate);
}

static SarStatus build(SarBuilder *b) {
  SarUnknown x = b->ops->declared(b, 0);
  const SarExpr *u;
  SAR_TRY(sar_equation_bind(b, b->values[INPUT].function[0], &u));
  const SarExpr *T = sar_expr_constant(b->arena, b->values[TIME_CONSTANT].real);
  return sar_equation_equal(b, x.row, x.rate, sar_sym_div(b->arena, sar_sym_sub(b->arena, u, x.value), T));
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  SAR_TRY(sar_control_check_scale(context, name, &values[SCALE]));
  if (!values[TIME_CONSTANT].given || values[TIME_CONSTANT].real > 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[TIME_CONSTANT].source, name,
                    "give a positive time, or use the input itself", "the time constant must be positive, but is %g s",
                    values[TIME_CONSTANT].real);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_control_filter = {
    .name = "filter",
    .section = SAR_SECTION_STATES,
    .summary = "a low-pass filter of first order",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "value rate",
    .check = check,
};
