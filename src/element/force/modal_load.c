/* modal-load: a load of the finite-element model of a modal body (pressure, temperature, weight), spread over it as it
 * was there, times a function of time. The system makes a part of it (element/flexible/modal_load.h). */
#include "element/force/modal_load.h"

static const SarField fields[] = {
    [SAR_MODAL_LOAD_BODY] = {.name = "body",
                             .kind = SAR_FIELD_ELEMENT,
                             .unit = "",
                             .meaning = "the modal body that it acts on",
                             .choices = "bodies"},
    [SAR_MODAL_LOAD_CASE] = {.name = "case",
                             .kind = SAR_FIELD_TEXT,
                             .unit = "",
                             .meaning = "the name of the load in the file of the body"},
    [SAR_MODAL_LOAD_FACTOR] = {.name = "factor",
                               .kind = SAR_FIELD_FUNCTION,
                               .unit = "",
                               .fallback = "1",
                               .meaning = "what the load is multiplied by",
                               .variables = "t:s"},
};

const SarElementClass sar_force_modal_load = {
    .name = "modal-load",
    .section = SAR_SECTION_FORCES,
    .summary = "a load that is spread over a modal body and turns with it",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
};
