/* list: several expressions under one name, recorded as its columns f1, f2, ... */
#include "element/equations.h"

enum { VALUES };
static const SarField fields[] = {
    [VALUES] = {.name = "values",
                .kind = SAR_FIELD_FUNCTIONS,
                .unit = "",
                .meaning = "the expressions, in the units of the file: one for each column",
                .variables = "t:s"},
};

static SarStatus build(SarBuilder *b) {
  const SarValue *values = &b->values[VALUES];
  for (int32_t i = 0; i < values->nlist; i++) {
    const SarExpr *f;
    const char *quantity = sar_arena_printf(b->arena, "f%d", (int)i + 1);
    if (!quantity) return sar_report_no_memory(b->context);
    SAR_TRY(sar_equation_bind(b, values->functions[i], &f));
    SAR_TRY(b->ops->offer(b, quantity, "", f));
  }
  return SAR_OK;
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  if (!values[VALUES].given || values[VALUES].nlist > 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[VALUES].source, name, "give at least one expression",
                    "the list of expressions is empty");
}

static const SarEquationClass equations = {.build = build};

const SarElementClass sar_equation_list = {
    .name = "list",
    .section = SAR_SECTION_MEASURES,
    .summary = "several expressions that are recorded together",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .check = check,
    .outputs = "f1...",
};
