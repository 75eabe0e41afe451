/* measure: an expression whose values are recorded. */
#include "element/class.h"

static const SarField fields[] = {
    {.name = "value",
     .kind = SAR_FIELD_FUNCTION,
     .unit = "",
     .fallback = NULL,
     .meaning = "the expression",
     .variables = "t:s"},
    {.name = "unit", .kind = SAR_FIELD_TEXT, .unit = "", .fallback = "", .meaning = "its unit, for the results"},
};

const SarElementClass sar_equation_measure = {
    .name = "measure",
    .section = SAR_SECTION_MEASURES,
    .summary = "an expression that is recorded",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
};
