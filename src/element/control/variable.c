/* variable: a number that is an expression, or such that an equation holds. */
#include "element/class.h"

static const SarField fields[] = {
    {.name = "value",
     .kind = SAR_FIELD_FUNCTION,
     .unit = "",
     .fallback = "",
     .meaning = "its value",
     .variables = "t:s"},
    {.name = "equation",
     .kind = SAR_FIELD_FUNCTION,
     .unit = "",
     .fallback = "",
     .meaning = "instead of the value: this expression is zero",
     .variables = "t:s"},
    {.name = "start", .kind = SAR_FIELD_REAL, .unit = "", .fallback = "0", .meaning = "with equation: a guess"},
};

const SarElementClass sar_control_variable = {
    .name = "variable",
    .section = SAR_SECTION_VARIABLES,
    .summary = "an algebraic variable",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
};
