/* filter: of first order, T x' + x = u. */
#include "element/control/common.h"

enum { INPUT, TIME_CONSTANT, START, SCALE, HOLD };
static const SarField fields[] = {
    [INPUT] = SAR_CONTROL_INPUT,
    [TIME_CONSTANT] = {.name = "time_constant",
                       .kind = SAR_FIELD_REAL,
                       .unit = "s",
                       .meaning = "time after which 63 % of a step of the input have come through"},
    [START] = {.name = "start", .kind = SAR_FIELD_REAL, .unit = "", .fallback = "0", .meaning = "output at the start"},
    [SCALE] = SAR_CONTROL_SCALE,
    [HOLD] = SAR_CONTROL_HOLD,
};

static SarStatus declare(SarBuilder *b) {
  SarStateStart start = {
      .value = b->values[START].real, .scale = sar_control_scale(&b->values[SCALE]), .held = b->values[HOLD].real != 0};
  return sar_control_declare_state(b, start);
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
  return sar_field_check_positive(context, name, &fields[TIME_CONSTANT], &values[TIME_CONSTANT],
                                  "give a positive time, or use the input itself");
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
