/* coordinate: a scalar generalised coordinate. */
#include "element/class.h"

static const SarField fields[] = {
    {.name = "mass",
     .kind = SAR_FIELD_FUNCTION,
     .unit = "",
     .fallback = "0",
     .meaning = "its mass or moment of inertia; an expression of coordinates is allowed",
     .variables = "t:s"},
    {.name = "at", .kind = SAR_FIELD_REAL, .unit = "", .fallback = "0", .meaning = "value at the start"},
    {.name = "velocity", .kind = SAR_FIELD_REAL, .unit = "", .fallback = "0", .meaning = "rate at the start"},
    {.name = "kind",
     .kind = SAR_FIELD_CHOICE,
     .unit = "",
     .fallback = "length",
     .meaning = "what it is",
     .choices = "length angle number"},
};

const SarElementClass sar_coordinate_coordinate = {
    .name = "coordinate",
    .section = SAR_SECTION_COORDINATES,
    .summary = "a scalar generalised coordinate with mass",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
};
