/* vector: several differential states, x_i' = f_i, written as lists. They are offered as x1, x2, ... */
#include "element/control/common.h"

enum { START, RATE };
static const SarField fields[] = {
    [START] = {.name = "start",
               .kind = SAR_FIELD_REALS,
               .unit = "",
               .fallback = "",
               .meaning = "values at the start; default: zeros"},
    [RATE] = {.name = "rate",
              .kind = SAR_FIELD_FUNCTIONS,
              .unit = "1/s",
              .meaning = "their derivatives with respect to time, one expression for each state",
              .variables = "t:s"},
};

static SarStatus declare(SarBuilder *b) {
  const SarValue *start = &b->values[START];
  return sar_control_declare_states(b, b->values[RATE].nlist, start, &fields[START]);
}

static SarStatus build(SarBuilder *b) {
  const SarValue *rate = &b->values[RATE];
  for (int32_t i = 0; i < rate->nlist; i++) {
    SarUnknown x = b->ops->declared(b, i);
    const SarExpr *f;
    SAR_TRY(sar_equation_bind(b, rate->functions[i], &f));
    SAR_TRY(sar_equation_equal(b, x.row, x.rate, f));
  }
  return SAR_OK;
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  if (values[RATE].given && values[RATE].nlist == 0) {
    return sar_report(context, SAR_INPUT, values[RATE].source, name, "give one expression for each state",
                      "the list of rates is empty");
  }
  return sar_control_check_start(context, name, &values[START], values[RATE].nlist);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_control_vector = {
    .name = "vector",
    .section = SAR_SECTION_STATES,
    .summary = "several differential states as a list",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "x1...",
    .check = check,
};
