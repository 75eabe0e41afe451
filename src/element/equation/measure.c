/* measure: an expression whose values are recorded, and which other expressions may name. */
#include <string.h>

#include "element/equations.h"

#define LONGEST_UNIT 30 /* characters */

enum { VALUE, UNIT };
static const SarField fields[] = {
    [VALUE] = {.name = "value",
               .kind = SAR_FIELD_FUNCTION,
               .unit = "",
               .meaning = "the expression, in the units of the file",
               .variables = "t:s"},
    [UNIT] = {.name = "unit",
              .kind = SAR_FIELD_TEXT,
              .unit = "",
              .fallback = "",
              .meaning = "its unit as the results show it; nothing is converted"},
};

static SarStatus build(SarBuilder *b) {
  const SarExpr *f;
  SAR_TRY(sar_equation_bind(b, b->values[VALUE].function[0], &f));
  const char *unit = b->values[UNIT].given ? sar_arena_printf(b->arena, "=%s", b->values[UNIT].text) : "";
  return unit ? b->ops->offer(b, "value", unit, f) : sar_report_no_memory(b->context);
}

/* The unit becomes a cell of a CSV file. */
static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *unit = &values[UNIT];
  if (!unit->given) return SAR_OK;
  bool plain = unit->text[0] && strlen(unit->text) <= LONGEST_UNIT;
  for (const char *c = unit->text; *c; c++) plain = plain && (unsigned char)*c >= ' ' && !strchr(",\"", *c);
  if (plain) return SAR_OK;
  return sar_report(context, SAR_INPUT, unit->source, name, "write it like N*mm or l/min, or leave it out",
                    "a unit is up to %d characters without commas and quotes", LONGEST_UNIT);
}

static const SarEquationClass equations = {.build = build};

const SarElementClass sar_equation_measure = {
    .name = "measure",
    .section = SAR_SECTION_MEASURES,
    .summary = "an expression that is recorded",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "value",
    .check = check,
};
