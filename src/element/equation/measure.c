/* measure: an expression whose values are recorded, and which other expressions may name. */
#include <ctype.h>
#include <string.h>

#include "base/units.h"
#include "element/equations.h"

#define LONGEST_UNIT 20

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
  if (!b->values[UNIT].given) return b->ops->offer(b, "value", "", f);
  const char *unit = sar_arena_printf(b->arena, "%c%s", SAR_UNIT_LABEL, b->values[UNIT].text);
  return unit ? b->ops->offer(b, "value", unit, f) : sar_report_no_memory(b->context);
}

/* It stands in the second line of CSV files. */
static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *unit = &values[UNIT];
  if (!unit->given) return SAR_OK;
  size_t length = strlen(unit->text);
  bool plain = length > 0 && length <= LONGEST_UNIT;
  for (size_t i = 0; plain && i < length; i++)
    plain = isgraph((unsigned char)unit->text[i]) && !strchr(",\"#", unit->text[i]);
  if (plain) return SAR_OK;
  return sar_report(context, SAR_INPUT, unit->source, name, "write it like mm/s^2, without blanks and commas",
                    "the unit of a measure has 1 to %d plain letters", LONGEST_UNIT);
}

static const SarEquationClass equations = {.build = build};

const SarElementClass sar_equation_measure = {
    .name = "measure",
    .section = SAR_SECTION_MEASURES,
    .summary = "an expression that is recorded",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .check = check,
    .outputs = "value",
};
