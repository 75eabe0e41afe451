/* state: a number that changes at a given rate, or so that an equation holds. */
#include "element/class.h"

static const SarField fields[] = {
    {.name = "start", .kind = SAR_FIELD_REAL, .unit = "", .fallback = "0", .meaning = "value at the start"},
    {.name = "rate",
     .kind = SAR_FIELD_FUNCTION,
     .unit = "1/s",
     .fallback = "",
     .meaning = "its rate of change",
     .variables = "t:s"},
    {.name = "equation",
     .kind = SAR_FIELD_FUNCTION,
     .unit = "",
     .fallback = "",
     .meaning = "instead of the rate: this expression, which may hold dif1(state), is zero",
     .variables = "t:s"},
};

const SarElementClass sar_control_state = {
    .name = "state",
    .section = SAR_SECTION_STATES,
    .summary = "a differential state with a rate or an implicit equation",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
};
