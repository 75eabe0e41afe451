/* pid: a controller with proportional, integral and filtered derivative part, and limits of its output.
 *
 *   w = kp u + ki I + kd (u - s)/T      T s' = u - s      y = min(max(w, lower), upper)
 *   I' = u + (y - w)/(ki tracking)
 *
 * u - s over T is the derivative of the input through a filter of first order. Without `tracking` the integral runs on
 * while the output is at its limit; with it, it follows the limited output within that time. */
#include "element/control/common.h"

enum { INPUT, KP, KI, KD, FILTER, LOWER, UPPER, TRACKING, START_INTEGRAL, START_INPUT, SCALE_INTEGRAL, SCALE_INPUT };

#define LIMIT(which)                                                   \
  {                                                                    \
    .name = which, .kind = SAR_FIELD_REAL, .unit = "", .fallback = "", \
    .meaning = which " limit of the output; default: none"             \
  }

static const SarField fields[] = {
    [INPUT] = SAR_CONTROL_INPUT,
    [KP] = {.name = "kp", .kind = SAR_FIELD_REAL, .unit = "", .fallback = "0", .meaning = "proportional gain"},
    [KI] = {.name = "ki", .kind = SAR_FIELD_REAL, .unit = "1/s", .fallback = "0", .meaning = "integral gain"},
    [KD] = {.name = "kd", .kind = SAR_FIELD_REAL, .unit = "s", .fallback = "0", .meaning = "derivative gain"},
    [FILTER] = {.name = "filter",
                .kind = SAR_FIELD_REAL,
                .unit = "s",
                .fallback = "",
                .meaning = "time constant of the filter of the derivative; needed with kd"},
    [LOWER] = LIMIT("lower"),
    [UPPER] = LIMIT("upper"),
    [TRACKING] = {.name = "tracking",
                  .kind = SAR_FIELD_REAL,
                  .unit = "s",
                  .fallback = "",
                  .meaning = "time within which the integral follows a limited output; default: it does not"},
    [START_INTEGRAL] = {.name = "start_integral",
                        .kind = SAR_FIELD_REAL,
                        .unit = "s",
                        .fallback = "0",
                        .meaning = "integral of the input at the start"},
    [START_INPUT] = {.name = "start_input",
                     .kind = SAR_FIELD_REAL,
                     .unit = "",
                     .fallback = "0",
                     .meaning = "filtered input at the start; the input itself starts without a kick"},
    [SCALE_INTEGRAL] = {.name = "scale_integral",
                        .kind = SAR_FIELD_REAL,
                        .unit = "s",
                        .fallback = "",
                        .meaning =
                            "size against which errors of the integral are measured; default: its largest so far"},
    [SCALE_INPUT] = {.name = "scale_input",
                     .kind = SAR_FIELD_REAL,
                     .unit = "",
                     .fallback = "",
                     .meaning = "the same for the filtered input"},
};

static SarStatus declare(SarBuilder *b) {
  const SarValue *values = b->values;
  SarUnknown x;
  SAR_TRY(sar_control_declare_output(b, "value"));
  if (values[KI].real != 0) {
    SarStateStart start = {.value = values[START_INTEGRAL].real, .scale = sar_control_scale(&values[SCALE_INTEGRAL])};
    SAR_TRY(b->ops->state(b, "integral", start, &x));
    SAR_TRY(b->ops->offer(b, "integral", "s", x.value));
  }
  SarStateStart start = {.value = values[START_INPUT].real, .scale = sar_control_scale(&values[SCALE_INPUT])};
  return values[KD].real != 0 ? b->ops->state(b, "filtered", start, &x) : SAR_OK;
}

/* The derivative part: its state, and the term it adds to the output. */
static SarStatus add_derivative(SarBuilder *b, int32_t index, const SarExpr *u, const SarExpr **sum) {
  SarUnknown s = b->ops->declared(b, index);
  const SarExpr *T = sar_expr_constant(b->arena, b->values[FILTER].real);
  const SarExpr *rate = sar_sym_div(b->arena, sar_sym_sub(b->arena, u, s.value), T);
  *sum =
      sar_expr_add(b->arena, *sum, sar_expr_multiply(b->arena, sar_expr_constant(b->arena, b->values[KD].real), rate));
  return sar_equation_equal(b, s.row, s.rate, rate);
}

static SarStatus build(SarBuilder *b) {
  const SarValue *values = b->values;
  SarArena *arena = b->arena;
  SarUnknown y = b->ops->declared(b, 0), I = {0};
  const SarExpr *u;
  SAR_TRY(sar_equation_bind(b, values[INPUT].function[0], &u));
  const SarExpr *w = sar_expr_multiply(arena, sar_expr_constant(arena, values[KP].real), u);
  int32_t next = 1;
  if (values[KI].real != 0) {
    I = b->ops->declared(b, next++);
    w = sar_expr_add(arena, w, sar_expr_multiply(arena, sar_expr_constant(arena, values[KI].real), I.value));
  }
  if (values[KD].real != 0) SAR_TRY(add_derivative(b, next, u, &w));
  if (values[KI].real != 0) {
    const SarExpr *rate = u;
    if (values[TRACKING].given) {
      const SarExpr *time = sar_expr_constant(arena, values[KI].real * values[TRACKING].real);
      rate = sar_expr_add(arena, u, sar_sym_div(arena, sar_sym_sub(arena, y.value, w), time));
    }
    SAR_TRY(sar_equation_equal(b, I.row, I.rate, rate));
  }
  if (values[LOWER].given) {
    w = sar_node_binary(arena, SAR_EXPR_MAX, w, sar_expr_constant(arena, values[LOWER].real));
  }
  if (values[UPPER].given) {
    w = sar_node_binary(arena, SAR_EXPR_MIN, w, sar_expr_constant(arena, values[UPPER].real));
  }
  if (values[LOWER].given || values[UPPER].given) SAR_TRY(b->ops->kinks(b, w));
  return sar_equation_equal(b, y.row, y.value, w);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  SAR_TRY(sar_control_check_scale(context, name, &values[SCALE_INTEGRAL]));
  SAR_TRY(sar_control_check_scale(context, name, &values[SCALE_INPUT]));
  SAR_TRY(sar_field_check_positive(context, name, &fields[FILTER], &values[FILTER], "give a positive time"));
  SAR_TRY(sar_field_check_positive(context, name, &fields[TRACKING], &values[TRACKING], "give a positive time"));
  if (values[KD].real != 0 && !values[FILTER].given) {
    return sar_report(context, SAR_INPUT, values[KD].source, name,
                      "give `filter`, a time shorter than what the controller shall see",
                      "a derivative part needs the time constant of its filter");
  }
  if (values[LOWER].given && values[UPPER].given && !(values[LOWER].real < values[UPPER].real)) {
    return sar_report(context, SAR_INPUT, values[UPPER].source, name, "give an upper limit above the lower one",
                      "the lower limit %g is not below the upper one, %g", values[LOWER].real, values[UPPER].real);
  }
  bool limited = values[LOWER].given || values[UPPER].given;
  if (!values[TRACKING].given || (limited && values[KI].real != 0)) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[TRACKING].source, name, "leave it out",
                    "`tracking` has sense only with limits and an integral part");
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_control_pid = {
    .name = "pid",
    .section = SAR_SECTION_STATES,
    .summary = "a controller with proportional, integral and derivative part",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "value [integral]",
    .check = check,
};
