/* transfer-function: a rational function of s in controllable canonical form.
 *
 *   y(s)/u(s) = (b_0 + b_1 s + ... + b_n s^n) / (a_0 + a_1 s + ... + a_n s^n),   a_n not zero, some b may be
 *
 *   x_i' = x_(i+1)     x_n' = (u - a_0 x_1 - ... - a_(n-1) x_n)/a_n
 *   y = sum (b_i - a_i b_n/a_n) x_(i+1) + (b_n/a_n) u
 *
 * s counts in one over the file's unit of time, as all numbers of a file do: the coefficient of s^i has the unit s^i,
 * and x_(i+1), the i-th derivative of x_1, the unit 1/s^i. */
#include "element/control/common.h"

enum { INPUT, NUMERATOR, DENOMINATOR, START, SCALE, HOLD };
static const SarField fields[] = {
    [INPUT] = SAR_CONTROL_INPUT,
    [NUMERATOR] = {.name = "numerator",
                   .kind = SAR_FIELD_REALS,
                   .unit = "s^i",
                   .meaning = "coefficients by ascending powers of s: the i-th one, from 0, in (unit of time)^i"},
    [DENOMINATOR] = {.name = "denominator",
                     .kind = SAR_FIELD_REALS,
                     .unit = "s^i",
                     .meaning = "coefficients by ascending powers of s, likewise; the last one is not zero"},
    [START] = {.name = "start",
               .kind = SAR_FIELD_REALS,
               .unit = "1/s^i",
               .fallback = "",
               .meaning = "states x1, x2, ... of the controllable canonical form at the start; default: zeros"},
    [SCALE] = {.name = "scale",
               .kind = SAR_FIELD_REALS,
               .unit = "1/s^i",
               .fallback = "",
               .meaning = "sizes against which errors of the states are measured; default: the largest values so far"},
    [HOLD] = SAR_CONTROL_HOLD,
};

/* The number of states. */
static int32_t order_of(const SarValue *values) { return values[DENOMINATOR].nlist - 1; }

static SarStatus declare(SarBuilder *b) {
  SarControlStarts starts = {.value = &b->values[START], .scale = &b->values[SCALE], .held = b->values[HOLD].real != 0};
  SAR_TRY(sar_control_declare_output(b, "value"));
  return sar_control_declare_states(b, order_of(b->values), &starts, &fields[START]);
}

/* The coefficients of the states in the output, and that of the input. */
static SarStatus output_coefficients(SarBuilder *b, double **out, double *direct) {
  const SarValue *numerator = &b->values[NUMERATOR];
  int32_t n = order_of(b->values);
  const double *a = b->values[DENOMINATOR].list;
  double *c = SAR_NEW(b->arena, n + 1, double);
  if (!c) return sar_report_no_memory(b->context);
  *direct = numerator->nlist > n ? numerator->list[n] / a[n] : 0;
  for (int32_t i = 0; i < n; i++) c[i] = (i < numerator->nlist ? numerator->list[i] : 0) - a[i] * *direct;
  *out = c;
  return SAR_OK;
}

static SarStatus build(SarBuilder *b) {
  int32_t n = order_of(b->values);
  const double *a = b->values[DENOMINATOR].list;
  const SarExpr *u, *const *x;
  double *c, direct;
  SAR_TRY(sar_equation_bind(b, b->values[INPUT].function[0], &u));
  SAR_TRY(sar_control_values(b, 1, n, &x));
  SAR_TRY(output_coefficients(b, &c, &direct));
  for (int32_t i = 0; i < n - 1; i++) {
    SarUnknown state = b->ops->declared(b, 1 + i);
    SAR_TRY(sar_equation_equal(b, state.row, state.rate, x[i + 1]));
  }
  if (n > 0) {
    SarUnknown last = b->ops->declared(b, n);
    const SarExpr *rest = sar_sym_sub(b->arena, u, sar_equation_combine(b->arena, a, x, n));
    SAR_TRY(sar_equation_equal(b, last.row, last.rate, sar_sym_div(b->arena, rest, sar_expr_constant(b->arena, a[n]))));
  }
  const SarExpr *through = sar_expr_multiply(b->arena, sar_expr_constant(b->arena, direct), u);
  SarUnknown y = b->ops->declared(b, 0);
  return sar_equation_equal(b, y.row, y.value,
                            sar_expr_add(b->arena, sar_equation_combine(b->arena, c, x, n), through));
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *numerator = &values[NUMERATOR], *denominator = &values[DENOMINATOR];
  if (!numerator->given || !denominator->given) return SAR_OK;
  if (numerator->nlist == 0 || denominator->nlist == 0) {
    return sar_report(context, SAR_INPUT, numerator->nlist ? denominator->source : numerator->source, name,
                      "give the coefficients by ascending powers of s", "the list of coefficients is empty");
  }
  if (denominator->list[denominator->nlist - 1] == 0) {
    return sar_report(context, SAR_INPUT, denominator->source, name, "leave out powers that the denominator lacks",
                      "the last coefficient of the denominator, that of the highest power of s, is zero");
  }
  for (int32_t i = denominator->nlist; i < numerator->nlist; i++) {
    if (numerator->list[i] == 0) continue;
    return sar_report(context, SAR_INPUT, numerator->source, name,
                      "add a fast pole to the denominator: (1 + T s) with a small T",
                      "the numerator is of higher degree than the denominator: it would differentiate its input");
  }
  SAR_TRY(sar_control_check_list(context, name, "start", &values[START], order_of(values)));
  return sar_control_check_scales(context, name, &values[SCALE], order_of(values));
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_control_transfer_function = {
    .name = "transfer-function",
    .section = SAR_SECTION_STATES,
    .summary = "a transfer function: a rational function of s",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "value x1...",
    .check = check,
};
