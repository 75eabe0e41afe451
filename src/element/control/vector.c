/* vector: several differential states, written as lists: x_i' = f_i, or equations d_i(x', x, ...) = 0, one for each.
 * They are offered as x1, x2, ...; in expressions state(v, i) and rate(v, i). */
#include "element/control/common.h"

enum { START, RATE, EQUATION, START_RATE, SCALE, HOLD };
static const SarField fields[] = {
    [START] = {.name = "start",
               .kind = SAR_FIELD_REALS,
               .unit = "",
               .fallback = "",
               .meaning = "values at the start; default: zeros"},
    [RATE] = {.name = "rate",
              .kind = SAR_FIELD_FUNCTIONS,
              .unit = "1/s",
              .fallback = "",
              .meaning = "their derivatives with respect to time, one expression for each state",
              .variables = "t:s"},
    [EQUATION] = {.name = "equation",
                  .kind = SAR_FIELD_FUNCTIONS,
                  .unit = "",
                  .fallback = "",
                  .meaning = "instead: expressions of state(v, i) and rate(v, i) that stay zero, one for each state",
                  .variables = "t:s"},
    [START_RATE] = {.name = "start_rate",
                    .kind = SAR_FIELD_REALS,
                    .unit = "1/s",
                    .fallback = "",
                    .meaning = "with `equation`: first guesses of the rates at the start; default: zeros"},
    [SCALE] = SAR_CONTROL_SCALES,
    [HOLD] = SAR_CONTROL_HOLD,
};

static const SarValue *functions_of(const SarValue *values) { return &values[values[RATE].given ? RATE : EQUATION]; }

static SarStatus declare(SarBuilder *b) {
  const SarValue *values = b->values;
  SarControlStarts starts = {&values[START], &values[START_RATE], &values[SCALE], values[HOLD].real != 0};
  return sar_control_declare_states(b, functions_of(values)->nlist, &starts, &fields[START]);
}

static SarStatus add_equation(SarBuilder *b, SarUnknown x, int32_t i, const SarExpr *f) {
  if (b->ops->content(b, f) & SAR_HAS_STATE_RATE) return b->ops->residual(b, x.row, f);
  return sar_report(b->context, SAR_INPUT, b->values[EQUATION].source, b->name,
                    "write rate(NAME, 1) for the rate of the first state, or make it an entry of `variables`",
                    "equation %d contains no rate of a state", (int)i + 1);
}

static SarStatus build(SarBuilder *b) {
  const SarValue *functions = functions_of(b->values);
  for (int32_t i = 0; i < functions->nlist; i++) {
    SarUnknown x = b->ops->declared(b, i);
    const SarExpr *f;
    SAR_TRY(sar_equation_bind(b, functions->functions[i], &f));
    SAR_TRY(b->values[RATE].given ? sar_equation_equal(b, x.row, x.rate, f) : add_equation(b, x, i, f));
  }
  return SAR_OK;
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *functions = functions_of(values);
  if (values[RATE].given == values[EQUATION].given) {
    return sar_report(context, SAR_INPUT, values[EQUATION].source, name, "give `rate` or `equation`, a list",
                      values[RATE].given ? "`rate` and `equation` exclude each other" : "these states have no rates");
  }
  if (functions->nlist == 0) {
    return sar_report(context, SAR_INPUT, functions->source, name, "give one expression for each state",
                      "the list of %s is empty", values[RATE].given ? "rates" : "equations");
  }
  if (values[RATE].given && values[START_RATE].given) {
    return sar_report(context, SAR_INPUT, values[START_RATE].source, name,
                      "leave it out: `rate` says what the rates are",
                      "`start_rate` is a guess for `equation`, and these states have a `rate`");
  }
  SAR_TRY(sar_control_check_list(context, name, "start", &values[START], functions->nlist));
  SAR_TRY(sar_control_check_list(context, name, "start_rate", &values[START_RATE], functions->nlist));
  return sar_control_check_scales(context, name, &values[SCALE], functions->nlist);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_control_vector = {
    .name = "vector",
    .section = SAR_SECTION_STATES,
    .summary = "several differential states as a list, with explicit rates or implicit equations",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "x1...",
    .check = check,
};
