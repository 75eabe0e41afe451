/* constraint: an expression of positions, or one linear in velocities, that stays zero. */
#include "element/class.h"

static const SarField fields[] = {
    {.name = "position",
     .kind = SAR_FIELD_FUNCTION,
     .unit = "",
     .fallback = "",
     .meaning = "an expression of positions and time that is zero",
     .variables = "t:s"},
    {.name = "velocity",
     .kind = SAR_FIELD_FUNCTION,
     .unit = "",
     .fallback = "",
     .meaning = "instead: an expression linear in velocities that is zero",
     .variables = "t:s"},
    {.name = "kind",
     .kind = SAR_FIELD_CHOICE,
     .unit = "",
     .fallback = "length",
     .meaning = "what the expression is",
     .choices = "length angle"},
};

const SarElementClass sar_equation_constraint = {
    .name = "constraint",
    .section = SAR_SECTION_EQUATIONS,
    .summary = "a constraint that is an expression",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
};
