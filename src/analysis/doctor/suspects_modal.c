/* Modal bodies that leave out what they should not. */
#include <string.h>

#include "analysis/doctor/suspects.h"
#include "model/modal.h"

SarStatus sar_suspect_terms(SarSuspects *s) {
  const SarModel *model = sar_system_model(s->system);
  for (int32_t e = 0; e < model->nelements; e++) {
    const SarModelElement *element = &model->elements[e];
    const SarValue *terms = &element->values[SAR_MODAL_FIELD_TERMS];
    if (element->class != &sar_body_modal || !terms->text || strcmp(terms->text, "constant") != 0) continue;
    if (!sar_suspect(s)) continue;
    sar_warn(s->context, terms->source, element->name,
             "take `terms: first_order`, which costs hardly more, or `terms: all`",
             "the inertia of the modal body `%s` stays that of the unloaded body: its spin does not bend it",
             element->name);
  }
  return SAR_OK;
}
